"""Tooltips of the table of Deus, and texts about the effects of choices."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence

from engine.core.common_wording import joined, series
from engine.core.event import Value
from engine.core.step import Decision
from engine.games.deus.armies import (
    Steal,
    armies_beside,
    missing_for_attack,
    pieces_beside,
    winners,
)
from engine.games.deus.card_effects import SKIP
from engine.games.deus.column_preview import card_preview_text, preview_card
from engine.games.deus.components import STANDARD, TEMPLE, VILLAGE
from engine.games.deus.offering import ExtraCards, god_of, power_words
from engine.games.deus.placement import Payment, pay, why_not_build
from engine.games.deus.science import DRAW, DrawCards
from engine.games.deus.scoring import holding, majority_score, points, temple_score, temples
from engine.games.deus.state import FACE_DOWN, NO_CARD, World, type_of
from engine.games.deus.wording import (
    FACE_DOWN_CARD,
    amounts,
    card_name,
    cards,
    column_name,
    effect_text,
    god_and_colour,
    gold,
    piece_series,
    pieces,
    region,
    region_name,
    vp,
    within,
)
from engine.geometry.bit_sets import members
from engine.i18n.text import Seat, Text, plural, words
from engine.match.preview import Preview
from screens.games.deus.column_activation import ColumnActivation
from screens.games.deus.side_panel import ROUND_RULE, god_words
from screens.paint.canvas import Spot

# ---------------------------------------------------------------------- descriptions


def inspect(
    view: World, seat: int | None, place: Spot, activation: ColumnActivation | None
) -> Text | None:
    """Return the tooltip of a place on the table; None if the place has none. `seat` is the seat
    whose hand is shown, and `activation` the activated column on the screen, each None if there is
    none."""
    match place:
        case ("region", str(name)):
            return None if view.board is None else of_region(view, view.map.find(name))
        case ("card", int(at)) if seat is not None:
            return of_hand_card(view, seat, at)
        case ("column", int(owner), str(type_)):
            return of_column(view, owner, type_of(type_))
        case ("column", int(owner), str(type_), int(rank)):
            return of_built_card(view, owner, type_of(type_), rank)
        case ("height", int(owner), str(type_)):
            return of_column(view, owner, type_of(type_))
        case ("link", int(card), int(at)):
            return _of_card_preview(view, card, at, activation)
        case ("player", int(owner)):
            return of_player(view, owner)
        case ("god", str(id)):
            god = view.box.gods[view.box.god_index[id]]
            return words("{god}: {power}.", god=god.names, power=god_words(god))
        case ("supply", str(item)):
            return of_supply(view, item)
    return None


def of_region(view: World, place: int) -> Text | None:
    """Return the tooltip of a region: its terrain, owner and pieces, or for a village, its VP and
    who could win it. None if `place` is not a region."""
    if place < 0:
        return None
    if view.map.terrains[place].kind == VILLAGE:
        text = of_village(view, place)
        if not view.village_vp[place] or not view.occupied() & view.map.neighbours[place]:
            return text
        return words("{village} {all}", village=text, all=village_strengths(view, place))
    owner = view.owner(place)
    if owner < 0:
        return words("{region}: empty.", region=region(view, place))
    held = series(pieces(type_, 1) for type_ in view.pieces_in(owner, place))
    return words(
        "{region}: {seat}, {pieces}.", region=region(view, place), seat=Seat(owner), pieces=held
    )


def of_village(view: World, place: int) -> Text:
    """Return the tooltip of a village: its VP, the number of adjacent empty regions, and who would
    win it, or that it has been attacked."""
    points_left, name = view.village_vp[place], region_name(view, place)
    if not points_left:
        return words("Village {region} has been attacked.", region=name)
    return words(
        "Village {region}: {vp}. {state}",
        region=name,
        vp=vp(points_left),
        state=village_state(view, place),
    )


def village_state(view: World, place: int) -> Text:
    """Describe the number of empty regions around a village, and who would win the village now."""
    empty = missing_for_attack(view, place).bit_count()
    missing = plural("{n} region empty", "{n} regions empty", empty)
    takers = winners(view, place)
    if not takers:
        return words("{missing}; no army.", missing=missing)
    seats = series(Seat(taker) for taker in takers)
    return words("{missing}; {seats} would win it.", missing=missing, seats=seats)


def village_strengths(view: World, place: int) -> Text:
    """Describe, for each player with pieces beside a village, the number of armies and the number
    of all pieces, armies included."""
    standing = series(
        words(
            "{seat} {n}/{pieces}",
            seat=Seat(seat),
            n=armies_beside(view, seat, place),
            pieces=pieces_beside(view, seat, place),
        )
        for seat in range(view.seats)
        if view.held(seat) & view.map.neighbours[place]
    )
    return words("Armies/pieces: {standing}.", standing=standing)


def card_text(view: World, card: int) -> Text:
    """Return the name, cost and effect of a card as one sentence."""
    face = view.box.cards[card]
    return words(
        "{card} ({cost}): {effect}.",
        card=face,
        cost=amounts(view.box, face.cost),
        effect=effect_text(view.box, face),
    )


def card_effect_text(view: World, card: int) -> Text:
    """Return the name and effect of a card as one sentence."""
    face = view.box.cards[card]
    return words("{card}: {effect}.", card=face, effect=effect_text(view.box, face))


def of_hand_card(view: World, seat: int, at: int) -> Text | None:
    """Return the tooltip of the card at index `at` of a hand: its effect, its god, and the reason
    if it cannot be built now; None if there is no such card."""
    if at >= len(view.hands[seat]):
        return None
    card = view.hands[seat][at]
    text = words(
        "{card} On top of an offering: {god}.",
        card=card_text(view, card),
        god=god_of(view, card).names,
    )
    refusal = None if view.over else why_not_build(view, seat, card)
    if refusal is None:
        return text
    return words("{card} You cannot build it now. {reason}", card=text, reason=refusal.reason)


def of_column(view: World, seat: int, type_: int) -> Text:
    """Return the tooltip of a column: its cards in order of activation, and the pieces available
    and in stock. For temples, only the cards."""
    column = view.columns[seat][type_]
    names = series(card_name(view, seat, card) for card in column) if column else words("no card")
    if type_ == TEMPLE:
        return words("{seat}, temples: {cards}.", seat=Seat(seat), cards=names)
    return words(
        "{seat}, {column}: {cards}. Pieces on the player board: {n}, in stock: {stock}.",
        seat=Seat(seat),
        column=column_name(type_),
        cards=names,
        n=view.available[seat][type_],
        stock=view.stock[seat][type_],
    )


def of_built_card(view: World, seat: int, type_: int, rank: int) -> Text | None:
    """Return the tooltip of the built card at position `rank` (from 1) of a column: its effect and
    what it would yield if activated now or, for a temple, its current VP. A face-down card has only
    its name. None if there is no such card."""
    column = view.columns[seat][type_]
    if not 1 <= rank <= len(column):
        return None
    card = column[rank - 1]
    if card == FACE_DOWN:
        name = card_name(view, seat, card)
        return words("Face-down card.") if name is FACE_DOWN_CARD else words("{card}.", card=name)
    if type_ == TEMPLE:
        worth = vp(temple_score(view, seat, view.box.cards[card]))
        return words("{card} Now worth {vp}.", card=card_text(view, card), vp=worth)
    yields = card_preview_text(view, seat, preview_card(view, seat, view.box.cards[card]))
    return words("{card} Now: {what}.", card=card_text(view, card), what=yields)


def _of_card_preview(
    view: World, card: int, at: int, activation: ColumnActivation | None
) -> Text | None:
    if card == FACE_DOWN:
        return words("A face-down card has no effect.")
    text = card_text(view, card)
    if activation is None or at >= len(activation.previews) or at < activation.current:
        return text
    return words(
        "{card} Now: {what}.",
        card=text,
        what=card_preview_text(view, activation.seat, activation.previews[at]),
    )


def of_player(view: World, seat: int) -> Text:
    """Return the tooltip of a player: gold, VP (if visible), resources, and the numbers of cards in
    hand and of regions."""
    held = points(view, seat)
    return words(
        "{seat}: {gold}, {vp}, {resources}, {cards} in hand, {regions}.",
        seat=Seat(seat),
        gold=gold(view.gold[seat]),
        vp=words("hidden VP") if held is None else vp(held),
        resources=amounts(view.box, view.resources[seat]),
        cards=cards(len(view.hands[seat])),
        regions=plural("{n} region", "{n} regions", view.held(seat).bit_count()),
    )


def of_supply(view: World, item: str) -> Text | None:
    """Return the tooltip of an item of the supply; None for unknown items."""
    match item:
        case "temples":
            return plural(
                "{n} temple is left. After the last one is built, there is one more round.",
                "{n} temples are left. After the last one is built, there is one more round.",
                view.temples,
            )
        case "deck":
            return words("Deck: {cards}.", cards=cards(len(view.deck)))
        case "discard":
            if view.discard_top == NO_CARD:
                return words("The discard pile is empty.")
            top = view.box.cards[view.discard_top]
            return words(
                "The discard pile: {cards}, {card} on top ({god}).",
                cards=cards(view.discarded),
                card=top,
                god=god_of(view, top.index).names,
            )
        case _ if item in view.box.resource_index:
            kind = view.box.resource_index[item]
            return words(
                "{kind}: {n} in the supply. The most at the end: {vp}. Now: {held}.",
                kind=view.box.resources[kind].names,
                n=view.supply[kind],
                vp=vp(view.box.majority_vp),
                held=series(
                    words("{seat} {n}", seat=Seat(seat), n=holding(view, seat, item))
                    for seat in range(view.seats)
                ),
            )
    return None


# ---------------------------------------------------------------------- effects of choices


def activation_in_short(view: World, activation: ColumnActivation) -> Text:
    """Describe the expected yields of a column's cards, except those that yield nothing."""
    brought = [preview for preview in activation.previews if not preview.idle]
    yields = [
        card_preview_text(view, activation.seat, preview)
        if len(activation.previews) == 1
        else words(
            "{card}: {what}",
            card=view.box.cards[preview.card],
            what=card_preview_text(view, activation.seat, preview),
        )
        for preview in brought
    ]
    column = column_name(activation.column)
    if not yields:
        return words("The {column} does nothing as things stand.", column=column)
    if activation.at_best:
        best = joined(yields, "; ")
        return words("The {column}, in the best region: {told}.", column=column, told=best)
    return words("The {column}: {told}.", column=column, told=joined(yields, "; "))


