"""The event row and the effects of events (sections 6, 7 and 23.5)."""

from __future__ import annotations

import pytest

from engine.games.troyes.events import EventEffect, EventEffects, RevealEvents, hidden_events
from engine.games.troyes.rounds import Income
from engine.games.troyes.turn import NextTurn
from tests.engine.games.troyes.positions import (
    GRAY,
    A,
    F,
    Family,
    J,
    act,
    add_event,
    lying,
    noted,
    row,
    standing,
    step,
    town,
)


def effect(state, id, *values):
    """Apply one event."""
    return step(state, EventEffect(state.box.event(id).index), *values)


@pytest.mark.rule("TRO-6.1", "TRO-6.3")
def test_red_event_and_its_companion_join_the_right_end():
    state = town(Family(), Family(), events="heresy")
    reveal = RevealEvents()
    assert reveal.check(state, ("war_1", "drought")) is not None
    assert reveal.check(state, ("heresy", "support")) is not None
    assert reveal.check(state, ("war_1",)) is not None
    assert reveal.check(state, ("war_1", "heresy")) is not None
    assert reveal.check(state, ("war_1", "support")) is None
    left = state.red_left
    step(state, reveal, ("war_1", "support"))
    assert row(state) == "marauding heresy war_1 support"
    assert state.red_left == left - 1


@pytest.mark.rule("TRO-6.2")
def test_empty_deck_gives_no_second_card():
    state = town(Family(), Family(), events="heresy support interruption_of_work")
    state.revealed_events += (state.box.event("theological_conflict").index,)
    assert hidden_events(state, 1) == []
    assert RevealEvents().check(state, ("war_1",)) is None
    step(state, RevealEvents(), ("war_1",))
    assert row(state).endswith("war_1")


@pytest.mark.rule("TRO-6.4", "TRO-6.5", "TRO-7.1")
def test_events_act_from_the_left_and_black_dice_are_rolled_last():
    state = town(
        Family(20), Family(20), events="skirmishes_1 brigands_1 war_1 normans_attack civil_war"
    )
    state.influence = [0, 0]
    step(state, EventEffects(), (1, 1, 1, 1, 1, 1, 1))
    rules = [note.rule for note in state.notes or []]
    assert rules.index("TRO-7.2") < rules.index("TRO-8.1")
    assert noted(state, "TRO-7.1") == [
        "Marauding: 1 black die.", "Skirmishes: 1 black die.", "Brigands: 1 black die.",
        "War: 2 black dice.", "Normans Attack: 2 black dice.",
    ]  # fmt: skip
    assert state.black_taken == 7


@pytest.mark.rule("TRO-6.6", "TRO-7.2")
def test_civil_war_takes_deniers_and_penalties_add_up():
    state = town(Family(2, vp=9), Family(3, vp=9), Family(0, vp=1), first=1, events="civil_war")
    effect(state, "civil_war")
    assert (state.deniers, state.vp) == ([0, 0, 0], [7, 9, 0])
    assert [(note.seat, note.rule) for note in state.notes or []] == [
        (1, "TRO-7.2"),
        (2, "TRO-6.6"),
        (0, "TRO-7.2"),
        (0, "TRO-6.6"),
    ]
    effect(state, "civil_war")
    assert state.vp == [5, 7, 0]


@pytest.mark.rule("TRO-7.3")
def test_drought_counts_standing_citizens_in_the_city_hall():
    state = town(Family(9, stands="city_hall.1.1 city_hall.2.1 palace.1"), Family(9))
    state.lying[2] = (F,)
    effect(state, "drought")
    assert state.deniers == [7, 9]


@pytest.mark.rule("TRO-7.4")
def test_heresy_takes_influence():
    state = town(Family(influence=3, vp=5), Family(influence=1, vp=5))
    effect(state, "heresy")
    assert (state.influence, state.vp) == ([1, 0], [5, 3])


@pytest.mark.rule("TRO-7.5")
def test_interruption_takes_the_cube_in_the_highest_column_and_level():
    state = town(Family(vp=4), Family())
    state.cathedral = [(A, F), (A,), (F, GRAY), (), (), (A,)]
    effect(state, "interruption_of_work")
    assert state.cathedral == [(A, F), (A,), (F,), (), (), (A,)]
    effect(state, "interruption_of_work")
    assert state.cathedral[0] == (A,)
    effect(state, "interruption_of_work")
    assert (state.cathedral[5], state.vp[A]) == ((), 4)
    state.cathedral = [()] * 6
    effect(state, "interruption_of_work")
    assert state.cathedral == [()] * 6


@pytest.mark.rule("TRO-7.6")
def test_migrant_workers_fill_the_lowest_level_first():
    state = town(Family(), Family())
    state.cathedral = [(A, A), (A,), (A,), (), (F,), ()]
    for _ in range(3):
        effect(state, "migrant_workers")
    assert state.cathedral == [(A, A), (A, GRAY), (A,), (GRAY,), (F,), (GRAY,)]
    state.cathedral = [(A, A, A)] * 6
    effect(state, "migrant_workers")
    assert state.cathedral == [(A, A, A)] * 6


