"""The score sheet as a table: numbers right-aligned, totals bold on a lighter background."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.core.score_sheet import Cell, Column, Sheet, number_in, says_nothing
from engine.core.state import State
from engine.i18n.text import Text, words
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clip, widest, width_of
from screens.paint.layout import in_lines
from screens.paint.shapes import RAISED, short_names
from screens.table_view.scene import Scene

MIN_LABEL: Final = 14


def paint_sheet(
    scene: Scene[State],
    sheet: Sheet,
    width: int,
    *,
    upright: bool | None = None,
    title: bool = True,
    best: Collection[tuple[int, int]] = (),
    labels: int = MIN_LABEL,
) -> Canvas:
    """Paint a score sheet, with cells changed by the last action marked.

    `upright` puts players into columns. By default, this is done only if the rows do not fit.
    `best` are cells (row, column) that are marked with a star. If there are any, changes are not
    marked. `labels` is the minimum width of an upright sheet's labels, if the players leave that
    much.
    """
    flat = _sheet_width(scene, sheet, best)
    if upright is None:
        upright = flat > width
    if not upright:
        return _flat(scene, sheet, width, title, best)
    return _upright(scene, sheet, width, title, best, labels)


def _head(scene: Scene[State], sheet: Sheet) -> int:
    """Return the width of the row titles: at most 16 cells for names and 48 for other titles.
    Longer ones are cut."""
    named = all(row.seat >= 0 for row in sheet.rows)
    return min(16 if named else 48, widest(scene.translate(row.title) for row in sheet.rows) + 3)


def _sheet_width(scene: Scene[State], sheet: Sheet, best: Collection[tuple[int, int]]) -> int:
    return _head(scene, sheet) + sum(_column_widths(scene, sheet, best)) + bool(best)


def _column_widths(
    scene: Scene[State],
    sheet: Sheet,
    best: Collection[tuple[int, int]] = (),
    *,
    named: bool = False,
) -> list[int]:
    """Return the width of each column with the gap before it. It has room for the column's title
    (or for its longer name if `named`), and for the star of a best value."""
    return [
        1
        + max(
            width_of(scene.translate(_title_of(column, named=named))),
            *(
                width_of(_cell(scene, row.cells[n])) + ((r, n) in best)
                for r, row in enumerate(sheet.rows)
            ),
        )
        for n, column in enumerate(sheet.columns)
    ]


def _title_of(column: Column, *, named: bool) -> Text:
    return column.name or column.title if named else column.title


def _cell(scene: Scene[State], cell: Cell) -> str:
    if isinstance(cell, Text):
        return scene.translate(cell)
    return "" if cell is None else str(cell)


def _changed(scene: Scene[State], sheet: Sheet, row: int, column: int) -> bool:
    key = (sheet.key, row, sheet.columns[column].key)
    return key in scene.before and scene.before[key] != sheet.rows[row].cells[column]


def _all_changed(scene: Scene[State], sheet: Sheet, row: int) -> bool:
    """Return whether all cells of a row without a seat, such as averages, have changed, so that
    marking them would not help."""
    columns = range(len(sheet.columns))
    nobodys = sheet.rows[row].seat < 0
    return nobodys and all(_changed(scene, sheet, row, number) for number in columns)


def _flat(
    scene: Scene[State], sheet: Sheet, width: int, title: bool, best: Collection[tuple[int, int]]
) -> Canvas:
    top = 1 if title else 0
    right = _head(scene, sheet)
    for named, marked in ((True, best), (False, best), (False, ())):
        widths = _column_widths(scene, sheet, marked, named=named)
        if right + sum(widths) < width:
            break
    letters = _letters(scene, sheet, width, named=named) if title else []
    height = top + 1 + len(sheet.rows)
    canvas = Canvas(width, height + len(letters), scene.theme.glyphs)
    for y, line in enumerate(letters, height):
        canvas.put(1, y, line, "dim")
    if title:
        _paint_title(scene, canvas, sheet, best)
    if right + sum(widths) + len(widths) <= width:
        widths = [one + 1 for one in widths]
    order = sorted(range(len(sheet.rows)), key=lambda r: not sheet.rows[r].total)
    for n, column in enumerate(sheet.columns):
        right += widths[n]
        head = scene.translate(_title_of(column, named=named))
        canvas.put_right(right, top, head, _head_role(column))
        for y, r in enumerate(order, top + 1):
            text = _cell(scene, sheet.rows[r].cells[n])
            role = "good bold" if (r, n) in best else _role(scene, sheet, r, n, text)
            x = canvas.put_right(right, y, text, role)
            if (r, n) in best:
                canvas.put(x - 1, y, canvas.glyphs("best"), "good bold")
        if column.total:
            start = right - widths[n] + 1
            canvas.ground(Rect(start, top, widths[n], 1 + len(sheet.rows)), RAISED)
    for y, r in enumerate(order, top + 1):
        row = sheet.rows[r]
        role = f"seat.{row.seat} bold" if row.seat >= 0 else "strong" if row.total else "text"
        name = clip(scene.translate(row.title), _head(scene, sheet) - 2, canvas.glyphs)
        canvas.put(1, y, name, role)
        if row.total:
            canvas.ground(Rect(0, y, right + 1, 1), RAISED)
    return canvas


def _head_role(column: Column) -> str:
    if column.seat >= 0:
        return f"seat.{column.seat} bold"
    return "strong" if column.total else "dim"


def _letters(scene: Scene[State], sheet: Sheet, width: int, *, named: bool) -> list[str]:
    """Return lines that explain columns: those with an explanation of their own and, unless the
    names are shown, those whose heading is shorter than their name."""
    explanations = []
    for column in sheet.columns:
        head, name = scene.translate(column.title), scene.translate(column.name or column.title)
        if (named or head == name) and not column.explained:
            continue
        explanation = scene.translate(column.meaning) if column.explained else name
        if not explanation.startswith(f"{head}:"):
            explanation = f"{head}: {explanation}"
        explanations.append(explanation)
    return in_lines(explanations, width - 2)


def _upright(
    scene: Scene[State],
    sheet: Sheet,
    width: int,
    title: bool,
    best: Collection[tuple[int, int]],
    labels: int,
) -> Canvas:
    """Paint the players side by side after the labels, with explanations after them if there is
    room. In cells that are too wide, brackets are left out. A line that still does not fit is left
    out, too."""
    top = 1 if title else 0
    room = max(5, min(_widest(scene, sheet, best), (width - labels) // max(1, len(sheet.rows))))
    head = width - room * len(sheet.rows) - 1
    shown = [
        n
        for n in _in_order(scene, sheet)
        if all(width_of(_fitting(scene, row.cells[n], room)) < room for row in sheet.rows)
    ]
    canvas = Canvas(width, top + 1 + len(shown), scene.theme.glyphs)
    if title:
        _paint_title(scene, canvas, sheet, best)
    said = [_label(scene, sheet.columns[n], head - 1) for n in shown]
    head = min(head, widest(said) + 2)
    end = head + room * len(sheet.rows) + 1
    for y, (n, label) in enumerate(zip(shown, said, strict=True), top + 1):
        _paint_line(scene, canvas, y, sheet.columns[n], label, end)
    heads = short_names(
        [scene.translate(row.title) for row in sheet.rows], room - 1, canvas.glyphs("ellipsis")
    )
    for r, row in enumerate(sheet.rows):
        right = head + room * (r + 1)
        role = f"seat.{row.seat} bold" if row.seat >= 0 else "text"
        canvas.put_right(right, top, heads[r], role)
        for y, n in enumerate(shown, top + 1):
            marked = (r, n) in best
            text = _fitting(scene, row.cells[n], room - marked)
            role = "good bold" if marked else _role(scene, sheet, r, n, text)
            x = canvas.put_right(right, y, text, role)
            if marked and width_of(text) < room - 1:
                canvas.put(x - 1, y, canvas.glyphs("best"), "good bold")
    return canvas


def _in_order(scene: Scene[State], sheet: Sheet) -> list[int]:
    """Return the columns of an upright sheet in the order of its lines. The total and what follows
    it come first, because a long sheet is scrolled. Columns in which nobody has anything are left
    out."""
    columns = range(len(sheet.columns))
    totals = [n for n in columns if sheet.columns[n].total]
    last = totals[-1] if totals else 0
    kept = [
        n
        for n in columns
        if sheet.columns[n].total
        or not all(says_nothing(_cell(scene, row.cells[n])) for row in sheet.rows)
    ]
    return [n for n in kept if n >= last] + [n for n in kept if n < last]


def _paint_line(
    scene: Scene[State], canvas: Canvas, y: int, column: Column, label: str, end: int
) -> None:
    """Paint the label of a line and, after column `end`, its explanation, unless the label already
    says the same."""
    canvas.put(1, y, label, "strong" if column.total else "text")
    means = _meaning(scene, column)
    said, known = means.lower(), label.lower()
    is_known = known.endswith(said) or (
        said.endswith(known) and width_of(said) < width_of(known) + 5
    )
    if not is_known and end + 1 + width_of(means) < canvas.width:
        canvas.put(end + 1, y, means, "dim")
    if column.total:
        canvas.ground(Rect(0, y, end, 1), RAISED)


SHORT: Final = 26
MAX_WIDTH: Final = 14
USUAL: Final = 10


def _widest(scene: Scene[State], sheet: Sheet, best: Collection[tuple[int, int]]) -> int:
    """Return the width of the widest cell, with its mark and a blank before it, but at least the
    usual width of names."""
    cells = (
        width_of(_cell(scene, cell)) + ((r, n) in best)
        for r, row in enumerate(sheet.rows)
        for n, cell in enumerate(row.cells)
    )
    return min(MAX_WIDTH, max(USUAL, 1 + max(cells, default=0)))


def _paint_title(
    scene: Scene[State], canvas: Canvas, sheet: Sheet, best: Collection[tuple[int, int]]
) -> None:
    """Paint the title of the table, and the meaning of the star if there is one."""
    x = canvas.put_clipped(1, 0, canvas.width - 2, scene.translate(sheet.title), "title")
    legend = scene.translate(words("{sign} = best", sign=canvas.glyphs("best")))
    if best and x + 2 + width_of(legend) < canvas.width:
        canvas.put(x + 2, 0, legend, "dim")


def _role(scene: Scene[State], sheet: Sheet, row: int, column: int, text: str) -> str:
    """Return the style role of a cell: highlighted if it has just changed, bold in totals, dim if
    it is zero."""
    if _changed(scene, sheet, row, column) and not _all_changed(scene, sheet, row):
        return "flash"
    if sheet.columns[column].total or sheet.rows[row].total:
        return "strong"
    nothing = text in ("-", "–") or number_in(sheet.rows[row].cells[column]) == 0
    return "dim" if nothing else "text"


def _fitting(scene: Scene[State], cell: Cell, room: int) -> str:
    """Return a cell as text, without its brackets if they do not fit."""
    text = _cell(scene, cell)
    return text if width_of(text) < room else text.partition(" (")[0]


def _label(scene: Scene[State], column: Column, width: int) -> str:
    """Return the name of a line, or else a short explanation, or the line's title if there is no
    room for either."""
    name = scene.translate(column.name or column.meaning)
    most = width if column.name else min(width, SHORT)
    shown = name if width_of(name) <= most else scene.translate(column.title)
    return clip(shown, width, scene.theme.glyphs)


def _meaning(scene: Scene[State], column: Column) -> str:
    """Return the meaning of a column, without the column's name if the meaning begins with it."""
    name, meaning = scene.translate(column.name or column.title), scene.translate(column.meaning)
    return meaning.removeprefix(f"{name}: ")
