"""The score sheet as a table: numbers right-aligned, totals bold on a lighter background."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from attrs import frozen

from engine.core.score_sheet import Column, Sheet, number_in, says_nothing
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
    """Paint a score sheet, and mark the cells that differ from `scene.earlier_cells` (see
    `_Table.role`).

    `upright` puts players into columns; by default, they are in columns only if the rows do not
    fit. Without `title`, the title and the explanations below the sheet are left out. `best` are
    cells (row, column) that are marked with a star, and not as changed. `labels` is the number of
    columns kept for the labels of an upright sheet, if the players leave that many.
    """
    table = _Table(scene, sheet, width, title, best)
    if upright is None:
        upright = table.head + sum(table.column_widths(best)) + bool(best) > width
    return table.paint_upright(labels) if upright else table.paint_flat()


@frozen
class _Table:
    """Painter of a score sheet in `width` cells, with its title if `has_title`. `best` are the
    marked cells (row, column)."""

    scene: Scene[State]
    sheet: Sheet
    width: int
    has_title: bool
    best: Collection[tuple[int, int]]

    @property
    def head(self) -> int:
        """Width of the row titles: at most 16 cells for names and 48 for other titles. Longer ones
        are cut."""
        rows = self.sheet.rows
        named = all(row.seat >= 0 for row in rows)
        titles = (self.scene.translate(row.title) for row in rows)
        return min(16 if named else 48, widest(titles) + 3)

    @property
    def top(self) -> int:
        """Number of rows above the headings."""
        return 1 if self.has_title else 0

    def column_widths(
        self, marked: Collection[tuple[int, int]], *, named: bool = False
    ) -> list[int]:
        """Return the width of each column with the gap before it. It has room for the column's
        title (or for its longer name if `named`), and for the star of a `marked` value."""
        return [
            1
            + max(
                width_of(self.scene.translate(_title_of(column, named=named))),
                *(
                    width_of(self.text(r, n)) + ((r, n) in marked)
                    for r in range(len(self.sheet.rows))
                ),
            )
            for n, column in enumerate(self.sheet.columns)
        ]

    # ------------------------------------------------------------------ cells

    def text(self, row: int, column: int) -> str:
        """Return a cell as text."""
        cell = self.sheet.rows[row].cells[column]
        return "" if cell is None else self.scene.translate(cell)

    def fitting(self, row: int, column: int, room: int) -> str:
        """Return a cell as text, without the part in brackets if the whole, with a blank before it,
        does not fit into `room` cells."""
        text = self.text(row, column)
        return text if width_of(text) < room else text.partition(" (")[0]

    def has_changed(self, row: int, column: int) -> bool:
        """Return whether a cell differs from its earlier value in `scene.earlier_cells`; False if
        it has none."""
        before = self.scene.earlier_cells
        key = (self.sheet.key, row, self.sheet.columns[column].key)
        return key in before and before[key] != self.sheet.rows[row].cells[column]

    def has_all_changed(self, row: int) -> bool:
        """Return whether all cells of a row without a seat, such as averages, have changed, so that
        marking them would not help."""
        columns = range(len(self.sheet.columns))
        return self.sheet.rows[row].seat < 0 and all(self.has_changed(row, n) for n in columns)

    def role(self, row: int, column: int, text: str) -> str:
        """Return the style role of a cell with the given `text`: highlighted if it has changed
        (unless `has_all_changed` is true for its row), bold in totals, dim if it is zero or a
        dash."""
        if self.has_changed(row, column) and not self.has_all_changed(row):
            return "flash"
        if self.sheet.columns[column].total or self.sheet.rows[row].total:
            return "strong"
        nothing = text in ("-", "–") or number_in(self.sheet.rows[row].cells[column]) == 0
        return "dim" if nothing else "text"

    # ------------------------------------------------------------------ a line per player

    def paint_flat(self) -> Canvas:
        scene, sheet, width, top = self.scene, self.sheet, self.width, self.top
        right = self.head
        for named, marked in ((True, self.best), (False, self.best), (False, ())):
            widths = self.column_widths(marked, named=named)
            if right + sum(widths) < width:
                break
        explanations = self.column_explanations(named=named) if self.has_title else []
        height = top + 1 + len(sheet.rows)
        canvas = Canvas(width, height + len(explanations), scene.theme.glyphs)
        for y, line in enumerate(explanations, height):
            canvas.put(1, y, line, "dim")
        self.paint_title(canvas)
        if right + sum(widths) + len(widths) <= width:
            widths = [width + 1 for width in widths]
        order = sorted(range(len(sheet.rows)), key=lambda r: not sheet.rows[r].total)
        for n, column in enumerate(sheet.columns):
            right += widths[n]
            head = scene.translate(_title_of(column, named=named))
            canvas.put_right(right, top, head, _head_role(column))
            for y, r in enumerate(order, top + 1):
                text = self.text(r, n)
                role = "good bold" if (r, n) in self.best else self.role(r, n, text)
                x = canvas.put_right(right, y, text, role)
                if (r, n) in self.best:
                    canvas.put(x - 1, y, canvas.glyphs("best"), "good bold")
            if column.total:
                start = right - widths[n] + 1
                canvas.ground(Rect(start, top, widths[n], 1 + len(sheet.rows)), RAISED)
        for y, r in enumerate(order, top + 1):
            row = sheet.rows[r]
            role = f"seat.{row.seat} bold" if row.seat >= 0 else "strong" if row.total else "text"
            canvas.put_clipped(1, y, self.head - 2, scene.translate(row.title), role)
            if row.total:
                canvas.ground(Rect(0, y, right + 1, 1), RAISED)
        return canvas

    def column_explanations(self, *, named: bool) -> list[str]:
        """Return lines that explain columns: those with an explanation of their own and, unless the
        names are shown (`named`), those whose heading differs from their name."""
        translate, explanations = self.scene.translate, []
        for column in self.sheet.columns:
            head, name = translate(column.title), translate(column.name or column.title)
            if (named or head == name) and not column.explained:
                continue
            explanations.append(
                _explanation(self.scene, column) if column.explained else f"{head}: {name}"
            )
        return in_lines(explanations, self.width - 2)

    def paint_title(self, canvas: Canvas) -> None:
        """Paint the title and, if there is room, the legend of the mark for the best values.
        Without a title, paint nothing."""
        if not self.has_title:
            return
        title = self.scene.translate(self.sheet.title)
        x = canvas.put_clipped(1, 0, canvas.width - 2, title, "title")
        legend = self.scene.translate(words("{sign} = best", sign=canvas.glyphs("best")))
        if self.best and x + 2 + width_of(legend) < canvas.width:
            canvas.put(x + 2, 0, legend, "dim")

    # ------------------------------------------------------------------ a column per player

    def paint_upright(self, labels: int) -> Canvas:
        """Paint the players side by side, with the labels of the lines on the left and their
        explanations on the right. `labels` columns are kept for the labels if there is room.

        In a sheet with a title, explanations of `explained` columns for which there is no room on
        the right are below the lines. Cells that are too wide lose the part in brackets. A line
        whose cells still do not fit is left out.
        """
        scene, sheet, width, top = self.scene, self.sheet, self.width, self.top
        rows = range(len(sheet.rows))
        room = max(5, min(self.cell_width(), (width - labels) // max(1, len(rows))))
        head = width - room * len(rows) - 1
        shown = [
            n
            for n in self.columns_in_order()
            if all(width_of(self.fitting(r, n, room)) < room for r in rows)
        ]
        shown_labels = [_label(scene, sheet.columns[n], head - 1) for n in shown]
        head = min(head, widest(shown_labels) + 2)
        end = head + room * len(rows) + 1
        labelled = [(sheet.columns[n], label) for n, label in zip(shown, shown_labels, strict=True)]
        beside = [
            _explanation_beside(scene, column, label, width - end - 1) for column, label in labelled
        ]
        explanations = [
            _explanation(scene, column)
            for (column, label), means in zip(labelled, beside, strict=True)
            if self.has_title
            and column.explained
            and not means
            and _explanation_beside(scene, column, label)
        ]
        legend = in_lines(explanations, width - 2)
        height = top + 1 + len(shown)
        canvas = Canvas(width, height + len(legend), scene.theme.glyphs)
        for y, line in enumerate(legend, height):
            canvas.put(1, y, line, "dim")
        self.paint_title(canvas)
        for y, ((column, label), means) in enumerate(zip(labelled, beside, strict=True), top + 1):
            canvas.put(1, y, label, "strong" if column.total else "text")
            canvas.put(end + 1, y, means, "dim")
            if column.total:
                canvas.ground(Rect(0, y, end, 1), RAISED)
        titles = [scene.translate(row.title) for row in sheet.rows]
        heads = short_names(titles, room - 1, canvas.glyphs("ellipsis"))
        for r, row in enumerate(sheet.rows):
            right = head + room * (r + 1)
            role = f"seat.{row.seat} bold" if row.seat >= 0 else "text"
            canvas.put_right(right, top, heads[r], role)
            for y, n in enumerate(shown, top + 1):
                marked = (r, n) in self.best
                text = self.fitting(r, n, room - marked)
                role = "good bold" if marked else self.role(r, n, text)
                x = canvas.put_right(right, y, text, role)
                if marked and width_of(text) < room - 1:
                    canvas.put(x - 1, y, canvas.glyphs("best"), "good bold")
        return canvas

    def columns_in_order(self) -> list[int]:
        """Return the indexes of the columns in the order of the lines of an upright sheet. The last
        total and the columns after it come first, because a long sheet is scrolled. Columns with
        only empty cells and zeros are left out, except totals."""
        columns, rows = self.sheet.columns, range(len(self.sheet.rows))
        last = max((n for n, column in enumerate(columns) if column.total), default=0)
        with_values = [
            n
            for n, column in enumerate(columns)
            if column.total or not all(says_nothing(self.text(r, n)) for r in rows)
        ]
        return [n for n in with_values if n >= last] + [n for n in with_values if n < last]

    def cell_width(self) -> int:
        """Return the width of the widest cell, with its mark and a blank before it, but at least
        `MIN_CELL_WIDTH` (for names) and at most `MAX_CELL_WIDTH`."""
        cells = (
            width_of(self.text(r, n)) + ((r, n) in self.best)
            for r, row in enumerate(self.sheet.rows)
            for n in range(len(row.cells))
        )
        return min(MAX_CELL_WIDTH, max(MIN_CELL_WIDTH, 1 + max(cells, default=0)))


def _title_of(column: Column, *, named: bool) -> Text:
    return column.name or column.title if named else column.title


def _head_role(column: Column) -> str:
    if column.seat >= 0:
        return f"seat.{column.seat} bold"
    return "strong" if column.total else "dim"


def _explanation(scene: Scene[State], column: Column) -> str:
    """Return the heading of a column, followed by its meaning."""
    head, meaning = scene.translate(column.title), scene.translate(column.meaning)
    return meaning if meaning.startswith(f"{head}:") else f"{head}: {meaning}"


def _explanation_beside(scene: Scene[State], column: Column, label: str, room: int = 999) -> str:
    """Return the explanation to paint in `room` columns beside the `label` of a line. Empty if it
    does not fit, or if the label already says the same."""
    means = _meaning(scene, column)
    meaning, known = means.lower(), label.lower()
    is_known = known.endswith(meaning) or (
        meaning.endswith(known) and width_of(meaning) < width_of(known) + 5
    )
    return "" if is_known or width_of(means) >= room else means


MAX_MEANING_WIDTH: Final = 26
MAX_CELL_WIDTH: Final = 14
MIN_CELL_WIDTH: Final = 10


def _label(scene: Scene[State], column: Column, width: int) -> str:
    """Return the name of `column` or, if it has none, its meaning. If the text is wider than
    `width` cells, or is a meaning wider than `MAX_MEANING_WIDTH`, return the title, cut to fit."""
    name = scene.translate(column.name or column.meaning)
    most = width if column.name else min(width, MAX_MEANING_WIDTH)
    shown = name if width_of(name) <= most else scene.translate(column.title)
    return clip(shown, width, scene.theme.glyphs)


def _meaning(scene: Scene[State], column: Column) -> str:
    """Return the meaning of a column, without the column's name if the meaning begins with it."""
    name, meaning = scene.translate(column.name or column.title), scene.translate(column.meaning)
    return meaning.removeprefix(f"{name}: ")
