"""The log on the screen, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import define, field, frozen

from engine.core.event import CHANCE_EVENT, REDO_EVENT, UNDO_EVENT, Event
from engine.core.state import Note, State
from engine.i18n.text import Seat, Text, plural, words
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clean, clip, widest, wrap
from screens.paint.shapes import paint_panel
from screens.table_view.player_labels import name_in_front
from screens.table_view.scene import Scene


@frozen
class LogLine:
    """A line of the log: text and role, with its note (None if it has none) and the number of its
    event (0 for the opening). `undone` tells whether the event has been undone."""

    text: str
    role: str
    note: Note | None
    number: int
    undone: bool = False


def log_lines(
    scene: Scene[State], *, undone: bool = False, last: int | None = None
) -> list[LogLine]:
    """Return the log as the viewer may read it, in order.

    With `undone`, undone events, undos and redos are included, dimmed. With `last`, only that many
    of the latest events of the line of play are included.
    """
    lines: list[LogLine] = []
    for event, notes in scene.history.events_with_notes(last):
        number = event.number if event else 0
        for note in notes:
            role = f"seat.{note.seat}" if note.seat >= 0 else "text"
            lines.append(LogLine(scene.translate(note.text), role, note, number))
    if undone:
        lines += _undone_lines(scene)
        lines.sort(key=lambda line: line.number)
    return lines


def undo_or_redo_text(event: Event) -> Text:
    """Return the message about an undo or redo event, with the number of steps undone or redone."""
    seat, count = Seat(event.seat), len(event.value)
    if event.kind == UNDO_EVENT:
        return plural("{seat} undoes {n} step.", "{seat} undoes {n} steps.", count, seat=seat)
    return plural("{seat} redoes {n} step.", "{seat} redoes {n} steps.", count, seat=seat)


def _undone_lines(scene: Scene[State]) -> list[LogLine]:
    lines = []
    for event in scene.history.undone_events():
        if event.kind in (UNDO_EVENT, REDO_EVENT):
            text = undo_or_redo_text(event)
            lines.append(LogLine(scene.translate(text), "dim italic", None, event.number))
        else:
            lines += _undone_notes(scene, event)
    return lines


def _undone_notes(scene: Scene[State], event: Event) -> list[LogLine]:
    """Return the lines of an undone event, with its notes as they were shown at the time or, if
    there are none, with the name of its step."""
    mark = scene.theme.glyphs("no")
    prefix = f"{scene.name(event.seat)}: " if event.kind != CHANCE_EVENT else ""
    notes = scene.history.notes_then(event.number)
    if not notes:
        return [LogLine(f"{mark} {prefix}{event.step}", "closed", None, event.number, undone=True)]
    return [
        LogLine(f"{mark} {scene.translate(note.text)}", "closed", note, event.number, undone=True)
        for note in notes
    ]


def paint_log(
    scene: Scene[State],
    lines: Sequence[LogLine],
    width: int,
    height: int,
    selected: int | None = None,
    *,
    chapter: str | None = None,
) -> Canvas:
    """Paint the end of the log or, if `selected` is given, the part around that line.

    The player's name is in a coloured column of its own if there is room, with the text beside it.
    A note about the rule `chapter`, which may be the rule that begins a round, is a title with a
    horizontal line.
    """
    rows = _rows_of(scene, lines, width, chapter)
    return _paint_rows(scene, rows, width, height, len(lines), selected)


def paint_tail(scene: Scene[State], width: int, height: int, chapter: str | None) -> Canvas:
    """Paint the log beside a table: its end, or the part to which it is scrolled. Notes about the
    rule `chapter` are titles."""
    if not scene.log_back:
        lines = log_lines(scene, last=height)
        return paint_log(scene, lines, width, height, chapter=chapter)
    lines = log_lines(scene)
    lines_shown = lines[: max(1, len(lines) - scene.log_back)]
    canvas = paint_log(scene, lines_shown, width, height, chapter=chapter)
    place = (buttons.SCROLL, 0)
    canvas.put(width - 1, height - 1, canvas.glyphs("more.down"), "key", spot=place)
    return canvas


def paint_panel_of_log(
    scene: Scene[State],
    canvas: Canvas,
    rect: Rect,
    chapter: str | None,
    *,
    border: bool,
) -> None:
    """Paint the log beside a table as a panel, with the current round to the right of its title,
    and with a border if `border`. Notes about the rule `chapter` are titles."""
    view = scene.view
    fact = scene.translate(words("round {round}", round=view.round)) if view.round else ""
    room = paint_panel(canvas, rect, scene.translate(words("Log")), fact, border=border)
    canvas.blit(paint_tail(scene, room.width + 1, room.height, chapter), room.x - 1, room.y)


def _rows_of(
    scene: Scene[State],
    lines: Sequence[LogLine],
    width: int,
    chapter: str | None = None,
) -> list[_Row]:
    name_width = _name_width(scene, lines, width)
    return [
        row
        for index, line in enumerate(lines)
        for row in _rows_of_line(scene, line, index, width, name_width, chapter)
    ]


def _paint_rows(
    scene: Scene[State],
    rows: Sequence[_Row],
    width: int,
    height: int,
    count: int,
    selected: int | None,
) -> Canvas:
    canvas = Canvas(width, height, scene.theme.glyphs)
    anchor = count - 1 if selected is None else selected
    at = max((n for n, row in enumerate(rows) if row.index <= anchor), default=0)
    first = max(0, min(at - height // 2 if selected is not None else at, len(rows) - height))
    for y, row in enumerate(rows[first : first + height]):
        canvas.put(2, y, row.name, f"{row.name_role} bold")
        end = canvas.put(2 + row.indent, y, row.text, row.role)
        if row.is_chapter:
            canvas.rule(end + 1, y, width - end - 2)
        canvas.spot((buttons.LOG, row.index), Rect(2, y, max(1, end - 2, width - 3), 1))
        if row.index == selected:
            canvas.put(0, y, canvas.glyphs("mark.left"), "key")
            canvas.tint(0, y, width, 1, "cursor")
    return canvas


@frozen
class _Row:
    """A painted row of the log: the index of its line, the name on the left, the text, and its
    indentation."""

    index: int
    name: str
    name_role: str
    indent: int
    text: str
    role: str
    is_chapter: bool = False


MAX_NAME_LENGTH: Final = 10
"""Maximum width of a name in the log, in cells."""


def _name_width(scene: Scene[State], lines: Sequence[LogLine], width: int) -> int:
    """Return the width of the column of names, including a blank; 0 if there is no room for this
    column."""
    seats = {line.note.seat for line in lines if line.note is not None and line.note.seat >= 0}
    names = [clean(scene.name(seat)) for seat in seats]
    colons = tuple(f"{name}:" for name in names)
    column = min(widest(names), MAX_NAME_LENGTH) + 1
    column += any(line.text.startswith(colons) for line in lines)
    return column if width >= _MIN_TEXT + column else 0


_MIN_TEXT: Final = 24


def _rows_of_line(
    scene: Scene[State],
    line: LogLine,
    index: int,
    width: int,
    name_width: int,
    chapter: str | None,
) -> Iterator[_Row]:
    note = line.note
    if note is not None and not line.undone and note.rule == chapter:
        parts = wrap(line.text.rstrip("."), width - 4)
        for number, text in enumerate(parts, 1):
            last = number == len(parts)
            yield _Row(index, "", "title", 0, text, "title", is_chapter=last)
        return
    name, text, role, indent = "", line.text, line.role, 0
    seat = -1 if note is None else note.seat
    front, rest = name_in_front(scene, text)
    if name_width and front == seat >= 0 and not line.undone:
        colon = ":" if rest.startswith(":") else ""
        text, indent, role = rest.lstrip(": "), name_width, "text"
        room = name_width - 1 - len(colon)  # type: ignore[text-width]
        name = clip(clean(scene.name(seat)), room, scene.theme.glyphs) + colon
    elif name_width and not line.undone:
        indent, role = name_width, "text" if seat >= 0 else "dim"
    for part, row_text in enumerate(wrap(text, width - 3 - indent)):
        shift = indent if indent else (2 if part else 0)
        yield _Row(index, name if part == 0 else "", line.role, shift, row_text, role)


@define
class LogPage:
    """Page with the whole log, including undone events. Its lines are cached (see `update_lines`).

    Notes about the rule `chapter` are titles.
    """

    chapter: str | None = None
    lines: list[LogLine] = field(factory=list)
    _cache_key: object = None
    _rows: list[_Row] = field(factory=list)
    _width: int = 0

    def update_lines(self, scene: Scene[State]) -> None:
        """Update the lines if the log, its reader, the language or the glyphs have changed."""
        cache_key = (scene.history.size, scene.seat, scene.translator, scene.theme.glyphs)
        if cache_key != self._cache_key:
            self.lines = log_lines(scene, undone=True)
            self._cache_key, self._rows = cache_key, []

    def paint(self, scene: Scene[State], width: int, height: int, selected: int) -> Canvas:
        """Paint the part of the log around the line with the index `selected`, or a message if the
        log is empty."""
        if not self.lines:
            canvas = Canvas(width, height, scene.theme.glyphs)
            canvas.put(2, 0, scene.translate(words("Nothing has happened yet.")), "dim")
            return canvas
        if not self._rows or self._width != width:
            self._rows, self._width = _rows_of(scene, self.lines, width, self.chapter), width
        return _paint_rows(scene, self._rows, width, height, len(self.lines), selected)

    def forget(self) -> None:
        """Drop the cached lines."""
        self.lines, self._rows, self._cache_key = [], [], None
