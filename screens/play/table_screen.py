"""The table on the screen: what playing and replaying a game have in common.

One surface shows one canvas: the header, the table of the game (or the sheet, the log, the help),
the decision and the keys. Nothing pops up and nothing is laid out anew while people play; only the
cells that differ are sent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from engine.core.state import State
from engine.core.step import Place as BoardPlace
from engine.i18n.text import Text, words
from screens import commands
from screens.bindings import bindings
from screens.choose.scene import Scene
from screens.commands import BY_ID
from screens.paint import buttons
from screens.paint.canvas import Canvas, Place, Rect
from screens.paint.too_small import is_too_small, paint_too_small
from screens.play.paging import HELP, LOG, SHEET, TABLE, WHOLE, PagedScreen
from screens.play.prompt import Prompt
from screens.preferences import Preferences
from screens.tabletop import panels
from screens.tabletop.helping import CARD, GUIDE
from screens.tabletop.panels import Key
from screens.terminal.overlay import heading_row
from screens.terminal.surface import Surface

NEXT_PAGE: Final = "Tab"

_ARROWS: Final = frozenset({"up", "down", "left", "right"})

_KEY_NAMES: Final = {
    "Enter": "enter",
    "Escape": "escape",
    "Space": "space",
}
"""What the library calls the keys of the line of keys that are no commands everywhere."""


class TableSurface(Surface):
    """The surface of a table: arrows go to its screen at once, without a way round by the app."""

    def on_key(self, event: events.Key) -> None:
        screen = self.screen
        if event.key in _ARROWS and isinstance(screen, TableScreen) and screen.steer(event.key):
            event.stop().prevent_default()


class TableScreen(PagedScreen):
    """A match on the screen: what playing and replaying have in common."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(commands.TABLE)

    def __init__(self, game: str, preferences: Preferences) -> None:
        super().__init__(game, preferences)
        self.surface: Surface = TableSurface(id="table")
        """The one widget."""
        self.advice = ""
        """The message, as long as it speaks for what is under the pointer."""
        self.prompt: Prompt | None = None
        self._looked_at: Place | None = None
        self._table: Canvas | None = None
        self._scene_shown: Scene[State] | None = None
        self._asked_shown = ""
        self._ready = False

    def compose(self) -> ComposeResult:
        yield self.surface

    def on_mount(self) -> None:
        self._ready = True
        self.surface.wear(self.look)
        self.surface.focus()
        self.opened()

    def opened(self) -> None:
        """What is done once the screen is there."""

    def on_surface_sized(self, event: Surface.Sized) -> None:
        """Paint for another size; what is shown already may have been painted for this one."""
        shown = self.surface.canvas
        if (event.width, event.height) != (shown.width, shown.height):
            self.show_all()

    def apply_preferences(self, preferences: Preferences) -> None:
        """Speak and draw otherwise from now on."""
        self.preferences = preferences
        if self._ready:
            self.surface.wear(self.look)
            self.show_all()

    def tell(self, text: Text) -> None:
        self.message = self.say(text)
        self.show_decision()

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
        if is_too_small(width, height):
            self._table = None
            canvas = paint_too_small(width, height, self.say, self.look.glyphs)
            self.surface.set_out(canvas, ())
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
        scene = self._scene_shown = self.scene()
        chooser = None if self.choosing is None else self.choosing.chooser
        if chooser is not None and chooser.shows_on_table and self.zone == TABLE:
            self.painter.repaint(scene, canvas, self._room(width, height))
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
        self.surface.set_out(canvas, spots, closed=self._shut(canvas, spots), cursor=pointed)

    def lay_over(self, scene: Scene[State], canvas: Canvas, room: Rect) -> bool:
        """Lay over the table what must be read first, if anything; then nothing can be chosen."""
        return False

    def coach_rows(self, height: int) -> int:
        """How many rows above the decision the coach has."""
        return 0

    def paint_coach(self, scene: Scene[State], width: int, rows: int) -> Canvas:
        """What the coach says."""
        return Canvas(width, rows, scene.look.glyphs)

    def asked_again(self) -> str:
        """What is asked in the line of keys before a choice counts; empty if nothing is."""
        return ""

    def _paint_keys(self, scene: Scene[State], width: int) -> Canvas:
        self._asked_shown = self.asked_again()
        return panels.paint_keys(scene, self._keys_here(), width, self._asked_shown)

    def show_pointed(self) -> None:
        """Paint the decision anew for another choice under the pointer, and nothing else but what
        follows the pointer on the table."""
        if self._table is None:
            return
        if self.choosing is not None and self.choosing.chooser.follows_pointer:
            self.show_decision()
            return
        width, height = self.size.width, self.size.height
        panel = self.panel_height(height)
        scene = self._scene_shown or self.scene()
        painted = self.paint_panel(scene, width, panel)
        self.surface.replace(painted, 0, height - panel - 1)
        if self.asked_again() != self._asked_shown:
            self.surface.replace(self._paint_keys(scene, width), 0, height - 1)
        spots, pointed = self._spots(self.surface.canvas)
        if pointed is None or spots.keys() != set(self.surface.legal):
            self.show_decision()
        else:
            self.surface.point(pointed)

    def _paint_above(self, scene: Scene[State], width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, scene.look.glyphs)
        canvas.blit(panels.paint_header(scene, self.painter, width), 0, 0)
        room = self._room(width, height)
        canvas.blit(self._paint_page(scene, width, room.height), room.x, room.y)
        coach = height - 1 - self.panel_height(height) - room.bottom
        if coach:
            canvas.blit(self.paint_coach(scene, width, coach), 0, room.bottom)
        return canvas

    def _room(self, width: int, height: int) -> Rect:
        """The cells of the table or of another page: below the header, above coach and panel."""
        coach = self.coach_rows(height) if self.zone == TABLE else 0
        return Rect(0, 1, width, height - 2 - self.panel_height(height) - coach)

    def paint_panel(self, scene: Scene[State], width: int, height: int) -> Canvas:
        """What stands below the table."""
        if self.zone == LOG:
            return self._paint_rule(scene, width, height)
        advised = bool(self.message) and self.message == self.advice
        return panels.paint_decision(
            scene, self.painter, width, height, message=self.message, advised=advised
        )

    # ------------------------------------------------------------------ places

    def _sights(self, scene: Scene[State], canvas: Canvas) -> list[Place]:
        """The places on the canvas of which there is something to say."""
        return [place for place in canvas.spots if self._seen_at(scene, place) is not None]

    def _seen_at(self, scene: Scene[State], place: Place) -> Text | None:
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
        if chooser.needs_table and self.zone != TABLE:
            return {}, None
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
            for key, meaning in self.line_of(commands.TABLE)
        ]

    def _keys_here(self) -> Sequence[Key]:
        """The same, with the way back first from another page or from looking around."""
        if self.looking:
            usual = self.line_of([BY_ID["play.help"], BY_ID["play.leave"]])
            about = ("arrows", words("from thing to thing"))
            return [about, ("Escape", words("look no more")), *usual]
        keys = self.keys()
        if self.zone == TABLE:
            return keys
        return [("Escape", words("table")), *(key for key in keys if key[0] != "Escape")]

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

    # ------------------------------------------------------------------ mouse

    def on_surface_scrolled(self, event: Surface.Scrolled) -> None:
        place = event.place
        if self.zone == TABLE and isinstance(place, tuple) and place[0] == buttons.LOG:
            spots = self.surface.canvas.spots
            shown = sum(isinstance(one, tuple) and one[0] == buttons.LOG for one in spots)
            self.turn_log_back(-event.lines, shown)
        else:
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

    @property
    def _usual_keys(self) -> dict[str, str]:
        """What the library calls the keys of commands and of choosing, by their names."""
        return {**_KEY_NAMES, **{command.name: command.key for command in self.here}}

    def place_clicked(self, place: BoardPlace) -> None:
        """A click on a key, at the bottom or in the help, does what the key does; one on the log
        opens it, and there goes to a line; one on a thing tells what it is."""
        kind, which = place[0], str(place[-1])
        if kind == buttons.KEY:
            # By the app: a key that the screen itself sends never comes as far as its commands.
            key = self.own_keys.get(which) or self._usual_keys.get(which, which)
            self.app.call_later(self.app.simulate_key, key)
        elif kind == buttons.WHOLE:
            self.action_whole()
        elif kind == buttons.SCROLL:
            self.leaf(int(place[1]))
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
