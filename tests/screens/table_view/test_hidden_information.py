"""Painters of all games paint the same for two matches that differ only in what a viewer may not
see: all pages in several sizes, all tooltips, and the panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest

from engine.games import catalogue, load
from engine.i18n.language import Translator
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.match.position import Position
from screens.paint.buttons import is_button
from screens.paint.canvas import Canvas
from screens.paint.theme import theme
from screens.table_view import log_view, panels, sheet_view
from screens.table_view.news import turn_summary
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from tests.laws.driving import played
from tests.laws.test_secrets import follow, is_dark
from tests.matrix import LIKE_ANOTHER, usually
from tests.screens.test_secrets_in_bytes import twins

SIZES = ((80, 24), (120, 40))
MOST = 2
MANY = 12
"""Number of secrets exchanged per game, and in long tests."""

STEPS_ON = 2
"""Number of further events for which two matches with a hidden difference are compared."""


def scene_of(position: Position, match: Match, reader: int | None) -> Scene:
    translator = Translator("en", position.header.names)
    painter = painter_for(position.header.game)
    return Scene.of(MatchView(position, match), reader, translator, painter.theme_for_game(theme()))


def painted(position: Position, match: Match, reader: int | None) -> Iterator[tuple[str, object]]:
    """Everything a viewer may see of a position, by name."""
    scene, painter = scene_of(position, match, reader), painter_for(position.header.game)
    match_view = MatchView(position, match)
    for width, height in SIZES:
        rows = painter.decision_rows(width, height)
        table = painter.paint(scene, width, height - 2 - rows)
        yield f"table {width}", cells(table)
        yield f"looked at {width}", looked_at(scene, table)
        yield f"header {width}", cells(panels.paint_header(scene, painter, width))
        yield f"panel {width}", cells(panels.paint_decision(scene, painter, width, rows))
    for zone in painter.zones:
        yield zone.key, cells(painter.paint_zone(scene, zone.key, 100, 30))
    for sheet in scene.sheets():
        yield f"sheet {sheet.key}", cells(sheet_view.paint_sheet(scene, sheet, 100))
    yield "log", log_view.log_lines(scene)
    yield "news", repr(turn_summary(match_view, scene, painter))


def cells(canvas: Canvas) -> object:
    return canvas.lines(), [canvas.painted(y) for y in range(canvas.height)], canvas.spots


def looked_at(scene: Scene, table: Canvas) -> Sequence[Any]:
    painter = painter_for(scene.game.id)
    places: list[Any] = [place for place in table.spots if not is_button(place)]
    tooltips = [painter.inspect(scene, place) for place in places]
    return [None if text is None else scene.translate(text) for text in tooltips]


def compare(match: Match, one: Position, two: Position, blind: Sequence[int | None]) -> None:
    for reader in blind:
        ours, theirs = painted(one, match, reader), painted(two, match, reader)
        for (name, first), (_, second) in zip(ours, theirs, strict=True):
            assert first == second, (name, reader)


def with_secrets() -> Iterator[Any]:
    """Games with secrets, with the smallest and the largest number of players."""
    for entry in catalogue(drafts=True):
        if load(entry.id).privacy is not None:
            players = [number for number in entry.players if number > 1]
            for number in (players[0], players[-1]):
                yield usually(entry.id not in LIKE_ANOTHER, entry.id, number)


@pytest.mark.parametrize("most", [MOST, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "seats"), list(with_secrets()))
def test_painting_does_not_depend_on_hidden_information(game: str, seats: int, most: int) -> None:
    match = played(game, seats, 5)
    distinct = 0
    for one, two, blind in islice(twins(match), most):
        compare(match, one, two, blind)
        for seat in set(range(seats)) - set(blind):
            distinct += list(painted(one, match, seat)) != list(painted(two, match, seat))
        for event in match.line[len(one.line) :][:STEPS_ON]:
            if not (follow(one, event) and follow(two, event)):
                break
            blind = [reader for reader in blind if is_dark(one, reader)]
            compare(match, one, two, blind)
    assert distinct, "the owner of the secret sees another picture"
