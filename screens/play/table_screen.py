"""Screen that drives a table: it turns Textual events into messages, and carries out effects.

A single surface shows one canvas with the header, the table (or score sheet, log, help), the
decision and the keys. There are no pop-ups and no layout changes during play, and only changed
cells are sent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import ClassVar

from attrs import evolve
from textual import events
from textual.app import ComposeResult
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from engine.i18n.text import Text
from screens.key_map import CHAT_COMMANDS, TABLE_COMMANDS, KeyCommand
from screens.paint.too_small import is_too_small
from screens.preferences import Preferences
from screens.renderer.diff_renderer import DiffApp
from screens.renderer.surface import Surface
from screens.table.animation_timing import ANIMATION_TIMER
from screens.table.dispatch import ReducerStack
from screens.table.effects import (
    AppEffect,
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
    Pasted,
    Picked,
    PreferencesChanged,
    Resized,
    RightButtonPressed,
    TableMessage,
    TimerFired,
    WheelTurned,
)
from screens.table.read_only_session import TableContext
from screens.table.table_state import TableState
from screens.terminal.timers import ReliableTimers


class TableSurface(Surface, inherit_bindings=False):
    """Surface of a table, which passes keys directly to its screen."""

    def __init__(self, press_key: Callable[[events.Key], None]) -> None:
        super().__init__(id="table")
        self._press_key = press_key

    def on_key(self, event: events.Key) -> None:
        """Pass a key to the table before Textual handles it."""
        self._press_key(event)


class TableScreen(ReliableTimers, Screen[None]):
    """A table on the screen. `state` is its complete state. `has_lobby` says that the reader
    returns to a lobby instead of the menu."""

    BLANK = True  # the surface covers it

    commands: ClassVar[Sequence[KeyCommand]]
    """Commands in addition to those of every table."""

    @dataclass
    class Requested(Message):
        """Posted when the app must carry out `effect` for the table."""

        screen: TableScreen
        effect: AppEffect

    def __init__(self, state: TableState, clock: Monotonic, *, has_lobby: bool) -> None:
        super().__init__()
        self.state = state
        self.surface: Surface = TableSurface(self.press_key)
        """Widget that shows the table."""
        self.clock = clock
        self._has_lobby = has_lobby
        self.stack: ReducerStack | None = None
        self.running_timers: dict[str, Timer] = {}
        self._passed_on = False

    @property
    def too_small(self) -> bool:
        """Whether the terminal is too small for the table. A pass screen always has room."""
        return self.state.pass_to is None and is_too_small(*self.state.size)

    def make_stack(self) -> ReducerStack:
        """Create the reducers and the renderer of the table."""
        raise NotImplementedError

    def translate(self, text: Text) -> str:
        """Return a message in the reader's language, with the names at this table."""
        raise NotImplementedError

    @property
    def diff_app(self) -> DiffApp:
        """The app, as a `DiffApp`."""
        assert isinstance(self.app, DiffApp)
        return self.app

    def table_context(self) -> TableContext:
        """Return the context of the table: its commands, and what the table needs from the app."""
        diff_app, commands = self.diff_app, (*self.commands, *TABLE_COMMANDS)
        may_animate = (lambda: diff_app.has_time) if diff_app.can_animate else None
        return TableContext(commands, diff_app.theme_for, self._has_lobby, may_animate=may_animate)

    # ------------------------------------------------------------------ input

    def compose(self) -> ComposeResult:
        yield self.surface

    def on_mount(self) -> None:
        """Create the reducers, and start the table."""
        self.stack = self.make_stack()
        self._update_theme()
        self.surface.focus()
        self.open()

    def open(self) -> None:
        self.dispatch(Resized(*self.size))
        self.dispatch(Opened())

    def dispatch(self, input: TableMessage, ago: float = 0.0) -> None:
        """Apply a message that arrived `ago` seconds ago, carry out its effects, and show the
        result. Do nothing before the screen is mounted."""
        if self.stack is None:
            return
        pending, scope = deque([input]), RepaintScope.NOTHING
        while pending:
            self.state, effects = self.stack.dispatch(
                self.state, pending.popleft(), self.clock() - ago
            )
            for effect in effects:
                if isinstance(effect, Repaint):
                    scope = max(scope, effect.scope)
                elif (answer := self.carry_out(effect)) is not None:
                    pending.append(answer)
        if scope:
            self._show(self.stack, scope)
        if not self.state.gate.painted:
            self.state = evolve(self.state, gate=self.state.gate.shown(self.clock()))

    def press_key(self, event: events.Key) -> None:
        """Pass a key to the table. A key that it does not use continues to bubble."""
        self._passed_on = False
        ago = max(0.0, monotonic() - event.time) if self.clock is monotonic else 0.0
        self.dispatch(KeyPressed(event.key, event.character), ago)
        if not self._passed_on:
            event.stop().prevent_default()

    def on_key(self, event: events.Key) -> None:
        """Handle a key that the surface did not get, because the surface has no focus while the
        terminal has none."""
        if self.focused is None:
            self.press_key(event)

    def on_paste(self, event: events.Paste) -> None:
        self.dispatch(Pasted(event.text))

    def on_surface_sized(self, event: Surface.Sized) -> None:
        """Repaint the table at the new size of its surface."""
        self.dispatch(Resized(event.width, event.height))

    def on_surface_pointed(self, event: Surface.Pointed) -> None:
        """Handle a move of the mouse pointer to a place, selectable or not."""
        self.dispatch(Hovered(event.place))

    def on_surface_picked(self, event: Surface.Picked) -> None:
        """Handle a click on a selectable place."""
        self.dispatch(Picked(event.place, by_mouse=True))

    def on_surface_clicked(self, event: Surface.Clicked) -> None:
        """Handle a click on a place that cannot be chosen."""
        if isinstance(event.place, tuple):
            self.dispatch(Clicked(event.place))

    def on_surface_scrolled(self, event: Surface.Scrolled) -> None:
        self.dispatch(WheelTurned(event.lines, event.place))

    def on_surface_right_clicked(self, event: Surface.RightClicked) -> None:
        """Handle the right mouse button."""
        self.dispatch(RightButtonPressed())

    def show_message(self, text: Text) -> None:
        """Show a sentence in the panel; if the screen is not mounted yet, show it later."""
        if self.stack is None:
            self.state = evolve(self.state, message=self.translate(text))
        self.dispatch(ExternalMessage(self.translate(text)))

    def apply_preferences(self, preferences: Preferences) -> None:
        self.state = evolve(self.state, preferences=preferences)
        if self.stack is not None:
            self._update_theme()
        self.dispatch(PreferencesChanged(preferences))

    # ------------------------------------------------------------------ commands by name

    def offers(self) -> Sequence[tuple[KeyCommand, Text]]:
        """Return the available commands and their meanings."""
        context = self.table_context()
        commands = (*context.commands, *CHAT_COMMANDS)
        return [
            (command, context.meaning(command))
            for command in commands
            if self._is_available(command.id)
        ]

    async def do_command(self, id: str) -> None:
        """Execute a command, if it is still available."""
        if self._is_available(id):
            self.dispatch(Commanded(id))

    def _is_available(self, id: str) -> bool:
        """Return whether a command has an effect now. No command has one while a prompt is open or
        before the table has been drawn."""
        state = self.state
        waits = state.question is not None or state.replay.typed is not None
        if self.stack is None or waits or not state.is_drawn:
            return False
        if id == "play.hint":
            return state.partial_pick is not None
        return self.stack.has_effect(state, Commanded(id))

    # ------------------------------------------------------------------ effects

    def carry_out(self, effect: Effect) -> TableMessage | None:
        """Carry out an effect. Return the resulting message, or None if there is none."""
        match effect:
            case StartTimer(timer, number, seconds):
                self._cancel_timer(timer)
                self.running_timers[timer] = self.set_timer(
                    seconds, partial(self._fire_timer, timer, number)
                )
            case CancelTimer(timer):
                self._cancel_timer(timer)
            case PassOn():
                self._passed_on = True
            case Leave():
                self.dismiss()
            case AppEffect():
                self.post_message(self.Requested(self, effect))
        return None

    def _fire_timer(self, timer: str, number: int) -> None:
        if not self.is_mounted:
            return
        if timer == ANIMATION_TIMER and not self.diff_app.has_time:
            self.dispatch(AnimationsSkipped())
        self.dispatch(TimerFired(timer, number))

    def _cancel_timer(self, timer: str) -> None:
        running = self.running_timers.pop(timer, None)
        if running is not None:
            running.stop()

    def _update_theme(self) -> None:
        assert self.stack is not None
        self.surface.set_theme(self.stack.renderer.theme(self.state))

    def _show(self, stack: ReducerStack, scope: RepaintScope) -> None:
        """Show what has changed within `scope`, and the current frame of an animation over
        it."""
        if scope > RepaintScope.ANIMATION:
            self._show_picture(stack, scope)
        self.surface.veil(stack.renderer.veil(self.state))

    def _show_picture(self, stack: ReducerStack, scope: RepaintScope) -> None:
        """Show the table. If the renderer has been able to update the surface in place after a
        change in the current choice, and `scope` is not `ALL`, only move the cursor."""
        is_updated = stack.renderer.update_in_place(self.state, self.surface)
        picture = stack.renderer.picture(self.state)
        if is_updated and scope is not RepaintScope.ALL:
            self.surface.point(picture.cursor)
            return
        self.surface.offer(
            picture.legal,
            canvas=picture.canvas,
            closed=picture.closed,
            cursor=picture.cursor,
            labels=picture.labels,
            faint=picture.faint,
            marks=picture.marks,
        )
        self.surface.flash(picture.flash)
