"""What happened (event log): one event after another, never removed.

A *pick* is what a seat chose, a *chance* what dice or cards decided, a *back* says which earlier
events no longer count, an *again* which of those count again. `line_of_play` folds a log into the
events that count, in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias, TypeGuard

from attrs import define, field, frozen

from engine.core.canonical import DIGESTS
from engine.core.component_data import Data
from engine.core.players import PERSON
from engine.errors import BadSave, NoSuchPerson
from engine.i18n.text import words

PICK: Final = "pick"
CHANCE: Final = "chance"
BACK: Final = "back"
AGAIN: Final = "again"
KINDS: Final = (PICK, CHANCE, BACK, AGAIN)

Value: TypeAlias = int | str | tuple["Value", ...]
"""What can stand in a log: a whole number, a string or a tuple of those."""

Json: TypeAlias = "str | int | float | Sequence[Json] | Mapping[str, Json] | None"
"""What a line of a log may bring before it is tested."""

_PLAIN: Final = frozenset({int, str})

DEEPEST: Final = 8
"""How many lists may lie in one another in a value of a log."""


@define
class Event:
    """One entry of the log.

    `number` counts from 1 in the order of the log. `seat` is who acted; for chance the seat whose
    stream it is, or -1 for the table. `step` is the name of the decision or chance point, or of the
    way of taking back. `value` is the pick, the outcome, or the numbers of events: whole numbers,
    strings, and tuples of those. `digest` is the state's, where a turn had changed after it. `at`
    is when it happened, in UTC, where somebody looked at a clock; the rules know nothing of it.
    """

    number: int
    kind: str
    seat: int
    step: str
    value: Any
    digest: str | None = None
    at: datetime | None = field(default=None, eq=False)


@frozen
class Header:
    """The log's first entry: which game is played, by whom, how and from which seed.

    `rules` is the number of the game's rules. `seats` holds a (name, player) pair a seat; the
    player is `person` or `bot:<name>`. `data` are the component values that differ from the box.
    The seed is None in a log that was exported before the end of its game. `digests` is the number
    of the form of its digests.
    """

    game: str
    rules: int
    seats: tuple[tuple[str, str], ...]
    seed: str | None
    options: Mapping[str, str] = field(factory=dict)
    data: Data = field(factory=dict)
    digests: int = DIGESTS

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return tuple(name for name, _ in self.seats)

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, (_, player) in enumerate(self.seats) if player == PERSON]

    def seat_of(self, name: str) -> int:
        """The seat of the player of that name; raises NoSuchPerson."""
        if name not in self.names:
            raise NoSuchPerson(
                words(
                    "There is no player {name}; the players are {names}.",
                    name=name,
                    names=", ".join(self.names),
                )
            )
        return self.names.index(name)


def is_value(value: Any) -> TypeGuard[Value]:
    """Whether a value can stand in a log."""
    kind = type(value)
    if kind is tuple:
        return _PLAIN.issuperset(map(type, value)) or all(map(is_value, value))
    return kind in _PLAIN


def frozen_value(value: Json, deepest: int = DEEPEST) -> Value:
    """A value from a log as the engine holds it: lists become tuples.

    Raises BadSave for anything but whole numbers, strings and lists of those, and for lists that
    lie too deep in one another.
    """
    if type(value) is int or type(value) is str:
        return value
    if isinstance(value, list | tuple):
        if not deepest:
            raise BadSave(words("It has too many nested brackets."))
        return tuple(frozen_value(item, deepest - 1) for item in value)
    shown = type(value).__name__ if isinstance(value, dict) else repr(value)
    raise BadSave(words("{value} is not a whole number, a text or a list.", value=shown))


def line_of_play(log: Iterable[Event]) -> list[Event]:
    """The picks and outcomes that count, in the order of their numbers."""
    gone: set[int] = set()
    played = []
    for event in log:
        if event.kind == BACK:
            gone.update(event.value)
        elif event.kind == AGAIN:
            gone.difference_update(event.value)
        else:
            played.append(event)
    return [event for event in played if event.number not in gone]
