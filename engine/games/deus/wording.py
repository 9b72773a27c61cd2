"""Wording shared by modules of Deus: amounts, pieces, regions, card effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from attrs import evolve

from engine.core.common_wording import joined, series
from engine.games.deus.components import GOLD, Card, ColumnEffect, Components, Effect, TempleEffect
from engine.games.deus.state import FACE_DOWN, NO_CARD, World
from engine.i18n.text import Argument, Names, Text, place_name, plural, verbatim, words

A_PIECE: Final = (
    words("a ship"),
    words("a production building"),
    words("a scientific building"),
    words("a civil building"),
    words("an army"),
    words("a temple"),
)
"""The name of each type of piece with its article, in the form used after a verb or preposition."""

COLUMNS: Final = (
    words("blue column"),
    words("green column"),
    words("yellow column"),
    words("brown column"),
    words("red column"),
    words("temple column"),
)
"""Names of the columns, in type order."""

COLOURS: Final = (
    words("blue cards"),
    words("green cards"),
    words("yellow cards"),
    words("brown cards"),
    words("red cards"),
    words("purple cards"),
)
"""Names for the cards of each colour, in type order."""

FACE_DOWN_CARD: Final = words("face-down card")
"""Name of a face-down card for readers who may not see its face."""


def within(names: Names) -> Names:
    """Return a name for use within a sentence, beginning with a lower-case letter."""
    return Names(names.en[:1].lower() + names.en[1:], names.ru[:1].lower() + names.ru[1:])


@cache
def gold(number: int) -> Text:
    return RESOURCES[GOLD].counting(number)


@cache
def vp(number: int) -> Text:
    return plural("{n} VP", "{n} VP", number)


@cache
def cards(number: int) -> Text:
    return plural("{n} card", "{n} cards", number)


RESOURCES: Final[Mapping[str, Text]] = {
    "wood": plural("{n} wood", "{n} wood", 1),
    "clay": plural("{n} clay", "{n} clay", 1),
    "stone": plural("{n} stone", "{n} stone", 1),
    "wheat": plural("{n} wheat", "{n} wheat", 1),
    GOLD: plural("{n} gold", "{n} gold", 1),
}


@cache
def resource(id: str, number: int) -> Text:
    return RESOURCES.get(id, RESOURCES[GOLD]).counting(number)


def amounts(box: Components, numbers: Sequence[int]) -> Text:
    """Return the amounts `numbers` in words: the resources in order, then gold if `numbers`
    includes it. Amounts of 0 are left out; if no others remain, return "none"."""
    ids = [*(kind.id for kind in box.resources), GOLD]
    return series(resource(id, n) for id, n in zip(ids, numbers, strict=False) if n)


def paid(payment: Iterable[tuple[str, int]]) -> Text:
    """Return a payment in words, such as "1 wood, 4 gold"; "nothing" if it is empty."""
    return joined((resource(id, n) for id, n in payment), ", ") or words("nothing")


PIECES: Final = (
    plural("{n} ship", "{n} ships", 1),
    plural("{n} production building", "{n} production buildings", 1),
    plural("{n} scientific building", "{n} scientific buildings", 1),
    plural("{n} civil building", "{n} civil buildings", 1),
    plural("{n} army", "{n} armies", 1),
    plural("{n} temple", "{n} temples", 1),
)


@cache
def pieces(type_: int, number: int) -> Text:
    return PIECES[type_].counting(number)


def a_piece(type_: int) -> Text:
    return A_PIECE[type_]


def piece_series(numbers: Sequence[int]) -> Text:
    return series(pieces(type_, number) for type_, number in enumerate(numbers) if number)


def column_name(type_: int) -> Text:
    return COLUMNS[type_]


def god_and_colour(box: Components, type_: int) -> Text:
    """Return the name of the god of a type, with the colour of the type's cards, as in "Neptune
    (blue cards)"."""
    god = box.gods[box.types[type_].god]
    return words("{god} ({cards})", god=god.names, cards=COLOURS[type_])


def region_name(state: World, number: int) -> Text:
    """Return the name of a region or village, which is its id on the map, as in "0.4"."""
    name = state.map.id_of(number)
    return place_name(verbatim(name), ("region", name))


def region(state: World, number: int) -> Text:
    """Return a region with its terrain in words, as in "0.4 (field)"."""
    board = state.map
    return words(
        "{region} ({terrain})",
        region=region_name(state, number),
        terrain=within(board.terrains[number].names),
    )


def card_name(state: World, seat: int, card: int) -> Text:
    """Return the name of a card in a seat's column. A face-down card is named only if its face is
    visible."""
    if card == FACE_DOWN:
        face = state.face_of_wildcard(seat)
        if face == NO_CARD:
            return FACE_DOWN_CARD
        return words("{card} (face down)", card=state.box.cards[face])
    return words("{card}", card=state.box.cards[card])


