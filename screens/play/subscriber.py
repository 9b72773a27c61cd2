"""Subscriber of a screen: watches for notifications of other programs, and reads the store when
there is one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from attrs import define, field
from textual.message_pump import MessagePump

if TYPE_CHECKING:
    from textual.timer import Timer

    from engine.storage.pubsub import Subscription
    from engine.storage.store import Store

LOOK_EVERY: Final = 30.0
"""After how many seconds the store is looked at though nothing rang: a program can end between
what it keeps and the ring."""

LOOK_WHERE_STORES_REST: Final = 300.0
"""The same where a store that is looked at cannot rest: the door rings for programs that end so."""

LOOK_WHERE_NOTHING_RINGS: Final = 2.0
"""The same where there are no bells."""

FOLLOWING: Final = "following"
"""The name of the timers that see to it."""

Look = Callable[[], None]
"""Looks at the store and shows what is new; it may be called when nothing is."""


@define(eq=False)
class TopicSubscriber:
    """One topic that a screen follows."""

    screen: MessagePump
    subscription: Subscription
    look: Look
    may_rest: bool = False
    timer: Timer | None = field(default=None, init=False)
    is_read: bool = field(default=False, init=False)
    is_due: bool = field(default=False, init=False)

    def start(self) -> None:
        """Listen, in the loop in which the screen lives."""
        if self.subscription.fileno() >= 0:
            try:
                asyncio.get_running_loop().add_reader(self.subscription.fileno(), self._rang)
                self.is_read = True
            except NotImplementedError:
                pass
        every = LOOK_WHERE_STORES_REST if self.may_rest else LOOK_EVERY
        every = every if self.is_read else LOOK_WHERE_NOTHING_RINGS
        self.timer = self.screen.set_interval(every, self.look, name=FOLLOWING)

    def _rang(self) -> None:
        """Look as soon as the screen has done what it is at; several rings are one look."""
        self.subscription.clear()
        if not self.is_due:
            self.is_due = True
            self.screen.call_later(self._look)

    def _look(self) -> None:
        self.is_due = False
        if self.timer is not None:
            self.look()

    def forget_rings(self) -> None:
        """Forget what has rung so far, such as one's own coming: it is looked at right after."""
        self.subscription.clear()

    def stop(self) -> None:
        """Listen no longer."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        if self.is_read:
            asyncio.get_running_loop().remove_reader(self.subscription.fileno())
            self.is_read = False
        self.subscription.close()


class Subscriptions:
    """The topics of a store that a screen, or an app, follows; it stops them when it goes."""

    def __init__(self, screen: MessagePump) -> None:
        self._screen = screen
        self._followed: dict[str, TopicSubscriber] = {}

    def follow(self, store: Store, topic: str, look: Look) -> None:
        """Call `look` whenever a topic is rung (`match/k7m2`, `lobby`), and from time to time all
        the same.

        What was kept before is not told: look once after this call.
        """
        self.unfollow(topic)
        may_rest = store.rests is not None
        self._followed[topic] = TopicSubscriber(
            self._screen, store.subscribe(topic), look, may_rest
        )
        self._followed[topic].start()

    def unfollow(self, topic: str) -> None:
        """Follow a topic no longer."""
        follower = self._followed.pop(topic, None)
        if follower is not None:
            follower.stop()

    def stop(self) -> None:
        """Follow no topic any longer."""
        for topic in list(self._followed):
            self.unfollow(topic)
