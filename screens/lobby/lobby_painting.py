"""Painting of the lobby: the tables, the actions, and the players online."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from engine.i18n.text import Text, plural, verbatim, words
from screens.lobby.table_cards import LobbyTables, TableCard, card_height, paint_table
from screens.pages.menu_actions import ACTION_PLACE, ROOMY_HEIGHT, MenuAction, paint_action
from screens.pages.reader_settings import ReaderSettings
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clip
from screens.paint.shapes import paint_panel

WIDE_LOBBY: Final = 110
"""Minimum width, in columns, of a lobby or waiting table with a wide side panel."""

SIDE_WIDTH: Final = 27
"""Width, in columns, of the side panel on pages narrower than `WIDE_LOBBY`."""

WIDE_SIDE: Final = 36
"""Width, in columns, of the side panel on pages at least as wide as `WIDE_LOBBY`."""

MIN_PEOPLE: Final = 4


class TableList(NamedTuple):
    """A list of tables: title, cards, and the text shown if it is empty."""

    title: Text
    cards: Sequence[TableCard]
    empty_text: Text = verbatim("")


class LobbyPage(Protocol):
    """A page about the tables of the lobby."""

    lobby_tables: LobbyTables

    reader: ReaderSettings

    def translate(self, text: Text) -> str:
        """Return a message in the reader's language."""

    def actions(self) -> list[MenuAction]:
        """Return the actions of the side panel, in order."""


def paint_lobby(page: LobbyPage, width: int, height: int) -> Canvas:
    """Return the painted body of the lobby page: the number of tables that are waiting for the
    reader, or advice if there are none, the lists of tables, and the side panel beside them. The
    canvas may be higher than `height`."""
    side = SIDE_WIDTH if width < WIDE_LOBBY else WIDE_SIDE
    wide = width - side - 5
    sections = _sections(page)
    roomy = height >= ROOMY_HEIGHT
    gap = int(roomy or sum(_rows_of(page, one, wide, gap=1) for one in sections) <= height - 1)
    heights = [_rows_of(page, one, wide, gap=gap, border=roomy) for one in sections]
    canvas = Canvas(width, max(height, 1 + sum(heights)), page.reader.theme.glyphs)
    _paint_greeting(page, canvas)
    y = 2
    for section, high in zip(sections, heights, strict=True):
        rect = Rect(2, y, wide, high - 1)
        _paint_section(page, canvas, rect, section, gap=gap, border=roomy)
        y += high
    _paint_side(page, canvas, Rect(width - side - 1, 2, side, height - 2), border=roomy)
    return canvas


def _paint_greeting(page: LobbyPage, canvas: Canvas) -> None:
    waiting = page.lobby_tables.waiting
    if waiting:
        heading = plural(
            "{n} table is waiting for you.", "{n} tables are waiting for you.", waiting
        )
    elif page.lobby_tables.own:
        heading = words("No games are waiting for you. You will be notified here when one is.")
    else:
        heading = words("Join an open table, or create one of your own.")
    canvas.put(3, 0, page.translate(heading), "warn bold" if waiting else "strong")


def _sections(page: LobbyPage) -> list[TableList]:
    lobby_tables = page.lobby_tables
    nothing_open = words(
        "There are no open tables. {key} creates one.", key=page.reader.key_name_of("lobby.new")
    )
    sections = [
        TableList(words("Your tables"), lobby_tables.own, words("You are not at any table yet.")),
        TableList(words("Open tables"), lobby_tables.open, nothing_open),
    ]
    if lobby_tables.watch:
        sections.append(TableList(words("Watch"), lobby_tables.watch))
    return sections


def _rows_of(
    page: LobbyPage, section: TableList, width: int, *, gap: int, border: bool = False
) -> int:
    """Return the height in rows of a section, including the blank row after it. `gap` is the number
    of rows between two cards, and `border` is whether a border surrounds the section."""
    room = width - (4 if border else 2)
    heights = [card_height(card, room, page.reader.translator) for card in section.cards] or [1]
    return sum(heights) + gap * (len(heights) - 1) + (3 if border else 2)


def _paint_section(
    page: LobbyPage, canvas: Canvas, rect: Rect, section: TableList, *, gap: int, border: bool
) -> None:
    title, cards = page.translate(section.title), section.cards
    fact = str(len(cards)) if cards else ""
    inner = paint_panel(canvas, rect, title, fact, border=border)
    if not cards:
        nothing = clip(page.translate(section.empty_text), inner.width, canvas.glyphs)
        canvas.put(inner.x, inner.y, nothing, "dim")
    y = inner.y
    for card in cards:
        high = card_height(card, inner.width, page.reader.translator)
        paint_table(canvas, Rect(inner.x, y, inner.width, high), card, page.reader.translator)
        y += high + gap


def _paint_side(page: LobbyPage, canvas: Canvas, rect: Rect, *, border: bool) -> None:
    """Paint the actions and the players online."""
    y = rect.y
    for action in page.actions():
        canvas.spot((ACTION_PLACE, action.name), Rect(rect.x, y, rect.width, 1))
        cap = page.translate(page.reader.key_name_of(f"lobby.{action.name}"))
        paint_action(
            canvas, Rect(rect.x + 1, y, rect.width - 2, 1), cap, page.translate(action.title)
        )
        y += 1
    top = y + 1
    people = max(MIN_PEOPLE, len(page.lobby_tables.online)) + (2 if border else 1)
    below = Rect(rect.x, top, rect.width, min(people, rect.bottom - top))
    inner = paint_panel(canvas, below, page.translate(words("Online now")), border=border)
    _paint_people(page, canvas, inner)


def _paint_people(page: LobbyPage, canvas: Canvas, room: Rect) -> None:
    online = page.lobby_tables.online
    shown = online if len(online) <= room.height else online[: room.height - 1]
    for row, name in enumerate(shown):
        canvas.put(room.x, room.y + row, canvas.glyphs("meeple"), "good")
        label = page.translate(words("{name} (you)", name=name)) if row == 0 else name
        canvas.put(room.x + 2, room.y + row, label, "text")
    if len(shown) < len(online):
        more = words("and {n} more", n=len(online) - len(shown))
        canvas.put(room.x + 2, room.y + len(shown), page.translate(more), "dim")
