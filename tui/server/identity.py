"""Identity and terminal of a client, as the server passes them to the fork server.

Nothing that a client says of its terminal is taken as it comes.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from typing import Any, Final

from attrs import asdict, field, frozen

from screens.lobby.administration import COMMANDS, parse
from screens.lobby.guest import Registration

NARROWEST: Final = 20
WIDEST: Final = 300
SHORTEST: Final = 5
TALLEST: Final = 120
USUAL: Final = (80, 24)
"""The least and the largest window in cells, and the one of a terminal that does not know."""

PLAIN_TERM: Final = "xterm"
NO_TERM: Final = "none"
_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,63}")
_LANGUAGE: Final = re.compile(r"[A-Za-z]{1,8}(_[A-Za-z]{2})?(\.[A-Za-z0-9-]{1,16})?")
_ALLOWED: Final[Mapping[str, re.Pattern[str]]] = {
    "COLORTERM": re.compile(r"truecolor|24bit"),
    "NO_COLOR": re.compile(r"[0-9A-Za-z]{0,8}"),
    "LANG": _LANGUAGE,
    "LC_ALL": _LANGUAGE,
    "LC_MESSAGES": _LANGUAGE,
    "LC_TERMINAL": re.compile(r"iTerm2"),
}
"""What a client may set in the environment, and what it may set it to."""

LONGEST_CALL: Final = 16_384
"""Maximum size of a call to the fork server, in bytes."""
LONGEST_NOTE: Final = 4096
"""Maximum size of a message between a session and the server, in bytes."""

LONGEST_COMMAND: Final = 200
WORDS: Final[Mapping[str, int]] = {
    "join": 1,
    "watch": 1,
    "turns": 0,
    "export": 1,
    "key": 1,
    "lines": 0,
}
"""What can be said after the host's name, and how many words follow it."""
OPTIONS: Final[Mapping[str, str]] = {"export": "--html"}
"""What may stand at the end of some of it."""
WITHOUT_TERMINAL: Final = frozenset({"turns", "export", "key", *(first for first, _ in COMMANDS)})
_WORD: Final = re.compile(r"[A-Za-z0-9-]{1,64}")


@frozen
class Identity:
    """Identity of a client: `fingerprint` is that of the verified key, `words` is the command typed
    after the host name."""

    fingerprint: str = field(repr=False)
    words: tuple[str, ...] = ()

    @property
    def types(self) -> bool:
        """Whether something is typed, at a screen or in lines, and not only a few are printed."""
        return not (self.words and self.words[0] in WITHOUT_TERMINAL)


@frozen
class Call:
    """The wish for a session: its number at the door, who sits down, in what environment; who may
    choose a name in this house, and what others type to come to it."""

    number: int
    identity: Identity
    environment: Mapping[str, str]
    registration: Registration
    connect_command: str
    page: str | None = None
    """The address of the server's page for browsers."""
    by_browser: bool = False

    def dump(self) -> bytes:
        """The call as it goes to the zygote."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def load(cls, data: bytes) -> Call:
        """The call as it comes from the door."""
        found: dict[str, Any] = json.loads(data)
        who = found["identity"]
        identity = Identity(who["fingerprint"], tuple(who["words"]))
        registration = Registration(found["registration"])
        return cls(
            found["number"],
            identity,
            found["environment"],
            registration,
            found["connect_command"],
            found.get("page"),
            found.get("by_browser", False),
        )


def understood(command: str) -> tuple[str, ...] | None:
    """The words of a command, if they are some of those that there are; None if not. Admins may use
    some more, of which the last may be any text."""
    if len(command) > LONGEST_COMMAND:
        return None
    if (of_admins := parse(command)) is not None:
        return of_admins
    try:
        words = tuple(shlex.split(command))
    except ValueError:
        return None
    if not words:
        return ()
    least = words[:-1] if words[-1] == OPTIONS.get(words[0]) else words
    if WORDS.get(least[0]) != len(least) - 1 or not all(map(_WORD.fullmatch, words)):
        return None
    return words if words[0] != "key" or words[1] == "add" else None


def clean_environment(said: Mapping[bytes, bytes], term: str | None) -> dict[str, str]:
    """The environment of a session: of what a client says the few things that are of use."""
    clean: dict[str, str] = {}
    for name, pattern in _ALLOWED.items():
        value = said.get(name.encode())
        if value is not None and pattern.fullmatch(text := value.decode("ascii", "replace")):
            clean[name] = text
    if term is None:
        clean["TERM"] = NO_TERM
    else:
        clean["TERM"] = term if _TERM.fullmatch(term) else PLAIN_TERM
    return clean


def clean_size(columns: int, rows: int) -> tuple[int, int]:
    """The size of a window that a client names, as far as it is drawn."""
    if not (columns and rows):
        return USUAL
    return (
        min(max(columns, NARROWEST), WIDEST),
        min(max(rows, SHORTEST), TALLEST),
    )
