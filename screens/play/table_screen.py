"""A screen that drives a table: what Textual reports becomes inputs, effects are carried out.

One surface shows one canvas: the header, the table of the game (or the sheet, the log, the help),
the decision and the keys. Nothing pops up and nothing is laid out anew while people play; only the
cells that differ are sent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic

from attrs import evolve
from textual import events
from textual.app import ComposeResult
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from engine.i18n.text import Text
from engine.match.match import Match
from screens.key_map import TALK, KeyCommand
from screens.paint.too_small import is_too_small
from screens.preferences import Preferences
from screens.renderer.diff_renderer import DiffApp
from screens.renderer.surface import Surface
from screens.table.animation_timing import MOTION_TIMER
from screens.table.dispatch import ReducerStack
from screens.table.effects import (
    CancelTimer,
    Effect,
    Leave,
    PassOn,
    Repaint,
    RepaintScope,
    StartTimer,
)
from screens.table.input_debounce import Monotonic
from screens.table.messages import (
    AnimationsSkipped,
    Clicked,
    Commanded,
    ExternalMessage,
    Hovered,
    KeyPressed,
    Opened,
    OtherButton,
    Pasted,
    Picked,
    PreferencesChanged,
    Resized,
    TableMessage,
    TimerFired,
    Wheel,
)
from screens.table.read_only_session import TableContext
from screens.table.table_state import TableState
from screens.terminal.timers import ReliableTimers


class TableSurface(Surface, inherit_bindings=False):
    """The surface of a table: keys go to its screen at once, without a way round by the app."""

    def __init__(self, take_key: Callable[[events.Key], None]) -> None:
        super().__init__(id="table")
        self._take_key = take_key

    def on_key(self, event: events.Key) -> None:
        """Let the table have it first."""
        self._take_key(event)


class TableScreen(ReliableTimers, Screen[None]):
    """A table on the screen; `state` is all that is being done there."""

    BLANK = True  # the surface covers it

    class PageWanted(Message):
        """A match is wanted as a page that a browser shows; `id` by which the store knows it, if it
        does."""

        def __init__(self, match: Match, id: str | None) -> None:
            super().__init__()
            self.match = match
            self.id = id

    def __init__(self, state: TableState, clock: Monotonic, *, has_lobby: bool) -> None:
        super().__init__()
        self.state = state
        self.surface: Surface = TableSurface(self.take_key)
        """The one widget."""
        self._clock = clock
        self._has_lobby = has_lobby
        self.stack: ReducerStack | None = None
        self._ringing: dict[str, Timer] = {}
        self._passed_on = False

    @property
    def too_small(self) -> bool:
        """Whether the terminal is too small for the table; a pass screen always has room."""
        return self.state.curtain is None and is_too_small(*self.state.size)

    def make_stack(self) -> ReducerStack:
        """The table that is driven."""
        raise NotImplementedError

    def say(self, text: Text) -> str:
        """A message in the reader's language, with the names at this table."""
        raise NotImplementedError

    @property
    def window(self) -> DiffApp:
        """The app, which has a window."""
        assert isinstance(self.app, DiffApp)
        return self.app

    def around(self) -> TableContext:
        """The context of the table."""
        raise NotImplementedError

    def surroundings(self, *here: KeyCommand, replaying: bool = False) -> TableContext:
        """The context of a table with these commands."""
        window, lobby = self.window, self._has_lobby
        may_move = (lambda: window.has_time) if window.moves else None
        return TableContext(here, window.look_of, lobby, replaying, may_move)

    # ------------------------------------------------------------------ inputs

    def compose(self) -> ComposeResult:
        """The one widget."""
        yield self.surface

    def on_mount(self) -> None:
        """Let the table be played."""
        self.stack = self.make_stack()
        self._wear()
        self.surface.focus()
        self.open()

    def open(self) -> None:
        """Begin, once the table is there."""
        self.dispatch(Resized(*self.size))
        self.dispatch(Opened())

    def dispatch(self, input: TableMessage, ago: float = 0.0) -> None:
        """Let something happen that came so many seconds ago, and do what is to be done."""
        if self.stack is None:
            return
        todo, how = deque([input]), RepaintScope.NOTHING
        while todo:
            self.state, effects = self.stack.dispatch(
                self.state, todo.popleft(), self._clock() - ago
            )
            for effect in effects:
                if isinstance(effect, Repaint):
                    how = max(how, effect.how)
                elif (answer := self.carry_out(effect)) is not None:
                    todo.append(answer)
        if how:
            self._show(self.stack, how)
        if not self.state.gate.painted:
            self.state = evolve(self.state, gate=self.state.gate.shown(self._clock()))

    def take_key(self, event: events.Key) -> None:
        """Let the table have a key; one that means nothing there is for whoever else wants it."""
        self._passed_on = False
        self.dispatch(KeyPressed(event.key, event.character), ago=self._ago(event))
        if not self._passed_on:
            event.stop().prevent_default()

    def _ago(self, event: events.Key) -> float:
        """Seconds since a key was pressed; 0 if the clock is not the one of key events."""
        return max(0.0, monotonic() - event.time) if self._clock is monotonic else 0.0

    def on_key(self, event: events.Key) -> None:
        """Take a key that the surface has not had: it has no focus while the terminal has none."""
        if self.focused is None:
            self.take_key(event)

    def on_paste(self, event: events.Paste) -> None:
        """Text was pasted."""
        self.dispatch(Pasted(event.text))

    def on_surface_sized(self, event: Surface.Sized) -> None:
        """The window has another size."""
        self.dispatch(Resized(event.width, event.height))

    def on_surface_pointed(self, event: Surface.Pointed) -> None:
        """The mouse has come to a place."""
        self.dispatch(Hovered(event.place))

    def on_surface_picked(self, event: Surface.Picked) -> None:
        """A place was clicked that can be chosen."""
        self.dispatch(Picked(event.place, by_mouse=True))

    def on_surface_refused(self, event: Surface.Refused) -> None:
        """A place was clicked that cannot be chosen."""
        if isinstance(event.place, tuple):
            self.dispatch(Clicked(event.place))

    def on_surface_scrolled(self, event: Surface.Scrolled) -> None:
        """The wheel was turned."""
        self.dispatch(Wheel(event.lines, event.place))

    def on_surface_turned(self, event: Surface.Turned) -> None:
        """The other button was pressed."""
        self.dispatch(OtherButton())

    def tell(self, text: Text) -> None:
        """A sentence in the place of what the panel tells."""
        if self.stack is None:
            self.state = evolve(self.state, message=self.say(text))
        self.dispatch(ExternalMessage(self.say(text)))

    def apply_preferences(self, preferences: Preferences) -> None:
        """Speak and draw otherwise from now on."""
        self.state = evolve(self.state, wishes=preferences)
        if self.stack is not None:
            self._wear()
        self.dispatch(PreferencesChanged(preferences))

    # ------------------------------------------------------------------ commands by name

    def offers(self) -> Sequence[tuple[KeyCommand, Text]]:
        """The commands that count now, and what they mean."""
        around = self.around()
        here = (*around.here, *TALK)
        return [(one, around.meaning(one)) for one in here if self._counts(one.id)]

    async def do_command(self, id: str) -> None:
        """Do what the key of a command does, if it counts still."""
        if self._counts(id):
            self.dispatch(Commanded(id))

    def _counts(self, id: str) -> bool:
        """Whether a command comes to something now: none does while a question waits."""
        state = self.state
        waits = state.question is not None or state.stepping.typed is not None
        if self.stack is None or waits or not state.is_drawn:
            return False
        if id == "play.hint":
            return state.choosing is not None
        return self.stack.counts(state, Commanded(id))

    # ------------------------------------------------------------------ effects

    def carry_out(self, effect: Effect) -> TableMessage | None:
        """Do something that the table wants; what comes of it."""
        match effect:
            case StartTimer(timer, number, seconds):
                self._silence(timer)
                self._ringing[timer] = self.set_timer(seconds, partial(self._ring, timer, number))
            case CancelTimer(timer):
                self._silence(timer)
            case PassOn():
                self._passed_on = True
            case Leave():
                self.dismiss()
        return None

    def _ring(self, timer: str, number: int) -> None:
        if not self.is_mounted:
            return
        if timer == MOTION_TIMER and not self.window.has_time:
            self.dispatch(AnimationsSkipped())
        self.dispatch(TimerFired(timer, number))

    def _silence(self, timer: str) -> None:
        running = self._ringing.pop(timer, None)
        if running is not None:
            running.stop()

    def _wear(self) -> None:
        assert self.stack is not None
        self.surface.wear(self.stack.picturing.theme(self.state))

    def _show(self, stack: ReducerStack, how: RepaintScope) -> None:
        """Show what differs, and over it what moves."""
        if how > RepaintScope.MOVING:
            self._set_out(stack, how)
        self.surface.veil(stack.picturing.veil(self.state))

    def _set_out(self, stack: ReducerStack, how: RepaintScope) -> None:
        """Show what differs; where nothing but the pointer has moved, only what follows it."""
        stepped = stack.picturing.step(self.state, self.surface)
        picture = stack.picturing.picture(self.state)
        if stepped and how is not RepaintScope.ALL:
            self.surface.point(picture.cursor)
            return
        self.surface.set_out(
            picture.canvas,
            picture.legal,
            closed=picture.closed,
            cursor=picture.cursor,
            labels=picture.labels,
        )
        self.surface.flash(picture.flash)
