"""Players that choose for themselves, from what their seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.bots.greedy import Greedy
from engine.bots.random import Random
from engine.bots.table import Bot
from engine.core.players import checked_bot, programs

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {"random": Random, "greedy": Greedy}
"""The bots, by the names under which a match knows them: `bot:random`, `bot:greedy`."""


def make_bot(player: str) -> Bot:
    """The bot that a header names, `bot:greedy` or `greedy`; raises BadSetup for an unknown one."""
    name = checked_bot(player)
    if name in BOTS:
        return BOTS[name]()
    from engine.bots.outside import Outside

    return Outside(programs()[name])


def is_here(name: str) -> bool:
    """Whether this program has a bot of that name."""
    return name in BOTS or name in programs()
