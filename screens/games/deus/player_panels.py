"""The players of Deus: one or two lines of goods each, and the cards of their columns in order of
activation."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.common_wording import player
from engine.core.score_sheet import Column, Row, Sheet
from engine.games.deus.components import GOLD, STANDARD, TEMPLE, TYPES
from engine.games.deus.scoring import (
    MAJORITIES,
    holding,
    majority_score,
    points,
    temples_score,
    total,
)
from engine.games.deus.state import World
from engine.games.deus.wording import within
from engine.i18n.text import Seat, Text, words
from screens.games.deus.symbols import POINTS, WorldLabels, chip, hue, tint
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import widest, width_of
from screens.paint.shapes import RAISED, SURFACE, paint_chip, paint_heading
from screens.table_view.scene import Scene

Cell = tuple[str, str]
"""A text and its style role."""


# ---------------------------------------------------------------------- a player's panel


def goods(labels: WorldLabels, seat: int) -> list[Cell]:
    """Return cells with the gold, VP (`?` if they are hidden), resources and number of cards in
    hand."""
    view = labels.view
    held = points(view, seat)
    vp = "?" if held is None else str(held)
    cells = [
        (labels.amount(GOLD, view.gold[seat]), "strong"),
        (f"{vp}{labels.translate(POINTS)}", "dim" if held is None else "strong"),
    ]
    for resource in view.box.resources:
        number = view.resources[seat][resource.index]
        role = f"resource.{resource.id}" if number else "dim"
        cells.append((f"{labels.code(resource.id)}{number}", role))
    cells.append((f"{labels.glyphs('card')}{len(view.hands[seat])}", "text"))
    return cells


def columns(labels: WorldLabels, seat: int) -> list[Cell]:
    """Return a cell for each type with the height of the column and the pieces available and in
    stock, in the role `bad` if none is available. The cell for temples has only the height."""
    view = labels.view
    cells = []
    for type_ in STANDARD:
        ready, stock = view.available[seat][type_], view.stock[seat][type_]
        text = f"{labels.piece(type_)}{view.height(seat, type_)}:{ready}/{stock}"
        cells.append(
            (text, "bad" if not ready else hue(type_) if view.height(seat, type_) else "dim")
        )
    built = view.height(seat, TEMPLE)
    cells.append((f"{labels.piece(TEMPLE)}{built}", hue(TEMPLE) if built else "dim"))
    return cells


def paint_lines(labels: WorldLabels, canvas: Canvas, rect: Rect) -> None:
    """Paint one line per player: goods, then columns and pieces."""
    view = labels.view
    rows = [[*goods(labels, seat), *columns(labels, seat)] for seat in range(view.seats)]
    widths = [widest(row[n][0] for row in rows) for n in range(len(rows[0]))]
    name = rect.width - 4 - sum(widths) - len(widths)
    names = labels.short(max(1, min(name, widest(labels.names))))
    spare = max(0, name - widest(names))
    for seat, row in enumerate(rows):
        y = rect.y + seat
        _paint_name(labels, canvas, rect, y, seat, names[seat])
        x = rect.x + 4 + widest(names) + min(spare, 2) + 1
        for n, (text, role) in enumerate(row):
            column = n - (len(row) - len(TYPES))
            if column == 0:
                x = rect.right - sum(widths[n:]) - len(widths[n:]) + 1
            _paint_cell(canvas, x, y, widths[n], text, role, flush=n < 2)
            if column >= 0:
                canvas.spot(("height", seat, TYPES[column]), Rect(x, y, widths[n], 1))
            x += widths[n] + 1


def _paint_cell(
    canvas: Canvas, x: int, y: int, width: int, text: str, role: str, *, flush: bool
) -> None:
    if flush:
        canvas.put_right(x + width, y, text, role)
    else:
        canvas.put(x, y, text, role)


def _paint_name(
    labels: WorldLabels, canvas: Canvas, rect: Rect, y: int, seat: int, name: str
) -> int:
    view = labels.view
    canvas.fill(rect.x, y, rect.width, 1, ground=RAISED if seat == view.active else SURFACE)
    end = paint_chip(canvas, rect.x, y, labels.letters[seat], f"piece.{seat}")
    is_emphasized = seat == labels.scene.emphasized_seat
    x = canvas.put(end + 1, y, name, f"seat.{seat} bold" if is_emphasized else f"seat.{seat}")
    canvas.spot(("player", seat), Rect(rect.x, y, x - rect.x, 1))
    return x


def paint_pairs(labels: WorldLabels, canvas: Canvas, rect: Rect) -> None:
    """Paint two lines per player: goods, then columns and pieces."""
    view = labels.view
    rows = [goods(labels, seat) for seat in range(view.seats)]
    widths = [widest(row[n][0] for row in rows) for n in range(len(rows[0]))]
    below = [columns(labels, seat) for seat in range(view.seats)]
    room = rect.width - 5 - sum(widths) - 2 * len(widths)
    names = labels.short(max(3, min(room, 20)))
    for seat, row in enumerate(rows):
        y = rect.y + 2 * seat
        _paint_name(labels, canvas, rect, y, seat, names[seat])
        canvas.fill(rect.x, y + 1, rect.width, 1, ground=RAISED if seat == view.active else SURFACE)
        x = rect.right
        for n in reversed(range(len(row))):
            x -= widths[n] + 1
            _paint_cell(canvas, x, y, widths[n], *row[n], flush=n < 2)
            x -= 1 if n > 1 else 0
        step = max(7, (rect.width - 6) // len(TYPES))
        for column, (text, role) in enumerate(below[seat]):
            at = rect.x + 4 + column * step
            canvas.put(at, y + 1, text, role)
            canvas.spot(("height", seat, TYPES[column]), Rect(at, y + 1, width_of(text), 1))


def goods_sheet(view: World) -> Sheet:
    """Return the gold, resources and number of cards in hand of all players, as a sheet."""
    kinds = view.box.resources
    names = [words("{kind}", kind=within(kind.names)) for kind in kinds]
    columns = (
        Column(GOLD, words("gold"), words("gold")),
        *(Column(resource.id, kind, kind) for resource, kind in zip(kinds, names, strict=True)),
        Column("cards", words("cards"), words("cards in hand")),
    )
    rows = tuple(
        Row(seat, player(seat), (view.gold[seat], *view.resources[seat], len(view.hands[seat])))
        for seat in range(view.seats)
    )
    return Sheet("goods", words("Goods"), columns, rows)


# ---------------------------------------------------------------------- columns of cards


def _wrapped(labels: WorldLabels, seat: int, type_: int, width: int) -> list[list[int]]:
    """Return the indices of a column's cards, wrapped into lines of at most `width` cells. A card
    that is wider has a line of its own."""
    view = labels.view
    lines: list[list[int]] = [[]]
    used = 0
    for index, card in enumerate(view.columns[seat][type_]):
        card_width = width_of(labels.card_of(seat, card)) + 3
        if lines[-1] and used + card_width > width:
            lines.append([])
            used = 0
        lines[-1].append(index)
        used += card_width
    return lines


SIGNS_OF_COLUMNS = words("cards : pieces ready/in stock")
"""Legend of the numbers after a column's letter."""


