"""What a position promises: the points now, and an estimate of what is still to come.

An estimate for bots, no rule of the game.
"""

from __future__ import annotations

from engine.games.era.scoring import scores
from engine.games.era.state import Realm


def outlook(state: Realm, seat: int) -> float:
    """The points if the game ended now."""
    return float(scores(state)[seat].total)
