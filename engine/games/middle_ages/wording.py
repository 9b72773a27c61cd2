"""Wording shared by several modules of Middle Ages: tiles, spaces, lists, incomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.common_wording import series
from engine.games.middle_ages.components import CHEST, FARMER, Tile
from engine.games.middle_ages.state import GAP, Kingdom
from engine.i18n.text import Text, plural, words


def symbols(symbol: str | None, count: int) -> Text:
    """A number of farmers or chests."""
    if symbol == FARMER:
        return plural("{n} farmer", "{n} farmers", count)
    return plural("{n} chest", "{n} chests", count)


def face(tile: Tile) -> Text:
    """A tile with its symbols."""
    shown = [
        symbols(symbol, count)
        for symbol, count in ((FARMER, tile.farmers), (CHEST, tile.chests))
        if count
    ]
    if not shown:
        return words("{tile}", tile=tile)
    return words("{tile} ({symbols})", tile=tile, symbols=series(shown))


def place(row: int, at: int) -> Text:
    """A space of the display, counted from 1."""
    return words("row {row}, position {position}", row=row + 1, position=at + 1)


def tile_at(state: Kingdom, row: int, at: int) -> Text:
    """The tile on a space of the display, with the space."""
    tile = state.display[row][at]
    if tile == GAP:
        return place(row, at)
    return words("{tile}, {place}", tile=face(state.box.tiles[tile]), place=place(row, at))


def face_at(state: Kingdom, row: int, at: int) -> Text:
    """The tile on a space of the display, or the space if it has none."""
    tile = state.display[row][at]
    return place(row, at) if tile == GAP else words("{tile}", tile=state.box.tiles[tile])


def formula(state: Kingdom, seat: int, column: int) -> Text:
    """The income of a column, in the letters of the types: `3×(V+R+K)`."""
    letters = [
        state.box.types[income_type].letters for income_type in state.income_types(seat, column)
    ]
    return _times(state.rate(seat, column), letters)


def worked_formula(state: Kingdom, seat: int, column: int) -> Text:
    """The income of a column, in the current numbers of tiles: `3×(2+1+0)`."""
    counts = [state.count(seat, income_type) for income_type in state.income_types(seat, column)]
    return _times(state.rate(seat, column), counts)


def _times(rate: int, terms: Sequence[Any]) -> Text:
    args = {f"a{number}": term for number, term in enumerate(terms)}
    sum_ = "+".join(f"{{{name}}}" for name in args)
    return Text(f"{rate}×{sum_}" if len(terms) == 1 else f"{rate}×({sum_})", None, 1, args)
