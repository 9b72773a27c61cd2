"""Looking at a finished game again, before anything of it has been found, and while more is."""

from __future__ import annotations

import pytest

from engine.search.review import Review
from screens.doing.inputs import Reviewed
from screens.paint import buttons
from screens.preferences import Preferences
from tests.engine.played import played
from tests.screens.doing.headless import HeadlessReplay


@pytest.mark.parametrize("again", ["n", "N"])
def test_whoever_asks_for_dear_choices_meanwhile_is_told_to_wait(again: str) -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    table = HeadlessReplay(match, Preferences(), 3)
    table.press("n")
    assert table.doing.stepping.reviewing
    assert table.doing.message == "The game is looked at again ..."
    table.press(again)
    assert table.doing.stepping.reviewing
    assert table.doing.message == "No dear choice was found there yet."
    table.press("a")
    assert not table.doing.stepping.reviewing


def test_what_is_told_meanwhile_stays_while_more_is_found() -> None:
    table = HeadlessReplay(played("middle_ages", 2, "review", takes_back=False), Preferences(), 3)
    table.press("a")
    table.hear(Reviewed(Review(), more=True))
    assert table.doing.message == ""
    table.press("n")
    told = table.doing.message
    assert told == "No dear choice was found there yet."
    table.hear(Reviewed(Review(), more=True))
    assert table.doing.message == told


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_line_of_keys_names_the_way_to_dear_choices_where_they_are_shown(language: str) -> None:
    match = played("middle_ages", 2, "review", takes_back=False)
    table = HeadlessReplay(match, Preferences(language=language), 3, paints=True)
    assert not table.spot((buttons.KEY, "n"))
    table.press("a")
    table.hear(Reviewed(Review()))
    assert table.spot((buttons.KEY, "n"))
    table.press("a")
    assert not table.spot((buttons.KEY, "n"))
