"""Previews in the panel and on the pages of Troyes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.errors import Refusal
from engine.games.troyes.actions import Fight
from engine.games.troyes.black_dice import FaceBlackDie
from engine.games.troyes.component_types import Purpose
from engine.games.troyes.cubes import ArcherCube, ArcherNext
from engine.games.troyes.dice import DIE_OF, NEUTRAL
from engine.games.troyes.dice_prospects import best_flip
from engine.games.troyes.group_rules import best_groups
from engine.games.troyes.influence import own_dice
from engine.games.troyes.state import Town
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.search.review import pick_text
from screens.games.troyes.black_dice import AgainstBlackDice
from screens.games.troyes.group_input import GroupOfDice
from screens.games.troyes.input_modes import KEYS_OF_COMMANDS
from screens.games.troyes.painter import PAINTER
from screens.games.troyes.previews import point_changes
from screens.input_modes.choice_list import ChoiceList
from screens.table_view import panels
from screens.table_view.news import turn_summary
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from tests.screens.games.troyes.scenes import ROOMS, moments, played, scene_of


def panel(scene: Scene) -> str:
    """The decision panel as a single line."""
    text = panels.paint_decision(scene, PAINTER, 120, 12).text()
    return " ".join(text.replace("▌", " ").split())


def pointing_at(match: Match, command: str) -> Scene:
    """A scene with the cursor on a command of the turn."""
    scene = scene_of(match)
    assert scene.partial_pick is not None
    input_mode = scene.partial_pick.input_mode
    assert isinstance(input_mode, ChoiceList)
    scene.partial_pick.input_mode.point(
        next(n for n, one in enumerate(input_mode.choices()) if one.chosen == (command,))
    )
    return scene


def turn(players: int = 4, round: int = 2) -> Match:
    """A turn in `round` with dice of other players on the square."""
    match = played(players, picks=40, until="TakeTurn")
    truth: Any = match.state
    assert truth.round == round
    return match


@pytest.mark.parametrize("command", ["activate", "fight", "build", "place", "farm", "reroll"])
def test_every_command_describes_its_purpose(command: str) -> None:
    bare = panel(scene_of(turn()))
    previewed = panel(pointing_at(turn(), command))
    assert "→" in previewed
    assert command == "activate" or previewed != bare


def test_passing_player_sees_what_others_can_still_buy() -> None:
    match = turn()
    truth: Any = match.state
    previewed = panel(pointing_at(match, "pass"))
    assert "Each of your later turns brings you 1 denier." in previewed
    own = truth.dice[match.pending()[0].seat]
    assert ("Others can still buy your" in previewed) == bool(own)


def test_key_of_unavailable_command_shows_the_reason() -> None:
    match = turn()
    truth: Any = match.state
    for district in range(len(truth.dice)):
        truth.dice[district] = tuple(face for face in truth.dice[district] if face < 6)
    partial_pick = scene_of(match).partial_pick
    assert partial_pick is not None
    place = partial_pick.place_of_key("5")
    assert place is not None
    refusal = partial_pick.input_mode.refuse(place)
    assert refusal is not None
    assert refusal.rule == "TRO-9.3"
    assert partial_pick.place_of_key("x") is None


def group(match: Match, command: str, steps: int = 1) -> tuple[Scene, GroupOfDice]:
    """A group for a command, for the first card or event if it needs one; each step yields more."""
    scene = pointing_at(match, command)
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    while not isinstance(partial_pick.input_mode, GroupOfDice):
        assert partial_pick.finish() is None
    for _ in range(steps):
        partial_pick.input_mode.press("n", "n")
    return scene, partial_pick.input_mode


@pytest.mark.parametrize("command", ["place", "build", "farm"])
def test_next_group_goes_through_all_results(command: str) -> None:
    _, input_mode = group(turn(), command, steps=0)
    groups = best_groups(
        input_mode.command, input_mode.view, input_mode.seat, input_mode.head, input_mode.cube
    )
    found = set()
    for _ in groups:
        input_mode.press("n", "n")
        marked = input_mode.group()
        assert not isinstance(marked, Refusal)
        found.add(marked.dice)
    assert found == {one.dice for one in groups}


def test_citizen_about_to_move_is_in_brackets() -> None:
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.supply[seat], truth.reserve[seat] = 0, truth.reserve[seat] + truth.supply[seat]
    truth.lying = [(), (), ()]
    scene, input_mode = group(match, "place")
    place = input_mode.vacated_place()
    assert place is not None
    canvas = PAINTER.paint(scene, *ROOMS[120, 40])
    (rect,) = canvas.rects(place)
    assert canvas.lines()[rect.y][rect.x] != "["
    PAINTER.repaint(scene, canvas, canvas.rect)
    assert canvas.lines()[rect.y][rect.x : rect.right][::2] == "[]"


def test_effect_of_marked_dice_precedes_effects_of_other_dice() -> None:
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.deniers[seat] = 90
    scene, input_mode = group(match, "build")
    input_mode.pointed = input_mode.selectable().index(input_mode.marked_names[0]) + 1
    input_mode.changed()
    previewed = panel(scene).split("→")[-1]
    assert previewed.strip().startswith("Cathedral: column")
    if len(input_mode.marked_names) > 1:
        assert previewed.index("Cathedral") < previewed.index("Without")


def test_die_is_described_alone_if_nothing_is_marked() -> None:
    scene, input_mode = group(turn(), "farm", 0)
    assert not input_mode.marked_names
    assert " alone: " in panel(scene)
    assert "With " not in panel(scene)


def test_completed_marauding_opens_again() -> None:
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.flags[0] = (seat,) * (truth.event_at(0).flags - 1)
    truth.deniers[seat] = 90
    truth.dice = [(), (), (), (), (17, 17)]
    scene = pointing_at(match, "fight")
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    partial_pick.go_to(("fight", "marauding"))
    partial_pick.input_mode.press("6", "6")
    assert "Marauding stays, and all its flags are free again." in panel(scene)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ((14,), "Best now: Y3 = 3, 3/3 = 1 cube; 1 die: free."),
        ((), "Best now: neutral Y6 = 6, 6/3 = 2 cubes (1 taken); 1 die: 2 deniers"),
    ],
)
def test_promised_cubes_fit_on_the_event(own: tuple[int, ...], expected: str) -> None:
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.flags[0] = (seat,) * (truth.event_at(0).flags - 1)
    truth.deniers[seat] = 90
    truth.dice = [(), (), (), (), (17,)]
    truth.dice[seat] = own
    scene = pointing_at(match, "fight")
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    assert partial_pick.finish() is None
    assert expected in panel(scene).replace("▌ ", "")


def test_cubes_take_the_last_flags() -> None:
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.deniers[seat] = 90
    truth.dice = [(), (), (), (), ()]
    flags = truth.event_at(0).flags
    for free, expected in (
        (1, "1 cube, filling the last flag."),
        (2, "2 cubes, filling the last flags."),
    ):
        truth.flags[0], truth.dice[4] = (seat,) * (flags - free), (11 + 3 * free,)
        scene = pointing_at(match, "fight")
        partial_pick = scene.partial_pick
        assert partial_pick is not None
        partial_pick.go_to(("fight", "marauding"))
        partial_pick.input_mode.press(str(3 * free), str(3 * free))
        assert expected in panel(scene)


def test_superfluous_die_in_a_group_is_named_first() -> None:
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.dice = [(), (), (), (), ()]
    truth.dice[seat] = (12, 16, 17)
    scene, input_mode = group(match, "farm", 0)
    input_mode.mark_again([f"{seat}y5", f"{seat}y6"])
    assert not input_mode.avoidable_losses()
    input_mode.mark_again([f"{seat}y1", f"{seat}y5"])
    assert not input_mode.avoidable_losses(), "5/2 = 2, 6/2 = 3"
    input_mode.mark_again([f"{seat}y1", f"{seat}y6"])
    assert panel(scene).split("→")[1].strip().startswith("You do not need Y1.")


def test_last_round_promises_no_other() -> None:
    match = turn()
    truth: Any = match.state
    page = PAINTER.paint_zone(scene_of(match), "forecast", 120, 28).text()
    assert f"Round {truth.round + 1}, with the citizens as they stand now" in page
    _, input_mode = group(match, "place")
    assert any(before != after for before, after in forecasts(input_mode))
    truth.round = truth.rounds
    page = PAINTER.paint_zone(scene_of(match), "forecast", 120, 28).text()
    assert "This is the last round" in page
    _, input_mode = group(match, "place")
    assert all(before == after for before, after in forecasts(input_mode))


def forecasts(input_mode: GroupOfDice) -> list[tuple[Any, Any]]:
    """Forecasts of the next round before and after, for all players affected by a group."""
    return [change.forecast for change in input_mode.previewed().changes]


def test_no_event_remains_before_the_first_round() -> None:
    match = played(2, picks=3)
    assert match.state.round == 0
    page = PAINTER.paint_zone(scene_of(match), "forecast", 120, 28).text()
    assert "Round 1, with the citizens as they stand now" in page
    assert "Black dice" not in page


def test_forecast_page_shows_citizens_and_recurring_events() -> None:
    match = turn()
    truth: Any = match.state
    page = " ".join(PAINTER.paint_zone(scene_of(match), "forecast", 120, 28).text().split())
    for seat in range(4):
        assert f"{truth.supply[seat]} in the supply, {truth.reserve[seat]} to recruit" in page
    black = sum(truth.event_at(place).black for place in range(len(truth.row)))
    assert f"Black dice: {black}, plus those of the new events" in page


def test_preview_shows_which_further_black_dice_would_be_beaten() -> None:
    match = played(4, picks=18, until="FaceBlackDie")
    truth: Any = match.state
    assert isinstance(truth, Town)
    seat = match.pending()[0].seat
    truth.black = (2, 1, 1)
    truth.dice[seat] = (5,)
    partial_pick = scene_of(match).partial_pick
    assert partial_pick is not None
    assert isinstance(partial_pick.input_mode, AgainstBlackDice)
    text = [line.plain() for line in partial_pick.input_mode.chosen_so_far()]
    assert "Your dice would also beat K1 K1. Press b to do so and gain 2 more influence." in text


def test_limits_of_the_number_are_told() -> None:
    match = turn()
    truth: Any = match.state
    truth.deniers[match.pending()[0].seat] = 90
    _, input_mode = group(match, "activate", 5)
    numbers = input_mode.numbers()
    assert numbers
    is_open = {control.key: control.is_available for control in input_mode.controls()}
    assert (is_open["f"], is_open["m"]) == (True, False)
    refused = input_mode.press("m", "m")
    assert isinstance(refused, Refusal)
    assert refused.reason.plain() == "These dice allow no more."
    for _ in numbers[1:]:
        assert not isinstance(input_mode.press("f", "f"), Refusal)
    refused = input_mode.press("f", "f")
    assert isinstance(refused, Refusal)
    assert refused.reason.plain() == "The dice must have an effect at least once."


def test_dice_that_do_not_suffice_are_named_in_a_sentence() -> None:
    match = turn()
    truth: Any = match.state
    seat = match.pending()[0].seat
    truth.row, truth.flags = [truth.box.event("civil_war").index], [()]
    truth.dice[seat] = (DIE_OF[f"{seat}y2"][1], DIE_OF[f"{seat}y5"][1])
    _, input_mode = group(match, "fight", 0)
    input_mode.press("2", "2")
    input_mode.press("5", "5")
    said = " ".join(text.plain() for text in input_mode.die_notes())
    assert said == "Not possible without Y5. The dice add up to 2, but you need 4."


def test_events_of_the_same_name_have_their_numbers_in_the_row() -> None:
    truth: Any = turn().state
    wars = [truth.box.event("war_1"), truth.box.event("war_2")]
    truth.row, truth.flags = [0, *(war.index for war in wars)], [(), (), ()]
    labels = [ArcherCube(0).label(truth, (id,)).plain() for id in ("war_1", "war_2")]
    assert labels == [
        "War, number 2 in the row: 6 of 6 free",
        "War, number 3 in the row: 6 of 6 free",
    ]
    assert Fight().label(truth, 0, ("war_2",)).plain() == "War, number 3 in the row (/4)"
    assert "number" not in ArcherCube(0).label(truth, (truth.box.events[0].id,)).plain()


def test_question_of_the_archer_tells_how_many_rolls_are_left() -> None:
    truth: Any = turn().state
    truth.agenda = [ArcherNext(0, 0, 2), ArcherCube(0)]
    question = "A hit. Which event do you put your cube on?"
    request = ArcherCube(0).question(truth)
    assert request.plain() == f"{question} (2 rolls left)"
    truth.agenda = [ArcherNext(0, 0, 0), ArcherCube(0)]
    assert ArcherCube(0).question(truth).plain() == question


def test_full_influence_is_not_told_as_a_change() -> None:
    match = played(4, picks=18, until="FaceBlackDie")
    truth: Any = match.state
    assert isinstance(truth, Town)
    truth.influence[match.pending()[0].seat] = truth.box.influence_most
    partial_pick = scene_of(match).partial_pick
    assert partial_pick is not None
    assert isinstance(partial_pick.input_mode, AgainstBlackDice)
    text = [line.plain() for line in partial_pick.input_mode.chosen_so_far()]
    assert f"Your influence stays at {truth.box.influence_most}." in text


def test_a_black_die_that_comes_round_again_is_foretold() -> None:
    match = played(2, picks=18, until="FaceBlackDie")
    truth: Any = match.state
    seat = match.pending()[0].seat
    truth.dice[seat] = (10,)
    for black, comes_back in (((5, 3, 1), True), ((5, 3), False)):
        truth.black = black
        partial_pick = scene_of(match).partial_pick
        assert partial_pick is not None
        assert isinstance(partial_pick.input_mode, AgainstBlackDice)
        text = [line.plain() for line in partial_pick.input_mode.chosen_so_far()]
        told = "Then you face K1, unless somebody else beats it first."
        assert (told in text) is comes_back


def test_the_levels_of_the_cathedral_share_a_sentence() -> None:
    match = turn()
    seat = match.pending()[0].seat
    before: Any = match.state.copy()
    after: Any = match.state.copy()
    other = (seat + 1) % 4
    before.cathedral = [(other,), (other, other)]
    after.cathedral = [(seat,), (other, seat)]
    texts = [text.plain() for text in point_changes(before, after, seat)]
    assert "Levels 1, 2 will no longer cost you 2 VP each." in texts


def test_a_miss_of_the_archer_is_told_beside_the_question() -> None:
    misses = 0
    for seed in range(6):
        match = turn()
        seat = match.pending()[0].seat
        truth: Any = match.state
        card = truth.box.card("archer")
        truth.cards[card.position] = card.index
        truth.dice[seat], truth.deniers[seat], truth.supply[seat] = (seed % 5 + 1,), 20, 2
        truth.passed = [other != seat for other in range(truth.seats)]
        die = f"{seat}r{seed % 5 + 2}"
        match.choose(seat, ("activate", "archer", "", (die,), "supply", (seed % 5 + 2) // 2))
        if match.over or match.pending()[0].seat != seat:
            continue
        scene = scene_of(match)
        told = turn_summary(MatchView(match), scene, painter_for("troyes"))
        lines = "" if told is None else " ".join(line.text for line in told.lines)
        assert "Archer: " in lines
        misses += "a miss" in lines
    assert misses


def test_best_use_of_agriculture_includes_its_cost() -> None:
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.dice = [(), (), (), (), (17, 17)]
    truth.dice[seat] = (15,)
    truth.deniers[seat] = 20
    previewed = panel(pointing_at(match, "farm"))
    assert "Best now: Y4 = 4, 4/2 = 2 deniers; 1 die: free." in previewed
    lay_waiting(truth, seat)
    previewed = panel(pointing_at(match, "farm"))
    assert "Best now without a cube: Y4 = 4, 4/2 = 2 deniers; 1 die:" in previewed


def lay_waiting(town: Any, seat: int) -> None:
    """Put a waiting cube of a seat on the face-up Priest."""
    card = town.box.card("priest")
    town.cards[card.position] = card.index
    town.add_cubes(card.position, seat, 1)


def test_keys_that_do_not_fit_wrap_to_the_next_row() -> None:
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.deniers[seat], truth.supply[seat] = 90, 0
    truth.lying = [(), (), ()]
    for position in truth.open_positions():
        if truth.card_at(position).modifier is not None:
            truth.add_cubes(position, seat, 1)
    scene, input_mode = group(match, "activate", 3)
    wide, narrow = (input_mode.paint(scene, width, 6) for width in (200, 60))
    assert (wide.height, narrow.height) == (2, 3)
    assert len(input_mode.controls()) > 3
    for canvas in (wide, narrow):
        assert all(canvas.rects(("control", control.key)) for control in input_mode.controls())
    assert input_mode.paint(scene, 60, 2).height == 2


@pytest.mark.parametrize("command", ["fight", "activate"])
def test_multiplier_is_named_after_what_is_counted(command: str) -> None:
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.deniers[seat], truth.influence[seat] = 90, 9
    _, input_mode = group(match, command, 5)
    (label,) = (control.text.plain() for control in input_mode.controls() if control.key == "m")
    assert ("cube" in label) == (command == "fight")


def test_preview_names_others_who_gain_from_a_contest() -> None:
    match = turn()
    seat = match.pending()[0].seat
    other = (seat + 1) % 4
    truth: Any = match.state
    card = truth.box.card("joust")
    truth.cards[card.position] = card.index
    truth.tradesmen[card.position] = (seat, -1)
    truth.dice = [(), (), (), (), (16,)]
    truth.dice[seat], truth.dice[other] = (1, 5), (1,)
    scene = scene_of(match)
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    for value in ("activate", "joust"):
        input_mode = partial_pick.input_mode
        assert isinstance(input_mode, ChoiceList)
        partial_pick.input_mode.point(
            next(n for n, one in enumerate(input_mode.choices()) if one.value == value)
        )
        assert partial_pick.finish() is None
    assert isinstance(partial_pick.input_mode, GroupOfDice)
    partial_pick.input_mode.press("6", "6")
    previewed = panel(scene).replace("▌ ", "")
    assert f"{scene.name(other)} gains 2 VP." in previewed
    assert "+2 VP." in previewed


def test_preview_of_the_last_citizen_includes_the_first_round() -> None:
    match = played(2, picks=10, until="PlaceFirst")
    truth: Any = match.state
    assert not truth.round
    previewed = panel(scene_of(match))
    assert "Round 1 of 4 begins." in previewed
    assert "Round 1, dice: " in previewed


def test_repeated_key_selects_each_die_of_a_value() -> None:
    match = turn()
    seat = match.pending()[0].seat
    other = (seat + 1) % 4
    truth: Any = match.state
    truth.dice = [(), (), (), (), (17,)]
    truth.dice[seat] = truth.dice[other] = (17,)
    truth.deniers[seat] = 90
    partial_pick = scene_of(match).partial_pick
    assert partial_pick is not None
    partial_pick.go_to(("fight", "marauding"))
    input_mode = partial_pick.input_mode
    assert isinstance(input_mode, GroupOfDice)
    marked = []
    for _ in range(4):
        input_mode.press("6", "6")
        marked.append(input_mode.marked_names)
    assert marked[:3] == [(f"{seat}y6",), ("ny6",), (f"{other}y6",)]
    assert marked[3] == (f"{seat}y6", "ny6")


def nobody_in_supply() -> tuple[Match, int]:
    """A turn with one die in which a citizen must come from the board, and its seat; nobody is
    expelled."""
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.dice = [(), (), (), (), ()]
    truth.dice[seat] = (17,)
    truth.supply[seat] = 0
    truth.lying = [(), (), ()]
    return match, seat


def test_expelled_citizen_is_offered_before_standing_ones() -> None:
    match, seat = nobody_in_supply()
    truth: Any = match.state
    truth.lying = [(), (seat,), ()]
    partial_pick = scene_of(match).partial_pick
    assert partial_pick is not None
    partial_pick.go_to(("place",))
    input_mode = partial_pick.input_mode
    assert isinstance(input_mode, GroupOfDice)
    assert input_mode.citizens()[0] == "bishopric.lying"
    input_mode.press("6", "6")
    assert input_mode.parts() == ("", (f"{seat}y6",), "bishopric.lying")


def test_tradesman_is_offered_last_with_the_space_left() -> None:
    match, seat = nobody_in_supply()
    truth: Any = match.state
    card = truth.box.card("joust")
    truth.cards[card.position] = card.index
    truth.tradesmen[card.position] = (seat, -1)
    scene = scene_of(match)
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    partial_pick.go_to(("place",))
    input_mode = partial_pick.input_mode
    assert isinstance(input_mode, GroupOfDice)
    citizens = input_mode.citizens()
    tradesmen = [one for one in citizens if truth.open_card(one) is not None]
    assert "joust" in tradesmen
    assert citizens[: -len(tradesmen)]
    assert citizens[-len(tradesmen) :] == tradesmen
    input_mode.press("6", "6")
    assert "The citizen leaves a space worth" not in panel(scene)
    input_mode.citizen = "joust"
    input_mode.changed()
    assert "The citizen leaves a space worth 4 VP: Joust." in panel(scene).replace("▌ ", "")


def test_value_only_on_a_black_die_is_not_yours() -> None:
    match = played(4, picks=18, until="FaceBlackDie")
    truth: Any = match.state
    seat = match.pending()[0].seat
    truth.black = (2, 2)
    truth.dice[seat] = (5,)
    partial_pick = scene_of(match).partial_pick
    assert partial_pick is not None
    reply = partial_pick.input_mode.press("2", "2")
    assert isinstance(reply, Refusal)
    assert reply.reason.plain() == "None of your dice shows 2."


def test_cursor_starts_at_longest_stay_and_at_pass_without_dice() -> None:
    scene = scene_of(played(2, picks=0, until="PlaceFirst"))
    assert scene.partial_pick is not None
    assert scene.partial_pick.choice.place == ("city_hall", 2, 1)
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.dice = [(), (), (), (), (17,)]
    truth.deniers[seat], truth.influence[seat] = 0, 9
    partial_pick = scene_of(match).partial_pick
    assert partial_pick is not None
    assert partial_pick.choice.value == "pass"


def test_pick_text_omits_the_unspent_cube() -> None:
    match = turn()
    seat = match.pending()[0].seat
    pick = ("fight", "marauding", "", (f"{seat}y6",), 2)
    shown = pick_text(match.decision(seat), match.view(seat), pick)
    assert shown.plain() == "Fight Marauding with Y6: 2 cubes"


def test_complete_pick_names_each_thing_once() -> None:
    match = turn()
    seat = match.pending()[0].seat
    decision: Any = match.decision(seat)
    view = match.view(seat)
    acts = {pick[0]: pick_text(decision, view, pick).plain() for pick in decision.options(view)}
    assert {"activate", "build", "place", "farm"} <= set(acts)
    for command, text in acts.items():
        assert not any(word in text for word in ("(/", "a card,", "an event,")), (command, text)
    truth: Any = match.state
    truth.black = (5, 2)
    black: Any = FaceBlackDie(seat)
    shown = pick_text(black, match.view(seat), ("defeat", (f"{seat}r6", "k2")))
    assert shown.plain() == "Discard R6 against K5 K2"


def test_free_flags_count_and_useless_dice_are_not_advised() -> None:
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.deniers[seat] = 90
    input_mode = group(match, "fight", 0)[1]
    event, purpose = truth.box.event(input_mode.head[0]), input_mode.purpose
    assert isinstance(purpose, Purpose)
    at = truth.row.index(event.index)
    truth.dice = [()] * len(truth.dice)
    six = 6 * purpose.colour + 5
    truth.dice[seat], truth.dice[-1] = (six,), (six,)
    for free, advised in ((1, False), (event.flags, True)):
        truth.flags[at] = (NEUTRAL,) * (event.flags - free)
        scene, input_mode = group(match, "fight", 0)
        room = 6 // purpose.divisor > free
        assert f"alone: 6/{purpose.divisor} = " in panel(scene)
        assert ("but only" in " ".join(one.plain() for one in input_mode.die_notes())) is room
        input_mode.marked_names = (input_mode.selectable()[0],)
        input_mode.pointed = 0
        input_mode.changed()
        text = [one.plain() for one in input_mode.die_notes()]
        assert any(one.startswith("With ") for one in text) is advised, text


def test_citizen_brings_a_die_only_if_another_round_follows() -> None:
    match = turn()
    truth: Any = match.state
    expected = "From the next round on, the citizen gives you a die."
    assert expected in panel(pointing_at(match, "place"))
    truth.round = truth.rounds
    assert expected not in panel(pointing_at(match, "place"))


def test_cursor_starts_at_the_highest_die_without_own_dice() -> None:
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.deniers[seat] = 90
    purpose = group(match, "fight", 0)[1].purpose
    assert isinstance(purpose, Purpose)
    truth.dice = [()] * len(truth.dice)
    truth.dice[-1] = tuple(6 * purpose.colour + pips for pips in (0, 4, 2))
    input_mode = group(match, "fight", 0)[1]
    assert input_mode.name_under_cursor is not None
    assert input_mode.value(input_mode.name_under_cursor) == 5


def test_key_for_more_black_dice_starts_with_those_beaten() -> None:
    match = played(4, picks=18, until="FaceBlackDie")
    truth: Any = match.state
    seat = match.pending()[0].seat
    truth.black = (5, 4, 2)
    truth.dice[seat] = (3, 17)
    partial_pick = scene_of(match).partial_pick
    assert partial_pick is not None
    input_mode = partial_pick.input_mode
    assert isinstance(input_mode, AgainstBlackDice)
    input_mode.marked_names = (f"{seat}r4",)
    shown = []
    for _ in range(4):
        input_mode.press("b", "b")
        shown.append(input_mode.headline().plain().partition("against ")[2])
    assert shown == ["K5 K2 = 7", "K5 K4 = 9", "K5 K4 K2 = 11", "K5 = 5"]


def test_neutral_die_is_named_before_an_equal_one_of_another_player() -> None:
    match = turn()
    seat = match.pending()[0].seat
    truth: Any = match.state
    truth.flags[0] = (seat,) * (truth.event_at(0).flags - 1)
    truth.deniers[seat] = 90
    truth.dice = [(17,), (17,), (17,), (17,), (17,)]
    truth.dice[seat] = ()
    scene = pointing_at(match, "fight")
    assert scene.partial_pick is not None
    assert scene.partial_pick.finish() is None
    assert "Best now: neutral Y6" in panel(scene)


def test_unavailable_command_keeps_its_key() -> None:
    found = 0
    for picks in range(40, 200, 8):
        scene = scene_of(played(2, picks=picks, until="TakeTurn"))
        partial_pick = scene.partial_pick
        if partial_pick is None or not isinstance(partial_pick.input_mode, ChoiceList):
            continue
        menu: Any = partial_pick.decision
        closed = {KEYS_OF_COMMANDS[one.key] for one, _ in menu.closed(scene.view)}
        keys = {choice.key for choice in partial_pick.input_mode.choices()}
        found += bool(closed)
        assert not closed & keys, (closed, keys)
    assert found


# ------------------------------------------------------------------ what influence is for


def test_influence_names_the_dice_and_what_they_make_possible_before_its_cost() -> None:
    match = turn()
    scene = pointing_at(match, "reroll")
    assert scene.partial_pick is not None
    assert "→ Reroll " in panel(scene), "the best die comes before the rule"
    scene.partial_pick.finish()
    assert isinstance(scene.partial_pick.input_mode, ChoiceList)
    previews = []
    for number, choice in enumerate(scene.partial_pick.choices()):
        scene.partial_pick.input_mode.point(number)
        said = panel(scene)
        label = scene.translate(choice.label)
        assert "This costs you 1 influence." in said
        previews.append(f"→ Reroll {label}: with a " in said and ", you could " in said)
    assert any(previews)


def test_die_on_the_square_is_named_once_before_its_reroll() -> None:
    found = 0
    for seed in range(4):
        scene = scene_of(played(4, picks=40, until="TakeTurn", seed=str(seed)))
        assert scene.partial_pick is not None
        input_mode = scene.partial_pick.input_mode
        assert isinstance(input_mode, ChoiceList)
        for number, choice in enumerate(input_mode.choices()):
            if choice.chosen[:1] == ("reroll",) and len(choice.chosen) > 1:
                input_mode.point(number)
                found += 1
                assert panel(scene).count("Reroll") == 1
    assert found


def test_a_hint_for_influence_says_what_for_and_then_the_cost() -> None:
    match = turn()
    scene = pointing_at(match, "reroll")
    assert scene.partial_pick is not None
    request = scene.partial_pick.request
    for name in own_dice(request.view, request.seat):
        pick = ("reroll", name)
        why = PAINTER.why(scene, request.preview(pick), None)
        assert why is not None
        said = scene.translate(why)
        assert said.startswith(("with a ", "it may show a higher value"))
        assert said.endswith("; it costs 1 influence")
        assert scene.translate(pick_text(request.decision, request.view, pick)).startswith(
            "Reroll "
        )


def test_dice_turned_over_say_what_they_make_possible() -> None:
    found = []
    for match in moments(3, every=5):
        pending = match.pending()[0] if match.pending() else None
        if pending is None or pending.decision.name != "TakeTurn":
            continue
        scene = scene_of(match)
        gain = best_flip(scene.view, pending.seat) if scene.view.dice[pending.seat] else None
        if gain is not None:
            found.append(scene.translate(gain))
    assert found
    for said in found:
        assert re.fullmatch(r"Turn over [RWY\d ]+: with [RWY\d ]+, .+\.", said), said


@pytest.mark.parametrize("command", ["activate", "fight"])
def test_what_dice_give_now_comes_before_the_description(command: str) -> None:
    """At 80x24 the end of a long preview is cut."""
    scene = pointing_at(turn(), command)
    assert scene.partial_pick is not None
    scene.partial_pick.finish()
    assert "→ Best now" in panel(scene)
