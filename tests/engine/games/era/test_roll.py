"""Roll: three rolls behind the screens, monasteries, the reveal, feathers (section 5)."""

from __future__ import annotations

import pytest

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.hidden import Hidden
from engine.core.step import Simultaneous
from engine.errors import CannotTakeBack, IllegalPick, NotYourTurn
from engine.games.era.disasters import BurnBuilding, DisasterTurn
from engine.games.era.feathers import Feathers, LiftScreens, RollFeather
from engine.games.era.roll import ChooseDice, Roll, RollDice, SetDie, rollable
from engine.match import interpreter
from tests.engine.games.era.positions import (
    Lord,
    barrier,
    begin,
    building,
    faces,
    noted,
    options,
    pending_step,
    place_kits,
    realm,
    rules,
    run_agenda,
    seen,
    set_dice,
    step,
    story,
    table,
)
from tests.untyped import view_of

FOUR = "p p p n"


def rolling(dice=FOUR, *, monasteries="", seats=2):
    """A position in which seat 0 is about to make its first roll behind its screen."""
    state = table(Lord(dice=dice), *[Lord(dice=FOUR) for _ in range(seats - 1)])
    if monasteries:
        building(state, 0, "monastery", *monasteries.split(";"))
    state.step, state.dice_open = "roll", False
    state.in_hand[0] = tuple(range(len(state.dice[0])))
    return state


MONASTERY = "A1 B1 A2 B2 A3"
TWO = f"{MONASTERY};D1 E1 D2 E2 D3"


def first_roll(state, faces, *more):
    return step(state, RollDice(0, 1), faces, *more)


@pytest.mark.rule("ERA-5.1", "ERA-4.3", "ERA-16.7")
def test_everyone_rolls_all_their_dice_at_once():
    match = begin(3)
    place_kits(match)
    state = realm(match)
    assert isinstance(state.agenda[-1], Simultaneous)
    assert {pending.seat for pending in match.pending()} == {0, 1, 2}
    rolls = [event for event in match.log if event.step == "RollDice"]
    assert sorted(event.seat for event in rolls) == [0, 1, 2]
    for event in rolls:
        out, kept = event.value
        assert sorted(die for die, _ in (*out, *kept)) == [0, 1, 2, 3]
    assert state.rolls == [1, 1, 1]


@pytest.mark.rule("ERA-5.2")
@pytest.mark.parametrize("number", [1, 2])
def test_skulls_are_public_after_the_first_and_second_roll(number):
    state = rolling("p p p n")
    step(state, RollDice(0, number), "p_food3 p_wood1_hammer1_skull p_stone2 n_goods2_skull")
    hidden = "- p_wood1_hammer1_skull - n_goods2_skull"
    assert seen(state, 0, by=1) == seen(state, 0, by=None) == hidden
    assert seen(state, 0, by=0) == "p_food3 p_wood1_hammer1_skull p_stone2 n_goods2_skull"


@pytest.mark.rule("ERA-5.2", "ERA-16.4")
def test_skulls_of_the_third_roll_are_revealed_with_the_screens():
    state = rolling("p p")
    step(state, RollDice(0, 3), "p_food3 p_wood1_hammer1_skull")
    assert state.stopped[0]
    assert seen(state, 0, by=1) == "- -"
    step(state, LiftScreens())
    assert seen(state, 0, by=1) == "p_food3 p_wood1_hammer1_skull"


@pytest.mark.rule("ERA-5.3")
def test_die_with_a_skull_is_locked():
    state = first_roll(rolling(), "p_food3 p_wood1_hammer1_skull p_stone2 n_sword1")
    decision = pending_step(state)
    assert rollable(state, 0, 2) == [0, 2, 3]
    assert not decision.allows(state, (1,))
    assert decision.refuse(state, (0, 1)).rule == "ERA-5.3"
    run_agenda(state, (0, 2), "p_wood1_hammer1_skull p_food3")
    assert rollable(state, 0, 3) == [2, 3]


