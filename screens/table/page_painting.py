"""Painting of the pages of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.state import State
from engine.help.guide import Guide, Topic, guide
from engine.help.rulebook import Rulebook, rulebook
from engine.i18n.text import Text, words
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, wrap, wrap_within
from screens.table.notice_content import NoticeContent
from screens.table.people_view import CHAT_PAGE, paint_chat_page
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.table_state import (
    FULL_TEXT_PAGE,
    HELP_PAGE,
    LOG_PAGE,
    NOTE_PAGE,
    SHEET_PAGE,
    TABLE_PAGE,
    TableState,
)
from screens.table_view import help_pages, panels, sheet_view
from screens.table_view.final_result import Growth, growth, paint_end
from screens.table_view.full_text import paint_full_text
from screens.table_view.help_pages import CARD_PAGE, GUIDE_PAGE, heading, paint_topics, rule_texts
from screens.table_view.log_view import LogPage
from screens.table_view.panels import Key
from screens.table_view.scene import Scene

_TITLES: Final = {
    TABLE_PAGE: words("table"),
    SHEET_PAGE: words("score"),
    LOG_PAGE: words("log"),
    HELP_PAGE: words("help"),
    GUIDE_PAGE: words("how to play"),
    CARD_PAGE: words("reference card"),
    FULL_TEXT_PAGE: words("full text"),
    CHAT_PAGE: words("chat"),
    NOTE_PAGE: words("your note"),
}
"""Names of pages in the line of keys."""


class PagePainter:
    """Painter of the page above the decision. It remembers how far the most recently painted page
    can be scrolled."""

    def __init__(
        self, session: ReadOnlySession, scenes: SceneFactory, notices: NoticeContent
    ) -> None:
        self._session, self._scenes, self._notices = session, scenes, notices
        self._painter = scenes.painter
        self._log = LogPage(scenes.painter.chapter)
        self._grown: tuple[tuple[int, int | None], Growth] | None = None
        self._max_scroll = 0

    def forget(self) -> None:
        """Drop cached content, so that another player cannot see it."""
        self._log.forget()
        self._grown = None

    # ------------------------------------------------------------------ available pages

    def next_zone(self, state: TableState, by: int) -> str:
        """Return the page `by` steps further in the order in which Tab shows the pages."""
        own = [zone.key for zone in self._painter.zones]
        help_pages = [GUIDE_PAGE, CARD_PAGE] if self.guide(state).topics else []
        chat = [CHAT_PAGE] if state.remote_players.chat_lines else []
        note = [NOTE_PAGE] if state.remote_players.note else []
        zones = [TABLE_PAGE, *own, SHEET_PAGE, LOG_PAGE, HELP_PAGE, *help_pages, *chat, *note]
        at = zones.index(state.zone) if state.zone in zones else 0
        return zones[(at + by) % len(zones)]

    def title_of(self, zone: str) -> Text:
        """Return the name of a page in the line of keys."""
        own = {zone.key: zone.title for zone in self._painter.zones}
        return own.get(zone) or _TITLES[zone]

    def guide(self, state: TableState) -> Guide:
        """Return the guide to this game, in the reader's language."""
        header = self._session.match_view.header
        keys = self._scenes.keys(state)
        return guide(header.game, state.preferences.language, header.data, keys)

    def _book(self, state: TableState) -> Rulebook:
        return rulebook(self._session.match_view.header.game, state.preferences.language)

    def max_scroll(self, state: TableState) -> int:
        """Return the furthest scroll position of the most recently painted page, in rows. For the
        log, return the index of the last line, which is -1 if the log is empty."""
        return len(self._log.lines) - 1 if state.zone == LOG_PAGE else self._max_scroll

    def _line(self, state: TableState) -> int:
        """Return the index of the selected line of the log, by default the last line; -1 if the log
        is empty."""
        last, selected = len(self._log.lines) - 1, state.page.selected
        return last if selected is None else min(last, selected)

    # ------------------------------------------------------------------ content of the pages

    def paint(
        self, state: TableState, scene: Scene[State], keys: Sequence[Key], width: int, height: int
    ) -> Canvas:
        """Paint the current page. The help lists `keys`."""
        match state.zone:
            case "table":
                return self._painter.paint(scene, width, height)
            case "log":
                self._log.update_lines(scene)
                return self._log.paint(scene, width, height, self._line(state))
            case "help":
                return self._paint_help(state, scene, keys, width, height)
            case "whole":
                asides = self._notices.full_asides(state)
                page = paint_full_text(scene, self._painter, state.message, asides, width)
            case "sheet":
                page = self._paint_sheets(state, scene, width)
            case "guide" | "card":
                page = paint_topics(scene, self._topics(state), width, height)
            case "talk":
                page = paint_chat_page(scene, state.remote_players.chat_lines, width, height)
            case "note":
                page = _paint_note(scene, state.remote_players.note, width, height)
            case zone:
                page = self._painter.paint_zone(scene, zone, width, height)
        self._max_scroll = max(0, page.height - height)
        canvas = Canvas(width, height, scene.theme.glyphs)
        top = min(state.page.scroll, self._max_scroll)
        if state.zone == CHAT_PAGE:  # it opens at its last lines, and scrolls back
            top = self._max_scroll - top
        canvas.blit(page, 0, 0, Rect(0, top, width, height))
        help_pages.paint_scroll_marks(canvas, above=top > 0, below=top < self._max_scroll)
        return canvas

    def _paint_help(
        self, state: TableState, scene: Scene[State], keys: Sequence[Key], width: int, height: int
    ) -> Canvas:
        guide, book = self.guide(state), self._book(state)
        if width < help_pages.TWO_COLUMNS:
            lines = help_pages.help_lines(scene, self._painter, keys, guide, book)
            columns = []
        else:
            lines = help_pages.question_lines(scene, guide, book)
            symbols = help_pages.symbol_lines(scene, self._painter)
            columns = [symbols, help_pages.keys_lines(scene, keys)]
        commands = {command.name for command in self._scenes.context.commands}
        places: dict[str, Spot] = {
            help_pages.key_line(scene, key, meaning): (buttons.KEY, HELP_PAGE, key)
            for key, meaning in keys
            if key in commands
        }
        scroll = state.page.scroll
        canvas, self._max_scroll = help_pages.paint_lines(
            scene, lines, width, height, scroll, places, columns
        )
        return canvas

    def _topics(self, state: TableState) -> Sequence[Topic]:
        """Return the topics of the guide that the page shows."""
        guide = self.guide(state)
        if state.zone == GUIDE_PAGE:
            return guide.topics
        return [] if guide.reference_card is None else [guide.reference_card]

    def _paint_sheets(self, state: TableState, scene: Scene[State], width: int) -> Canvas:
        if scene.over:
            painter = self._painter
            return paint_end(
                scene, self._growth(state), width, painter.lower_is_better, painter.no_best
            )
        painted = [sheet_view.paint_sheet(scene, sheet, width) for sheet in scene.sheets()]
        page = Canvas(
            width, sum(sheet_canvas.height + 1 for sheet_canvas in painted), scene.theme.glyphs
        )
        y = 0
        for sheet_canvas in painted:
            page.blit(sheet_canvas, 0, y)
            y += sheet_canvas.height + 1
        return page

    def _growth(self, state: TableState) -> Growth:
        """Return the totals over time, cached by length of the match and viewer."""
        key = (self._session.match_view.length, state.viewer)
        if self._grown is None or self._grown[0] != key:
            self._grown = (key, growth(self._session.match_view, state.viewer))
        return self._grown[1]

    def paint_rule(self, state: TableState, scene: Scene[State], width: int, height: int) -> Canvas:
        """Paint the current message or, without one, the text of the rule to which the selected log
        line refers, if any."""
        canvas = Canvas(width, height, scene.theme.glyphs)
        canvas.rule(0, 0, width)
        if state.message:
            panels.paint_message(canvas, state.message, 1)
            return canvas
        if not self._log.lines:
            return canvas
        line = self._log.lines[self._line(state)]
        if line.note is None:
            return canvas
        guide, book = self.guide(state), self._book(state)
        head = heading(line.note.rule, guide, book)
        if head:
            canvas.put(2, 0, f" {clip(head, width - 6, canvas.glyphs)} ", "title")
        text = " ".join(rule_texts([line.note.rule], guide, book))
        for row, part in enumerate(wrap_within(text, width - 4, height - 1, canvas.glyphs)):
            canvas.put(2, 1 + row, part, "text")
        return canvas


def _paint_note(scene: Scene[State], note: str, width: int, height: int) -> Canvas:
    """Paint the private note on a canvas of at least `height` rows."""
    lines = wrap(note, width - 4)
    page = Canvas(width, max(height, len(lines) + 2), scene.theme.glyphs)
    page.put(
        2,
        0,
        scene.translate(words("Your private note at this table (only you can see it)")),
        "title",
    )
    for row, line in enumerate(lines, 2):
        page.put(2, row, line, "text")
    return page
