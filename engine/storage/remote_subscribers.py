"""Subscribers on other hosts, mirrored on this one (presence), so that readers of the presence list
need no database query.

Each is a link beside the sockets of the topic, to a single socket that nobody reads; when its
program dies, all of them are dead.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.storage.pubsub import ECHO, SocketBus, has_subscribers, take_down

_TOPIC: Final = "echo/"
"""Prefix of the topic of that socket."""


class RemoteSubscribers:
    """Links that stand for subscribers elsewhere."""

    def __init__(self, bells: SocketBus) -> None:
        """Mirror on that bus; without sockets nothing is mirrored."""
        self._bells = bells
        self._shown: Mapping[str, int] = {}
        topic = f"{_TOPIC}{secrets.token_hex(2)}"
        self._bell = bells.subscribe(topic)
        self._path = next(iter(bells.hung(topic)), None)

    def show(self, elsewhere: Mapping[str, int]) -> list[str]:
        """Mirror these numbers of subscribers per topic; return the topics that have changed."""
        before, self._shown = self._shown, elsewhere
        for topic, number in before.items():
            for one in range(elsewhere.get(topic, 0), number):
                take_down(self._link(topic, one))
        for topic, number in elsewhere.items():
            for one in range(number):
                self._stand_in(topic, one)
        return [one for one in {**before, **elsewhere} if before.get(one) != elsewhere.get(one)]

    def close(self) -> None:
        """Remove all links."""
        self.show({})
        self._bell.close()

    def _stand_in(self, topic: str, one: int) -> None:
        """Create a link, unless there is one with a living socket."""
        link = self._link(topic, one)
        if self._path is None or has_subscribers(link):
            return
        with suppress(OSError):
            Path(link).unlink(missing_ok=True)
            Path(link).parent.mkdir(mode=0o700, exist_ok=True)
            Path(link).symlink_to(self._path)

    def _link(self, topic: str, one: int) -> str:
        return f"{self._bells.folder_of(topic)}/{ECHO}{one:x}"
