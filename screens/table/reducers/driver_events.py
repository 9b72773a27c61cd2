"""The news of the driver; and that somebody is there, whatever they press."""

from __future__ import annotations

from attrs import evolve

from screens.table.effects import (
    CallAttention,
    RepaintScope,
    Update,
    repaint,
    show_message,
    without_timer,
)
from screens.table.messages import (
    Clicked,
    ExternalMessage,
    KeyPressed,
    PreferencesChanged,
    Resized,
    TableMessage,
    TimerFired,
)
from screens.table.table_state import AttentionState, TableState


class DriverEvents:
    """Hears everything first."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle what the driver reports. A key or a click ends an alert."""
        match input:
            case Resized(width, height):
                same = state.size == (width, height)
                resized = evolve(state, size=(width, height))
                return Update(state) if same else repaint(resized, RepaintScope.ALL)
            case PreferencesChanged(wishes):
                return repaint(evolve(state, wishes=wishes), RepaintScope.ALL)
            case ExternalMessage(said):
                return show_message(state, said)
            case KeyPressed() | Clicked():
                called = state.calling.calls
                state = evolve(
                    state, calling=AttentionState(state.now, before=state.calling.touched)
                )
                return Update(state, (CallAttention(None),) if called else (), propagate=True)
            case TimerFired(timer, number):
                if state.timers.due.get(timer) != number:
                    return Update(state)  # it was set anew, or silenced, before it was heard
                return Update(without_timer(state, timer), propagate=True)
        return None
