"""Clicks on places that cannot be chosen: the reason, and what lies there."""

from __future__ import annotations

import re

import pytest

from engine.games import catalogue
from screens.table.messages import Clicked
from tests.screens.table.positions import positions, seated
from tests.screens.tables import any_option

GAMES = [entry.id for entry in catalogue()]

SENTENCES = re.compile(r"(?<=[.?!]) ")


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_about_a_refused_place_is_said_twice(game: str) -> None:
    told = 0
    for match in positions(game, 5, any_option(4), 8, 9):
        with seated(match, (120, 40)) as table:
            picture = table.picture
            places = [place for place in picture.canvas.spots if place not in picture.legal]
            for place in places:
                if not isinstance(place, tuple) or place[0].startswith("screen:"):
                    continue
                table.send(Clicked(place))
                sentences = SENTENCES.split(table.state.message)
                told += len(sentences) > 1
                assert len(set(sentences)) == len(sentences), (place, table.state.message)
                table.press("escape")
    assert told
