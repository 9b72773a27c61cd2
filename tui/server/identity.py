"""Identity and terminal of a client, as the server passes them to the fork server.

Everything that a client says about its terminal is checked.
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

MIN_COLUMNS: Final = 20
"""Minimum width of a window in columns."""

MAX_COLUMNS: Final = 300
"""Maximum width of a window in columns."""

MIN_ROWS: Final = 5
"""Minimum height of a window in rows."""

MAX_ROWS: Final = 120
"""Maximum height of a window in rows."""

DEFAULT_SIZE: Final = (80, 24)
"""Default window size in columns and rows."""

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
"""Environment variables that a client may set, with patterns of the permitted values."""

MAX_CALL_SIZE: Final = 16_384
"""Maximum size of a call to the fork server, in bytes."""
MAX_NOTE_SIZE: Final = 4096
"""Maximum size of a message between a session and the server, in bytes."""

MAX_COMMAND_LENGTH: Final = 200
WORD_COUNTS: Final[Mapping[str, int]] = {
    "join": 1,
    "watch": 1,
    "turns": 0,
    "export": 1,
    "key": 1,
    "lines": 0,
}
"""Commands that every player can type after the host name, with the number of their arguments."""
COMMAND_OPTIONS: Final[Mapping[str, str]] = {"export": "--html"}
"""The option that a command accepts as its last word. Commands that are left out accept none."""
WITHOUT_TERMINAL: Final = frozenset({"turns", "export", "key", *(first for first, _ in COMMANDS)})
_WORD: Final = re.compile(r"[A-Za-z0-9-]{1,64}")


@frozen
class Identity:
    """Identity of a client. `fingerprint` is that of the verified key, and `words` is the command
    typed after the host name."""

    fingerprint: str = field(repr=False)
    words: tuple[str, ...] = ()

    @property
    def reads_input(self) -> bool:
        """Whether the session reads input. Other sessions only print an answer."""
        return not (self.words and self.words[0] in WITHOUT_TERMINAL)


@frozen
class Call:
    """Request for a session: its number, the client, the environment, who may register, the connect
    command, the address of the web page, and whether the client is a browser."""

    number: int
    identity: Identity
    environment: Mapping[str, str]
    registration: Registration
    connect_command: str
    page: str | None = None
    """Address of the server's web page; None if the server has none."""
    by_browser: bool = False

    def dump(self) -> bytes:
        """Serialize the call for the fork server."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def load(cls, data: bytes) -> Call:
        """Parse a serialized call, which may come from an older server."""
        fields: dict[str, Any] = json.loads(data)
        who = fields["identity"]
        identity = Identity(who["fingerprint"], tuple(who["words"]))
        registration = Registration(fields["registration"])
        return cls(
            fields["number"],
            identity,
            fields["environment"],
            registration,
            fields["connect_command"],
            fields.get("page"),
            fields.get("by_browser", False),
        )


def parse_command(command: str) -> tuple[str, ...] | None:
    """Return the words of a command, which are empty for the lobby; None if the command is unknown,
    too long, or has invalid arguments. The last word of an admin's command may be any text."""
    if len(command) > MAX_COMMAND_LENGTH:
        return None
    if (of_admins := parse(command)) is not None:
        return of_admins
    try:
        words = tuple(shlex.split(command))
    except ValueError:
        return None
    if not words:
        return ()
    least = words[:-1] if words[-1] == COMMAND_OPTIONS.get(words[0]) else words
    if WORD_COUNTS.get(least[0]) != len(least) - 1 or not all(map(_WORD.fullmatch, words)):
        return None
    return words if words[0] != "key" or words[1] == "add" else None


def clean_environment(variables: Mapping[bytes, bytes], term: str | None) -> dict[str, str]:
    """Return the session's environment: the permitted ones of the client's `variables`, and as TERM
    the terminal type `term`, PLAIN_TERM if it is invalid, or NO_TERM if `term` is None."""
    clean: dict[str, str] = {}
    for name, pattern in _ALLOWED.items():
        value = variables.get(name.encode())
        if value is not None and pattern.fullmatch(text := value.decode("ascii", "replace")):
            clean[name] = text
    if term is None:
        clean["TERM"] = NO_TERM
    else:
        clean["TERM"] = term if _TERM.fullmatch(term) else PLAIN_TERM
    return clean


def clean_size(columns: int, rows: int) -> tuple[int, int]:
    """Return a window size within the limits, or the default if `columns` or `rows` is 0
    (unknown)."""
    if not (columns and rows):
        return DEFAULT_SIZE
    return (
        min(max(columns, MIN_COLUMNS), MAX_COLUMNS),
        min(max(rows, MIN_ROWS), MAX_ROWS),
    )
