"""Navigation between the pages above the decision, their scrolling, and the log panel."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from engine.core.step import Place
from engine.i18n.text import words
from screens import key_map
from screens.input_modes.input_mode import SCROLL_KEYS
from screens.paint import buttons
from screens.paint.canvas import Spot
from screens.table.effects import Leave, RepaintScope, Update, repaint
from screens.table.messages import Clicked, Commanded, KeyPressed, TableMessage, WheelTurned
from screens.table.people_view import CHAT_PAGE
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_state import (
    FULL_TEXT_PAGE,
    HELP_PAGE,
    LOG_PAGE,
    SHEET_PAGE,
    TABLE_PAGE,
    TableState,
    open_page,
)
from screens.table_view import log_view
from screens.table_view.help_pages import CARD_PAGE, GUIDE_PAGE

_PAGE_OF_COMMAND: Final = {
    "play.help": HELP_PAGE,
    "play.guide": GUIDE_PAGE,
    "play.card": CARD_PAGE,
    "play.sheet": SHEET_PAGE,
    "play.log": LOG_PAGE,
}

_KEY_OF_NAME: Final = {"Enter": "enter", "Escape": "escape", "Space": "space"}
"""Textual names of the keys that the line of keys calls Enter, Escape and Space."""

BEYOND_ANY_PAGE: Final = 100_000
"""Distance in rows that scrolls beyond the end of any page."""

PAGE_SCROLL_MARGIN: Final = 10
"""Number of rows by which a page key scrolls less than the height of the screen."""


class PageNavigation(TableReducer):
    """Reducer that shows other pages, scrolls them, and leaves the table."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle the commands that show or scroll pages or leave the table, the keys and the wheel
        on a page, and clicks on key hints, buttons and the log."""
        match input:
            case WheelTurned(lines):
                return self._scroll(state, lines)
            case KeyPressed("up" | "down" as key) if (
                state.zone != TABLE_PAGE and not state.inspecting
            ):
                return self._scroll(state, -1 if key == "up" else 1) or Update(state)
            case KeyPressed("home" | "end" as key) if (
                state.zone != TABLE_PAGE and not state.inspecting
            ):
                return self._scroll(
                    state, -BEYOND_ANY_PAGE if key == "home" else BEYOND_ANY_PAGE
                ) or Update(state)
            case KeyPressed("enter") if state.zone == FULL_TEXT_PAGE and not state.inspecting:
                return self._show_page(state, FULL_TEXT_PAGE)
            case KeyPressed(key) if (
                key in SCROLL_KEYS and state.zone != TABLE_PAGE and not state.inspecting
            ):
                return Update(state, follow_up=(Commanded("play.page_down"),))
            case Clicked(place):
                return self._click(state, place)
            case Commanded(id):
                return self._command(state, id)
        return None

    def _command(self, state: TableState, id: str) -> Update | None:
        match id:
            case "play.back" if state.zone != TABLE_PAGE:
                return repaint(open_page(state, TABLE_PAGE), RepaintScope.ALL)
            case "play.next" | "play.previous":
                zone = self.pages.next_zone(state, 1 if id == "play.next" else -1)
                return repaint(open_page(state, zone), RepaintScope.ALL)
            case "play.whole":
                opened = open_page(
                    state, TABLE_PAGE if state.zone == FULL_TEXT_PAGE else FULL_TEXT_PAGE
                )
                return repaint(evolve(opened, message=state.message), RepaintScope.ALL)
            case "play.page_up" | "play.page_down":
                by = max(1, state.size[1] - PAGE_SCROLL_MARGIN)
                return self._scroll(state, -by if id == "play.page_up" else by)
            case "play.leave":
                return Update(state, (Leave(),))
        return self._show_page(state, _PAGE_OF_COMMAND[id]) if id in _PAGE_OF_COMMAND else None

    def _show_page(self, state: TableState, zone: str) -> Update:
        """Show the page `zone`, or the table again if that page is already shown. Refuse the guide
        and the reference card if the game has no guide."""
        if zone in (GUIDE_PAGE, CARD_PAGE) and not self.pages.guide(state).topics:
            return self.refuse(state, words("There is no guide to this game yet."))
        return repaint(
            open_page(state, TABLE_PAGE if state.zone == zone else zone), RepaintScope.ALL
        )

    def _click(self, state: TableState, place: Place) -> Update | None:
        """Handle a click. On a key hint, press its key; on a button that scrolls or shows the full
        text, run its command; on the log, open it or select a line. Return None for other
        places."""
        kind, last_part = place[0], str(place[-1])
        if kind == buttons.KEY:
            return Update(state, follow_up=(self._key_shown(state, last_part),))
        if kind == buttons.FULL_TEXT:
            return Update(state, follow_up=(Commanded("play.whole"),))
        if kind == buttons.SCROLL and int(place[1]):
            id = "play.page_up" if int(place[1]) < 0 else "play.page_down"
            return Update(state, follow_up=(Commanded(id),))
        if kind == buttons.LOG and state.zone != LOG_PAGE:
            return repaint(open_page(state, LOG_PAGE), RepaintScope.ALL)
        if kind == buttons.LOG:
            page = evolve(state.page, selected=int(last_part))
            return repaint(evolve(state, page=page, message=""), RepaintScope.ALL)
        return None

    def _scroll(self, state: TableState, by: int) -> Update | None:
        """Scroll the page down by `by` rows (up if it is negative), or move the selection in the
        log by as many lines. Return None at the table itself."""
        if state.zone == TABLE_PAGE:
            return None
        self.renderer.picture(state)
        max_scroll, page = self.pages.max_scroll(state), state.page
        if state.zone != LOG_PAGE:
            by = -by if state.zone == CHAT_PAGE else by
            page = evolve(page, scroll=max(0, min(max_scroll, page.scroll + by)))
        elif max_scroll >= 0:
            at = max_scroll if page.selected is None else min(max_scroll, page.selected)
            page = evolve(page, selected=max(0, min(max_scroll, at + by)))
            state = evolve(state, message="")
        return repaint(evolve(state, page=page), RepaintScope.ALL)

    def _key_shown(self, state: TableState, name: str) -> KeyPressed:
        """Return the message that presses the key called `name` in the line of keys."""
        defaults = {
            command.name: command.key
            for command in (*self.scenes.context.commands, *key_map.CHAT_COMMANDS)
        }
        own = self.scenes.own_keys(state)
        key = own.get(name) or _KEY_OF_NAME.get(name) or defaults.get(name, name)
        return KeyPressed(key, key if len(key) == 1 else " " if key == "space" else None)  # type: ignore[text-width]


class LogPanel(TableReducer):
    """Reducer that scrolls the log panel, which returns to its end at the next event."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle the wheel over the log panel, and a click on the mark that leads back to its
        end."""
        match input:
            case WheelTurned(lines, place) if state.zone == TABLE_PAGE and _is_log(place):
                return self._scroll_log(state, -lines)
            case Clicked(place) if place == (buttons.SCROLL, 0):
                return _with_log_scroll(state, (0, 0))
        return None

    def _scroll_log(self, state: TableState, lines: int) -> Update:
        """Scroll the log panel back by `lines` lines, or forward if `lines` is negative."""
        visible = sum(map(_is_log, self.renderer.picture(state).canvas.spots))
        scene = self.scenes.of(state)
        max_lines = len(log_view.log_lines(scene)) - visible
        back = max(0, min(max_lines, scene.log_back + lines))
        return _with_log_scroll(state, (self.session.match_view.length, back))


def _with_log_scroll(state: TableState, log_scroll: tuple[int, int]) -> Update:
    return repaint(evolve(state, page=evolve(state.page, log_scroll=log_scroll)), RepaintScope.ALL)


def _is_log(place: Spot) -> bool:
    return isinstance(place, tuple) and place[0] == buttons.LOG
