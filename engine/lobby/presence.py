"""Presence at a match: whose terminals show it now."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from attrs import define, field

from engine.errors import GuildhallError
from engine.storage.topics import LOBBY, topic_of

if TYPE_CHECKING:
    from engine.storage.pubsub import Subscription
    from engine.storage.store import Store

WATCHING: Final = "watching"


@define(eq=False)
class Presence:
    """Terminals that show a match. Each subscribes to a topic per seat it plays, or as a spectator:
    the subscription ends with the program, however that ends."""

    store: Store
    id: str
    here: frozenset[int] = frozenset()
    watching: int = 0
    _subscriptions: dict[str, Subscription] = field(factory=dict)

    def join(self, seats: Collection[int]) -> None:
        """Appear at these seats, or as a spectator."""
        wanted = {self._topic(seat) for seat in seats} or {self._topic(WATCHING)}
        if wanted == self._subscriptions.keys():
            return
        for topic in self._subscriptions.keys() - wanted:
            self._subscriptions.pop(topic).close()
        for topic in wanted - self._subscriptions.keys():
            self._subscriptions[topic] = self.store.subscribe(topic)
        self._publish()

    def leave(self) -> None:
        """Leave the table: the person is no longer shown as present."""
        if self._subscriptions:
            for subscription in self._subscriptions.values():
                subscription.close()
            self._subscriptions.clear()
            with suppress(GuildhallError):
                self._publish()

    def _publish(self) -> None:
        """Notify the table of who is present, and the lobby of the number of spectators."""
        for topic in (topic_of(self.id), LOBBY):
            self.store.publish(topic)

    def refresh(self, seats: int) -> bool:
        """Read who is present at `seats` seats; return whether that has changed."""
        before = self.here, self.watching
        self.here = frozenset(
            seat for seat in range(seats) if self.store.bus.subscriber_count(self._topic(seat))
        )
        self.watching = watching(self.store, self.id)
        return before != (self.here, self.watching)

    def _topic(self, who: int | str) -> str:
        return f"{topic_of(self.id)}/{who}"


def watching(store: Store, id: str) -> int:
    """Return the number of spectators of a match."""
    return store.bus.subscriber_count(f"{topic_of(id)}/{WATCHING}")
