"""Cathedral, events, citizens, agriculture and passing (sections 14 to 19), influence (10)."""

from __future__ import annotations

import pytest

from engine.games.troyes.component_types import MARAUDING
from engine.games.troyes.events import completion
from engine.games.troyes.placement import entry
from engine.games.troyes.rounds import EndRound
from engine.games.troyes.turn import EndTurn, NextTurn, TakeTurn
from tests.engine.games.troyes.positions import (
    GRAY,
    A,
    E,
    F,
    Family,
    J,
    act,
    add_event,
    allows,
    dice,
    lay,
    lying,
    pending_step,
    refused,
    row,
    rule_of,
    run_agenda,
    standing,
    step,
    total_citizens,
    town,
)

# ---------------------------------------------------------------------- influence


@pytest.mark.rule("TRO-10.1", "TRO-10.2")
def test_rerolls_cost_one_and_may_be_repeated():
    state = town(Family(influence=3, dice="y1 r5"), Family())
    act(state, A, ("reroll", "0y1"), 2)
    run_agenda(state, ("reroll", "0y2"), 6)
    assert (state.influence[A], dice(state, A)) == (1, "r5 y6")
    run_agenda(state, ("pass",))
    assert state.passed[A]


@pytest.mark.rule("TRO-10.2")
def test_each_of_equal_dice_can_be_rerolled():
    state = town(Family(influence=3, dice="y1 y4 y4"), Family())
    for number, name in enumerate(("0y1", "0y4", "0y4b")):
        assert allows(state, A, ("reroll", name))
        place = TakeTurn(A).target(state, ("reroll", name))
        assert place == ("die", A, number)
        assert (("reroll", name), place) in TakeTurn(A).shortcuts(state)
    assert refused(state, A, ("reroll", "0y4c")) == "TRO-10.5"
    act(state, A, ("reroll", "0y4b"), 6)
    assert dice(state, A) == "y1 y4 y6"


@pytest.mark.rule("TRO-10.3", "TRO-22.1")
def test_recruits_come_from_the_supply_until_it_is_empty():
    state = town(Family(influence=5), Family(dice="y1"))
    state.reserve[A] = 1
    before = total_citizens(state, A)
    act(state, A, ("recruit",))
    assert (state.influence[A], state.reserve[A]) == (3, 0)
    assert total_citizens(state, A) == before
    assert refused(state, A, ("recruit",)) == "TRO-10.3"
    state.reserve[A], state.influence[A] = 1, 1
    assert refused(state, A, ("recruit",)) == "TRO-10.3"


@pytest.mark.rule("TRO-10.4")
def test_up_to_three_own_dice_are_flipped():
    state = town(Family(influence=4, dice="r1 w2 w2 y6"), Family())
    assert allows(state, A, ("flip", ("0r1",)))
    assert refused(state, A, ("flip", ("0r1", "0w2", "0w2b", "0y6"))) == "TRO-10.4"
    act(state, A, ("flip", ("0r1", "0w2b", "0y6")))
    assert (state.influence[A], dice(state, A)) == (0, "r6 w2 w5 y1")
    assert refused(state, A, ("flip", ("0r6",))) == "TRO-10.4"


@pytest.mark.rule("TRO-10.6", "TRO-22.4")
def test_track_ends_at_twenty():
    state = town(Family(influence=19, dice="w5"), Family())
    act(state, A, ("build", "", ("0w5",)))
    assert state.influence[A] == 20


# ---------------------------------------------------------------------- the cathedral


@pytest.mark.rule("TRO-14.1", "TRO-14.3", "TRO-14.4")
def test_cubes_go_to_the_lowest_empty_level_of_their_column():
    state = town(Family(influence=0, dice="w3 w3 w6"), Family())
    state.cathedral[2] = (GRAY,)
    act(state, A, ("build", "", ("0w3", "0w3b", "0w6")))
    assert (state.cathedral[2], state.cathedral[5]) == ((GRAY, A, A), (A,))
    assert (state.vp[A], state.influence[A]) == (3, 1 + 1 + 2)


