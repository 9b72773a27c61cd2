"""The guide to a game: topics, text and search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from engine.core.component_data import Data
from engine.errors import showing_errors
from engine.games import catalogue, entry
from engine.help.guide import Guide, guide
from engine.i18n.text import Text, words
from screens import key_map
from screens.pages.app_context import PageContext
from screens.pages.bindings import bindings
from screens.pages.page import Page
from screens.pages.page_frame import panel_body
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, width_of
from screens.paint.guide_lines import MAX_WIDTH, TopicLine, paint_line, set_topic

TOPIC_PLACE: Final = "topic"
TOPICS_WIDTH: Final = 34
"""Width of the list of topics beside the text."""

MIN_WIDTH_WITH_TOPICS: Final = 110
"""Minimum page width at which the topics are beside the text."""


class RulesScreen(Page):
    """Page with the rules of a game and a list of their topics."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(key_map.RULES_COMMANDS),
        Binding("tab", "topic(1)", show=False),
        Binding("shift+tab", "topic(-1)", show=False),
    ]

    def __init__(self, page_context: PageContext, game: str) -> None:
        super().__init__(page_context)
        self.game = game
        self.shows_text = bool(guide(game).topics)
        self._own_data: Data = {}
        self._by_topic = False
        self._sought = ""
        self._results: list[int] = []
        self._current_result = 0
        self._lines: list[TopicLine] = []
        self._starts: list[int] = []
        self._laid_out_for: tuple[str | int, ...] = ()

    @property
    def guide(self) -> Guide:
        """The guide to the game, in the reader's language, with the user's component values if they
        are valid."""
        preferences = self.reader.preferences
        keys = key_map.keys_in_text(preferences.keys, self.reader.translator)
        return guide(self.game, preferences.language, self._own_data, keys)

    def prepare(self) -> None:
        self._read_own_data()

    def _read_own_data(self) -> None:
        """Load the user's component values. If they are invalid, show the error, and let the guide
        use the printed values."""
        self._own_data = {}
        with showing_errors(self.show_message):
            own = self.page_context.environment.own_data(self.game)
            guide(self.game, self.reader.preferences.language, own)
            self._own_data = own

    def title_text(self) -> Text:
        return words("Rules: {game}", game=entry(self.game).names)

    # Painting

    def is_available(self, command: str) -> bool:
        return bool(self._results) or command not in ("rules.next", "rules.previous")

    def stops(self) -> Sequence[Spot]:
        if self.shows_text:
            return ()
        return [(TOPIC_PLACE, number) for number in range(len(self.guide.topics))]

    def paint_body(self, width: int, height: int) -> Canvas:
        if not self.guide.topics:
            canvas = panel_body(width, height, self.reader.theme.glyphs)
            canvas.put(4, 1, self.translate(words("There is no guide to this game yet.")), "dim")
            return canvas
        return (
            self._paint_text(width, height)
            if self.shows_text
            else self._paint_topics(width, height)
        )

    def _paint_topics(self, width: int, height: int) -> Canvas:
        topics = self.guide.topics
        canvas = panel_body(width, max(height, len(topics) + 2), self.reader.theme.glyphs)
        for number, topic in enumerate(topics):
            canvas.spot((TOPIC_PLACE, number), Rect(2, 1 + number, min(width - 4, 70), 1))
            canvas.put(4, 1 + number, topic.title, "text")
        return canvas

    def _paint_text(self, width: int, height: int) -> Canvas:
        self._lay_out(_text_width(width))
        canvas = panel_body(width, max(height, len(self._lines) + 1), self.reader.theme.glyphs)
        for y, line in enumerate(self._lines):
            paint_line(canvas, 3, y, line)
        for number in self._results:
            self._tint(
                canvas,
                number,
                "flash" if number == self._results[self._current_result] else "strong",
            )
        if width >= MIN_WIDTH_WITH_TOPICS:
            top = max(0, min(self.scroll.top, canvas.height - height))
            self._paint_beside(canvas, 3 + _text_width(width) + 3, top)
        return canvas

    def _paint_beside(self, canvas: Canvas, x: int, top: int) -> None:
        """Paint the list of topics from column `x` on, beside the text scrolled to row `top`, with
        the topic at that row highlighted. The topics are clickable."""
        here = max((n for n, start in enumerate(self._starts) if start <= top), default=0)
        for number, topic in enumerate(self.guide.topics):
            line = Rect(x, top + 1 + number, TOPICS_WIDTH, 1)
            title = clip(topic.title, TOPICS_WIDTH, canvas.glyphs)
            canvas.put(x, line.y, title, "strong" if number == here else "dim")
            canvas.spot((TOPIC_PLACE, number), line)

    def _tint(self, canvas: Canvas, y: int, role: str) -> None:
        text, sought = _folded(self._lines[y].text), _folded(self._sought)
        at = text.find(sought)
        while at >= 0:
            canvas.tint(3 + at, y, width_of(sought), 1, f"{role} underline")
            at = text.find(sought, at + len(sought))  # type: ignore[text-width]

    def _lay_out(self, width: int) -> None:
        """Lay out the guide in lines of at most `width` columns, and repeat the search, unless the
        guide is already laid out for this width and the current game, language and symbols."""
        wanted = (
            self.game,
            self.reader.preferences.language,
            self.reader.preferences.glyphs,
            width,
        )
        if wanted == self._laid_out_for:
            return
        self._laid_out_for = wanted
        self._lines, self._starts = [], []
        for topic in self.guide.topics:
            self._starts.append(len(self._lines))
            self._lines += set_topic(topic, width, plain=self.reader.theme.glyphs.plain)
        self._find_results()

    def hints(self) -> Sequence[KeyHint]:
        hints = [
            self.reader.hint_of("rules.search"),
            self.reader.hint_of("rules.book"),
        ]
        if self._results and self.shows_text:
            hints.append(self.reader.hint_of("rules.next"))
        if self.shows_text:
            hints.append(KeyHint("tab", words("next topic")))
            hints.append(self.reader.hint_of("rules.topics"))
        else:
            hints.insert(0, KeyHint("enter", words("read")))
        return [*hints, KeyHint("escape", words("back"))]

    def clicked(self, place: Spot) -> None:
        """Carry out a click. Beside the text, a click on a topic goes to that topic."""
        if self.shows_text and isinstance(place, tuple) and place[0] == TOPIC_PLACE:
            self._read_from(place[1])
        else:
            super().clicked(place)

    # Reading

    def activate(self, place: Spot) -> None:
        assert isinstance(place, tuple)
        self._by_topic = True
        self._read_from(place[1])

    def _read_from(self, topic: int) -> None:
        self.shows_text = True
        self._lay_out(_text_width(self.app.size.width))
        self._show_line(self._starts[topic])

    def _show_line(self, number: int) -> None:
        self.pointed = None
        self.scroll.top = number
        self.show()

    def action_topic(self, by: int) -> None:
        """Go to the next topic (`by` 1), or back to the start of the current topic or, from there,
        to the previous one (`by` -1). In the list of topics, move the cursor."""
        if not self.shows_text:
            self.action_step(by)
            return
        if not self._starts:
            return
        here = max(
            (n for n, start in enumerate(self._starts) if start <= self.scroll.top), default=0
        )
        if by < 0 and self._starts[here] < self.scroll.top:
            by = 0
        self._show_line(self._starts[max(0, min(len(self._starts) - 1, here + by))])

    def action_topics(self) -> None:
        """Go from the text to the list of topics."""
        self.shows_text, self.prompt.message = False, ""
        self.show()

    def action_back(self) -> None:
        """Go back to the list of topics if the text was opened from it, or else to the previous
        page."""
        if self.shows_text and self._by_topic:
            self._by_topic = False
            self.action_topics()
        else:
            super().action_back()

    def action_book(self) -> None:
        """Show the guide to the next game, skipping games without a guide."""
        listed = catalogue(drafts=self.page_context.environment.drafts)
        games = [entry.id for entry in listed if guide(entry.id).topics]
        at = games.index(self.game) if self.game in games else -1
        if games:
            self.game = games[(at + 1) % len(games)]
            self._sought, self.prompt.message = "", ""
            self._read_own_data()
            self._read_from(0)
            self.show()

    # Searching

    def action_search(self) -> None:
        self.prompt.ask_text(words("Search for:"), self._sought, self.search)

    def search(self, sought: str) -> None:
        """Go to the first result for `sought` from the current line on or, if there is none, in the
        whole guide. Show a message if nothing is found. An empty `sought` only removes the
        results."""
        self._sought = sought
        if not sought:
            self._results = []
            return
        self.shows_text = True
        self._lay_out(_text_width(self.app.size.width))
        self._find_results()
        if not self._results:
            self._show_no_result()
            return
        self._current_result = next(
            (n for n, line in enumerate(self._results) if line >= self.scroll.top), 0
        )
        self.action_result(0)

    def _show_no_result(self) -> None:
        """Show a message that explains why there is no result."""
        if self._sought:
            self.show_message(words("“{words}” was not found.", words=self._sought))
        else:
            self.show_message(words("You have not searched for anything yet."))

    def _find_results(self) -> None:
        sought = _folded(self._sought)
        self._results = [
            n for n, line in enumerate(self._lines) if sought and sought in _folded(line.text)
        ] or self._lines_of_rule(self._sought)
        self._current_result = 0

    def _lines_of_rule(self, id: str) -> list[int]:
        """Return a list with the first line of the passage on the rule `id`; empty if there is no
        such passage."""
        wanted = id.strip().upper()
        lines = (n for n, line in enumerate(self._lines) if wanted in line.rules)
        return list(lines)[:1]

    def action_result(self, by: int) -> None:
        """Go to the result `by` places after the current one (before it if negative), wrapping
        around. If there are no results, show a message."""
        if not self._results:
            self._show_no_result()
            return
        self._current_result = (self._current_result + by) % len(self._results)
        self.prompt.message = self.translate(
            words("Result {at} of {count}", at=self._current_result + 1, count=len(self._results))
        )
        self._show_line(max(0, self._results[self._current_result] - 3))


def _text_width(width: int) -> int:
    """Return the maximum length of text lines, in columns, on a page of `width` columns."""
    return min(MAX_WIDTH, width - 6 - (TOPICS_WIDTH + 3 if width >= MIN_WIDTH_WITH_TOPICS else 0))


def _folded(text: str) -> str:
    """Return a text in lower case, with “е” for “ё”, so that a search ignores these differences."""
    return text.lower().replace("ё", "е")
