"""Messages of the driver: sizes, settings, timers, frames of animations, and the meaning of
keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from screens.input_modes.input_mode import shows_key
from screens.key_map import ARROW_OF_COMMAND, MOVE_COMMANDS, SECOND_KEYS, KeyCommand, key_name_of
from screens.paint.animation import FRAME_MS
from screens.table.animation_timing import ANIMATION_TIMER, end_animation
from screens.table.effects import (
    CallAttention,
    PassOn,
    RepaintScope,
    Update,
    repaint,
    show_message,
    start_timer,
    without_timer,
)
from screens.table.messages import (
    AnimationsSkipped,
    Clicked,
    Commanded,
    ExternalMessage,
    KeyPressed,
    Pasted,
    Picked,
    PreferencesChanged,
    Resized,
    RightButtonPressed,
    TableMessage,
    TimerFired,
    WheelTurned,
)
from screens.table.table_state import AttentionState, TableState

MESSAGES_ENDING_ANIMATION: Final[tuple[type[TableMessage], ...]] = (
    *(KeyPressed, Commanded, Pasted),
    *(Clicked, Picked, WheelTurned, RightButtonPressed),
    *(Resized, PreferencesChanged, AnimationsSkipped),
)
"""Messages that end an animation: keys, pasted text, clicks and the wheel (but not mouse
movements), commands, a new size or settings, and a request to skip the animation."""


class AnimationSteps:
    """Reducer of the animation timer. It passes on all other messages."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Show the next frame, or end the animation. Any of `MESSAGES_ENDING_ANIMATION` ends the
        animation, and is then handled as usual."""
        animation = state.animation
        if animation is None:
            return None
        if isinstance(input, MESSAGES_ENDING_ANIMATION):
            state, effects = end_animation(state)
            return evolve(repaint(state, RepaintScope.ANIMATION, *effects), propagate=True)
        match input:
            case TimerFired(timer, number) if timer == ANIMATION_TIMER:
                if state.timers.due.get(timer) != number:
                    return None
                state = without_timer(state, timer)
                if animation.elapsed_ms(state.now) >= animation.duration_ms:
                    return repaint(evolve(state, animation=None), RepaintScope.ANIMATION)
                state, effect = start_timer(state, timer, FRAME_MS / 1000)
                return repaint(state, RepaintScope.ANIMATION, effect)
        return None


class DriverEvents:
    """Reducer of the driver's messages, which handles them before all reducers except
    `AnimationSteps`."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle a message of the driver. A key or a click on any place ends an alert. It also
        ends a message from outside the table, unless a pass screen hides that message."""
        match input:
            case Resized(width, height):
                same = state.size == (width, height)
                resized = evolve(state, size=(width, height))
                return Update(state) if same else repaint(resized, RepaintScope.ALL)
            case PreferencesChanged(preferences):
                return repaint(evolve(state, preferences=preferences), RepaintScope.ALL)
            case ExternalMessage(text):
                return show_message(evolve(state, announced=text), text)
            case KeyPressed() | Clicked() | Picked(by_mouse=True):
                was_alerting = state.attention.alerts
                attention = AttentionState(state.now, previous_input=state.attention.last_input)
                announced = state.announced if state.pass_to is not None else ""
                state = evolve(state, attention=attention, announced=announced)
                return Update(state, (CallAttention(None),) if was_alerting else (), propagate=True)
            case TimerFired(timer, number):
                if state.timers.due.get(timer) != number:
                    return Update(state)  # it was restarted or cancelled before this signal came
                return Update(without_timer(state, timer), propagate=True)
        return None


class KeyAliases:
    """Reducer that translates the keys of `MOVE_COMMANDS` into arrow keys, Home and End, and a
    second key from `SECOND_KEYS` into its command if the input mode uses the command's first key. A
    key that the player has assigned to another command of the table is not translated."""

    def __init__(self, commands: Sequence[KeyCommand]) -> None:
        self._commands = commands

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Translate a key, unless the player is typing a number or letters."""
        if not isinstance(input, KeyPressed) or state.replay.typed is not None:
            return None
        own, partial_pick = state.preferences.keys, state.partial_pick
        if partial_pick is not None and partial_pick.input_mode.reads_letters:
            return None
        if input.key in {own.get(command.id) for command in self._commands}:
            return None
        for command in MOVE_COMMANDS:
            if input.key == own.get(command.id, command.key):
                return Update(state, follow_up=(KeyPressed(ARROW_OF_COMMAND[command.id], None),))
        command_id = SECOND_KEYS.get(input.key)
        if partial_pick is None or command_id is None:
            return None
        if not shows_key(partial_pick.input_mode.keys(), key_name_of(command_id, own).plain()):
            return None
        return Update(state, follow_up=(Commanded(command_id),))


class KeyCommands:
    """Reducer that translates keys into commands. A key that the person has assigned to a command
    replaces the command's default key."""

    def __init__(self, commands: Sequence[KeyCommand]) -> None:
        self._commands = commands

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Translate a key into its command. A key without a command is passed on to the app."""
        if not isinstance(input, KeyPressed):
            return None
        own = state.preferences.keys
        for command in self._commands:
            if input.key == own.get(command.id, command.key):
                return Update(state, follow_up=(Commanded(command.id),))
        return Update(state, (PassOn(),))
