"""Subscribers on other machines, mirrored on this one (presence). This machine then knows who is
present without querying the database.

Each subscriber is represented by a link beside the sockets of the topic. All links lead to a single
socket that nobody reads. When the program of that socket dies, all its links are dead.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.storage.pubsub import MIRROR_PREFIX, SocketBus, has_subscribers, remove_socket

_TOPIC: Final = "echo/"
"""Prefix of the topic whose only socket is the target of all links."""


class RemoteSubscribers:
    """Links that represent subscribers on other machines."""

    def __init__(self, bus: SocketBus) -> None:
        """Prepare to mirror subscribers as links in the folder of `bus`. If no socket can be
        created there, nothing is mirrored."""
        self._bus = bus
        self._mirrored: Mapping[str, int] = {}
        topic = f"{_TOPIC}{secrets.token_hex(2)}"
        self._subscription = bus.subscribe(topic)
        self._path = next(iter(bus.sockets(topic)), None)

    def show(self, elsewhere: Mapping[str, int]) -> list[str]:
        """Mirror `elsewhere`, the number of subscribers per topic on other machines, and return the
        topics whose numbers have changed."""
        before, self._mirrored = self._mirrored, elsewhere
        for topic, count in before.items():
            for index in range(elsewhere.get(topic, 0), count):
                remove_socket(self._link(topic, index))
        for topic, count in elsewhere.items():
            for index in range(count):
                self._add_link(topic, index)
        return [
            topic for topic in {**before, **elsewhere} if before.get(topic) != elsewhere.get(topic)
        ]

    def close(self) -> None:
        self.show({})
        self._subscription.close()

    def _add_link(self, topic: str, index: int) -> None:
        """Create link number `index` of a topic, unless the link exists and leads to a live socket.
        Do nothing if this object has no socket."""
        link = self._link(topic, index)
        if self._path is None or has_subscribers(link):
            return
        with suppress(OSError):
            Path(link).unlink(missing_ok=True)
            Path(link).parent.mkdir(mode=0o700, exist_ok=True)
            Path(link).symlink_to(self._path)

    def _link(self, topic: str, index: int) -> str:
        return f"{self._bus.topic_folder(topic)}/{MIRROR_PREFIX}{index:x}"
