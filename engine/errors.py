"""The few things that can go wrong, each with the facts that its sentence needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from attrs import define

from engine.i18n.text import Argument, Text


class GuildhallError(Exception):
    """Everything that the engine raises on purpose; `text` says it in the reader's language."""

    text: Text

    def __init__(self, text: Text) -> None:
        super().__init__(text.plain())
        self.text = text


class WrongUsage(GuildhallError):
    """A command that means nothing here: the program ends as after a command that is misspelt."""


@contextmanager
def telling(tell: Callable[[Text], None]) -> Iterator[None]:
    """Tell a GuildhallError that is raised inside, and leave it at that."""
    try:
        yield
    except GuildhallError as error:
        tell(error.text)


@define(frozen=True)
class Refusal:
    """Why a pick is not allowed, and the rule that forbids it."""

    rule: str
    reason: Text


def forbidden(rule: str, message: str, /, **args: Argument) -> Refusal:
    """A refusal by a rule, in a message with its arguments as for `words`."""
    return Refusal(rule, Text(message, None, 1, args))


class IllegalPick(GuildhallError):
    """A pick that its decision does not allow; nothing has changed."""

    def __init__(self, decision: str, pick: Any, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.decision = decision
        self.pick = pick
        self.refusal = refusal


class NotYourTurn(GuildhallError):
    """A pick of a seat that owes no decision; nothing has changed."""


class NotYourSeat(GuildhallError):
    """Something that only the owner of a seat may do or know; nothing has changed."""


class CannotTakeBack(GuildhallError):
    """A take-back or a redo that is not free; the text names the barrier."""


class BadSave(GuildhallError):
    """A saved game that cannot be read, or not to its end.

    `source` is the file or match, `line` the line in it (the header is line 1; 0 when the whole
    file is meant), `good` the `Match` at the last position that could be read, if any.
    """

    def __init__(self, text: Text, *, source: str = "", line: int = 0, good: Any = None) -> None:
        super().__init__(text)
        self.source = source
        self.line = line
        self.good = good


class Conflict(GuildhallError):
    """Two writers appended to one match; this one came second and wrote nothing."""


class Ended(GuildhallError):
    """A match that is over; nobody can go on with it."""


class UnknownGame(GuildhallError):
    """No game of that name is in the catalogue."""


class BadSetup(GuildhallError):
    """Seats, options or data with which a game cannot begin."""


class BadName(GuildhallError):
    """A name that nobody can go by in this house."""


class BadAddress(GuildhallError):
    """An address, or a kind of address, to which nobody is told anything."""


class NameTaken(BadName):
    """A name that somebody else in this house goes by, or one that looks like it."""


class NoSuchPerson(GuildhallError):
    """Nobody in this house goes by that name."""


class NoSuchTable(GuildhallError):
    """No table waits for players under that id or code: it has begun, or was given up."""


class NotAllowed(GuildhallError):
    """What somebody may not do at a table or in the house as it is; nothing has changed."""


class NoSuchMatch(GuildhallError):
    """No match is kept under that id."""


class BadStore(GuildhallError):
    """The store of matches cannot be read or written: damaged, full, locked, of a newer program."""


class Busy(BadStore):
    """Another program is writing into the store; it may be tried again in a moment."""


class Damaged(BadStore):
    """What the file of the store holds is not what was written."""


class Doubled(BadStore):
    """A row cannot stand in the store beside those that are there."""


class Unwritable(BadStore):
    """The store may only be read."""


class FullDisk(Unwritable):
    """There is no room to write anything into the store."""


class CannotWrite(GuildhallError):
    """A file cannot be written; what was there before is as it was."""


class AlreadyThere(CannotWrite):
    """A file would have been overwritten, which nobody asked for."""


class NoSuchPlace(GuildhallError):
    """The name of a file or folder that leads nowhere."""
