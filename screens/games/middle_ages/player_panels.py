"""The fiefs of Middle Ages, in one table with common column titles, with one line or three for each
player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from engine.games.middle_ages.scoring import income_with_one_more
from engine.games.middle_ages.state import NOWHERE, Kingdom
from engine.games.middle_ages.wording import formula
from engine.i18n.text import plural, words
from screens.games.middle_ages.symbols import KingdomLabels
from screens.paint.canvas import BAR_STYLE, Canvas, Rect
from screens.paint.cells import widest, width_of, wrap
from screens.paint.shapes import RAISED, SURFACE, paint_chip
from screens.table_view.scene import Scene

COLUMN_COUNT: Final = 8
"""Number of columns of a fief."""

COUNTS_WIDTH: Final = 8
"""Width of the counts on the right: graveyard, farmers and chests."""

CHIP_WIDTH: Final = 3
COINS_WIDTH: Final = 3
MIN_COLUMN_WIDTH: Final = 6
MIN_SHORT_WIDTH: Final = 6
"""Minimum width of a column whose title is cut."""

MAX_COLUMN_WIDTH: Final = 12
AIRY_WIDTH: Final = 11
"""Minimum width of columns separated by a blank."""
MIN_NAME_WIDTH: Final = 5
MAX_NAME_WIDTH: Final = 14


@frozen
class Grid:
    """Positions of the columns of the players' table.

    `name_width` is the width of the names, and `columns` are the left edges and widths of the
    columns of the eight types. `counts_below` is true if the counts are below the names, in fiefs
    of several lines."""

    x: int
    width: int
    name_width: int
    columns: tuple[tuple[int, int], ...]
    counts_below: bool

    @classmethod
    def of(
        cls, labels: KingdomLabels, x: int, width: int, *, with_formulas: bool, counts_below: bool
    ) -> Grid:
        """Lay out the columns. Each gets the width of its title and a blank, and the widest are
        narrowed if names lack room. Remaining room goes first to names, then evenly to the columns,
        up to `MAX_COLUMN_WIDTH`. `with_formulas` gives each column room for its formula without
        tokens, for fiefs with three lines. `counts_below` reserves no room for counts on the right
        and lets wide columns end with a blank, if all fiefs have three lines."""
        titles = [width_of(labels.type_name(type_)) for type_ in range(COLUMN_COUNT)]
        if with_formulas:
            printed = (_formula_width(len(type_.income_types)) for type_ in labels.view.box.types)
            titles = list(map(max, titles, printed))
        fixed_width = CHIP_WIDTH + 1 + COINS_WIDTH + 1
        room_for_columns = width - fixed_width - (0 if counts_below else COUNTS_WIDTH)
        widths = [max(title + 1, MIN_COLUMN_WIDTH) for title in titles]
        for column in sorted(range(COLUMN_COUNT), key=widths.__getitem__, reverse=True):
            missing = MIN_NAME_WIDTH - (room_for_columns - sum(widths))
            widths[column] -= max(0, min(missing, widths[column] - MIN_SHORT_WIDTH))
        room = room_for_columns - sum(widths)
        wanted_name_width = min(MAX_NAME_WIDTH, max(MIN_NAME_WIDTH, widest(labels.names))) + 2
        name_width = max(MIN_NAME_WIDTH, min(wanted_name_width, room))
        room -= name_width
        while room >= COLUMN_COUNT and min(widths) < MAX_COLUMN_WIDTH:
            widths = [column_width + 1 for column_width in widths]
            room -= COLUMN_COUNT
        while room > 0 and min(widths) < MAX_COLUMN_WIDTH:
            narrowest = widths.index(min(widths))
            widths[narrowest] += 1
            room -= 1
        gap = 1 if counts_below and min(widths) >= AIRY_WIDTH else 0
        left, columns = x + fixed_width + name_width, []
        for column_width in widths:
            columns.append((left, column_width - gap))
            left += column_width
        return cls(x, width, name_width, tuple(columns), counts_below)

    @property
    def counts(self) -> int:
        """First column of graveyard, farmers and chests."""
        left, width = self.columns[-1]
        return max(left + width, self.x + self.width - COUNTS_WIDTH)

    def names(self, labels: KingdomLabels) -> list[str]:
        """Return the players' names, shortened to fit before their coins in such a way that all
        differ."""
        too_long = width_of(str(max(labels.view.coins))) - COINS_WIDTH + 1
        return labels.short(self.name_width - max(0, too_long))


def _formula_width(types: int) -> int:
    """Return the width of the formula of a column that counts `types` types, such as `2×F` or
    `2×(V+R)`."""
    return 3 if types == 1 else 3 + 2 * types


def paint_headings(labels: KingdomLabels, canvas: Canvas, y: int, grid: Grid) -> None:
    """Paint the tokens left, the column titles in their tints, and the symbols of the counts unless
    these are below the names. Without tints, only every other title is bold."""
    view = labels.view
    tokens_text = f"{canvas.glyphs('coin')}{view.coin_tokens_left} {labels.tokens_left()}"
    title = labels.translate(words("left"))
    room = grid.columns[0][0] - grid.x - 1
    shown = (
        f"{title} {tokens_text}"
        if width_of(title) + width_of(tokens_text) + 1 <= room
        else tokens_text
    )
    canvas.put_clipped(grid.x, y, room, shown, "dim", spot=TOKENS_PLACE)
    for type_, (x, width) in enumerate(grid.columns):
        role = f"card.{view.box.types[type_].id}"
        canvas.fill(x, y, width, 1, ground=role)
        weight = " bold" if labels.scene.theme.tinted or type_ % 2 == 0 else ""
        canvas.put(x, y, _head(labels.type_name(type_), width), f"text{weight}")
    if not grid.counts_below:
        for at, sign in enumerate(COUNT_GLYPHS):
            canvas.put_right(grid.counts + 3 * at + 2, y, canvas.glyphs(sign), "dim")


def _head(title: str, width: int) -> str:
    """Return a title, shortened if it would otherwise fill the last cell of its column."""
    if width_of(title) < width:
        return title
    letters = title
    while width_of(letters) > width - 2:
        letters = letters[:-1]
    return f"{letters}."


TOKENS_PLACE: Final = ("tokens",)
"""Place of the tokens that nobody has taken yet."""

COUNT_GLYPHS: Final = ("grave", "farmer", "chest")


def _counts(view: Kingdom, seat: int) -> tuple[int, int, int]:
    """Return the numbers of tiles in the graveyard, of farmers and of chests of a seat, in the
    order of `COUNT_GLYPHS`."""
    return len(view.graveyards[seat]), view.farmers[seat], view.chests[seat]


def paint_line(
    labels: KingdomLabels,
    canvas: Canvas,
    y: int,
    seat: int,
    grid: Grid,
    *,
    income: bool,
    rows: int = 1,
    title_row: int,
) -> None:
    """Paint a fief in one line: name, coins, number of tiles and tokens per type, counts unless
    these are below the name, and with `income` the current income of each column. A column is
    clickable over `rows` rows. Its key is beside its title, which is in the row `title_row`."""
    view = labels.view
    _paint_name(labels, canvas, y, seat, grid)
    canvas.put_right(grid.columns[0][0] - 1, y, str(view.coins[seat]), "strong")
    for column, (x, width) in enumerate(grid.columns):
        _paint_count(labels, canvas, Rect(x, y, width, 1), seat, column, income=income)
        spot = Rect(x, y, width, rows)
        key = Rect(x + width - 1, title_row, 1, 1)
        canvas.spot(("column", seat, column), spot, anchor=spot, shade=BAR_STYLE, key=key)
    if grid.counts_below:
        return
    for at, number in enumerate(_counts(view, seat)):
        role = "text" if number else "dim"
        canvas.put_right(grid.counts + 3 * at + 2, y, str(number), role)
    canvas.spot(("graveyard", seat), Rect(grid.counts, y, 2, 1))


def _paint_name(labels: KingdomLabels, canvas: Canvas, y: int, seat: int, grid: Grid) -> None:
    """Paint the chip, the name and, if there is room, a scout that is in hand (not after the game).
    The line of the emphasized seat has a lighter background."""
    scene, view = labels.scene, labels.view
    is_emphasized = seat == scene.emphasized_seat
    canvas.ground(Rect(grid.x, y, grid.width, 1), RAISED if is_emphasized else SURFACE)
    end = paint_chip(canvas, grid.x, y, labels.letters[seat], f"piece.{seat}")
    role = f"seat.{seat} bold" if is_emphasized else f"seat.{seat}"
    end = canvas.put(end + 1, y, grid.names(labels)[seat], role)
    room = grid.name_width - width_of(scene.name(seat)) - 2
    if view.scout_row[seat] == NOWHERE and not view.over and room > 0:
        canvas.put(end + (room > 1), y, canvas.glyphs("scout"), f"seat.{seat}")
    canvas.spot(("fief", seat), Rect(grid.x, y, CHIP_WIDTH + 1 + grid.name_width, 1))


def _paint_count(
    labels: KingdomLabels, canvas: Canvas, rect: Rect, seat: int, column: int, *, income: bool
) -> None:
    view = labels.view
    count = view.count(seat, column)
    if count:
        canvas.fill(*rect, ground=f"card.{view.box.types[column].id}")
        end = canvas.put(rect.x + 1, rect.y, str(count), "strong")
    else:
        end = canvas.put(rect.x + 1, rect.y, canvas.glyphs("dot"), "faint")
    end = _paint_tokens(labels, canvas, end, rect.y, seat, column)
    if income and count:
        number = str(view.income(seat, column))
        last = max(rect.right - 1, end + width_of(number))
        if last <= rect.right:
            canvas.put_right(last, rect.y, number, "note")


def _paint_tokens(
    labels: KingdomLabels, canvas: Canvas, x: int, y: int, seat: int, column: int
) -> int:
    """Paint a coin token as a symbol and a plot token as a block in its type's hue. Return the
    column after them."""
    view = labels.view
    if view.coin_tokens[seat][column]:
        x = canvas.put(x, y, canvas.glyphs("coin"), "strong")
    letter = labels.plot_token(seat, column)
    if letter:
        id = view.box.types[view.plot_tokens[seat][column]].id
        x = canvas.put(x, y, letter, f"block.{id}", ground="")
    return x


def paint_income_with_one_more(
    scene: Scene[Kingdom], canvas: Canvas, y: int, seat: int, grid: Grid
) -> None:
    """Paint the income that each of a seat's columns would have with one more tile in it."""
    title = scene.translate(words("with 1 more"))
    canvas.put_clipped(grid.x + 1, y, grid.columns[0][0] - grid.x - 2, title, "dim")
    for column, (x, width) in enumerate(grid.columns):
        number = str(income_with_one_more(scene.view, seat, column))
        canvas.put_right(x + width - 1, y, number, "text")


