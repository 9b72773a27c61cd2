"""Who plays at a table: people by their names, and bots; known without loading any rules."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from engine.errors import BadSetup, NoSuchPerson
from engine.i18n.text import Text, verbatim, words

PERSON: Final = "person"
"""How a header says that a person plays a seat."""

TITLES: Final[Mapping[str, Text]] = {
    "random": words("Random"),
    "easy": words("Easy"),
    "medium": words("Medium"),
    "strong": words("Strong"),
    "greedy": words("Greedy"),
    "old_greedy": words("Old greedy"),
}
"""What each bot of ours is called at the table, by its name."""

FORMER: Final = frozenset({"greedy"})
"""Bots as they were called formerly: matches have them still."""

FOR_COMPARISON: Final = frozenset({"old_greedy"})
"""Bots that others are measured by, and that no people play against."""

MOST_LETTERS: Final = 24

_PREFIX: Final = "bot:"


@frozen
class Person:
    """Somebody who has chosen a name in a house.

    `admin` may look after the house, `banned` may not come in.
    """

    id: int
    name: str
    admin: bool = False
    banned: bool = False


def bot_name(player: str) -> str | None:
    """The name of the bot that is the player, or None for a person."""
    return player.removeprefix(_PREFIX) if player.startswith(_PREFIX) else None


def checked_bot(player: str) -> str:
    """The name of the bot that is called so, `bot:greedy` or `greedy`; raises BadSetup."""
    name, known = player.removeprefix(_PREFIX), titles()
    if name not in known:
        raise BadSetup(
            words(
                "There is no bot called {bot}. Choose from {bots}.", bot=name, bots=", ".join(known)
            )
        )
    return name


def seated_bot(player: str) -> str:
    """The name of a bot that may take a seat among people, `bot:medium` or `medium`; raises
    BadSetup."""
    name, known = player.removeprefix(_PREFIX), titles()
    if name in FOR_COMPARISON or name not in known:
        bots = ", ".join(one for one in known if one not in (*FOR_COMPARISON, *FORMER))
        raise BadSetup(
            words("There is no bot called {bot}. Choose from {bots}.", bot=name, bots=bots)
        )
    return name


# ---------------------------------------------------------------- programs of the host's own

_BOT: Final = re.compile(r"[a-z_]{1,32}")
"""How a header may name a bot."""

_programs: dict[str, Path] = {}


def admit_program(name: str, program: Path) -> None:
    """Let a program of this computer play as the bot of that name, till this one ends; raises
    BadSetup. Only whoever has started this program says which: no guest, no file, no match."""
    if not _BOT.fullmatch(name):
        raise BadSetup(
            words(
                "A bot's name can have up to 32 characters, only a to z and _; {name} is "
                "not possible.",
                name=name,
            )
        )
    if name in TITLES:
        raise BadSetup(words("There is already a bot called {bot}.", bot=name))
    _programs[name] = program


def programs() -> Mapping[str, Path]:
    """The programs that may play, by the names of their bots."""
    return _programs


def titles() -> Mapping[str, Text]:
    """What each bot is called at the table, by its name: ours, then the programs."""
    return {**TITLES, **{name: verbatim(name) for name in _programs}}


def checked_name(name: str) -> str:
    """A player's name without control characters and needless spaces; raises BadSetup."""
    tidy = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not tidy:
        raise BadSetup(words("A player needs a name."))
    if len(tidy) > MOST_LETTERS:
        raise BadSetup(
            words("The name {name} is longer than {most} characters.", name=tidy, most=MOST_LETTERS)
        )
    return tidy


def new_name(name: str) -> str:
    """The name of somebody who is to play; raises BadSetup, also for letters that are written from
    right to left.

    Tables are drawn cell by cell from the left, and terminals may turn such letters round. A saved
    game that has such a name is read all the same.
    """
    tidy = checked_name(name)
    if any(map(is_from_the_right, tidy)):
        raise BadSetup(
            words(
                "Please use a script that is written from left to right, such as Latin, "
                "Cyrillic or Chinese: names from right to left cannot be shown."
            )
        )
    return tidy


def is_from_the_right(letter: str) -> bool:
    """Whether a letter or digit is written from right to left."""
    return unicodedata.bidirectional(letter) in _FROM_THE_RIGHT


_FROM_THE_RIGHT: Final = ("R", "AL", "AN")


def seats_called(seats: Sequence[tuple[str, str]], names: Iterable[str]) -> frozenset[int]:
    """The seats of the people with these names among (name, player) pairs, in whatever case the
    names are written; raises NoSuchPerson."""
    people = {name.casefold(): n for n, (name, player) in enumerate(seats) if player == PERSON}
    found = set()
    for name in names:
        seat = people.get(checked_name(name).casefold())
        if seat is None:
            playing = ", ".join(seats[n][0] for n in people.values()) or "-"
            raise NoSuchPerson(
                words(
                    "Nobody called {name} is playing. The players are {all}.",
                    name=name,
                    all=playing,
                )
            )
        found.add(seat)
    return frozenset(found)
