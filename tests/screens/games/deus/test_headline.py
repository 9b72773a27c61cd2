"""The first line of the table says when the game ends, and the hand whose it is afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from engine.i18n.text import words
from screens.games.deus.painter import PAINTER
from screens.table_view.panels import paint_header
from tests.screens.games.deus.scenes import ROOMS, played, scene_of

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


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_title_of_a_hand_names_its_owner_once_all_hands_are_visible(size: tuple[int, int]) -> None:
    match = played(2, picks=60, until="Turn")
    state: Any = match.state
    state.over = True
    for seat in range(2):
        scene = scene_of(match, seat=seat)
        text = PAINTER.paint(scene, *ROOMS[size]).text()
        assert f"{scene.name(seat)}'s hand" in text
