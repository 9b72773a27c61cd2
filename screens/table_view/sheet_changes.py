"""Changes between score sheets."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from attrs import evolve, frozen

from engine.core.score_sheet import Cell, Column, Row, Sheet
from engine.i18n.text import verbatim, words

Cells = dict[tuple[str, int, str], Cell]
"""The cells of score sheets by (key of the sheet, index of the row, key of the column)."""


def cells_of(sheets: Sequence[Sheet]) -> Cells:
    """Return the cells of score sheets, for a later comparison."""
    return {
        (sheet.key, number, column.key): cell
        for sheet in sheets
        for number, row in enumerate(sheet.rows)
        for column, cell in zip(sheet.columns, row.cells, strict=True)
    }


MAX_CHANGED: Final = 5
"""Maximum number of columns in a table of changes, not counting tie-breaks. Totals have
priority."""


RANK_COLUMNS: Final = frozenset({"place", "rank"})
"""Keys of columns of ranks, in which the old value says more than the difference."""


@frozen
class _Change:
    """A column of a table of changes, with the old and new values of its cells."""

    column: Column
    cells: tuple[tuple[Cell, Cell], ...]

    def cell_at(self, row: int) -> Cell:
        """Return the new value of a cell, with its change."""
        return _change(self.column, *self.cells[row])


def changed_sheet(
    before: Sequence[Sheet], after: Sequence[Sheet], reader: int | None = None
) -> Sheet | None:
    """Return a sheet with the columns that differ between `before` and `after`, at most
    `MAX_CHANGED`. Their changed cells read `12 (+4)`, or `1 (was 2)` for ranks. None if nothing but
    ranks has changed. If the sheet shows ranks, the tie-breaks of equal totals are added.

    A column counts as changed if its number in the reader's row has changed. If the reader has no
    row, a column counts as changed if all its cells are numbers and any of them has changed. Sheets
    with rows for the same seats as the first changed sheet are combined with it; other sheets are
    left out.
    """
    changes: list[_Change] = []
    seats: list[int] = []
    first_sheet = after[0] if after else None
    before = [_with_columns(new.columns, old) for old, new in zip(before, after, strict=False)]
    for old, new in zip(before, after, strict=False):
        row_seats = [row.seat for row in new.rows]
        if not changes:
            first_sheet, seats = new, row_seats
        if row_seats == seats:
            changes = _interleaved(changes, _changes(old, new, reader))
    if first_sheet is None or RANK_COLUMNS.issuperset(change.column.key for change in changes):
        return None
    first = sorted(changes, key=lambda change: not change.column.total)[:MAX_CHANGED]
    shown = [change for change in changes if change in first]
    if RANK_COLUMNS.intersection(change.column.key for change in shown):
        shown += [tie_break for tie_break in _tie_breaks(before, after) if tie_break not in shown]
    rows = tuple(
        Row(row.seat, row.title, tuple(change.cell_at(number) for change in shown))
        for number, row in enumerate(first_sheet.rows)
    )
    return Sheet(first_sheet.key, first_sheet.title, tuple(change.column for change in shown), rows)


def changes_of_seat(
    before: Sequence[Sheet],
    after: Sequence[Sheet],
    seat: int,
    ignored: Container[str] = RANK_COLUMNS,
) -> Iterator[tuple[Column, int]]:
    """Yield the columns in which a seat's number has changed, except those with `ignored` keys,
    each with the difference. A column is left out if a later column of totals has the same
    difference."""
    for was, new in zip(before, after, strict=False):
        old = _with_columns(new.columns, was)
        at = next((n for n, row in enumerate(new.rows) if row.seat == seat), None)
        changes: list[tuple[Column, int]] = []
        for change in () if at is None else _changes(old, new, seat):
            first, last = change.cells[at or 0]
            if change.column.key not in ignored and isinstance(last, int):
                changes.append((change.column, last - (first if isinstance(first, int) else 0)))
        for n, (column, difference) in enumerate(changes):
            if difference not in {number for later, number in changes[n + 1 :] if later.total}:
                yield column, difference


def _with_columns(columns: Sequence[Column], sheet: Sheet) -> Sheet:
    """Return the sheet with `columns` in place of its own. Values are matched by the keys of the
    columns, and missing ones are 0."""
    at = {column.key: number for number, column in enumerate(sheet.columns)}
    numbers = [at.get(column.key) for column in columns]
    rows = (
        evolve(row, cells=tuple(0 if n is None else _cell_of(row, n) for n in numbers))
        for row in sheet.rows
    )
    return evolve(sheet, columns=tuple(columns), rows=tuple(rows))


def _changes(old: Sheet, new: Sheet, reader: int | None) -> list[_Change]:
    pairs = list(_paired(old, new))
    own = [row for row in new.rows if row.seat == reader] or new.rows
    changes = []
    for n, column in enumerate(new.columns):
        cells = tuple((_cell_of(a, n), _cell_of(b, n)) for a, b in pairs)
        own_cells = [cell for cell, row in zip(cells, new.rows, strict=True) if row in own]
        changed = any(was != now for was, now in own_cells)
        if changed and all(isinstance(_cell_of(row, n), int) for row in own):
            changes.append(_Change(column, cells))
    return changes


def _interleaved(first: Sequence[_Change], second: Sequence[_Change]) -> list[_Change]:
    """Interleave the changes of two sheets, so that neither crowds out the other."""
    pairs = zip_longest(first, second)
    return [change for pair in pairs for change in pair if change is not None]


def _tie_breaks(before: Sequence[Sheet], after: Sequence[Sheet]) -> Iterator[_Change]:
    """Yield the tie-break columns of the sheets in which two rows have equal totals, changed or
    not."""
    for old, new in zip(before, after, strict=False):
        totals = [[_cell_of(row, n) for row in new.rows] for n in _columns_with_key(new, "total")]
        if any(len(set(cells)) < len(cells) for cells in totals):
            for n in _columns_with_key(new, "tie"):
                pairs = tuple((_cell_of(a, n), _cell_of(b, n)) for a, b in _paired(old, new))
                yield _Change(new.columns[n], pairs)


def _columns_with_key(sheet: Sheet, key: str) -> list[int]:
    return [n for n, column in enumerate(sheet.columns) if column.key == key]


def _paired(old: Sheet, new: Sheet) -> Iterator[tuple[Row, Row]]:
    """Yield the old and the new version of each row. If the number of rows differs, rows are
    matched by seat and title, and the old version of a new row is empty."""
    if len(old.rows) == len(new.rows):
        yield from zip(old.rows, new.rows, strict=True)
        return
    for row in new.rows:
        same = (
            old_row
            for old_row in old.rows
            if (old_row.seat, old_row.title) == (row.seat, row.title)
        )
        yield next(same, Row(row.seat, row.title, ())), row


def _cell_of(row: Row, number: int) -> Cell:
    return row.cells[number] if number < len(row.cells) else None


def _change(column: Column, old: Cell, new: Cell) -> Cell:
    """Return the cell `new` with its difference from `old` or, in a column of ranks, with the old
    rank. Return `new` as it is if it equals `old`, or if either of them is not a number."""
    if not isinstance(old, int) or not isinstance(new, int) or old == new:
        return new
    if column.key in RANK_COLUMNS:
        return words("{n} (was {old})", n=new, old=old)
    return verbatim(f"{new} ({new - old:+d})")
