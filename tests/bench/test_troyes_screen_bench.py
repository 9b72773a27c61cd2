"""Speed of painting the table of Troyes, and of previewing a group of dice."""

from __future__ import annotations

from typing import Any

from engine.games.troyes.actions import Activate
from engine.games.troyes.group_rules import is_open
from screens.games.troyes.group_input import GroupOfDice
from screens.games.troyes.painter import PAINTER
from screens.table_view import panels
from screens.table_view.scene import Scene
from tests.screens.games.troyes.scenes import ROOMS, played, scene_of


def test_painting_the_whole_table(benchmark: Any) -> None:
    """At most 12 ms."""
    scene = scene_of(played(4, picks=60, until="TakeTurn"))
    benchmark(lambda: PAINTER.paint(scene, *ROOMS[120, 40]))


def marked() -> tuple[Scene, GroupOfDice]:
    """Return a scene with the best group for a card marked."""
    scene = scene_of(played(4, picks=60, until="TakeTurn"))
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    view, seat, cards = partial_pick.request.view, partial_pick.seat, Activate()
    heads = [head for head in cards.possible_heads(view) if is_open(cards, view, seat, head)]
    partial_pick.go_to((cards.key, *heads[0]))
    group = partial_pick.input_mode
    assert isinstance(group, GroupOfDice)
    group.next_group()
    assert group.marked_names
    return scene, group


def test_the_preview_of_a_marked_group(benchmark: Any) -> None:
    """Its sum, its price, its yield, one die more, and its panel: at most 2 ms."""
    scene, group = marked()

    def preview() -> None:
        group.changed()
        group.chosen_so_far()
        group.die_notes()
        group.paint(scene, 120, 4)

    benchmark(preview)


def test_the_panel_of_a_marked_group(benchmark: Any) -> None:
    """The whole panel, with the previews of the rules."""
    scene, group = marked()
    assert scene.partial_pick is not None
    previews = scene.partial_pick.previews

    def panel() -> None:
        group.changed()
        previews.clear()
        panels.paint_decision(scene, PAINTER, 120, 7)

    benchmark(panel)
