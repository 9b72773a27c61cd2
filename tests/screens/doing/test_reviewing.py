"""Looking at a finished game again, before anything of it has been found."""

from __future__ import annotations

import pytest

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