@pytest.mark.rule("TRO-7.7", "TRO-7.8")
@pytest.mark.parametrize(
    ("id", "building", "value", "space"),
    [
        ("succession_conflict", "palace", 4, 3),
        ("theological_conflict", "bishopric", 3, 2),
        ("wayfarers", "city_hall", 6, 3),
    ],
)
def test_neutral_citizens_enter_by_a_die(id, building, value, space):
    state = town(Family(), Family())
    before = state.gray_supply
    effect(state, id, value)
    assert standing(state, building)[space] == GRAY
    assert state.gray_supply == before - 1


@pytest.mark.rule("TRO-7.9", "TRO-16.8")
def test_protection_holds_against_neutral_citizens():
    state = town(Family(stands="palace.4"), Family())
    state.lying[0] = (A,)
    before = state.gray_supply
    effect(state, "succession_conflict", 4)
    assert (standing(state, "palace")[3], state.gray_supply) == (A, before)
    state.gray_supply = 0
    effect(state, "succession_conflict")
    assert state.agenda == []
    gray = town(Family(), Family(), gray="palace.2")
    gray.lying[0] = (GRAY,)
    effect(gray, "succession_conflict", 2)
    assert lying(gray, "palace") == [GRAY]


@pytest.mark.rule("TRO-7.11")
def test_neutral_citizens_do_not_change_dice_of_this_round():
    state = town(Family(dice="r3", stands="palace.4"), Family())
    effect(state, "succession_conflict", 4)
    assert (state.dice[A], state.dice[GRAY]) == ((2,), ())


@pytest.mark.rule("TRO-7.10", "TRO-7.12", "TRO-6.8")
def test_support_puts_neutral_cubes_on_the_two_cards_to_its_left():
    state = town(Family(), Family(), events="war_1 support")
    effect(state, "support")
    assert state.flags == [(GRAY,), (GRAY,), ()]
    assert state.influence == [4, 4]
    one = town(Family(), Family(), events="support")
    effect(one, "support")
    assert one.flags == [(GRAY,), ()]
    full = town(Family(), Family(), events="heresy war_1 support drought")
    add_event(full, "heresy", A, A, A)
    effect(full, "support")
    assert row(full) == "marauding war_1 support drought"
    assert full.flags == [(), (GRAY,), (), ()]
    assert full.taken[A] == (full.box.event("heresy").index,)


@pytest.mark.rule("TRO-7.10", "TRO-7.12", "TRO-12.14", "TRO-15.9")
def test_marauding_filled_by_support_takes_cubes_in_the_next_action():
    state = town(Family(dice="y6"), Family(dice="y3"), events="support")
    add_event(state, "marauding", F, A, F)
    effect(state, "support")
    assert (state.flags, state.vp, state.influence) == ([(), ()], [0, 3], [4, 4])
    assert row(state) == "marauding support"
    step(state, NextTurn(A))
    act(state, A, ("fight", "marauding", "", ("0y6",), 2))
    assert state.flags[0] == (A, A)


@pytest.mark.rule("TRO-6.7", "TRO-6.9")
def test_event_completed_by_support_has_already_acted():
    state = town(Family(), Family(), events="heresy skirmishes_1 support civil_war")
    state.influence = [2, 2]
    add_event(state, "skirmishes_1", A, A, F)
    step(state, EventEffects(), (1, 1))
    assert state.black_taken == 2
    assert row(state) == "marauding heresy support civil_war"
    assert state.deniers == [7, 7]


@pytest.mark.rule("TRO-6.3")
def test_events_act_again_in_every_round():
    state = town(Family(50), Family(50), events="civil_war")
    state.influence = [0, 0]
    for left in (47, 44):
        step(state, EventEffects(), (1,))
        assert state.deniers == [left, left]


@pytest.mark.rule("TRO-23.5")
def test_resistance_takes_the_last_cubes_and_adds_another_pair():
    state = town(Family(), Family(), events="war_1 resistance", bonus=True)
    state.flags = [(A, F), (F, GRAY), (J,)]
    effect(state, "resistance")
    assert state.flags == [(A,), (F,), ()]
    new = town(Family(), Family(), events="war_1", bonus=True)
    left = new.red_left
    step(new, RevealEvents(), ("resistance", "drought"), ("war_2", "wayfarers"))
    assert row(new) == "marauding war_1 resistance drought war_2 wayfarers"
    assert new.red_left == left - 1
    assert not [event for event in hidden_events(town(Family(), Family()), 0) if event.bonus]


@pytest.mark.rule("TRO-5.4", "TRO-5.3")
def test_losses_stop_at_zero():
    stands = " ".join(f"palace.{value}" for value in range(1, 7))
    state = town(Family(0, vp=0, stands=stands), Family(0))
    step(state, Income())
    assert (state.vp[A], state.deniers[A]) == (0, 0)
    assert noted(state, "TRO-5.3") == [
        "seat 1 cannot pay all salaries and loses 2 VP (never below 0)."
    ]
