"""The bot that looks one pick ahead (one-ply search)."""

from __future__ import annotations

from typing import Final

from engine.core.event import Value
from engine.search.observation import Observation
from engine.search.one_ply import best_of, rank, worth_a_look
from engine.search.root_search import estimate

PAYS: Final = 0.2
"""What only prepares comes first where the position is better for it by so many points."""


class Medium:
    """Picks what the game advises, or what leaves the position of most value for its seat, as far
    as the seat can know.

    What only prepares comes before the other picks where it surely pays, after them where it does
    not at all. Among equals its dice decide.
    """

    def choose(self, situation: Observation) -> Value:
        """What the game advises, or the pick with the best outlook; where outlooks say too little
        what comes out best of a few playouts."""
        dice, glance = situation.dice, situation.game.medium_budget
        if glance is not None and situation.pays_to_search:
            return estimate(situation, glance, dice)[0].pick
        advice = situation.game.advise(situation.view, situation.decision, dice)
        if advice is not None:
            return advice
        ranked = rank(situation, worth_a_look(situation, dice))
        first = max(ranked, key=lambda one: one.adds)
        return first.pick if first.adds > PAYS else best_of(ranked, dice)
