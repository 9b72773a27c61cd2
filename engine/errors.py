"""Exceptions raised on purpose, each with a translatable message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from attrs import define

from engine.i18n.text import Argument, Text


class GuildhallError(Exception):
    """Base class of the engine's exceptions; `text` is the message, to be translated for the
    reader."""

    text: Text

    def __init__(self, text: Text) -> None:
        super().__init__(text.plain())
        self.text = text


class WrongUsage(GuildhallError):
    """A command that makes no sense here: the program exits as after a misspelt one."""


@contextmanager
def telling(tell: Callable[[Text], None]) -> Iterator[None]:
    """Catch a GuildhallError in the block and pass its message to `tell`."""
    try:
        yield
    except GuildhallError as error:
        tell(error.text)


@define(frozen=True)
class Refusal:
    """Reason why a pick is illegal, and the rule that forbids it."""

    rule: str
    reason: Text


def forbidden(rule: str, message: str, /, **args: Argument) -> Refusal:
    """Return a refusal by a rule, with a message and its arguments as for `words`."""
    return Refusal(rule, Text(message, None, 1, args))


class IllegalPick(GuildhallError):
    """A pick that its decision does not allow; nothing has changed."""

    def __init__(self, decision: str, pick: Any, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.decision = decision
        self.pick = pick
        self.refusal = refusal


class NotYourTurn(GuildhallError):
    """A pick by a seat without a pending decision; nothing has changed."""


class NotYourSeat(GuildhallError):
    """Raised for an action or a look that only the owner of the seat is allowed; nothing has
    changed."""


class CannotTakeBack(GuildhallError):
    """An undo or a redo that is not free; the text names the barrier."""


class BadSave(GuildhallError):
    """A saved game that cannot be read, or not to its end.

    `source` is the file or match, `line` the line in it (the header is line 1; 0 for the whole
    file), `good` the `Match` at the last position that could be read, if any.
    """

    def __init__(self, text: Text, *, source: str = "", line: int = 0, good: Any = None) -> None:
        super().__init__(text)
        self.source = source
        self.line = line
        self.good = good


class Conflict(GuildhallError):
    """Two writers appended to one match; this one was second and wrote nothing."""


class Ended(GuildhallError):
    """The match is over and cannot be continued."""


class UnknownGame(GuildhallError):
    """The catalogue has no game with the given name."""


class BadSetup(GuildhallError):
    """Seats, options or data with which a game cannot be started."""


class BadName(GuildhallError):
    """A name that is not allowed on this server."""


class BadAddress(GuildhallError):
    """An address, or a kind of address, that cannot receive notifications."""


class NameTaken(BadName):
    """A name that another person on this server has, or one that looks like it."""


class NoSuchPerson(GuildhallError):
    """No person on this server has that name."""


class NoSuchTable(GuildhallError):
    """No table with that id or code is waiting: it has started, or was closed."""


class NotAllowed(GuildhallError):
    """Raised for an action that a person may not take at present, at a table or on the server;
    nothing has changed."""


class NoSuchMatch(GuildhallError):
    """No match is saved under that id."""


class BadStore(GuildhallError):
    """The store cannot be read or written: damaged, full, locked, of a newer program."""


class Busy(BadStore):
    """Another program is writing to the store; try again in a moment."""


class Damaged(BadStore):
    """The content of the store is damaged."""


class Doubled(BadStore):
    """A row violates a constraint of the store."""


class Unwritable(BadStore):
    """The store is read-only."""


class FullDisk(Unwritable):
    """The disk has no space for writing to the store."""


class CannotWrite(GuildhallError):
    """A file cannot be written; its former content is unchanged."""


class AlreadyThere(CannotWrite):
    """A file would have been overwritten without permission."""


class NoSuchPlace(GuildhallError):
    """The name of a file or folder cannot be resolved."""
