"""The scout (MID-6)."""

from __future__ import annotations

import pytest

from engine.games.middle_ages.tokens import PlaceScout
from engine.games.middle_ages.turn import MoveLord
from tests.engine.games.middle_ages.positions import (
    Lord,
    noted,
    pending_step,
    run_agenda,
    table,
    turn,
    walk,
)


def scouting(*others: Lord, scout: tuple[int, int] | None = None, round_: int = 5, to: int = 1):
    """The first player has moved the lord, taken a rampart and is asked about the scout."""
    state = table(Lord(0, takes="rampart_01", scout=scout), *others, round=round_)
    return turn(state, 0, to=to)


@pytest.mark.rule("MID-6.1")
def test_scout_may_enter_the_new_row_of_the_lord():
    state = scouting(Lord(), Lord())
    rows = {pick[0] for pick in pending_step(state).options(state) if pick != "stay"}
    assert rows == {3, 4}


@pytest.mark.rule("MID-6.2")
def test_scout_in_the_display_may_be_moved():
    state = scouting(Lord(), Lord(), scout=(3, 2))
    run_agenda(state, (4, 1))
    assert (state.scout_row[0], state.scout_at[0]) == (3, 0)


@pytest.mark.rule("MID-6.2", "MID-6.9")
@pytest.mark.parametrize("scout", [None, (3, 2)])
def test_declining_leaves_the_scout_in_place(scout):
    state = scouting(Lord(), Lord(), scout=scout)
    before = state.scout_row[0], state.scout_at[0]
    words = pending_step(state).label(state, ("stay",)).plain()
    assert words == ("Keep the scout in hand" if scout is None else "Leave the scout on its tile")
    run_agenda(state, "stay")
    assert (state.scout_row[0], state.scout_at[0]) == before
    assert "MID-6.9" in noted(state)


@pytest.mark.rule("MID-6.3", "MID-6.9")
def test_illegal_targets_give_reasons():
    state = scouting(Lord(scout=(4, 4)), Lord(at=(1, 3)), scout=(3, 2))
    decision = pending_step(state)
    reasons = {
        (1, 1): "MID-6.3",  # a gap: the tile just taken
        (1, 3): "MID-6.3",  # a lord whose tile is about to be taken
        (2, 4): "MID-6.3",  # the row of the own lord
        (4, 4): "MID-6.3",  # reserved
        (3, 2): "MID-6.9",  # the own scout
        (5, 1): "MID-6.3",
        (3, 5): "MID-6.3",
    }
    for place, rule in reasons.items():
        assert not decision.allows(state, place)
        assert decision.refuse(state, place).rule == rule
        refusal = decision.refuse_place(state, (), ("display", *place))
        assert refusal == decision.refuse(state, place)
    words = {decision.refuse(state, place).reason.plain() for place in reasons}
    assert len(words) == 5
    assert decision.refuse(state, 3).rule == "MID-6.2"


@pytest.mark.rule("MID-6.3")
def test_labels_and_places_of_targets():
    state = table(
        Lord(takes="rampart_01"), Lord(), Lord(), rows={3: "field_10 mill_01 mill_03 church_02"}
    )
    turn(state, 0)
    decision = pending_step(state)
    assert decision.label(state, ((3, 1),)).plain() == "row 3: Field 3 (1 chest)"
    assert decision.target(state, ((3, 1),)) == ("display", 3, 1)
    assert decision.target(state, ("stay",)) is None


@pytest.mark.rule("MID-6.4", "MID-6.6")
def test_reserved_tile_is_closed_until_the_scout_leaves():
    state = table(Lord(0, takes="rampart_01", scout=(3, 2)), Lord(), round=1)
    turn(state, 0)
    other = MoveLord(1)
    state.begin_round(2)
    assert other.options(state) == [1, 3]
    state.begin_round(1)
    run_agenda(state, (3, 3))
    state.begin_round(2)
    assert other.options(state) == [1, 2]


@pytest.mark.rule("MID-6.5", "MID-6.6")
@pytest.mark.parametrize("to", [1, 2, 3])
def test_scout_returns_when_its_owner_enters_the_row(to):
    state = table(Lord(0, takes="field_01", scout=(2, 2)), Lord())
    turn(state, 0, to=to)
    assert state.scout_row[0] == -1
    assert noted(state)[:3] == ["MID-4.2", "MID-6.5", "MID-4.6"]
    free = {1, 2, 3} - {to}
    assert set(MoveLord(1).options(state)) == free


@pytest.mark.rule("MID-6.5")
def test_returned_scout_can_be_placed_in_the_same_turn():
    state = table(Lord(0, takes="rampart_01", scout=(2, 2)), Lord())
    turn(state, 0, (3, 1), to=2)
    assert (state.scout_row[0], state.scout_at[0]) == (2, 0)


@pytest.mark.rule("MID-6.7")
@pytest.mark.parametrize(
    ("round_", "rows"),
    [(1, {3, 4}), (2, {1, 4}), (4, {2, 3}), (12, {2, 3}), (13, {3, 4}), (14, {4})],
)
def test_rows_with_targets(round_, rows):
    state = scouting(Lord(), Lord(), round_=round_)
    assert {pick[0] for pick in pending_step(state).options(state) if pick != "stay"} == rows


@pytest.mark.rule("MID-6.7")
@pytest.mark.parametrize("round_", [15, 16])
def test_last_two_rounds_have_no_target(round_):
    state = turn(table(Lord(0, takes="rampart_01"), Lord(), round=round_), 0)
    assert "MID-6.7" in noted(state)
    assert state.coins[0] == 2


@pytest.mark.rule("MID-6.8")
def test_only_its_owner_moves_a_scout():
    for number in range(10):
        before: list[tuple[int, int]] = []
        for step, value, state in walk(4, f"scouts-{number}"):
            now = list(zip(state.scout_row, state.scout_at, strict=True))
            if before and value is not None:
                changed = [seat for seat in range(4) if now[seat] != before[seat]]
                if changed:
                    assert isinstance(step, MoveLord | PlaceScout)
                    assert changed == [step.seat]
            before = now
