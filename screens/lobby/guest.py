"""Somebody who plays from another computer: who it is, and what the house lets a guest do.

A guest plays, and nothing else: no files are read or written in a guest's name, no match is seen
that the guest has no seat at, nothing is told of the folders of this computer.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from attrs import define, field

from engine.i18n.text import Text, words

if TYPE_CHECKING:
    from collections.abc import Collection

MOST_GUESSES: Final = 5
"""So many wrong words end a session."""

STORE_NAME: Final = words("of this server")
"""What the store is called in sentences that a guest may read."""

FORGOTTEN: Final = words("You are no longer registered on this server.")


class Registration(StrEnum):
    """Who can register: players with the invite code, anyone, or nobody. The values are words of
    the server's status as JSON; on the command line these are `invite`, `open` and `closed`."""

    INVITE = "invited"
    OPEN = "anyone"
    CLOSED = "nobody"


@define
class Guest:
    """Somebody at a terminal far away, as whoever has checked the key hands them over.

    `fingerprint` is that of the key: it says who it is, and is shown to nobody. `words` are those
    typed after the host's name (`join k7m2`). `invited` says that the word of invitation was given
    already. `connect_command` is what others type to connect, up to those words.
    """

    fingerprint: str = field(repr=False)
    words: tuple[str, ...] = ()
    registration: Registration = Registration.INVITE
    invited: bool = False
    connect_command: str = "ssh HOST"

    @property
    def needs_invitation(self) -> bool:
        """Whether a newcomer has still to give the word of invitation."""
        return self.registration is Registration.INVITE and not self.invited

    def line_to(self, *words: str) -> str:
        """What others type to come here with these words: `ssh -t -p 2222 HOST join K7M2`."""
        return " ".join((self.connect_command.replace("ssh", "ssh -t", 1), *words))


def may_see_all(seats: Collection[int], people: Sequence[int], *, over: bool) -> bool:
    """Whether somebody who has these seats of a match may see what is secret in it: it is over, or
    every seat that people play is theirs."""
    return over or (bool(people) and set(people) <= set(seats))


def mistake(number: str) -> Text:
    """That the program has made a mistake, told to a guest: no place, a number to ask by."""
    return words(
        "Guildhall has crashed. Your games are safe. Please give the server's admin this "
        "error number: {number}.",
        number=number,
    )