@pytest.mark.rule("TRO-14.2", "TRO-14.4")
def test_die_for_a_full_column_is_refused():
    state = town(Family(dice="w2 w2 w5"), Family())
    state.cathedral[1] = (F, GRAY)
    assert allows(state, A, ("build", "", ("0w2", "0w5")))
    assert refused(state, A, ("build", "", ("0w2", "0w2b"))) == "TRO-14.2"
    chosen = ("build", "", ("0w2",))
    assert rule_of(TakeTurn(A).refuse_thing(state, chosen, "0w2b")) == "TRO-14.2"


# ---------------------------------------------------------------------- events


@pytest.mark.rule("TRO-15.1")
def test_event_is_fought_with_dice_of_its_colour():
    state = town(Family(dice="r6 y6 w6"), Family(), events="war_1 heresy")
    assert allows(state, A, ("fight", "marauding", "", ("0y6",), 2))
    assert allows(state, A, ("fight", "heresy", "", ("0w6",), 2))
    assert refused(state, A, ("fight", "war_1", "", ("0y6",), 1)) == "TRO-15.1"
    assert refused(state, A, ("fight", "drought", "", ("0y6",), 1)) == "TRO-15.1"


@pytest.mark.rule("TRO-15.2", "TRO-15.3")
def test_cubes_are_limited_by_free_flags_and_fill_them_in_order():
    state = town(Family(dice="y6 y6 y6"), Family())
    add_event(state, "marauding", F, GRAY)
    group = ("0y6", "0y6b", "0y6c")
    assert refused(state, A, ("fight", "marauding", "", group, 3)) == "TRO-15.2"
    act(state, A, ("fight", "marauding", "", group, 1))
    assert state.flags[0] == (F, GRAY, A)
    low = town(Family(dice="y2"), Family())
    assert refused(low, A, ("fight", "marauding", "", ("0y2",), 1)) == "TRO-15.2"


def shares(owners, first=5, second=2):
    state = town(Family(), Family())
    event = state.box.event("succession_conflict")
    found = completion(event, owners)
    assert event.vp == (first, second)
    return dict(found.vp), found.taker


@pytest.mark.rule("TRO-15.6", "TRO-15.7")
@pytest.mark.parametrize(
    ("owners", "vp", "taker"),
    [
        ((A, A, A, A, A), {A: 7}, A),
        ((F, A, A, A, F), {A: 5, F: 2}, A),
        ((F, A, A, A, J), {A: 5, F: 1, J: 1}, A),
        ((F, A, A, F, J), {F: 3, A: 3}, F),
        ((GRAY, GRAY, GRAY, A, A), {GRAY: 5, A: 2}, GRAY),
        ((A, GRAY, GRAY, A, F), {A: 3, GRAY: 3}, A),
        ((A, A, A, GRAY, F), {A: 5, GRAY: 1, F: 1}, A),
        ((A, F, J, E, GRAY), dict.fromkeys((A, F, J, E, GRAY), 1), A),
    ],
)
def test_shares_of_a_completed_event(owners, vp, taker):
    assert shares(owners) == (vp, taker)


@pytest.mark.rule("TRO-15.5", "TRO-15.7", "TRO-15.8", "TRO-6.8")
def test_completed_event_leaves_and_the_row_closes_up():
    state = town(Family(dice="r4"), Family(), events="heresy succession_conflict war_1")
    add_event(state, "succession_conflict", F, GRAY, A, A)
    act(state, A, ("fight", "succession_conflict", "", ("0r4",), 1))
    assert row(state) == "marauding heresy war_1"
    assert len(state.flags) == 3
    assert state.taken == [(state.box.event("succession_conflict").index,), ()]
    assert state.vp == [5, 1]


@pytest.mark.rule("TRO-15.9", "TRO-15.10")
def test_completed_marauding_is_emptied_and_stays():
    state = town(Family(dice="y6"), Family(dice="y3"))
    add_event(state, "marauding", F, F)
    act(state, A, ("fight", "marauding", "", ("0y6",), 2))
    assert (state.vp, state.flags, state.taken) == ([2, 2], [()], [(), ()])
    assert state.row == [MARAUDING]
    run_agenda(state)
    run_agenda(state, ("fight", "marauding", "", ("1y3",), 1))
    assert state.flags == [(F,)]


