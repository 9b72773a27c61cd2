"""Ghosts: preview on the table of the pieces that a marked group would move."""

from __future__ import annotations

from engine.errors import Refusal
from engine.games.troyes.groups import Group
from engine.games.troyes.placement import columns_filled, cubes_of_columns, enter_from, space_place
from engine.games.troyes.state import SUPPLY, Town
from engine.i18n.text import words
from screens.games.troyes.buildings import CELL
from screens.games.troyes.group_input import GroupOfDice
from screens.games.troyes.symbols import Signs
from screens.paint.canvas import Canvas, Rect, Spot
from screens.table_view.scene import Scene


def paint_ghosts(signs: Signs, canvas: Canvas, head: Rect) -> None:
    """Paint the new citizen or cubes, the citizen who would leave, and the total in the heading
    of the square."""
    choosing = signs.scene.choosing
    chooser = None if choosing is None else choosing.chooser
    if not isinstance(chooser, GroupOfDice):
        return
    _paint_total(signs.scene, canvas, head, chooser)
    group = chooser.group()
    if isinstance(group, Refusal):
        return
    letter = signs.letters[chooser.seat]
    for place in _places(chooser, group):
        for rect in canvas.rects(place):
            canvas.put(rect.x, rect.y, f"({letter})", "ghost", ground="on.lit")
    _paint_leaving(canvas, chooser)


def _paint_leaving(canvas: Canvas, chooser: GroupOfDice) -> None:
    """Paint brackets around the citizen who would leave a building."""
    for rect in canvas.rects(chooser.leaves()):
        if rect.width == CELL:
            canvas.put(rect.x, rect.y, "[", "key")
            canvas.put(rect.right - 1, rect.y, "]", "key")


def _places(chooser: GroupOfDice, group: Group) -> list[Spot]:
    """The spaces that would be filled."""
    view = chooser.view
    if chooser.command.key == "build":
        columns = columns_filled(view, group)
        if isinstance(columns, Refusal):
            return []
        cubes = cubes_of_columns(view, columns)
        return [("cathedral", level + 1, column + 1) for column, level in cubes]
    if chooser.command.key == "place":
        tail = chooser.tail()
        place = str(tail[0]) if tail else SUPPLY
        entry = enter_from(view, chooser.seat, group.colour, group.values[0], place)
        name = view.box.buildings[group.colour].spaces[entry.space]
        return [space_place(name)]
    return []


def _paint_total(scene: Scene[Town], canvas: Canvas, head: Rect, chooser: GroupOfDice) -> None:
    """Paint the sum of the marked dice if it matters, and their price."""
    view = chooser.view
    arithmetic = chooser.previewed().group if chooser.names else None
    if view.black or arithmetic is None:
        return
    parts = []
    if chooser.command.key not in ("place", "build"):
        parts.append(words("marked: {total}", total=arithmetic.total))
    if arithmetic.price:
        coin = scene.theme.glyphs("coin")
        parts.append(words("price: {n}{coin}", n=arithmetic.price, coin=coin))
    canvas.put_right(head.right - 1, head.y, "  ".join(map(scene.say, parts)), "strong")
