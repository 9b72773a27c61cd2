"""Odd bots for tests, imported by workers: they think for long, never finish, die or fail."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, cast

from engine.bots import BOTS
from engine.core import players
from engine.core.event import Value
from engine.i18n.text import verbatim
from engine.search.simulation import Observation


class Ponderer:
    """Thinks until it is stopped, unless a file exists; then it takes its last option."""

    thinks: ClassVar = True

    def choose(self, observation: Observation) -> Value:
        while not Path(os.environ.get("GUILDHALL_TEST_GO", "nowhere")).exists():
            time.sleep(0.01)
        return observation.options[-1]


class Busy:
    """Keeps its core busy for ever."""

    thinks: ClassVar = True

    def choose(self, observation: Observation) -> Value:
        while True:
            observation.view.digest()


class Last:
    """Takes its last option at once, but in a worker."""

    thinks: ClassVar = True

    def choose(self, observation: Observation) -> Value:
        return observation.options[-1]


class Deaf:
    """Ignores interrupts, and never finishes."""

    thinks: ClassVar = True

    def choose(self, observation: Observation) -> Value:
        while True:
            try:
                time.sleep(60)
            except BaseException:
                continue


class Mortal:
    """Kills its process."""

    thinks: ClassVar = True

    def choose(self, observation: Observation) -> Value:
        os._exit(3)


class Mistaken:
    """Raises an error."""

    thinks: ClassVar = True

    def choose(self, observation: Observation) -> Value:
        raise RuntimeError("a mistake in thinking")


class Absurd:
    """Returns an illegal pick."""

    thinks: ClassVar = True

    def choose(self, observation: Observation) -> Value:
        return "absurd"


ODD: dict[str, Callable[[], Any]] = {
    "ponderer": Ponderer,
    "busy": Busy,
    "last": Last,
    "deaf": Deaf,
    "mortal": Mortal,
    "mistaken": Mistaken,
    "absurd": Absurd,
}


def register() -> None:
    """Register the bots."""
    cast(dict[str, Any], BOTS).update(ODD)
    cast(dict[str, Any], players.BOT_TITLES).update({name: verbatim(name) for name in ODD})


def unregister() -> None:
    """Unregister the bots."""
    for name in ODD:
        cast(dict[str, Any], BOTS).pop(name, None)
        cast(dict[str, Any], players.BOT_TITLES).pop(name, None)
