"""The row of events and the nine Activity cards of Troyes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.troyes.abilities import card_words
from engine.games.troyes.component_types import (
    BLACK_DICE,
    BUILDINGS,
    CARDS_PER_COLOUR,
    Card,
    EventCard,
)
from engine.games.troyes.state import FREE, NO_CARD, Town
from engine.i18n.text import words
from screens.games.troyes.symbols import HUES, TownLabels, card_role, die_role
from screens.games.troyes.table_layout import LINE_WIDTH, MIN_EVENT_WIDTH, TableLayout
from screens.paint.abbreviation import abbreviated_or_cut
from screens.paint.canvas import BAR_STYLE, Canvas, Rect
from screens.paint.cells import clip, width_of, wrap
from screens.paint.layout import in_rows, shares
from screens.paint.shapes import paint_card
from screens.table_view.scene import Scene

CARD_GAP = 1
MIN_EFFECT_WIDTH = 5


def paint_cards(labels: TownLabels, canvas: Canvas, y: int, width: int, height: int) -> int:
    """Paint all places of Activity cards, each `height` rows high, the three of a colour side by
    side. Return the row of the screen after them."""
    card_width = (width - (CARDS_PER_COLOUR - 1) * CARD_GAP) // CARDS_PER_COLOUR
    for colour in range(len(BUILDINGS)):
        for number in range(CARDS_PER_COLOUR):
            rect = Rect(number * (card_width + CARD_GAP), y + colour * height, card_width, height)
            _paint_place(labels, canvas, rect, colour, number)
    return y + len(BUILDINGS) * height


def _paint_place(labels: TownLabels, canvas: Canvas, rect: Rect, colour: int, number: int) -> None:
    view = labels.view
    position = colour * CARDS_PER_COLOUR + number
    if view.cards[position] != NO_CARD:
        _paint_card(labels, canvas, rect, view.card_at(position))
        return
    room = paint_card(canvas, rect, "on.chequer", spot=("activity", colour, number + 1))
    canvas.put(room.x, rect.y, labels.colour(colour), f"hue.{HUES[colour]}")
    text = labels.translate(words("face down, round {round}", round=number + 1))
    canvas.put_clipped(room.x + 2, rect.y, room.right - room.x - 2, text, "dim")


def _paint_card(labels: TownLabels, canvas: Canvas, rect: Rect, card: Card) -> None:
    scene = labels.scene
    room = paint_card(canvas, rect, card_role(card.dice))
    canvas.spot(card.place, rect, shade=BAR_STYLE, key=Rect(rect.x, rect.y, 1, 1))
    is_in_use = in_use(scene, "activate", card.id)
    if is_in_use:
        canvas.ground(Rect(rect.x, rect.y, rect.width, 1), die_role(card.dice))
    _paint_title(labels, canvas, rect, card, "text bold" if is_in_use else "strong")
    if rect.height > 3:
        lines = wrap(scene.translate(card_words(card)), room.width)
        if len(lines) > 2:
            lines = [scene.translate(labels.effect(card)), ""]
        for row, line in enumerate(lines):
            canvas.put(room.x + 1, rect.y + 1 + row, line, "note")
    elif rect.height > 2:
        _paint_effect(labels, canvas, Rect(room.x, rect.y + 1, rect.right - room.x, 1), card)
    x = _paint_citizens(labels, canvas, room.x, rect.bottom - 1, scene.view, card)
    x = _paint_cubes(labels, canvas, x, rect.bottom - 1, scene.view, card)
    if rect.height == 2:
        _paint_effect(labels, canvas, Rect(x + 1, rect.bottom - 1, rect.right - x - 1, 1), card)


def _paint_effect(labels: TownLabels, canvas: Canvas, room: Rect, card: Card) -> None:
    """Paint a card's effect in `room`, the free part of one of its rows: in full if this leaves a
    blank, otherwise abbreviated. Paint nothing if `room` is too narrow to recognize the effect."""
    effect, brief = map(labels.translate, (labels.effect(card), labels.short_effect(card)))
    text = effect if width_of(effect) < room.width else brief
    if room.width >= min(width_of(text), MIN_EFFECT_WIDTH):
        canvas.put_clipped(room.x, room.y, room.width, text, "note")


def in_use(scene: Scene[Town], command: str, id: str) -> bool:
    """Return whether dice are being chosen for `command` with the card or event `id`."""
    return scene.partial_pick is not None and scene.partial_pick.chosen[:2] == (command, id)


def _paint_title(labels: TownLabels, canvas: Canvas, rect: Rect, card: Card, role: str) -> None:
    """Paint the colour, name, hire cost and divisor of a card in a row. If there is room, a blank
    separates the key from the letter of the colour, because together they would read as a die."""
    name, letter = labels.translate(card), labels.colour(card.dice)
    price = f"{card.hire}{canvas.glyphs('coin')} "
    right = canvas.put_right(rect.right - 1, rect.y, f"/{card.divisor}", role)
    right = canvas.put_right(right, rect.y, price, role)
    room = right - rect.x - width_of(letter) - 3
    x = rect.x + (2 if width_of(name) < room else 1)
    x = canvas.put(x, rect.y, letter, die_role(card.dice), ground="")
    canvas.put(x + 1, rect.y, clip(name, room, canvas.glyphs), "text bold")


def _paint_citizens(
    labels: TownLabels, canvas: Canvas, x: int, y: int, view: Town, card: Card
) -> int:
    """Paint a card's scoring spaces with their VP and citizens, then the citizens on the
    illustration. Return the column after the blank that follows."""
    citizens = view.tradesmen[card.position]
    for slot, points in enumerate(card.slots):
        x = canvas.put(x, y, str(points), "strong", ground="on.page")
        if citizens[slot] == FREE:
            x = canvas.put(x, y, canvas.glyphs("cube.out"), "dim", ground="on.page")
        else:
            x = labels.put_owner(canvas, x, y, citizens[slot])
        x += 1
    on_illustration = citizens[len(card.slots) :]
    for citizen in on_illustration:
        x = labels.put_owner(canvas, x, y, citizen)
    return x + bool(on_illustration)


def _paint_cubes(labels: TownLabels, canvas: Canvas, x: int, y: int, view: Town, card: Card) -> int:
    """Paint the waiting cubes by owner. Return the column after them."""
    for seat, number in enumerate(view.cubes[card.position]):
        if number:
            text = f"{canvas.glyphs('cube')}{labels.letters[seat]}{number}"
            x = canvas.put(x, y, text, f"piece.{seat}", ground="")
    return x


MAX_CARD_WIDTH: Final = 27
CARD_OVERHEAD: Final = 4
"""Columns of an event's card that are not for its name: the bar, a blank, the key and the gap."""

