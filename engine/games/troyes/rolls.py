"""Dice that are rolled one at a time."""

from __future__ import annotations

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.step import Chance
from engine.games.troyes.dice import SIDES
from engine.games.troyes.state import Town
from engine.i18n.text import Text, words


class DieRoll(Chance[Town, int]):
    """One die."""

    __slots__ = ()

    def sample(self, state: Town, dice: Dice) -> int:
        return dice.roll()

    def check(self, state: Town, outcome: Value) -> Text | None:
        if type(outcome) is int and 1 <= outcome <= SIDES:
            return None
        return words("That is no value of a die.")
