"""Every game can be played to its end in line mode, in both languages, and its output is plain
lines."""

import random
from collections.abc import Sequence

import pytest

from engine.core.event import PICK_EVENT
from engine.games import catalogue
from screens.line_mode.input_parser import found_by_words
from screens.line_mode.line_table import LineTable
from screens.line_mode.speech import KEPT_PUNCTUATION, spoken_names
from tests.matrix import usually
from tests.screens.line_mode.line_tables import (
    BOT,
    PEOPLE,
    hinted_input,
    hinted_inputs,
    new_session,
    table,
)

GAMES = [entry.id for entry in catalogue()]

MOST = 6000
"""Upper limit of the lines of any game."""


def check(lines: list[str]) -> None:
    for line in lines:
        assert line.isprintable(), line
        assert all(one.isalnum() or one in KEPT_PUNCTUATION for one in line), line
        assert line == line.strip()
        assert "  " not in line, line


def ask_for_a_hint(of: LineTable, language: str) -> None:
    """Type what a hint says, and check that it is the hinted pick."""
    partial_move = of.picking.partial_move
    assert partial_move is not None
    seat, match = partial_move.request.seat, of.session.match
    pick, before = of.session.hint(seat), len(match.log)
    lines = of.handle_line("hint" if language == "en" else "подсказка")
    if of.dialogue.answer is not None:
        check(lines)
        shown = of.handle_line("")
        check(shown)
        lines = of.handle_line("")
        for way in hinted_inputs(shown, language):
            check(lines)
            lines = of.handle_line(way)
    while len(of.session.match.log) == before:
        check(lines)
        assert not _asks_for_the_only_choice(of), lines
        typed = hinted_input(lines, language)
        lines = of.handle_line(typed if typed is not None else "")
    check(lines)
    event = of.session.match.log[before]
    assert (event.kind, event.seat, event.value) == (PICK_EVENT, seat, pick)


def _asks_for_the_only_choice(of: LineTable) -> bool:
    """Whether the table asks for a part for which there is a single choice, although that choice is
    not the whole pick and nothing else is named as unavailable."""
    partial_move = of.picking.partial_move
    if partial_move is None or of.dialogue.answer is not None:
        return False
    following = partial_move.following
    if not isinstance(following, Sequence) or len(following) != 1:
        return False
    if partial_move.chosen:
        return True
    return not partial_move.closed() and partial_move.with_part(following[0]).pick is None


@pytest.mark.parametrize(
    ("game", "language", "seats"),
    [
        *((game, "en", BOT) for game in GAMES if game != "deus"),
        ("middle_ages", "ru", PEOPLE),
        ("deus", "ru", PEOPLE),
        *(
            pytest.param(game, language, PEOPLE, marks=pytest.mark.long)
            for game in GAMES
            for language in ("en", "ru")
        ),
    ],
)
def test_game_can_be_played_to_its_end_by_following_hints(
    game: str, language: str, seats: tuple[tuple[str, str], ...]
):
    of = table(new_session(game, seats), language)
    check(of.begin())
    for _ in range(MOST):
        if of.done:
            break
        if of.picking.partial_move is None:
            check(of.handle_line(""))
        else:
            ask_for_a_hint(of, language)
    assert of.session.match.over


def effects_listed(of: LineTable) -> list[tuple[str, str]]:
    """Return the names of the listed choices, and what the list says about each."""
    partial_move = of.picking.partial_move
    if partial_move is None or not isinstance(partial_move.following, Sequence):
        return []
    names = [of.writer.label(partial_move.with_part(part)) for part in partial_move.following]
    lines = of.writer.choices(of.scene(partial_move), partial_move, 0)
    rows = [line.partition(". ")[2] for line in lines if line[0].isdigit()]
    return [(name, row.removeprefix(name)) for name, row in zip(names, rows, strict=False)]