NARROW_LINE_OVERHEAD: Final = 8
"""Columns of a narrow line for the colour that fights the event, the divisor, the key and the
blanks."""

SHORT_WORD: Final = 6
"""Width of an abbreviated word of an event's name."""

MAX_FLAGS: Final = 6
"""Maximum number of flags that fit into a line before the names."""

MIN_NAME_WIDTH: Final = 5
"""Minimum width of an event's name beside its effect."""


def paint_events(labels: TownLabels, canvas: Canvas, x: int, y: int, layout: TableLayout) -> int:
    """Paint the events from left to right, as cards or, if `layout.events` is 1, as lines. Return
    the row after them."""
    events = labels.view.events()
    if layout.events == 1:
        for place, (event, line) in enumerate(
            zip(events, _lines(labels, x, y, layout), strict=True)
        ):
            _paint_line(labels, canvas, line, place, event)
    else:
        for place, (event, width) in enumerate(
            zip(events, _event_widths(labels, events, layout.left - x + 1), strict=True)
        ):
            _paint_event_card(labels, canvas, Rect(x, y, width - 1, layout.events), place, event)
            x += width
    return y + layout.events_height(len(events))


def _lines(labels: TownLabels, x: int, y: int, layout: TableLayout) -> list[Rect]:
    """Return the rectangles of the events shown as lines. The lines are equally wide. If that would
    make them narrower than `LINE_WIDTH`, they are instead as wide as their contents need, provided
    that all then fit into the rows."""
    events = labels.view.events()
    width = layout.left // layout.columns
    if width < LINE_WIDTH:
        names = [labels.translate(event) for event in events]
        prices = [NARROW_LINE_OVERHEAD + 3 * bool(event.black) + event.flags for event in events]
        widths = [price + width_of(name) for price, name in zip(prices, names, strict=True)]
        min_widths = [
            price + (width_of(name) if " " not in name else _abbreviated_width(name))
            for price, name in zip(prices, names, strict=True)
        ]
        rows = Rect(x, y, layout.left - 1, layout.events_height(len(events)))
        if places := in_rows(widths, layout.columns, rows, min_widths):
            return places
    cells = (divmod(place, layout.columns) for place in range(len(events)))
    return [Rect(x + column * width, y + row, width - 1, 1) for row, column in cells]


