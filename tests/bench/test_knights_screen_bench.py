"""Speed of painting the table of Cities & Knights."""

from __future__ import annotations

from typing import Any

import pytest

from screens.games.knights.painter import PAINTER
from tests.screens.games.knights.scenes import ROOMS, played, scene_of


@pytest.mark.parametrize(
    "size", [(80, 24), (120, 40), (160, 50)], ids=["80x24", "120x40", "160x50"]
)
def test_painting_the_whole_table(benchmark: Any, size: tuple[int, int]) -> None:
    scene = scene_of(played(4, picks=400, until="Main"))
    PAINTER.paint(scene, *ROOMS[size])
    canvas = benchmark(PAINTER.paint, scene, *ROOMS[size])
    assert ("node", 0) in canvas.spots
