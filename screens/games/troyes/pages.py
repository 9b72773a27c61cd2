"""Additional pages of the table of Troyes: buildings, cards in full, the next round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.common_wording import series
from engine.games.troyes.component_types import BUILDINGS
from engine.games.troyes.dice import NEUTRAL
from engine.games.troyes.forecast import forecast
from engine.games.troyes.state import Town
from engine.games.troyes.wording import spaced
from engine.i18n.text import Seat, Text, words
from screens.games.troyes import tooltips
from screens.games.troyes.activity_cards import paint_cards
from screens.games.troyes.buildings import paint_buildings
from screens.games.troyes.side_panel import LAST_ROUND, paint_characters
from screens.games.troyes.square import viewing_seat
from screens.games.troyes.symbols import HUES, TownLabels
from screens.games.troyes.table_layout import BUILDINGS_HEIGHT
from screens.paint.canvas import BAR_STYLE, Canvas, Rect, Spot
from screens.paint.cells import clip, wrap
from screens.paint.shapes import RAISED, paint_chip
from screens.table_view.scene import Scene, Zone

LOW_CARD_HEIGHT: Final = 3
"""Height, in rows, of cards that show their effects in symbols."""

HIGH_CARD_HEIGHT: Final = 5
"""Height, in rows, of cards that show their effects in words."""

Item = tuple[int, Text, Spot]
"""A card or event: its colour, its description, and its place on the table."""

BANDS_ZONE: Final = "bands"
TEXTS_ZONE: Final = "texts"
FORECAST_ZONE: Final = "forecast"

ZONES: Final = (
    Zone(BANDS_ZONE, words("Cards and buildings")),
    Zone(TEXTS_ZONE, words("Cards and events in full")),
    Zone(FORECAST_ZONE, words("The next round")),
)


def paint_page(scene: Scene[Town], zone: str, width: int, height: int) -> Canvas:
    """Paint the page `zone`, or raise KeyError if there is no such page."""
    if zone == BANDS_ZONE:
        return _paint_bands(scene, width, height)
    if zone == TEXTS_ZONE:
        return _paint_texts(scene, width)
    if zone == FORECAST_ZONE:
        return paint_forecast(scene, width)
    raise KeyError(zone)


def _paint_bands(scene: Scene[Town], width: int, height: int) -> Canvas:
    """Paint the page with the buildings and the cards. The cards' effects are in words if there is
    room."""
    card = (
        HIGH_CARD_HEIGHT
        if height >= 3 * HIGH_CARD_HEIGHT + 1 + BUILDINGS_HEIGHT
        else LOW_CARD_HEIGHT
    )
    canvas = Canvas(width, 3 * card + 1 + BUILDINGS_HEIGHT, scene.theme.glyphs)
    labels = TownLabels.of(scene)
    y = paint_cards(labels, canvas, 0, width, card)
    paint_buildings(labels, canvas, 1, y + 1, min(width, 100))
    return canvas


def _paint_texts(scene: Scene[Town], width: int) -> Canvas:
    """Paint the page of all face-up cards and events, as sentences that begin with their names."""
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
        (HUES[colour], wrap(scene.translate(text), room), place)
        for colour, text, place in described
    ]
    canvas = Canvas(width, sum(len(lines) for _, lines, _ in items), scene.theme.glyphs)
    y = 0
    for hue, lines, place in items:
        rect = Rect(0, y, width - 1, len(lines))
        canvas.fill(1, y, 1, len(lines), ground=f"block.{hue}")
        canvas.spot(place, rect, anchor=rect, shade=BAR_STYLE)
        name, colon, rest = lines[0].partition(":")
        x = canvas.put(3, y, name + colon, f"hue.{hue} bold")
        canvas.put(x, y, rest, "text")
        for row, line in enumerate(lines[1:], 1):
            canvas.put(3, y + row, line, "text")
        y += len(lines)
    return canvas


NAME_WIDTH: Final = 14
MIN_COLUMN_WIDTH: Final = 8
"""Minimum width of a column of numbers."""

MAX_COLUMN_WIDTH: Final = 12
"""Maximum width of a column of numbers."""

FORECAST_COLUMNS: Final = (
    (words("Red"), "hue.red"),
    (words("White"), "hue.white"),
    (words("Yellow"), "hue.yellow"),
    (words("now"), "dim"),
    (words("passing"), "dim"),
    (words("income"), "dim"),
    (words("salary"), "dim"),
    (words("then"), "dim"),
)
"""Headings of the columns of the next round's forecast, with the roles of the headings."""


def paint_forecast(scene: Scene[Town], width: int) -> Canvas:
    """Paint the page of the next round, assuming that the citizens stay where they are: dice and
    money (see `paint_round`), the effects of the current events if the first round has begun and
    another round follows, the places of all citizens, and the Characters of the seat that
    `viewing_seat` returns, if any."""
    view = scene.view
    labels = TownLabels.of(scene)
    event_lines = _event_lines(labels, width) if 0 < view.round < view.rounds else []
    citizen_lines = [_citizen_lines(scene, seat, width) for seat in range(view.seats)]
    height = view.seats + len(event_lines) + sum(map(len, citizen_lines)) + 8
    canvas = Canvas(width, height, scene.theme.glyphs)
    table = paint_round(labels, width)
    canvas.blit(table, 0, 0)
    y = _paint_lines(canvas, 1, table.height + 1, event_lines) + bool(event_lines)
    canvas.put(1, y, scene.translate(words("Citizens")), "title")
    y += 1
    for seat, lines in enumerate(citizen_lines):
        _paint_name(labels, canvas, y, seat)
        y = _paint_lines(canvas, NAME_WIDTH + 1, y, lines)
    viewer = viewing_seat(scene)
    if viewer is not None:
        paint_characters(scene, canvas, 1, y + 1, width, viewer)
    return canvas