# ---------------------------------------------------------------------- three lines per player


def paint_fief(
    labels: KingdomLabels, canvas: Canvas, y: int, seat: int, grid: Grid, *, title_row: int
) -> None:
    """Paint a fief in three lines: counts and income, tiles from bottom to top, formulas. Until the
    game is over, the number of empty columns is below the name. The column titles are in the row
    `title_row`."""
    view = labels.view
    is_emphasized = seat == labels.scene.emphasized_seat
    canvas.ground(Rect(grid.x, y, grid.width, 3), RAISED if is_emphasized else SURFACE)
    paint_line(labels, canvas, y, seat, grid, income=True, rows=3, title_row=title_row)
    x = grid.x + CHIP_WIDTH + 1
    if grid.counts_below:
        _paint_counts(canvas, x, y + 1, seat, view)
    empty = view.empty_columns(seat)
    if empty and not view.over:
        text = plural("{n} empty column", "{n} empty columns", empty)
        lines = wrap(labels.translate(text), grid.columns[0][0] - x - 1)
        for row, line in enumerate(lines, y + 1 + grid.counts_below):
            if row < y + 3:
                canvas.put(x, row, line, "dim")
    for column, (left, width) in enumerate(grid.columns):
        if view.count(seat, column):
            canvas.fill(left, y + 1, width, 1, ground=f"card.{view.box.types[column].id}")
            tiles = _tiles(view, seat, column, labels)
            canvas.put(left + 1, y + 1, _fitting(tiles, width - 1), "text")
        shown = labels.translate(formula(view, seat, column))
        if width_of(shown) > width - 1:
            shown = shown.translate(_WITHOUT_BRACKETS)
        canvas.put_clipped(left + 1, y + 2, width - 1, shown, "dim")


