"""Foolish moves in Troyes that bots made in real games and none should make again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import Refusal
from engine.games.troyes.actions import Farm
from engine.games.troyes.black_dice import FaceBlackDie, reach
from engine.games.troyes.bots.evaluation import price_of_black
from engine.games.troyes.group_commands import judge
from engine.games.troyes.groups import Group, all_dice
from engine.games.troyes.influence import FLIP
from engine.games.troyes.placement import PlaceCitizen
from engine.games.troyes.state import Town
from engine.games.troyes.turn import TakeTurn
from tests.foolish_moves import FoolishMove


def _group(command: Farm | PlaceCitizen, state: Town, seat: int, pick: Any) -> Group:
    group = judge(command, state, seat, pick[1:])
    assert not isinstance(group, Refusal)
    return group


def may_burn_money(state: Town, decision: Any) -> bool:
    """All others have passed, and the seat has no dice left."""
    if not isinstance(decision, TakeTurn) or state.dice[decision.seat]:
        return False
    others_passed = sum(state.passed) == state.seats - 1
    return others_passed and state.deniers[decision.seat] >= 2 and bool(all_dice(state))


def burns_money(state: Town, decision: Any, pick: Any) -> bool:
    """Buy dice to farm for no more than they cost, or to put a citizen into the building where it
    already is."""
    seat = decision.seat
    if pick[0] == Farm.key:
        group = _group(Farm(), state, seat, pick)
        return group.total // state.box.farm_divisor <= group.price
    if pick[0] == PlaceCitizen.key:
        group = _group(PlaceCitizen(), state, seat, pick)
        building = state.box.buildings[group.colour].id
        place = str(pick[3])
        return group.price > 0 and place.startswith(f"{building}.") and "lying" not in place
    return False


def may_sell_itself(state: Town, decision: Any) -> bool:
    """The black die can be defeated with the current dice."""
    if not isinstance(decision, FaceBlackDie) or state.influence[decision.seat] < 4:
        return False
    return reach(state, decision.seat) >= state.black[0]


def sells_itself(state: Town, decision: Any, pick: Any) -> bool:
    """Turn dice over, so that others may buy them, though the black die costs no less then."""
    if pick[0] != FLIP:
        return False
    after = state.copy()
    del after.agenda[-1]
    decision.apply(after, pick)
    return price_of_black(after, decision.seat) >= price_of_black(state, decision.seat)


FOOLISH_MOVES: Final[Mapping[str, FoolishMove]] = {
    "burns money rather than pass": FoolishMove(may_burn_money, burns_money),
    "sells itself": FoolishMove(may_sell_itself, sells_itself),
}
