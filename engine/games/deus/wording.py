"""Words that several parts of Deus use: amounts, pieces, regions, what cards do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.wording import joined, series
from engine.games.deus.components import GOLD, TYPES, Card, Components, Effect, TempleEffect
from engine.games.deus.state import FACE_DOWN, World
from engine.i18n.text import Names, Text, plural, words


def within(names: Names) -> Names:
    """A name as it stands within a sentence."""
    return Names(names.en[:1].lower() + names.en[1:], names.ru[:1].lower() + names.ru[1:])


def gold(number: int) -> Text:
    """So much gold."""
    return plural("{n} gold", "{n} gold", number)


def vp(number: int) -> Text:
    """So many victory points."""
    return plural("{n} VP", "{n} VP", number)


def cards(number: int) -> Text:
    """So many cards."""
    return plural("{n} card", "{n} cards", number)


def resource(id: str, number: int) -> Text:
    """So much of a resource, or of gold, by its id."""
    match id:
        case "wood":
            return plural("{n} wood", "{n} wood", number)
        case "clay":
            return plural("{n} clay", "{n} clay", number)
        case "stone":
            return plural("{n} stone", "{n} stone", number)
        case "wheat":
            return plural("{n} wheat", "{n} wheat", number)
        case _:
            return gold(number)


def amounts(box: Components, numbers: Sequence[int]) -> Text:
    """Amounts of each resource in their order, then of gold if it is among them."""
    ids = [*(one.id for one in box.resources), GOLD]
    return series(resource(id, n) for id, n in zip(ids, numbers, strict=False) if n)


def paid(payment: Iterable[tuple[str, int]]) -> Text:
    """What a payment is made of: `1 wood, 4 gold`; nothing costs nothing."""
    return joined((resource(id, n) for id, n in payment), ", ") or words("nothing")


def pieces(type_: int, number: int) -> Text:
    """So many pieces of a type."""
    match TYPES[type_]:
        case "maritime":
            return plural("{n} ship", "{n} ships", number)
        case "production":
            return plural("{n} production building", "{n} production buildings", number)
        case "scientific":
            return plural("{n} scientific building", "{n} scientific buildings", number)
        case "civil":
            return plural("{n} civil building", "{n} civil buildings", number)
        case "military":
            return plural("{n} army", "{n} armies", number)
        case _:
            return plural("{n} temple", "{n} temples", number)


def a_piece(type_: int) -> Text:
    """A piece of a type, as somebody builds it."""
    match TYPES[type_]:
        case "maritime":
            return words("a ship")
        case "production":
            return words("a production building")
        case "scientific":
            return words("a scientific building")
        case "civil":
            return words("a civil building")
        case "military":
            return words("an army")
        case _:
            return words("a temple")


def piece_series(numbers: Sequence[int]) -> Text:
    """Pieces of each type in their order."""
    return series(pieces(type_, number) for type_, number in enumerate(numbers) if number)


def column_name(type_: int) -> Text:
    """A column by its colour."""
    match TYPES[type_]:
        case "maritime":
            return words("blue column")
        case "production":
            return words("green column")
        case "scientific":
            return words("yellow column")
        case "civil":
            return words("brown column")
        case "military":
            return words("red column")
        case _:
            return words("temple column")


def region(state: World, number: int) -> Text:
    """A region with its terrain: `0.4 (field)`."""
    board = state.map
    return words(
        "{region} ({terrain})",
        region=board.name(number),
        terrain=within(board.terrains[number].names),
    )


def card_name(state: World, seat: int, card: int) -> Text:
    """A card of a seat's column; one that lies face down by its name only if it can be seen."""
    if card == FACE_DOWN:
        face = state.face_of_wildcard(seat)
        if face == FACE_DOWN:
            return words("face-down card")
        return words("{card} (face down)", card=state.box.cards[face])
    return words("{card}", card=state.box.cards[card])


