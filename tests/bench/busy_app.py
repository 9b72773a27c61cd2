"""A busy Textual app as reference for the start of the program: header, footer, a table, a log and
a board with a cursor that keys move."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import DataTable, Footer, Header, RichLog, Static

SIZE: Final = 10
"""Rows and columns of the board."""

PLAYERS: Final = ("Anna", "Boris", "Clara", "David")


class Board(Static):
    """A board of letters with a cursor."""

    place = 0

    def on_mount(self) -> None:
        """Draw it."""
        self.draw()

    def draw(self) -> None:
        """Draw the fields, the one under the cursor reversed."""
        text = Text()
        for field in range(SIZE * SIZE):
            letter = chr(ord("A") + field % 26)
            text.append(f" {letter} ", "reverse" if field == self.place else "")
            if field % SIZE == SIZE - 1:
                text.append("\n")
        self.update(text)


class BusyApp(App[None]):
    """A small game as people write them with Textual's own widgets."""

    TITLE = "Middle Ages and Era"
    CSS = "DataTable { height: 8; } RichLog { height: 1fr; } Board { width: 40; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "Quit"),
        *(Binding(key, f"step('{key}')", key) for key in ("left", "right", "up", "down")),
    ]

    def compose(self) -> ComposeResult:
        """Lay out the widgets."""
        yield Header()
        with Horizontal():
            yield Board()
            with Vertical():
                yield DataTable[Any]()
                yield RichLog()
        yield Footer()

    def on_mount(self) -> None:
        """Fill table and log."""
        table = self.query_one(DataTable)
        table.add_columns("Player", "Points", "Coins")
        for number, name in enumerate(PLAYERS):
            table.add_row(name, str(number), str(3 * number))
        self.query_one(RichLog).write("The game begins.")

    def action_step(self, way: str) -> None:
        """Move the cursor and log it."""
        by = {"left": -1, "right": 1, "up": -SIZE, "down": SIZE}[way]
        board = self.query_one(Board)
        board.place = (board.place + by) % (SIZE * SIZE)
        board.draw()
        self.query_one(RichLog).write(f"To field {board.place}.")


if __name__ == "__main__":
    BusyApp().run()
