"""Additional pages of the table of Troyes: buildings, cards in full, the next round."""

from __future__ import annotations

from typing import Final

from engine.games.troyes.state import Town
from engine.i18n.text import Text, words
from screens.games.troyes import tooltips
from screens.games.troyes.activity_cards import paint_cards
from screens.games.troyes.buildings import paint_buildings
from screens.games.troyes.next_round import paint_forecast
from screens.games.troyes.symbols import HUES, Signs
from screens.games.troyes.table_layout import BUILDINGS_HEIGHT
from screens.paint.canvas import BAR, Canvas, Rect, Spot
from screens.paint.cells import wrap
from screens.table_view.scene import Scene, Zone

LOW: Final = 3
HIGH: Final = 5
"""Heights of cards with effects in symbols, and in words."""

Item = tuple[int, Text, Spot]
"""A described card or event: colour, text, place."""

BANDS: Final = "bands"
TEXTS: Final = "texts"
FORECAST: Final = "forecast"

ZONES: Final = (
    Zone(BANDS, words("Cards and buildings")),
    Zone(TEXTS, words("Cards and events in full")),
    Zone(FORECAST, words("The next round")),
)


def paint_page(scene: Scene[Town], zone: str, width: int, height: int) -> Canvas:
    """Paint a page."""
    if zone == BANDS:
        return _paint_bands(scene, width, height)
    if zone == TEXTS:
        return _paint_texts(scene, width)
    if zone == FORECAST:
        return paint_forecast(scene, width)
    raise KeyError(zone)


def _paint_bands(scene: Scene[Town], width: int, height: int) -> Canvas:
    """Page of the cards with their effects, in full if there is room, and the buildings."""
    card = HIGH if height >= 3 * HIGH + 1 + BUILDINGS_HEIGHT else LOW
    canvas = Canvas(width, 3 * card + 1 + BUILDINGS_HEIGHT, scene.theme.glyphs)
    signs = Signs.of(scene)
    y = paint_cards(signs, canvas, 0, 0, width, card)
    paint_buildings(signs, canvas, 1, y + 1, min(width, 100))
    return canvas


def _paint_texts(scene: Scene[Town], width: int) -> Canvas:
    """Page of all face-up cards and events, as sentences that begin with their names."""
    view = scene.view
    described: list[Item] = [
        (event.colour, tooltips.event(view, place), ("event", place))
        for place, event in enumerate(view.events())
    ]
    cards = [view.card_at(position) for position in view.open_positions()]
    described += [
        (card.colour, tooltips.activity(view, card.position), card.place) for card in cards
    ]
    room = width - 5
    items = [
        (HUES[colour], wrap(scene.say(text), room), place) for colour, text, place in described
    ]
    canvas = Canvas(width, sum(len(lines) for _, lines, _ in items), scene.theme.glyphs)
    y = 0
    for hue, lines, place in items:
        rect = Rect(0, y, width - 1, len(lines))
        canvas.fill(1, y, 1, len(lines), ground=f"block.{hue}")
        canvas.spot(place, rect, anchor=rect, shade=BAR)
        name, colon, rest = lines[0].partition(":")
        x = canvas.put(3, y, name + colon, f"hue.{hue} bold")
        canvas.put(x, y, rest, "text")
        for row, line in enumerate(lines[1:], 1):
            canvas.put(3, y + row, line, "text")
        y += len(lines)
    return canvas
