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
    """Whether the table asks for a further part for which there is a single choice."""
    partial_move = of.picking.partial_move
    if partial_move is None or not partial_move.chosen or of.dialogue.answer is not None:
        return False
    return isinstance(partial_move.following, Sequence) and len(partial_move.following) == 1


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
