"""A turn: move, take, effect, income (MID-4)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalPick, NotYourTurn
from engine.games.middle_ages.tokens import PlaceCoinToken, PlaceScout
from engine.games.middle_ages.turn import Income, MoveLord, Turn
from engine.match.match import Match
from tests.engine.games.middle_ages.positions import (
    Lord,
    column,
    fief,
    match_from,
    noted,
    pending_step,
    row,
    run_agenda,
    table,
    turn,
    walk,
)


@pytest.mark.rule("MID-4.1")
def test_four_steps_are_in_order():
    state = table(Lord(0, takes="field_01"), Lord())
    turn(state, 0, to=2)
    assert noted(state) == ["MID-4.2", "MID-4.6", "MID-5.1", "MID-4.10"]


@pytest.mark.rule("MID-4.2")
@pytest.mark.parametrize(("round_", "next_row"), [(1, 2), (4, 1), (8, 1), (12, 1), (13, 2)])
def test_lord_moves_to_the_next_row(round_, next_row):
    state = turn(table(Lord(takes="field_01"), Lord(), round=round_), 0, to=3)
    assert (state.lord_row[0] + 1, state.lord_at[0] + 1) == (next_row, 3)


@pytest.mark.rule("MID-4.2")
def test_another_row_is_refused():
    state = table(Lord(), Lord())
    refusal = MoveLord(0).refuse_place(state, (), ("display", 3, 1))
    assert refusal is not None
    assert refusal.rule == "MID-4.2"


@pytest.mark.rule("MID-4.3", "MID-6.4")
def test_lords_and_scouts_of_others_close_a_tile():
    state = table(Lord(), Lord(at=(2, 1)), Lord(scout=(2, 4)))
    move = MoveLord(0)
    assert move.options(state) == [2, 3]
    reasons = {place: move.refuse(state, place) for place in (1, 4, 0, 5, "2")}
    assert {place: reason.rule for place, reason in reasons.items()} == {
        1: "MID-4.3",
        4: "MID-6.4",
        0: "MID-4.2",
        5: "MID-4.2",
        "2": "MID-4.2",
    }
    by_place = move.refuse_place(state, (), ("display", 2, 4))
    assert by_place == reasons[4]


@pytest.mark.rule("MID-4.4")
@pytest.mark.parametrize("to", [2, 3])
def test_own_scout_closes_nothing_to_its_owner(to):
    state = table(Lord(takes="field_01", scout=(2, 3)), Lord(at=(2, 1)))
    assert MoveLord(0).options(state) == [2, 3]
    turn(state, 0, to=to)
    assert state.lord_at[0] + 1 == to
    assert state.scout_row[0] == -1


@pytest.mark.rule("MID-4.5")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_at_least_two_places_are_always_free(seats):
    fewest = seats + 1
    for number in range(25):
        for step, value, state in walk(seats, f"two-{number}"):
            if isinstance(step, MoveLord) and value is None:
                fewest = min(fewest, len(step.options(state)))
    assert fewest >= 2


@pytest.mark.rule("MID-4.5")
def test_fewest_possible_free_places():
    lords = [Lord(), *(Lord(scout=(2, at)) for at in (1, 2, 3, 4))]
    assert MoveLord(0).options(table(*lords)) == [5, 6]


@pytest.mark.rule("MID-4.6")
def test_tile_goes_on_top_of_its_column_and_cannot_be_refused():
    state = table(Lord(0, "field_05", takes="field_01"), Lord())
    turn(state, 0)
    assert column(state, 0, "field") == ["field_05", "field_01"]
    assert row(state, 1)[0] == "-"


@pytest.mark.rule("MID-4.7")
def test_effect_counts_the_new_tile():
    lords = Lord(0, takes="mill_01"), Lord(5)
    assert turn(table(*lords), 0).coins == [4, 3]


@pytest.mark.rule("MID-4.8")
def test_income_follows_the_effect():
    state = turn(table(Lord(0, takes="church_01"), Lord()), 0)
    assert pending_step(state) == PlaceCoinToken(0)
    assert state.coins[0] == 0
    assert state.agenda[-2] == Income(0, 6)
    run_agenda(state, "church")
    assert state.coins[0] == 4


@pytest.mark.rule("MID-4.9")
def test_impossible_effect_is_skipped():
    state = turn(table(Lord(0, takes="village_01"), Lord()), 0)
    assert state.coins[0] == 2
    assert "MID-5.10" in noted(state)


@pytest.mark.rule("MID-4.9")
def test_effect_is_applied_as_far_as_possible():
    state = table(Lord(0, takes="barracks_01"), Lord(1, ""), Lord(5, "rampart_01"))
    turn(state, 0)
    assert state.coins == [1 + 2, 0, 5]


@pytest.mark.rule("MID-4.10")
def test_only_the_column_of_the_new_tile_pays_at_least_its_rate():
    for type_, rate in (("field", 2), ("mill", 2), ("market", 2), ("barracks", 2)):
        state = table(Lord(0, (0, 0, 0, 0, 0, 0, 1, 0), takes=f"{type_}_01"), Lord(0, "rampart_01"))
        turn(state, 0)
        assert state.coins[0] == rate
        assert state.ledgers[0].index(rate) == state.box.type_index[type_]


@pytest.mark.rule("MID-4.11")
@pytest.mark.parametrize("type_", ["village", "church", "palace"])
def test_effects_are_mandatory(type_):
    state = table(Lord(0, grave="mill_01 mill_02", takes=f"{type_}_01"), Lord())
    turn(state, 0)
    decision = pending_step(state)
    for pick in ("stay", "pass", ""):
        assert not decision.allows(state, pick)
        assert decision.refuse(state, pick).rule.startswith("MID-")


@pytest.mark.rule("MID-4.11", "MID-6.2")
def test_scout_may_stay():
    state = turn(table(Lord(0, takes="rampart_01"), Lord()), 0)
    assert pending_step(state) == PlaceScout(0)
    run_agenda(state, "stay")
    assert state.coins[0] == 2


def test_match_refuses_illegal_actions():
    match = Match.begin("middle_ages", [("A", "person"), ("B", "person")], seed="x")
    (pending,) = match.pending()
    before = match.state.digest(), len(match.log)
    with pytest.raises(NotYourTurn):
        match.choose(1 - pending.seat, 1)
    with pytest.raises(IllegalPick):
        match.choose(pending.seat, 9)
    assert (match.state.digest(), len(match.log)) == before


def test_questions_labels_and_places():
    state = table(Lord(takes="field_10"), Lord(at=(2, 1)), rows={2: "field_01 mill_06 palace_05"})
    move = MoveLord(0)
    assert "row 2" in move.question(state).plain()
    assert move.label(state, (2,)).plain() == "Mill 5 (1 farmer)"
    assert move.target(state, (2,)) == ("display", 2, 2)


def test_turn_does_not_change_the_other_players():
    state = table(Lord(0, takes="market_01"), Lord(7, (1, 1, 1, 1, 1, 1, 1, 1)))
    turn(state, 0)
    assert fief(state, 1) == [1] * 8
    assert state.coins[1] == 7


def test_turn_is_counted():
    state = table(Lord(0, takes="market_01"), Lord())
    turns = state.turn
    state.push(Turn(0))
    run_agenda(state)
    assert (state.turn, state.active) == (turns + 1, 0)


def test_match_with_given_events_stops_before_missing_chance():
    match = match_from(2, ("FillRow", -1, ("field_01", "mill_01", "church_02")))
    assert match.pending() == []
