"""Players that choose for themselves, from what their seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.bots.greedy import Greedy
from engine.bots.random import Random
from engine.bots.table import Bot, Table
from engine.errors import BadSetup
from engine.text import Text, words

PERSON: Final = "person"
"""How a header says that a person plays a seat."""

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {"random": Random, "greedy": Greedy}
"""The bots, by the names under which a match knows them: `bot:random`, `bot:greedy`."""

TITLES: Final[Mapping[str, Text]] = {"random": words("Random"), "greedy": words("Greedy")}
"""What each bot is called at the table, in words."""

MANNERS: Final[Mapping[str, Text]] = {
    "random": words("Chooses by lot"),
    "greedy": words("Takes what looks best at once"),
}
"""How each bot plays, in words."""

_PREFIX: Final = "bot:"


def bot_name(player: str) -> str | None:
    """The name of the bot that is the player, or None for a person."""
    return player.removeprefix(_PREFIX) if player.startswith(_PREFIX) else None


def make_bot(player: str) -> Bot:
    """The bot that a header names, `bot:greedy` or `greedy`; raises BadSetup for an unknown one."""
    name = player.removeprefix(_PREFIX)
    if name not in BOTS:
        raise BadSetup(
            words("There is no bot {bot}; there are {bots}.", bot=name, bots=", ".join(BOTS))
        )
    return BOTS[name]()


__all__ = ["BOTS", "MANNERS", "PERSON", "TITLES", "Bot", "Table", "bot_name", "make_bot"]
