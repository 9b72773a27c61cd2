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


class Newcomers(StrEnum):
    """Who may choose a name that has not been here before: those who know the word of invitation,
    anybody, or nobody."""

    INVITED = "invited"
    ANYONE = "anyone"
    NOBODY = "nobody"


@define
class Guest:
    """Somebody at a terminal far away, as whoever has checked the key hands them over.

    `fingerprint` is that of the key: it says who it is, and is shown to nobody. `words` are those
    typed after the host's name (`join k7m2`). `invited` says that the word of invitation was given
    already. `way_in` is what others type to come to this house, up to those words; `page` is the
    address that they can open in a browser instead, if there is one. `by_browser` says that the
    guest has come by that page, where the browser keeps the key.
    """

    fingerprint: str = field(repr=False)
    words: tuple[str, ...] = ()
    newcomers: Newcomers = Newcomers.INVITED
    invited: bool = False
    way_in: str = "ssh HOST"
    page: str | None = None
    by_browser: bool = False

    @property
    def needs_invitation(self) -> bool:
        """Whether a newcomer has still to give the word of invitation."""
        return self.newcomers is Newcomers.INVITED and not self.invited

    def line_to(self, *words: str) -> str:
        """What others type to come here with these words: `ssh -t -p 2222 HOST join K7M2`."""
        return " ".join((self.way_in.replace("ssh", "ssh -t", 1), *words))

    def link_to(self, *words: str) -> str | None:
        """The address to open in a browser with these words: `https://HOST/?join=K7M2`."""
        if self.page is None:
            return None
        query = "=".join(words)
        return f"{self.page}?{query}" if query else self.page


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
