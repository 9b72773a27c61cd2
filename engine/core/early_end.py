"""Matches that people end before their end: by giving up (resignation), or all together."""

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
    """That a match was ended before its end: by `seat`, who has conceded it (`CONCEDED`), or by
    agreement of all (`AGREED`, seat -1). Its summary then says that it is over, and the result."""

    kind: str
    seat: int
    when: datetime


def ending_told(ending: Ending, seats: int) -> Text:
    """How people have ended a match of so many seats, in a sentence."""
    if ending.kind == AGREED:
        return words("Everyone agreed to end the game. The current scores stand.")
    loser = Seat(ending.seat)
    if seats != 2:
        return words("{seat} has conceded.", seat=loser)
    return words("{seat} has conceded: {other} wins.", seat=loser, other=Seat(1 - ending.seat))


def ended(id: str) -> Ended:
    """The match is over because people have ended it, or came to its end."""
    return Ended(words("Game {id} is over.", id=id))
