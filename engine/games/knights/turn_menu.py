"""The menu of the action phase. A bit set represents the commands that the hand may be able to pay
for, so that a random move can be drawn without listing all picks."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from attrs import field, frozen

from engine.core.chance import Dice
from engine.core.command import Command, Menu, Pick
from engine.core.event import Value
from engine.games.knights.choices import Purchase, first_of
from engine.games.knights.component_types import Components
from engine.games.knights.state import Island
from engine.i18n.text import words

T = TypeVar("T", bound=Island)

_CACHE_SIZE: Final = 1 << 13
_MAX_BOXES: Final = 8

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""Bit sets of commands, by the kind of card and the number of cards of this kind in a hand."""

BY_ONE_KIND: Final = ("bank", "offer", "improve")
"""Keys of the commands for which enough cards of one kind can suffice. Any other command with a
cost is impossible as soon as the hand lacks cards of one kind in its cost."""

COSTS_WITHOUT_PLACE: Final = {"buy": "development"}
"""Names of costs, by command key, for the commands that have a cost but no place."""


@frozen(eq=False)
class CommandSet:
    """The commands of a menu. In bit sets, the bit at a command's index represents the command."""

    commands: tuple[Command[Any], ...]
    by_key: Mapping[Value, Command[Any]] = field(init=False)

    @by_key.default
    def _index(self) -> Mapping[Value, Command[Any]]:
        return {command.key: command for command in self.commands}

    def bits(self, *keys: str) -> int:
        """Return a bit set of the commands whose keys are in `keys`."""
        return sum(1 << place for place, command in enumerate(self.commands) if command.key in keys)

    @property
    def by_all_kinds(self) -> int:
        """A bit set of the commands that are not in `BY_ONE_KIND`: those that need enough cards of
        every kind in their cost, and those without a cost."""
        return (1 << len(self.commands)) - 1 - self.bits(*BY_ONE_KIND)

    def draw(self, left: int, state: Island, seat: int, dice: Dice) -> Pick:
        """Return a random pick of a command in the bit set `left`, drawn by weight among the
        commands that are possible. At least one must be possible."""
        while True:
            ends, choice = _odds(self, left)
            bit, command = choice[bisect_right(ends, dice.below(ends[-1]))]
            pick: Pick | None = command.random_pick(state, seat, dice)
            if pick is not None:
                return pick
            left ^= bit


@lru_cache(_MAX_BOXES)
def affordability(command_set: CommandSet, box: Components) -> Rows:
    """Return bit sets of commands by the kind of card and by the number of cards of that kind in a
    hand.

    Each contains the commands of `BY_ONE_KIND` for which this number can suffice, and those other
    commands for which it is too small.
    """
    improve, bank, offer = (command_set.bits(key) for key in ("improve", "bank", "offer"))

    def decided(kind: int, number: int) -> int:
        commands = 0
        for place, command in enumerate(command_set.commands):
            cost = (
                command.cost
                if isinstance(command, Purchase)
                else COSTS_WITHOUT_PLACE.get(command.key)
            )
            if cost is not None and number < box.costs[cost][kind]:
                commands |= 1 << place
        if number and any(track.commodity == kind for track in box.tracks):
            commands |= improve
        if number >= box.best_rate:
            commands |= bank
        return commands | (offer if number else 0)

    return tuple(
        tuple(decided(kind, number) for number in range(of_kind.bank + 1))
        for kind, of_kind in enumerate(box.kinds)
    )


@lru_cache(_CACHE_SIZE)
def _odds(
    command_set: CommandSet, left: int
) -> tuple[tuple[int, ...], tuple[tuple[int, Command[Any]], ...]]:
    """Return the cumulative weights of the commands in the bit set `left`, and the (bit, command)
    pairs."""
    commands = enumerate(command_set.commands)
    chosen = tuple((1 << place, command) for place, command in commands if left >> place & 1)
    return tuple(accumulate(command.weight for _, command in chosen)), chosen


class TurnMenu(Menu[T]):
    """Menu of the actions that a seat may perform in any number and order (CK-4.7)."""

    asks = words("What do you do?")
    command_set: ClassVar[CommandSet]

    @abstractmethod
    def affordable(self, state: T) -> int:
        """Return a bit set of the commands that the seat may be able to pay for. It includes all
        possible commands, and a few impossible ones."""

    def commands(self, state: T) -> Sequence[Command[Any]]:
        return self.command_set.commands

    def command(self, state: T, pick: Value) -> Command[Any] | None:
        key = first_of(pick)
        return None if key is None else self.command_set.by_key.get(key)

    def sample(self, state: T, dice: Dice) -> Pick:
        """Return a random pick. Its command is drawn by weight from those that the seat may be able
        to pay for."""
        return self.command_set.draw(self.affordable(state), state, self.seat, dice)
