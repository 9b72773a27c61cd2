"""Timers that fire even if the machine is busy when they are set."""

from __future__ import annotations

from textual.message_pump import MessagePump
from textual.timer import Timer, TimerCallback


def sure(timer: Timer) -> Timer:
    """Make a one-shot timer fire late rather than never, and return it.

    Textual's timers skip late ticks, so a late one-shot timer never fires. If the program was not
    scheduled for the timer's whole duration, a bot would never move, or a resize would never be
    handled.
    """
    timer._skip = False
    return timer


class ReliableTimers(MessagePump):
    """Mixin that makes all one-shot timers fire late rather than never, including Textual's own."""

    def set_timer(
        self,
        delay: float,
        callback: TimerCallback | None = None,
        *,
        name: str | None = None,
        pause: bool = False,
    ) -> Timer:
        """Call `callback` once, after `delay` seconds or later. `name` and `pause` are those of
        Textual."""
        return sure(super().set_timer(delay, callback, name=name, pause=pause))
