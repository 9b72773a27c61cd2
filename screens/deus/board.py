"""The map of Deus: regions as bricks, filled by terrain, with the pieces of their owners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from engine.games.deus.armies import Marching, destinations
from engine.games.deus.board import members
from engine.games.deus.components import SEA, TEMPLE, VILLAGE
from engine.games.deus.placing import regions_for
from engine.games.deus.state import World
from engine.geometry.hexes import Hexes
from screens.canvas import Canvas, Rect
from screens.choosing import Choosing
from screens.deus.choosing import army_pointed_at, column_being_filled
from screens.deus.marks import LANDS, POINTS, TERRAIN_WORDS, VILLAGE_LETTER, Marks
from screens.hexes import Bricks
from screens.scene import Scene
from screens.shapes import paint_plate

LINE: Final = (4, 1)
SIZES: Final = ((5, 3), (4, 3), (4, 2), LINE, (3, 1), (2, 1))
"""How large a region can be: columns a unit (it has two, and a wall), rows; the largest first."""

KEYED: Final = 3
"""From so many columns a unit on, a region has room for a price and a key."""

WAVES: Final = "~ ~ ~"
"""Sea where nobody is."""

WORDS: Final = (4, 2)
"""From this size on terrains are words, and what a region holds has a row of its own."""


@frozen
class Measures:
    """How large the regions are, and what of the map is seen: all of it, or the part that fits."""

    unit: int
    lines: int
    width: int
    height: int

    @property
    def has_words(self) -> bool:
        """Whether terrains are words."""
        return (self.unit, self.lines) >= WORDS and self.lines > 1

    @classmethod
    def of(cls, hexes: Hexes | None, width: int, height: int) -> Measures:
        """The largest regions with which the whole map fits; else the smallest readable ones."""
        if hexes is None:
            return cls(*LINE, 0, 0)
        for unit, lines in SIZES:
            wide, high = Bricks(hexes, unit, lines).size
            if wide <= width and high <= height:
                return cls(unit, lines, wide, high)
        unit, lines = LINE if height >= _LEAST_WINDOW else SIZES[-1]
        wide, high = Bricks(hexes, unit, lines).size
        return cls(unit, lines, min(wide, width), min(high, height))


_LEAST_WINDOW: Final = 6


def paint_map(scene: Scene, canvas: Canvas, area: Rect, size: Measures, marks: Marks) -> None:
    """The map in the middle of an area; of one that is larger the part round what is chosen or, if
    nothing is, round the own regions."""
    view: World = scene.view
    if view.board is None:
        return
    bricks = Bricks(view.map.hexes, size.unit, size.lines)
    wide, high = bricks.size
    if wide <= area.width and high <= area.height:
        x, y = area.x + (area.width - wide) // 2, area.y
        _paint(scene, canvas, Bricks(view.map.hexes, size.unit, size.lines, x, y), size, marks)
        return
    sheet = Canvas(wide, high, canvas.glyphs)
    _paint(scene, sheet, bricks, size, marks)
    middle = _focus(scene, bricks)
    left = max(0, min(middle[0] - area.width // 2, wide - area.width))
    top = max(0, min(middle[1] - area.height // 2, high - area.height))
    shown = Rect(left, top, min(area.width, wide), min(area.height, high))
    canvas.blit(sheet, area.x, area.y, shown)
    _paint_more(canvas, area, shown, wide, high)


def _paint_more(canvas: Canvas, area: Rect, shown: Rect, wide: int, high: int) -> None:
    """Signs at the edges beyond which the map goes on."""
    middle_x, middle_y = area.x + area.width // 2, area.y + area.height // 2
    ends = (
        (shown.x > 0, area.x, middle_y, "more.left"),
        (shown.right < wide, area.x + shown.width - 1, middle_y, "more.right"),
        (shown.y > 0, middle_x, area.y, "more.up"),
        (shown.bottom < high, middle_x, area.y + shown.height - 1, "more.down"),
    )
    for beyond, x, y, sign in ends:
        if beyond:
            canvas.fill(x, y, 1, 1)
            canvas.put(x, y, canvas.glyphs(sign), "key", ground="on.raised")


def _focus(scene: Scene, bricks: Bricks) -> tuple[int, int]:
    """The cell round which a part of the map is shown."""
    view: World = scene.view
    place = _pointed_region(scene)
    seat = scene.seat if scene.seat is not None else max(0, view.active)
    regions = [place] if place >= 0 else list(members(view.held(seat) or view.occupied()))
    if not regions:
        wide, high = bricks.size
        return wide // 2, high // 2
    around = Rect.around(bricks.rect(region) for region in regions)
    return around.x + around.width // 2, around.y + around.height // 2


def _pointed_region(scene: Scene) -> int:
    """The region under the pointer, or -1."""
    view: World = scene.view
    choosing = scene.choosing
    choices = choosing.choices() if choosing is not None else []
    if not choices or choosing is None:
        return -1
    place = choices[min(choosing.pointed, len(choices) - 1)].place
    return view.map.find(place[1]) if place is not None and place[0] == "region" else -1


@frozen
class _Told:
    """What is said of regions while something is chosen: those that cost VP, those an army can
    reach, and the keys of those that can be chosen."""

    prices: int = 0
    reach: int = 0
    keys: Mapping[int, str] = field(factory=dict)


def _told(scene: Scene) -> _Told:
    view: World = scene.view
    choosing = scene.choosing
    if choosing is None:
        return _Told()
    own: World = choosing.asked.view
    keys = _keys(view, choosing)
    type_ = column_being_filled(choosing)
    if type_ >= 0 and type_ != TEMPLE:
        return _Told(prices=regions_for(own, choosing.seat, type_)[1], keys=keys)
    army = army_pointed_at(choosing)
    decision = choosing.decision
    if army >= 0 and isinstance(decision, Marching):
        steps = view.box.cards[decision.card].effect.steps
        return _Told(reach=destinations(own, choosing.seat, army, steps), keys=keys)
    return _Told(keys=keys)


def _keys(view: World, choosing: Choosing) -> dict[int, str]:
    """The regions that can be chosen, with the keys that choose them."""
    return {
        view.map.find(choice.place[1]): choice.key
        for choice in choosing.choices()
        if choice.place is not None and choice.place[0] == "region"
    }


def _paint(scene: Scene, canvas: Canvas, bricks: Bricks, size: Measures, marks: Marks) -> None:
    view: World = scene.view
    board, told = view.map, _told(scene)
    for region in _reading_order(bricks, board.count):
        _paint_region(scene, canvas, bricks, region, size, marks, told)
    bricks.paint_walls(canvas, scene.look, lambda region: board.terrains[region].kind == SEA)
    for region in _reading_order(bricks, board.count):
        bricks.spot(canvas, ("region", board.name(region)), region)


def _reading_order(bricks: Bricks, count: int) -> list[int]:
    return sorted(range(count), key=lambda one: (bricks.rect(one).y, bricks.rect(one).x))


def _paint_region(
    scene: Scene,
    canvas: Canvas,
    bricks: Bricks,
    region: int,
    size: Measures,
    marks: Marks,
    told: _Told,
) -> None:
    view: World = scene.view
    terrain = view.map.terrains[region]
    taken = terrain.kind == VILLAGE and not view.village_vp[region]
    room = bricks.paint_region(canvas, region, "land.taken" if taken else LANDS[terrain.id])
    if terrain.kind == VILLAGE:
        _paint_village(scene, canvas, room, region, size, marks)
        return
    owner = view.owner(region)
    if size.has_words:
        word = marks.say(TERRAIN_WORDS[terrain.id])
        canvas.put(room.x + 1 if len(word) < room.width else room.x, room.y, word, "strong")
        if owner >= 0:
            paint_holding(view, canvas, room.x, room.bottom - 1, owner, region, marks, gap=" ")
        elif terrain.kind == SEA and not told.prices >> region & 1:
            canvas.put(room.x + 1, room.bottom - 1, WAVES, "text")
    elif size.unit >= LINE[0]:
        _paint_line(view, canvas, room, region, owner, marks, told)
    else:
        _paint_tiny(view, canvas, room, region, owner, marks, told)
    _paint_told(view, canvas, room, region, owner, size, marks, told)


def _paint_line(
    view: World,
    canvas: Canvas,
    room: Rect,
    region: int,
    owner: int,
    marks: Marks,
    told: _Told,
) -> None:
    """A region in one row: owner, terrain in a small letter, pieces; where nobody is, the terrain
    as a word."""
    terrain = view.map.terrains[region]
    if owner >= 0:
        canvas.put(room.x + 1, room.y, marks.terrain(terrain.id), "strong")
        canvas.put(room.x, room.y, marks.letters[owner], f"piece.{owner} bold", ground="")
        _paint_pieces(view, canvas, room.x + 2, room.y, owner, region, marks)
    elif told.prices >> region & 1:
        canvas.put(room.x, room.y, marks.terrain(terrain.id), "strong")
    else:
        canvas.put(room.x, room.y, marks.say(TERRAIN_WORDS[terrain.id]), "strong")


def _paint_tiny(
    view: World,
    canvas: Canvas,
    room: Rect,
    region: int,
    owner: int,
    marks: Marks,
    told: _Told,
) -> None:
    """A region where there is room for three or five cells: owner, terrain, and the pieces, or how
    many they are."""
    letter = marks.terrain(view.map.terrains[region].id)
    canvas.put(room.x + (0 if owner < 0 else 1), room.y, letter, "strong")
    if owner < 0:
        return
    role = f"piece.{owner} bold"
    canvas.put(room.x, room.y, marks.letters[owner], role, ground="")
    pieces = view.pieces_in(owner, region)
    if len(pieces) <= room.width - 2 - (region in told.keys):
        _paint_pieces(view, canvas, room.x + 2, room.y, owner, region, marks)
    else:
        canvas.put(room.x + 2, room.y, str(len(pieces)), role, ground="")


def paint_holding(
    view: World,
    canvas: Canvas,
    x: int,
    y: int,
    owner: int,
    region: int,
    marks: Marks,
    gap: str = "",
) -> int:
    """The owner's letter and the pieces as one block; returns the column after it."""
    role = f"piece.{owner} bold"
    x = canvas.put(x, y, marks.letters[owner] + gap, role, ground="")
    return _paint_pieces(view, canvas, x, y, owner, region, marks)