def effect_text(box: Components, card: Card) -> Text:
    """What a card does, in a sentence."""
    effect = card.effect
    terrain = within(box.terrains[effect.terrain].names) if effect.terrain >= 0 else None
    column = column_name(effect.column) if effect.column >= 0 else None
    kinds = [within(box.resources[kind].names) for kind in effect.resources]
    match effect.kind:
        case "vp_per_terrain_region":
            return words("+{n} VP for each {terrain} you occupy", n=effect.vp, terrain=terrain)
        case "gold_per_terrain_region":
            return words("+{n} gold for each {terrain} you occupy", n=effect.gold, terrain=terrain)
        case "gold_per_region_with":
            return words(
                "+{n} gold for each region with {least} or more of your buildings",
                n=effect.gold,
                least=effect.least,
            )
        case "vp_per_region_with":
            return words(
                "+{n} VP for each region with {least} or more of your buildings",
                n=effect.vp,
                least=effect.least,
            )
        case "vp_per_region_pair_with":
            return words(
                "+{n} VP for every {per} regions with {least} or more of your buildings each",
                n=effect.vp,
                per=effect.per,
                least=effect.least,
            )
        case "produce_one":
            return words(
                "One of your production buildings yields {n} of its region's resource",
                n=effect.amount,
            )
        case "produce_per_building_on_terrain":
            return words(
                "+{what} for each of your production buildings on a {terrain}",
                what=resource(box.resources[effect.resources[0]].id, effect.amount),
                terrain=terrain,
            )
        case "produce_per_building_in_region":
            return words(
                "Choose a {terrain} with a production building of yours: +{what} for each of "
                "your buildings there",
                what=resource(box.resources[effect.resources[0]].id, effect.amount),
                terrain=terrain,
            )
        case "sell_for_gold":
            return words("Sell any number of {kind}, {n} gold each", kind=kinds[0], n=effect.amount)
        case "sell_for_vp":
            return words(
                "Sell up to {most} {kind}, {n} VP each",
                most=effect.most,
                kind=kinds[0],
                n=effect.amount,
            )
        case "sell_lots_for_vp":
            return words(
                "Sell up to {most} lots of 1 {kind} and 1 {other}, {n} VP each",
                most=effect.most,
                kind=kinds[0],
                other=kinds[1],
                n=effect.amount,
            )
        case "buy_resources":
            return words(
                "Buy up to {most} resources, {n} gold each", most=effect.most, n=effect.amount
            )
        case "draw_per_region_with":
            return words(
                "Draw {cards} for each region with {least} or more of your buildings",
                cards=cards(effect.amount),
                least=effect.least,
            )
        case "vp_per_card_in_column":
            return words("+{n} VP for each card in your {column}", n=effect.vp, column=column)
        case "activate_card":
            return words("Activate one card of your {column}", column=column)
        case "gain_pieces_per_region_with":
            return plural(
                "+{n} piece for each region with {least} or more of your buildings",
                "+{n} pieces for each region with {least} or more of your buildings",
                effect.amount,
                least=effect.least,
            )
        case "steal_gold":
            return words("Choose an army: {n} gold from each opponent next to it", n=effect.gold)
        case "steal_vp":
            return words("Choose an army: {n} VP from each opponent next to it", n=effect.vp)
        case "move_one_army":
            return words("Move one army by up to {n} regions", n=effect.steps)
        case "move_all_armies":
            return words("Move each of your armies by up to {n} regions", n=effect.steps)
        case "gold_per_village":
            return words("+{n} gold for each barbarian village next to your armies", n=effect.gold)
        case "take_village_vp":
            return words("Take {n} VP from one barbarian village next to your army", n=effect.vp)
        case kind:
            return _temple_text(box, effect, kind)


