"""Playout policy: rules of thumb that take a fraction of a millisecond. Values are in VP.

Nothing is simulated. In a turn, the policy chooses the building or offering with the highest value
(see `turn_values`), after a little noise has been added to the value of the offering.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.step import Decision
from engine.games.deus.activation import ActivateCard
from engine.games.deus.armies import Besiege, Marching, Steal, missing_for_attack
from engine.games.deus.board import random_region
from engine.games.deus.bots.turn_values import (
    MIN_KEPT_VALUE,
    Building,
    Offering,
    buildings,
    gift,
    goods_factor_of_seat,
    offerings,
)
from engine.games.deus.card_effects import SKIP, ChooseRegion, Harvest, harvest
from engine.games.deus.column_preview import preview_card, rough_worth
from engine.games.deus.offering import ChooseGod, ChoosePieces, ChooseResources, ExtraCards
from engine.games.deus.rounds import Turn
from engine.games.deus.science import DrawCards, TakePieces
from engine.games.deus.state import World
from engine.games.deus.trade import FOR_GOLD, Buy, Sell

MAX_NOISE: Final = 0.3
"""Maximum noise added to the value of an offering, in VP."""
MAX_REGIONS: Final = 4
"""Maximum number of regions compared for each card. If there are more, a random sample is
compared."""


def quick(state: World, decision: Decision[World, Any], dice: Dice) -> Value:
    """Return a legal pick for any decision of the game in a fully known state."""
    match decision:
        case Turn(seat=seat):
            return best_turn(state, seat, dice)
        case Marching():
            return _march(state, decision, dice)
        case ChooseRegion():
            return _best_region(state, decision)
        case Sell():
            return _sale(state, decision)
        case ActivateCard():
            return _laboratory_pick(state, decision)
        case ChooseGod(seat=seat, number=number):
            use = goods_factor_of_seat(state, seat)
            gods = [god for god in state.box.gods if not god.is_wild]
            return max(gods, key=lambda god: gift(state, seat, god, number, use)).id
        case ChooseResources() | ChoosePieces() | Buy() | TakePieces():
            return decision.suggest(state)[0]
        case ExtraCards() | DrawCards():
            return decision.options(state)[-1]
    options: Sequence[Value] = decision.options(state)
    return options[0] if len(options) == 1 else dice.pick(options)


# ---------------------------------------------------------------- the turn


def best_turn(state: World, seat: int, dice: Dice, places: int = MAX_REGIONS) -> Value:
    """Return the pick for the building or offering with the highest value, after up to `MAX_NOISE`
    has been added to that of the best offering. Each card is compared in up to `places`
    regions."""
    built = buildings(state, seat, dice, places)
    building = max(built, key=_value, default=None)
    keep = building is not None and building.value >= MIN_KEPT_VALUE
    offering = max(offerings(state, seat, built, int(keep)), key=_value)
    if building is None or offering.value + MAX_NOISE * dice.fraction() > building.value:
        return offering.pick
    return building.pick(state, seat)


def _value(valued: Building | Offering) -> float:
    return valued.value


# ---------------------------------------------------------------- decisions of activated cards


def _best_region(state: World, decision: ChooseRegion) -> Value:
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
    """Return how much to sell: everything if it is sold for VP, but all except one if it is sold
    for gold."""
    most = len(decision.options(state)) - 1
    if decision.face(state).effect.kind != FOR_GOLD:
        return most
    return max(0, most - 1)


def _laboratory_pick(state: World, decision: ActivateCard) -> Value:
    """Return the position of the most valuable card that the laboratory can activate; `SKIP` if
    none has any value."""
    faces, column = state.box.cards, decision.column(state)

    def worth(rank: Value) -> float:
        if not isinstance(rank, int):
            return 0.0
        return rough_worth(preview_card(state, decision.seat, faces[column[rank - 1]]))

    return max(decision.options(state), key=worth)


def _march(state: World, decision: Marching, dice: Dice) -> Value:
    """Return a random march to an empty region next to a village with VP. If there is none, return
    the pick that moves nothing."""
    gaps = 0
    for village in state.villages_left():
        gaps |= missing_for_attack(state, village)
    wanted: Sequence[tuple[int, int]] = [
        (army, there & gaps) for army, there in decision.marches(state) if there & gaps
    ]
    if not wanted:
        return (decision.none,)
    army, there = dice.pick(wanted)
    return (state.map.ids[army], state.map.ids[random_region(there, dice)])
