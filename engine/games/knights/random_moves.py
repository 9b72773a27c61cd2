"""Random moves. The commands that the hand can pay for are a set of bits; one is drawn by weight,
without listing its picks."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, TypeAlias

from attrs import frozen

from engine.core.chance import Dice
from engine.core.command import Command, Pick
from engine.games.knights.choices import Purchase
from engine.games.knights.component_types import Components
from engine.games.knights.state import Island

_CACHE_SIZE: Final = 1 << 13
_MAX_BOXES: Final = 8

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""Commands as bits, by a kind of card and the number of cards of this kind in a hand."""

BY_ONE_KIND: Final = ("bank", "offer", "improve")
"""Commands for which enough cards of a single kind can suffice. Every other command with a cost is
impossible if the hand lacks cards of any kind in its cost."""

COSTS_WITHOUT_PLACE: Final = {"buy": "development"}
"""Names of costs, by command key, for the commands that have a cost but no place."""


@frozen(eq=False)
class CommandSet:
    """The commands of a menu. Each is represented by the bit of its index."""

    commands: tuple[Command[Any], ...]

    def bits(self, *keys: str) -> int:
        """Return the commands with the given keys, as bits."""
        return sum(1 << place for place, command in enumerate(self.commands) if command.key in keys)

    @property
    def by_all_kinds(self) -> int:
        """The commands, as bits, that are impossible if the hand lacks cards of any kind in their
        cost."""
        return (1 << len(self.commands)) - 1 - self.bits(*BY_ONE_KIND)

    def draw(self, left: int, state: Island, seat: int, dice: Dice) -> Pick:
        """Return a random pick of a command in `left`. The command is drawn by the weights."""
        while True:
            ends, choice = _odds(self, left)
            bit, command = choice[bisect_right(ends, dice.below(ends[-1]))]
            pick: Pick | None = command.random_pick(state, seat, dice)
            if pick is not None:
                return pick
            left ^= bit


@lru_cache(_MAX_BOXES)
def affordability(command_set: CommandSet, box: Components) -> Rows:
    """Return rows by kind and by the number of cards of the kind.

    An entry has the commands of `BY_ONE_KIND` for which this number can suffice, and the other
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
    """Return the cumulative weights of the commands in `left`, and the commands with their bits."""
    commands = enumerate(command_set.commands)
    chosen = tuple((1 << place, command) for place, command in commands if left >> place & 1)
    return tuple(accumulate(command.weight for _, command in chosen)), chosen