def _abbreviated_width(name: str) -> int:
    return sum(min(width_of(word), SHORT_WORD) + 1 for word in name.split()) - 1


def _event_widths(labels: TownLabels, events: Sequence[EventCard], room: int) -> list[int]:
    """Return the widths of the events' cards, each with the gap after it. The widths are equal if
    all names fit; otherwise cards with short names leave room for long ones."""
    equal = min(MAX_CARD_WIDTH, room // max(len(events), 3))
    names = [width_of(labels.translate(event)) for event in events]
    widths = shares([max(MIN_EVENT_WIDTH + 1, name + CARD_OVERHEAD) for name in names], room)
    if max(widths, default=0) <= equal:
        return [equal] * len(events)
    spare = (room - sum(widths)) // len(events)
    return [max(width, min(equal, width + spare)) for width in widths]


def _paint_event_card(
    labels: TownLabels, canvas: Canvas, rect: Rect, place: int, event: EventCard
) -> None:
    scene = labels.scene
    room = paint_card(canvas, rect, card_role(event.colour))
    canvas.spot(("event", place), rect, shade=BAR_STYLE, key=Rect(rect.right - 1, rect.y, 1, 1))
    if in_use(scene, "fight", event.id):
        canvas.ground(Rect(rect.x, rect.y, rect.width, 1), die_role(event.colour))
    name = scene.translate(event)
    before_key = rect.width - (CARD_OVERHEAD - 1)
    shown = abbreviated_or_cut(name, before_key, canvas.glyphs)
    canvas.put(room.x, rect.y, shown, "text bold")
    _paint_price(labels, canvas, room.x, rect.y + 1, event, "strong")
    points = _points(event) + (scene.translate(words("VP")) if rect.width >= 14 else "")
    canvas.put_right(room.right, rect.y + 1, points, "strong")
    is_wide = 2 * event.flags - 1 <= room.width
    _paint_flags(labels, canvas, room.x, rect.y + 2, place, event, 2 if is_wide else 1)
    if rect.height > 3:
        canvas.put(
            room.x, rect.y + 3, labels.fitting_event_effect(event, rect.right - room.x), "note"
        )


def _points(event: EventCard) -> str:
    first, second = event.vp
    return f"{first}+{second}"


def _paint_price(
    labels: TownLabels, canvas: Canvas, x: int, y: int, event: EventCard, role: str
) -> int:
    """Paint the black dice, the colour that fights the event, and the divisor. Return the column
    after them."""
    if event.black:
        x = canvas.put(x, y, f"{event.black}{labels.black_letter}", "die.black", ground="") + 1
    x = canvas.put(x, y, labels.colour(event.counter), die_role(event.counter), ground="")
    return canvas.put(x, y, f"/{event.divisor}", role)


def _paint_flags(
    labels: TownLabels, canvas: Canvas, x: int, y: int, place: int, event: EventCard, step: int
) -> int:
    """Paint the cubes in order, then the free flags, each `step` columns after the previous one.
    Return the column where another flag would begin."""
    owners = labels.view.flags[place]
    for number in range(event.flags):
        at = x + step * number
        if number < len(owners):
            labels.put_owner(canvas, at, y, owners[number])
        else:
            canvas.put(at, y, canvas.glyphs("cube.out"), "text")
    return x + step * event.flags


def _paint_line(
    labels: TownLabels, canvas: Canvas, line: Rect, place: int, event: EventCard
) -> None:
    """Paint an event as a line: price, points and flags in columns, then its name, and its effect
    unless that consists of black dice. If there is not enough room, the effect is abbreviated, then
    unused columns are left out, then the name is shortened or the effect left out. Lines narrower
    than `LINE_WIDTH` have neither points nor effect if their name does not fit in full."""
    scene = labels.scene
    is_in_use = in_use(scene, "fight", event.id)
    role = "text bold" if is_in_use else "strong"
    canvas.fill(*line, ground=die_role(event.colour) if is_in_use else card_role(event.colour))
    key = Rect(line.right - 1, line.y, 1, 1)
    canvas.spot(("event", place), line, anchor=line, shade=BAR_STYLE, key=key)
    columns, spare = 13 + MAX_FLAGS, (0 if event.black else 3) + MAX_FLAGS - event.flags
    name, effect, saved = _line_texts(labels, event, line.width - columns - 2, spare)
    full_name = scene.translator.argument(event)
    if name != full_name and line.width + 1 < LINE_WIDTH:
        x = _paint_price(labels, canvas, line.x + 1, line.y, event, role) + 1
        x = _paint_flags(labels, canvas, x, line.y, place, event, 1) + 1
        name = abbreviated_or_cut(full_name, line.right - 2 - x, canvas.glyphs)
        canvas.put(x, line.y, name, "text")
        return
    moved = 3 if saved and not event.black else 0
    _paint_price(labels, canvas, line.x + (1 if event.black else 4 - moved), line.y, event, role)
    canvas.put(line.x + 8 - moved, line.y, _points(event), role)
    _paint_flags(labels, canvas, line.x + 12 - moved, line.y, place, event, 1)
    canvas.put(line.x + columns - saved, line.y, name, "text")
    canvas.put_right(line.right - 2, line.y, effect, "note")


def _line_texts(
    labels: TownLabels, event: EventCard, room: int, spare: int
) -> tuple[str, str, int]:
    """Return an event's name and its effect, shortened to the width of the line, and the number of
    additional cells given to them. The line has `room` cells for both and, if they need more,
    `spare` additional ones. The effect is empty if there is no room for it, or if it consists of
    black dice."""
    scene = labels.scene
    name = scene.translate(event)
    effects = ["", ""]
    if event.effect != BLACK_DICE:
        effects = [
            scene.translate(labels.event_effect(event, brief=brief)) for brief in (False, True)
        ]
    if not effects[0]:
        saved = 0 if width_of(name) <= room else spare
        return abbreviated_or_cut(name, room + saved, labels.glyphs), "", saved
    for saved in (0, spare):
        for text in effects:
            if width_of(name) + 1 + width_of(text) <= room + saved:
                return name, text, saved
    name_room = max(0, room + spare - 1 - width_of(effects[1]))
    shown = abbreviated_or_cut(name, name_room, labels.glyphs)
    if name_room < MIN_NAME_WIDTH or shown.endswith(labels.glyphs("ellipsis")):
        return abbreviated_or_cut(name, room + spare, labels.glyphs), "", spare
    return shown, effects[1], spare
