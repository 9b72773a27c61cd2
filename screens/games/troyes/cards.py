"""The nine Activity cards of Troyes: hire, divisor, effect, who stands there, waiting cubes."""

from __future__ import annotations

from engine.games.troyes.abilities import card_words
from engine.games.troyes.box import BUILDINGS, CARDS_PER_COLOUR, Card
from engine.games.troyes.state import FREE, NO_CARD, Town
from engine.i18n.text import words
from screens.choose.scene import Scene
from screens.games.troyes.signs import HUES, Signs, card_role, die_role
from screens.paint.canvas import BAR, Canvas, Rect, clip, wrap
from screens.paint.shapes import paint_card

GAP = 1
LEAST_EFFECT = 5
"""Fewer cells of an effect say nothing."""


def paint_cards(
    scene: Scene[Town], canvas: Canvas, x: int, y: int, width: int, height: int, signs: Signs
) -> int:
    """All places of cards, a row for each colour; returns the row after them."""
    each = (width - x - (CARDS_PER_COLOUR - 1) * GAP) // CARDS_PER_COLOUR
    for colour in range(len(BUILDINGS)):
        for number in range(CARDS_PER_COLOUR):
            rect = Rect(x + number * (each + GAP), y + colour * height, each, height)
            _paint_place(scene, canvas, rect, colour, number, signs)
    return y + len(BUILDINGS) * height


def _paint_place(
    scene: Scene[Town], canvas: Canvas, rect: Rect, colour: int, number: int, signs: Signs
) -> None:
    view = scene.view
    position = colour * CARDS_PER_COLOUR + number
    place = ("activity", colour, number + 1)
    if view.cards[position] == NO_CARD:
        room = paint_card(canvas, rect, "on.chequer", spot=place)
        canvas.put(room.x, rect.y, signs.colour(colour), f"hue.{HUES[colour]}")
        text = scene.say(words("face down, round {round}", round=number + 1))
        canvas.put(room.x + 2, rect.y, clip(text, room.right - room.x - 2, canvas.glyphs), "dim")
        return
    card = view.card_at(position)
    room = paint_card(canvas, rect, card_role(card.dice))
    canvas.spot(place, rect, shade=BAR)
    lit = in_use(scene, "activate", card.id)
    if lit:
        canvas.ground(Rect(rect.x, rect.y, rect.width, 1), die_role(card.dice))
    _paint_head(scene, canvas, rect, card, signs, "text bold" if lit else "strong")
    if rect.height > 3:
        lines = wrap(scene.say(card_words(card)), room.width)
        if len(lines) > 2:
            lines = [scene.say(signs.does(card)), ""]
        for row, line in enumerate(lines):
            canvas.put(room.x + 1, rect.y + 1 + row, line, "note")
    elif rect.height > 2:
        does = clip(scene.say(signs.does(card)), rect.right - room.x, canvas.glyphs)
        canvas.put(room.x, rect.y + 1, does, "note")
    x = _paint_men(canvas, room.x, rect.bottom - 1, view, card, signs)
    x = _paint_cubes(canvas, x, rect.bottom - 1, view, card, signs)
    if rect.height == 2:
        room = Rect(x + 1, rect.bottom - 1, rect.right - x - 1, 1)
        _paint_effect(scene, canvas, room, card, signs)


def _paint_effect(scene: Scene[Town], canvas: Canvas, room: Rect, card: Card, signs: Signs) -> None:
    """What a card does in what its last row has left: in full where a blank is left, else in
    brief."""
    does, brief = scene.say(signs.does(card)), scene.say(signs.briefly(card))
    told = does if len(does) < room.width else brief
    if room.width >= min(len(told), LEAST_EFFECT):
        canvas.put(room.x, room.y, clip(told, room.width, canvas.glyphs), "note")


def in_use(scene: Scene[Town], command: str, id: str) -> bool:
    """Whether dice are being chosen for that card or event."""
    return scene.choosing is not None and scene.choosing.chosen[:2] == (command, id)


def _paint_head(
    scene: Scene[Town], canvas: Canvas, rect: Rect, card: Card, signs: Signs, role: str
) -> None:
    """Colour, name, hire cost and divisor."""
    x = canvas.put(rect.x + 1, rect.y, signs.colour(card.dice), die_role(card.dice), ground="")
    price = f"{card.hire}{canvas.glyphs('coin')} "
    right = canvas.put_right(rect.right - 1, rect.y, f"/{card.divisor}", role)
    right = canvas.put_right(right, rect.y, price, role)
    name = clip(scene.tongue.argument(card), right - x - 2, canvas.glyphs)
    canvas.put(x + 1, rect.y, name, "text bold")


def _paint_men(canvas: Canvas, x: int, y: int, view: Town, card: Card, signs: Signs) -> int:
    """The scoring spaces with their VP and who stands there, then the illustration; returns the
    column after them and a blank."""
    men = view.tradesmen[card.position]
    for slot, points in enumerate(card.slots):
        x = canvas.put(x, y, str(points), "strong", ground="on.page")
        if men[slot] == FREE:
            x = canvas.put(x, y, canvas.glyphs("cube.out"), "dim", ground="on.page")
        else:
            x = signs.put_owner(canvas, x, y, men[slot])
        x += 1
    others = men[len(card.slots) :]
    for man in others:
        x = signs.put_owner(canvas, x, y, man)
    return x + bool(others)


def _paint_cubes(canvas: Canvas, x: int, y: int, view: Town, card: Card, signs: Signs) -> int:
    """The cubes that wait for later, by owner; returns the column after."""
    for seat, number in enumerate(view.cubes[card.position]):
        if number:
            text = f"{canvas.glyphs('cube')}{signs.letters[seat]}{number}"
            x = canvas.put(x, y, text, f"piece.{seat}", ground="")
    return x
