"""The tiles outside display and fiefs: those still to come, and the discard pile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.games.middle_ages.components import Tile
from engine.games.middle_ages.state import Kingdom
from engine.i18n.text import words
from screens.games.middle_ages.symbols import KingdomMarks
from screens.paint.canvas import Canvas
from screens.paint.cells import wrap
from screens.table_view.scene import Scene

NAME: Final = 14
WHERE: Final = 14
COUNT: Final = 4


def paint_piles(scene: Scene[Kingdom], width: int) -> Canvas:
    """Page with a block per type: number and list of its tiles still in the stacks, and of its
    discarded ones."""
    view = scene.view
    marks = KingdomMarks.of(scene)
    tiles = view.box.tiles
    piles = (
        (scene.say(words("to come")), [tiles[n] for stack in view.stacks for n in stack]),
        (scene.say(words("discarded")), [tiles[n] for n in view.discard]),
    )
    left = NAME + WHERE + COUNT + 3
    rows: list[tuple[int, str, int, list[str]]] = []
    for type_ in view.box.types:
        for where, pile in piles:
            mine = [tile for tile in pile if tile.type == type_.index]
            lines = wrap(_tile_list(mine, marks), width - left - 1)
            rows.append((type_.index, where, len(mine), lines))
    canvas = Canvas(width, sum(max(1, len(lines)) for *_, lines in rows), scene.theme.glyphs)
    y = 0
    for number, (type_index, where, count, lines) in enumerate(rows):
        if number % len(piles) == 0:
            canvas.fill(1, y, NAME, 1, ground=f"card.{view.box.types[type_index].id}")
            canvas.put(2, y, marks.type_name(type_index), "text bold")
        canvas.put(NAME + 2, y, where, "dim")
        canvas.put_right(left - 2, y, str(count), "strong" if count else "faint")
        for line in lines:
            canvas.put(left, y, line, "text")
            y += 1
        y += not lines
    return canvas


def _tile_list(pile: Iterable[Tile], marks: KingdomMarks) -> str:
    """Numbers and symbols of tiles, in ascending order."""
    order = sorted(pile, key=lambda tile: (tile.number, tile.index))
    return " ".join(f"{tile.number}{marks.symbols(tile.farmers, tile.chests)}" for tile in order)
