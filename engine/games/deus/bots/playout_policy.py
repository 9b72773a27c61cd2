"""Playout policy: rules of thumb that take a fraction of a millisecond. Values are in VP.

Nothing is simulated. The value of a card is a rough value of its column, the value of an offering
is the value of the god's gift; the best pick is chosen, with a little noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.step import Decision
from engine.games.deus.activation import ActivateCard
from engine.games.deus.armies import Besiege, Marching, Steal, missing_for_attack
from engine.games.deus.board import members, random_region
from engine.games.deus.bots.card_value import usefulness
from engine.games.deus.building import BUILD
from engine.games.deus.card_effects import SKIP, ChooseRegion, Harvest, harvest
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
from engine.games.deus.rounds import Turn
from engine.games.deus.science import DrawCards, TakePieces
from engine.games.deus.scoring import temple_score
from engine.games.deus.state import FACE_DOWN, World
from engine.games.deus.trade import FOR_GOLD, Buy, Sell

ON_THE_MAP: Final = 2.0
"""Value of another piece on the map, in VP."""
LOWEST: Final = 2.0
"""Value in VP of another card in a lowest column, which temples require."""
TEMPLE_VALUE: Final = 4.0
"""Value in VP assumed for a temple in addition to its current score."""
FEE: Final = 3.0
"""Assumed cost in VP of placing a piece at the edge."""
GOLD: Final = 0.25
RESOURCE: Final = 0.9
ENOUGH: Final = 6
"""Number of resources above which more have no value."""
PIECE: Final = 0.7
CARD: Final = 0.35
SMALL_HAND: Final = 3
"""Size of the hand above which the best card is not offered if it is worth at least
`KEEP_VALUE`."""
KEEP_VALUE: Final = 2.5
"""Minimum value in VP of a best card that is not offered."""
NOISE: Final = 0.5
"""Maximum noise added to the value of a pick, in VP."""
PLACES: Final = 6
"""Maximum number of regions compared; if there are more, a random sample is compared."""


def quick(state: World, decision: Decision[World, Any], dice: Dice) -> Value:
    """Return a legal pick for any decision of the game in a fully known state."""
    match decision:
        case Turn(seat=seat):
            return _turn(state, seat, dice)
        case Marching():
            return _march(state, decision, dice)
        case ChooseRegion():
            return _best_region(state, decision)
        case Sell():
            return _sale(state, decision)
        case ActivateCard():
            return _laboratory_pick(state, decision)
        case ChooseGod(seat=seat, number=number):
            gods = [god for god in state.box.gods if not god.is_wild]
            return max(gods, key=lambda god: _god_value(state, seat, god, number)).id
        case ChooseResources() | ChoosePieces() | Buy() | TakePieces():
            return decision.suggest(state)[0]
        case ExtraCards() | DrawCards():
            return decision.options(state)[-1]
    options: Sequence[Value] = decision.options(state)
    return options[0] if len(options) == 1 else dice.pick(options)


# ---------------------------------------------------------------- the turn


def _turn(state: World, seat: int, dice: Dice) -> Value:
    offered, offering = _offering(state, seat)
    best, chosen = offering + NOISE * dice.fraction(), -1
    columns: dict[int, float] = {}
    paid: dict[int, bool] = {}
    for card in buildable(state, seat):
        type_ = state.box.card_type[card]
        if type_ not in columns:
            columns[type_] = _column_value(state, seat, type_)
            paid[type_] = type_ != TEMPLE and not regions_for(state, seat, type_)[0]
        worth = (
            columns[type_]
            + _card_value(state, seat, card)
            - FEE * paid[type_]
            + NOISE * dice.fraction()
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


def _column_value(state: World, seat: int, type_: int) -> float:
    """Value of activating a column, plus the value of another piece and card in it."""
    if type_ == TEMPLE:
        return TEMPLE_VALUE
    faces = state.box.cards
    worth = ON_THE_MAP
    for card in state.columns[seat][type_]:
        if card != FACE_DOWN:
            worth += rough_worth(link_of(state, seat, faces[card]))
    heights = [len(state.columns[seat][column]) for column in STANDARD]
    return worth + LOWEST * (heights[type_] == min(heights))


def _card_value(state: World, seat: int, card: int) -> float:
    """Value of a newly built card itself, minus its cost."""
    face = state.box.cards[card]
    if face.type == TEMPLE:
        return float(temple_score(state, seat, face))
    return rough_worth(link_of(state, seat, face)) - GOLD * sum(face.cost)


def _region(state: World, seat: int, type_: int, dice: Dice) -> int:
    """Return the best region for a piece, preferably without a cost: next to villages with VP, or
    with a useful resource."""
    free, at_a_price = regions_for(state, seat, type_)
    places = free or at_a_price
    if places.bit_count() > PLACES:
        drawn = {random_region(places, dice) for _ in range(PLACES)}
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
        value = NOISE * dice.fraction()
        if beside >> place & 1:
            value += 1.5 if type_ == MILITARY else 0.7
        if type_ in (PRODUCTION, CIVIL):
            kind = state.map.terrains[place].resource
            value += 0.2 * max(0, 4 - state.resources[seat][kind]) if kind >= 0 else 0.0
        if held >> place & 1:
            value += 0.4
        return value

    return max(sorted(drawn), key=worth)


# ---------------------------------------------------------------- offerings


def _offering(state: World, seat: int) -> tuple[tuple[str, ...], float]:
    """Return the offering of the least useful cards, with the best god on top, and its value."""
    things = hand_things(state, seat)
    ranked = sorted((usefulness(state, seat, face_of(state, thing)), thing) for thing in things)
    keeps_best = len(ranked) > SMALL_HAND and ranked[-1][0] >= KEEP_VALUE
    offered = [thing for _, thing in ranked[: len(ranked) - keeps_best]]
    number = len(offered)

    def worth(thing: str) -> float:
        return _god_value(state, seat, god_of(state, face_of(state, thing)), number)

    top = max(offered, key=worth)
    offered.remove(top)
    return (*offered, top), worth(top) + CARD * number


def _god_value(state: World, seat: int, god: God, number: int) -> float:
    """Value of a god's gift to a seat for `number` offered cards."""
    if god.is_wild:
        others = (god_ for god_ in state.box.gods if not god_.is_wild)
        return max(_god_value(state, seat, other, number) for other in others)
    worth = GOLD * god.gold * number + vp_of(god, number) * bool(god.vp_for_one)
    if god.resources:
        lacking = ENOUGH - sum(state.resources[seat])
        worth += RESOURCE * max(0, min(number * god.resources, lacking))
    if god.cards:
        worth += CARD * min(number * god.cards, state.box.hand_most - state.box.hand_refill)
    if god.pieces:
        few = sum(number < 2 for number in state.available[seat])
        worth += PIECE * min(number * god.pieces, few)
    if god.piece >= 0 and state.stock[seat][god.piece]:
        worth += PIECE if not state.available[seat][god.piece] else PIECE / 3
    return worth


# ---------------------------------------------------------------- demands of columns


def _best_region(state: World, decision: ChooseRegion) -> Value:
    """Return the region with the highest gain."""
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
    """Return the number to sell: everything for VP, or all but one for gold."""
    most = len(decision.options(state)) - 1
    if decision.face(state).effect.kind != FOR_GOLD:
        return most
    return max(0, most - 1)


def _laboratory_pick(state: World, decision: ActivateCard) -> Value:
    """Return the rank of the most valuable card."""
    faces, column = state.box.cards, decision.column(state)

    def worth(rank: Value) -> float:
        if not isinstance(rank, int):
            return 0.0
        return rough_worth(link_of(state, decision.seat, faces[column[rank - 1]]))

    return max(decision.options(state), key=worth)


def _march(state: World, decision: Marching, dice: Dice) -> Value:
    """Return a march into a gap next to a village with VP, if there is one; otherwise move
    nothing."""
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
    return (state.map.ids[army], state.map.ids[random_region(there, dice)])
