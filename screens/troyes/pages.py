"""The further pages of the table of Troyes: buildings, cards in full, the next round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.troyes.box import POSITIONS
from engine.games.troyes.outlook import forecast
from engine.games.troyes.state import Town
from engine.text import Text, words
from screens.canvas import Canvas, Rect, wrap
from screens.scene import Scene, Zone
from screens.shapes import paint_chip
from screens.troyes import meanings
from screens.troyes.buildings import paint_buildings
from screens.troyes.cards import paint_cards
from screens.troyes.plan import BUILDINGS_HEIGHT
from screens.troyes.side import LAST_ROUND, paint_own
from screens.troyes.signs import HUES, Signs
from screens.troyes.square import looked_from

BANDS: Final = "bands"
TEXTS: Final = "texts"
FORECAST: Final = "forecast"

ZONES: Final = (
    Zone(BANDS, words("Cards and buildings")),
    Zone(TEXTS, words("Cards and events in full")),
    Zone(FORECAST, words("The next round")),
)


def paint_page(scene: Scene, zone: str, width: int) -> Canvas:
    """One of the pages."""
    if zone == BANDS:
        return _paint_bands(scene, width)
    if zone == TEXTS:
        return _paint_texts(scene, width)
    if zone == FORECAST:
        return _paint_forecast(scene, width)
    raise KeyError(zone)


def _paint_bands(scene: Scene, width: int) -> Canvas:
    """Cards with what they do, and buildings below them."""
    canvas = Canvas(width, 9 + 1 + BUILDINGS_HEIGHT, scene.look.glyphs)
    signs = Signs.of(scene)
    y = paint_cards(scene, canvas, 0, 0, width, 3, signs)
    paint_buildings(scene, canvas, 1, y + 1, min(width, 100), signs)
    return canvas


def _paint_texts(scene: Scene, width: int) -> Canvas:
    """All cards and events in sentences."""
    view: Town = scene.view
    told: list[tuple[str, Text, tuple[object, ...]]] = [
        (HUES[view.event_at(place).colour], meanings.event(view, place), ("event", place))
        for place in range(len(view.row))
    ]
    told += [
        (
            HUES[position // 3],
            meanings.activity(view, position),
            ("activity", position // 3, position % 3 + 1),
        )
        for position in range(POSITIONS)
    ]
    lines = [(hue, wrap(scene.say(text), width - 5), place) for hue, text, place in told]
    canvas = Canvas(width, sum(len(text) for _, text, _ in lines), scene.look.glyphs)
    y = 0
    for hue, text, place in lines:
        canvas.fill(1, y, 1, len(text), ground=f"block.{hue}")
        canvas.spot(place, Rect(0, y, width - 1, len(text)))
        for line in text:
            canvas.put(3, y, line, "text")
            y += 1
    return canvas


def _paint_forecast(scene: Scene, width: int) -> Canvas:
    """Everybody's dice, salaries and money of the next round; then what concerns the reader."""
    view: Town = scene.view
    canvas = Canvas(width, view.seats + 7, scene.look.glyphs)
    signs = Signs.of(scene)
    heads: Sequence[Text] = (
        words("Red"),
        words("White"),
        words("Yellow"),
        words("salaries"),
        words("deniers then"),
        words("supply"),
        words("recruits"),
    )
    rights = [width - 1 - 9 * number for number in range(len(heads))][::-1]
    title = (
        LAST_ROUND
        if view.round == view.rounds
        else words("Round {round}, as the citizens stand now", round=view.round + 1)
    )
    canvas.put(1, 0, scene.say(title), "title")
    for right, head in zip(rights, heads, strict=True):
        for row, line in enumerate(wrap(scene.say(head), 8)[:2]):
            canvas.put_right(right, 1 + row, line, "dim")
    for seat in range(view.seats):
        y = 3 + seat
        x = paint_chip(canvas, 1, y, signs.letters[seat], f"piece.{seat}")
        canvas.put(x + 1, y, scene.name(seat)[: rights[0] - 9 - x], f"seat.{seat}")
        found = forecast(view, seat)
        numbers = (
            *found.dice,
            found.salary,
            found.deniers,
            view.supply[seat],
            view.reserve[seat],
        )
        for right, number in zip(rights, numbers, strict=True):
            canvas.put_right(right, y, str(number), "text" if number else "dim")
        canvas.spot(("district", seat), Rect(1, y, width - 2, 1))
    own = looked_from(scene)
    if own is not None:
        paint_own(scene, canvas, 1, view.seats + 4, width, own)
    return canvas