def before_the_activation(pick_preview: Preview[World]) -> Iterator[Text]:
    """Yield the notes about events before the column is activated (VP paid, attacks, progress
    towards the end of the game), except those that only repeat what is built and the number of the
    next round."""
    for note in pick_preview.notes:
        if note.rule == "DEU-8.1":
            return
        if note.rule not in _REPEATED_RULES:
            yield note.text


_REPEATED_RULES = frozenset({"DEU-5.4", "DEU-9.4", "DEU-22.6", ROUND_RULE})


def goods_after_payment(view: World, seat: int, payment: Payment) -> Text:
    """Describe the gold and resources left after `payment`."""
    after = view.copy()
    pay(after, seat, payment)
    goods = (*after.resources[seat], after.gold[seat])
    goods_text = amounts(view.box, goods) if any(goods) else words("nothing")
    return words("You will have {what} left.", what=goods_text)


def goods_before_activation(before: World, after: World, seat: int) -> Text:
    """Describe the gold, VP and resources that the seat has in the state `after`, in which the new
    building's column has been activated up to the first choice. VP are left out unless they have
    changed and are visible."""
    held = points(after, seat)
    parts = [gold(after.gold[seat])]
    if held is not None and points(before, seat) not in (None, held):
        parts.append(vp(held))
    if any(after.resources[seat]):
        parts.append(amounts(after.box, after.resources[seat]))
    return words("You will then have {what}.", what=series(parts))


