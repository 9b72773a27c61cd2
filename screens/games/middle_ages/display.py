"""The display of Middle Ages, with four rows of tiles as cards and the lords and scouts on them,
and the page of the tiles in the stacks and the discard pile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import frozen

from engine.games.middle_ages.components import Tile
from engine.games.middle_ages.state import GAP, NOWHERE, Kingdom
from engine.games.middle_ages.tile_preview import left_in_round, worth_there
from engine.i18n.text import words
from screens.games.middle_ages.symbols import KingdomLabels
from screens.input_modes.input_mode import Choice
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, width_of, wrap
from screens.paint.shapes import paint_card
from screens.table_view.scene import Scene

LABEL_WIDTH: Final = 2
"""Width of the number of a row of the display, including the blank after it."""

MIN_WIDTH_WITH_NAME: Final = 15
"""Minimum width of a card with room for the name of the player whose lord or scout is on it."""

MAX_CARD_WIDTH: Final = 25
MIN_HEIGHT_WITH_EFFECT: Final = 3
"""Minimum height in lines of a card that describes the effect of its type."""


@frozen
class CardGrid:
    """Size of the display's cards, and whether blank rows separate its rows."""

    width: int
    height: int = 2
    gap: bool = False

    @classmethod
    def of(cls, width: int, places: int, height: int = 2, *, gap: bool = False) -> CardGrid:
        """Return the grid with `places` cards per row in `width` columns, with a blank between
        neighbours. Cards are at most `MAX_CARD_WIDTH` wide."""
        return cls(min(MAX_CARD_WIDTH, (width - LABEL_WIDTH + 1) // places - 1), height, gap)

    @property
    def rows(self) -> int:
        """Height of the display in rows of the screen."""
        return 4 * self.height + (3 if self.gap else 0)


def paint_display(labels: KingdomLabels, canvas: Canvas, x: int, y: int, cards: CardGrid) -> int:
    """Paint the four rows of tiles, and return the row after them.

    While the viewer is choosing a tile after setup, the selectable tiles show their yields. Other
    tiles keep their tints, because players plan three rows ahead.
    """
    view = labels.view
    legal: dict[Spot, Choice] = {
        place: choice
        for place, choice in labels.scene.legal().items()
        if isinstance(place, tuple) and place[0] == "display"
    }
    resolved, entered = rows_in_play(view)
    for row, tiles in enumerate(view.display):
        role = "title" if row in (resolved, entered) else "dim"
        canvas.put(x, y, str(row + 1), role)
        sign = "right" if row == resolved else "down" if row == entered else ""
        if sign:
            canvas.put(x, y + 1, canvas.glyphs(sign), "title")
        for at in range(len(tiles)):
            left = x + LABEL_WIDTH + at * (cards.width + 1)
            rect = Rect(left, y, cards.width, cards.height)
            _paint_place(labels, canvas, rect, row, at, legal)
        y += cards.height + cards.gap
    return y - cards.gap


def rows_in_play(view: Kingdom) -> tuple[int, int]:
    """Return the row that is being resolved and the row that lords are entering, counted from 0,
    each `NOWHERE` if there is no such row."""
    if view.over:
        return NOWHERE, NOWHERE
    if not view.round:
        return NOWHERE, 0
    return view.row, view.next_row


def _paint_place(
    labels: KingdomLabels,
    canvas: Canvas,
    rect: Rect,
    row: int,
    at: int,
    legal: Mapping[Spot, Choice],
) -> None:
    """Paint a place of the display: the card of its tile, with the tile's yield (if the viewer can
    choose it after setup) and its occupant (if any), or a dot if the tile is gone."""
    view = labels.view
    place = ("display", row + 1, at + 1)
    if view.display[row][at] == GAP:
        middle = rect.x + rect.width // 2
        canvas.put(middle, rect.y + rect.height // 2, canvas.glyphs("dot"), "faint")
        canvas.spot(place, rect)
        return
    can_be_chosen = place in legal
    tile = view.box.tiles[view.display[row][at]]
    ground = f"card.{view.box.types[tile.type].id}"
    if _same_above(view, row, at):
        ground += ".1"
    room = paint_card(canvas, rect, ground, spot=place)
    _paint_tile(labels, canvas, rect, room, tile)
    lord, scout = view.lord_on(row, at), view.scout_on(row, at)
    right = rect.right
    if can_be_chosen and labels.scene.seat is not None and view.round:
        brought = worth_there(view, labels.scene.seat, row, at)
        right = canvas.put_right(room.right, rect.bottom - 1, f"+{brought.total}", "strong") - 1
    if lord >= 0 or scout >= 0:
        within = Rect(rect.x, rect.y, right - rect.x, rect.height)
        _paint_occupant(labels, canvas, within, lord, scout)


def _paint_tile(labels: KingdomLabels, canvas: Canvas, rect: Rect, room: Rect, tile: Tile) -> None:
    """Paint the number and the name of a tile at the top of its card, the symbols at the bottom
    and, if the card is high enough, the effect of the tile's type between them."""
    type_ = labels.view.box.types[tile.type]
    name = labels.translate(type_.names)
    left = room.x if width_of(name) + 3 <= room.width + 1 else rect.x
    end = canvas.put(left, rect.y, f"{tile.number:2}", "strong")
    start = end + (1 if width_of(name) < rect.right - end else 0)
    title = clip(name, rect.right - start, canvas.glyphs)
    canvas.put(start, rect.y, title, "text bold")
    symbols = labels.symbols(tile.farmers, tile.chests)
    canvas.put(room.x + 1, rect.bottom - 1, symbols, "text")
    if rect.height >= MIN_HEIGHT_WITH_EFFECT:
        effect = labels.translate(labels.spelled(type_))
        if width_of(effect) > room.width - 1:
            effect = labels.translate(labels.effect(type_))
        canvas.put(room.x + 1, rect.y + 1, clip(effect, room.width - 1), "note")


def _same_above(view: Kingdom, row: int, at: int) -> bool:
    """Return whether the tile above the place has the same type."""
    above = view.display[row - 1][at] if row else GAP
    return above != GAP and view.box.tile_type[above] == view.box.tile_type[view.display[row][at]]


def tiles_to_take(view: Kingdom, seat: int) -> tuple[int, ...]:
    """Return the tile under the seat's lord, which the seat takes before the tile that it is
    choosing now; empty if the seat has already taken a tile this turn, or is not active."""
    if view.active != seat:
        return ()
    return tuple(tile for taker, tile in left_in_round(view) if taker == seat)


def _paint_occupant(
    labels: KingdomLabels, canvas: Canvas, rect: Rect, lord: int, scout: int
) -> None:
    """Paint a lord as a bright block or, if there is none, a scout as a chip, at the bottom right.
    `lord` and `scout` are the seats of their owners, or negative if there is none."""
    seat = lord if lord >= 0 else scout
    sign = canvas.glyphs("lord" if lord >= 0 else "scout")
    name = labels.scene.name(seat) if rect.width >= MIN_WIDTH_WITH_NAME else labels.letters[seat]
    name = clip(name, rect.width - 6, canvas.glyphs)
    text = f"{sign}{name} " if rect.width < MIN_WIDTH_WITH_NAME else f" {sign}{name} "
    role = f"piece.{seat}" if lord >= 0 else f"seat.{seat} bold"
    ground = "" if lord >= 0 else "on.page"
    canvas.put(rect.right - width_of(text), rect.bottom - 1, text, role, ground=ground)


NAME_WIDTH: Final = 14
PILE_NAME_WIDTH: Final = 14
COUNT_WIDTH: Final = 4


def paint_piles(scene: Scene[Kingdom], width: int) -> Canvas:
    """Return the page with a block per type, which counts and lists its tiles in the stacks and its
    discarded tiles."""
    view = scene.view
    labels = KingdomLabels.of(scene)
    tiles = view.box.tiles
    piles = (
        (scene.translate(words("to come")), [tiles[n] for stack in view.stacks for n in stack]),
        (scene.translate(words("discarded")), [tiles[n] for n in view.discard]),
    )
    left = NAME_WIDTH + PILE_NAME_WIDTH + COUNT_WIDTH + 3
    rows: list[tuple[int, str, int, list[str]]] = []
    for type_ in view.box.types:
        for pile_name, pile in piles:
            tiles_of_type = [tile for tile in pile if tile.type == type_.index]
            lines = wrap(_tile_list(tiles_of_type, labels), width - left - 1)
            rows.append((type_.index, pile_name, len(tiles_of_type), lines))
    canvas = Canvas(width, sum(max(1, len(lines)) for *_, lines in rows), scene.theme.glyphs)
    y = 0
    for number, (type_index, pile_name, count, lines) in enumerate(rows):
        if number % len(piles) == 0:
            canvas.fill(1, y, NAME_WIDTH, 1, ground=f"card.{view.box.types[type_index].id}")
            canvas.put(2, y, labels.type_name(type_index), "text bold")
        canvas.put(NAME_WIDTH + 2, y, pile_name, "dim")
        canvas.put_right(left - 2, y, str(count), "strong" if count else "dim")
        for line in lines:
            canvas.put(left, y, line, "text")
            y += 1
        y += not lines
    return canvas


def _tile_list(pile: Iterable[Tile], labels: KingdomLabels) -> str:
    """Return the numbers and symbols of tiles, in ascending order."""
    order = sorted(pile, key=lambda tile: (tile.number, tile.index))
    return " ".join(f"{tile.number}{labels.symbols(tile.farmers, tile.chests)}" for tile in order)
