"""Subscriptions of a screen, which reads the database again after a notification from another
program."""

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

CHECK_INTERVAL: Final = 30.0
"""Seconds between readings of the database if no notification arrives, because a program can die
between saving and notifying."""

CHECK_INTERVAL_OF_RESTING_STORES: Final = 300.0
"""Seconds between readings of a database that can suspend only while nobody polls it. Rare readings
are enough, because the server sends the notifications of programs that have died."""

CHECK_INTERVAL_WITHOUT_NOTIFICATIONS: Final = 2.0
"""Seconds between readings of the database if notifications are unavailable."""

POLLING_TIMER: Final = "following"
"""Name of the polling timers."""

Refresh = Callable[[], None]
"""Function that reads the store and shows changes. It is also called when there are none."""


@define(eq=False)
class TopicSubscriber:
    """A topic that a screen has subscribed to.

    `may_rest` is true for a database that can suspend while nobody polls it, `is_listening` if the
    event loop listens for notifications, and `is_due` after a notification until the store is read.
    """

    screen: MessagePump
    subscription: Subscription
    refresh: Refresh
    may_rest: bool = False
    timer: Timer | None = field(default=None, init=False)
    is_listening: bool = field(default=False, init=False)
    is_due: bool = field(default=False, init=False)

    def start(self) -> None:
        """Start polling, and start listening in the event loop of the screen if this is
        possible."""
        if self.subscription.fileno() >= 0:
            try:
                asyncio.get_running_loop().add_reader(
                    self.subscription.fileno(), self._handle_notification
                )
                self.is_listening = True
            except NotImplementedError:
                pass
        every = CHECK_INTERVAL_OF_RESTING_STORES if self.may_rest else CHECK_INTERVAL
        every = every if self.is_listening else CHECK_INTERVAL_WITHOUT_NOTIFICATIONS
        self.timer = self.screen.set_interval(every, self.refresh, name=POLLING_TIMER)

    def _handle_notification(self) -> None:
        """Read the store when the screen is next idle, a single time for all notifications that
        arrive until then."""
        self.subscription.clear()
        if not self.is_due:
            self.is_due = True
            self.screen.call_later(self._check_if_due)

    def _check_if_due(self) -> None:
        self.is_due = False
        if self.timer is not None:
            self.refresh()

    def discard_notifications(self) -> None:
        """Discard pending notifications, such as the one about the player's own arrival, before the
        store is read."""
        self.subscription.clear()

    def stop(self) -> None:
        """Unsubscribe, and stop polling."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        if self.is_listening:
            asyncio.get_running_loop().remove_reader(self.subscription.fileno())
            self.is_listening = False
        self.subscription.close()


class Subscriptions:
    """The subscriptions of a screen or app, which must `stop` them at its end."""

    def __init__(self, screen: MessagePump) -> None:
        self._screen = screen
        self._subscribers: dict[str, TopicSubscriber] = {}

    def subscribe(self, store: Store, topic: str, refresh: Refresh) -> None:
        """Call `refresh` after notifications of a topic (`match/k7m2`, `lobby`), and from time to
        time, instead of the previous function for this topic. Earlier changes are not reported:
        read the store once after this call."""
        self.unsubscribe(topic)
        may_rest = store.rests is not None
        self._subscribers[topic] = TopicSubscriber(
            self._screen, store.subscribe(topic), refresh, may_rest
        )
        self._subscribers[topic].start()

    def unsubscribe(self, topic: str) -> None:
        subscriber = self._subscribers.pop(topic, None)
        if subscriber is not None:
            subscriber.stop()

    def stop(self) -> None:
        for topic in list(self._subscribers):
            self.unsubscribe(topic)