def signs_of_lines(labels: WorldLabels) -> Text:
    """Return the legend of the symbols in a player's line."""
    return words(
        "{sign}5 hand  {letter}0:2/3 cards:pieces ready/in stock",
        sign=labels.glyphs("card"),
        letter=labels.piece(0),
    )


def signs_in_short(labels: WorldLabels) -> list[Text]:
    """Return the parts of a short form of the legend in `signs_of_lines`."""
    return [words("cards:ready/stock"), words("{sign} hand", sign=labels.glyphs("card"))]


HEAD_WIDTH = 9
"""Width in cells of a column's letter, height and pieces, including a blank."""


def rows_of_columns(view: World, seat: int) -> int:
    """Return the minimum number of rows for a seat's columns: one per filled column, and one for
    the empty columns together, if there are any."""
    filled = sum(view.height(seat, type_) > 0 for type_ in range(len(TYPES)))
    return filled + (filled < len(TYPES))


def paint_columns(labels: WorldLabels, canvas: Canvas, rect: Rect, seat: int) -> None:
    """Paint a seat's columns, each from the first activated card to the last, with a title if there
    is a row for it.

    Empty columns share the last row. Long columns continue in further rows if enough rows are left;
    otherwise names are shortened.
    """
    view = labels.view
    y, spare = rect.y, rect.height - rows_of_columns(view, seat)
    if spare > 0:
        title = labels.translate(words("{seat}'s columns", seat=Seat(seat)))
        fact = labels.translate(SIGNS_OF_COLUMNS)
        paint_heading(
            canvas, Rect(rect.x, y, rect.width, 1), title, fact, title_role=f"seat.{seat} bold"
        )
        y, spare = y + 1, spare - 1
    room = rect.width - HEAD_WIDTH
    empty = [type_ for type_ in range(len(TYPES)) if not view.height(seat, type_)]
    for type_ in range(len(TYPES)):
        if type_ in empty:
            continue
        lines = _wrapped(labels, seat, type_, room)
        if len(lines) - 1 > spare:
            lines = [list(range(view.height(seat, type_)))]
        spare -= len(lines) - 1
        _paint_column_head(labels, canvas, rect.x, y, seat, type_)
        for indices in lines:
            _paint_cards(
                labels, canvas, Rect(rect.x + HEAD_WIDTH, y, room, 1), seat, type_, indices
            )
            y += 1
    for number, type_ in enumerate(empty):
        _paint_column_head(labels, canvas, rect.x + number * HEAD_WIDTH, y, seat, type_)


