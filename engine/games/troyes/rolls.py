"""Dice rolls: names of dice by colour, and rolls of a single die."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from engine.core.chance import Dice
from engine.core.dice_throw import DiceThrow, Faces
from engine.core.event import Value
from engine.core.step import ChanceStep
from engine.games.troyes.dice import SIDES
from engine.games.troyes.state import Town
from engine.i18n.text import Text, words

VALUES: Final = tuple(range(1, SIDES + 1))

PLAYER_DICE: Final = (
    words("red die (military)"),
    words("white die (religious)"),
    words("yellow die (civil)"),
)
NEUTRAL_DICE: Final = (
    words("neutral red die"),
    words("neutral white die"),
    words("neutral yellow die"),
)
"""The names of neutral dice, in the order of the buildings."""


class DieRoll(ChanceStep[Town, int]):
    """Base class of rolls of a single die."""

    @abstractmethod
    def roller(self, state: Town) -> int:
        """Return the seat that rolls the die."""

    def dice_throws(self, state: Town) -> Sequence[DiceThrow]:
        return [DiceThrow(self.roller(state), words("one die"), VALUES)]

    def outcome_of(self, state: Town, faces: Sequence[Faces]) -> int:
        return int(faces[0][0])

    def sample(self, state: Town, dice: Dice) -> int:
        return dice.roll()

    def check(self, state: Town, outcome: Value) -> Text | None:
        if type(outcome) is int and 1 <= outcome <= SIDES:
            return None
        return words("A die cannot show that value.")
