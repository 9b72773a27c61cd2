"""How everybody has fared over all finished games: a table for each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import BindingType

from engine.arena.statistics import fared
from engine.core.game import catalogue, entry
from engine.errors import telling
from engine.i18n.text import Text, words
from screens import commands
from screens.bindings import bindings
from screens.pages.around import Around
from screens.pages.page import KeyHint, Page
from screens.paint.canvas import Canvas
from screens.paint.cells import clip, width_of
from screens.records import fared_heads, fared_rows

if TYPE_CHECKING:
    from engine.storage.store import Record

_WIDTHS: Final = (24, 7, 7, 7, 9, 12, 10)


class StatisticsScreen(Page):
    """Who has played a game how often, and how well."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(commands.STATISTICS)

    def __init__(self, guildhall: Around, game: str) -> None:
        super().__init__(guildhall)
        self.game = game
        self._records: Sequence[Record] = ()

    def prepare(self) -> None:
        """Read the records once, and begin with a game that was played."""
        with telling(self.tell):
            self._records = self.guildhall.store.records(over=True)
        if not fared(self._records, self.game):
            played = [game for game in self._games() if fared(self._records, game)]
            self.game = played[0] if played else self.game

    def _games(self) -> list[str]:
        """The games that are listed."""
        return [one.id for one in catalogue(drafts=self.guildhall.house.drafts)]

    def title_text(self) -> Text:
        return words("Statistics: {game}", game=entry(self.game).names)

    def paint_body(self, width: int, height: int) -> Canvas:
        """The table, or a word that there is nothing to count yet."""
        players = fared(self._records, self.game)
        lines = fared_rows(players, self.tongue)
        canvas = Canvas(width, max(height, len(lines) + 4), self.look_now.glyphs)
        if not lines:
            canvas.put(4, 1, self.say(words("No game was finished yet.")), "dim")
            return canvas
        self._paint_row(canvas, 1, fared_heads(players, self.tongue), "dim")
        for y, line in enumerate(lines, 2):
            self._paint_row(canvas, y, line, "text")
        return canvas

    def _paint_row(self, canvas: Canvas, y: int, cells: Sequence[str], role: str) -> None:
        """A row of the table: the player at the left, numbers flush right."""
        name, *numbers = cells
        canvas.put(4, y, clip(name, _WIDTHS[0], canvas.glyphs), "strong" if y > 1 else role)
        x = 4 + _WIDTHS[0]
        for cell, width in zip(numbers, _WIDTHS[1:], strict=False):
            canvas.put(x + width - width_of(cell), y, cell, role)
            x += width

    def hints(self) -> Sequence[KeyHint]:
        return [
            self.hint_of("statistics.game"),
            KeyHint("escape", words("back")),
        ]

    def action_next_game(self) -> None:
        games = self._games()
        self.game = games[(games.index(self.game) + 1) % len(games)]
        self.show()