@pytest.mark.rule("ERA-5.4", "ERA-5.5", "ERA-16.2")
def test_dice_without_skulls_are_rerolled_up_to_twice():
    state = first_roll(rolling(), "p_food3 p_wood3 p_stone2 n_sword1")
    assert pending_step(state) == ChooseDice(0, 2)
    run_agenda(state, (1, 2), "p_hammer2 p_hammer2")
    assert faces(state, 0) == "p_food3 p_hammer2 p_hammer2 n_sword1"
    assert pending_step(state) == ChooseDice(0, 3)
    run_agenda(state, (0,), "p_stone2"), "a die that was left aside in the second roll"
    assert faces(state, 0) == "p_stone2 p_hammer2 p_hammer2 n_sword1"
    assert state.rolls[0] == 3
    assert state.stopped[0]
    assert not state.agenda


@pytest.mark.rule("ERA-5.4", "ERA-5.5")
def test_selection_of_dice_is_a_set_of_own_dice():
    state = first_roll(rolling(), "p_food3 p_wood3 p_stone2 n_sword1")
    decision = pending_step(state)
    assert len(decision.options(state)) == 2**4
    for pick in [(4,), (-1,), (1, 1), (2, 1), (0, "1"), "0", 0]:
        assert not decision.allows(state, pick)
        assert decision.refuse(state, pick).rule == "ERA-5.4"
    drawn = {decision.sample(state, Dice(b"%d" % n)) for n in range(300)}
    assert drawn == set(decision.options(state))
    many = rolling("p p p p p p p p")
    first_roll(many, " ".join(["p_food3"] * 8))
    picks = pending_step(many).options(many)
    assert len(picks) == len(set(picks)) == 1 + 8 + 8 + 1
    assert all(pending_step(many).allows(many, pick) for pick in picks)


@pytest.mark.rule("ERA-5.10")
@pytest.mark.parametrize("rolled", [0, 1])
def test_choosing_no_die_ends_rolling(rolled):
    state = first_roll(rolling(), "p_food3 p_wood3 p_stone2 n_sword1")
    if rolled:
        run_agenda(state, (0,), "p_food3")
    run_agenda(state, ())
    assert state.stopped[0]
    assert state.rolls[0] == 1 + rolled
    assert not state.agenda


@pytest.mark.rule("ERA-5.6", "ERA-5.9", "ERA-14.10")
def test_monastery_sets_a_die_to_any_face():
    state = first_roll(
        rolling(monasteries=MONASTERY), "p_food3 p_wood1_hammer1_skull p_stone2 n_sword1"
    )
    decision = pending_step(state)
    assert isinstance(decision, SetDie)
    assert len(decision.options(state)) == 4 * 6 + 1
    run_agenda(state, (1, "p_hammer2"))
    assert faces(state, 0) == "p_food3 p_hammer2 p_stone2 n_sword1"
    assert seen(state, 0, by=1) == "- - - -", "back behind the screen"
    assert "ERA-5.9" in rules(state)
    assert state.monasteries_used[0] == 1


@pytest.mark.rule("ERA-5.6")
def test_equal_faces_are_one_option_and_all_of_them_are_allowed():
    state = first_roll(rolling("c", monasteries=MONASTERY), "c_food2")
    decision = pending_step(state)
    labels = [decision.label(state, pick).plain() for pick in decision.options(state)]
    assert len(labels) == 5 + 1
    assert len(set(labels)) == len(labels)
    for feather in ("c_feather_a", "c_feather_b"):
        assert decision.allows(state, (0, feather))
        assert faces(run_agenda(state.copy(), (0, feather)), 0) == feather
    assert not decision.allows(state, (0, "p_food3"))
    assert not decision.allows(state, (1, "c_food2"))


@pytest.mark.rule("ERA-5.9")
def test_die_set_to_its_skull_is_locked_and_public():
    state = first_roll(rolling(monasteries=MONASTERY), "p_food3 p_wood3 p_stone2 n_sword1")
    run_agenda(state, (0, "p_wood1_hammer1_skull"))
    assert seen(state, 0, by=1) == "p_wood1_hammer1_skull - - -"
    assert rollable(state, 0, 2) == rollable(state, 0, 3) == [1, 2, 3]


