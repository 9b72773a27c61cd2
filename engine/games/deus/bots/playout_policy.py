"""What a seat picks in a playout (default policy): rules of thumb in a fraction of a millisecond.

Nothing is carried out to see what it brings: a card is worth what its column would bring by a
rough measure, an offering what its god gives, and the best is taken, a little of it by lot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.step import Decision
from engine.games.deus.armies import Besiege, Marching, Steal
from engine.games.deus.attack import missing_for_attack
from engine.games.deus.board import members, one_of
from engine.games.deus.bots.card_value import usefulness
from engine.games.deus.building import BUILD
from engine.games.deus.card_effects import SKIP, ChooseRegion
from engine.games.deus.column_preview import link_of, rough_worth
from engine.games.deus.components import CIVIL, MILITARY, PRODUCTION, STANDARD, TEMPLE, God
from engine.games.deus.offering import (
    OFFER,
    ChooseGod,
    ChoosePieces,
    ChooseResources,
    ExtraCards,
    face_of,
    god_of,
    hand_things,
    vp_of,
)
from engine.games.deus.placement import buildable, payments, regions_for
from engine.games.deus.production import Harvest, harvest
from engine.games.deus.rounds import Turn
from engine.games.deus.science import ActivateCard, DrawCards, TakePieces
from engine.games.deus.scoring import temple_score
from engine.games.deus.state import FACE_DOWN, World
from engine.games.deus.trade import FOR_GOLD, Buy, Sell

ON_THE_MAP: Final = 2.0
"""What another piece on the map is worth, whatever its column does."""
LOWEST: Final = 2.0
"""What another card is worth in a column that temples wait for."""
A_TEMPLE: Final = 4.0
"""What a temple may still come to beyond what it is worth now."""
FEE: Final = 3.0
"""What the place for a piece at the edge costs, in VP."""
GOLD: Final = 0.25
RESOURCE: Final = 0.9
ENOUGH: Final = 6
"""Of so many resources no more are wanted."""
PIECE: Final = 0.7
CARD: Final = 0.35
KEPT_OF: Final = 3
"""Of more cards than these one is not offered,"""
KEPT: Final = 2.5
"""if it is of so much use."""
LOT: Final = 0.5
"""So much at most is added by lot to what a pick seems to be worth."""
PLACES: Final = 6
"""So many regions are compared, of more so many are drawn."""


def quick(state: World, decision: Decision[World, Any], dice: Dice) -> Value:
    """A legal pick for any decision of the game, where the whole table is known."""
    match decision:
        case Turn(seat=seat):
            return _turn(state, seat, dice)
        case Marching():
            return _march(state, decision, dice)
        case ChooseRegion():
            return _place_of(state, decision)
        case Sell():
            return _sale(state, decision)
        case ActivateCard():
            return _from_laboratory(state, decision)
        case ChooseGod(seat=seat, number=number):
            gods = [god for god in state.box.gods if not god.is_wild]
            return max(gods, key=lambda god: _of_god(state, seat, god, number)).id
        case ChooseResources() | ChoosePieces() | Buy() | TakePieces():
            return decision.suggest(state)[0]
        case ExtraCards() | DrawCards():
            return decision.options(state)[-1]
    options: Sequence[Value] = decision.options(state)
    return options[0] if len(options) == 1 else dice.pick(options)


# ---------------------------------------------------------------- the turn


def _turn(state: World, seat: int, dice: Dice) -> Value:
    offered, offering = _offering(state, seat)
    best, chosen = offering + LOT * dice.fraction(), -1
    columns: dict[int, float] = {}
    paid: dict[int, bool] = {}
    for card in buildable(state, seat):
        type_ = state.box.card_type[card]
        if type_ not in columns:
            columns[type_] = _of_column(state, seat, type_)
            paid[type_] = type_ != TEMPLE and not regions_for(state, seat, type_)[0]
        worth = (
            columns[type_] + _of_card(state, seat, card) - FEE * paid[type_] + LOT * dice.fraction()
        )
        if worth > best:
            best, chosen = worth, card
    if chosen < 0:
        return (OFFER, offered)
    pick = (BUILD, state.box.card_ids[chosen], payments(state, seat, chosen)[0])
    type_ = state.box.card_type[chosen]
    if type_ == TEMPLE and not state.temples:
        return pick
    return (*pick, state.map.ids[_region(state, seat, type_, dice)])


def _of_column(state: World, seat: int, type_: int) -> float:
    """What a column brings that fires, and another piece and card of its type."""
    if type_ == TEMPLE:
        return A_TEMPLE
    faces = state.box.cards
    worth = ON_THE_MAP
    for card in state.columns[seat][type_]:
        if card != FACE_DOWN:
            worth += rough_worth(link_of(state, seat, faces[card]))
    heights = [len(state.columns[seat][column]) for column in STANDARD]
    return worth + LOWEST * (heights[type_] == min(heights))


def _of_card(state: World, seat: int, card: int) -> float:
    """What a card itself brings when it is built, less what it costs."""
    face = state.box.cards[card]
    if face.type == TEMPLE:
        return float(temple_score(state, seat, face))
    return rough_worth(link_of(state, seat, face)) - GOLD * sum(face.cost)


def _region(state: World, seat: int, type_: int, dice: Dice) -> int:
    """Where a piece is built: at no price if that can be, beside villages that have VP, where it is
    of use to the cards of its column."""
    free, at_a_price = regions_for(state, seat, type_)
    places = free or at_a_price
    if places.bit_count() > PLACES:
        drawn = {one_of(places, dice) for _ in range(PLACES)}
    else:
        drawn = set(members(places))
    if len(drawn) == 1:
        return drawn.pop()
    villages = state.villages_left()
    beside = 0
    for village in villages:
        beside |= missing_for_attack(state, village)
    held = state.held(seat)

    def worth(place: int) -> float:
        found = LOT * dice.fraction()
        if beside >> place & 1:
            found += 1.5 if type_ == MILITARY else 0.7
        if type_ in (PRODUCTION, CIVIL):
            kind = state.map.terrains[place].resource
            found += 0.2 * max(0, 4 - state.resources[seat][kind]) if kind >= 0 else 0.0
        if held >> place & 1:
            found += 0.4
        return found

    return max(sorted(drawn), key=worth)


# ---------------------------------------------------------------- offerings


def _offering(state: World, seat: int) -> tuple[tuple[str, ...], float]:
    """The cards of least use, the best of their gods on top, and what that brings."""
    things = hand_things(state, seat)
    ranked = sorted((usefulness(state, seat, face_of(state, thing)), thing) for thing in things)
    kept = len(ranked) > KEPT_OF and ranked[-1][0] >= KEPT
    offered = [one for _, one in ranked[: len(ranked) - kept]]
    number = len(offered)

    def worth(thing: str) -> float:
        return _of_god(state, seat, god_of(state, face_of(state, thing)), number)

    top = max(offered, key=worth)
    offered.remove(top)
    return (*offered, top), worth(top) + CARD * number


def _of_god(state: World, seat: int, god: God, number: int) -> float:
    """What a god gives a seat for so many cards."""
    if god.is_wild:
        others = (one for one in state.box.gods if not one.is_wild)
        return max(_of_god(state, seat, other, number) for other in others)
    worth = GOLD * god.gold * number + vp_of(god, number) * bool(god.vp_for_one)
    if god.resources:
        lacking = ENOUGH - sum(state.resources[seat])
        worth += RESOURCE * max(0, min(number * god.resources, lacking))
    if god.cards:
        worth += CARD * min(number * god.cards, state.box.hand_most - state.box.hand_refill)
    if god.pieces:
        few = sum(there < 2 for there in state.available[seat])
        worth += PIECE * min(number * god.pieces, few)
    if god.piece >= 0 and state.stock[seat][god.piece]:
        worth += PIECE if not state.available[seat][god.piece] else PIECE / 3
    return worth


# ---------------------------------------------------------------- what columns ask


def _place_of(state: World, decision: ChooseRegion) -> Value:
    """The region that brings most."""
    seat, card = decision.seat, decision.face(state)
    places = decision.places(state)
    if not places:
        return SKIP

    def worth(place: int) -> float:
        match decision:
            case Harvest():
                kind, amount = harvest(state, seat, card, place)
                return amount - 0.1 * state.resources[seat][kind]
            case Besiege():
                return float(decision.amount(state, place))
            case Steal():
                return float(len(state.opponents_beside(seat, place)))
        return 0.0

    return state.map.ids[max(places, key=worth)]


def _sale(state: World, decision: Sell) -> int:
    """All for VP; for gold all but one, while there is little of it."""
    most = len(decision.options(state)) - 1
    if decision.face(state).effect.kind != FOR_GOLD:
        return most
    return max(0, most - 1)


def _from_laboratory(state: World, decision: ActivateCard) -> Value:
    """The card that brings most."""
    faces, column = state.box.cards, decision.column(state)

    def worth(rank: Value) -> float:
        if not isinstance(rank, int):
            return 0.0
        return rough_worth(link_of(state, decision.seat, faces[column[rank - 1]]))

    return max(decision.options(state), key=worth)


def _march(state: World, decision: Marching, dice: Dice) -> Value:
    """An army into a gap beside a village that has VP, if any can go there; else none."""
    gaps = 0
    for village in state.villages_left():
        gaps |= missing_for_attack(state, village)
    wanted: Sequence[tuple[int, int]] = [
        (army, there & gaps)
        for army, there in decision.marches(state)
        if there & gaps and not gaps >> army & 1
    ]
    if not wanted:
        return (decision.none,)
    army, there = dice.pick(wanted)
    return (state.map.ids[army], state.map.ids[one_of(there, dice)])
