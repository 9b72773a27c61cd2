"""The supply as a list of pieces to build or place, with key, points, cost and effect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from engine.games.era.component_types import (
    CATHEDRAL,
    GUILDHALL,
    MARKET,
    UNIVERSITY,
    Building,
    Structure,
)
from engine.games.era.state import Realm
from engine.i18n.text import Text, plural, words
from screens.games.era.symbols import DICE_GIVEN, SHORT_EFFECTS, amount_signs, cap, letter, put_cost
from screens.paint.canvas import OWN_STYLE, Canvas, Rect
from screens.paint.cells import width_of
from screens.paint.shapes import paint_cap
from screens.table_view.scene import Scene

NARROW_COLUMN: Final = 24
"""Width of a column of the supply without effects."""

EFFECT_WIDTH: Final = 12
"""Width of an effect, with a blank before it."""


_BONUSES: Final = frozenset({MARKET, GUILDHALL, UNIVERSITY, CATHEDRAL})
"""Effects of buildings that score bonus points at the end of the game (ERA-12.4 to ERA-12.8)."""

CAP_WIDTH: Final = 3
"""Width of a key with a blank at each side."""


@frozen
class Stock:
    """State of the supply list for a seat. `available` contains the kinds of pieces that can be
    chosen now, and is None if no piece is being chosen. `kind_in_hand` is the kind of the piece in
    hand, or empty. `kit` contains the remaining number of each kind of starting piece, and is None
    unless the player is placing them."""

    available: frozenset[str] | None = None
    kind_in_hand: str = ""
    kit: Mapping[str, int] | None = None


def entries(scene: Scene[Realm], stock: Stock) -> list[str]:
    """Return the kinds of pieces with a row of their own, in list order."""
    return list(stock.kit) if stock.kit is not None else list(scene.view.box.buildings)


def rows_needed(scene: Scene[Realm], stock: Stock, columns: int) -> int:
    number = len(entries(scene, stock)) + (0 if stock.kit is not None else 1)
    return -(-number // columns)


def paint_supply(
    scene: Scene[Realm], canvas: Canvas, rect: Rect, stock: Stock, columns: int
) -> None:
    """Paint the supply list in `columns` columns. Except during setup, all walls are in one row,
    with one key and a count for each length. If the columns are too narrow for effects, a plus
    marks the buildings with bonus points, provided a row is left to explain it."""
    kinds = entries(scene, stock)
    rows = rows_needed(scene, stock, columns)
    width = rect.width // columns
    explained = width < NARROW_COLUMN + EFFECT_WIDTH and _paint_bonuses(
        scene, canvas, rect, stock, rows
    )
    for number, kind in enumerate(kinds):
        column, row = divmod(number, rows)
        x = rect.x + column * width
        line = Rect(x, rect.y + row, width - 1 if column + 1 < columns else rect.right - x, 1)
        _paint_entry(scene, canvas, line, kind, stock, plus=explained)
    if stock.kit is None:
        column, row = divmod(len(kinds), rows)
        line = Rect(rect.x + column * width, rect.y + row, width - 1, 1)
        _paint_walls(scene, canvas, line, stock)
        legend = scene.translate(legend_of_supply(scene))
        if row + 1 < rows and width_of(legend) <= rect.right - line.x:
            canvas.put(line.x, line.y + 1, legend, "dim")


def paint_columns_heading(
    scene: Scene[Realm],
    canvas: Canvas,
    rect: Rect,
    stock: Stock,
    columns: int,
    used_widths: tuple[int, int] = (0, 0),
) -> None:
    """Paint headings of the numbers and words in each of `columns` columns, in the row of `rect`.
    `used_widths` are the numbers of cells at its left and right end that other texts use."""
    left, right, width = rect.x + used_widths[0], rect.right - used_widths[1], rect.width // columns
    points, cost, stocked, effect = (f" {scene.translate(text)} " for text in _HEADINGS)
    costs = stocked if stock.kit is not None else f"{cost}{stocked[1:]}"
    for x in range(rect.x, rect.x + columns * width, width):
        texts = [(x + min(width, NARROW_COLUMN) + 1 - width_of(costs), costs)]
        if stock.kit is None:
            texts.append((x + CAP_WIDTH - 1, points))
        if stock.kit is None and width > NARROW_COLUMN + EFFECT_WIDTH:
            texts.append((x + NARROW_COLUMN, effect))
        for start, text in texts:
            if left <= start + 1 and start + width_of(text) <= right + 1:
                canvas.put(start, rect.y, text, "dim")


_HEADINGS: Final = (words("points"), words("cost"), words("stock"), words("effect"))


def legend_of_supply(scene: Scene[Realm]) -> Text:
    """Return the legend of the numbers in the supply list, with a building that has points and a
    wall as examples."""
    box, dot = scene.view.box, scene.theme.glyphs("dot")
    example = next(building for building in box.buildings.values() if building.vp)
    wall = next(iter(box.walls.values()))
    return words(
        "{key}{vp}: {points}  {length}{dot}{n}: {n} left",
        key=letter(scene, example.id),
        vp=example.vp,
        points=plural("{n} point", "{n} points", example.vp),
        length=wall.length,
        dot=dot,
        n=scene.view.supply[wall.id],
    )


def _paint_bonuses(scene: Scene[Realm], canvas: Canvas, rect: Rect, stock: Stock, row: int) -> bool:
    """Paint what each building with bonus points counts, in the row with the index `row` in `rect`.
    Return False if it does not fit or during setup."""
    texts = [
        (cap(scene, kind), f" {effect_of(scene, kind)}", f"card.{building.colour}")
        for kind, building in scene.view.box.buildings.items()
        if building.effect in _BONUSES
    ]
    wide = 1 + sum(1 + width_of(key + text) for key, text, _ in texts)
    if stock.kit is not None or row >= rect.height or wide > rect.width:
        return False
    x, y = canvas.put(rect.x, rect.y + row, "+", "text"), rect.y + row
    for key, text, role in texts:
        x = canvas.put(x + 1, y, key, role, ground="")
        x = canvas.put(x, y, text, "dim")
    return True


def _paint_entry(
    scene: Scene[Realm], canvas: Canvas, line: Rect, kind: str, stock: Stock, *, plus: bool
) -> None:
    view = scene.view
    piece = view.box.kinds[kind]
    seat = 0 if scene.seat is None else scene.seat
    setting_up = stock.kit is not None
    number_left = stock.kit[kind] if stock.kit is not None else view.supply[kind]
    is_available = bool(number_left) if stock.available is None else kind in stock.available
    bright = is_available and stock.available is not None
    place = ("kit" if setting_up else "supply", kind)
    _paint_key(scene, canvas, line, kind, place, bright=bright, in_hand=stock.kind_in_hand == kind)
    name = scene.translate(piece.names)
    role = "strong" if bright else "text" if is_available else "dim"
    cost = cost_width(piece) if isinstance(piece, Structure) else 0
    begin = line.width - 2 - width_of(name) - cost - width_of(str(number_left))
    if isinstance(piece, Building) and not setting_up:
        points = str(piece.vp) if piece.vp else " "
        bonus_mark = "+" if plus and piece.effect in _BONUSES else ""
        canvas.put(line.x + CAP_WIDTH, line.y, points + bonus_mark, role)
        begin = max(begin, CAP_WIDTH + 2)
    x = canvas.put(line.x + min(CAP_WIDTH + 2, max(CAP_WIDTH, begin)), line.y, name, role)
    lacking: Mapping[str, int] = {}
    if isinstance(piece, Structure) and scene.seat is not None:
        lacking = view.lacks(seat, piece.cost)
    right = line.right if line.width < NARROW_COLUMN + EFFECT_WIDTH else line.x + NARROW_COLUMN
    canvas.put_right(right, line.y, str(number_left), role if number_left else "dim")
    cost_role = "strong" if bright else "text" if is_available else "dim"
    if not setting_up and isinstance(piece, Structure):
        cost_right = right - 3
        if x + cost >= cost_right:
            cost_right = right - width_of(str(number_left)) - 1
        put_cost(scene, canvas, cost_right, line.y, piece, lacking, cost_role)
    if line.width >= NARROW_COLUMN + EFFECT_WIDTH:
        effect = effect_of(scene, kind)
        canvas.put(line.x + NARROW_COLUMN + 1, line.y, effect, "text" if is_available else "dim")


def effect_of(scene: Scene[Realm], kind: str) -> str:
    """Return the effect of a building, in a word or two; empty for buildings without an effect and
    for other pieces."""
    piece = scene.view.box.kinds[kind]
    if not isinstance(piece, Building):
        return ""
    if piece.effect in SHORT_EFFECTS:
        return scene.translate(SHORT_EFFECTS[piece.effect])
    if piece.die is not None:
        return scene.translate(DICE_GIVEN[scene.view.box.dice[piece.die].colour])
    if piece.collect:
        return scene.translate(words("+{amount}/round", amount=amount_signs(scene, piece.collect)))
    return ""


def _paint_key(
    scene: Scene[Realm],
    canvas: Canvas,
    line: Rect,
    kind: str,
    place: tuple[str, str],
    *,
    bright: bool,
    in_hand: bool,
) -> None:
    """Paint the key of a piece as it is typed: `bright` for an available piece, and marked for the
    piece in hand (`in_hand`). Make `line` clickable as `place`."""
    piece = scene.view.box.kinds[kind]
    colour = piece.colour if isinstance(piece, Structure) else "gray"
    role = f"chip.{colour}" if bright else f"card.{colour}"
    paint_cap(canvas, line.x, line.y, cap(scene, kind), pointed=in_hand, role=role)
    if not bright and not in_hand and not scene.theme.tinted:
        canvas.put(line.x, line.y, "(", "dim")
        canvas.put(line.x + 2, line.y, ")", "dim")
    canvas.spot(place, line, anchor=Rect(line.x, line.y, 3, 1), shade=OWN_STYLE)


def _paint_walls(scene: Scene[Realm], canvas: Canvas, line: Rect, stock: Stock) -> None:
    """Paint a key and the number of walls left for each length, then the cost of a wall."""
    view = scene.view
    seat = 0 if scene.seat is None else scene.seat
    x = line.x
    for id in view.box.walls:
        bright = stock.available is not None and id in stock.available
        in_hand = stock.kind_in_hand == id
        number_left = view.supply[id]
        start = x
        role = "cap" if bright else "tint.grey"
        key = str(view.box.walls[id].length)
        if in_hand:
            x = canvas.put(x, line.y, key, "cursor bold", ground="")
        else:
            x = canvas.put(x, line.y, key, role, ground="")
        x = canvas.put(
            x, line.y, f"{canvas.glyphs('dot')}{number_left}", "text" if bright else "dim"
        )
        spot = Rect(start, line.y, x - start, 1)
        canvas.spot(("supply", id), spot, anchor=Rect(start, line.y, 1, 1), shade=OWN_STYLE)
        x += 1
    wall = next(iter(view.box.walls.values()))
    lacking = view.lacks(seat, wall.cost) if scene.seat is not None else {}
    if line.width >= NARROW_COLUMN + EFFECT_WIDTH:
        x = canvas.put(x + 1, line.y, scene.translate(words("walls")), "text") + 1
    put_cost(
        scene,
        canvas,
        max(x + cost_width(wall), line.x + NARROW_COLUMN),
        line.y,
        wall,
        lacking,
        "text",
    )


def cost_width(structure: Structure) -> int:
    """Return the width of a cost in cells."""
    return 2 * sum(1 for amount in structure.cost.values() if amount)
