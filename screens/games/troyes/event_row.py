"""The event row of Troyes: cards with black dice, counter, flags and effects."""

from __future__ import annotations

from typing import Final

from engine.games.troyes.component_types import BLACK_DICE, EventCard
from engine.i18n.text import words
from screens.games.troyes.activity_cards import in_use
from screens.games.troyes.symbols import Signs, card_role, die_role
from screens.games.troyes.table_layout import Plan
from screens.paint.canvas import BAR, Canvas, Rect
from screens.paint.cells import clip, width_of
from screens.paint.shapes import paint_card

WIDEST: Final = 27
MOST_FLAGS: Final = 6
"""Number of flags that fit into a line before the names."""

LEAST_NAME: Final = 5
"""Minimum width of an event's name beside its effect."""


def paint_events(signs: Signs, canvas: Canvas, x: int, y: int, plan: Plan) -> int:
    """Paint the events from the left as cards or, if there are many, as lines; return the row
    after them."""
    events = signs.scene.view.events()
    if plan.events == 1:
        width = plan.left // plan.columns
        for place, event in enumerate(events):
            row, column = divmod(place, plan.columns)
            line = Rect(x + column * width, y + row, width - 1, 1)
            _paint_line(signs, canvas, line, place, event)
    else:
        width = min(WIDEST, (plan.left - x + 1) // max(len(events), 3))
        for place, event in enumerate(events):
            rect = Rect(x + place * width, y, width - 1, plan.events)
            _paint_card(signs, canvas, rect, place, event)
    return y + plan.events_height(len(events))


def _paint_card(signs: Signs, canvas: Canvas, rect: Rect, place: int, event: EventCard) -> None:
    scene = signs.scene
    room = paint_card(canvas, rect, card_role(event.colour))
    canvas.spot(("event", place), rect, shade=BAR)
    if in_use(scene, "fight", event.id):
        canvas.ground(Rect(rect.x, rect.y, rect.width, 1), die_role(event.colour))
    name = scene.tongue.argument(event)
    canvas.put(room.x, rect.y, clip(name, rect.right - room.x, canvas.glyphs), "text bold")
    _paint_price(signs, canvas, room.x, rect.y + 1, event, "strong")
    points = _points(event) + (scene.say(words("VP")) if rect.width >= 14 else "")
    canvas.put_right(room.right, rect.y + 1, points, "strong")
    wide = 2 * event.flags - 1 <= room.width
    _paint_flags(signs, canvas, room.x, rect.y + 2, place, event, 2 if wide else 1)
    if rect.height > 3:
        canvas.put(room.x, rect.y + 3, signs.acts_in(event, rect.right - room.x), "note")


def _points(event: EventCard) -> str:
    first, second = event.vp
    return f"{first}+{second}"


def _paint_price(signs: Signs, canvas: Canvas, x: int, y: int, event: EventCard, role: str) -> int:
    """Paint the black dice, the colour that fights the event, and the divisor; return the column
    after them."""
    if event.black:
        x = canvas.put(x, y, f"{event.black}{signs.black_letter}", "die.black", ground="") + 1
    x = canvas.put(x, y, signs.colour(event.counter), die_role(event.counter), ground="")
    return canvas.put(x, y, f"/{event.divisor}", role)


def _paint_flags(
    signs: Signs, canvas: Canvas, x: int, y: int, place: int, event: EventCard, step: int
) -> int:
    """Paint the cubes in order, then the free flags; return the column after the last."""
    owners = signs.scene.view.flags[place]
    for number in range(event.flags):
        at = x + step * number
        if number < len(owners):
            signs.put_owner(canvas, at, y, owners[number])
        else:
            canvas.put(at, y, canvas.glyphs("cube.out"), "text")
    return x + step * event.flags


def _paint_line(signs: Signs, canvas: Canvas, line: Rect, place: int, event: EventCard) -> None:
    """Paint an event as a line: price, points and flags in columns, its name, and its effect
    besides black dice."""
    scene = signs.scene
    lit = in_use(scene, "fight", event.id)
    role = "text bold" if lit else "strong"
    canvas.fill(*line, ground=die_role(event.colour) if lit else card_role(event.colour))
    canvas.spot(("event", place), line, anchor=line, shade=BAR)
    _paint_price(signs, canvas, line.x + (1 if event.black else 4), line.y, event, role)
    canvas.put(line.x + 8, line.y, _points(event), role)
    _paint_flags(signs, canvas, line.x + 12, line.y, place, event, 1)
    x = line.x + 13 + max(MOST_FLAGS, event.flags)
    name = scene.tongue.argument(event)
    room = line.right - x - 1
    acts = "" if event.effect == BLACK_DICE else scene.say(signs.acts(event))
    if width_of(name) + 1 + width_of(acts) > room:
        acts = acts and scene.say(signs.acts(event, brief=True))
    if acts and min(width_of(name), LEAST_NAME) + 1 + width_of(acts) <= room:
        canvas.put_right(line.right - 1, line.y, acts, "note")
        room -= 1 + width_of(acts)
    canvas.put(x, line.y, clip(name, room, canvas.glyphs), "text")