@pytest.mark.parametrize("game", GAMES)
def test_effects_say_more_than_the_names_of_the_choices(game: str):
    """Not "Palace 1. Anna places a citizen at Palace 1." for every place."""
    rng = random.Random(game)
    of = table(new_session(game, BOT))
    of.begin()
    compared = 0
    for _ in range(150):
        if of.done:
            break
        listed = effects_listed(of)
        if len(listed) > 1:
            compared += 1
            echoes = [
                part.replace(name, "...")
                for name, effects in listed
                for part in effects.split(". ")
                if name in part
            ]
            with_numbers = any(sign.isdigit() for sign in "".join(echoes))
            assert with_numbers or len(echoes) < 2 or len(set(echoes)) > 1, listed
        of.handle_line(rng.choice(["1", "2", "3", "", "hint"]))
    assert compared


@pytest.mark.parametrize("game", GAMES)
def test_hint_for_another_move_asks_the_first_question_again(game: str):
    rng = random.Random(game)
    of = table(new_session(game, BOT))
    of.begin()
    for _ in range(60):
        before = of.picking.partial_move
        lines = of.handle_line("hint")
        now = of.picking.partial_move
        if before is not None and now is not None and before.chosen and now != before:
            assert of.writer.question(now, named=False) in lines
        of.handle_line(rng.choice(["1", "2", "3", "4", ""]))


ODD = ["", "0", "-1", "99999999999", "2 wood 1 clay", "no such thing", "1 2 3", "wood", "all", "?"]
COMMANDS = ["help", "why", "more", "back", "table", "look a", "look 1", "sheet", "log 3", "hand"]
CHANGES = ["undo", "redo", "turn", "ask"]


@pytest.mark.parametrize("game", GAMES)
def test_any_typed_line_gets_an_answer(game: str):
    rng = random.Random(game)
    of = table(new_session(game, PEOPLE))
    check(of.begin())
    for _ in range(80):
        typed = rng.choice([str(rng.randrange(1, 5)), "hint", rng.choice(ODD + COMMANDS + CHANGES)])
        lines = of.handle_line(typed)
        check(lines)
        assert lines
        if (led := hinted_input(lines)) is not None:
            lines = of.handle_line(led)
            check(lines)
            assert lines
        if of.done:
            break
    assert of.session.match.log


SPOKEN = {"en": ("player 1", "player 2"), "ru": ("игрок 1", "игрок 2")}
SIGNS = (("❤️", "person"), ("🌹", "person"))


@pytest.mark.parametrize(
    ("game", "language"),
    [usually((n + (language == "ru")) % 2 == 0, game, language)
     for n, game in enumerate(GAMES) for language in SPOKEN],
)  # fmt: skip
def test_players_with_unpronounceable_names_are_distinguishable(game: str, language: str):
    """The output equals, line by line, that of players with these names."""
    called = [(name, "person") for name in SPOKEN[language]]
    signs, spoken = (table(new_session(game, seats), language) for seats in (SIGNS, called))
    assert signs.begin() == spoken.begin()
    rng = random.Random(game)
    output: list[str] = []
    for _ in range(120):
        if signs.done:
            break
        typed = rng.choice(["1", "2", "hint", "", *COMMANDS, *CHANGES, "say"])
        for line in (typed, hinted_input(output[-1:], language) or ""):
            output += (lines := signs.handle_line(line))
            assert lines == spoken.handle_line(line)
    assert not any("❤" in line or "🌹" in line for line in output)
    assert all(any(name in line for line in output) for name in SPOKEN[language])


def test_players_with_unpronounceable_names_can_be_addressed():
    of = table(new_session("middle_ages", SIGNS))
    of.begin()
    of.handle_line("1")
    of.handle_line("1")
    for line in ("look player 2", "look PLAYER ２"):
        assert any("player 2" in one for one in of.handle_line(line))
    assert found_by_words("Player ２", spoken_names(("❤️", "🌹"), of.writer.translator)) == [1]
