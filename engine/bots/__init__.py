"""Bots, which make picks based on what their seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.bots.policies import Bot, Easy, Medium, Random, Strong
from engine.core.players import bot_name, checked_bot, programs, titles
from engine.i18n.text import Text

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": Random,
    "easy": Easy,
    "medium": Medium,
    "strong": Strong,
    "greedy": Medium,
}
"""The built-in bots by name, such as `medium`. Old matches call the medium bot `greedy`."""

LEVELS: Final = ("easy", "medium", "strong", "random")
"""The built-in bots that people can choose."""


def make_bot(player: str) -> Bot:
    """Return a new bot for `player`, given as in a header (`bot:medium`) or by name (`medium`).
    Raises BadSetup for an unknown or retired bot."""
    name = checked_bot(player)
    if name in BOTS:
        return BOTS[name]()
    from engine.bots.external import ExternalBot

    return ExternalBot(programs()[name])


def is_here(name: str) -> bool:
    """Whether a built-in bot or an external program is called `name`."""
    return name in BOTS or name in programs()


def offered() -> Mapping[str, Text]:
    """Return the display names of the bots that people can choose, by bot name: first the levels,
    then external programs."""
    known = titles()
    return {name: known[name] for name in (*LEVELS, *programs())}


def thinks(player: str) -> bool:
    """Whether `player`, given as in a header, is a built-in bot that searches for so long that it
    runs in a worker process. False for people, external programs and unknown bots."""
    return bool(getattr(BOTS.get(bot_name(player) or ""), "thinks", False))
