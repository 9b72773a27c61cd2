"""Wording shared by modules of Middle Ages: tiles, spaces, incomes, refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.common_wording import series
from engine.core.event import Value
from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.games.middle_ages.components import CHEST, FARMER, Tile
from engine.games.middle_ages.state import GAP, Kingdom
from engine.i18n.text import Seat, Text, plural, words


def symbols(symbol: str | None, count: int) -> Text:
    if symbol == FARMER:
        return plural("{n} farmer", "{n} farmers", count)
    return plural("{n} chest", "{n} chests", count)


def face(tile: Tile) -> Text:
    """Return the name of a tile, followed by the numbers of its farmers and chests, if any."""
    all_symbols = [
        symbols(symbol, count)
        for symbol, count in ((FARMER, tile.farmers), (CHEST, tile.chests))
        if count
    ]
    if not all_symbols:
        return words("{tile}", tile=tile)
    return words("{tile} ({symbols})", tile=tile, symbols=series(all_symbols))


def place(row: int, at: int) -> Text:
    return words("row {row}, position {position}", row=row + 1, position=at + 1)


def tile_at(state: Kingdom, row: int, at: int) -> Text:
    """Return the tile on a space of the display with its farmers and chests, followed by the space.
    If there is no tile, return only the space. `row` and `at` count from 0."""
    tile = state.display[row][at]
    if tile == GAP:
        return place(row, at)
    return words("{tile}, {place}", tile=face(state.box.tiles[tile]), place=place(row, at))


def tile_name_at(state: Kingdom, row: int, at: int) -> Text:
    """Return the name of the tile on a space of the display, without its farmers and chests. If
    there is no tile, return the space. `row` and `at` count from 0."""
    tile = state.display[row][at]
    return place(row, at) if tile == GAP else words("{tile}", tile=state.box.tiles[tile])


def formula(state: Kingdom, seat: int, column: int) -> Text:
    """Return the income of a column as a formula with the letters of the tile types, such as
    `3×(V+R+K)`."""
    letters = [
        state.box.types[income_type].letters for income_type in state.income_types(seat, column)
    ]
    return _times(state.rate(seat, column), letters)


def worked_formula(state: Kingdom, seat: int, column: int) -> Text:
    """Return the income of a column with the current numbers of tiles, as in `3×(2+1+0)`."""
    counts = [state.count(seat, income_type) for income_type in state.income_types(seat, column)]
    return _times(state.rate(seat, column), counts)


def _times(rate: int, terms: Sequence[Any]) -> Text:
    args = {f"a{number}": term for number, term in enumerate(terms)}
    sum_ = "+".join(f"{{{name}}}" for name in args)
    return Text(f"{rate}×{sum_}" if len(terms) == 1 else f"{rate}×({sum_})", None, 1, args)


def index_of(index: Mapping[str, int], name: Value) -> int | None:
    return index.get(name) if isinstance(name, str) else None


def type_name(state: Kingdom, name: str) -> Text:
    return words("{type}", type=state.box.types[state.box.type_index[name]].names)


def no_such_position(state: Kingdom, rule: str) -> Refusal:
    return forbidden(rule, "Positions in a row go from 1 to {n}.", n=state.width)


def foreign_column(place: Place) -> Refusal:
    return forbidden("MID-7.2", "That column belongs to {seat}.", seat=Seat(int(place[1])))


NO_SUCH_COLUMN: Final = forbidden("MID-7.2", "There is no such column.")
