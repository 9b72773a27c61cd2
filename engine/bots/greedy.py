"""The bot that looks one pick ahead (one-ply search)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.bots.table import Situation
from engine.core.event import Value

MOST_LOOKED_AT: Final = 60
"""How many options it compares; of more it draws that many."""

SAMPLES: Final = 20
"""How many picks it draws besides those listed, where there are too many to list."""


class Greedy:
    """Picks what the game advises, or what leaves the position of most value for its seat, as far
    as the seat can know.

    What only puts off the other picks comes after them, unless the position is the better for it.
    Among equals its dice decide.
    """

    def choose(self, table: Situation) -> Value:
        """What the game advises, or the pick with the best outlook."""
        advice = table.advice()
        if advice is not None:
            return advice
        best: list[Value] = []
        most = (False, float("-inf"))
        now: float | None = None
        for pick in self._candidates(table):
            value = table.value(table.foresee(pick).view)
            helps = True
            if table.waits(pick):
                now = table.value(table.view()) if now is None else now
                helps = value > now
            if (helps, value) > most:
                best, most = [pick], (helps, value)
            elif (helps, value) == most:
                best.append(pick)
        return best[0] if len(best) == 1 else table.dice.pick(best)

    def _candidates(self, table: Situation) -> Sequence[Value]:
        options = table.options()
        if len(options) > MOST_LOOKED_AT:
            options = table.dice.draw(options, MOST_LOOKED_AT)
        if table.decision.listed:
            return options
        samples = (table.sample() for _ in range(SAMPLES))
        return list(dict.fromkeys([*table.suggestions(), *options, *samples]))
