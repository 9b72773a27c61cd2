"""Lessons are the matches of their scripts, and their moves are worth being shown."""

from __future__ import annotations

from typing import Any

import pytest

from engine.help.lesson import lesson
from engine.match.match import Match
from engine.storage import match_file
from tests.lessons.__main__ import played, recorded_picks
from tests.lessons.scripts import SCRIPTS


def recorded(game: str) -> Match:
    """The recorded match of a lesson."""
    current_lesson = lesson(game)
    assert current_lesson is not None
    return match_file.load(current_lesson.match)


@pytest.mark.parametrize("game", SCRIPTS)
def test_recorded_match_is_that_of_the_script(game: str) -> None:
    assert SCRIPTS[game].picks.items() <= recorded_picks(game).items()
    of_script = played(game, SCRIPTS[game])
    assert [event.value for event in of_script.log] == [event.value for event in recorded(game).log]


def size_of_hand(match: Match) -> int:
    """The number of the other player's cards."""
    island: Any = match.state
    size: int = island.hand_sizes[1]
    return size


@pytest.mark.rule("CK-25.12")
def test_monopoly_in_the_lesson_takes_three_cards_or_more() -> None:
    match = recorded("catan")
    number = next(n for n, event in enumerate(match.line) if event.step == "MonopolyKind")
    sizes = [size_of_hand(Match.load(match.header, match.line[:n])) for n in (number, number + 1)]
    assert sizes[0] - sizes[1] >= 3