def _temple_text(box: Components, effect: Effect, kind: TempleEffect) -> Text:
    """What a temple scores at the end (section 19)."""
    most = box.temple_vp_most
    match kind:
        case "end_vp_per_region_with":
            return words(
                "At the end {n} VP for each region with {least} or more of your buildings, "
                "at most {most}",
                n=effect.vp,
                least=effect.least,
                most=most,
            )
        case "end_vp_per_holding":
            return words(
                "At the end {n} VP for every {what} you hold, at most {most}",
                n=effect.vp,
                what=resource(effect.holding, effect.per),
                most=most,
            )
        case "end_vp_per_temple":
            return words(
                "At the end {n} VP for each temple card you built, at most {most}",
                n=effect.vp,
                most=most,
            )
        case "end_vp_per_color_set":
            return words(
                "At the end {n} VP for each set of 5 cards of the other 5 colours, at most {most}",
                n=effect.vp,
                most=most,
            )
        case "end_vp_per_terrain_region":
            return words(
                "At the end {n} VP for each {terrain} you occupy, at most {most}",
                n=effect.vp,
                terrain=within(box.terrains[effect.terrain].names),
                most=most,
            )


def brief(box: Components, card: Card) -> Text:
    """What a card does, in at most 22 letters."""
    effect = card.effect
    n, least = effect.vp or effect.gold or effect.amount, effect.least
    terrain = within(box.terrains[effect.terrain].names) if effect.terrain >= 0 else None
    kinds = [within(box.resources[kind].names) for kind in effect.resources]
    match effect.kind:
        case "vp_per_terrain_region":
            return words("{n} VP/{terrain}", n=n, terrain=terrain)
        case "gold_per_terrain_region":
            return words("{n} gold/{terrain}", n=n, terrain=terrain)
        case "gold_per_region_with":
            return words("{n} gold/{least}+ region", n=n, least=least)
        case "vp_per_region_with":
            return words("{n} VP/{least}+ region", n=n, least=least)
        case "vp_per_region_pair_with":
            return words("{n} VP/two {least}+ regions", n=n, least=least)
        case "produce_one":
            return words("{n} of its region", n=n)
        case "produce_per_building_on_terrain":
            return words("{n} {kind}/P on {terrain}", n=n, kind=kinds[0], terrain=terrain)
        case "produce_per_building_in_region":
            return words("{n} {kind}/piece there", n=n, kind=kinds[0])
        case "sell_for_gold":
            return words("sell {kind}, {n} gold", kind=kinds[0], n=n)
        case "sell_for_vp":
            return words("sell {most} {kind}, {n} VP", most=effect.most, kind=kinds[0], n=n)
        case "sell_lots_for_vp":
            return words("sell {most} lots, {n} VP", most=effect.most, n=n)
        case "buy_resources":
            return words("buy {most}, {n} gold each", most=effect.most, n=n)
        case "draw_per_region_with":
            return words("draw {n}/{least}+ region", n=n, least=least)
        case "vp_per_card_in_column":
            return words("{n} VP/card of column", n=n)
        case "activate_card":
            return words("activate one card")
        case "gain_pieces_per_region_with":
            return plural("{n} piece/{least}+ region", "{n} pieces/{least}+ region", n, least=least)
        case "steal_gold":
            return words("{n} gold of neighbours", n=n)
        case "steal_vp":
            return words("{n} VP of neighbours", n=n)
        case "move_one_army":
            return words("move one army 0-{n}", n=effect.steps)
        case "move_all_armies":
            return words("move each army 0-{n}", n=effect.steps)
        case "gold_per_village":
            return words("{n} gold/village", n=n)
        case "take_village_vp":
            return words("{n} VP of a village", n=n)
        case "end_vp_per_region_with":
            return words("end: {n} VP/{least}+ region", n=n, least=least)
        case "end_vp_per_holding":
            return words("end: {n} VP/{what}", n=n, what=resource(effect.holding, effect.per))
        case "end_vp_per_temple":
            return words("end: {n} VP/temple", n=n)
        case "end_vp_per_color_set":
            return words("end: {n} VP/set of 5", n=n)
        case "end_vp_per_terrain_region":
            return words("end: {n} VP/{terrain}", n=n, terrain=terrain)