@pytest.mark.rule("ERA-5.7")
def test_each_monastery_sets_a_different_die():
    state = first_roll(rolling(monasteries=TWO), "p_food3 p_wood3 p_stone2 n_sword1")
    run_agenda(state, (0, "p_hammer2"))
    decision = pending_step(state)
    assert isinstance(decision, SetDie)
    assert not decision.allows(state, (0, "p_food3"))
    assert decision.refuse(state, (0, "p_food3")).rule == "ERA-5.7"
    run_agenda(state, (3, "n_sword3"))
    assert pending_step(state) == ChooseDice(0, 2)
    assert faces(state, 0) == "p_hammer2 p_wood3 p_stone2 n_sword3"


@pytest.mark.rule("ERA-5.7")
def test_two_monasteries_with_only_one_settable_die():
    state = first_roll(rolling("p", monasteries=TWO), "p_food3")
    run_agenda(state, (0, "p_hammer2"))
    assert pending_step(state) == ChooseDice(0, 3)


@pytest.mark.rule("ERA-5.8")
def test_set_die_is_excluded_from_the_second_roll_only():
    state = first_roll(rolling(monasteries=MONASTERY), "p_food3 p_wood3 p_stone2 n_sword1")
    run_agenda(state, (3, "n_sword3"))
    assert pending_step(state).refuse(state, (3,)).rule == "ERA-5.8"
    assert rollable(state, 0, 2) == [0, 1, 2]
    run_agenda(state, (0,), "p_food3", (3,), "n_goods1")
    assert faces(state, 0) == "p_food3 p_wood3 p_stone2 n_goods1"


@pytest.mark.rule("ERA-5.10")
def test_second_roll_may_be_skipped_after_setting_a_die():
    state = first_roll(rolling(monasteries=MONASTERY), "p_food3 p_wood3 p_stone2 n_sword1")
    run_agenda(state, (3, "n_sword3"), ())
    assert pending_step(state) == ChooseDice(0, 3)
    assert not state.stopped[0]
    run_agenda(state, ())
    assert state.stopped[0]


@pytest.mark.rule("ERA-5.10", "ERA-5.6")
def test_monastery_is_optional_and_needs_no_second_roll():
    state = first_roll(rolling(monasteries=MONASTERY), "p_food3 p_wood3 p_stone2 n_sword1")
    run_agenda(state, ("done",), ())
    assert state.stopped[0], "nothing was set, so there is no third roll"
    skulls = "p_wood1_hammer1_skull p_wood1_hammer1_skull p_wood1_hammer1_skull n_goods2_skull"
    state = first_roll(rolling(monasteries=MONASTERY), skulls)
    assert isinstance(pending_step(state), SetDie)


@pytest.mark.rule("ERA-16.8", "ERA-5.3", "ERA-16.6")
def test_player_without_rollable_dice_has_stopped():
    skulls = "p_wood1_hammer1_skull p_wood1_hammer1_skull"
    state = first_roll(rolling("p p"), skulls)
    assert state.stopped[0]
    assert "ERA-16.8" in rules(state)
    state = first_roll(rolling("p p"), "p_food3 p_wood1_hammer1_skull")
    run_agenda(state, (0,), "p_wood1_hammer1_skull")
    assert state.stopped[0]
    assert state.rolls[0] == 2


@pytest.mark.rule("ERA-16.8")
def test_seat_without_dice_has_stopped_and_the_others_roll():
    state = table(Lord(dice=""), Lord(dice="p p"))
    step(state, Roll())
    assert state.stopped == [True, False]
    together = state.agenda[-1]
    assert isinstance(together, Simultaneous)
    assert [seat for seat, steps in together.branches if steps] == [1]
    state = table(Lord(dice=""), Lord(dice=""))
    step(state, Roll())
    together = state.agenda[-1]
    assert isinstance(together, Simultaneous)
    assert not any(steps for _, steps in together.branches)