def _paint_counts(canvas: Canvas, x: int, y: int, seat: int, view: Kingdom) -> None:
    """Paint the graveyard, the farmers and the chests in a row, each after its symbol."""
    start = x
    for sign, number in zip(COUNT_GLYPHS, _counts(view, seat), strict=True):
        x = canvas.put(x, y, canvas.glyphs(sign), "dim")
        x = canvas.put(x, y, str(number), "text" if number else "dim") + 1
        if sign == "grave":
            canvas.spot(("graveyard", seat), Rect(start, y, x - 1 - start, 1))


_WITHOUT_BRACKETS: Final = str.maketrans("", "", "(+)")
"""Translation table that deletes brackets and plus signs from a formula: `3×VRP` for
`3×(V+R+P)`."""


def _tiles(view: Kingdom, seat: int, column: int, labels: KingdomLabels) -> list[str]:
    """Return the numbers and symbols of a column's tiles, from bottom to top."""
    faces = (view.box.tiles[tile] for tile in view.fiefs[seat][column])
    return [f"{face.number}{labels.symbols(face.farmers, face.chests)}" for face in faces]


def _fitting(tiles: Sequence[str], width: int) -> str:
    """Return the tiles in a line of at most `width` cells. If not all fit, the bottom ones are
    replaced by their number; empty if even this does not fit."""
    for hidden in range(len(tiles) + 1):
        text = " ".join([*([f"+{hidden}"] if hidden else []), *tiles[hidden:]])
        if width_of(text) <= width:
            return text
    return ""
