"""What is said where something is not allowed: each sentence in a position where it is true, and a
step away from it, where it is not true and not said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.step import Decision
from engine.games.knights.state import Island
from tests.engine.games.knights.positions import asked, edges, give, go_on, island

LAND = island()


def why(state: Island, pick: Any) -> str:
    """By which rule and why the open decision does not allow a pick; empty where it does."""
    decision = asked(state)
    assert isinstance(decision, Decision)
    if decision.allows(state, pick):
        return ""
    refusal = decision.refuse(state, pick)
    return f"{refusal.rule}: {refusal.reason.plain()}"


# ---------------------------------------------------------------- knights (CK-16)


def crossroads(others: Mapping[int, int] | None = None) -> Island:
    """Seat 0 has a ready strong knight on n18, from which roads lead to its settlement on n13, to
    n23, where seat 1 has a knight, and over n24 to n30; another ready one can go from n40 to n45.
    The others' knights are levels by nodes."""
    return island(
        2,
        settlements={0: [13]},
        roads={0: edges(LAND, "18-24", "18-23", "13-18", "24-30", "40-45")},
        knights={0: {18: 2, 40: 1}, 1: {23: 2, **(others or {})}},
        ready=[18, 40],
    )


@pytest.mark.rule("CK-16.5")
def test_a_knight_in_reach_that_is_no_weaker_is_not_called_out_of_reach():
    state = crossroads({24: 1})
    assert why(state, ("displace", 18, 24)) == ""
    assert why(state, ("displace", 18, 23)) == "CK-16.5: That knight is not weaker than this one."
    nobody = "CK-16.5: No knight of an opponent stands there."
    assert why(state, ("displace", 18, 13)) == nobody
    state.lift(24)
    state.place(1, 30, state.pieces[23] - 1)
    assert why(state, ("displace", 18, 24)) == nobody
    assert why(state, ("displace", 18, 30)) == ""


@pytest.mark.rule("CK-16.3", "CK-16.4")
def test_a_node_in_reach_where_something_stands_is_not_called_out_of_reach():
    state = crossroads()
    assert why(state, ("move", 18, 24)) == ""
    for node in (13, 23):
        assert why(state, ("move", 18, node)) == "CK-16.4: Something stands there."
    assert why(state, ("move", 18, 18)) == "CK-16.4: This knight stands there already."
    beyond = "CK-16.4: That is not within the reach of this knight."
    assert why(state, ("move", 18, 29)) == beyond
    assert why(state, ("move", 18, 30)) == ""
    state.place(1, 24, state.pieces[23])
    assert why(state, ("move", 18, 24)) == "CK-16.4: Something stands there."
    assert why(state, ("move", 18, 30)) == beyond


@pytest.mark.rule("CK-16.4", "CK-16.5")
def test_a_ready_knight_that_can_go_nowhere_is_told_so_and_one_that_can_is_asked_where():
    state = crossroads()
    assert why(state, ("move", 40)) == "CK-16.4: Choose where this knight goes."
    state.place(1, 45, state.pieces[23])
    assert why(state, ("move", 40)) == "CK-16.4: This knight reaches no empty node."
    assert why(state, ("move", 18)) == "CK-16.4: Choose where this knight goes."
    state.place(1, 24, state.pieces[23] - 1)
    none = "CK-16.5: This knight reaches no weaker knight of an opponent."
    assert why(state, ("displace", 40)) == none
    assert why(state, ("displace", 18)) == "CK-16.5: Choose where this knight goes."


@pytest.mark.rule("CK-16.1", "CK-16.2", "CK-15.9")
def test_a_knight_is_told_to_be_inactive_or_activated_too_late_as_it_is():
    state = crossroads()
    state.place(0, 35, state.pieces[18])
    give(state, 0, grain=2)
    inactive = "CK-16.1: This knight is inactive: only active ones act."
    late = "CK-16.1: This knight was activated in this turn and does not act in it."
    for key in ("move", "displace", "chase"):
        assert inactive not in why(state, (key, 18))
    assert why(state, ("move", 35)) == inactive
    go_on(state, ("activate", 35))
    assert why(state, ("move", 35)) == late
    go_on(state, ("move", 18, 24))
    assert why(state, ("move", 24)) == inactive
    go_on(state, ("activate", 24))
    assert why(state, ("move", 24)) == late
