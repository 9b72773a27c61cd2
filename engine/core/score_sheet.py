"""The score sheet: tables of numbers and words that a screen shows live."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from attrs import frozen

from engine.i18n.text import Seat, Text

Cell = int | Text | None


def counted(n: int, made_of: str) -> Text:
    """Return a number, with its composition in brackets."""
    form = "{n} ({made_of})"
    return Text(form, form, n, {"n": n, "made_of": made_of})


def number_in(cell: Cell) -> int | None:
    """Return the number in a cell, without the brackets; None if it has none."""
    return cell.number if isinstance(cell, Text) else cell


@frozen
class Column:
    """One column of a score sheet: a short title for the head, its meaning, and a longer name where
    there is room. A `total` adds up the columns before it and is highlighted. A `charted` column is
    drawn in the chart over time until the game is over, in games whose total says little before
    then. The meaning of an `explained` column is printed in the legend below the sheet."""

    key: str
    title: Text
    meaning: Text
    name: Text | None = None
    total: bool = False
    charted: bool = False
    explained: bool = False


@frozen
class Row:
    """One row: its seat (-1: the table), its title and a cell per column."""

    seat: int
    title: Text
    cells: tuple[Cell, ...]


@frozen
class Sheet:
    """One table of the score sheet."""

    key: str
    title: Text
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


SeatColumn: TypeAlias = tuple[Column, Iterable[Cell]]
"""A column with the cells of all seats."""


def seat_sheet(key: str, title: Text, columns: Iterable[SeatColumn]) -> Sheet:
    """Return a sheet with a row per seat."""
    heads, cells = zip(*columns, strict=True)
    rows = (
        Row(seat, Text("{seat}", None, 1, {"seat": Seat(seat)}), row)
        for seat, row in enumerate(zip(*cells, strict=True))
    )
    return Sheet(key, title, heads, tuple(rows))


@frozen
class Standing:
    """A seat's place if the game ended now: 1 is first, shared places are equal."""

    seat: int
    place: int
    total: int


def ranked(ranks: Mapping[int, tuple[int, ...]]) -> list[Standing]:
    """Return every seat's place by its total and then its tie-breaks; the highest comes first.

    Equal seats share the better place, and the next place is skipped.
    """
    order = sorted(ranks, key=ranks.__getitem__, reverse=True)
    return [
        Standing(seat, 1 + sum(other > ranks[seat] for other in ranks.values()), ranks[seat][0])
        for seat in order
    ]
