"""The player's own area: domain, resources, dice, forecast and supply."""

from __future__ import annotations

from collections.abc import Hashable

from engine.games.era.ready_made import laid, ready_made
from engine.games.era.state import SETUP, Realm
from engine.i18n.text import words
from screens.games.era.board import LARGE_SCALE, USUAL_SCALE, Scale, paint_domain, paint_ghost
from screens.games.era.carried_piece import (
    ghost_of,
    marked_dice,
    other_seats,
    own_area_seat,
    roll_fact,
    stock_of,
    supply_fact,
)
from screens.games.era.dice import Slots, paint_dice, paint_small_dice
from screens.games.era.input_modes import SupplyList
from screens.games.era.opponents import paint_log, paint_others_lines
from screens.games.era.player_meters import forecast_lines, paint_tracks, short_forecast
from screens.games.era.reference import paint_short_reference
from screens.games.era.supply import (
    NARROW_COLUMN,
    Stock,
    paint_columns_heading,
    paint_supply,
    rows_needed,
)
from screens.games.era.symbols import put_parts
from screens.games.era.table_layout import (
    BOARD_WIDTH,
    FRAMED_ROWS,
    MAX_IN_COLUMN,
    SIDE_WIDTH,
    TableLayout,
)
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of
from screens.paint.shapes import paint_panel
from screens.table_view.scene import Scene


def paint_bare(scene: Scene[Realm], canvas: Canvas, layout: TableLayout, seat: int) -> None:
    """Paint the player's own area without frames. It includes lines for the other players if they
    have no other place."""
    _paint_board(scene, canvas, 0, 0, seat, USUAL_SCALE)
    rows = layout.height - layout.strip
    side = Rect(BOARD_WIDTH + 1, 0, SIDE_WIDTH, rows)
    canvas.ground(Rect(BOARD_WIDTH, 0, SIDE_WIDTH + 1, rows), "on.surface")
    others = other_seats(scene)
    lines = 0 if layout.column or layout.strip else max(1, len(others))
    if scene.view.is_solo:
        lines = 2 if not layout.column else 0
    _paint_side(scene, canvas, side, seat, lines)


def _paint_side(
    scene: Scene[Realm], canvas: Canvas, side: Rect, seat: int, other_rows: int
) -> None:
    """Paint the tracks, the dice, the forecast, the supply and, in the last `other_rows` rows, the
    other players. During setup, leave out the dice and the forecast. In the Roll step, leave out
    the supply if there is too little room for it and the dice."""
    view = scene.view
    stock = stock_of(scene)
    bottom = side.bottom - other_rows
    y = paint_tracks(scene, canvas, Rect(side.x, side.y, side.width, 3), seat)
    supply = rows_needed(scene, stock, 2)
    spare = bottom - y - supply
    number = len(view.dice[seat])
    rolling, heading = view.step == "roll", None
    if view.step == SETUP:
        y += 1
    elif rolling and spare < 5:
        dice = Rect(side.x, y, side.width, bottom - y - 3)
        y = paint_dice(scene, canvas, dice, seat, marked_dice(scene))
        y = max(y, min(bottom - 3, y + 1))
        _paint_forecast(scene, canvas, side.x, y, side.width, seat)
        y = bottom
    elif spare >= Slots.of(side.width, spare - 3, number).rows(number) + 3:
        dice = Rect(side.x, y, side.width, spare - 3)
        y = paint_dice(scene, canvas, dice, seat, marked_dice(scene))
        _paint_forecast(scene, canvas, side.x, y, side.width, seat)
        y += 3
        heading = None if rolling else y - 1  # the row of the forecast for food
    else:
        paint_small_dice(scene, canvas, side.x, y, side.width, seat)
        end = put_parts(canvas, side.x, y + 1, short_forecast(scene, seat, side.width))
        if end > side.x:
            canvas.spot(("skulls", seat), Rect(side.x, y + 1, end - side.x, 1))
        y += 2
    if heading is None and y + supply + 1 < bottom:  # a row is left to explain bonus points
        heading = y
        y += 1
    if y + supply <= bottom:
        room = Rect(side.x, y, 2 * NARROW_COLUMN + 1, bottom - y)
        if heading is not None:
            paint_columns_heading(scene, canvas, Rect(room.x, heading, room.width, 1), stock, 2)
        paint_supply(scene, canvas, room, stock, 2)
    if other_rows:
        paint_others_lines(scene, canvas, Rect(side.x, bottom, side.width, other_rows))


def _paint_forecast(
    scene: Scene[Realm], canvas: Canvas, x: int, y: int, width: int, seat: int
) -> None:
    lines = forecast_lines(scene, seat, width, marked_dice(scene))
    for row, (kind, parts) in enumerate(zip(("strength", "skulls", "meal"), lines, strict=False)):
        end = put_parts(canvas, x, y + row, parts)
        if parts:
            canvas.spot((kind, seat), Rect(x, y + row, end - x, 1))


