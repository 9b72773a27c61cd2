"""A cursor step sends few bytes at every table, wherever a random walk leads."""

from __future__ import annotations

from statistics import median

import pytest

from engine.games import catalogue
from tests.screens.play.cursor_walks import walk


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_cursor_step_sends_little(game: str) -> None:
    """At 120 x 40 in 256 colours: 400 bytes usually, 600 as a rule, and more in one step of twelve,
    where a long preview or a piece that follows the cursor changes."""
    sizes = [step.bytes for picks in (0, 40) for step in walk(game, picks, 40, picks)]
    assert len(sizes) > 20
    assert median(sizes) <= 400
    assert sum(size > 600 for size in sizes) <= len(sizes) / 12
    assert max(sizes) <= 1000
