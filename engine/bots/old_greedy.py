"""The greedy bot from before the searching bots, a baseline for comparison."""

from __future__ import annotations

from engine.core.event import Value
from engine.core.game import Game
from engine.search.observation import Observation
from engine.search.one_ply import MOST_LOOKED_AT, best_of, rank


class OldGreedy:
    """Looks one pick ahead, by the values and the advice of that time."""

    def choose(self, situation: Observation) -> Value:
        """Return the former advice, or the pick with the highest former value."""
        game, dice = situation.game, situation.dice
        advice = game.old_advice(situation.view, situation.decision, dice)
        if advice is not None:
            return advice
        picks = Game.candidates(game, situation.view, situation.decision, dice, MOST_LOOKED_AT)
        return best_of(rank(situation, picks, game.old_value), dice)
