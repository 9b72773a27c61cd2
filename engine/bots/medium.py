"""The bot that looks one pick ahead (one-ply search)."""

from __future__ import annotations

from engine.core.event import Value
from engine.search.rank import best_of, rank, worth_a_look
from engine.search.situation import Situation


class Medium:
    """Picks what the game advises, or what leaves the position of most value for its seat, as far
    as the seat can know.

    What only puts off the other picks comes after them, unless the position is the better for it.
    Among equals its dice decide.
    """

    def choose(self, situation: Situation) -> Value:
        """What the game advises, or the pick with the best outlook."""
        dice = situation.dice
        advice = situation.game.advise(situation.view, situation.decision, dice)
        if advice is not None:
            return advice
        return best_of(rank(situation, worth_a_look(situation, dice)), dice)
