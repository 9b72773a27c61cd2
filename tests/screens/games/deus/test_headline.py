"""The first line of the table says when the game ends."""

from __future__ import annotations

from typing import Any

import pytest

from engine.i18n.text import words
from screens.games.deus.painter import PAINTER
from screens.table_view.panels import paint_header
from tests.screens.games.deus.scenes import played, scene_of

WIDTHS = (80, 100, 120, 160)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", WIDTHS)
def test_first_line_says_which_round_is_the_last(width: int, players: int, language: str) -> None:
    """Until it has ended."""
    for over in (False, True):
        match = played(players, picks=60, until="Turn", language=language)
        state: Any = match.state
        state.round, state.final_round, state.temples = 28, 28, 0
        state.over = over
        scene = scene_of(match, language=language)
        last = scene.translate(words("round {n} is the last", n=28))
        assert (last in paint_header(scene, PAINTER, width).text()) is not over
