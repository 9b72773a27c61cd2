"""Players that choose for themselves, from what their seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.bots.greedy import Greedy
from engine.bots.random import Random
from engine.bots.table import Bot
from engine.core.players import checked_bot

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {"random": Random, "greedy": Greedy}
"""The bots, by the names under which a match knows them: `bot:random`, `bot:greedy`."""


def make_bot(player: str) -> Bot:
    """The bot that a header names, `bot:greedy` or `greedy`; raises BadSetup for an unknown one."""
    return BOTS[checked_bot(player)]()
