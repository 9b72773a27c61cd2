"""A list of matches: what they are, how they stand; to go on with, and to watch again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.errors import telling
from engine.i18n.text import Text, words
from screens.match_summary import (
    ago,
    begun,
    fared_in,
    game_of,
    players_of,
    stand_in_list,
    tongue_of,
)
from screens.pages.app_context import PageContext
from screens.pages.page import Page
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, widest

if TYPE_CHECKING:
    from engine.storage.store import Record

MATCH: Final = "match"


class MatchesPage(Page):
    """One row a match, the one that was played last on top."""

    hovers = False

    def __init__(self, guildhall: PageContext) -> None:
        super().__init__(guildhall)
        self.records: Sequence[Record] = ()

    def find_records(self) -> Sequence[Record]:
        """The matches of the list; raises GuildhallError."""
        raise NotImplementedError

    def nothing(self) -> Text:
        """What is said where there is no match."""
        raise NotImplementedError

    def prepare(self) -> None:
        self.records = ()
        with telling(self.tell):
            self.records = self.find_records()

    def look_again(self) -> None:
        """Show what the store holds now."""
        self.prepare()
        self.show()

    @property
    def record(self) -> Record | None:
        """The match under the pointer."""
        for record in self.records:
            if self.pointed == (MATCH, record.id):
                return record
        return None

    def counts(self, command: str) -> bool:
        about_one = command.startswith("saved.") and command != "saved.import"
        return self.record is not None or not about_one

    # Painting

    def stops(self) -> Sequence[Spot]:
        return [(MATCH, record.id) for record in self.records]

    def paint_body(self, width: int, height: int) -> Canvas:
        """The games in columns: id, game, how it stands, when, players."""
        canvas = Canvas(width, max(height, len(self.records) + 2), self.look_now.glyphs)
        if not self.records:
            canvas.put_lines(4, 1, width - 8, self.say(self.nothing()), "dim")
            return canvas
        now = self.guildhall.environment.clock()
        rows = [
            [
                one.id,
                self.say(game_of(one)),
                self.say(stand_in_list(one)),
                self.say(ago(one.changed, now)),
                self.say(players_of(one)),
            ]
            for one in self.records
        ]
        heads = [words("id"), words("game"), words("status"), words("played"), words("players")]
        head = [self.say(text) for text in heads]
        lefts = _columns([head, *rows], width - 6)
        self._paint_row(canvas, 0, lefts, head, "dim")
        for y, (record, row) in enumerate(zip(self.records, rows, strict=True), 1):
            canvas.spot((MATCH, record.id), Rect(2, y, width - 6, 1))
            self._paint_row(canvas, y, lefts, row, _role_of(record))
        return canvas

    def about(self) -> str:
        """Who plays the match under the pointer, in full, and whose turn it is; of one that is over
        how all have fared; when it was begun."""
        if self.record is None:
            return ""
        tongue = tongue_of(self.tongue, self.record)
        told = (fared_in(self.record), begun(self.record, self.guildhall.environment.clock()))
        return "\n".join(tongue.say(text) for text in told)

    def _paint_row(
        self, canvas: Canvas, y: int, lefts: Sequence[int], row: Sequence[str], role: str
    ) -> None:
        for left, right, text in zip(lefts, lefts[1:], row, strict=False):
            canvas.put(4 + left, y, clip(text, right - left - 2, canvas.glyphs), role)

    # Doing

    def activate(self, place: Spot) -> None:
        record = self.record
        if record is None:
            return
        if record.summary.over:
            self.guildhall.context.replay(record.id)
        else:
            self.guildhall.context.resume(record.id)

    def action_replay(self) -> None:
        """Watch the match from its beginning."""
        if self.record is not None:
            self.guildhall.context.replay(self.record.id)


def _role_of(record: Record) -> str:
    if record.damage is not None:
        return "bad"
    return "dim" if record.summary.over else "text"


def _columns(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """Where columns begin so that every cell fits, the last ones cut if there is no room; the end
    comes last."""
    lefts = [0]
    for column in list(zip(*rows, strict=True))[:-1]:
        lefts.append(lefts[-1] + min(28, widest(column)) + 2)
    return [*lefts, max(width, lefts[-1])]
