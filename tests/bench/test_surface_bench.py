"""Painting a board, and the time from a key to the last byte of its frame.

A cursor step over a full board is compared with a bare widget that repaints a single cell.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from screens.paint.canvas import Canvas
from screens.paint.theme import theme
from screens.renderer.spatial_navigation import Direction, SpatialNavigation
from tests.screens.boards import QuietSurfaceApp, board, tiles
from tests.wire import wired

pytestmark = pytest.mark.benchmark(warmup=True)


class BareWidget(Widget, can_focus=True):
    """A minimal painted widget: one cell that moves on an empty ground."""

    cell = 0

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if y != self.cell // width:
            return Strip.blank(width, self.rich_style)
        x = self.cell % width
        return Strip(
            [
                Segment(" " * x, self.rich_style),
                Segment("X", Style(reverse=True)),
                Segment(" " * (width - x - 1), self.rich_style),
            ]
        )

    def key_right(self) -> None:
        width = self.size.width
        old, self.cell = self.cell, (self.cell + 1) % (width * self.size.height)
        for cell in (old, self.cell):
            self.refresh(Region(cell % width, cell // width, 1, 1))


class BareApp(App[None]):
    def compose(self) -> ComposeResult:
        yield BareWidget()

    def on_mount(self) -> None:
        self.query_one(BareWidget).focus()


@pytest.mark.parametrize("make", [BareApp, QuietSurfaceApp])
def test_key_to_last_byte(benchmark: Any, make: Callable[[], App[None]]) -> None:
    """Time from a key at the driver to the last byte of the resulting frame."""
    with asyncio.Runner() as runner:
        context = wired(make())
        wire = runner.run(context.__aenter__())

        async def press() -> None:
            await wire.delay("right")

        async def rest() -> None:
            await asyncio.sleep(0.02)

        def between() -> None:
            runner.run(rest())

        benchmark.pedantic(lambda: runner.run(press()), setup=between, rounds=100, warmup_rounds=10)
        runner.run(context.__aexit__(None, None, None))


def test_paint_a_board(benchmark: Any) -> None:
    canvas = benchmark(board)
    assert isinstance(canvas, Canvas)


def test_show_a_canvas_that_differs_a_little(benchmark: Any) -> None:
    surface = QuietSurfaceApp().surface
    boards = [board(), board()]
    boards[1].put(44, 20, "new", "good")
    surface.offer(tiles())
    surface.painted_rows = {y: surface.rows.compose(y) for y in range(40)}

    def show() -> None:
        boards.reverse()
        surface.show(boards[0])

    benchmark(show)


def test_find_paths_between_two_hundred_cells(benchmark: Any) -> None:
    canvas = Canvas(28, 14)
    for x in range(14):
        for y in range(14):
            canvas.put(2 * x, y, "..", spot=(x, y))
    places = {place: rects[0] for place, rects in canvas.spots.items()}
    benchmark(lambda: SpatialNavigation(places).ways[Direction.RIGHT][0, 0])


def test_print_a_board_in_colour(benchmark: Any) -> None:
    canvas, dark = board(), theme("dark")
    benchmark(lambda: canvas.to_rich(dark))
