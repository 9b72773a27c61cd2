"""The score sheet: tables of numbers and words that a screen shows live."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from engine.i18n.text import Text

Cell = int | Text | None


def counted(n: int, made_of: str) -> Text:
    """A number, and in brackets what it is made of."""
    form = "{n} ({made_of})"
    return Text(form, form, n, {"n": n, "made_of": made_of})


def number_in(cell: Cell) -> int | None:
    """The number that a cell tells, without what stands in brackets; None if it tells none."""
    return cell.number if isinstance(cell, Text) else cell


@frozen
class Column:
    """One column: a short title for the head, what it means, and a name of middle length where the
    title is cut short. A `total` stands out: it adds up what stands before it."""

    key: str
    title: Text
    meaning: Text
    name: Text | None = None
    total: bool = False


@frozen
class Row:
    """One row: whose it is (-1: the table's), its title and a cell for every column."""

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


@frozen
class Standing:
    """A seat's place if the game ended now: 1 is first, shared places are equal."""

    seat: int
    place: int
    total: int


def ranked(ranks: Mapping[int, tuple[int, ...]]) -> list[Standing]:
    """Every seat's place by its total and, after it, what breaks ties; the most comes first.

    Those who are equal in all share the better place, and the next is left out.
    """
    order = sorted(ranks, key=ranks.__getitem__, reverse=True)
    return [
        Standing(seat, 1 + sum(other > ranks[seat] for other in ranks.values()), ranks[seat][0])
        for seat in order
    ]
