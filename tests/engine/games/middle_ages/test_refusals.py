"""Refusal messages: each in a position where it is true, and one step away from it, where it is not
true and does not appear."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.step import Decision
from engine.games.middle_ages.setup import PlaceLord
from engine.games.middle_ages.state import NOWHERE, Kingdom
from engine.games.middle_ages.tokens import PlaceCoinToken, PlacePlotToken
from engine.games.middle_ages.turn import MoveLord
from tests.engine.games.middle_ages.positions import Lord, pending_step, table, turn


def why(state: Kingdom, pick: Any) -> str:
    """The rule and reason by which the pending decision refuses a pick; empty if it allows it."""
    decision: Any = pending_step(state)
    assert isinstance(decision, Decision)
    if decision.allows(state, pick):
        return ""
    refusal = decision.refuse(state, pick)
    return f"{refusal.rule}: {refusal.reason.plain()}"


def scouting(**more: Any) -> Kingdom:
    """The first player has taken a rampart and is asked about the scout."""
    return turn(table(Lord(takes="rampart_01", **more), Lord(), Lord(), round=5), 0, to=1)


@pytest.mark.rule("MID-5.10", "MID-5.7")
def test_returning_tile_is_mandatory_and_from_the_graveyard():
    state = turn(table(Lord(0, grave="field_01 church_02", takes="village_01"), Lord()), 0)
    assert why(state, "field_01") == ""
    assert why(state, "stay") == "MID-5.7: You must return a tile and cannot decline."
    assert why(state, "mill_06") == "MID-5.7: That tile is not in your graveyard."
    assert why(scouting(), "stay") == ""


@pytest.mark.rule("MID-6.2", "MID-6.9")
def test_scout_to_its_own_place():
    assert why(scouting(scout=(3, 2)), (3, 2)) == "MID-6.9: Your scout is already there."
    assert why(scouting(scout=(3, 1)), (3, 2)) == ""


@pytest.mark.rule("MID-6.2", "MID-6.3")
def test_tiles_that_a_scout_cannot_reserve():
    state = turn(
        table(Lord(takes="rampart_01"), Lord(at=(1, 3), scout=(4, 4)), Lord(), round=5),
        0,
        to=1,
    )
    assert why(state, (4, 3)) == ""
    assert why(state, (4, 4)) == "MID-6.3: seat 2's scout reserves that tile."
    assert why(state, (2, 4)) == "MID-6.3: Your lord is in that row."
    assert why(state, (1, 3)) == "MID-6.3: seat 2's lord is there."
    assert why(state, (5, 1)) == "MID-6.3: There is no tile there."
    assert why(state, "far") == (
        "MID-6.2: Choose a tile in the display, or leave the scout where it is."
    )
    assert why(state, "stay") == ""


@pytest.mark.rule("MID-4.2", "MID-4.3", "MID-6.4")
def test_illegal_places_for_a_moving_lord():
    state = table(Lord(), Lord(at=(2, 2)), Lord(scout=(2, 3)), round=5)
    state.push(MoveLord(0))
    assert why(state, 1) == ""
    assert why(state, 2) == "MID-4.3: seat 2's lord is there."
    assert why(state, 3) == "MID-6.4: seat 3's scout reserves that tile."
    assert why(state, 5) == "MID-4.2: Positions in a row go from 1 to 4."
    assert at(state, ("display", 3, 1)) == "MID-4.2: Your lord must move to row 2."
    state.scout_row[2] = NOWHERE
    assert why(state, 3) == ""


@pytest.mark.rule("MID-2.10")
def test_illegal_starting_places_for_a_lord():
    state = table(Lord(at=(2, 1)), Lord(), Lord(), round=1)
    state.push(PlaceLord(0))
    (free,) = [place for place in range(1, 5) if why(state, place) == ""][:1]
    taken = next(place for place in range(1, 5) if place != free and why(state, place))
    assert why(state, taken).endswith("'s lord is there.")
    assert at(state, ("display", 2, 1)) == "MID-2.10: You must place your lord in row 1."


@pytest.mark.rule("MID-7.1", "MID-7.2", "MID-7.5", "MID-7.7", "MID-5.25")
def test_columns_and_tokens():
    state = table(Lord(coin_tokens="field", plot_tokens="church>mill"), Lord())
    state.push(PlaceCoinToken(0))
    assert why(state, "mill") == ""
    wanted = "MID-7.1: There is already a coin token on that column."
    assert why(state, "field") == wanted
    assert why(state, "castle") == "MID-7.2: There is no such column."
    assert at(state, ("column", 1, 3)) == "MID-7.2: That column belongs to seat 2."
    state.push(PlacePlotToken(0))
    assert why(state, ("palace", "field")) == ""
    wanted = "MID-7.1: There is already a plot token on that column."
    assert why(state, ("palace", "mill")) == wanted
    assert why(state, ("field", "rampart")) == "MID-7.5: That column already counts this type."
    assert why(state, ("castle", "field")) == "MID-5.25: There is no such plot token."
    assert why(state, ("church", "field")) == "MID-7.7: That plot token has already been taken."


def at(state: Kingdom, place: tuple[str | int, ...]) -> str:
    """The rule and reason why a place is no choice."""
    decision: Any = pending_step(state)
    refusal = decision.refuse_place(state, (), place)
    return "" if refusal is None else f"{refusal.rule}: {refusal.reason.plain()}"
