"""Animations at the table of Middle Ages: lords and scouts that move, tiles that move to a fief or
graveyard, and tiles that are turned face up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.middle_ages.state import GAP, NOWHERE, Kingdom
from screens.games.middle_ages.symbols import KingdomLabels
from screens.paint.animation import Glide, Move, Turn
from screens.paint.canvas import Spot
from screens.table_view.scene import Scene


def moves(before: Kingdom, scene: Scene[Kingdom]) -> Sequence[Move]:
    """Return the animations that lead from `before` to the current view: first the moved tiles,
    then the lords and scouts, which stand on tiles, then the new tiles."""
    view = scene.view
    labels = KingdomLabels.of(scene)
    return [
        *_tiles(before, view),
        *_lords_and_scouts(before, view, labels),
        *_new_tiles(before, view),
    ]


def _tiles(before: Kingdom, view: Kingdom) -> Iterator[Move]:
    """Yield the movements of tiles from the display to a fief or a graveyard."""
    displayed = {
        tile: _place(row, at)
        for row, tiles in enumerate(before.display)
        for at, tile in enumerate(tiles)
        if tile != GAP
    }
    for seat in range(view.seats):
        for column, tiles in enumerate(view.fiefs[seat]):
            for tile in set(tiles).difference(before.fiefs[seat][column]) & displayed.keys():
                yield _tile(view, tile, displayed[tile], ("column", seat, column))
        for tile in (
            set(view.graveyards[seat]).difference(before.graveyards[seat]) & displayed.keys()
        ):
            yield _tile(view, tile, displayed[tile], ("graveyard", seat))


def _tile(view: Kingdom, number: int, start: Spot, end: Spot) -> Move:
    tile = view.box.tiles[number]
    type_ = view.box.types[tile.type]
    return Glide(start, end, f"{tile.number:2}", f"block.{type_.id} bold")


def _lords_and_scouts(before: Kingdom, view: Kingdom, labels: KingdomLabels) -> Iterator[Move]:
    for seat in range(view.seats):
        letter = labels.letters[seat]
        start = _at(before.lord_row[seat], before.lord_at[seat], seat)
        end = _at(view.lord_row[seat], view.lord_at[seat], seat)
        if start != end and view.lord_row[seat] != NOWHERE:
            yield Glide(start, end, f"{labels.glyphs('lord')}{letter}", f"piece.{seat}")
        start = _at(before.scout_row[seat], before.scout_at[seat], seat)
        end = _at(view.scout_row[seat], view.scout_at[seat], seat)
        if start != end and view.scout_row[seat] != NOWHERE:
            sign = f"{labels.glyphs('scout')}{letter}"
            yield Glide(start, end, sign, f"seat.{seat} bold", block=False)


def _at(row: int, at: int, seat: int) -> Spot:
    """Return the place of a lord or scout: on the display, or the fief of `seat` if `row` is
    `NOWHERE`."""
    return ("fief", seat) if row == NOWHERE else _place(row, at)


def _new_tiles(before: Kingdom, view: Kingdom) -> Iterator[Move]:
    known = {tile for tiles in before.display for tile in tiles}
    for row, tiles in enumerate(view.display):
        for at, tile in enumerate(tiles):
            if tile not in known:
                yield Turn(_place(row, at))


def _place(row: int, at: int) -> Spot:
    return ("display", row + 1, at + 1)
