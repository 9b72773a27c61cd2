"""The greedy bot as it was before bots searched, for comparison only (baseline)."""

from __future__ import annotations

from engine.core.event import Value
from engine.core.game import Game
from engine.search.observation import Observation
from engine.search.one_ply import MOST_LOOKED_AT, best_of, rank


class OldGreedy:
    """Looks one pick ahead, by the values and the advice of that time."""

    def choose(self, situation: Observation) -> Value:
        """What the game advised, or the pick with the best outlook then."""
        game, dice = situation.game, situation.dice
        advice = game.old_advice(situation.view, situation.decision, dice)
        if advice is not None:
            return advice
        picks = Game.candidates(game, situation.view, situation.decision, dice, MOST_LOOKED_AT)
        return best_of(rank(situation, picks, game.old_value), dice)