def changes(before: World, after: World, seat: int) -> Sequence[Text]:
    """Return a sentence with the changes in gold, VP and resources, if there are any."""
    changed = changed_amounts(before, after, seat)
    return [words("You: {changes}.", changes=series(changed))] if changed else []


def changed_amounts(before: World, after: World, seat: int, *, gains: bool = False) -> list[Text]:
    """Describe the changes in gold, VP and resources, or with `gains` only the increases, each from
    old to new. VP are left out unless they are visible both before and after."""
    is_change = operator.lt if gains else operator.ne
    texts = []
    pairs = (
        (before.gold[seat], after.gold[seat], words("gold")),
        (points(before, seat), points(after, seat), words("VP")),
    )
    for old, new, name in pairs:
        if old is not None and new is not None and is_change(old, new):
            texts.append(words("{name} from {old} to {new}", name=name, old=old, new=new))
    for resource in before.box.resources:
        old, new = before.resources[seat][resource.index], after.resources[seat][resource.index]
        if is_change(old, new):
            texts.append(
                words("{name} from {old} to {new}", name=within(resource.names), old=old, new=new)
            )
    return texts


def pieces_gained(before: World, after: World, seat: int) -> list[Text]:
    """Describe the pieces that leave the stock, if any."""
    stocks = zip(before.stock[seat], after.stock[seat], strict=True)
    numbers = [old - new for old, new in stocks]
    return [piece_series(numbers)] if any(numbers) else []


