"""Foolish moves in Troyes that bots made in real games and none should make again."""

from __future__ import annotations

from collections.abc import Mapping
from operator import le
from typing import Any, Final

from engine.errors import Refusal
from engine.games.troyes.actions import Farm
from engine.games.troyes.black_dice import FaceBlackDie, reach
from engine.games.troyes.bots.evaluation import AVERAGE_PIPS, price_of_black
from engine.games.troyes.dice import DIE_OF, VALUE
from engine.games.troyes.group_commands import judge
from engine.games.troyes.groups import Group, all_dice
from engine.games.troyes.influence import FLIP, REROLL
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


def rerolls_a_high_die(state: Town, decision: Any, pick: Any) -> bool:
    """Pay influence to roll a die again that shows more than the average."""
    return bool(pick[0] == REROLL and VALUE[DIE_OF[pick[1]][1]] > AVERAGE_PIPS)


def may_shuffle(state: Town, decision: Any) -> bool:
    """The seat may place a citizen."""
    return isinstance(decision, TakeTurn)


def shuffles(state: Town, decision: Any, pick: Any) -> bool:
    """Place a citizen so that the seat gets no more citizens in any building, and nobody else
    loses one."""
    if pick[0] != PlaceCitizen.key:
        return False
    after = state.copy()
    del after.agenda[-1]
    decision.apply(after, pick)
    seat = decision.seat
    own = all(map(le, _standing(after, seat), _standing(state, seat)))
    rest = (other for other in range(state.seats) if other != seat)
    return own and all(_standing(after, other) == _standing(state, other) for other in rest)


def _standing(state: Town, seat: int) -> list[int]:
    return [state.standing(seat, building.index) for building in state.box.buildings]


FOOLISH_MOVES: Final[Mapping[str, FoolishMove]] = {
    "burns money rather than pass": FoolishMove(may_burn_money, burns_money),
    "places a citizen in vain": FoolishMove(may_shuffle, shuffles),
    "sells itself": FoolishMove(may_sell_itself, sells_itself),
    "rerolls a high die": FoolishMove(may_sell_itself, rerolls_a_high_die),
}