def paint_framed(scene: Scene[Realm], canvas: Canvas, layout: TableLayout, seat: int) -> None:
    """Paint the player's own area in frames, with the supply below the domain. If rows are left
    below, paint the log or a short reference."""
    left = layout.left
    board = Rect(0, 0, BOARD_WIDTH + 4, FRAMED_ROWS)
    _paint_board_panel(scene, canvas, board, seat, USUAL_SCALE)
    side = Rect(board.right, 0, left - board.right, FRAMED_ROWS)
    _paint_resources_and_dice(scene, canvas, side, seat)
    stock = stock_of(scene)
    rows = min(layout.height - FRAMED_ROWS, rows_needed(scene, stock, 2) + 2)
    below = Rect(0, FRAMED_ROWS, left, rows)
    _paint_supply_panel(scene, canvas, below, stock, 2)
    rest = layout.height - below.bottom
    if rest >= 2:
        area = Rect(0, below.bottom, left, rest)
        if scene.view.seats > MAX_IN_COLUMN:
            paint_log(scene, canvas, area)
        else:
            paint_short_reference(scene, canvas, area)


def _paint_board_panel(
    scene: Scene[Realm], canvas: Canvas, rect: Rect, seat: int, scale: Scale
) -> None:
    fact = scene.translate(words("walled area {n}", n=scene.view.domain(seat).walled_area()))
    active = scene.asked_seat == seat
    room = paint_panel(
        canvas,
        rect,
        scene.name(seat),
        fact,
        role=f"seat.{seat}" if active else "frame",
        title_role=f"seat.{seat} bold",
    )
    _paint_board(scene, canvas, room.x, room.y, seat, scale)


def _paint_resources_and_dice(scene: Scene[Realm], canvas: Canvas, rect: Rect, seat: int) -> None:
    """Paint the tracks and, after setup, the dice and the forecast in a frame."""
    view = scene.view
    fact = scene.translate(roll_fact(view, seat))
    room = paint_panel(canvas, rect, scene.translate(words("Resources and dice")), fact)
    y = paint_tracks(scene, canvas, Rect(room.x, room.y, room.width, 4), seat)
    if view.step == SETUP:
        return
    lower = room.bottom - 3
    dice = Rect(room.x, y + 1, room.width, lower - y - 2)
    if dice.height < Slots.of(dice.width, dice.height, len(view.dice[seat])).rows(
        len(view.dice[seat])
    ):
        dice = Rect(room.x, y, room.width, lower - y)
    paint_dice(scene, canvas, dice, seat, marked_dice(scene))
    _paint_forecast(scene, canvas, room.x, lower, room.width, seat)


def _paint_supply_panel(
    scene: Scene[Realm], canvas: Canvas, rect: Rect, stock: Stock, columns: int
) -> None:
    seat = scene.seat
    is_choosing = stock.available is not None
    title = words("Starting pieces") if stock.kit is not None else words("Supply")
    role = f"seat.{seat}" if is_choosing and seat is not None else "frame"
    name, fact = scene.translate(title), supply_fact(scene)
    room = paint_panel(canvas, rect, name, fact, role=role)
    used_widths = width_of(name) + 2, width_of(fact) + 2 if fact else 0
    heading = Rect(room.x, rect.y, room.width, 1)
    paint_columns_heading(scene, canvas, heading, stock, columns, used_widths)
    paint_supply(scene, canvas, room, stock, columns)


def paint_own_large(scene: Scene[Realm], canvas: Canvas, seat: int) -> None:
    """Paint the player's own domain in large cells, with the resources, dice and supply to its
    right."""
    _paint_board_panel(scene, canvas, Rect(0, 0, 62, 32), seat, LARGE_SCALE)
    _paint_resources_and_dice(scene, canvas, Rect(62, 0, 50, 15), seat)
    stock = stock_of(scene)
    _paint_supply_panel(scene, canvas, Rect(112, 0, 48, 15), stock, 1)


def _paint_board(
    scene: Scene[Realm], canvas: Canvas, x: int, y: int, seat: int, scale: Scale
) -> None:
    """Paint the player's own domain, or the ready-made layout being previewed."""
    layout, domain = previewed_layout(scene, seat), None
    if layout is not None:
        box = scene.view.box
        ready = next(
            ready_layout
            for ready_layout in ready_made(box, scene.view.seats)
            if ready_layout.id == layout
        )
        domain = laid(box, ready)
    paint_domain(scene, canvas, x, y, seat, scale, domain=domain)


def paint_in_hand(
    scene: Scene[Realm], canvas: Canvas, layout: TableLayout, left: int = 0, top: int = 0
) -> None:
    """Paint the piece in hand, if there is one, on the player's own domain. The table's origin is
    at (`left`, `top`)."""
    seat, partial_pick = own_area_seat(scene), scene.partial_pick
    ghost = None if partial_pick is None or partial_pick.seat != seat else ghost_of(scene)
    if ghost is not None:
        x, y = (left + 2, top + 1) if layout.border else (left, top)
        paint_ghost(scene, canvas, x, y, seat, LARGE_SCALE if layout.large else USUAL_SCALE, ghost)


def own_area_cache_key(scene: Scene[Realm]) -> tuple[Hashable, ...]:
    """Return the part of the cache key of the player's own area that the view does not contain:
    supply, marked dice and previewed layout."""
    stock = stock_of(scene)
    kit = None if stock.kit is None else tuple(stock.kit.items())
    layout = previewed_layout(scene, own_area_seat(scene))
    return stock.available, stock.kind_in_hand, kit, tuple(marked_dice(scene)), layout


def previewed_layout(scene: Scene[Realm], seat: int) -> str | None:
    """Return the id of the ready-made layout previewed in place of the seat's domain; None if there
    is none."""
    partial_pick = scene.partial_pick
    if (
        partial_pick is None
        or partial_pick.seat != seat
        or not isinstance(partial_pick.input_mode, SupplyList)
    ):
        return None
    return partial_pick.input_mode.previewed_layout
