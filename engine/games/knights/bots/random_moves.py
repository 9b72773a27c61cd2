"""What players that choose by lot try in their turn: commands that a hand may pay for, a bit for
each, drawn by their weights without listing what each could do."""

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

_KEPT: Final = 1 << 13
_BOXES: Final = 8

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""Commands, a bit for each, by a kind of card and by how many of it a hand has."""

BY_ONE_KIND: Final = ("bank", "offer", "improve")
"""The commands for which enough of any one kind may be enough; for all others there may be too few
of any kind."""

UNPLACED: Final = {"buy": "development"}
"""The costs of what is paid for and has no place."""


@frozen(eq=False)
class Lots:
    """The commands of a menu as bits, each at its place among all."""

    commands: tuple[Command[Any], ...]

    def bits(self, *keys: str) -> int:
        """The commands of these keys."""
        return sum(1 << place for place, one in enumerate(self.commands) if one.key in keys)

    @property
    def by_all_kinds(self) -> int:
        """The commands for which there may be too few of any kind."""
        return (1 << len(self.commands)) - 1 - self.bits(*BY_ONE_KIND)

    def draw(self, left: int, state: Island, seat: int, dice: Dice) -> Pick:
        """A random pick of one of the commands that are left, as of any menu."""
        while True:
            ends, choice = _odds(self, left)
            bit, command = choice[bisect_right(ends, dice.below(ends[-1]))]
            pick: Pick | None = command.by_lot(state, seat, dice)
            if pick is not None:
                return pick
            left ^= bit


@lru_cache(_BOXES)
def means(lots: Lots, box: Components) -> Rows:
    """What so many of a kind decide: of the commands `BY_ONE_KIND` those that they may be enough
    for, of all others those that they are too few for."""
    improve, bank, offer = (lots.bits(key) for key in ("improve", "bank", "offer"))

    def decided(kind: int, number: int) -> int:
        found = 0
        for place, one in enumerate(lots.commands):
            cost = one.cost if isinstance(one, Purchase) else UNPLACED.get(one.key)
            if cost is not None and number < box.costs[cost][kind]:
                found |= 1 << place
        if number and any(track.commodity == kind for track in box.tracks):
            found |= improve
        if number >= box.best_rate:
            found |= bank
        return found | (offer if number else 0)

    return tuple(
        tuple(decided(kind, number) for number in range(of_kind.bank + 1))
        for kind, of_kind in enumerate(box.kinds)
    )


@lru_cache(_KEPT)
def _odds(lots: Lots, left: int) -> tuple[tuple[int, ...], tuple[tuple[int, Command[Any]], ...]]:
    """Up to which number each of these commands is drawn; the commands with their bits."""
    commands = enumerate(lots.commands)
    chosen = tuple((1 << place, one) for place, one in commands if left >> place & 1)
    return tuple(accumulate(command.weight for _, command in chosen)), chosen
