"""The bot that thinks ahead (Monte Carlo search)."""

from __future__ import annotations

from typing import ClassVar

from engine.bots.medium import Medium
from engine.core.event import Value
from engine.search.observation import Observation
from engine.search.root_search import estimate


class Strong:
    """Plays on from guesses of what it cannot see, and picks what wins most often."""

    thinks: ClassVar = True

    def choose(self, situation: Observation) -> Value:
        """The pick with the best chance to win, by as many playouts as the game's `thinking`; what
        one look ahead picks, where none surely has a better one. A hint says the same."""
        if not situation.pays_to_search:
            return Medium().choose(situation)
        return estimate(situation, situation.game.thinking, situation.dice)[0].pick
