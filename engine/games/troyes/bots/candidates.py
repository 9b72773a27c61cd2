"""Filters for the candidate picks of Troyes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.event import Value
from engine.games.troyes.black_dice import FaceBlackDie, reach
from engine.games.troyes.bots.evaluation import AVERAGE_PIPS, price_of_black
from engine.games.troyes.dice import DIE_OF, NEUTRAL, VALUE
from engine.games.troyes.group_rules import form_group
from engine.games.troyes.groups import Group
from engine.games.troyes.influence import FLIP, Reroll
from engine.games.troyes.placement import PlaceCitizen, enter_from
from engine.games.troyes.state import FREE, Town


def without_wasted_influence(
    view: Town, decision: FaceBlackDie, picks: Sequence[Value]
) -> Sequence[Value]:
    """Return the picks except those that reroll a die of 3 or more, and those that flip dice but do
    not make the black die cheaper to defeat, because opponents would buy the higher dice. If the
    seat's dice cannot defeat it yet, return all picks."""
    seat = decision.seat
    if reach(view, seat) < view.black[0]:
        return picks
    now = price_of_black(view, seat)

    def is_cheaper(pick: Value) -> bool:
        after = view.copy()
        after.agenda.pop()
        decision.apply(after, pick)  # type: ignore[arg-type]
        return price_of_black(after, seat) < now

    return [
        pick
        for pick in picks
        if not _rerolls_for_little(pick) and (not _turns(pick) or is_cheaper(pick))
    ]


def _rerolls_for_little(pick: Value) -> bool:
    """Whether a pick rerolls a die that gains less than one pip on average."""
    match pick:
        case (Reroll.key, str(name)):
            return AVERAGE_PIPS - VALUE[DIE_OF[name][1]] < 1
    return False


def _turns(pick: Value) -> bool:
    return isinstance(pick, tuple) and pick[0] == FLIP


def without_shuffles(view: Town, seat: int, picks: Sequence[Value]) -> Sequence[Value]:
    """Return the picks except those that place a citizen without effect on the dice."""
    return [pick for pick in picks if not _is_shuffle(view, seat, pick)]


def _is_shuffle(view: Town, seat: int, pick: Value) -> bool:
    """Whether a pick places a citizen so that the seat gets no more citizens in that building, and
    no opponent loses one. The citizen moves within the building, or expels another of the seat."""
    match pick:
        case (PlaceCitizen.key, str(cube), (str(name),), str(place)):
            group = form_group(PlaceCitizen(), view, seat, (), cube, (name,))
            assert isinstance(group, Group)
            entering = enter_from(view, seat, group.colour, group.values[0], place)
            more = entering.cells.count(seat) > view.standing(seat, group.colour)
            return not more and entering.expelled in (FREE, NEUTRAL, seat)
    return False
