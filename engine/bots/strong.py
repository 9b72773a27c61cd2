"""The bot that searches (Monte Carlo search)."""

from __future__ import annotations

from typing import ClassVar

from engine.bots.medium import Medium
from engine.core.event import Value
from engine.search.observation import Observation
from engine.search.root_search import estimate


class Strong:
    """Plays on from guesses of what it cannot see, and makes the pick that wins most often."""

    thinks: ClassVar = True

    def choose(self, observation: Observation) -> Value:
        """Return the pick with the best chance to win, by the playouts of the game's `thinking`;
        the pick of one-ply search, if none is significantly better. Hints use the same search."""
        if not observation.pays_to_search:
            return Medium().choose(observation)
        return estimate(observation, observation.game.thinking, observation.dice)[0].pick
