"""Who is at a match (presence): whose terminal shows it now."""

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
    """Whose terminals show a match. Each hangs up a bell for every seat it plays, or as one that
    only watches: as long as it hangs its owner is here, however the program may end."""

    store: Store
    id: str
    here: frozenset[int] = frozenset()
    watching: int = 0
    _hung: dict[str, Subscription] = field(factory=dict)

    def sit_down(self, seats: Collection[int]) -> None:
        """Be seen at these seats, or as one who watches."""
        wanted = {self._topic(seat) for seat in seats} or {self._topic(WATCHING)}
        if wanted == self._hung.keys():
            return
        for topic in self._hung.keys() - wanted:
            self._hung.pop(topic).close()
        for topic in wanted - self._hung.keys():
            self._hung[topic] = self.store.subscribe(topic)
        self._ring()

    def get_up(self) -> None:
        """Be seen no more."""
        if self._hung:
            for watch in self._hung.values():
                watch.close()
            self._hung.clear()
            with suppress(GuildhallError):
                self._ring()

    def _ring(self) -> None:
        """Let the table see who is here, and the lobby how many watch."""
        for topic in (topic_of(self.id), LOBBY):
            self.store.publish(topic)

    def refresh(self, seats: int) -> bool:
        """See who is here at so many seats; whether that has changed."""
        before = self.here, self.watching
        self.here = frozenset(
            seat for seat in range(seats) if self.store.subscriber_count(self._topic(seat))
        )
        self.watching = watching(self.store, self.id)
        return before != (self.here, self.watching)

    def _topic(self, who: int | str) -> str:
        return f"{topic_of(self.id)}/{who}"


def watching(store: Store, id: str) -> int:
    """How many look on at a match."""
    return store.subscriber_count(f"{topic_of(id)}/{WATCHING}")