def _paint_column_head(
    labels: WorldLabels, canvas: Canvas, x: int, y: int, seat: int, type_: int
) -> None:
    view = labels.view
    height = view.height(seat, type_)
    start = x
    x = paint_chip(canvas, x, y, labels.piece(type_), chip(type_) if height else "dim")
    x = canvas.put(x, y, f"{height}", "strong" if height else "dim")
    if type_ != TEMPLE:
        ready, stock = view.available[seat][type_], view.stock[seat][type_]
        x = canvas.put(x, y, f":{ready}/{stock}", "dim" if ready else "bad")
    canvas.spot(("column", seat, TYPES[type_]), Rect(start, y, HEAD_WIDTH - 1, 1))


def _paint_cards(
    labels: WorldLabels, canvas: Canvas, line: Rect, seat: int, type_: int, indices: Sequence[int]
) -> None:
    """Paint the cards at `indices` as blocks in a row. A symbol precedes each card
    except the column's first."""
    view = labels.view
    cards = view.columns[seat][type_]
    widths = fitted(
        [width_of(labels.card_of(seat, cards[index])) for index in indices], line.width + 1, 3
    )
    x = line.x
    for index, width in zip(indices, widths, strict=True):
        if index:
            canvas.put(x - 1, line.y, canvas.glyphs("mark.left"), "dim")
        name = labels.card_of(seat, cards[index], width)
        start = x
        x = canvas.put(x, line.y, f" {name} ", "text", ground=tint(type_))
        canvas.spot(("column", seat, TYPES[type_], index + 1), Rect(start, line.y, x - start, 1))
        x += 1


def fitted(lengths: Sequence[int], room: int, extra: int) -> list[int]:
    """Return the widths to which names of the widths `lengths` are shortened so that they fit side
    by side into `room` cells, each with `extra` more cells. The longest names are shortened
    first, but none to less than one cell."""
    widths = list(lengths)
    while widths and sum(widths) + extra * len(widths) > room and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    return widths


def score_rows(scene: Scene[World]) -> list[tuple[str, list[str]]]:
    """Return the rows of the score, each with a title and a cell per seat. Hidden numbers are
    `?`."""

    view = scene.view
    seats = range(view.seats)

    def shown(number: int | None) -> str:
        return "?" if number is None else str(number)

    rows = [
        (scene.translate(words("VP tokens")), [shown(points(view, seat)) for seat in seats]),
        (scene.translate(words("Temples")), [str(temples_score(view, seat)) for seat in seats]),
    ]
    for majority in view.box.majorities:
        cells = [
            f"{majority_score(view, seat, majority)} ({holding(view, seat, majority)})"
            for seat in seats
        ]
        rows.append((scene.translate(MAJORITIES[majority]), cells))
    rows.append((scene.translate(words("Total")), [shown(total(view, seat)) for seat in seats]))
    return rows
