"""The bot that plays near-best picks (softmax policy), an opponent for beginners."""

from __future__ import annotations

from math import exp
from typing import Final

from engine.core.event import Value
from engine.search.observation import Observation
from engine.search.one_ply import rank, worth_a_look

ADVISED: Final = 4
"""It ignores the game's advice once in this many picks."""

FURTHEST: Final = 2
"""Largest difference from the best pick that it accepts, in units of `easy_bot_tolerance`."""

_FINE: Final = 1 << 20


class Easy:
    """Picks among those nearly as good as the best, better ones more often.

    The game's `easy_bot_tolerance` says what is nearly as good; picks much farther behind are never
    made.
    """

    def choose(self, situation: Observation) -> Value:
        """Return a pick that is never absurd."""
        game, dice = situation.game, situation.dice
        advice = game.advise(situation.view, situation.decision, dice)
        if advice is not None and dice.below(ADVISED):
            return advice
        ranked = rank(situation, worth_a_look(situation, dice))
        helping = [one for one in ranked if one.helps] or ranked
        best = max(one.value for one in helping)
        near = [one for one in helping if one.value >= best - FURTHEST * game.easy_bot_tolerance]
        odds = [exp((one.value - best) / game.easy_bot_tolerance) for one in near]
        drawn = dice.below(_FINE) / _FINE * sum(odds)
        for one, odd in zip(near, odds, strict=True):
            drawn -= odd
            if drawn < 0:
                return one.pick
        return near[-1].pick
