"""Panels around the player's own area: other players as lines, as a strip, or as panels on large
screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.era.state import Realm
from screens.games.era.board import SMALL, USUAL
from screens.games.era.carried_piece import others_of
from screens.games.era.opponents import (
    paint_block,
    paint_lines,
    paint_log,
    paint_map,
    paint_philip,
    paint_philip_block,
    paint_players,
)
from screens.games.era.reference import paint_disasters, paint_reference
from screens.games.era.table_layout import LINED, Plan
from screens.paint.canvas import Canvas, Rect
from screens.paint.shapes import paint_panel
from screens.table_view.scene import Scene

ALONE: Final = 34
"""Width of Sir Philip's panel."""

WIDEST: Final = 196
"""From this width on the log has a column of its own."""


def paint_others_lines(scene: Scene[Realm], canvas: Canvas, rect: Rect) -> None:
    """Paint one line per other player, or Sir Philip's lines."""
    if scene.view.is_solo:
        paint_philip(scene, canvas, rect.x, rect.y, rect.width)
    else:
        paint_lines(scene, canvas, rect, others_of(scene))


def paint_narrow(scene: Scene[Realm], canvas: Canvas, area: Rect, others: Sequence[int]) -> None:
    """Paint a narrow column of blocks with one line per kind of goods."""
    if scene.view.is_solo:
        paint_philip_block(scene, canvas, area)
        return
    paint_players(scene, canvas, area, others)


def paint_strip(scene: Scene[Realm], canvas: Canvas, rect: Rect, others: Sequence[int]) -> None:
    """Paint the log, and the other players' domains if they fit, below the player's own domain."""
    small = SMALL.size(scene.view.domain(0))
    room = (small[0] + 1) * len(others)
    if not others or rect.height < small[1] or room > rect.width - 24:
        others = others[: max(0, (rect.width - 28) // (small[0] + 1))]
    if rect.height < small[1]:
        others = []
    x = rect.right - (small[0] + 1) * len(others)
    for number, seat in enumerate(others):
        left = x + 1 + number * (small[0] + 1)
        paint_map(scene, canvas, left, rect.y, seat, SMALL, tight=True)
    log = Rect(rect.x, rect.y, x - rect.x, rect.height)
    if scene.view.is_solo:
        y = paint_philip(scene, canvas, log.x + 1, log.y, log.width - 2) + 1
        log = Rect(log.x, y, log.width, log.bottom - y)
    elif len(others) < len(others_of(scene)) or others:
        log = _paint_beside_maps(scene, canvas, log)
    if log.height >= 3:
        paint_log(scene, canvas, log)


def _paint_beside_maps(scene: Scene[Realm], canvas: Canvas, room: Rect) -> Rect:
    """Paint the other players' goods left of their domains; return the area left for the log."""
    others = others_of(scene)
    if room.width >= LINED:
        lines = Rect(room.x + 1, room.y, room.width - 2, 2 * len(others))
        paint_lines(scene, canvas, lines, others)
        return Rect(room.x, lines.bottom, room.width, room.bottom - lines.bottom)
    y = room.y
    for seat in others:
        y = paint_block(scene, canvas, Rect(room.x + 1, y, room.width - 2, 3), seat)
    if room.bottom - y >= len(scene.view.box.disasters):
        paint_disasters(scene, canvas, Rect(room.x + 1, y, room.width - 2, room.bottom - y))
    return Rect(room.x, room.bottom, room.width, 0)


def paint_around_large(
    scene: Scene[Realm], canvas: Canvas, plan: Plan, others: Sequence[int]
) -> None:
    """Paint the surroundings of the large domain: other domains, the reference of skulls and
    dice, and the log."""
    view = scene.view
    x, right = 62, 160
    scale = USUAL if len(others) <= 2 else SMALL
    wide = scale.size(view.domain(0))[0] + 4
    for seat in others:
        fact = str(view.domain(seat).walled_area())
        panel = Rect(x, 15, wide, 17)
        room = paint_panel(canvas, panel, scene.name(seat), fact, title_role=f"seat.{seat} bold")
        paint_map(scene, canvas, room.x, room.y, seat, scale, title=False)
        x += wide
    if others:
        every = list(range(view.seats))
        paint_players(scene, canvas, Rect(x, 15, right - x, 17), every)
    else:
        paint_philip_block(scene, canvas, Rect(x, 15, ALONE, 17))
        paint_log(scene, canvas, Rect(x + ALONE, 15, right - x - ALONE, 17), border=True)
    below = Rect(0, 32, plan.width, plan.height - 32)
    if plan.width >= WIDEST and others:
        paint_log(scene, canvas, Rect(161, 0, plan.width - 161, plan.height), border=True)
        paint_reference(scene, canvas, below)
        return
    if below.height < 3:
        return
    paint_reference(scene, canvas, Rect(0, below.y, 98, below.height))
    if others:
        paint_log(scene, canvas, Rect(98, below.y, plan.width - 98, below.height), border=True)
