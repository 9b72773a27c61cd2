"""Presence at a match: the players whose terminals show it now, and the number of spectators."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from attrs import define, field

from engine.errors import GuildhallError
from engine.storage.pubsub import LOBBY_TOPIC, topic_of

if TYPE_CHECKING:
    from engine.storage.pubsub import Subscription
    from engine.storage.store import Store

WATCHING: Final = "watching"


@define(eq=False)
class Presence:
    """The presence of one terminal at the match `id`, and this terminal's view of who is present.

    A terminal subscribes to one topic for each of its seats or, without seats, to the topic of
    spectators. Its subscriptions end with its program, even if the program crashes. `present` are
    the seats whose players are present, and `watching` is the number of spectators; `refresh`
    updates both.
    """

    store: Store
    id: str
    present: frozenset[int] = frozenset()
    watching: int = 0
    _subscriptions: dict[str, Subscription] = field(factory=dict)

    def join(self, seats: Collection[int]) -> None:
        """Show this terminal's player as present at `seats` or, if there are none, as a spectator.
        Notify the table and the lobby of a change."""
        wanted = {self._topic(seat) for seat in seats} or {self._topic(WATCHING)}
        if wanted == self._subscriptions.keys():
            return
        for topic in self._subscriptions.keys() - wanted:
            self._subscriptions.pop(topic).close()
        for topic in wanted - self._subscriptions.keys():
            self._subscriptions[topic] = self.store.subscribe(topic)
        self._publish()

    def leave(self) -> None:
        """End this terminal's subscriptions, and notify the table and the lobby. Errors of the
        notification are ignored. The player remains present if another terminal shows the match."""
        if self._subscriptions:
            for subscription in self._subscriptions.values():
                subscription.close()
            self._subscriptions.clear()
            with suppress(GuildhallError):
                self._publish()

    def _publish(self) -> None:
        """Notify the table and the lobby that somebody has come or gone."""
        for topic in (topic_of(self.id), LOBBY_TOPIC):
            self.store.publish(topic)

    def refresh(self, seats: int) -> bool:
        """Update `present` and `watching` for a match with `seats` seats, and return whether they
        have changed."""
        before = self.present, self.watching
        self.present = frozenset(
            seat for seat in range(seats) if self.store.bus.subscriber_count(self._topic(seat))
        )
        self.watching = watching(self.store, self.id)
        return before != (self.present, self.watching)

    def _topic(self, who: int | str) -> str:
        return f"{topic_of(self.id)}/{who}"


def watching(store: Store, id: str) -> int:
    return store.bus.subscriber_count(f"{topic_of(id)}/{WATCHING}")
