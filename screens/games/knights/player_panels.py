"""The players of Cities & Knights: two lines for each beside a small island, a table beside a large
one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from attrs import frozen

from engine.games.knights.state import NOBODY, Island
from engine.i18n.text import words
from screens.games.knights.symbols import IslandLabels, own_seat
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import widest, width_of
from screens.paint.shapes import RAISED, paint_chip

CHIP_WIDTH = 3
COLUMN_GAP = 1
MIN_NAME_WIDTH = 8

MIN_SHORT_NAME: Final = 3
"""Minimum width of a name beside a small island. If there is less room, only the letter before it
is shown."""

COLUMN_KEYS = ("points", "hand", "cards", "knights", "road")
"""Keys of the columns of the table, without those of the tracks."""

KNIGHTS_COLUMN: Final = COLUMN_KEYS.index("knights")
"""Index of the column of knights. The column of the road is after it."""

COLUMN_TITLES: Final = (words("VP"), words("hand"), words("cards"), words("knights"), words("road"))

SHORT_TITLES: Final = (words("VP"), words("hand"), words("cds"), words("kn"), words("rd"))
"""Short headings of the columns, for tables without room for `COLUMN_TITLES`."""

LONG_FIRST: Final = tuple(map(COLUMN_KEYS.index, ("knights", "road", "cards")))
"""Indexes of the columns whose headings become words if there is room, most important first."""


@frozen
class SmallTable:
    """Layout of a line of headings and two lines for each player.

    `right_edges` are the right edges of the columns for points, hand and cards, in the line of
    `headings` and in each player's first line. For the second line, `labels` and
    `lower_right_edges` are the labels and right edges of knights and road, as far as there is room,
    and `gap` contains the blanks after each label. `names` are the shortened names of the players,
    or empty strings if there is no room for names."""

    headings: Sequence[str]
    right_edges: Sequence[int]
    labels: Sequence[str]
    lower_right_edges: Sequence[int]
    gap: str
    names: Sequence[str]

    @classmethod
    def of(cls, labels: IslandLabels, rect: Rect) -> SmallTable:
        """Return the table laid out in `rect`."""
        view = labels.view
        headings = [
            labels.translate(COLUMN_TITLES[0]),
            labels.translate(COLUMN_TITLES[1]),
            labels.translate(labels.cards_in_short),
        ]
        hand_width = max(
            width_of(headings[1]), *(width_of(_hand(view, seat)) for seat in range(view.seats))
        )
        widths = [max(2, width_of(headings[0])), hand_width, width_of(headings[2])]
        right_edges = [rect.right - sum(widths[n + 1 :]) - len(widths[n + 1 :]) for n in range(3)]
        name_width = right_edges[0] - widths[0] - rect.x - CHIP_WIDTH - 2
        names = [""] * view.seats
        if name_width >= MIN_SHORT_NAME:
            names = labels.short(name_width)
        captions, gap = _small_labels(labels, rect.width)
        lower_right_edges = [rect.right] * len(captions)
        for width in _lower_widths(labels, captions, gap)[1:]:
            lower_right_edges[0] -= width + 1
        return cls(headings, right_edges, captions, lower_right_edges, gap, names)


def _small_labels(labels: IslandLabels, width: int) -> tuple[Sequence[str], str]:
    """Return the labels of knights and road, and the blanks after each label. Labels are
    abbreviated if there is no room for words, and left out, the road's first, if there is none for
    abbreviations."""
    is_last_marked = any(owner != NOBODY for owner in labels.view.metropolis_owners[-1:])
    levels = 3 * len(labels.view.box.tracks) + is_last_marked
    pairs = [*zip(COLUMN_TITLES[KNIGHTS_COLUMN:], SHORT_TITLES[KNIGHTS_COLUMN:], strict=True)]
    for count in range(len(pairs), 0, -1):
        for gap, titles in product((" ", ""), product(*pairs[:count])):
            captions = [labels.translate(title) for title in titles]
            if levels + sum(1 + one for one in _lower_widths(labels, captions, gap)) <= width:
                return captions, gap
    return [], ""


def _lower_widths(labels: IslandLabels, captions: Sequence[str], gap: str) -> list[int]:
    """Return the widths of knights and road with their labels `captions`, which may be fewer."""
    seats = range(labels.view.seats)
    return [
        widest(f"{caption}{gap}{cell(seat)}" for seat in seats)
        for caption, cell in zip(captions, (labels.knights, labels.road), strict=False)
    ]


def _hand(view: Island, seat: int) -> str:
    return f"{view.hand_sizes[seat]}/{view.discard_limit(seat)}"


def paint_small(labels: IslandLabels, canvas: Canvas, rect: Rect) -> int:
    """Paint two lines per player below the headings: name, points, hand and cards in the first, and
    levels, knights and road in the second. Return the row after them."""
    view = labels.view
    table = SmallTable.of(labels, rect)
    for key, heading, right in zip(COLUMN_KEYS, table.headings, table.right_edges, strict=False):
        start = canvas.put_right(right, rect.y, heading, "dim")
        canvas.spot(("head", key), Rect(start, rect.y, right - start, 1))
    for seat in range(view.seats):
        y = rect.y + 1 + 2 * seat
        line = Rect(rect.x, y, rect.width, 2)
        canvas.ground(line, RAISED if seat == own_seat(labels.scene) else "")
        canvas.spot(("player", seat), line, anchor=Rect(rect.x, y, rect.width, 1))
        x = paint_chip(canvas, rect.x, y, labels.letters[seat], f"piece.{seat}")
        role = f"seat.{seat} bold" if seat == view.active else f"seat.{seat}"
        canvas.put(x + 1, y, table.names[seat], role)
        held = view.cards_held(seat)
        over = view.hand_sizes[seat] > view.discard_limit(seat)
        cells = (
            (str(view.points(seat)), "strong"),
            (_hand(view, seat), "warn" if over else "text"),
            (str(held), "text" if held else "dim"),
        )
        for right, (text, role) in zip(table.right_edges, cells, strict=True):
            canvas.put_right(right, y, text, role)
        _paint_details(canvas, rect.x + 1, y + 1, table, seat, labels)
    return rect.y + 1 + 2 * view.seats


def _paint_details(
    canvas: Canvas, x: int, y: int, table: SmallTable, seat: int, labels: IslandLabels
) -> None:
    """Paint the levels, the knights and the road of a seat, each after its label."""
    view, left = labels.view, x
    for track in range(len(view.box.tracks)):
        x = canvas.put(x, y, labels.track(track), f"hue.{view.box.tracks[track].color}")
        x = canvas.put(x, y, labels.level(seat, track), _level_role(view, seat, track))
    if x > left:
        canvas.spot(("head", "levels"), Rect(left, y, x - left, 1))
    road_role = "strong" if view.award == seat else "text"
    cells = ((labels.knights(seat), labels.knights_role(seat)), (labels.road(seat), road_role))
    for key, label, right, (text, role) in zip(
        COLUMN_KEYS[KNIGHTS_COLUMN:], table.labels, table.lower_right_edges, cells, strict=False
    ):
        start = canvas.put_right(right, y, text, role)
        start = canvas.put_right(start, y, f"{label}{table.gap}", "dim")
        canvas.spot(("head", key), Rect(start, y, width_of(label), 1))


def _level_role(view: Island, seat: int, track: int) -> str:
    return f"hue.{view.box.tracks[track].color} bold" if view.levels[seat][track] else "dim"


def _paint_backs(canvas: Canvas, x: int, y: int, seat: int, labels: IslandLabels) -> None:
    for text, role in labels.backs(seat):
        x = canvas.put(x, y, text, role)


# ---------------------------------------------------------------------- a table


CARDS_COLUMN = COLUMN_KEYS.index("cards")
"""Index of the column of progress cards. The tracks are after it."""


@frozen
class PlayersTable:
    """Layout of the players' table.

    `cells` contains the cells of each column by seat. `names` are the shortened names of the
    players. `right_edges` are the right edges of the columns, and `starts` the left edges of the
    tracks. `has_red_numbers` is true if there is room for the red die numbers."""

    headings: Sequence[str]
    cells: Sequence[Sequence[str]]
    names: Sequence[str]
    right_edges: Sequence[int]
    starts: Sequence[int]
    has_red_numbers: bool

    @classmethod
    def of(cls, labels: IslandLabels, rect: Rect) -> PlayersTable:
        """Return the table laid out in `rect`."""
        view = labels.view
        tracks = len(view.box.tracks)
        cells = _cells(labels)
        headings = [labels.translate(title) for title in SHORT_TITLES]
        fixed_width = CHIP_WIDTH + 1 + len(headings) * COLUMN_GAP
        min_width = fixed_width + tracks * (5 + COLUMN_GAP) + MIN_NAME_WIDTH
        for at in LONG_FIRST:
            longer = [*headings[:at], labels.translate(COLUMN_TITLES[at]), *headings[at + 1 :]]
            if min_width + sum(_widths(longer, cells)) <= rect.width:
                headings = longer
        widths = _widths(headings, cells)
        used_width = fixed_width + sum(widths)
        red = used_width + tracks * (5 + COLUMN_GAP) + 5 <= rect.width
        track_width = (5 if red else 2) + COLUMN_GAP
        longest = widest(labels.names) + 2
        name = min(rect.width - used_width - tracks * track_width, max(MIN_NAME_WIDTH, longest))
        left = rect.x + CHIP_WIDTH + 1 + name
        right_edges: list[int] = []
        starts: list[int] = []
        for number, width in enumerate(widths):
            left += width + COLUMN_GAP
            right_edges.append(left)
            if number == CARDS_COLUMN:
                starts = [left + COLUMN_GAP + track * track_width for track in range(tracks)]
                left += track_width * tracks
        return cls(headings, cells, labels.short(max(3, name)), right_edges, starts, red)


def _widths(headings: Sequence[str], cells: Sequence[Sequence[str]]) -> list[int]:
    return [
        widest([heading, *cells_of_column])
        for heading, cells_of_column in zip(headings, cells, strict=True)
    ]


def _cells(labels: IslandLabels) -> list[list[str]]:
    view, seats = labels.view, range(labels.view.seats)
    roads = [labels.road(seat) for seat in seats]
    return [
        [str(view.points(seat)) for seat in seats],
        [_hand(view, seat) for seat in seats],
        [labels.cards(seat) for seat in seats],
        [labels.knights(seat) for seat in seats],
        [road if view.award == seat else f"{road} " for seat, road in enumerate(roads)],
    ]


def paint_table(labels: IslandLabels, canvas: Canvas, rect: Rect) -> int:
    """Paint a line of headings and a line per player: points, hand, progress cards, tracks, knights
    and road. If there is room, the tracks have red die numbers, which a last line explains. Return
    the row after the table."""
    table = PlayersTable.of(labels, rect)
    _paint_headings(labels, canvas, rect.y, table)
    for seat in range(labels.view.seats):
        line = Rect(rect.x, rect.y + 1 + seat, rect.width, 1)
        if seat == own_seat(labels.scene):
            canvas.ground(line, RAISED)
        _paint_player(canvas, line, seat, table, labels)
        canvas.spot(("player", seat), line, anchor=line)
    y = rect.y + 1 + labels.view.seats
    if not table.has_red_numbers or not table.starts:
        return y
    note = labels.translate(words("red: red die numbers that draw a card"))
    names = [labels.translate(track.names) for track in labels.view.box.tracks]
    tracks = "  ".join(f"{labels.track(n)} {name}" for n, name in enumerate(names))
    whole = f"{tracks}  {note}"
    canvas.put(rect.x, y, whole if width_of(whole) <= rect.width else note, "dim")
    return y + 1


def _paint_headings(labels: IslandLabels, canvas: Canvas, y: int, table: PlayersTable) -> None:
    for key, heading, right in zip(COLUMN_KEYS, table.headings, table.right_edges, strict=True):
        start = canvas.put_right(right, y, heading, "dim")
        canvas.spot(("head", key), Rect(start, y, right - start, 1))
    for track, start in enumerate(table.starts):
        color = labels.view.box.tracks[track].color
        end = canvas.put(start, y, labels.track(track), f"hue.{color} bold")
        if table.has_red_numbers:
            end = canvas.put(end + 1, y, labels.translate(words("red")), "dim")
        canvas.spot(("track", track), Rect(start, y, end - start, 1))


def _paint_player(
    canvas: Canvas, line: Rect, seat: int, table: PlayersTable, labels: IslandLabels
) -> None:
    view, y = labels.view, line.y
    x = paint_chip(canvas, line.x, y, labels.letters[seat], f"piece.{seat}")
    role = f"seat.{seat} bold" if seat == view.active else f"seat.{seat}"
    canvas.put(x + 1, y, table.names[seat], role)
    over = view.hand_sizes[seat] > view.discard_limit(seat)
    roles = (
        "strong",
        "warn" if over else "text",
        "text",
        labels.knights_role(seat),
        "strong" if view.award == seat else "text",
    )
    for cells, right, role in zip(table.cells, table.right_edges, roles, strict=True):
        canvas.put_right(right, y, cells[seat], role)
    held = width_of(table.cells[CARDS_COLUMN][seat])
    _paint_backs(canvas, table.right_edges[CARDS_COLUMN] - held, y, seat, labels)
    for track, start in enumerate(table.starts):
        end = canvas.put(start, y, labels.level(seat, track), _level_role(view, seat, track))
        if table.has_red_numbers:
            canvas.put(end, y, labels.gate_numbers(seat, track), "dim")
