"""A board for tests of widgets: framed tiles in a grid, each a place."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from screens.paint.canvas import Canvas, Rect
from screens.paint.theme import UNICODE, Glyphs
from screens.renderer.diff_renderer import DiffApp
from screens.renderer.spatial_navigation import Direction
from screens.renderer.surface import Surface

TILE = (10, 8)
HUES = ("yellow", "blue", "red", "green")


def board(width: int = 120, height: int = 40, glyphs: Glyphs = UNICODE) -> Canvas:
    """Return a full board with about 3,000 written cells."""
    canvas = Canvas(width, height, glyphs)
    for x in range(0, width - TILE[0] + 1, TILE[0]):
        for y in range(0, height - TILE[1] + 1, TILE[1]):
            place = (x // TILE[0], y // TILE[1])
            canvas.frame(x, y, *TILE, title="Mill")
            canvas.put(x + 1, y + 1, f" {place[0]}:{place[1]}", f"hue.{HUES[sum(place) % 4]} bold")
            for row in range(2, 6):
                canvas.put(x + 1, y + row, "Пашня 12", f"seat.{row - 2}")
            canvas.spot(place, Rect(x, y, *TILE))
    return canvas


def tiles(width: int = 120, height: int = 40) -> list[tuple[int, int]]:
    """Return the places of the board."""
    return [(x, y) for y in range(height // TILE[1]) for x in range(width // TILE[0])]


class SteeredSurface(Surface):
    """A surface whose cursor arrow keys move; at tables and on pages the screen moves it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "steer('up')", show=False),
        Binding("down", "steer('down')", show=False),
        Binding("left", "steer('left')", show=False),
        Binding("right", "steer('right')", show=False),
    ]

    def action_steer(self, direction: str) -> None:
        """Move the cursor to the next selectable place in a direction."""
        self.rows.nearest()
        assert self.rows.compass is not None
        assert self.cursor is not None
        self.point(self.rows.compass.ways[Direction(direction)][self.cursor])


class SurfaceApp(App[None]):
    """An app that shows the board and records its surface's messages."""

    def __init__(self, width: int = 120, height: int = 40) -> None:
        super().__init__()
        self.surface = SteeredSurface(board(width, height))
        self.legal = tiles(width, height)
        self.messages: list[Message] = []

    def compose(self) -> ComposeResult:
        yield self.surface

    def on_mount(self) -> None:
        self.surface.offer(self.legal, cursor=self.legal[0])
        self.surface.focus()

    def on_surface_pointed(self, event: Surface.Pointed) -> None:
        self.messages.append(event)

    def on_surface_picked(self, event: Surface.Picked) -> None:
        self.messages.append(event)

    def on_surface_clicked(self, event: Surface.Clicked) -> None:
        self.messages.append(event)

    def on_surface_scrolled(self, event: Surface.Scrolled) -> None:
        self.messages.append(event)

    def on_surface_sized(self, event: Surface.Sized) -> None:
        self.messages.append(event)


class QuietSurfaceApp(SurfaceApp, DiffApp):
    """A surface app that sends only changes."""
