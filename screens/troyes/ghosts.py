"""Where the pieces of a group that is marked would go, shown on the table before it counts."""

from __future__ import annotations

from engine.errors import Refusal
from engine.games.troyes.actions import columns_filled
from engine.games.troyes.groups import Group
from engine.games.troyes.placing import enter_from
from engine.games.troyes.state import SUPPLY, Town
from engine.text import words
from screens.canvas import Canvas, Rect
from screens.scene import Scene
from screens.troyes.group import GroupOfDice
from screens.troyes.signs import Signs


def paint_ghosts(scene: Scene, canvas: Canvas, head: Rect, signs: Signs) -> None:
    """The new citizen or cubes in brackets, and the total in the head of the square."""
    chooser = None if scene.choosing is None else scene.choosing.chooser
    if not isinstance(chooser, GroupOfDice):
        return
    _paint_total(scene, canvas, head, chooser)
    group = chooser.group()
    if isinstance(group, Refusal):
        return
    letter = signs.letters[chooser.seat]
    for place in _places(chooser, group):
        for rect in canvas.rects(place):
            canvas.put(rect.x, rect.y, f"({letter})", "ghost", ground="on.lit")


def _places(chooser: GroupOfDice, group: Group) -> list[tuple[object, ...]]:
    """The spaces that would be filled."""
    view: Town = chooser.view
    if chooser.command.key == "build":
        columns = columns_filled(view, group)
        heights = list(map(len, view.cathedral))
        found: list[tuple[object, ...]] = []
        for column in [] if isinstance(columns, Refusal) else columns:
            heights[column] += 1
            found.append(("cathedral", heights[column], column + 1))
        return found
    if chooser.command.key == "place":
        tail = chooser.tail()
        place = str(tail[0]) if tail else SUPPLY
        entry = enter_from(view, chooser.seat, group.colour, group.values[0], place)
        name = view.box.buildings[group.colour].spaces[entry.space]
        return [tuple(int(part) if part.isdigit() else part for part in name.split("."))]
    return []


def _paint_total(scene: Scene, canvas: Canvas, head: Rect, chooser: GroupOfDice) -> None:
    """What the marked dice count, and what they would with the die under the pointer."""
    view: Town = chooser.view
    if view.black or not chooser.names or chooser.most == 1:
        return
    found = chooser.previewed().group
    if found is None:
        return
    text = scene.say(words("marked: {total}", total=found.total))
    canvas.put_right(head.right - 1, head.y, text, "strong")
