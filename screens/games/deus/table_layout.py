"""Layout of the table of Deus for a screen size."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from engine.games.deus.state import World
from engine.geometry.hexes import Hexes
from screens.games.deus.region import Measures
from screens.paint.canvas import Rect

WIDE_TABLE: Final = 116
"""Minimum width at which players, hand, score and log are in a column beside the map."""

MAP_WIDTH: Final = 65
"""Minimum width of the map beside the column on the right."""

SUPPLY_WIDTH: Final = 14

TITLED_HEIGHT: Final = 7
"""Height in rows of the columns or of the gods, with a title."""


@frozen
class TableLayout:
    """Rectangles of the parts of the table, empty where there is no room. `pairs` is whether each
    player has two lines instead of one."""

    measures: Measures
    map: Rect
    supply: Rect
    players: Rect
    hand: Rect
    activation: Rect
    columns: Rect
    other_columns: Rect
    """Columns of the players for whom there is no room on the left."""
    score: Rect
    log: Rect
    pairs: bool

    @classmethod
    def of(
        cls, view: World, width: int, height: int, own_rows: int, all_rows: int, cards: int
    ) -> TableLayout:
        """Lay out the table in `width` x `height` cells.

        `own_rows` is the number of rows of the emphasized seat's columns without a title,
        `all_rows` the number of rows of all players' columns with titles, and `cards` the size of
        the hand (0 if it is not visible, -1 if no hand is shown in a replay)."""
        if width >= WIDE_TABLE:
            return _wide(view, width, height, own_rows, all_rows, cards)
        return _narrow(view, width, height, own_rows, cards)


NO_RECT: Final = Rect(0, 0, 0, 0)


def _narrow(view: World, width: int, height: int, own_rows: int, cards: int) -> TableLayout:
    """Lay out the map with the supply beside it if there is room, and the players, columns, hand
    and log below. The hand gets the rows it needs before the log does. `own_rows` and `cards` are
    the same as in `TableLayout.of`."""
    seats = view.seats
    hexes = view.map.hexes if view.board is not None else None
    max_map_height = height - seats - _MIN_HAND_HEIGHT
    measures = Measures.of(hexes, width - SUPPLY_WIDTH - 1, max_map_height)
    if measures.width > width - SUPPLY_WIDTH - 1 or hexes is None:
        measures = Measures.of(hexes, width, max_map_height)
    room_beside = width - SUPPLY_WIDTH - 1
    beside = measures.width <= room_beside
    area = Rect(0, 0, room_beside if beside else width, measures.height or max_map_height)
    supply = Rect(room_beside + 1, 0, SUPPLY_WIDTH, area.height) if beside else NO_RECT
    y = area.bottom
    lines = Rect(0, y, width, seats)
    y += seats
    spare = height - y - _MIN_HAND_HEIGHT
    columns = NO_RECT
    if spare >= TITLED_HEIGHT - 1:
        columns = Rect(0, y, width, min(spare, own_rows + 1))
        y += columns.height
    room = height - y
    spare = room - _hand_height(max(cards, view.box.hand_refill), room)
    log = NO_RECT
    if spare >= _MIN_LOG_HEIGHT - 1:
        log = Rect(0, height - spare, width, spare)
    bottom = log.y if log.height else height
    below = Rect(0, y, width, bottom - y)
    return TableLayout(
        *(measures, area, supply, lines, below, below, columns, NO_RECT, NO_RECT, log),
        pairs=False,
    )


_MIN_HAND_HEIGHT: Final = 4
_MIN_LOG_HEIGHT: Final = 4


def _hand_height(cards: int, room: int) -> int:
    """Return the height of a hand of `cards` cards in `room` rows: a title and one row per card, or
    one row per two cards if there is too little room. The title is left out if this makes room for
    the log. If there is no room for the log in any case, the hand gets all rows."""
    if 1 + cards <= room:
        return 1 + cards
    pairs = (cards + 1) // 2
    heights = (max(pairs + title, _MIN_HAND_HEIGHT) for title in (1, 0))
    return next((rows for rows in heights if rows + _MIN_LOG_HEIGHT - 1 <= room), room)


def _wide(
    view: World, width: int, height: int, own_rows: int, all_rows: int, cards: int
) -> TableLayout:
    """Lay out the map, columns, activation and supply on the left. On the right are the players,
    the hand, the score, the columns of players for whom there is no room on the left, and the log.
    `own_rows`, `all_rows` and `cards` are the same as in `TableLayout.of`."""
    hexes = view.map.hexes if view.board is not None else None
    right = _right_of(hexes, width, height)
    left = width - right - 1
    measures = Measures.of(hexes, left, height - _MIN_BELOW)
    area = Rect(0, 0, left, measures.height or height - _MIN_BELOW)
    supply = Rect(0, height - 1, left, 1)
    below = supply.y - area.bottom
    activation_height = max(_MIN_ACTIVATION_HEIGHT, min(TITLED_HEIGHT, below - all_rows))
    activation = Rect(0, supply.y - activation_height, left, activation_height)
    columns = Rect(0, area.bottom, left, below - activation_height)
    x = left + 1
    seats = view.seats
    lines = Rect(x, 0, right, 1 + 2 * seats)
    score_rows = 10
    max_hand_rows = 1 + view.box.hand_most
    hand_rows = min(max_hand_rows, 1 + max(cards, view.box.hand_refill)) if cards >= 0 else 0
    rows_left = height - lines.height - hand_rows
    score_height = min(score_rows, max(0, rows_left - _MIN_ROWS_BELOW_SCORE))
    score_height = score_height if score_height >= score_rows else 0
    below_hand = Rect(x, lines.bottom, right, hand_rows)
    scores = Rect(x, below_hand.bottom, right, score_height) if score_height else NO_RECT
    top = below_hand.bottom + score_height
    room = height - top - _MIN_LOG_HEIGHT
    rows_of_others = 0 if columns.height >= all_rows else min(all_rows - own_rows - 1, room)
    other_columns = Rect(x, top, right, rows_of_others) if rows_of_others > 1 else NO_RECT
    top += other_columns.height
    log = Rect(x, top, right, height - top)
    return TableLayout(
        *(
            measures,
            area,
            supply,
            lines,
            below_hand,
            activation,
            columns,
            other_columns,
            scores,
            log,
        ),
        pairs=True,
    )


def _right_of(hexes: Hexes | None, width: int, height: int) -> int:
    """Return the width of the column on the right: nearly half of `width` if the map keeps its
    minimum width, or less if that makes the regions larger."""
    max_width = max(_MIN_RIGHT_WIDTH, min(width - MAP_WIDTH - 1, width * 47 // 100))
    if max_width <= _MIN_SHRUNK_RIGHT_WIDTH:
        return max_width
    room = height - _MIN_BELOW
    smaller = Measures.of(hexes, width - max_width - 1, room)
    larger = Measures.of(hexes, width - _MIN_SHRUNK_RIGHT_WIDTH - 1, room)
    if (larger.unit, larger.lines) == (smaller.unit, smaller.lines):
        return max_width
    return min(max_width, width - larger.width - 1)


_MIN_RIGHT_WIDTH: Final = 50
_MIN_SHRUNK_RIGHT_WIDTH: Final = 62
"""Minimum width to which the column on the right shrinks in favour of the map."""

_MIN_ROWS_BELOW_SCORE: Final = 5
"""Minimum number of rows below the score, for the columns of other players and the log."""

_MIN_ACTIVATION_HEIGHT: Final = 5
"""Minimum number of rows reserved for an activated column: one per card (at most 5, DEU-5.6), and a
title if there are fewer cards."""

_MIN_BELOW: Final = TITLED_HEIGHT - 1 + _MIN_ACTIVATION_HEIGHT + 1
"""Minimum number of rows of columns, activation and supply below the map."""