# ---------------------------------------------------------------------- citizens


@pytest.mark.rule("TRO-16.1")
def test_exactly_one_die_determines_building_and_place():
    state = town(Family(2, dice="r4 w4 y4"), Family(0, dice="y1"))
    assert refused(state, A, ("place", "", ("0r4", "0w4"), "supply")) == "TRO-16.1"
    assert refused(state, A, ("place", "", (), "supply")) == "TRO-9.3"
    for name, building, space in (("0r4", 0, 3), ("0w4", 1, 2), ("0y4", 2, 3)):
        after = state.copy()
        act(after, A, ("place", "", (name,), "supply"))
        assert after.buildings[building][space] == A
        assert after.supply[A] == 3
    act(state, A, ("place", "", ("1y1",), "supply"))
    assert state.deniers == [0, 2]


@pytest.mark.rule("TRO-16.2", "TRO-16.3")
def test_citizen_from_the_board_leaves_a_gap():
    state = town(
        Family(dice="r4 w1", stands="city_hall.1.1 city_hall.1.2"), Family(), cards="priest"
    )
    lay(state, "priest", A)
    state.lying[1] = (A,)
    assert refused(state, A, ("place", "", ("0r4",), "palace.1")) == "TRO-16.2"
    act(state, A, ("place", "", ("0r4",), "city_hall.1.1"))
    assert standing(state, "city_hall")[:3] == [-1, A, -1]
    act(state, A, ("place", "", ("0w1",), "bishopric.lying"))
    assert (lying(state, "bishopric"), standing(state, "bishopric")[4]) == ([], A)


@pytest.mark.rule("TRO-16.4", "TRO-16.6", "TRO-16.7")
def test_palace_expels_the_citizen_in_place():
    state = town(Family(dice="r4 r4", stands="palace.4"), Family())
    act(state, A, ("place", "", ("0r4",), "supply"))
    assert (standing(state, "palace")[3], lying(state, "palace")) == (A, [A])
    assert state.citizens_in_buildings(A) == 1
    assert refused(state, A, ("place", "", ("0r4",), "supply")) == "TRO-16.8"


@pytest.mark.rule("TRO-16.5")
@pytest.mark.parametrize(
    ("row_", "after", "expelled"),
    [
        ((-1, -1, -1), (A, -1, -1), -1),
        ((F, -1, J), (A, F, J), -1),
        ((-1, F, J), (A, F, J), -1),
        ((F, J, -1), (A, F, J), -1),
        ((F, J, GRAY), (A, F, J), GRAY),
        ((J, A, F), (A, J, A), F),
    ],
)
def test_row_is_pushed_until_a_gap_is_filled(row_, after, expelled):
    state = town(Family(), Family(), Family())
    state.buildings[2] = (*row_, F, F, F)
    found = entry(state, A, 2, 2)
    assert (found.cells, found.expelled) == ((*after, F, F, F), expelled)


@pytest.mark.rule("TRO-16.8", "TRO-16.9", "TRO-16.10")
def test_protection_ends_when_the_lying_citizen_is_removed():
    state = town(
        Family(dice="r3 r2", stands="palace.3", supply=1), Family(0, dice="r3", stands="palace.2")
    )
    state.lying[0] = (A,)
    assert refused(state, F, ("place", "", ("1r3",), "supply")) == "TRO-16.8"
    assert refused(state, A, ("place", "", ("0r3",), "supply")) == "TRO-16.8"
    lifted = state.copy()
    act(lifted, A, ("place", "", ("0r3",), "palace.lying"))
    assert (standing(lifted, "palace")[2], lying(lifted, "palace")) == (A, [A])
    other = state.copy()
    act(other, A, ("place", "", ("0r2",), "palace.lying"))
    assert lying(other, "palace") == [F]
    act(other, F, ("place", "", ("1r3",), "supply"))
    assert lying(other, "palace") == [A, F]


@pytest.mark.rule("TRO-16.10")
def test_returning_to_the_space_just_left_changes_nothing():
    state = town(Family(dice="y1", stands="city_hall.1.1"), Family(stands="city_hall.1.2"))
    act(state, A, ("place", "", ("0y1",), "city_hall.1.1"))
    assert standing(state, "city_hall")[:3] == [A, F, -1]
    assert lying(state, "city_hall") == []


