"""Painting of a waiting table: its seats, how to join, and the settings of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from engine.i18n.text import Text, plural, verbatim, words
from engine.lobby.chat import ChatLine
from engine.lobby.waiting_table import JOIN_CLOSED, JOIN_OPEN, JOIN_WITH_CODE, TableSlot
from screens.lobby.lobby_painting import WIDE_LOBBY
from screens.lobby.member import Member
from screens.lobby.table_cards import chosen_options, time_limit_terms
from screens.lobby.waiting_view import (
    ADD_SEAT_PLACE,
    BEGIN_PLACE,
    DROP_SEAT_PLACE,
    EMPTY_PLACE,
    JOINING_PLACE,
    LEAVE_PLACE,
    MOVE_PLACE,
    OPTIONS_PLACE,
    ORDER_PLACE,
    SEAT_PLACE,
    WaitingView,
)
from screens.pages.app_context import PageContext
from screens.pages.menu_actions import ROOMY_HEIGHT, paint_button
from screens.pages.page_frame import paint_value
from screens.pages.reader_settings import ReaderSettings
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, width_of, wrap
from screens.paint.shapes import RAISED, paint_panel


class WaitingPage(Protocol):
    """A page about a waiting table. `in_lobby` are the new messages in the lobby."""

    view: WaitingView
    in_lobby: Sequence[ChatLine]
    member: Member
    page_context: PageContext

    reader: ReaderSettings

    def translate(self, text: Text) -> str:
        """Return a message in the reader's language."""

    def stops(self) -> Sequence[Spot]:
        """Return the places that the cursor visits."""


_JOINING_TEXTS: Final = {
    JOIN_OPEN: words("anyone in the lobby"),
    JOIN_WITH_CODE: words("anyone with the code"),
    JOIN_CLOSED: words("invited players only"),
}

SIDE_WIDTH: Final = 38
"""Width, in columns, of the side panel on pages narrower than `WIDE_LOBBY`."""

WIDE_SIDE: Final = 50
"""Width, in columns, of the side panel on pages at least as wide as `WIDE_LOBBY`."""

MIN_ROWS_ABOVE: Final = 3
"""Minimum number of rows above the seats."""

JOINING_HEIGHT: Final = 4
"""Height in rows of the panel about joining, if it has no border."""


def rows_needed(page: WaitingPage, width: int, height: int) -> int:
    """Return the number of rows that the body of the page needs if `width` x `height` cells are
    visible."""
    border = height >= ROOMY_HEIGHT
    buttons = 2 if {ADD_SEAT_PLACE, DROP_SEAT_PLACE} & set(page.view.buttons()) else 1
    options = _option_lines(page, _side_width(width) - 4)
    top = _top(page, width)
    seats = top + _seats_height(page, height) + 1 + buttons
    return max(seats, top + JOINING_HEIGHT + 2 + len(options) + int(border))


def _side_width(width: int) -> int:
    return WIDE_SIDE if width >= WIDE_LOBBY else SIDE_WIDTH


def _row_height(page: WaitingPage, height: int) -> int:
    """Return the number of rows per seat."""
    return 2 if MIN_ROWS_ABOVE + 2 * len(page.view.table.slots) + 3 <= height else 1


def _seats_height(page: WaitingPage, height: int) -> int:
    """Return the number of rows of the panel of seats."""
    step = _row_height(page, height)
    heading = 1 if step == 2 else 2
    return step * len(page.view.table.slots) + heading - int(height < ROOMY_HEIGHT)


