"""Exceptions that are raised on purpose, each with a translatable message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from attrs import define

from engine.i18n.text import Argument, Text


class GuildhallError(Exception):
    """Base class of the exceptions whose message is shown to people. `text` is the message, which
    is translated for the reader. It is given as a `Text`, or as an English message with arguments,
    as for `words`."""

    def __init__(self, message: Text | str, /, **args: Argument) -> None:
        self.text = Text(message, None, 1, args) if isinstance(message, str) else message
        super().__init__(self.text.plain())


class WrongUsage(GuildhallError):
    """Raised for a command that cannot be used in this way. On the command line, the program then
    exits with the same status as for a misspelt command."""


@contextmanager
def showing_errors(show: Callable[[Text], None]) -> Iterator[None]:
    """Catch a GuildhallError in the block and pass its message to `show`."""
    try:
        yield
    except GuildhallError as error:
        show(error.text)


@define(frozen=True)
class Refusal:
    """The reason why a pick is illegal, with the id of the rule that forbids it (empty if none
    does)."""

    rule: str
    reason: Text


def forbidden(rule: str, message: str, /, **args: Argument) -> Refusal:
    """Return a refusal under `rule`. Its message and arguments are like those of `words`."""
    return Refusal(rule, Text(message, None, 1, args))


def forbidden_plural(rule: str, one: str, many: str, count: int, /, **args: Argument) -> Refusal:
    """Return a refusal under `rule`. Its message and arguments are like those of `plural`."""
    return Refusal(rule, Text(one, many, count, {"n": count, **args}))


class IllegalPick(GuildhallError):
    """Raised for a pick that its decision does not allow. Nothing has changed."""

    def __init__(self, decision: str, pick: Any, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.decision = decision
        self.pick = pick
        self.refusal = refusal


class NotYourTurn(GuildhallError):
    """Raised if a seat without a pending decision picks, or is asked to pick. Nothing has
    changed."""


class NotYourSeat(GuildhallError):
    """Raised if someone acts or looks as a seat that is not theirs. Nothing has changed."""


class CannotTakeBack(GuildhallError):
    """Raised for an undo or redo that is not possible. The message names the reason."""


class BadSave(GuildhallError):
    """Raised if a saved game, a review or a results file cannot be read completely.

    `source` is the file or match. `line` is the number of the line with the error (the header is
    line 1; 0 means the whole file). `good` is the `Match` at the last readable position, if there
    is one.
    """

    def __init__(
        self,
        message: Text | str,
        /,
        *,
        source: str = "",
        line: int = 0,
        good: Any = None,
        **args: Argument,
    ) -> None:
        super().__init__(message, **args)
        self.source = source
        self.line = line
        self.good = good


class Conflict(GuildhallError):
    """Raised for a change to a match or table that somebody else has changed in the meantime. The
    rejected change has not been saved."""


class Ended(GuildhallError):
    """Raised if a match is over and cannot be continued."""


class UnknownGame(GuildhallError):
    """Raised if the catalogue has no game with the given id."""


class BadSetup(GuildhallError):
    """Raised for seats, options or data with which a game cannot be started, and for settings with
    which the program or the server cannot be started."""


class BadName(GuildhallError):
    """Raised for a name that is not allowed on this server."""


class BadAddress(GuildhallError):
    """Raised for an address, or a kind of address, that cannot receive notifications."""


class NameTaken(BadName):
    """Raised for a name that another person on this server has, or that looks like such a name."""


class NoSuchPerson(GuildhallError):
    """Raised if no person on this server, or no player, has the given name."""


class NoSuchTable(GuildhallError):
    """Raised if no table with the given id or code is waiting, for example because it has started
    or has been closed."""


class NotAllowed(GuildhallError):
    """Raised for something that the person may not do at present, at a table or on the server.
    Nothing has changed."""


class NoSuchMatch(GuildhallError):
    """Raised if no saved match, or more than one, fits the given id, or if there is no match to
    continue."""


class BadStore(GuildhallError):
    """Raised if the store cannot be read or written, for example because it is damaged, full or
    locked, or belongs to a newer program."""


class Busy(BadStore):
    """Raised if the store cannot be used at the moment, for example because another program is
    writing to it or its server cannot be reached. The caller can try again later."""


class Damaged(BadStore):
    """Raised if the content of the store is damaged."""


class Doubled(BadStore):
    """Raised for a row that violates a constraint of the store."""


class Unwritable(BadStore):
    """Raised if the store cannot be opened, or cannot be written, for example because it is
    read-only."""


class FullDisk(Unwritable):
    """Raised if the store cannot be written because the disk is full or faulty."""


class CannotWrite(GuildhallError):
    """Raised if a file cannot be written. Its former content is unchanged."""


class AlreadyThere(CannotWrite):
    """Raised if a file would be overwritten without permission."""


class NoSuchPlace(GuildhallError):
    """Raised if the name of a file or folder, or the address of a database, cannot be resolved."""