@pytest.mark.rule("ERA-5.11", "ERA-16.2", "ERA-16.4")
def test_screens_are_lifted_when_everyone_has_stopped():
    match = begin(2)
    place_kits(match)
    first = match.pending()[0].seat
    match.choose(first, ())
    assert not realm(match).dice_open
    with pytest.raises(NotYourTurn):
        match.choose(first, ())
    assert all(isinstance(view_of(match, 1 - first).faces[first], Hidden) for _ in "x")
    assert match.why_not_undo(first) is None, "behind its screen"
    other = 1 - first
    turns = realm(match).turn
    match.choose(other, ())
    state = realm(match)
    assert state.dice_open
    assert state.step != "roll" or state.turn > turns
    for reader in (0, 1, None):
        assert view_of(match, reader).faces == state.faces
    with pytest.raises(CannotTakeBack):
        match.undo(first)


@pytest.mark.rule("ERA-5.12", "ERA-5.14")
def test_feather_rerolls_its_own_die_and_another_even_with_a_skull():
    state = table(Lord(dice="c_feather_a p_wood1_hammer1_skull n_sword1"), Lord())
    step(state, Feathers(0))
    assert set(options(state)) == {(0, "alone"), (0, 1), (0, 2), ("done",)}
    run_agenda(state, (0, 1), "c_culture1 p_food3")
    assert faces(state, 0) == seen(state, 0, by=1) == "c_culture1 p_food3 n_sword1"
    assert not state.agenda


@pytest.mark.rule("ERA-5.14")
def test_feather_die_itself_must_be_rerolled():
    state = table(Lord(dice="c_feather_a p_food3 n_sword1"), Lord())
    step(state, Feathers(0))
    assert pending_step(state).refuse(state, (1, 2)).rule == "ERA-5.12"
    assert pending_step(state).refuse(state, (0, 0)).rule == "ERA-5.14"
    run_agenda(state, (0, "alone"), "c_food2")
    assert faces(state, 0) == "c_food2 p_food3 n_sword1"


@pytest.mark.rule("ERA-5.13", "ERA-5.14")
def test_feathers_can_be_used_repeatedly():
    state = table(Lord(dice="c_feather_a c_feather_b"), Lord())
    step(state, Feathers(0), (0, 1), "c_feather_b c_food2", (0, "alone"), "c_feather_a")
    assert isinstance(pending_step(state), RollFeather)
    run_agenda(state, ("done",))
    assert not state.agenda


@pytest.mark.rule("ERA-5.12", "ERA-5.15", "ERA-5.13")
def test_feathers_are_used_after_the_reveal_in_turn_order():
    state = table(Lord(dice="c_feather_a"), Lord(dice="p_food3"), Lord(dice="c_feather_a"), first=2)
    step(state, LiftScreens())
    assert (pending_step(state).seat, state.active) == (2, 2)
    run_agenda(state, (0, "alone"), "c_feather_a")
    assert pending_step(state).seat == 2
    run_agenda(state, (0, "alone"), "c_food2")
    assert pending_step(state).seat == 0


@pytest.mark.rule("ERA-5.16")
def test_unused_feather_has_no_effect():
    state = table(Lord(dice="c_feather_a n_sword1"), Lord())
    before = state.tracks[0].copy()
    step(state, Feathers(0), ("done",))
    assert faces(state, 0) == "c_feather_a n_sword1"
    assert state.tracks[0] == before
    assert (state.hammers(0), state.swords(0), state.shields(0), state.skulls(0)) == (0, 1, 0, 0)


@pytest.mark.rule("ERA-5.17", "ERA-10.4")
def test_final_faces_are_the_result_of_the_round():
    state = table(Lord(dice="p_hammer2 p_wood1_hammer1_skull n_sword3 n_shield4 b_hammer2"), Lord())
    assert (state.hammers(0), state.swords(0), state.shields(0), state.skulls(0)) == (5, 3, 4, 1)
    building(state, 0, "farm", "A1 B1 A2")
    step(state, DisasterTurn(0))
    assert state.disaster(0) == 1
    assert (state.hammers(0), state.swords(0), state.shields(0), state.skulls(0)) == (5, 3, 4, 1)


