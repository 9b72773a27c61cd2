"""Dice that are rolled one at a time."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Dice
from engine.core.step import Chance
from engine.games.troyes.dice import SIDES
from engine.games.troyes.state import Town
from engine.i18n.text import Text, words


class DieRoll(Chance[Town, int]):
    """One die."""

    __slots__ = ()

    def sample(self, state: Town, dice: Dice) -> int:
        return dice.roll()

    def check(self, state: Town, outcome: Any) -> Text | None:
        if type(outcome) is not int or not 1 <= outcome <= SIDES:
            return words("That is no value of a die.")
        return None
