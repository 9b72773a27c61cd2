"""The island: terrains, which are painted only once, and over them number tokens, roads and
pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from attrs import frozen

from engine.games.knights.board import NOWHERE, Board
from engine.games.knights.component_types import Components, HarborPlace
from engine.games.knights.state import Island
from screens.games.knights.symbols import MERCHANT_NAMES, PATH, ROBBER_NAMES, IslandLabels
from screens.paint.canvas import Canvas, Hint, Rect, Spot
from screens.paint.cells import width_of
from screens.paint.hex_measures import HexMeasures
from screens.paint.hexes import HexBoard
from screens.paint.theme import theme
from screens.table_view.scene import Scene
from styles.colour import Depth

HARBOUR_WIDTH: Final = 3
"""Width in columns of a harbour's label, such as `2Lu`."""

QUAY_ROLE: Final = "land.quay"
UNKNOWN_ROLE: Final = "land.desert"


@frozen
class Ground:
    """Static part of an island: its board, the canvas with the painted terrains, the rectangles of
    the harbours' labels, and the clickable areas of hexes, edges and corners (`spots`) with their
    optional attributes (`hints`)."""

    board: HexBoard
    canvas: Canvas
    harbours: tuple[Rect, ...]
    spots: dict[Spot, list[Rect]]
    hints: dict[Spot, Hint]


@lru_cache(maxsize=12)
def _ground(
    board: Board,
    places: tuple[HarborPlace, ...],
    terrains: tuple[str, ...],
    measures: HexMeasures,
    glyphs_and_depth: tuple[str, Depth],
    size: tuple[int, int],
) -> Ground:
    """Paint the parts that stay the same during a game (sea, terrains, coast, harbours) and prepare
    the clickable areas. This takes about 30 ms. `glyphs_and_depth` contains the name of the glyphs
    and the colour depth."""
    map_ = HexBoard(board.hexes, measures, theme("dark", *glyphs_and_depth))
    canvas = Canvas(*size, map_.theme.glyphs)
    map_.paint_sea(canvas, canvas.rect)
    roles = [f"land.{terrain}" for terrain in terrains] or [UNKNOWN_ROLE] * board.hex_count
    map_.paint_lands(canvas, roles)
    for place in places:
        for node in place.nodes:
            map_.paint_corner(canvas, node, harbour=True)
    harbours = tuple(map_.label_beside(place.edge, HARBOUR_WIDTH, canvas.rect) for place in places)
    for hex in range(board.hex_count):
        map_.spot_hex(canvas, ("hex", hex), hex)
    for edge in range(board.edge_count):
        map_.spot_side(canvas, ("edge", edge), edge, harbours)
    for node in range(board.node_count):
        map_.spot_corner(canvas, ("node", node), node)
    spots, hints = dict(canvas.spots), dict(canvas.spots.hints)
    canvas.spots.clear()
    canvas.spots.hints.clear()
    return Ground(map_, canvas, harbours, spots, hints)


def ground_of(scene: Scene[Island], measures: HexMeasures, size: tuple[int, int]) -> Ground:
    """Return the static part of the scene's island on a canvas of `size`, in columns and rows."""
    view: Island = scene.view
    glyphs_and_depth = (scene.theme.glyphs.name, scene.theme.depth)
    return _ground(
        view.board, view.box.harbor_places, view.terrains, measures, glyphs_and_depth, size
    )


_CacheKey = tuple[object, ...]
_canvas_cache: dict[_CacheKey, tuple[Canvas, Ground, Components]] = {}
"""Cached canvases, by the values that determine their content. Each entry also has the objects
whose ids are part of its key, so that they stay alive and no other object gets the same id."""

_MAX_CACHED: Final = 16


def _labelled_ground(labels: IslandLabels, ground: Ground) -> Canvas:
    """Return the static part of the island with names, tokens, robber and merchant. The result is
    cached by the positions of the tokens, the robber, the merchant and the pieces, because names
    avoid pieces."""
    view = labels.view
    tinted, language = labels.scene.theme.tinted, labels.scene.translator.language
    pieces = _pieces(view)
    changing = (
        view.terrains,
        view.numbers,
        view.robber,
        view.merchant,
        labels.robber_and_merchant_letters,
        pieces,
    )
    key: _CacheKey = (id(ground), id(view.box), tinted, language, *changing)
    if key not in _canvas_cache:
        if len(_canvas_cache) >= _MAX_CACHED:
            _canvas_cache.clear()
        canvas = Canvas(ground.canvas.width, ground.canvas.height, ground.canvas.glyphs)
        canvas.blit(ground.canvas, 0, 0)
        _paint_hexes(labels, canvas, ground, pieces)
        _canvas_cache[key] = canvas, ground, view.box
    return _canvas_cache[key][0]


