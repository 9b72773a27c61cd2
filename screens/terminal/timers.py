"""Timers that ring, however busy the machine is at the moment at which they are set."""

from __future__ import annotations

from textual.message_pump import MessagePump
from textual.timer import Timer, TimerCallback


def sure(timer: Timer) -> Timer:
    """A timer that rings once, and late rather than never.

    Textual's timers leave out what they are late for. Of one that rings once nothing is left then:
    a program that is kept from running for as long as the timer is to wait, just when it begins to
    wait, would never let its bot move, or never follow the size of its window.
    """
    timer._skip = False
    return timer


class ReliableTimers(MessagePump):
    """Whose timers ring late rather than never, Textual's own too."""

    def set_timer(
        self,
        delay: float,
        callback: TimerCallback | None = None,
        *,
        name: str | None = None,
        pause: bool = False,
    ) -> Timer:
        """Call something once, after a number of seconds or later."""
        return sure(super().set_timer(delay, callback, name=name, pause=pause))
