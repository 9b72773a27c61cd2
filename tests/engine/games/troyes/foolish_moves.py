"""Foolish moves in Troyes that bots made in real games and none should make again."""

from __future__ import annotations

from collections.abc import Mapping
from operator import le
from typing import Any, Final

from engine.errors import Refusal
from engine.games.troyes.actions import Activate, Farm, Fight
from engine.games.troyes.black_dice import (
    DEFEAT,
    FaceBlackDie,
    split_dice,
    target_of,
    total_of,
    total_strength,
)
from engine.games.troyes.bots.evaluation import AVERAGE_PIPS, price_of_black
from engine.games.troyes.dice import COLOUR, DIE_OF, NEUTRAL, VALUE, WHITE
from engine.games.troyes.group_commands import judge
from engine.games.troyes.groups import Group, all_dice
from engine.games.troyes.influence import FLIP, REROLL, own_dice
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
    return total_strength(state, decision.seat) >= state.black[0]


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


def may_waste_dice(state: Town, decision: Any) -> bool:
    """The seat's dice can defeat the black die."""
    return (
        isinstance(decision, FaceBlackDie)
        and total_strength(state, decision.seat) >= state.black[0]
    )


def wastes_dice(state: Town, decision: Any, pick: Any) -> bool:
    """Discard a die that is not needed to defeat the black dice, or a red or yellow die where one
    of the same colour that shows at least two less would do."""
    if pick[0] != DEFEAT:
        return False
    names, others = split_dice(pick[1])
    target = target_of(state, others)
    kept = [name for name in own_dice(state, decision.seat) if name not in names]
    for name in names:
        rest = [other for other in names if other != name]
        lower = [other for other in kept if _is_lower(other, name)]
        ways = [rest, *([*rest, other] for other in lower)]
        if any(total_of(state, way) >= target for way in ways):
            return True
    return False


def _is_lower(name: str, other: str) -> bool:
    """Whether a die has the colour of another one, which is not white, and shows two less."""
    face, high = DIE_OF[name][1], DIE_OF[other][1]
    return COLOUR[face] == COLOUR[high] != WHITE and VALUE[face] <= VALUE[high] - 2


def may_use_dice(state: Town, decision: Any) -> bool:
    """The seat may fight an event or activate a card."""
    return isinstance(decision, TakeTurn)


def uses_a_needless_die(state: Town, decision: Any, pick: Any) -> bool:
    """Fight an event or activate a card with a die of the seat or the neutral district without
    which the effect would be the same."""
    if pick[0] not in (Fight.key, Activate.key):
        return False
    command = Fight() if pick[0] == Fight.key else Activate()
    _, head, cube, names, *tail = pick
    own = [name for name in names if DIE_OF[name][0] in (decision.seat, NEUTRAL)]
    groups = [tuple(other for other in names if other != name) for name in own]
    return any(command.allows(state, decision.seat, (head, cube, rest, *tail)) for rest in groups)


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
    return [state.citizens_in(seat, building.index) for building in state.box.buildings]


FOOLISH_MOVES: Final[Mapping[str, FoolishMove]] = {
    "burns money rather than pass": FoolishMove(may_burn_money, burns_money),
    "places a citizen in vain": FoolishMove(may_shuffle, shuffles),
    "sells itself": FoolishMove(may_sell_itself, sells_itself),
    "rerolls a high die": FoolishMove(may_sell_itself, rerolls_a_high_die),
    "discards too much against a black die": FoolishMove(may_waste_dice, wastes_dice),
    "uses a needless die": FoolishMove(may_use_dice, uses_a_needless_die),
}
