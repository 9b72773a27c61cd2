"""The smallest terminal shows every place of a table that 80x24 shows."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from engine.games import load
from engine.match.match import Match
from screens.paint.too_small import MIN_HEIGHT, MIN_WIDTH, is_too_small
from screens.table_view.painter_registry import painter_for
from tests.matrix import with_each_game
from tests.screens.tables import any_option, moments, scene_of, table_sizes

LEAST: Final = (MIN_WIDTH, MIN_HEIGHT)
USUAL: Final = (80, 24)


def test_terminal_with_a_tmux_status_line_is_large_enough() -> None:
    assert not is_too_small(80, 23)
    assert not is_too_small(80, 22)
    assert is_too_small(80, 21)


@with_each_game
def test_every_place_of_the_decision_is_on_the_smallest_table(game: str) -> None:
    painter = painter_for(game)
    room = table_sizes(painter, [LEAST, USUAL])
    players_possible = load(game).players
    for players in {min(players_possible), max(players_possible)}:
        match = Match.begin(game, [(f"P{n}", "person") for n in range(players)], seed="3")
        for moment in islice(moments(match, any_option(3), 30), 6):
            scene = scene_of(painter, moment)
            if scene.partial_pick is None:
                continue
            least, usual = (painter.paint(scene, *room[size]) for size in (LEAST, USUAL))
            asked: list[Any] = [
                place for stop in scene.partial_pick.input_mode.stops() for place in stop
            ]
            lost = [one for one in asked if usual.rects(one) and not least.rects(one)]
            assert not lost, (players, moment.pending()[0].decision.name, lost)
