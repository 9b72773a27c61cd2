"""The append-only event log of a match.

A *pick* is a seat's choice, and a *chance* is an outcome of dice or cards. A *back* lists earlier
events that no longer count (undo), and an *again* lists events that count again (redo).
`line_of_play` returns the picks and outcomes that count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias, TypeGuard

from attrs import define, field, frozen

from engine.core.canonical import DIGEST_VERSION
from engine.core.component_data import Data
from engine.core.players import PERSON
from engine.core.table_settings import DICE_OPTION, TYPED_DICE
from engine.errors import BadSave, NoSuchPerson

PICK_EVENT: Final = "pick"
CHANCE_EVENT: Final = "chance"
UNDO_EVENT: Final = "back"
REDO_EVENT: Final = "again"
EVENT_KINDS: Final = (PICK_EVENT, CHANCE_EVENT, UNDO_EVENT, REDO_EVENT)

Value: TypeAlias = int | str | tuple["Value", ...]
"""A value in a log: an integer, a string, or a tuple of values."""

Json: TypeAlias = "str | int | float | Sequence[Json] | Mapping[str, Json] | None"
"""A JSON value, such as one from a line of a log, before validation."""

_PLAIN: Final = frozenset({int, str})

MAX_NESTING: Final = 8
"""Maximum nesting of lists in a value of a log."""


@define
class Event:
    """One entry of the log.

    `number` counts from 1 in log order. `kind` is one of `EVENT_KINDS`. `seat` is the seat that
    acted; for an outcome of chance it is the seat whose stream was used, or -1 for the table's.
    `step` is the name of the decision or chance step, or the kind of undo or redo. `value` is the
    pick, the outcome, or the numbers of the events that are undone or redone. `digest` is the
    digest of the state; it is recorded at each change of turn. `at` is the UTC time, if the match
    has a clock; the rules never read it.
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
    """The first entry of the log: the game, its players, options and seed.

    `rules` is the version of the game's rules. `seats` holds a (name, player) pair per seat;
    `player` is `person` or `bot:<name>`. `data` holds the custom component data. `seed` is None in
    the header that bots receive, and in a log that was exported before the end of its game.
    `digests` is the version of the digest format.
    """

    game: str
    rules: int
    seats: tuple[tuple[str, str], ...]
    seed: str | None
    options: Mapping[str, str] = field(factory=dict)
    data: Data = field(factory=dict)
    digests: int = DIGEST_VERSION

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return tuple(name for name, _ in self.seats)

    @property
    def real_dice(self) -> bool:
        """Whether people throw physical dice and type their faces."""
        return self.options.get(DICE_OPTION) == TYPED_DICE

    @property
    def people(self) -> list[int]:
        """The seats played by people."""
        return [seat for seat, (_, player) in enumerate(self.seats) if player == PERSON]

    def seat_of(self, name: str) -> int:
        """Return the seat of the player `name`. Raises NoSuchPerson if there is no such player."""
        if name not in self.names:
            raise NoSuchPerson(
                "There is no player called {name}. The players are {names}.",
                name=name,
                names=", ".join(self.names),
            )
        return self.names.index(name)


def is_value(value: Any) -> TypeGuard[Value]:
    kind = type(value)
    if kind is tuple:
        return _PLAIN.issuperset(map(type, value)) or all(map(is_value, value))
    return kind in _PLAIN


def frozen_value(value: Json, deepest: int = MAX_NESTING) -> Value:
    """Return `value`, which is from a log, with its lists converted to tuples.

    Raises BadSave for anything but integers, strings and lists of those, and for lists nested
    deeper than `deepest`.
    """
    if type(value) is int or type(value) is str:
        return value
    if isinstance(value, list | tuple):
        if not deepest:
            raise BadSave("There are too many nested brackets.")
        return tuple(frozen_value(item, deepest - 1) for item in value)
    shown = type(value).__name__ if isinstance(value, dict) else repr(value)
    raise BadSave("{value} is not a whole number, a string or a list.", value=shown)


def line_of_play(log: Iterable[Event]) -> list[Event]:
    """Return the picks and outcomes in `log` that have not been undone, in log order."""
    undone: set[int] = set()
    played = []
    for event in log:
        if event.kind == UNDO_EVENT:
            undone.update(event.value)
        elif event.kind == REDO_EVENT:
            undone.difference_update(event.value)
        else:
            played.append(event)
    return [event for event in played if event.number not in undone]
