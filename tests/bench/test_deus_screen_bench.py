"""Speed of painting the table of Deus, and of the preview of the longest activation."""

from __future__ import annotations

from typing import Any

from engine.games.deus.state import World
from screens.games.deus.input_modes import DeusChoosing
from screens.games.deus.painter import PAINTER
from screens.paint.canvas import Canvas, Rect
from screens.table_view import panels
from screens.table_view.scene import Scene
from tests.screens.games.deus.scenes import ROOMS, moments, scene_of

LARGE = (120, 40)


def longest_activation() -> Scene:
    """Return the turn at which a card would join the longest column that can be built on."""
    found: list[tuple[int, Scene, int]] = []
    for match in moments(4, every=11):
        scene = scene_of(match)
        if scene.partial_pick is None or scene.partial_pick.decision.name != "Turn":
            continue
        view: World = scene.partial_pick.request.view
        for number, choice in enumerate(scene.partial_pick.choices()):
            if choice.chosen[0] == "build":
                type_ = view.box.card_type[view.box.card_index[str(choice.chosen[1])]]
                found.append((view.height(scene.partial_pick.seat, type_), scene, number))
    _, scene, number = max(found, key=lambda one: one[0])
    assert scene.partial_pick is not None
    scene.partial_pick.input_mode.point(number)
    return scene


def test_painting_the_whole_table_of_deus(benchmark: Any) -> None:
    scene = longest_activation()
    benchmark(lambda: PAINTER.paint(scene, *ROOMS[LARGE]))


def test_foreseeing_and_showing_the_longest_activation(benchmark: Any) -> None:
    """A step of the cursor: recompute the activation, and paint panel and table."""
    scene = longest_activation()
    table = Canvas(*LARGE, scene.theme.glyphs)
    table.blit(PAINTER.paint(scene, *ROOMS[LARGE]), 0, 1)

    def step() -> None:
        assert isinstance(scene.partial_pick, DeusChoosing)
        scene.partial_pick.previews.clear()
        scene.partial_pick.activations.clear()
        PAINTER.repaint(scene, table, Rect(0, 1, table.width, table.height - 1))
        panels.paint_decision(scene, PAINTER, LARGE[0], PAINTER.decision_rows(*LARGE))

    benchmark(step)
