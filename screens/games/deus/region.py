"""A region of the map of Deus: its terrain, its pieces, and its annotations during a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from engine.games.deus.components import SEA, TEMPLE, VILLAGE
from engine.games.deus.state import World
from engine.games.deus.wording import within
from engine.geometry.hexes import Hexes
from screens.games.deus.symbols import (
    LAND_ROLES,
    POINTS,
    TAKEN_WORD,
    TERRAIN_WORDS,
    VILLAGE_LETTER,
    VILLAGE_WORD,
    WorldLabels,
)
from screens.paint.abbreviation import abbreviated
from screens.paint.bricks import Bricks
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import padded, width_of
from screens.paint.shapes import paint_plate

LINE_SIZE: Final = (4, 1)
REGION_SIZES: Final = ((7, 3), (6, 3), (5, 3), (4, 3), (4, 2), LINE_SIZE, (3, 1), (2, 1))
"""Possible sizes of a region, largest first: columns per unit, and rows. A region is two units and
a wall wide."""

MIN_SIZE_WITH_WORDS: Final = (4, 2)
"""Minimum size at which terrains are words and the pieces have a row of their own."""


@frozen
class Measures:
    """Size of the regions and of the visible part of the map.

    `unit` and `lines` are the size of a region, as in `REGION_SIZES`. `width` and `height` are the
    columns and rows of the visible part.
    """

    unit: int
    lines: int
    width: int
    height: int

    @property
    def has_words(self) -> bool:
        """Whether terrains are written as words."""
        return (self.unit, self.lines) >= MIN_SIZE_WITH_WORDS and self.lines > 1

    @classmethod
    def of(cls, hexes: Hexes | None, width: int, height: int) -> Measures:
        """Return the largest measures at which the whole map fits into `width` x `height` cells. If
        it does not fit at any size, each region has one row, and the map is clipped. If `hexes` is
        None, the map is empty."""
        if hexes is None:
            return cls(*LINE_SIZE, 0, 0)
        for unit, lines in REGION_SIZES:
            wide, high = Bricks(hexes, unit, lines).size
            if wide <= width and high <= height:
                return cls(unit, lines, wide, high)
        unit, lines = LINE_SIZE if height >= _MIN_WINDOW_HEIGHT else REGION_SIZES[-1]
        wide, high = Bricks(hexes, unit, lines).size
        return cls(unit, lines, min(wide, width), min(high, height))


_MIN_WINDOW_HEIGHT: Final = 6


MIN_WIDTH_WITH_KEY: Final = 3
"""Minimum number of columns per unit at which a region has room for a key."""

SHORT_WORD: Final = 4
"""Minimum number of cells for a recognizable abbreviation of a terrain."""

_STUMP_LENGTH: Final = 3
"""Number of letters by which players can recognize a word."""

KEY_ROOM: Final = 2
"""Cells at the right edge of a region that are reserved for its key, including a blank."""

WAVES: Final = "~ ~ ~"
"""Pattern of empty sea."""


@frozen
class RegionAnnotations:
    """Annotations of regions during a choice. `prices` and `reach` are bit sets of the regions that
    cost VP and of those within an army's reach. `keys` has the keys of the selectable regions, by
    region."""

    prices: int = 0
    reach: int = 0
    keys: Mapping[int, str] = field(factory=dict)

    @property
    def content(self) -> tuple[int, int, tuple[tuple[int, str], ...]]:
        """The annotations as a hashable value."""
        return self.prices, self.reach, tuple(self.keys.items())


@frozen
class RegionPainter:
    """Painter of the regions of a view on a canvas."""

    view: World
    canvas: Canvas
    measures: Measures
    labels: WorldLabels
    annotations: RegionAnnotations

    def paint(self, bricks: Bricks, region: int) -> None:
        """Paint a region: its terrain, and its village or its pieces and annotations."""
        terrain = self.view.map.terrains[region]
        village = terrain.kind == VILLAGE
        taken = village and not self.view.village_vp[region]
        land_role = "land.taken" if taken else LAND_ROLES[terrain.id]
        room = bricks.paint_region(self.canvas, region, land_role)
        if village:
            self._paint_village(room, region)
            return
        if self.measures.has_words:
            self._paint_rows(room, region)
        elif self.measures.unit >= LINE_SIZE[0]:
            self._paint_line(room, region)
        else:
            self._paint_tiny(room, region)
        self._paint_annotations(room, region)

    def _word(self, region: int) -> str:
        """Return the terrain's name, shortened if regions are narrow."""
        terrain = self.view.map.terrains[region]
        if self.measures.unit > MIN_SIZE_WITH_WORDS[0]:
            return self.labels.translate(within(terrain.names))
        return self.labels.translate(TERRAIN_WORDS[terrain.id])

    def _terrain(self, region: int) -> str:
        return self.view.map.terrains[region].id

    def _letter(self, region: int) -> str:
        return self.labels.terrain(self._terrain(region))

    def _has_price(self, region: int) -> bool:
        return bool(self.annotations.prices >> region & 1)

    def _paint_rows(self, room: Rect, region: int) -> None:
        """Paint the names of terrain and region, and below them the owner and the pieces or, in
        empty sea where building costs no VP, waves."""
        canvas, bottom = self.canvas, room.bottom - 1
        self._paint_word(room, region)
        owner = self.view.owner(region)
        if owner >= 0:
            self._paint_owner_and_pieces(room, region, owner)
        elif self.view.map.terrains[region].kind == SEA and not self._has_price(region):
            canvas.put(room.x + 1, bottom, WAVES, "text")

    def _paint_word(self, room: Rect, region: int) -> None:
        """Paint the region's terrain and name, indented by a cell if there is room."""
        name, word = self.view.map.id_of(region), self._word(region)
        word_room = room.width - width_of(name) - 1
        if word_room < width_of(word):
            word = abbreviated(
                self.labels.translate(TERRAIN_WORDS[self._terrain(region)]), word_room
            )
        label = f"{word} {name}"
        x = room.x + 1 if width_of(label) < room.width else room.x
        self.canvas.put(x, room.y, label, "strong")

    def _paint_owner_and_pieces(self, room: Rect, region: int, owner: int) -> None:
        """Paint the owner and the letters of the pieces as a block in the owner's colour. In
        regions of three rows, the owner's name is above the pieces, or only the letter if the name
        is too long. In regions of two rows, the owner's letter is before the pieces."""
        canvas, bottom = self.canvas, room.bottom - 1
        block, middle = f"piece.{owner} bold", f"mid.{owner} bold"
        if room.height > MIN_SIZE_WITH_WORDS[1]:
            name = self.labels.short(room.width - 2)[owner]
            if name != self.labels.names[owner]:
                name = self.labels.letters[owner]
            width = 2 + max(width_of(name), len(self.view.pieces_in(owner, region)))
            canvas.put(room.x, bottom - 1, padded(f" {name}", width), middle, ground="")
            canvas.put(room.x, bottom, " " * width, block, ground="")
            self._paint_pieces(room.x + 1, bottom, owner, region)
            return
        letter = self.labels.letters[owner]
        x = canvas.put(room.x, bottom, letter, middle, ground="")
        x = canvas.put(x, bottom, " ", block, ground="")
        x = self._paint_pieces(x, bottom, owner, region)
        if x < room.right:
            canvas.put(x, bottom, " ", block, ground="")

    def _paint_line(self, room: Rect, region: int) -> None:
        """Paint a region in one row: owner, pieces, abbreviated terrain, and the name, as far as
        there is room. The name is red where building costs VP."""
        owner, name, x = self.view.owner(region), self.view.map.id_of(region), room.x
        keyed = region in self.annotations.keys
        end = room.right - (self.annotations.reach >> region & 1)
        if owner >= 0 and keyed:
            x = self._paint_keyed_pieces(room, region, end - 1 - width_of(name) - x)
        elif owner >= 0:
            x = self._paint_owner(x, room.y, owner)
            x = self._paint_pieces(x, room.y, owner, region)
        land_room = end - x - KEY_ROOM * keyed
        letter = self._letter(region)
        stump = self.labels.translate(TERRAIN_WORDS[self._terrain(region)])[:_STUMP_LENGTH]
        lands = (f"{stump} ", letter) if owner < 0 else (f" {stump} ", f" {letter}", letter)
        named = [text for text in lands if width_of(text + name) <= land_room]
        unnamed = [text for text in lands if width_of(text) <= land_room and not keyed]
        land = next(iter([*named, *unnamed]), "")
        x = self.canvas.put(x, room.y, land, "strong")
        if x + width_of(name) <= end:
            costs = owner < 0 and self._has_price(region)
            self.canvas.put(x, room.y, name, "bad" if costs else "strong")

    def _paint_keyed_pieces(self, room: Rect, region: int, width: int) -> int:
        """Paint the pieces of a selectable region in `width` cells, after the owner's letter unless
        the pieces fill all these cells. If the pieces do not fit, paint the owner's letter and the
        number of pieces. Return the column after them."""
        owner, x = self.view.owner(region), room.x
        number = len(self.view.pieces_in(owner, region))
        if number != width:
            x = self._paint_owner(x, room.y, owner)
        if number <= width:
            return self._paint_pieces(x, room.y, owner, region)
        return self.canvas.put(x, room.y, str(number), f"piece.{owner} bold", ground="")

    def _paint_tiny(self, room: Rect, region: int) -> None:
        """Paint a region of three to five cells: owner, terrain, and the pieces or their number. If
        it is empty, paint only the terrain: abbreviated, or as a letter if there is too little room
        or building costs VP."""
        owner = self.view.owner(region)
        word_room = room.width - (region in self.annotations.keys)
        if owner < 0 and word_room >= SHORT_WORD and not self._has_price(region):
            terrain = self.view.map.terrains[region]
            word = abbreviated(self.labels.translate(TERRAIN_WORDS[terrain.id]), word_room)
            self.canvas.put(room.x, room.y, word, "strong")
            return
        x = room.x if owner < 0 else self._paint_owner(room.x, room.y, owner)
        x = self.canvas.put(x, room.y, self._letter(region), "strong")
        if owner < 0:
            return
        number = len(self.view.pieces_in(owner, region))
        if number <= room.width - 2 - (region in self.annotations.keys):
            self._paint_pieces(x, room.y, owner, region)
        else:
            self.canvas.put(x, room.y, str(number), f"piece.{owner} bold", ground="")

    def _paint_owner(self, x: int, y: int, owner: int) -> int:
        return self.canvas.put(x, y, self.labels.letters[owner], f"mid.{owner} bold", ground="")

    def _paint_pieces(self, x: int, y: int, owner: int, region: int) -> int:
        """Paint a letter per piece in the owner's colour, but temples in white, because they are
        neutral (DEU-1.4). Return the column after them."""
        for type_ in self.view.pieces_in(owner, region):
            role = "block.white" if type_ == TEMPLE else f"piece.{owner}"
            x = self.canvas.put(x, y, self.labels.piece(type_), f"{role} bold", ground="")
        return x

    def _paint_village(self, room: Rect, region: int) -> None:
        """Paint a village's name, and its VP in a block, or a word instead of the block if they
        have been taken. In small regions, paint the village's letter with the VP and, if there is
        room, the name, or with a dot if the VP have been taken."""
        canvas, points_left = self.canvas, self.view.village_vp[region]
        role = "strong" if points_left else "dim"
        if not self.measures.has_words:
            sign = str(points_left) if points_left else canvas.glyphs("dot")
            end = canvas.put(room.x, room.y, f"{self.labels.translate(VILLAGE_LETTER)}{sign}", role)
            name = self.view.map.id_of(region)
            if points_left and end + 1 + width_of(name) <= room.right:
                canvas.put(end + 1, room.y, name, "text")
            return
        word = self._village_word(room, region)
        canvas.put(room.x + (width_of(word) < room.width), room.y, word, role)
        text = f"{points_left} {self.labels.translate(POINTS)}"
        if not points_left:
            canvas.put(room.x + 1, room.bottom - 1, self.labels.translate(TAKEN_WORD), "dim")
        elif canvas.glyphs.plain:
            canvas.put(room.x, room.bottom - 1, f" {text} ", "plate", ground="")
        else:
            paint_plate(canvas, room.x, room.bottom - 1, text, "plate", line=False)

    def _village_word(self, room: Rect, region: int) -> str:
        """Return the word for a village, abbreviated if necessary, and the village's name. If there
        is no room for both, return the whole word alone."""
        word, name = self.labels.translate(VILLAGE_WORD), self.view.map.id_of(region)
        labels = (f"{word} {name}", f"{word[:_STUMP_LENGTH]} {name}")
        return next((label for label in labels if width_of(label) <= room.width), word)

    def _paint_annotations(self, room: Rect, region: int) -> None:
        """Paint a region's price and its key where there is room for them. If no key is painted,
        paint a bullet if the region is within reach."""
        canvas, keyed = self.canvas, self.measures.unit >= MIN_WIDTH_WITH_KEY
        if self.measures.has_words and self._has_price(region) and self.view.owner(region) < 0:
            price = f"{canvas.glyphs('minus')}{self.labels.points(self.view.box.edge_vp)}"
            canvas.put(room.x, room.bottom - 1, price, "text", ground="on.lit")
        key = self.annotations.keys.get(region, "")
        if key and keyed:
            canvas.put(room.right - width_of(key), room.bottom - 1, key, "cap", ground="")
        elif self.annotations.reach >> region & 1:
            y = next(
                (y for y in range(room.y, room.bottom) if canvas.chars[y][room.right - 1] == " "),
                room.y,
            )
            canvas.put(room.right - 1, y, canvas.glyphs("bullet"), "text", ground="on.lit")