def _paint_pieces(
    view: World, canvas: Canvas, x: int, y: int, owner: int, region: int, marks: Marks
) -> int:
    """A letter for each piece in the owner's colour, a temple white: it is common property."""
    for type_ in view.pieces_in(owner, region):
        role = "block.white" if type_ == TEMPLE else f"piece.{owner}"
        x = canvas.put(x, y, marks.piece(type_), f"{role} bold", ground="")
    return x


def _paint_village(
    scene: Scene, canvas: Canvas, room: Rect, region: int, size: Measures, marks: Marks
) -> None:
    """A village with its VP on a plate; one that was attacked is bare."""
    view: World = scene.view
    left, letter = view.village_vp[region], marks.say(VILLAGE_LETTER)
    if not left:
        canvas.put(room.x, room.y, f"{letter}{canvas.glyphs('dot')}", "dim")
        return
    canvas.put(room.x, room.y, f"{letter}{left}", "strong")
    if size.has_words:
        text = f"{left} {marks.say(POINTS)}"
        if canvas.glyphs.plain:
            canvas.put(room.x, room.bottom - 1, f" {text} ", "plate", ground="")
        else:
            paint_plate(canvas, room.x, room.bottom - 1, text, "plate", line=False)


def _paint_told(
    view: World,
    canvas: Canvas,
    room: Rect,
    region: int,
    owner: int,
    size: Measures,
    marks: Marks,
    told: _Told,
) -> None:
    """What is said of a region while something is chosen: its price, its key, that it is within
    reach."""
    if told.prices >> region & 1 and owner < 0:
        price = f"{canvas.glyphs('minus')}{view.box.edge_vp}"
        if size.has_words:
            price += f" {marks.say(POINTS)}"
        if size.unit >= KEYED:
            x = room.x if size.has_words else room.right - len(price) - 2
            canvas.put(x, room.bottom - 1, price, "text", ground="on.lit")
    key = told.keys.get(region, "")
    if key and size.unit >= KEYED:
        canvas.put(room.right - len(key), room.bottom - 1, key, "cap", ground="")
    elif told.reach >> region & 1:
        canvas.put(room.right - 1, room.y, canvas.glyphs("bullet"), "text", ground="on.lit")