def paint_island(
    labels: IslandLabels, canvas: Canvas, measures: HexMeasures, size: tuple[int, int]
) -> None:
    """Paint the island at the top left of `canvas`. All corners, edges and hexes are clickable.
    Where they overlap, a click selects the smallest of them."""
    view = labels.view
    ground = ground_of(labels.scene, measures, size)
    canvas.blit(_labelled_ground(labels, ground) if view.terrains else ground.canvas, 0, 0)
    canvas.spots.update({place: list(rects) for place, rects in ground.spots.items()})
    canvas.spots.hints.update(ground.hints)
    canvas.spots.update(
        {("harbour", n): [rect] for n, rect in enumerate(ground.harbours) if view.harbors}
    )
    for hex in {view.robber, view.merchant} - {NOWHERE}:
        ground.board.spot_guest(canvas, ("hex", hex), hex)
    _paint_roads(canvas, ground, labels)
    if view.terrains:
        _paint_harbours(canvas, ground, labels)
    _paint_pieces(canvas, ground, labels)


def _pieces(view: Island) -> frozenset[int]:
    """Return the corners that have a piece."""
    return frozenset(node for node, seat in enumerate(view.owners) if seat >= 0)


def _paint_hexes(
    labels: IslandLabels, canvas: Canvas, ground: Ground, pieces: frozenset[int]
) -> None:
    view = labels.view
    board = ground.board
    for hex, (id, number) in enumerate(zip(view.terrains, view.numbers, strict=True)):
        terrain = view.box.terrains[id]
        code = labels.translate(terrain.glyph)
        board.paint_name(canvas, hex, code, labels.translate(terrain.names), "strong", pieces)
        if number:
            red = number in view.box.red_numbers
            pips = view.box.pips[number]
            board.paint_token(canvas, hex, number, pips, red=red, off=hex == view.robber)
    robber, merchant = labels.robber_and_merchant_letters
    robber_names = [*map(labels.translate, ROBBER_NAMES)]
    merchant_names = [*map(labels.translate, MERCHANT_NAMES)]
    guests = (
        (view.robber, robber, robber_names, "block.black bold"),
        (view.merchant, merchant, merchant_names, "block.violet bold"),
    )
    for hex, letter, names, role in guests:
        if hex != NOWHERE:
            board.paint_occupant(canvas, hex, letter, names, role, pieces)
    if view.robber == view.merchant != NOWHERE:
        x, y = board.text_row(view.merchant)
        board.paint_occupant(canvas, view.robber, robber, robber_names, guests[0][3], pieces)
        canvas.put(x + 3, y + 1, merchant, guests[1][3], ground="")


def _paint_harbours(canvas: Canvas, ground: Ground, labels: IslandLabels) -> None:
    view = labels.view
    role = QUAY_ROLE if labels.scene.theme.tinted else "text"
    for rect, id in zip(ground.harbours, view.harbors, strict=True):
        harbour = view.box.harbor_types[id]
        text = labels.harbour(harbour.kind, harbour.rate)
        canvas.put(rect.x, rect.y, text, f"{role} bold", ground="")


def _paint_roads(canvas: Canvas, ground: Ground, labels: IslandLabels) -> None:
    for edge, seat in enumerate(labels.view.roads):
        if seat >= 0:
            ground.board.paint_road(canvas, edge, seat, labels.letters[seat])


def _paint_pieces(canvas: Canvas, ground: Ground, labels: IslandLabels) -> None:
    view, board = labels.view, ground.board
    for node, seat in enumerate(view.owners):
        if seat < 0:
            continue
        text, role = labels.piece(node)
        board.paint_piece(canvas, node, text, role)
        if width_of(text) == 3 and role.startswith("piece."):
            _paint_wall_and_metropolis(canvas, board.corner_at(node), text)
        del canvas.spots["node", node]
        board.spot_corner(canvas, ("node", node), node, wide=True)


def _paint_wall_and_metropolis(canvas: Canvas, at: tuple[int, int], text: str) -> None:
    """Paint city walls and the letter of a metropolis in a different colour from the city."""
    x, y = at
    for dx, sign in ((-1, text[0]), (1, text[2])):
        if sign in "[]":
            canvas.put(x + dx, y, sign, "stone bold", ground="")
        elif dx < 0 and sign.isalpha():
            canvas.put(x + dx, y, sign, "block.white bold", ground="")


def paint_path(canvas: Canvas, ground: Ground, corners: Sequence[int]) -> None:
    """Mark the edges between the `corners` of a knight's path, before the move is confirmed."""
    board, hexes = ground.board, ground.board.hexes
    for start, end in pairwise(corners):
        side = hexes.side_between(start, end)
        assert side is not None, "a way goes along sides"
        x, y = board.middle_of(side)
        canvas.put(x, y, canvas.glyphs(PATH), "cursor", ground="")
