"""The map of Deus: regions as bricks in the colours of their terrains, with the pieces on them."""

from __future__ import annotations

from collections.abc import Hashable

from engine.games.deus.armies import Marching, destinations
from engine.games.deus.components import SEA, TEMPLE
from engine.games.deus.placement import regions_for
from engine.games.deus.state import World
from engine.geometry.bit_sets import members
from screens.games.deus.input_modes import army_pointed_at, piece_type_being_placed
from screens.games.deus.legend import (
    paint_piece_legend,
    paint_piece_legend_in_lines,
    paint_terrain_legend,
)
from screens.games.deus.region import Measures, RegionAnnotations, RegionPainter
from screens.games.deus.symbols import WorldLabels
from screens.input_modes.partial_pick import PartialPick
from screens.paint.bricks import Bricks
from screens.paint.canvas import Canvas, Rect
from screens.table_view.scene import Scene


def paint_map(labels: WorldLabels, canvas: Canvas, area: Rect, measures: Measures) -> None:
    """Paint the map at the top of `area`, centred horizontally, with legends where there is room
    for them; paint nothing before the map is laid out. If the map is larger than `area`, clip it
    around the cell that `_focus` returns, and leave out the legends."""
    view = labels.view
    if view.board is None:
        return
    bricks = Bricks(view.map.hexes, measures.unit, measures.lines)
    wide, high = bricks.size
    sheet = _sheet(labels, bricks, measures)
    if wide <= area.width and high <= area.height:
        x = area.x + (area.width - wide) // 2
        canvas.blit(sheet, x, area.y)
        regions = [bricks.rect(region) for region in range(view.map.count)]
        taken_rects = [
            Rect(x + region.x, area.y + region.y, region.width, region.height) for region in regions
        ]
        legend_rects = paint_piece_legend(labels, canvas, area, taken_rects)
        taken_rects += legend_rects
        if not measures.has_words:
            taken_rects += paint_terrain_legend(canvas, area, taken_rects, labels)
        if not legend_rects:
            paint_piece_legend_in_lines(labels, canvas, area, taken_rects)
        return
    middle = _focus(labels.scene, bricks)
    left = max(0, min(middle[0] - area.width // 2, wide - area.width))
    top = max(0, min(middle[1] - area.height // 2, high - area.height))
    part = Rect(left, top, min(area.width, wide), min(area.height, high))
    canvas.blit(sheet, area.x, area.y, part)
    _mark_continuations(canvas, area, part, wide, high)


def map_cache_key(scene: Scene[World], area: Rect, measures: Measures) -> tuple[Hashable, ...]:
    """Return the part of the map's cache key that the view does not contain: the measures, the
    annotations, and the centre of the visible part if the map is larger than `area`, else None.
    Return an empty tuple before the map is laid out."""
    if scene.view.board is None:
        return ()
    bricks = Bricks(scene.view.map.hexes, measures.unit, measures.lines)
    key, partial_pick = ("size", measures.unit, measures.lines), scene.partial_pick
    wide, high = (
        bricks.size if partial_pick is None else partial_pick.memo.once(key, lambda: bricks.size)
    )
    larger = wide > area.width or high > area.height
    return measures, _region_annotations(scene).content, _focus(scene, bricks) if larger else None


def _mark_continuations(canvas: Canvas, area: Rect, part: Rect, wide: int, high: int) -> None:
    """Mark the edges of the visible `part` beyond which the map continues. The map is `wide` by
    `high` cells."""
    middle_x, middle_y = area.x + area.width // 2, area.y + area.height // 2
    ends = (
        (part.x > 0, area.x, middle_y, "more.left"),
        (part.right < wide, area.x + part.width - 1, middle_y, "more.right"),
        (part.y > 0, middle_x, area.y, "more.up"),
        (part.bottom < high, middle_x, area.y + part.height - 1, "more.down"),
    )
    for beyond, x, y, sign in ends:
        if beyond:
            canvas.fill(x, y, 1, 1)
            canvas.put(x, y, canvas.glyphs(sign), "key", ground="on.raised")


def _focus(scene: Scene[World], bricks: Bricks) -> tuple[int, int]:
    """Return the cell of the map, as (x, y), on which a clipped map is centred: the middle of the
    region under the cursor, or else of the regions of the viewer (for spectators, of the active
    seat), or else of all occupied regions, or else of the map."""
    view = scene.view
    place = _pointed_region(scene)
    seat = scene.seat if scene.seat is not None else max(0, view.active)
    regions = [place] if place >= 0 else list(members(view.held(seat) or view.occupied()))
    if not regions:
        wide, high = bricks.size
        return wide // 2, high // 2
    around = Rect.around(bricks.rect(region) for region in regions)
    return around.x + around.width // 2, around.y + around.height // 2


def _pointed_region(scene: Scene[World]) -> int:
    """Return the region under the cursor; -1 if there is none."""
    view = scene.view
    partial_pick = scene.partial_pick
    choices = partial_pick.choices() if partial_pick is not None else []
    if not choices or partial_pick is None:
        return -1
    place = choices[min(partial_pick.input_mode.pointed, len(choices) - 1)].place
    return view.map.find(place[1]) if place is not None and place[0] == "region" else -1


def _region_annotations(scene: Scene[World]) -> RegionAnnotations:
    view = scene.view
    partial_pick = scene.partial_pick
    if partial_pick is None:
        return RegionAnnotations()
    seat_view = partial_pick.request.view
    keys = _keys(view, partial_pick)
    type_ = piece_type_being_placed(partial_pick)
    if type_ >= 0 and type_ != TEMPLE:
        return RegionAnnotations(
            prices=regions_for(seat_view, partial_pick.seat, type_)[1], keys=keys
        )
    army = army_pointed_at(partial_pick)
    decision = partial_pick.decision
    if army >= 0 and isinstance(decision, Marching):
        steps = view.box.cards[decision.card].effect.steps
        return RegionAnnotations(
            reach=destinations(seat_view, partial_pick.seat, army, steps), keys=keys
        )
    return RegionAnnotations(keys=keys)


def _keys(view: World, partial_pick: PartialPick[World]) -> dict[int, str]:
    """Return the keys of the selectable regions, by region."""
    return {
        view.map.find(choice.place[1]): choice.key
        for choice in partial_pick.choices()
        if choice.place is not None and choice.place[0] == "region"
    }


def _sheet(labels: WorldLabels, bricks: Bricks, measures: Measures) -> Canvas:
    """Return the whole map as a canvas, which is cached during a decision."""
    scene = labels.scene
    annotations, theme = _region_annotations(scene), scene.theme
    made_of = ("map", measures, annotations.content, scene.translator, theme.glyphs, theme.depth)

    def painted() -> Canvas:
        canvas = Canvas(*bricks.size, theme.glyphs)
        _paint(labels, canvas, bricks, measures, annotations)
        return canvas

    return (
        painted() if scene.partial_pick is None else scene.partial_pick.memo.once(made_of, painted)
    )


def _paint(
    labels: WorldLabels,
    canvas: Canvas,
    bricks: Bricks,
    measures: Measures,
    annotations: RegionAnnotations,
) -> None:
    view = labels.view
    board = view.map
    painter = RegionPainter(view, canvas, measures, labels, annotations)
    for region in _reading_order(bricks, board.count):
        painter.paint(bricks, region)
    bricks.paint_walls(
        canvas, labels.scene.theme, lambda region: board.terrains[region].kind == SEA
    )
    for region in _reading_order(bricks, board.count):
        bricks.spot(canvas, ("region", board.id_of(region)), region)


def _reading_order(bricks: Bricks, count: int) -> list[int]:
    return sorted(range(count), key=lambda region: (bricks.rect(region).y, bricks.rect(region).x))
