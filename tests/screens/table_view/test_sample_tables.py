"""Sample tables: any game, narrower than a terminal."""

from __future__ import annotations

import re

import pytest

from engine.games import catalogue
from engine.i18n.language import LANGUAGES
from screens.paint.theme import theme
from screens.table_view.sample_tables import paint_for_spectators, sample_of
from styles.colour import Depth
from tests.screens.reading import roles_used

STUMP = re.compile(r"(?<!\w)~\w(?!\w)")
"""A name of which only its last letter or a number is left."""

GAMES = pytest.mark.parametrize("game", [entry.id for entry in catalogue()])


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_sample_table_for_little_room(game: str, language: str) -> None:
    match = sample_of(game)
    assert match is not None
    assert not match.over
    for width, height in ((73, 17), (73, 20), (100, 17), (113, 27), (200, 60)):
        for seen in (theme(), theme(glyphs="ascii"), theme(depth=Depth.NONE)):
            canvas = paint_for_spectators(match, language, seen, width, height)
            assert (canvas.width, canvas.height) == (width, height)
            assert sum(1 for line in canvas.lines() if line.strip()) > height // 2
            assert not canvas.spots
            assert not STUMP.search(canvas.text())
            for role in roles_used(canvas):
                seen.paint(role)
