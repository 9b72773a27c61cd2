"""Matches that players end early: by resignation, or by agreement."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from attrs import frozen

from engine.errors import Ended
from engine.i18n.text import Seat, Text, words

CONCEDED: Final = "conceded"
AGREED: Final = "agreed"


@frozen
class Ending:
    """The early end of a match: conceded by `seat` (`CONCEDED`), or by agreement of all (`AGREED`,
    seat -1). The match's summary then says that it is over, and the result."""

    kind: str
    seat: int
    when: datetime


def ending_told(ending: Ending, seats: int) -> Text:
    """Return a sentence on how players ended a match of `seats` seats."""
    if ending.kind == AGREED:
        return words("Everyone agreed to end the game. The current scores stand.")
    loser = Seat(ending.seat)
    if seats != 2:
        return words("{seat} has conceded.", seat=loser)
    return words("{seat} has conceded: {other} wins.", seat=loser, other=Seat(1 - ending.seat))


def ended(id: str) -> Ended:
    """Return the error for an action in a match that is over, by its rules or because players ended
    it."""
    return Ended(words("Game {id} is over.", id=id))
