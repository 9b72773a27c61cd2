"""Every place of every painted position has a tooltip, for every reader and language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from engine.games import catalogue
from engine.i18n.language import LANGUAGES, Translator
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.match.position import Position
from screens.paint.buttons import is_button
from screens.paint.canvas import Canvas
from screens.paint.theme import theme
from screens.renderer.composed_rows import ComposedRows
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from tests.matrix import with_each_game
from tests.screens.table.positions import seated
from tests.screens.tables import advance, sampled, table_sizes

SIZES = ((80, 24), (120, 40))

TABLES = [(entry.id, seats) for entry in catalogue(drafts=True) for seats in entry.players]

MOMENTS = (0, 1, 2, 3, 5, 9, 30)
"""Numbers of events at which tables are tested, beginning with the initial position."""


def inspect_all(match: Match, moments: Sequence[int]) -> int:
    """Inspect all places; return the number of tooltips."""
    count = 0
    for moment in moments:
        position = match.at(moment)
        for reader in (None, *range(len(match.header.seats))):
            for language in LANGUAGES:
                count += sum(1 for _ in tooltips_of(position, match, reader, language))
    return count


def tooltips_of(
    position: Position, match: Match, reader: int | None, language: str
) -> Iterator[str]:
    painter = painter_for(match.header.game)
    translator = Translator(language, match.header.names)
    scene = Scene.of(
        MatchView(position, match), reader, translator, painter.theme_for_game(theme())
    )
    for room in table_sizes(painter, SIZES).values():
        for canvas in pages(scene, room):
            for place in canvas.spots:
                if isinstance(place, tuple) and not is_button(place):
                    text = painter.inspect(scene, place)
                    if text is not None:
                        yield scene.translate(text)


def pages(scene: Scene, room: tuple[int, int]) -> Iterator[Canvas]:
    painter = painter_for(scene.game.id)
    yield painter.paint(scene, *room)
    for zone in painter.zones:
        yield painter.paint_zone(scene, zone.key, *room)


@with_each_game
def test_everything_on_a_table_can_be_inspected(game: str) -> None:
    seats = min(count for one, count in TABLES if one == game and count > 1)
    match = advance(Match.begin(game, people(seats), seed="7"), sampled(b"looking"), 40)
    assert inspect_all(match, [*MOMENTS, len(match.line)])


@with_each_game
def test_look_mode_marks_only_what_is_looked_at(game: str) -> None:
    seats = min(count for one, count in TABLES if one == game and count > 1)
    match = advance(Match.begin(game, people(seats), seed="7"), sampled(b"looking"), 40)
    with seated(match, (80, 24)) as table:
        table.press("slash")
        for key in ("up", "right", "down", "left"):
            table.press(key)
            picture = table.picture
            shown = ComposedRows(picture.canvas)
            shown.offer(picture.legal, picture.labels, picture.closed, marks=picture.marks)
            rows = [shown.compose(y).chars for y in range(picture.canvas.height)]
            assert rows == picture.canvas.chars, "marks"
            assert shown.lay_cursor(picture.cursor, "cursor")


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_everything_on_every_table_can_be_inspected(game: str, seats: int) -> None:
    lots = sampled(b"looking long")
    match = advance(Match.begin(game, people(seats), seed="11"), lots, 100_000)
    last = len(match.line)
    assert inspect_all(match, [*range(60), *range(60, last, max(1, last // 60)), last])


def people(seats: int) -> list[tuple[str, str]]:
    return [(name, "person") for name in ("Anna", "Boris", "Clara", "Dmitri", "Eve")[:seats]]
