"""The event row of Troyes: cards with their black dice, counter, flags and what they do."""

from __future__ import annotations

from typing import Final

from engine.games.troyes.box import BLACK_DICE, EventCard
from engine.games.troyes.state import Town
from engine.i18n.text import words
from screens.choose.scene import Scene
from screens.games.troyes.cards import in_use
from screens.games.troyes.plan import Plan
from screens.games.troyes.signs import Signs, card_role, die_role
from screens.paint.canvas import BAR, Canvas, Rect, clip
from screens.paint.shapes import paint_card

WIDEST: Final = 27


def paint_events(
    scene: Scene[Town], canvas: Canvas, x: int, y: int, plan: Plan, signs: Signs
) -> int:
    """The events from the left, as cards or, where they are many, as lines; returns the row after
    them."""
    view = scene.view
    number = len(view.row)
    if plan.events == 1:
        width = plan.left // plan.columns
        for place in range(number):
            row, column = divmod(place, plan.columns)
            line = Rect(x + column * width, y + row, width - 1, 1)
            _paint_line(scene, canvas, line, place, signs)
    else:
        width = min(WIDEST, (plan.left - x + 1) // max(number, 3))
        for place in range(number):
            rect = Rect(x + place * width, y, width - 1, plan.events)
            _paint_card(scene, canvas, rect, place, signs)
    return y + plan.events_height(number)


def _paint_card(scene: Scene[Town], canvas: Canvas, rect: Rect, place: int, signs: Signs) -> None:
    view = scene.view
    event = view.event_at(place)
    room = paint_card(canvas, rect, card_role(event.colour))
    canvas.spot(("event", place), rect, shade=BAR)
    if in_use(scene, "fight", event.id):
        canvas.ground(Rect(rect.x, rect.y, rect.width, 1), die_role(event.colour))
    name = scene.tongue.argument(event)
    canvas.put(room.x, rect.y, clip(name, rect.right - room.x, canvas.glyphs), "text bold")
    _paint_price(canvas, room.x, rect.y + 1, event, signs, "strong")
    canvas.put_right(room.right, rect.y + 1, _points(scene, event, rect.width >= 14), "strong")
    wide = 2 * event.flags - 1 <= room.width
    _paint_flags(canvas, room.x, rect.y + 2, view, place, signs, 2 if wide else 1)
    if rect.height > 3:
        acts = signs.acts_in(event, rect.width)
        x = room.x if len(acts) <= rect.right - room.x else rect.x
        canvas.put(x, rect.y + 3, acts, "note")


def _points(scene: Scene[Town], event: EventCard, wide: bool) -> str:
    first, second = event.vp
    return f"{first}+{second}" + (scene.say(words("VP")) if wide else "")


def _paint_price(canvas: Canvas, x: int, y: int, event: EventCard, signs: Signs, role: str) -> int:
    """The black dice, the colour that fights it and the divisor; returns the column after."""
    if event.black:
        x = canvas.put(x, y, f"{event.black}{signs.black_letter}", "die.black", ground="") + 1
    x = canvas.put(x, y, signs.colour(event.counter), die_role(event.counter), ground="")
    return canvas.put(x, y, f"/{event.divisor}", role)


def _paint_flags(
    canvas: Canvas, x: int, y: int, view: Town, place: int, signs: Signs, step: int
) -> int:
    """The cubes in their order, then the free flags; returns the column after the last."""
    owners = view.flags[place]
    for number in range(view.event_at(place).flags):
        at = x + step * number
        if number < len(owners):
            signs.put_owner(canvas, at, y, owners[number])
        else:
            canvas.put(at, y, canvas.glyphs("cube.out"), "text")
    return x + step * view.event_at(place).flags


def _paint_line(scene: Scene[Town], canvas: Canvas, line: Rect, place: int, signs: Signs) -> None:
    """An event in a line: price, points, flags, its name as far as there is room, and what it does
    beside bringing black dice if that finds room, too."""
    view = scene.view
    event = view.event_at(place)
    lit = in_use(scene, "fight", event.id)
    role = "text bold" if lit else "strong"
    canvas.fill(*line, ground=die_role(event.colour) if lit else card_role(event.colour))
    canvas.spot(("event", place), line, anchor=line, shade=BAR)
    x = _paint_price(canvas, line.x + 1, line.y, event, signs, role)
    x = canvas.put(x + 1, line.y, _points(scene, event, False), role)
    x = _paint_flags(canvas, x + 1, line.y, view, place, signs, 1)
    name = scene.tongue.argument(event)
    x = canvas.put(x + 1, line.y, clip(name, line.right - x - 1, canvas.glyphs), "text")
    acts = "" if event.effect == BLACK_DICE else scene.say(signs.acts(event))
    if acts and x + 1 + len(acts) < line.right:
        canvas.put_right(line.right - 1, line.y, acts, "note")
