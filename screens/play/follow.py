"""A screen that follows what other programs do (subscriber): it listens for bells, and looks when
one rings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from attrs import define, field
from textual.message_pump import MessagePump

if TYPE_CHECKING:
    from textual.timer import Timer

    from engine.storage.bells import Watch
    from engine.storage.store import Store

LOOK_EVERY: Final = 30.0
"""After how many seconds the store is looked at though nothing rang: a program can end between
what it keeps and the ring."""

LOOK_WHERE_NOTHING_RINGS: Final = 2.0
"""The same where there are no bells."""

FOLLOWING: Final = "following"
"""The name of the timers that see to it."""

Look = Callable[[], None]
"""Looks at the store and shows what is new; it may be called when nothing is."""


@define(eq=False)
class Follower:
    """One topic that a screen follows."""

    screen: MessagePump
    watch: Watch
    look: Look
    timer: Timer | None = field(default=None, init=False)
    is_read: bool = field(default=False, init=False)
    is_due: bool = field(default=False, init=False)

    def start(self) -> None:
        """Listen, in the loop in which the screen lives."""
        if self.watch.fileno() >= 0:
            try:
                asyncio.get_running_loop().add_reader(self.watch.fileno(), self._rang)
                self.is_read = True
            except NotImplementedError:
                pass
        every = LOOK_EVERY if self.is_read else LOOK_WHERE_NOTHING_RINGS
        self.timer = self.screen.set_interval(every, self.look, name=FOLLOWING)

    def _rang(self) -> None:
        """Look as soon as the screen has done what it is at; several rings are one look."""
        self.watch.clear()
        if not self.is_due:
            self.is_due = True
            self.screen.call_later(self._look)

    def _look(self) -> None:
        self.is_due = False
        if self.timer is not None:
            self.look()

    def forget_rings(self) -> None:
        """Forget what has rung so far, such as one's own coming: it is looked at right after."""
        self.watch.clear()

    def stop(self) -> None:
        """Listen no longer."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        if self.is_read:
            asyncio.get_running_loop().remove_reader(self.watch.fileno())
            self.is_read = False
        self.watch.close()


class Following(MessagePump):
    """Part of a screen, or of an app, that follows topics of a store for as long as it is there."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._followed: dict[str, Follower] = {}

    def follow(self, topic: str, look: Look, store: Store | None = None) -> None:
        """Call `look` whenever a topic is rung (`match/k7m2`, `lobby`), and from time to time all
        the same; of the app's store where none is named.

        What was kept before is not told: look once after this call. Raises BadStore if the app's
        store cannot be opened.
        """
        self.unfollow(topic)
        if store is None:
            store = self.app.store  # type: ignore[attr-defined]
        assert store is not None
        self._followed[topic] = Follower(self, store.watch(topic), look)
        self._followed[topic].start()

    def unfollow(self, topic: str) -> None:
        """Follow a topic no longer."""
        follower = self._followed.pop(topic, None)
        if follower is not None:
            follower.stop()

    def on_unmount(self) -> None:
        """Listen to nothing any more."""
        self.stop_following()

    def stop_following(self) -> None:
        """Follow no topic any longer."""
        for topic in list(self._followed):
            self.unfollow(topic)
