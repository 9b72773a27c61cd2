"""The score sheet: tables of numbers and words, shown during and after the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from attrs import frozen

from engine.i18n.text import Seat, Text

Cell = int | Text | None


def counted(n: int, made_of: str) -> Text:
    """Return the number `n`, followed by `made_of` in brackets."""
    form = "{n} ({made_of})"
    return Text(form, form, n, {"n": n, "made_of": made_of})


def number_with(n: int, explanation: Text) -> Text:
    """Return the number `n`, followed by its `explanation`."""
    form = "{n} {letters}"
    return Text(form, form, n, {"n": n, "letters": explanation})


def number_in(cell: Cell) -> int | None:
    """Return the number in a cell, without the text that explains it; None if the cell has no
    number."""
    return cell.number if isinstance(cell, Text) else cell


@frozen
class Column:
    """One column of a score sheet.

    `title` is the short heading, and `name` a longer one for wide screens and line mode (None to
    use the title). A `total` adds up the columns before it and is highlighted. Until the game is
    over, a `charted` column replaces the total in the chart over time, in games whose total says
    little before the end. The `meaning` of an `explained` column is printed in the legend below the
    sheet. `seat` is the seat whose figures the column shows, or -1 if it shows those of several
    seats.
    """

    key: str
    title: Text
    meaning: Text
    name: Text | None = None
    total: bool = False
    charted: bool = False
    explained: bool = False
    seat: int = -1


@frozen
class Row:
    """One row of a sheet: its seat (-1 for the table), its title, and one cell per column. A
    `total` adds up the other rows and is highlighted."""

    seat: int
    title: Text
    cells: tuple[Cell, ...]
    total: bool = False


@frozen
class Sheet:
    """One table of the score sheet."""

    key: str
    title: Text
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


_NOTHING: Final = re.compile(r"[0\W_]*")


def says_nothing(cell: str) -> bool:
    """Whether a translated cell is empty, or contains only zeros and symbols, such as `0 (0+0)`."""
    return _NOTHING.fullmatch(cell) is not None


SeatColumn: TypeAlias = tuple[Column, Iterable[Cell]]
"""A column, with one cell per seat."""


def seat_sheet(key: str, title: Text, columns: Iterable[SeatColumn]) -> Sheet:
    heads, cells = zip(*columns, strict=True)
    rows = (
        Row(seat, Text("{seat}", None, 1, {"seat": Seat(seat)}), row)
        for seat, row in enumerate(zip(*cells, strict=True))
    )
    return Sheet(key, title, heads, tuple(rows))


@frozen
class Standing:
    """The place and the total of a seat. The best place is 1; tied seats share a place."""

    seat: int
    place: int
    total: int


def ranked(ranks: Mapping[int, tuple[int, ...]]) -> list[Standing]:
    """Return the standings, best first. `ranks` maps each seat to (total, *tie-breaks), where
    higher is better. Tied seats share the best of their places, as in 1, 1, 3."""
    order = sorted(ranks, key=ranks.__getitem__, reverse=True)
    return [
        Standing(seat, 1 + sum(other > ranks[seat] for other in ranks.values()), ranks[seat][0])
        for seat in order
    ]