def paint_waiting_table(page: WaitingPage, width: int, height: int) -> Canvas:
    """Return the painted body of the page: a text that says what the table is waiting for, how
    others join, the seats, the buttons, and the side panel. The canvas may be higher than
    `height`."""
    slots = page.view.table.slots
    border, step = height >= ROOMY_HEIGHT, _row_height(page, height)
    high, side = _seats_height(page, height), _side_width(width)
    rows = rows_needed(page, width, height)
    canvas = Canvas(width, max(height, rows), page.reader.theme.glyphs)
    canvas.put_clipped(3, 0, width - 6, page.translate(page.view.awaited_text()), "strong")
    for y, line in enumerate(_heading(page, width), 1):
        x = 3
        for text, role in line:
            x = canvas.put_clipped(x, y, width - x, text, role) + 1
    top = _top(page, width)
    left = Rect(2, top, width - side - 5, canvas.height - top)
    title = page.translate(words("Seats"))
    fact = words("as listed here") if page.view.table.ordered else words("drawn at random")
    seats = Rect(left.x, left.y, left.width, high)
    inner = paint_panel(canvas, seats, title, page.translate(fact), border=border)
    if page.view.is_host:
        fact_width = width_of(page.translate(fact))
        canvas.spot(ORDER_PLACE, Rect(seats.right - fact_width - 3, seats.y, fact_width + 2, 1))
    for row, slot in enumerate(slots):
        _paint_seat(page, canvas, Rect(inner.x, inner.y + step * row, inner.width, 1), slot)
    _paint_buttons(page, canvas, left.x + 1, seats.bottom + 1)
    right = Rect(width - side - 2, top, side, canvas.height - top)
    _paint_side(page, canvas, right, border=border)
    return canvas


def _top(page: WaitingPage, width: int) -> int:
    """Return the number of rows above the seats."""
    return max(MIN_ROWS_ABOVE, 1 + len(_heading(page, width)))


def _heading(page: WaitingPage, width: int) -> list[list[tuple[str, str]]]:
    """Return the lines above the seats, without the first: how others join, and new messages in
    the lobby. Each line consists of (text, role) pairs."""
    lines = _ways_in(page, width)
    if page.in_lobby:
        lines.append([(page.translate(_lobby_news_text(page)), "warn")])
    return lines


def _ways_in(page: WaitingPage, width: int) -> list[list[tuple[str, str]]]:
    """Return the lines with the command that others type to join and, if the server has a page, the
    address for browsers, on one line if there is enough room. If the table is full, return a line
    that says so instead."""
    table, guest = page.view.table, page.member.guest
    if not table.free:
        return [[(page.translate(words("The table is full.")), "dim")]]
    closed = table.open == JOIN_CLOSED
    who = words("Invited players type:") if closed else words("To join, others type:")
    command = [(page.translate(who), "dim"), (guest.line_to("join", table.code), "text")]
    link = guest.link_to("join", table.code)
    if link is None:
        return [command]
    title = page.translate(
        words("On the server's computer, open:") if guest.has_local_page else words("Or open:")
    )
    beside = [*command, (f"  {title}", "dim"), (link, "text")]
    if sum(width_of(text) + 1 for text, _ in beside) <= width - 5:
        return [beside]
    return [command, [(title, "dim"), (link, "text")]]


def _lobby_news_text(page: WaitingPage) -> Text:
    """Return the number of new messages in the lobby, and the last of them."""
    last = page.in_lobby[-1]
    return plural(
        "{n} new message in the lobby. {name}: {text}",
        "{n} new messages in the lobby. {name}: {text}",
        len(page.in_lobby),
        name=last.name,
        text=verbatim(last.text),
    )


def _paint_seat(page: WaitingPage, canvas: Canvas, line: Rect, slot: TableSlot) -> None:
    stop = (SEAT_PLACE, slot.seat)
    canvas.fill(*line, ground=RAISED)
    seat = "frame"
    if page.view.table.ordered:
        seat = page.page_context.tables.seat_role(page.view.table.game, slot.seat)
    canvas.put(line.x, line.y, canvas.glyphs("half.left"), seat)
    x = canvas.put(line.x + 2, line.y, str(slot.seat + 1), "dim") + 1
    if slot.person is not None:
        sign = "meeple" if page.view.is_here(slot.person) else "meeple.out"
        canvas.put(x, line.y, canvas.glyphs(sign), "good" if sign == "meeple" else "dim")
    x += 2
    name, detail = page.view.seat_texts(slot)
    empty = (EMPTY_PLACE, slot.seat)
    right = (
        line.right
        - 1
        - (4 if page.view.is_host else 0)
        - (2 if empty in page.view.buttons() else 0)
    )
    label = clip(page.translate(name), right - x, canvas.glyphs)
    x = canvas.put(x, line.y, label, "dim" if slot.is_free else "strong") + 2
    if stop in page.view.stops():
        canvas.spot(stop, Rect(line.x + 1, line.y, line.width - 1, 1))
    if page.view.is_host:
        _paint_moves(page, canvas, line.right - 4, line.y, slot.seat)
        if empty in page.view.buttons():
            canvas.put(right + 1, line.y, "×", "key", spot=empty)
    canvas.put_right(right, line.y, clip(page.translate(detail), right - x, canvas.glyphs), "dim")


