"""A player connected to a server: identity and permissions.

Guests see only matches that they play or may watch. They cannot read or write files of the server's
computer, and learn nothing about its folders.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from attrs import define, field

from engine.i18n.text import Text, words

if TYPE_CHECKING:
    from collections.abc import Collection

MAX_GUESSES: Final = 5
"""Number of wrong codes after which a session is ended."""

STORE_NAME: Final = words("of this server")
"""Name of the database in messages to guests."""

NO_LONGER_REGISTERED: Final = words("You are no longer registered on this server.")


class Registration(StrEnum):
    """Policy for new players: the invite code is required, anyone can register, or nobody can.

    The server's status in JSON contains the values. On the command line they are called `invite`,
    `open` and `closed`.
    """

    INVITE = "invited"
    OPEN = "anyone"
    CLOSED = "nobody"


@define
class Guest:
    """A player connected over SSH or through a web page, whose key has been verified.

    `fingerprint` identifies the key and is never displayed. `words` is the command typed after the
    host name (`join k7m2`) or contained in the link. `invited` is true once line mode has
    accepted the invite code. `connect_command` is the command with which others connect to the
    server, without `words`. `page` is the address that others can open in a browser instead, or
    None if the server has no page. `by_browser` is true for a player who has connected through that
    page; the browser then keeps the key. `place` is the command that leads to the current page,
    empty in the lobby.
    """

    fingerprint: str = field(repr=False)
    words: tuple[str, ...] = ()
    registration: Registration = Registration.INVITE
    invited: bool = False
    connect_command: str = "ssh HOST"
    page: str | None = None
    by_browser: bool = False
    place: tuple[str, ...] = ()

    @property
    def needs_invite_code(self) -> bool:
        """Whether a new player still has to give the invite code."""
        return self.registration is Registration.INVITE and not self.invited

    @property
    def has_local_page(self) -> bool:
        """Whether only the server's own computer can open the page."""
        return self.page is not None and is_local(self.page)

    def line_to(self, *words: str) -> str:
        """Return the command with which others connect and run `words`: `ssh -t -p 2222 HOST join
        K7M2`. The option `-t` makes ssh allocate a terminal, which `join` and `watch` need."""
        draws = words[:1] in (("join",), ("watch",))
        command = (
            self.connect_command.replace("ssh", "ssh -t", 1) if draws else self.connect_command
        )
        return " ".join((command, *words))

    def link_to(self, *words: str) -> str | None:
        """Return the address to open in a browser for `words`: `https://HOST/?join=K7M2`. None if
        the server has no page."""
        if self.page is None:
            return None
        query = "=".join(words)
        return f"{self.page}?{query}" if query else self.page


def is_local(page: str) -> bool:
    """Return whether the host in the address `page` can only be this computer itself, as with
    `localhost`. Browsers need no certificate for such an address."""
    host = urlsplit(page).hostname or ""
    return host in ("localhost", "127.0.0.1", "::1") or host.endswith(".localhost")


def may_see_all(seats: Collection[int], people: Sequence[int], *, over: bool) -> bool:
    """Return whether the owner of `seats` may see all secrets of a match. This is the case if the
    match is `over`, or if people (rather than bots) play at least one seat and `seats` includes all
    their seats, which are `people`."""
    return over or (bool(people) and set(people) <= set(seats))


def welcome(guest: Guest) -> Text:
    """Return the greeting for a player whose key is unknown."""
    if guest.by_browser:
        return words("Welcome. This page has created a key for you, and this browser stores it.")
    return words("Welcome. This server does not know your key yet.")


def crash_message(number: str) -> Text:
    """Return the message that a guest sees after a crash. It reveals only the error number,
    `number`."""
    return words(
        "Guildhall has crashed. Your games are safe. Please give the server's admin this "
        "error number: {number}.",
        number=number,
    )