@pytest.mark.rule("TRO-16.11")
def test_placing_does_not_change_dice_on_the_square():
    state = town(Family(dice="r4 r1", stands="palace.1"), Family(dice="r2", stands="palace.4"))
    act(state, A, ("place", "", ("0r4",), "palace.1"))
    assert (dice(state, A), dice(state, F)) == ("r1", "r2")


# ---------------------------------------------------------------------- agriculture and passing


@pytest.mark.rule("TRO-17.1")
def test_agriculture_needs_no_tradesman_and_may_yield_nothing():
    state = town(Family(0, dice="y1 y4"), Family())
    act(state, A, ("farm", "", ("0y1",)))
    assert state.deniers[A] == 0
    act(state, A, ("farm", "", ("0y4",)))
    assert state.deniers[A] == 2


@pytest.mark.rule("TRO-18.1", "TRO-18.3")
def test_deniers_of_the_district_cannot_be_spent():
    state = town(Family(0, dice="y1"), Family(0, dice="y6"))
    act(state, A, ("pass",))
    assert (state.deniers[A], state.purse[A], state.bank) == (0, 2, 2)
    run_agenda(state)
    run_agenda(state, ("farm", "", ("1y6",)))
    run_agenda(state)
    assert (state.deniers[A], state.purse[A]) == (0, 3)


@pytest.mark.rule("TRO-18.2", "TRO-18.4", "TRO-9.5")
def test_last_active_player_pays_the_districts_of_others():
    state = town(Family(0, 20, dice="y6"), Family(9, dice="y1 y1 y1"), Family(0, 20))
    step(state, TakeTurn(A), ("pass",))
    run_agenda(state)
    run_agenda(state, ("farm", "", ("1y1",)))
    run_agenda(state)
    run_agenda(state, ("pass",))
    run_agenda(state)
    for name in ("1y1", "0y6"):
        assert pending_step(state) == TakeTurn(F)
        run_agenda(state, ("farm", "", (name,)))
        run_agenda(state)
    assert pending_step(state) == TakeTurn(F)
    assert state.purse == [2 + 3, 0, 2 + 2]
    assert state.deniers[A] == 2


@pytest.mark.rule("TRO-19.1", "TRO-19.3")
def test_round_ends_when_no_die_is_left():
    state = town(Family(dice="y6"), Family())
    state.passed[F], state.purse[F] = True, 2
    state.push(EndTurn(A))
    run_agenda(state)
    assert state.agenda != []
    state = town(Family(dice="y6"), Family())
    act(state, A, ("farm", "", ("0y6",)))
    run_agenda(state)
    assert (state.agenda, state.purse) == ([], [0, 0])


@pytest.mark.rule("TRO-19.1")
def test_round_ends_when_everyone_has_passed():
    state = town(Family(dice="y6"), Family())
    step(state, NextTurn(A), ("pass",))
    run_agenda(state)
    run_agenda(state, ("pass",))
    assert state.agenda == []


@pytest.mark.rule("TRO-19.4", "TRO-5.5", "TRO-4.1")
def test_end_of_a_round_returns_dice_and_money():
    state = town(Family(0, dice="y6"), Family(0), Family(0), first=2, gray="palace.1")
    state.purse, state.passed = [3, 2, 0], [True, True, False]
    state.lying = [(A, GRAY), (F,), (A,)]
    gray = state.gray_supply
    step(state, EndRound())
    assert state.first == 0
    assert (state.supply, state.gray_supply) == ([6, 5, 4], gray + 1)
    assert (state.lying, state.purse, state.passed) == ([()] * 3, [0] * 3, [False] * 3)
    assert not any(state.dice)
    assert state.round == 4
    assert state.deniers == [13, 12, 10]


@pytest.mark.rule("TRO-4.2", "TRO-20.1")
def test_round_of_the_last_red_event_is_the_last():
    state = town(Family(0), Family(0))
    state.red_left, state.purse = 0, [5, 0]
    step(state, EndRound())
    assert state.over
    assert state.deniers == [5, 0]
