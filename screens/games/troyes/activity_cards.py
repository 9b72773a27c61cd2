"""The nine Activity cards of Troyes: hire, divisor, effect, citizens, waiting cubes."""

from __future__ import annotations

from engine.games.troyes.abilities import card_words
from engine.games.troyes.component_types import BUILDINGS, CARDS_PER_COLOUR, Card
from engine.games.troyes.state import FREE, NO_CARD, Town
from engine.i18n.text import words
from screens.games.troyes.symbols import HUES, Signs, card_role, die_role
from screens.paint.canvas import BAR, Canvas, Rect
from screens.paint.cells import clip, width_of, wrap
from screens.paint.shapes import paint_card
from screens.table_view.scene import Scene

GAP = 1
LEAST_EFFECT = 5
"""Minimum width of an effect."""


def paint_cards(signs: Signs, canvas: Canvas, x: int, y: int, width: int, height: int) -> int:
    """Paint all places of cards, a row per colour; return the row after them."""
    each = (width - x - (CARDS_PER_COLOUR - 1) * GAP) // CARDS_PER_COLOUR
    for colour in range(len(BUILDINGS)):
        for number in range(CARDS_PER_COLOUR):
            rect = Rect(x + number * (each + GAP), y + colour * height, each, height)
            _paint_place(signs, canvas, rect, colour, number)
    return y + len(BUILDINGS) * height


def _paint_place(signs: Signs, canvas: Canvas, rect: Rect, colour: int, number: int) -> None:
    view = signs.scene.view
    position = colour * CARDS_PER_COLOUR + number
    if view.cards[position] != NO_CARD:
        _paint_card(signs, canvas, rect, view.card_at(position))
        return
    room = paint_card(canvas, rect, "on.chequer", spot=("activity", colour, number + 1))
    canvas.put(room.x, rect.y, signs.colour(colour), f"hue.{HUES[colour]}")
    text = signs.scene.say(words("face down, round {round}", round=number + 1))
    canvas.put(room.x + 2, rect.y, clip(text, room.right - room.x - 2, canvas.glyphs), "dim")


def _paint_card(signs: Signs, canvas: Canvas, rect: Rect, card: Card) -> None:
    scene = signs.scene
    room = paint_card(canvas, rect, card_role(card.dice))
    canvas.spot(card.place, rect, shade=BAR)
    lit = in_use(scene, "activate", card.id)
    if lit:
        canvas.ground(Rect(rect.x, rect.y, rect.width, 1), die_role(card.dice))
    _paint_head(signs, canvas, rect, card, "text bold" if lit else "strong")
    if rect.height > 3:
        lines = wrap(scene.say(card_words(card)), room.width)
        if len(lines) > 2:
            lines = [scene.say(signs.does(card)), ""]
        for row, line in enumerate(lines):
            canvas.put(room.x + 1, rect.y + 1 + row, line, "note")
    elif rect.height > 2:
        does = clip(scene.say(signs.does(card)), rect.right - room.x, canvas.glyphs)
        canvas.put(room.x, rect.y + 1, does, "note")
    x = _paint_citizens(signs, canvas, room.x, rect.bottom - 1, scene.view, card)
    x = _paint_cubes(signs, canvas, x, rect.bottom - 1, scene.view, card)
    if rect.height == 2:
        _paint_effect(signs, canvas, Rect(x + 1, rect.bottom - 1, rect.right - x - 1, 1), card)


def _paint_effect(signs: Signs, canvas: Canvas, room: Rect, card: Card) -> None:
    """Paint a card's effect in the rest of its last row: in full if a blank is left, else
    abbreviated."""
    does, brief = map(signs.scene.say, (signs.does(card), signs.briefly(card)))
    text = does if width_of(does) < room.width else brief
    if room.width >= min(width_of(text), LEAST_EFFECT):
        canvas.put(room.x, room.y, clip(text, room.width, canvas.glyphs), "note")


def in_use(scene: Scene[Town], command: str, id: str) -> bool:
    """Whether dice are being chosen for that card or event."""
    return scene.choosing is not None and scene.choosing.chosen[:2] == (command, id)


def _paint_head(signs: Signs, canvas: Canvas, rect: Rect, card: Card, role: str) -> None:
    """Paint colour, name, hire cost and divisor."""
    x = canvas.put(rect.x + 1, rect.y, signs.colour(card.dice), die_role(card.dice), ground="")
    price = f"{card.hire}{canvas.glyphs('coin')} "
    right = canvas.put_right(rect.right - 1, rect.y, f"/{card.divisor}", role)
    right = canvas.put_right(right, rect.y, price, role)
    name = clip(signs.scene.tongue.argument(card), right - x - 2, canvas.glyphs)
    canvas.put(x + 1, rect.y, name, "text bold")


def _paint_citizens(signs: Signs, canvas: Canvas, x: int, y: int, view: Town, card: Card) -> int:
    """Paint the scoring spaces with their VP and citizens, then the illustration; return the
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


def _paint_cubes(signs: Signs, canvas: Canvas, x: int, y: int, view: Town, card: Card) -> int:
    """Paint the waiting cubes by owner; return the column after them."""
    for seat, number in enumerate(view.cubes[card.position]):
        if number:
            text = f"{canvas.glyphs('cube')}{signs.letters[seat]}{number}"
            x = canvas.put(x, y, text, f"piece.{seat}", ground="")
    return x
