"""Base class of the lists of matches to continue or replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.errors import showing_errors
from engine.i18n.text import Text, words
from screens.match_summary import (
    ago,
    game_of,
    players_and_result,
    players_of,
    start_and_length,
    status_in_list,
    translator_for,
)
from screens.pages.app_context import PageContext
from screens.pages.page import Page
from screens.pages.page_frame import panel_body
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import widest

if TYPE_CHECKING:
    from engine.storage.records import Record

MATCH_PLACE: Final = "match"

MAX_COLUMN: Final = 28
"""Maximum width of a column to the left of the players, unless there is room for the players beside
wider columns or they have rows of their own."""


class MatchesPage(Page):
    """Page with a row per match, most recently played first."""

    cursor_follows_mouse = False

    def __init__(self, page_context: PageContext) -> None:
        super().__init__(page_context)
        self.records: Sequence[Record] = ()

    def find_records(self) -> Sequence[Record]:
        """Load the matches of the list. Raises GuildhallError."""
        raise NotImplementedError

    def empty_text(self) -> Text:
        """Return the text for an empty list."""
        raise NotImplementedError

    def prepare(self) -> None:
        self.records = ()
        with showing_errors(self.show_message):
            self.records = self.find_records()

    @property
    def record(self) -> Record | None:
        """The match under the cursor; None if there is none."""
        for record in self.records:
            if self.pointed == (MATCH_PLACE, record.id):
                return record
        return None

    def is_available(self, command: str) -> bool:
        needs_match = command.startswith("saved.") and command != "saved.import"
        return self.record is not None or not needs_match

    # Painting

    def stops(self) -> Sequence[Spot]:
        return [(MATCH_PLACE, record.id) for record in self.records]

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the matches in columns: id, game, status, time, players. If the column of the
        players is too narrow for those of some match, the players of every match get a row of their
        own, provided that all rows fit."""
        canvas = panel_body(width, max(height, len(self.records) + 2), self.reader.theme.glyphs)
        if not self.records:
            canvas.put_lines(4, 1, width - 8, self.translate(self.empty_text()), "dim")
            return canvas
        now = self.page_context.environment.clock()
        rows = [
            [
                record.id,
                self.translate(game_of(record)),
                self.translate(status_in_list(record)),
                self.translate(ago(record.changed, now)),
                self.translate(players_of(record)),
            ]
            for record in self.records
        ]
        heads = [words("id"), words("game"), words("status"), words("played"), words("players")]
        head = [self.translate(text) for text in heads]
        players_width = widest(row[-1] for row in rows)
        for most in (width, MAX_COLUMN):
            lefts = _columns([head, *rows], width - 6, most)
            is_cut = players_width > lefts[-1] - lefts[-2] - 2
            if not is_cut:
                break
        match_rows = 2 if is_cut and 1 + 2 * len(rows) <= height else 1
        columns = len(head)
        if match_rows > 1:
            columns -= 1
            lefts = _columns([head, *rows], width - 6, most=width)
        self._paint_row(canvas, 0, lefts, head[:columns], "dim")
        for number, (record, row) in enumerate(zip(self.records, rows, strict=True)):
            y = 1 + match_rows * number
            canvas.spot((MATCH_PLACE, record.id), Rect(2, y, width - 6, match_rows))
            self._paint_row(canvas, y, lefts, row[:columns], _role_of(record))
            if match_rows > 1:
                self._paint_row(canvas, y + 1, [lefts[1], lefts[-1]], row[-1:], "dim")
        return canvas

    def about(self) -> str:
        """Return two lines about the match under the cursor: first the players and the player to
        move, or the results; then the start and the length. Return an empty string if there is no
        match under the cursor."""
        if self.record is None:
            return ""
        translator = translator_for(self.reader.translator, self.record)
        texts = (
            players_and_result(self.record),
            start_and_length(self.record, self.page_context.environment.clock()),
        )
        return "\n".join(translator.translate(text) for text in texts)

    def _paint_row(
        self, canvas: Canvas, y: int, lefts: Sequence[int], row: Sequence[str], role: str
    ) -> None:
        for left, right, text in zip(lefts, lefts[1:], row, strict=False):
            canvas.put_clipped(4 + left, y, right - left - 2, text, role)

    # Actions

    def activate(self, place: Spot) -> None:
        record = self.record
        if record is None:
            return
        if record.summary.over:
            self.page_context.navigation.replay(record.id)
        else:
            self.page_context.navigation.resume(record.id)

    def action_replay(self) -> None:
        """Replay the match under the cursor from its start, if there is a match."""
        if self.record is not None:
            self.page_context.navigation.replay(self.record.id, 0)


def _role_of(record: Record) -> str:
    if record.damage is not None:
        return "bad"
    return "dim" if record.summary.over else "text"


def _columns(rows: Sequence[Sequence[str]], width: int, most: int = MAX_COLUMN) -> list[int]:
    """Return the position at which each column begins, and then the right edge. Each column except
    the last is as wide as its widest cell, but not wider than `most`, and has a gap of two cells
    after it."""
    lefts = [0]
    for column in list(zip(*rows, strict=True))[:-1]:
        lefts.append(lefts[-1] + min(most, widest(column)) + 2)
    return [*lefts, max(width, lefts[-1])]