def _paint_moves(page: WaitingPage, canvas: Canvas, x: int, y: int, seat: int) -> None:
    """Paint the arrows that move the player at `seat` to a neighbouring seat."""
    buttons = page.view.buttons()
    for at, by, glyph in ((x, -1, "up"), (x + 2, 1, "down")):
        if (MOVE_PLACE, seat, by) in buttons:
            canvas.put(at, y, canvas.glyphs(glyph), "key", spot=(MOVE_PLACE, seat, by))


def _paint_buttons(page: WaitingPage, canvas: Canvas, x: int, y: int) -> None:
    at = x
    if BEGIN_PLACE in page.view.stops():
        at = paint_button(canvas, x, y, BEGIN_PLACE, page.translate(words("Start game"))) + 2
    paint_button(canvas, at, y, LEAVE_PLACE, page.translate(words("Leave table")))
    for place, sign, text in (
        (ADD_SEAT_PLACE, "+", words("add seat")),
        (DROP_SEAT_PLACE, "-", words("remove seat")),
    ):
        if place in page.view.buttons():
            start = x
            x = canvas.put(
                canvas.put(x, y + 1, sign, "key") + 1, y + 1, page.translate(text), "dim"
            )
            canvas.spot(place, Rect(start, y + 1, x - start, 1))
            x += 3


def _paint_side(page: WaitingPage, canvas: Canvas, rect: Rect, *, border: bool) -> None:
    """Paint a panel on how to join the table and one with its options. With `border`, the panels
    have borders."""
    joining = Rect(rect.x, rect.y, rect.width, JOINING_HEIGHT + int(border))
    inner = paint_panel(canvas, joining, page.translate(words("How to join")), border=border)
    if page.view.is_host:
        canvas.spot(JOINING_PLACE, Rect(inner.x, inner.y, inner.width, 1))
        join_rule = page.translate(_JOINING_TEXTS[page.view.table.open])
        paint_value(canvas, inner.x, inner.y, inner.width, JOINING_PLACE, join_rule)
        y = inner.y + 1
    else:
        y = canvas.put_lines(
            inner.x, inner.y, inner.width, page.translate(page.view.joining_text()), "dim"
        )
    code = page.view.table.code
    canvas.put(inner.x, y, page.translate(words("Code")), "text")
    canvas.put(inner.x + 6, y, f" {code} ", "cap")
    _paint_options(page, canvas, rect, joining.bottom + 1, border=border)


def _option_lines(page: WaitingPage, width: int) -> list[str]:
    options: list[str] = []
    if page.view.table.hours:
        time = time_limit_terms(page.view.table.hours, page.view.table.steps_in)
        options.append(
            page.translate(words("{option}: {value}", option=words("Time per move"), value=time))
        )
    options += [
        page.translate(words("{option}: {value}", option=one.title, value=one.choices[value]))
        for one, value in chosen_options(page.view.table)
    ]
    return [line for option in options for line in wrap(option, width)]


def _paint_options(page: WaitingPage, canvas: Canvas, rect: Rect, y: int, *, border: bool) -> None:
    lines = _option_lines(page, rect.width - 4)
    below = Rect(rect.x, y, rect.width, len(lines) + (2 if border else 1))
    if not lines:
        return
    inner = paint_panel(canvas, below, page.translate(words("Game settings")), border=border)
    for row, line in enumerate(lines):
        canvas.put(inner.x, inner.y + row, line, "text")
    if OPTIONS_PLACE in page.stops():
        canvas.spot(OPTIONS_PLACE, Rect(inner.x, inner.y + len(lines) - 1, inner.width, 1))
