"""A match on the screen, as the pages of its table: which is shown, and what stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from textual.screen import Screen

from engine.core.event import Event
from engine.core.state import State
from engine.i18n.language import Tongue
from engine.i18n.text import Text, words
from engine.manual.guide import Guide, Topic, guide
from engine.manual.rulebook import Rulebook, rulebook
from screens import commands
from screens.choose.choosing import Choosing
from screens.choose.scene import Cells, Scene, TablePainter
from screens.commands import Command
from screens.paint import buttons
from screens.paint.canvas import Canvas, Place, Rect, wrap
from screens.paint.look import Look
from screens.preferences import Preferences
from screens.tabletop import panels, sheets
from screens.tabletop.ending import Growth, growth, paint_end
from screens.tabletop.helping import CARD, GUIDE, paint_topics, telling
from screens.tabletop.logs import LogPage, log_lines
from screens.tabletop.painters import painter_for
from screens.tabletop.panels import Key
from screens.terminal.timers import SureTimers

if TYPE_CHECKING:
    from engine.play.sight import Sight
    from screens.terminal.quiet import QuietApp

TABLE: Final = "table"
SHEET: Final = "sheet"
LEAVE: Final = "play.leave"
"""The command that leads away from the table."""

LOG: Final = "log"
HELP: Final = "help"

WHOLE: Final = "whole"
"""The page that shows all of what the panel has to cut."""

_TITLES: Final = {
    TABLE: words("table"),
    SHEET: words("sheet"),
    LOG: words("log"),
    HELP: words("help"),
    GUIDE: words("how to play"),
    CARD: words("reference card"),
    WHOLE: words("all of it"),
}
"""What pages are called in the line of keys."""


class PagedScreen(SureTimers, Screen[None]):
    """A match to look at, page by page.

    `zone` is the page shown above the decision: the table, the sheet, the log, the help, or a page
    of the game's own.
    """

    BLANK = True  # the surface covers it
    here: ClassVar[Sequence[Command]] = commands.TABLE
    replaying: ClassVar[bool] = False

    def __init__(self, game: str, preferences: Preferences) -> None:
        super().__init__()
        self.preferences = preferences
        self.painter: TablePainter[State] = painter_for(game)
        self.zone: str = TABLE
        self.message = ""
        self.viewer: int | None = None
        self.choosing: Choosing[State] | None = None
        self.looking = False
        self._scroll = 0
        self._scroll_most = 0
        self._log = LogPage(self.painter.begins_chapter)
        self._selected: int | None = None
        self._turned_back = (0, 0)
        self._before: Cells = {}
        self._grown: tuple[object, Growth] | None = None

    @property
    def sight(self) -> Sight:
        """The match that is looked at."""
        raise NotImplementedError

    def scene(self) -> Scene[State]:
        """What there is to paint now."""
        return Scene.of(
            self.sight,
            self.viewer,
            self.tongue,
            self.look,
            choosing=self.choosing,
            before=self._before,
            replaying=self.replaying,
            own_keys=self.own_keys,
            log_back=self._log_back,
        )

    @property
    def _log_back(self) -> int:
        """How many lines the log beside the table is turned back: none once anything happens."""
        length, lines = self._turned_back
        return lines if length == self.sight.length else 0

    def turn_log_back(self, lines: int, shown: int) -> None:
        """Turn the log beside the table back by so many lines (less than none: on again), of which
        so many are shown."""
        most = len(log_lines(self.scene())) - shown
        self._turned_back = (self.sight.length, max(0, min(most, self._log_back + lines)))
        self.show_all()

    @property
    def look(self) -> Look:
        """The palette and glyphs with the names that the game gives to its roles."""
        app = cast("QuietApp", self.app)
        return app.look_of(self.preferences).naming(self.painter.roles)

    @property
    def tongue(self) -> Tongue:
        """The language that is set, with the names at this table."""
        return Tongue(self.preferences.language, self.sight.header.names)

    def say(self, text: Text) -> str:
        """A message in the reader's language, with the names at this table."""
        return self.tongue.say(text)

    @property
    def own_keys(self) -> dict[str, str]:
        """The keys that the person has chosen for commands here, by the names of the usual ones."""
        own = self.preferences.keys
        return {command.name: own[command.id] for command in self.here if command.id in own}

    @property
    def book(self) -> Rulebook:
        """The rules in the reader's language."""
        return rulebook(self.sight.header.game, self.preferences.language)

    @property
    def guide(self) -> Guide:
        """How the game is played, in the reader's language."""
        return guide(self.sight.header.game, self.preferences.language)

    def place_of(self, event: Event, decision: Any, before: Any) -> Place | None:
        """The place on the table that was chosen in an event, if who looks may know it; `before`
        is the table as it was."""
        return self.sight.place_of(event, decision, before, self.viewer)

    def show_all(self) -> None:
        """Paint everything and show what differs."""
        raise NotImplementedError

    def tell(self, text: Text) -> None:
        """A sentence in the place of what the panel tells."""
        raise NotImplementedError

    @property
    def home(self) -> Text:
        """Where one goes from the table: the menu; guests have a lobby in its place."""
        return words("lobby") if self._has_lobby else words("menu")

    @property
    def _has_lobby(self) -> bool:
        return bool(getattr(self.app, "for_guests", False))

    def all_keys(self) -> Sequence[Key]:
        """All keys, for the help."""
        lobby = words("the lobby; your seat stays yours")
        own = {LEAVE: lobby} if self._has_lobby else {}
        return [(command.name, own.get(command.id, command.meaning)) for command in self.here]

    def line_of(self, among: Sequence[Command]) -> list[Key]:
        """The commands that stand in the line of keys."""
        return [
            (one.name, self.home if one.id == LEAVE else one.short)
            for one in among
            if one.short is not None
        ]

    # ------------------------------------------------------------------ going from page to page

    def zones(self) -> list[str]:
        """The pages that Tab goes through."""
        own = [zone.key for zone in self.painter.zones(self.scene())]
        told = [GUIDE, CARD] if self.guide.topics else []
        return [TABLE, *own, SHEET, LOG, HELP, *told]

    def _next_zone(self, by: int) -> str:
        zones = self.zones()
        at = zones.index(self.zone) if self.zone in zones else 0
        return zones[(at + by) % len(zones)]

    def _title_of(self, zone: str) -> Text:
        """What a page is called in the line of keys."""
        own = {one.key: one.title for one in self.painter.zones(self.scene())}
        return own.get(zone) or _TITLES[zone]

    def action_zone(self, zone: str) -> None:
        """Show a page, or the table again if it is shown already."""
        if zone in (GUIDE, CARD) and not self.guide.topics:
            self.tell(words("Nobody has told how this game is played yet."))
            return
        self.go_to(TABLE if self.zone == zone else zone)

    def action_whole(self) -> None:
        """Show all of the question and of what a choice would bring, or the table again."""
        told = self.message
        self.go_to(TABLE if self.zone == WHOLE else WHOLE)
        self.message = told
        self.show_all()

    def action_next_zone(self, by: int) -> None:
        """Show the next page."""
        self.go_to(self._next_zone(by))

    def go_to(self, zone: str) -> None:
        """Show a page from its beginning."""
        self.zone, self._scroll, self._selected, self.message = zone, 0, None, ""
        self.looking = False
        self.show_all()

    def action_scroll_page(self, by: int) -> None:
        """Scroll by most of a page."""
        self.scroll_lines(by * max(1, self.size.height - 10))

    def leaf(self, way: int) -> None:
        """A page up (-1) or down (1); 0 is the end of the log beside the table."""
        if way:
            self.action_scroll_page(way)
        else:
            self._turned_back = (0, 0)
            self.show_all()

    @property
    def _line(self) -> int:
        """The number of the line of the log that is chosen: the last one, unless somebody has gone
        to another that is still there."""
        last = len(self._log.lines) - 1
        return last if self._selected is None else min(last, self._selected)

    def scroll_lines(self, by: int) -> None:
        """Scroll the page, or go from line to line in the log."""
        if self.zone == LOG and self._log.lines:
            self._selected = max(0, min(len(self._log.lines) - 1, self._line + by))
        elif self.zone not in (TABLE, LOG):
            self._scroll = max(0, min(self._scroll_most, self._scroll + by))
        else:
            return
        self.show_all()

    # ------------------------------------------------------------------ painting

    def _paint_page(self, scene: Scene[State], width: int, height: int) -> Canvas:
        if self.zone == TABLE:
            return self.painter.paint(scene, width, height)
        if self.zone == LOG:
            self._log.tell(scene)
            return self._log.paint(scene, width, height, self._line)
        if self.zone == HELP:
            keys = self.all_keys()
            lines = panels.help_lines(scene, self.painter, keys, self.guide, self.book)
            here = {command.name for command in self.here}
            places: dict[str, Place] = {
                panels.key_line(scene, key, meaning): (buttons.KEY, HELP, key)
                for key, meaning in keys
                if key in here
            }
            canvas, self._scroll_most = panels.paint_lines(
                scene, lines, width, height, self._scroll, places
            )
            return canvas
        if self.zone == WHOLE:
            lines = panels.whole_lines(scene, self.painter, self.message)
            canvas, self._scroll_most = panels.paint_lines(
                scene, lines, width, height, self._scroll
            )
            return canvas
        if self.zone == SHEET:
            page = self._sheets_page(scene, width)
        elif self.zone in (GUIDE, CARD):
            page = paint_topics(scene, self._topics(), width, height)
        else:
            page = self.painter.paint_zone(scene, self.zone, width, height)
        self._scroll_most = max(0, page.height - height)
        canvas = Canvas(width, height, scene.look.glyphs)
        top = min(self._scroll, self._scroll_most)
        canvas.blit(page, 0, 0, Rect(0, top, width, height))
        panels.paint_more(canvas, above=top > 0, below=top < self._scroll_most)
        return canvas

    def _growth(self) -> Growth:
        """How the totals grew, found once for each end of a game and each reader."""
        wanted = (self.sight.length, self.viewer)
        if self._grown is None or self._grown[0] != wanted:
            self._grown = (wanted, growth(self.sight, self.viewer))
        return self._grown[1]

    def _topics(self) -> Sequence[Topic]:
        """What the page shows of the guide."""
        card = self.guide.card
        if self.zone == CARD:
            return [] if card is None else [card]
        return self.guide.topics

    def _sheets_page(self, scene: Scene[State], width: int) -> Canvas:
        if scene.over:
            return paint_end(scene, self._growth(), width, self.painter.least_is_best)
        painted = [sheets.paint_sheet(scene, sheet, width) for sheet in scene.sheets()]
        page = Canvas(width, sum(one.height + 1 for one in painted), scene.look.glyphs)
        y = 0
        for one in painted:
            page.blit(one, 0, y)
            y += one.height + 1
        return page

    def _paint_rule(self, scene: Scene[State], width: int, height: int) -> Canvas:
        """The rule behind the selected line of the log."""
        canvas = Canvas(width, height, scene.look.glyphs)
        canvas.rule(0, 0, width)
        if not self._log.lines:
            return canvas
        line = self._log.lines[self._line]
        if line.note is None:
            return canvas
        canvas.put(2, 0, f" {line.note.rule} ", "title")
        told = telling([line.note.rule], self.guide, self.book)
        text = " ".join(words_ for words_, _ in told)
        for row, part in enumerate(wrap(text, width - 4)[: height - 1]):
            canvas.put(2, 1 + row, part, "text")
        return canvas
