"""The players of a table (people and bots), and early endings of a match."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from attrs import frozen

from engine.errors import BadSetup, Ended, NoSuchPerson
from engine.i18n.text import Seat, Text, verbatim, words

PERSON: Final = "person"
"""Value of `player` in a header for a seat played by a person."""

BOT_TITLES: Final[Mapping[str, Text]] = {
    "random": words("Random"),
    "easy": words("Easy"),
    "medium": words("Medium"),
    "strong": words("Strong"),
    "greedy": words("Greedy"),
    "old_greedy": words("Old greedy"),
}
"""Display names of the built-in bots by bot name, including former names and retired bots."""

FORMER_BOT_NAMES: Final = frozenset({"greedy"})
"""Former names of bots, which still occur in old matches."""

RETIRED_BOTS: Final = frozenset({"old_greedy"})
"""Bots that occur in old matches but can no longer play."""

MAX_CHARACTERS: Final = 24

_BOT_PREFIX: Final = "bot:"


@frozen
class Person:
    """A registered person. An `admin` may administer the server; a `banned` person may not
    connect."""

    id: int
    name: str
    admin: bool = False
    banned: bool = False


def bot_name(player: str) -> str | None:
    """Return the name of the bot in `player`, given as `bot:<name>`; None if `player` is a
    person."""
    return player.removeprefix(_BOT_PREFIX) if player.startswith(_BOT_PREFIX) else None


def checked_bot(player: str) -> str:
    """Return the name of the bot `player`, which is given as `bot:medium` or `medium`. Raises
    BadSetup if no bot with this name can play."""
    name, known = player.removeprefix(_BOT_PREFIX), titles()
    if name in RETIRED_BOTS or name not in known:
        bots = ", ".join(bot for bot in known if bot not in (*RETIRED_BOTS, *FORMER_BOT_NAMES))
        raise BadSetup("There is no bot called {bot}. Choose from {bots}.", bot=name, bots=bots)
    return name


# ---------------------------------------------------------------- external programs

_BOT_NAME: Final = re.compile(r"[a-z_]{1,32}")
"""Pattern of the names of external bots."""

BOT_PROGRAMS: Final[dict[str, Path]] = {}
"""External bot programs by bot name. `admit_program` adds to them."""


def admit_program(name: str, program: Path) -> None:
    """Let the external program `program` play as the bot `name` as long as this process runs.
    Raises BadSetup for an invalid name or that of a built-in bot. Only the command line may choose
    programs, never a player, a file or a match."""
    if not _BOT_NAME.fullmatch(name):
        raise BadSetup(
            "{name} is not a valid name. A bot's name can have up to 32 characters, and only a "
            "to z and _ are allowed.",
            name=name,
        )
    if name in BOT_TITLES:
        raise BadSetup("There is already a bot called {bot}.", bot=name)
    BOT_PROGRAMS[name] = program


def programs() -> Mapping[str, Path]:
    return BOT_PROGRAMS


def titles() -> Mapping[str, Text]:
    """Return the display names of all bots by bot name, built-in bots first."""
    return {**BOT_TITLES, **{name: verbatim(name) for name in BOT_PROGRAMS}}


def checked_name(name: str) -> str:
    """Return the player name `name` without control characters or extra spaces. Raises BadSetup if
    nothing is left or the name is too long."""
    tidy = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not tidy:
        raise BadSetup("A player needs a name.")
    if len(tidy) > MAX_CHARACTERS:
        raise BadSetup(
            "The name {name} is longer than {most} characters.", name=tidy, most=MAX_CHARACTERS
        )
    return tidy


def new_name(name: str) -> str:
    """Return `name` for a new player, without control characters or extra spaces. Raises BadSetup
    for invalid names, including names in right-to-left scripts.

    Tables are drawn cell by cell from the left, and terminals may reorder right-to-left letters.
    Saved games that contain such names can still be read.
    """
    tidy = checked_name(name)
    if any(map(is_from_the_right, tidy)):
        raise BadSetup(
            "Please use a script that is written from left to right, such as Latin, "
            "Cyrillic or Chinese. Names written from right to left cannot be shown."
        )
    return tidy


def is_from_the_right(letter: str) -> bool:
    """Whether the character `letter` is written from right to left."""
    return unicodedata.bidirectional(letter) in _FROM_THE_RIGHT


_FROM_THE_RIGHT: Final = ("R", "AL", "AN")


def seats_called(seats: Sequence[tuple[str, str]], names: Iterable[str]) -> frozenset[int]:
    """Return the seats of the people called `names`, ignoring case. `seats` are the (name, player)
    pairs of a header. Raises NoSuchPerson for a name that none of these people has, and BadSetup
    for an invalid name."""
    people = {name.casefold(): n for n, (name, player) in enumerate(seats) if player == PERSON}
    called = set()
    for name in names:
        seat = people.get(checked_name(name).casefold())
        if seat is None:
            playing = ", ".join(seats[n][0] for n in people.values()) or "-"
            raise NoSuchPerson(
                "Nobody called {name} is playing. The players are {all}.", name=name, all=playing
            )
        called.add(seat)
    return frozenset(called)


CONCEDED: Final = "conceded"
AGREED: Final = "agreed"


@frozen
class Ending:
    """The early end of a match. Either `seat` has conceded (`CONCEDED`), or everyone has agreed
    (`AGREED`, with the seat -1)."""

    kind: str
    seat: int
    when: datetime


def ending_text(ending: Ending, seats: int) -> Text:
    if ending.kind == AGREED:
        return words("Everyone has agreed to end the game with the current scores.")
    loser = Seat(ending.seat)
    if seats != 2:
        return words("{seat} has conceded.", seat=loser)
    return words("{seat} has conceded, so {other} wins.", seat=loser, other=Seat(1 - ending.seat))


def ended(id: str) -> Ended:
    """Return the exception for an action in the match `id`, which is over."""
    return Ended("Game {id} is over.", id=id)
