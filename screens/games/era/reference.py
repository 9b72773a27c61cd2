"""Quick reference: disasters by number of skulls, and the faces of the dice."""

from __future__ import annotations

from typing import Final

from engine.games.era.component_types import Disaster
from engine.games.era.state import Realm
from engine.i18n.text import Text, words
from screens.games.era.player_meters import skulls_to_come
from screens.games.era.symbols import (
    FEATHER,
    HAMMER,
    LEGEND,
    RESOURCE_LETTERS,
    SHIELD,
    SKULL,
    SWORD,
    face_signs,
)
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import widest, width_of
from screens.paint.layout import in_lines
from screens.table_view.scene import Scene

DISASTER_TEXTS: Final[dict[str, Text]] = {
    "robbers": words("1 point or 1 resource"),
    "disease": words("1 per adjacent building"),
    "treachery": words("scorched area for the others"),
    "fire": words("you lose a building"),
    "attack": words("others lose one outside walls"),
    "revolt": words("all your goods"),
}

SOLO_DISASTER_TEXTS: Final[dict[str, Text]] = {
    "treachery": words("scorched area for you"),
    "attack": words("you lose one outside walls"),
}
"""Descriptions of the disasters that hit the player instead of the others in a solo game (ERA-15.8,
ERA-15.9)."""


def short_disaster_text(view: Realm, disaster: str) -> Text:
    """Return a short description of the effect of the disaster with the id `disaster`, which can be
    different in a solo game."""
    alone = SOLO_DISASTER_TEXTS.get(disaster) if view.is_solo else None
    return DISASTER_TEXTS[disaster] if alone is None else alone


LEFT_WIDTH: Final = 52


def _current_disaster(scene: Scene[Realm]) -> Disaster | None:
    """Return the disaster that the viewer's skulls will cause in this round; None if they will
    cause none, or for spectators."""
    if scene.seat is None or not skulls_to_come(scene.view):
        return None
    return scene.view.box.disaster(scene.view.skulls(scene.seat))


def paint_reference(scene: Scene[Realm], canvas: Canvas, rect: Rect) -> None:
    """Paint the six disasters, the current one highlighted, and beside or below them the faces of
    the dice with a legend, as far as there is room."""
    view = scene.view
    canvas.put(rect.x + 2, rect.y, scene.translate(words("Skulls")), "title")
    current = _current_disaster(scene)
    y = rect.y + 1
    for disaster in view.box.disasters:
        if y >= rect.bottom:
            break
        is_current = disaster == current
        number = str(disaster.skulls_min)
        canvas.put(rect.x + 2, y, f" {number} ", "chip.orange" if is_current else "dim", ground="")
        name = scene.translate(disaster.names)
        text = f"{name}: {scene.translate(short_disaster_text(view, disaster.id))}"
        end = canvas.put(rect.x + 6, y, text, "strong" if is_current else "dim")
        canvas.spot(("disaster", disaster.id), Rect(rect.x + 2, y, end - rect.x - 2, 1))
        y += 1
    beside = rect.width >= LEFT_WIDTH + 40
    x = rect.x + (LEFT_WIDTH if beside else 2)
    y = rect.y if beside else y + 1
    if y + 1 >= rect.bottom:
        return
    canvas.put(x, y, scene.translate(words("Dice faces")), "title")
    for die in view.box.dice.values():
        y += 1
        if y >= rect.bottom:
            return
        face_x = x
        for face in die.faces:
            text = f" {face_signs(scene, face)} "
            if face_x + width_of(text) > rect.right:
                break
            face_x = canvas.put(face_x, y, text, "text", ground=f"card.{die.colour}") + 1
    for line in in_lines(legend_of_faces(scene), rect.right - x - 1):
        y += 1
        if y < rect.bottom:
            canvas.put(x, y, line, "dim")


def _paint_legend(scene: Scene[Realm], canvas: Canvas, rect: Rect) -> None:
    """Paint the meanings of the symbols on the dice in one row, as many as fit, the feather
    first."""
    signs = reversed(_icons(scene))
    x = rect.x
    for sign in signs:
        if x + width_of(sign) <= rect.right:
            x = canvas.put(x, rect.y, sign, "dim") + 2


def _icons(scene: Scene[Realm]) -> list[str]:
    """Return the symbols on the faces of the dice, except letters of resources, each with its
    meaning."""
    icons = (SWORD, SHIELD, SKULL, HAMMER, FEATHER)
    signs = {glyph: scene.translate(name) for glyph, name in LEGEND if glyph in icons}
    return [f"{scene.theme.glyphs(icon)} {signs[icon]}" for icon in icons]


def legend_of_faces(scene: Scene[Realm]) -> list[str]:
    """Return the letters and symbols on the faces of the dice, each with its meaning."""
    tracks = scene.view.box.tracks
    letters = ((scene.translate(RESOURCE_LETTERS[id]), tracks[id].names) for id in RESOURCE_LETTERS)
    named = [f"{sign} {scene.translate(name).lower()}" for sign, name in letters]
    return [*named, *_icons(scene)]


def paint_disasters(scene: Scene[Realm], canvas: Canvas, rect: Rect) -> None:
    """Paint the names of the disasters with their numbers of skulls, one below another, the current
    one highlighted, as many as fit into `rect`."""
    view = scene.view
    current = _current_disaster(scene)
    for row, disaster in enumerate(view.box.disasters[: rect.height]):
        is_current = disaster == current
        text = f"{disaster.skulls_min}{canvas.glyphs(SKULL)}"
        canvas.put(rect.x, rect.y + row, text, "bad bold" if is_current else "dim")
        name = scene.translate(disaster.names)
        end = canvas.put(rect.x + 3, rect.y + row, name, "strong" if is_current else "dim")
        canvas.spot(("disaster", disaster.id), Rect(rect.x, rect.y + row, end - rect.x, 1))


def paint_short_reference(scene: Scene[Realm], canvas: Canvas, rect: Rect) -> None:
    """Paint the reference in up to four rows: faces of each class of dice, and disasters by number
    of skulls, with a legend of the symbols below."""
    view = scene.view
    classes = view.box.dice.values()
    faces = rect.x + 3 + widest(scene.translate(die.names) for die in classes)
    for row, die in enumerate(classes):
        if row >= rect.height:
            break
        canvas.put(rect.x + 2, rect.y + row, scene.translate(die.names), "dim")
        x = faces
        for face in die.faces:
            text = f" {face_signs(scene, face)} "
            x = canvas.put(x, rect.y + row, text, "text", ground=f"card.{die.colour}") + 1
    current = _current_disaster(scene)
    longest = widest(scene.translate(disaster.names) for disaster in view.box.disasters[:3])
    for number, disaster in enumerate(view.box.disasters):
        column, row = divmod(number, 3)
        x, y = rect.x + 50 + (longest + 4) * column, rect.y + row
        if y >= rect.bottom:
            continue
        is_current = disaster == current
        canvas.put(
            x, y, str(disaster.skulls_min), "chip.orange" if is_current else "dim", ground=""
        )
        name = scene.translate(disaster.names)
        end = canvas.put(x + 2, y, name, "strong" if is_current else "dim")
        canvas.spot(("disaster", disaster.id), Rect(x, y, end - x, 1))
    if rect.height > _DISASTER_ROWS:
        y = rect.y + _DISASTER_ROWS
        _paint_legend(scene, canvas, Rect(rect.x + 50, y, rect.width - 50, 1))


_DISASTER_ROWS: Final = 3
"""Rows of the disasters in the short reference."""
