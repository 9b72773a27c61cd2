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

    def update(self, doing: TableState, input: TableMessage) -> Update | None:
        """What the driver has to say; whoever presses a key is called no more."""
        match input:
            case Resized(width, height):
                same = doing.size == (width, height)
                resized = evolve(doing, size=(width, height))
                return Update(doing) if same else repaint(resized, RepaintScope.ALL)
            case PreferencesChanged(wishes):
                return repaint(evolve(doing, wishes=wishes), RepaintScope.ALL)
            case ExternalMessage(said):
                return show_message(doing, said)
            case KeyPressed() | Clicked():
                called = doing.calling.calls
                doing = evolve(
                    doing, calling=AttentionState(doing.now, before=doing.calling.touched)
                )
                return Update(doing, (CallAttention(None),) if called else (), propagate=True)
            case TimerFired(timer, number):
                if doing.timers.due.get(timer) != number:
                    return Update(doing)  # it was set anew, or silenced, before it was heard
                return Update(without_timer(doing, timer), propagate=True)
        return None