@pytest.mark.rule("ERA-16.1")
def test_dice_do_not_depend_on_who_rolls_first():
    def played(order):
        match = begin(3, seed="streams")
        place_kits(match)
        dice = [Dice(b"seat %d" % seat) for seat in range(3)]
        while realm(match).step == "roll" and not realm(match).dice_open:
            seats = [pending.seat for pending in match.pending()]
            seat = order(seats)
            match.choose(seat, match.sample(seat, dice[seat]))
        return match.state

    ahead, behind = played(min), played(max)
    assert ahead == behind
    assert ahead.digest() == behind.digest()


@pytest.mark.rule("ERA-16.3", "ERA-16.5")
def test_picks_before_a_roll_cannot_be_undone_but_later_ones_can():
    match = begin(2, seed="3")
    place_kits(match)
    seat = match.pending()[0].seat
    with pytest.raises(CannotTakeBack, match="rolled"):
        match.undo(seat)
    match.choose(seat, ())
    match.undo(seat)
    assert match.decision(seat) == ChooseDice(seat, 2)
    match.choose(seat, (match.decision(seat).options(match.state)[-1]))
    assert "rolled" in barrier(match, seat)


@pytest.mark.rule("ERA-16.3")
def test_picks_before_a_feather_roll_cannot_be_undone():
    match = begin(1)
    place_kits(match)
    state = realm(match)
    set_dice(state, 0, "c_feather_a n_sword1")
    state.agenda.clear()
    state.push(Feathers(0), BurnBuilding(0))
    interpreter.run(match, sampling=False)
    match.choose(0, (0, "alone"))
    assert isinstance(match.decision(0), RollFeather | BurnBuilding)
    assert "rolled" in barrier(match, 0)


@pytest.mark.rule("ERA-5.6", "ERA-16.7")
def test_use_of_a_monastery_and_its_effect_on_skulls_are_public():
    state = first_roll(rolling(monasteries=TWO), "p_food3 p_wood3 p_stone2 n_sword1")
    decision = pending_step(state)
    assert decision.redacted(("done",), 1) == ("done",)
    assert decision.redacted((0, "p_wood1_hammer1_skull"), 1) == (0, "p_wood1_hammer1_skull")
    assert all(isinstance(part, Hidden) for part in decision.redacted((0, "p_food3"), 1))
    run_agenda(state, (0, "p_wood1_hammer1_skull"))
    die, face = pending_step(state).redacted((0, "p_food3"), 1)
    assert die == 0
    assert isinstance(face, Hidden)
    public = [note.text.plain() for note in story(state) if note.is_for(1)]
    assert any("uses a monastery" in text for text in public)
    assert state.view(1).monasteries_used[0] == 1


def test_impossible_roll_is_refused():
    state = rolling("p p n")
    roll = RollDice(0, 1)
    good = roll.sample(state, Dice(b"good"))
    assert roll.check(state, good) is None
    out, session = good
    skull = ((0, "p_wood1_hammer1_skull"),)
    rest = ((1, "p_food3"), (2, "n_sword1"))
    assert roll.check(state, (skull, rest)) is None
    bad: list[Value] = [
        ((), (*skull, *rest)),
        (rest, skull),
        (skull, rest[:1]),
        (skull, (*rest, (3, "p_food3"))),
        (skull, ((1, "n_sword1"), (2, "n_sword1"))),
        (skull, ((1, "nothing"), (2, "n_sword1"))),
        (out,),
        "rolled",
        (skull, ((1, 2), (2, 3))),
    ]
    for outcome in bad:
        assert roll.check(state, outcome) is not None
    assert session


def test_places_of_dice():
    state = first_roll(rolling(), "p_food3 p_wood1_hammer1_skull p_stone2 n_sword1")
    decision = pending_step(state)
    assert decision.target(state, ((2,),)) == ("die", 0, 2)
    assert decision.target(state, ((0, 2),)) is None
    assert decision.refuse_place(state, (), ("die", 1, 0)).rule == "ERA-5.4"
    assert decision.refuse_place(state, (), ("die", 0, 1)).rule == "ERA-5.3"
    assert noted(state, "ERA-5.2") == ["seat 1 sets aside Peasant (1 wood + 1 hammer + skull)."]
    with pytest.raises(IllegalPick):
        begin(2).choose(0, ())
