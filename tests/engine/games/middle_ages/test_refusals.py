"""What is said where something is not allowed: each sentence in a position where it is true, and a
step away from it, where it is not true and not said."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.step import Decision
from engine.games.middle_ages.state import Kingdom
from tests.engine.games.middle_ages.positions import Lord, asked, table, turn


def why(state: Kingdom, pick: Any) -> str:
    """By which rule and why the open decision does not allow a pick; empty where it does."""
    decision: Any = asked(state)
    assert isinstance(decision, Decision)
    if decision.allows(state, pick):
        return ""
    refusal = decision.refuse(state, pick)
    return f"{refusal.rule}: {refusal.reason.plain()}"


def scouting(**more: Any) -> Kingdom:
    """The first player has taken a rampart and is asked about the scout."""
    return turn(table(Lord(takes="rampart_01", **more), Lord(), Lord(), round=5), 0, to=1)


@pytest.mark.rule("MID-5.10", "MID-5.7")
def test_a_tile_must_return_and_be_one_of_the_graveyard():
    state = turn(table(Lord(0, grave="field_01 church_02", takes="village_01"), Lord()), 0)
    assert why(state, "field_01") == ""
    assert why(state, "stay") == "MID-5.7: A tile must return: you cannot decline."
    assert why(state, "mill_06") == "MID-5.7: That tile is not in your graveyard."
    assert why(scouting(), "stay") == ""


@pytest.mark.rule("MID-6.2", "MID-6.9")
def test_a_scout_to_where_it_stands():
    assert why(scouting(scout=(3, 2)), (3, 2)) == "MID-6.9: Your scout stands there already."
    assert why(scouting(scout=(3, 1)), (3, 2)) == ""