def _paint_lines(canvas: Canvas, x: int, y: int, lines: Sequence[str]) -> int:
    for row, line in enumerate(lines):
        canvas.put(x, y + row, line, "text")
    return y + len(lines)


def _paint_name(labels: TownLabels, canvas: Canvas, y: int, seat: int) -> None:
    x = paint_chip(canvas, 1, y, labels.letters[seat], f"piece.{seat}")
    name = clip(labels.scene.name(seat), NAME_WIDTH - x - 1, canvas.glyphs)
    canvas.put(x + 1, y, name, f"seat.{seat}")
    canvas.spot(("district", seat), Rect(1, y, NAME_WIDTH - 2, 1))


# ---------------------------------------------------------------------- dice and money


def paint_round(labels: TownLabels, width: int) -> Canvas:
    """Paint everyone's dice, salaries and money of the next round, and the neutral dice. In the
    last round, paint only a remark that there is no next round."""
    scene, view = labels.scene, labels.view
    if view.round == view.rounds:
        canvas = Canvas(width, 1, scene.theme.glyphs)
        canvas.put(1, 0, scene.translate(LAST_ROUND), "title")
        return canvas
    canvas = Canvas(width, view.seats + 3, scene.theme.glyphs)
    title = words("Round {round}, with the citizens as they stand now", round=view.round + 1)
    canvas.put(1, 0, scene.translate(title), "title")
    column = max(
        MIN_COLUMN_WIDTH,
        min(MAX_COLUMN_WIDTH, (canvas.width - NAME_WIDTH - 1) // len(FORECAST_COLUMNS)),
    )
    rights = [NAME_WIDTH + column * (number + 1) for number in range(len(FORECAST_COLUMNS))]
    for right, (head, role) in zip(rights, FORECAST_COLUMNS, strict=True):
        canvas.put_right(right, 1, clip(scene.translate(head), column - 1, canvas.glyphs), role)
    for seat in range(view.seats):
        expected = forecast(view, seat)
        _paint_name(labels, canvas, 2 + seat, seat)
        canvas.ground(Rect(rights[-1] - column + 1, 2 + seat, column, 1), RAISED)
        money = (view.deniers[seat], view.purse[seat], view.box.income, -expected.salary)
        _paint_numbers(canvas, 2 + seat, rights, (*expected.dice, *money))
        role = "bad bold" if expected.short else "strong"
        canvas.put_right(rights[-1], 2 + seat, str(expected.deniers), role)
    y = 2 + view.seats
    canvas.put(2, y, labels.owner(NEUTRAL), "text")
    # There is no number to the left of the one that ends at the first right edge.
    room = rights[0] - 3 - 5
    canvas.put_clipped(5, y, room, scene.translate(words("neutral")), "dim")
    dice = [view.citizens_in(NEUTRAL, colour) for colour in range(len(BUILDINGS))]
    _paint_numbers(canvas, y, rights, dice)
    return canvas


def _paint_numbers(canvas: Canvas, y: int, rights: Sequence[int], numbers: Sequence[int]) -> None:
    for right, number in zip(rights, numbers, strict=False):
        canvas.put_right(right, y, str(number), "text" if number else "dim")


# ---------------------------------------------------------------------- events


def _event_lines(labels: TownLabels, width: int) -> list[str]:
    """Return lines about the effects of the current events in the next round, the number of their
    black dice, and the first player to face a black die."""
    scene, view = labels.scene, labels.view
    events = view.events()
    effects = (
        words("{event} {acts}", event=event, acts=labels.event_effect(event)) for event in events
    )
    text = words(
        "Events left in play act again: {acts}. Black dice: {black}, plus those of the new events. "
        "{seat} faces the first one.",
        acts=series(effects),
        black=sum(event.black for event in events),
        seat=Seat(view.after(view.first)),
    )
    return wrap(scene.translate(text), width - 2)


# ---------------------------------------------------------------------- citizens


def _citizen_lines(scene: Scene[Town], seat: int, width: int) -> list[str]:
    """Return lines about a player's citizens: how many are in the supply, how many can be
    recruited, and where the other citizens are."""
    view = scene.view
    text = words(
        "{supply} in the supply, {reserve} to recruit; {places}.",
        supply=view.supply[seat],
        reserve=view.reserve[seat],
        places=series(_places(view, seat)),
    )
    return wrap(scene.translate(text), width - NAME_WIDTH - 2)


def _places(view: Town, seat: int) -> Iterator[Text]:
    """Yield the places of a player's citizens: buildings (with the die values of the player's
    spaces), buildings from which a citizen has been expelled, and Activity cards."""
    for kind in view.box.buildings:
        values = [
            _values(kind.values[space])
            for space, owner in enumerate(view.buildings[kind.index])
            if owner == seat
        ]
        if values:
            yield words("{building} {values}", building=kind, values=spaced(values))
        if seat in view.lying[kind.index]:
            yield words("expelled ({building})", building=kind.names)
    for position in view.open_positions():
        if seat in view.tradesmen[position]:
            yield words("{card}", card=view.card_at(position))


def _values(values: Sequence[int]) -> str:
    first, last = min(values), max(values)
    return str(first) if first == last else f"{first}-{last}"
