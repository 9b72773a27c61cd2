"""The greedy bot from before the searching bots, a baseline for comparison."""

from __future__ import annotations

from engine.core.event import Value
from engine.core.game import Game
from engine.search.observation import Observation
from engine.search.one_ply import MOST_LOOKED_AT, best_of, rank


class OldGreedy:
    """Looks one pick ahead, by the values and the advice of that time."""

    def choose(self, observation: Observation) -> Value:
        """Return the former advice, or the pick with the highest former value."""
        game, dice = observation.game, observation.dice
        advice = game.old_advice(observation.view, observation.decision, dice)
        if advice is not None:
            return advice
        picks = Game.candidates(game, observation.view, observation.decision, dice, MOST_LOOKED_AT)
        return best_of(rank(observation, picks, game.old_value), dice)
