"""Those who listen on other hosts, as they are found on this one (presence): whoever looks who is
here sees them, too, and asks no database for it.

For each there is a link beside the bells of the topic, to one bell that nobody answers; with the
program whose bell that is they are all gone.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.storage.pubsub import ECHO, SocketBus, has_subscribers, take_down

_TOPIC: Final = "echo/"
"""How the topic begins whose bell they are linked to."""


class RemoteSubscribers:
    """The links that stand for who listens elsewhere."""

    def __init__(self, bells: SocketBus) -> None:
        """Among these bells; where none can be hung up nobody is found."""
        self._bells = bells
        self._shown: Mapping[str, int] = {}
        topic = f"{_TOPIC}{secrets.token_hex(2)}"
        self._bell = bells.subscribe(topic)
        self._path = next(iter(bells.hung(topic)), None)

    def show(self, elsewhere: Mapping[str, int]) -> list[str]:
        """Stand for so many who listen to each topic on other hosts; the topics of which that has
        changed."""
        before, self._shown = self._shown, elsewhere
        for topic, number in before.items():
            for one in range(elsewhere.get(topic, 0), number):
                take_down(self._link(topic, one))
        for topic, number in elsewhere.items():
            for one in range(number):
                self._stand_in(topic, one)
        return [one for one in {**before, **elsewhere} if before.get(one) != elsewhere.get(one)]

    def close(self) -> None:
        """Stand for nobody."""
        self.show({})
        self._bell.close()

    def _stand_in(self, topic: str, one: int) -> None:
        """Make a link, unless there is one whose bell still hangs."""
        link = self._link(topic, one)
        if self._path is None or has_subscribers(link):
            return
        with suppress(OSError):
            Path(link).unlink(missing_ok=True)
            Path(link).parent.mkdir(mode=0o700, exist_ok=True)
            Path(link).symlink_to(self._path)

    def _link(self, topic: str, one: int) -> str:
        return f"{self._bells.folder_of(topic)}/{ECHO}{one:x}"