def offering_brings(before: World, after: World, seat: int) -> Text:
    """Describe the gift for an offering, and the cards drawn to refill the hand."""
    hand_size = len(after.hands[seat])
    number, god = len(before.hands[seat]) - hand_size, god_of(before, after.discard_top)
    missing = missing_cards(after, hand_size)
    return power_words(before, seat, god, number, in_hand=number, refill=missing)


def villages_beside(view: World, place: int) -> Iterator[Text]:
    """Yield the tooltips of the villages beside a region, except those that have already been
    attacked."""
    for village in members(view.map.neighbours[place] & view.map.villages):
        if view.village_vp[village]:
            yield of_village(view, village)


def regions_counted(view: World, after: World, seat: int) -> Iterator[Text]:
    """Yield texts about changes in the numbers of regions with at least two, three, four and five
    buildings. The effects of cards and temples depend on these numbers."""
    for number in range(2, len(STANDARD) + 1):
        old, new = view.count_at_least(seat, number), after.count_at_least(seat, number)
        if old != new:
            yield words(
                "Regions with {number} or more buildings: from {old} to {new}.",
                number=number,
                old=old,
                new=new,
            )


def final_scores(view: World, after: World, seat: int) -> Iterator[Text]:
    """Yield texts about changes in the seat's final score: in the last round from majorities, and
    always from temples."""
    if view.round == view.final_round:
        old, new = (
            sum(majority_score(state, seat, majority) for majority in state.box.majorities)
            for state in (view, after)
        )
        if old != new:
            yield words("Majorities: from {old} to {vp}.", old=old, vp=vp(new))
    yield from _temples_counted(view, after, seat)


def _temples_counted(view: World, after: World, seat: int) -> Iterator[Text]:
    """Yield texts about the expected scores of the seat's temples that are new or whose score
    changes."""
    before = {card.id: temple_score(view, seat, card) for card in temples(view, seat)}
    for card in temples(after, seat):
        new, old = temple_score(after, seat, card), before.get(card.id)
        if old is None:
            yield words("{temple}: {vp} as things stand.", temple=card, vp=vp(new))
        elif old != new:
            yield words("{temple}: from {old} to {vp}.", temple=card, old=old, vp=vp(new))


def known_before_drawing(
    view: World, decision: Decision[World, Value], pick: Value | None
) -> Sequence[Text]:
    """Describe what is known before a choice that draws cards or takes hidden VP: the size of the
    hand after drawing, or the VP that an army's neighbours pay. Empty for other choices."""
    match decision, pick:
        case ExtraCards(), int(number) if number:
            return [_hand_after_drawing(view, decision.seat, number)]
        case DrawCards(), str() if pick == DRAW:
            return [_hand_after_drawing(view, decision.seat, decision.number(view))]
        case Steal(), str() if pick != SKIP:
            points = vp(decision.face(view).effect.vp)
            return [
                words(
                    "Each opponent next to this army gives you {vp}, if they have any.", vp=points
                )
            ]
    return []


def _hand_after_drawing(view: World, seat: int, drawn: int) -> Text:
    return plural(
        "You will then have {n} card in hand (limit {most}).",
        "You will then have {n} cards in hand (limit {most}).",
        len(view.hands[seat]) + drawn,
        most=view.box.hand_most,
    )


def gods_of_hand(view: World, seat: int) -> Text:
    """Return the explanation of an offering, and the gods to whom the cards of a hand can be
    offered."""
    types = dict.fromkeys(view.box.card_type[card] for card in view.hands[seat])
    return words(
        "Offer cards from your hand to the god whose colour is on top: {gods}.",
        gods=series(god_and_colour(view.box, type_) for type_ in types),
    )


def face_down(view: World) -> Text:
    """Return the explanation of building with a face-down card."""
    return words(
        "Once per game you may place any card face down on a column. It costs {gold} per "
        "card in that column, this one included. It has no effect, but it counts, and its "
        "column is activated.",
        gold=gold(view.box.wildcard_gold),
    )


def cards_drawn_afterwards(view: World, seat: int, offered: int) -> Text:
    """Describe the number of cards drawn to refill the hand once `offered` cards have been
    offered."""
    missing = missing_cards(view, len(view.hands[seat]) - offered)
    return plural("You then draw {n} card.", "You then draw {n} cards.", missing)


def missing_cards(view: World, hand_size: int) -> int:
    """Return the number of cards drawn to refill a hand of `hand_size` cards."""
    return max(0, view.box.hand_refill - hand_size)