SENTENCES: Final[Mapping[ColumnEffect | TempleEffect, Text]] = {
    "vp_per_terrain_region": words("+{n} VP for each {terrain} you occupy"),
    "gold_per_terrain_region": words("+{n} gold for each {terrain} you occupy"),
    "gold_per_region_with": words(
        "+{n} gold for each region with {least} or more of your buildings"
    ),
    "vp_per_region_with": words("+{n} VP for each region with {least} or more of your buildings"),
    "vp_per_region_pair_with": words(
        "+{n} VP for every {per} regions with {least} or more of your buildings each"
    ),
    "produce_one": words("One of your production buildings produces {n} of its region's resource"),
    "produce_per_building_on_terrain": words(
        "+{what} for each of your production buildings on a {terrain}"
    ),
    "produce_per_building_in_region": words(
        "Choose a {terrain} with one of your production buildings: +{what} for each of your "
        "buildings there"
    ),
    "sell_for_gold": words("Sell any amount of {kind} for {n} gold each"),
    "sell_for_vp": words("Sell up to {most} {kind} for {n} VP each"),
    "sell_lots_for_vp": words("Sell up to {most} pairs of 1 {kind} and 1 {other} for {n} VP each"),
    "buy_resources": plural(
        "Buy resources (up to {most}) for {n} gold each",
        "Buy resources (up to {most}) for {n} gold each",
        1,
    ),
    "draw_per_region_with": words(
        "Draw {cards} for each region with {least} or more of your buildings"
    ),
    "vp_per_card_in_column": words("+{n} VP for each card in your {column}"),
    "activate_card": words("Activate one card in your {column}"),
    "gain_pieces_per_region_with": plural(
        "+{n} piece for each region with {least} or more of your buildings",
        "+{n} pieces for each region with {least} or more of your buildings",
        1,
    ),
    "steal_gold": words("Choose an army: {n} gold from each opponent next to it"),
    "steal_vp": words("Choose an army: {n} VP from each opponent next to it"),
    "move_one_army": plural(
        "Move one army by up to {n} region", "Move one army by up to {n} regions", 1
    ),
    "move_all_armies": plural(
        "Move each of your armies by up to {n} region",
        "Move each of your armies by up to {n} regions",
        1,
    ),
    "gold_per_village": words("+{n} gold for each barbarian village next to your armies"),
    "take_village_vp": words("Take {n} VP from one barbarian village next to one of your armies"),
    "end_vp_per_region_with": words(
        "Game end: {n} VP for each region with {least} or more of your buildings, up to {most} VP"
    ),
    "end_vp_per_holding": words("Game end: {n} VP for every {what} you hold, up to {most} VP"),
    "end_vp_per_temple": words(
        "Game end: {n} VP for each temple card you have built, up to {most} VP"
    ),
    "end_vp_per_color_set": words(
        "Game end: {n} VP for each set of 5 cards of the other 5 colours, up to {most} VP"
    ),
    "end_vp_per_terrain_region": words(
        "Game end: {n} VP for each {terrain} you occupy, up to {most} VP"
    ),
}
"""Card effects as sentences (sections 13 to 19)."""

GISTS: Final[Mapping[ColumnEffect | TempleEffect, Text]] = {
    "vp_per_terrain_region": words("{n} VP/{terrain}"),
    "gold_per_terrain_region": words("{n} gold/{terrain}"),
    "gold_per_region_with": words("{n} gold/{least}+ region"),
    "vp_per_region_with": words("{n} VP/{least}+ region"),
    "vp_per_region_pair_with": words("{n} VP/two {least}+ regions"),
    "produce_one": words("one piece produces {n}"),
    "produce_per_building_on_terrain": words("{n} {kind}/P on {terrain}"),
    "produce_per_building_in_region": words("{n} {kind}/piece there"),
    "sell_for_gold": words("sell {kind} at {n} gold"),
    "sell_for_vp": words("sell {most} {kind} at {n} VP"),
    "sell_lots_for_vp": words("sell {most} pairs at {n} VP"),
    "buy_resources": words("buy {most}, {n} gold each"),
    "draw_per_region_with": words("draw {n}/{least}+ region"),
    "vp_per_card_in_column": words("{n} VP/card in column"),
    "activate_card": words("activate one card"),
    "gain_pieces_per_region_with": plural(
        "{n} piece/{least}+ region", "{n} pieces/{least}+ region", 1
    ),
    "steal_gold": words("{n} gold/neighbour"),
    "steal_vp": words("{n} VP/neighbour"),
    "move_one_army": words("move one army 0-{n}"),
    "move_all_armies": words("move each army 0-{n}"),
    "gold_per_village": words("{n} gold/village"),
    "take_village_vp": words("{n} village VP"),
    "end_vp_per_region_with": words("end: {n} VP/{least}+ region"),
    "end_vp_per_holding": words("end: {n} VP/{what}"),
    "end_vp_per_temple": words("end: {n} VP/temple"),
    "end_vp_per_color_set": words("end: {n} VP/set of 5"),
    "end_vp_per_terrain_region": words("end: {n} VP/{terrain}"),
}
"""Short forms of card effects, at most 22 characters long in English when filled in."""


def effect_text(box: Components, card: Card) -> Text:
    return _filled(SENTENCES[card.effect.kind], box, card.effect)


def brief(box: Components, card: Card) -> Text:
    """Return a card's effect in a few words, at most 22 characters in English."""
    return _filled(GISTS[card.effect.kind], box, card.effect)


def _filled(form: Text, box: Components, effect: Effect) -> Text:
    n = effect.vp or effect.gold or effect.amount or effect.steps
    args: dict[str, Argument] = {
        "n": n,
        "least": effect.least,
        "most": effect.most or box.temple_vp_most,
        "per": effect.per,
        "cards": cards(n),
        "what": resource(effect.holding, effect.per),
    }
    if effect.terrain >= 0:
        args["terrain"] = within(box.terrains[effect.terrain].names)
    if effect.column >= 0:
        args["column"] = column_name(effect.column)
    if effect.resources:
        first, last = box.resources[effect.resources[0]], box.resources[effect.resources[-1]]
        args |= {"kind": within(first.names), "other": within(last.names)}
        args["what"] = resource(first.id, n)
    used = {key: value for key, value in args.items() if f"{{{key}}}" in form.one}
    return evolve(form, count=n if form.many else 1, args=used)
