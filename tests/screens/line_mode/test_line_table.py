"""A table in line mode: input, output, secrets and undo."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.core.parts import MultisetPart, SubsetPart
from engine.i18n.language import Translator
from engine.match.match import Match
from engine.match.undo import REWIND
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.line_mode.input_parser import (
    Named,
    NotUnderstood,
    amounts_typed,
    found_by_words,
    marks_typed,
    tidied,
)
from screens.line_mode.line_news import BLANK_LINES
from screens.line_mode.line_table import LineTable
from screens.line_mode.typed_commands import COMMANDS
from tests.engine.bots.programs import admitted, python
from tests.screens.line_mode.line_tables import (
    BOT,
    PEOPLE,
    choose_as_hinted,
    hinted_input,
    new_session,
    table,
)
from tests.screens.terminal.known import REPLIES

EN = Translator("en")


def joined_lines(lines: Sequence[str]) -> str:
    return "\n".join(lines)


def open_table(game: str = "middle_ages", seats: Sequence[tuple[str, str]] = BOT) -> LineTable:
    of = table(new_session(game, seats))
    of.begin()
    return of


@pytest.mark.parametrize("game", ["middle_ages", "era", "deus"])
def test_zeros_of_the_score_are_not_spoken(game):
    score = joined_lines(open_table(game).handle_line("score"))
    assert "Anna" in score
    assert not re.search(r"[a-z] 0(?:, \w|\.$)|\b0 \(0 plus 0\)", without_totals(score), re.M)


def without_totals(score: str) -> str:
    return re.sub(r"(?:[Tt]otal|Sum|Tie-break) [0-9, ]+", "", score)


# ------------------------------------------------------------------ what is typed


def test_choice_is_typed_by_number_or_words():
    one, other = open_table(), open_table()
    label = one.handle_line("")[1].removeprefix("1. ").split(". ")[0]
    one.handle_line("1")
    other.handle_line(label.casefold())
    assert one.session.match.log == other.session.match.log
    assert len(one.session.match.log) > 5


def test_every_choice_has_a_preview():
    lines = open_table().handle_line("")
    assert lines[1].startswith("1. ")
    assert "Anna places the lord" in lines[1]
    assert lines[-1].startswith("Each of these choices: ")


def test_choices_include_what_table_rows_show():
    """The gain of a tile of the next row, which no other words tell."""
    of = open_table()
    of.handle_line("1")
    lines = of.handle_line("")
    assert "Which tile in row 2 does your lord move to?" in lines
    choices = [line for line in lines if line[0].isdigit()]
    assert len(choices) > 1
    assert all(" in round 2" in line for line in choices)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one.key)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_command_is_answered(command, language: str):
    of = table(new_session("deus"), language)
    of.begin()
    for word in of.writer.translate(command.names).split():
        of.done = False
        lines = of.handle_line(word)
        assert lines or command.key == "quit"
        assert not any("Nothing here is called" in line for line in lines)


def test_unavailable_command_gives_the_reason():
    of = table(new_session("knights"))
    of.begin()
    while of.picking.partial_move is None or not of.picking.partial_move.closed():
        typed = hinted_input(of.handle_line("hint"))
        assert typed is not None
        while of.picking.partial_move is not None and typed is not None:
            lines = of.handle_line(typed)
            typed = hinted_input(lines)
    label, refusal = of.picking.partial_move.closed()[0]
    assert (
        joined_lines(of.handle_line("why")).count("\n") == len(of.picking.partial_move.closed()) - 1
    )
    output = joined_lines(of.handle_line(of.writer.translate(label)))
    assert of.writer.translate(refusal.reason) in output


def test_selection_of_several_cards_is_confirmed():
    of = open_table("deus")
    of.handle_line("offering")
    lines = of.handle_line("1 2")
    assert lines[-1] == "Press Enter to confirm, or type “back”."
    before = len(of.session.match.log)
    assert "1. " in joined_lines(of.handle_line("back"))
    assert len(of.session.match.log) == before
    of.handle_line("2 1")
    of.handle_line("")
    assert len(of.session.match.log) > before


def test_confirmation_stays_after_lines_that_choose_nothing_else():
    of = open_table("deus")
    of.handle_line("offering")
    confirm = of.handle_line("1 2")[-1]
    before = len(of.session.match.log)
    for line in ("no such card", "17", "help", "sheet", "look wood"):
        assert of.handle_line(line)[-1] == confirm
    assert len(of.session.match.log) == before
    of.handle_line("")
    assert len(of.session.match.log) > before


@pytest.mark.parametrize("game", ["era", "knights", "troyes"])
def test_look_takes_the_numbers_with_which_choices_are_printed(game: str):
    of = open_table(game)
    while is_numbered_in_order(of):
        choose_as_hinted(of)
    partial_move = of.picking.partial_move
    assert partial_move is not None
    assert isinstance(partial_move.following, Sequence)
    scene, painter = of.scene(partial_move), of.writer.painter
    for number, value in zip(partial_move.numbers, partial_move.following, strict=True):
        place = partial_move.request.target((*partial_move.chosen, value))
        text = None if place is None else painter.inspect(scene, place)
        expected = (
            "There is no such place on the table." if text is None else of.writer.translate(text)
        )
        assert of.handle_line(f"look {number}")[0] == expected


def is_numbered_in_order(of: LineTable) -> bool:
    partial_move = of.picking.partial_move
    assert partial_move is not None, "no numbers with gaps in the whole game"
    numbers = list(partial_move.numbers)
    return numbers == list(range(1, len(numbers) + 1))


def test_look_finds_places_by_words_and_numbers():
    of = open_table()
    assert "row 1" in joined_lines(of.handle_line("look 1"))
    assert all("mill" in line.casefold() for line in of.handle_line("look mill"))
    assert joined_lines(of.handle_line("look no such place")) == (
        "There is nothing called no such place on the table."
    )


KINDS = Named(("wood", "clay", "fish"), ("wood", "clay", "fresh fish"))
POOL = MultisetPart((("wood", 3), ("clay", 2), ("fish", 9)))


@pytest.mark.parametrize(
    ("typed", "amounts"),
    [
        ("2 wood 1 clay", (("wood", 2), ("clay", 1))),
        ("clay, wood and 2 fresh fish", (("wood", 1), ("clay", 1), ("fish", 2))),
        ("2 wo", (("wood", 2),)),
        ("2 woods", (("wood", 2),)),
        ("3 fish", (("fish", 3),)),
        ("0", ()),
        ("nothing", ()),
    ],
)
def test_amounts_are_typed(typed: str, amounts: object):
    assert amounts_typed(typed, POOL, KINDS, EN) == amounts


@pytest.mark.parametrize("wide", ["１", "1．", "＃1", "１。", "١"])
def test_digits_of_any_width_and_script_are_digits(wide: str):
    one, other = open_table(), open_table()
    one.handle_line("1")
    other.handle_line(wide)
    assert one.session.match.log == other.session.match.log
    assert len(other.session.match.log) > 5
    assert other.handle_line("ｌｏｇ ２") == one.handle_line("log 2")
    assert amounts_typed("２ wood １ clay", POOL, KINDS, EN) == (("wood", 2), ("clay", 1))
    assert marks_typed("１　３", SubsetPart(("wood", "clay", "fish")), KINDS, EN) == (
        "wood",
        "fish",
    )
    assert found_by_words("mill １４", ["Mill 4", "Mill 14"]) == [1]


@pytest.mark.parametrize("typed", ["2", "3 gold", "2 wood 5", "xyz"])
def test_invalid_amounts_are_refused(typed: str):
    with pytest.raises(NotUnderstood):
        amounts_typed(typed, POOL, KINDS, EN)


def test_bare_number_counts_the_only_kind():
    assert amounts_typed("2", MultisetPart((("wood", 3),)), Named(("wood",), ("wood",)), EN) == (
        ("wood", 2),
    )


@pytest.mark.parametrize(
    ("typed", "marked"),
    [
        ("1 3", ("wood", "fish")),
        ("3, 1", ("wood", "fish")),
        ("fresh fish, wood", ("wood", "fish")),
        ("fresh fish and wood", ("wood", "fish")),
        ("wood & fresh fish; wood", ("wood", "fish")),
        ("1 and 3", ("wood", "fish")),
        ("all", ("wood", "clay", "fish")),
        ("0", ()),
        ("2 2", ("clay",)),
    ],
)
def test_objects_are_typed(typed: str, marked: object):
    assert marks_typed(typed, SubsetPart(("wood", "clay", "fish")), KINDS, EN) == marked


def test_words_match_prefixes_before_substrings():
    names = ["Mill 4", "Mill 14", "Windmill", "Market"]
    assert found_by_words("mill 4", names) == [0]
    assert found_by_words("mill", names) == [0, 1]
    assert found_by_words("wind", names) == [2]
    assert found_by_words("marketplace", names) == [3]
    assert found_by_words("x", names) == []


# ------------------------------------------------------------------ secrets


def test_keyboard_is_passed_before_secrets_are_shown():
    of = open_table("era", PEOPLE)
    lines = of.handle_line("")
    assert of.picking.partial_move is not None
    first = of.picking.partial_move.request.seat
    while of.news.viewer == first:
        lines = of.handle_line("hint")
        while (typed := hinted_input(lines)) is not None or lines[-1].startswith("Enter does it"):
            lines = of.handle_line(typed or "")
    other = of.session.match.header.names[1 - first]
    assert lines.count("") >= BLANK_LINES
    assert lines[-2:] == [
        "Earlier messages are further up in the window. Please do not scroll back.",
        f"The next part is for {other} only. Pass the keyboard to {other}, then press Enter.",
    ]
    after = lines[lines.index("") :]
    assert not any(one.startswith(("1. ", "Hint")) for one in after)
    assert joined_lines(of.handle_line("")).count(f"{other}: ") >= 1


def test_pass_screen_is_skipped_without_secrets():
    of = open_table("middle_ages", PEOPLE)
    lines = of.handle_line("1")
    assert any(line.startswith(("Anna: ", "Boris: ")) for line in lines)
    assert not any("Pass the keyboard" in line for line in lines)


# ------------------------------------------------------------------ taking back, going on


def test_undo_and_redo():
    of = open_table("middle_ages", PEOPLE)
    state = of.session.match.state.digest()
    of.handle_line("1")
    after = of.session.match.state.digest()
    assert "undoes 1 step" in joined_lines(of.handle_line("undo"))
    assert of.session.match.state.digest() == state
    assert "redoes 1 step" in joined_lines(of.handle_line("redo"))
    assert of.session.match.state.digest() == after


def test_undo_beyond_a_barrier_suggests_a_proposal():
    of = open_table("knights", PEOPLE)
    while not any("rolls" in line for line in of.handle_line("log 3")):
        lines = choose_as_hinted(of)
        if "press Enter" in lines[-1]:
            of.handle_line("")
    count = len(of.session.match.line)
    assert "“ask” asks the table" in joined_lines(of.handle_line("undo"))
    assert "'s last move and everything that followed from it" in joined_lines(
        of.handle_line("ask")
    )
    assert joined_lines(of.handle_line("no")) == "Cancelled. Nothing has changed."
    of.handle_line("ask")
    of.handle_line("yes")
    assert len(of.session.match.line) <= count
    assert any(event.step == REWIND for event in of.session.match.log)


def test_returning_player_sees_the_last_move_and_the_question():
    of = open_table()
    of.handle_line("1")
    again = Session.open(of.session.store, of.session.id)
    lines = table(again).begin()
    assert "What happened last:" in lines
    assert any(line.startswith("1. ") for line in lines)


def test_missing_bot_is_replaced(tmp_path: Path):
    with admitted({"mine": tmp_path}):
        store = new_session("middle_ages", (("Anna", "person"), ("Boris", "bot:mine")))
    of = table(store)
    lines = of.begin()
    assert "Who should play for Boris?" in lines
    assert "There is no number 9" in joined_lines(of.handle_line("9"))
    assert "places the lord" in joined_lines(of.handle_line("3"))


def test_failure_of_an_external_bot_is_reported(tmp_path: Path):
    with admitted({"mine": python(tmp_path, "sys.exit()")}):
        of = table(new_session("middle_ages", (("Anna", "person"), ("Boris", "bot:mine"))))
        output = joined_lines(of.begin() + of.handle_line("1") + of.handle_line("1"))
    assert (
        "The program that plays for Boris was too slow or made an error, so this move was "
        "chosen at random."
    ) in output


def test_table_without_hints_says_so():
    of = table(new_session("middle_ages", hints="off"))
    of.begin()
    assert of.handle_line("hint") == ["Hints are off at this table."]


@pytest.mark.parametrize("name", REPLIES)
def test_terminal_replies_are_removed_from_input(name: str):
    reply = REPLIES[name].decode()
    for typed in ("1", "hint", "подсказка 2"):
        assert tidied(reply + typed) == typed
        assert tidied(typed + reply) == typed
    assert tidied("\x1b[A\x1b[200~look\x1b[201~\x1b 3\x1b") == "look 3"


def test_line_mode_coach_uses_component_values_of_the_table():
    own = {"endgame": {"penalty_per_empty_column": 3}}
    for data, coins in ((own, "3 coins"), ({}, "10 coins")):
        match = Match.begin("middle_ages", BOT, seed="5", data=data)
        store = MemoryStore()
        of = table(Session(store, store.new(match), match))
        of.begin()
        while "An empty column costs" not in (text := joined_lines(of.handle_line("?"))):
            of.handle_line("1")
        assert f"An empty column costs {coins} at the end" in text


@pytest.mark.parametrize("game", ["middle_ages", "era", "troyes", "catan", "knights", "deus"])
def test_hand_tells_of_oneself_alone(game: str):
    of = open_table(game)
    for _ in range(6):
        own, table_lines = of.handle_line("hand"), of.handle_line("table")
        assert own
        assert own[0].startswith("Anna")
        assert joined_lines(own) in joined_lines(table_lines)
        assert not any(line.startswith(("Boris", "Bank", "Supply")) for line in own)
        choose_as_hinted(of)
