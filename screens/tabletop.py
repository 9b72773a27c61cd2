"""The table on the screen: what playing and replaying a game have in common.

One surface shows one canvas: the header, the table of the game (or the sheet, the log, the help),
the decision and the keys. Nothing pops up and nothing is laid out anew while people play; only the
cells that differ are sent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from engine.event import Event, is_value
from engine.guide import Guide, Topic, guide
from engine.language import Tongue
from engine.rulebook import Rulebook, rulebook
from engine.step import Place as BoardPlace
from engine.text import Text, words
from screens import buttons, commands, panels, sheets
from screens.canvas import Canvas, Place, Rect, wrap
from screens.choosing import Choosing
from screens.commands import Command
from screens.ending import Growth, growth, paint_end
from screens.helping import CARD, GUIDE, paint_topics, telling
from screens.logs import LogPage
from screens.look import Look
from screens.overlay import heading_row
from screens.painters import painter_for
from screens.panels import Key
from screens.preferences import Preferences
from screens.prompt import Prompt
from screens.scene import Cells, Scene, TablePainter
from screens.surface import Surface

if TYPE_CHECKING:
    from engine.sight import Sight
    from screens.quiet import QuietApp

TABLE: Final = "table"
SHEET: Final = "sheet"
LOG: Final = "log"
HELP: Final = "help"

WHOLE: Final = "whole"
"""The page that shows all of what the panel has to cut."""

NEXT_PAGE: Final = "Tab"

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

_ARROWS: Final = frozenset({"up", "down", "left", "right"})


class Table(Surface):
    """The surface of a table: arrows go to its screen at once, without a way round by the app."""

    def on_key(self, event: events.Key) -> None:
        screen = self.screen
        if event.key in _ARROWS and isinstance(screen, TableScreen) and screen.steer(event.key):
            event.stop().prevent_default()


def line_of(among: Sequence[Command]) -> list[Key]:
    """The commands that stand in the line of keys."""
    return [(one.name, one.short) for one in among if one.short is not None]


class TableScreen(Screen[None]):
    """A match on the screen: what playing and replaying have in common.

    `zone` is the page shown above the decision: the table, the sheet, the log, the help, or a page
    of the game's own.
    """

    here: ClassVar[Sequence[Command]] = commands.TABLE
    BINDINGS: ClassVar[list[BindingType]] = commands.bindings(commands.TABLE)

    def __init__(self, game: str, preferences: Preferences) -> None:
        super().__init__()
        self.preferences = preferences
        self.painter: TablePainter = painter_for(game)
        self.zone: str = TABLE
        self.message = ""
        self.viewer: int | None = None
        self.choosing: Choosing | None = None
        self.prompt: Prompt | None = None
        self.looking = False
        self._looked_at: Place | None = None
        self._scroll = 0
        self._scroll_most = 0
        self._log = LogPage(self.painter.begins_chapter)
        self._selected: int | None = None
        self._before: Cells = {}
        self._table: Canvas | None = None
        self._asked_shown = ""
        self._grown: tuple[object, Growth] | None = None
        self._ready = False

    # ------------------------------------------------------------------ what is shown

    @property
    def sight(self) -> Sight:
        """The match that is looked at."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield Table(id="table")

    @property
    def surface(self) -> Surface:
        """The one widget."""
        return self.query_one(Surface)

    def on_mount(self) -> None:
        self._ready = True
        self.surface.wear(self.look)
        self.surface.focus()
        self.opened()

    def opened(self) -> None:
        """What is done once the screen is there."""

    def on_surface_sized(self, event: Surface.Sized) -> None:
        self.show_all()

    def apply_preferences(self, preferences: Preferences) -> None:
        """Speak and draw otherwise from now on."""
        self.preferences = preferences
        if self._ready:
            self.surface.wear(self.look)
            self.show_all()

    @property
    def look(self) -> Look:
        """The palette and glyphs with the names that the game gives to its roles."""
        app = cast("QuietApp", self.app)
        return app.look_of(self.preferences).naming(self.painter.roles)

    def scene(self) -> Scene:
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
        )

    @property
    def own_keys(self) -> dict[str, str]:
        """The keys that the person has chosen for commands here, by the names of the usual ones."""
        own = self.preferences.keys
        return {command.name: own[command.id] for command in self.here if command.id in own}

    replaying: ClassVar[bool] = False

    def place_of(self, event: Event, decision: Any, before: Any) -> Place | None:
        """The place on the table that was chosen in an event, if who looks may know it; `before`
        is the table as it was."""
        told = self.sight.story(self.viewer).event(event.number).value
        if not is_value(told):
            return None
        chosen = told if decision.parts > 1 else (told,)
        place: Place | None = decision.target(before, chosen)
        return place

    def tell(self, text: Text) -> None:
        """A sentence in the place of what the panel tells."""
        self.message = self.say(text)
        self.show_decision()

    def say(self, text: Text) -> str:
        """A message in the reader's language, with the names at this table."""
        return self.tongue.say(text)

    @property
    def tongue(self) -> Tongue:
        """The language that is set, with the names at this table."""
        return Tongue(self.preferences.language, self.sight.header.names)

    # ------------------------------------------------------------------ painting

    @property
    def is_drawn(self) -> bool:
        """Whether the table is on the screen: the terminal is large enough and no curtain hangs."""
        return self._table is not None

    def panel_height(self, height: int) -> int:
        """How many rows the decision has."""
        return self.painter.decision_rows(self.size.width, height)

    def show_all(self) -> None:
        """Paint everything and show what differs."""
        if not self._ready:
            return
        width, height = self.size.width, self.size.height
        if width < panels.LEAST_WIDTH or height < panels.LEAST_HEIGHT:
            self._table = None
            self.surface.show(self._too_small(width, height))
            self.surface.offer(())
            return
        self._table = self._paint_above(self.scene(), width, height)
        self.show_decision()

    def show_decision(self) -> None:
        """Paint the panel below the table anew and keep the rest."""
        if self._table is None:
            return
        width, height = self.size.width, self.size.height
        canvas = Canvas(width, height, self.look.glyphs)
        canvas.blit(self._table, 0, 0)
        panel = self.panel_height(height)
        scene = self.scene()
        chooser = None if self.choosing is None else self.choosing.chooser
        if chooser is not None and chooser.shows_on_table and self.zone == TABLE:
            self.painter.repaint(scene, canvas, 0, 1)
            lay_brackets(canvas, chooser.marked())
        prompt = self.prompt
        below = self.paint_panel if prompt is None else prompt.paint
        canvas.blit(below(scene, width, panel), 0, height - panel - 1)
        if prompt is None:
            canvas.blit(self._paint_keys(scene, width), 0, height - 1)
        spots: Collection[Place]
        if self.lay_over(scene, canvas, Rect(0, 1, width, height - panel - 2)):
            spots, pointed = (), None
        elif self.looking:
            spots, pointed = self._sights(scene, canvas), self._looked_at
        else:
            spots, pointed = self._spots(canvas)
        self.surface.show(canvas)
        self.surface.offer(spots, closed=self._shut(canvas, spots), cursor=pointed)

    def lay_over(self, scene: Scene, canvas: Canvas, room: Rect) -> bool:
        """Lay over the table what must be read first, if anything; then nothing can be chosen."""
        return False

    def coach_rows(self, height: int) -> int:
        """How many rows above the decision the coach has."""
        return 0

    def paint_coach(self, scene: Scene, width: int, rows: int) -> Canvas:
        """What the coach says."""
        return Canvas(width, rows, scene.look.glyphs)

    def asked_again(self) -> str:
        """What is asked in the line of keys before a choice counts; empty if nothing is."""
        return ""

    def _paint_keys(self, scene: Scene, width: int) -> Canvas:
        self._asked_shown = self.asked_again()
        return panels.paint_keys(scene, self.keys(), width, self._asked_shown)

    def show_pointed(self) -> None:
        """Paint the decision anew for another choice under the pointer, and nothing else."""
        if self._table is None:
            return
        width, height = self.size.width, self.size.height
        panel = self.panel_height(height)
        scene = self.scene()
        painted = self.paint_panel(scene, width, panel)
        self.surface.replace(painted, 0, height - panel - 1)
        if self.asked_again() != self._asked_shown:
            self.surface.replace(self._paint_keys(scene, width), 0, height - 1)
        spots, pointed = self._spots(self.surface.canvas)
        if pointed is None or spots.keys() != set(self.surface.legal):
            self.show_decision()
        else:
            self.surface.point(pointed)

    def _paint_above(self, scene: Scene, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, scene.look.glyphs)
        canvas.blit(panels.paint_header(scene, self.painter, width), 0, 0)
        room = height - 2 - self.panel_height(height)
        coach = self.coach_rows(height) if self.zone == TABLE else 0
        canvas.blit(self._paint_page(scene, width, room - coach), 0, 1)
        if coach:
            canvas.blit(self.paint_coach(scene, width, coach), 0, 1 + room - coach)
        return canvas

    def _paint_page(self, scene: Scene, width: int, height: int) -> Canvas:
        if self.zone == TABLE:
            return self.painter.paint(scene, width, height)
        if self.zone == LOG:
            self._log.tell(scene)
            selected = len(self._log.lines) - 1 if self._selected is None else self._selected
            return self._log.paint(scene, width, height, selected)
        if self.zone == HELP:
            keys = self.all_keys()
            lines = panels.help_lines(scene, self.painter, keys, self.guide, self.book)
            canvas, self._scroll_most = panels.paint_lines(
                scene, lines, width, height, self._scroll
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

    def _sheets_page(self, scene: Scene, width: int) -> Canvas:
        if scene.over:
            return paint_end(scene, self._growth(), width, self.painter.least_is_best)
        painted = [sheets.paint_sheet(scene, sheet, width) for sheet in scene.sheets()]
        page = Canvas(width, sum(one.height + 1 for one in painted), scene.look.glyphs)
        y = 0
        for one in painted:
            page.blit(one, 0, y)
            y += one.height + 1
        return page

    def paint_panel(self, scene: Scene, width: int, height: int) -> Canvas:
        """What stands below the table."""
        if self.zone == LOG:
            return self._paint_rule(scene, width, height)
        return panels.paint_decision(scene, self.painter, width, height, message=self.message)

    def _paint_rule(self, scene: Scene, width: int, height: int) -> Canvas:
        """The rule behind the selected line of the log."""
        canvas = Canvas(width, height, scene.look.glyphs)
        canvas.rule(0, 0, width)
        if not self._log.lines:
            return canvas
        line = self._log.lines[-1 if self._selected is None else self._selected]
        if line.note is None:
            return canvas
        canvas.put(2, 0, f" {line.note.rule} ", "title")
        told = telling([line.note.rule], self.guide, self.book)
        text = " ".join(words_ for words_, _ in told)
        for row, part in enumerate(wrap(text, width - 4)[: height - 1]):
            canvas.put(2, 1 + row, part, "text")
        return canvas

    def _too_small(self, width: int, height: int) -> Canvas:
        sentence = words(
            "Guildhall needs {width} x {height} cells; this terminal has {w} x {h}. Make it larger "
            "to go on; nothing is lost.",
            width=panels.LEAST_WIDTH,
            height=panels.LEAST_HEIGHT,
            w=width,
            h=height,
        )
        return panels.paint_too_small(width, height, self.say(sentence))

    @property
    def book(self) -> Rulebook:
        """The rules in the reader's language."""
        return rulebook(self.sight.header.game, self.preferences.language)

    @property
    def guide(self) -> Guide:
        """How the game is played, in the reader's language."""
        return guide(self.sight.header.game, self.preferences.language)

    def _sights(self, scene: Scene, canvas: Canvas) -> list[Place]:
        """The places on the canvas of which there is something to say."""
        return [place for place in canvas.spots if self._seen_at(scene, place) is not None]

    def _seen_at(self, scene: Scene, place: Place) -> Text | None:
        if not isinstance(place, tuple) or buttons.is_button(place):
            return None
        return self.painter.inspect(scene, place)

    def _shut(self, canvas: Canvas, legal: Collection[Place]) -> list[Place]:
        """The places beside those that can be chosen, of the same row or the same fief: they are
        shown as closed."""
        if self.looking:
            return []
        beside = {place[:-1] for place in legal if isinstance(place, tuple) and len(place) > 2}
        shut: list[Place] = []
        if self.choosing is not None:
            shut += self.choosing.chooser.closed()
        return shut + [
            place
            for place in canvas.spots
            if isinstance(place, tuple) and place[:-1] in beside and place not in legal
        ]

    def _spots(self, canvas: Canvas) -> tuple[dict[Place, int], Place | None]:
        """The places on the canvas that stand for a choice, and the one under the pointer."""
        choosing = self.choosing
        if choosing is None or self.zone == LOG or self.prompt is not None:
            return {}, None
        chooser = choosing.chooser
        spots: dict[Place, int] = {}
        pointed: Place | None = None
        for index, places in enumerate(chooser.stops()):
            place = next((place for place in places if canvas.rects(place)), None)
            if place is not None:
                spots[place] = index
                pointed = place if index == chooser.pointed else pointed
        return spots, pointed

    # ------------------------------------------------------------------ keys

    def keys(self) -> Sequence[Key]:
        """The keys that the line at the bottom shows."""
        named = words("{page}", page=self._title_of(self._next_zone(1)))
        return [
            (key, named if key == NEXT_PAGE else meaning)
            for key, meaning in line_of(commands.TABLE)
        ]

    def _next_zone(self, by: int) -> str:
        zones = self.zones()
        at = zones.index(self.zone) if self.zone in zones else 0
        return zones[(at + by) % len(zones)]

    def _title_of(self, zone: str) -> Text:
        """What a page is called in the line of keys."""
        own = {one.key: one.title for one in self.painter.zones(self.scene())}
        return own.get(zone) or _TITLES[zone]

    def all_keys(self) -> Sequence[Key]:
        """All keys, for the help."""
        return [(command.name, command.meaning) for command in self.here]

    def zones(self) -> list[str]:
        """The pages that Tab goes through."""
        own = [zone.key for zone in self.painter.zones(self.scene())]
        told = [GUIDE, CARD] if self.guide.topics else []
        return [TABLE, *own, SHEET, LOG, HELP, *told]

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

    def action_back(self) -> None:
        """A step back, or back to the table."""
        if self.looking:
            self.action_look()
        elif self.zone != TABLE:
            self.go_to(TABLE)

    def action_look(self) -> None:
        """Go about the table to be told what things are, or stop doing so."""
        if not self.is_drawn or self.zone in (SHEET, LOG, HELP, GUIDE, CARD, WHOLE):
            return
        self.looking, self.message = not self.looking, ""
        if self.looking:
            self._looked_at = self.surface.cursor
        self.show_decision()
        if self.looking and self.surface.cursor is not None:
            self.place_pointed(self.surface.cursor)

    def action_leave(self) -> None:
        """Back to the menu; everything is saved."""
        self.dismiss()

    def action_scroll_page(self, by: int) -> None:
        """Scroll by most of a page."""
        self.scroll_lines(by * max(1, self.size.height - 10))

    def scroll_lines(self, by: int) -> None:
        """Scroll the page, or go from line to line in the log."""
        if self.zone == LOG and self._log.lines:
            at = len(self._log.lines) - 1 if self._selected is None else self._selected
            self._selected = max(0, min(len(self._log.lines) - 1, at + by))
        elif self.zone not in (TABLE, LOG):
            self._scroll = max(0, min(self._scroll_most, self._scroll + by))
        else:
            return
        self.show_all()

    def on_key(self, event: events.Key) -> None:
        if self.prompt is None:
            self.key_pressed(event)
        elif not event.key.startswith("ctrl+"):
            event.stop().prevent_default()
            self._answer_prompt(self.prompt, event.key)

    def _answer_prompt(self, prompt: Prompt, key: str) -> None:
        """Do what a key answers to the screen's own question; other keys do nothing meanwhile."""
        act = prompt.answer_to(key)
        if act is not None:
            self.prompt = None
            act()
            self.show_decision()

    def key_pressed(self, event: events.Key) -> None:
        """A key that is no command."""
        if self.zone != TABLE and not self.looking and event.key in ("up", "down"):
            self.scroll_lines(-1 if event.key == "up" else 1)
            event.stop()

    def steer(self, direction: str) -> bool:
        """Take an arrow, and so paint cursor and decision at once; False if it is not for the
        cursor, or there is none."""
        if self.prompt is not None:
            return True
        if not self.is_drawn or (self.zone != TABLE and not self.looking):
            return False
        place = self.surface.ahead(direction)
        if place is not None and place != self.surface.cursor:
            self.place_pointed(place)
        return place is not None

    def on_surface_scrolled(self, event: Surface.Scrolled) -> None:
        self.wheel_turned(event.lines)

    def on_surface_turned(self, event: Surface.Turned) -> None:
        self.other_button_pressed()

    def other_button_pressed(self) -> None:
        """The other button of the mouse was pressed."""

    def wheel_turned(self, lines: int) -> None:
        """The wheel was turned by so many lines, downwards if more than none."""
        self.scroll_lines(lines)

    def on_surface_refused(self, event: Surface.Refused) -> None:
        if isinstance(event.place, tuple):
            self.place_clicked(event.place)

    def on_surface_pointed(self, event: Surface.Pointed) -> None:
        self.place_pointed(event.place)

    def on_surface_picked(self, event: Surface.Picked) -> None:
        self.place_picked(event.place)

    def place_pointed(self, place: Place) -> None:
        """Tell what stands at a place to which the cursor or the mouse has come."""
        text = self._seen_at(self.scene(), place) if self.is_drawn else None
        if text is not None:
            self._looked_at = place if self.looking else None
            self.message = self.say(text)
            self.show_decision()

    def place_picked(self, place: Place) -> None:
        """A place that can be chosen is chosen; while looking around, that is the end of it."""
        if self.looking:
            self.action_look()

    def place_clicked(self, place: BoardPlace) -> None:
        """A click on a key of the line at the bottom does what the key does; one on the log opens
        it, and there goes to a line; one on a thing tells what it is."""
        kind, which = place[0], str(place[-1])
        if kind == buttons.KEY:
            names = {
                "?": "question_mark",
                "/": "slash",
                "Tab": "tab",
                "Enter": "enter",
                "Escape": "escape",
                "Space": "space",
            }
            # By the app: a key that the screen itself sends never comes as far as its commands.
            key = self.own_keys.get(which) or names.get(which, which)
            self.app.call_later(self.app.simulate_key, key)
        elif kind == buttons.WHOLE:
            self.action_whole()
        elif kind == buttons.LOG and self.zone != LOG:
            self.go_to(LOG)
        elif kind == buttons.LOG:
            self._selected = int(which)
            self.show_all()
        else:
            self.place_pointed(place)


def lay_brackets(canvas: Canvas, places: Iterable[Place]) -> None:
    """Put what is marked into brackets, where its ends are blank."""
    for place in places:
        for rect in canvas.rects(place):
            row = heading_row(canvas, rect)
            for x, bracket in ((rect.x, "["), (rect.right - 1, "]")):
                if canvas.chars[row][x] == " ":
                    canvas.put(x, row, bracket, "key")
