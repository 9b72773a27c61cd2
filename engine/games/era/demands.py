"""What demands of players and of Sir Philip have in common (ERA-10.7 to ERA-10.9, ERA-15.14)."""

from __future__ import annotations

from typing import Final

from engine.games.era.state import Realm
from engine.games.era.wording import amount, disasters
from engine.text import Seat, Text, words

PAY: Final = "pay"
REFUSE: Final = "refuse"

REFUSED: Final = 2
"""The disaster points of who does not hand over what is demanded (ERA-10.8)."""


def receive(state: Realm, seat: int, kind: str) -> None:
    """Add what was handed over; above the cap it is lost (ERA-10.9)."""
    lost = state.gain(seat, kind, 1)
    if lost and state.story is not None:
        message = words("{seat} has no room for {lost}.", seat=Seat(seat), lost=amount(kind, lost))
        state.note("ERA-10.9", seat, message)


def tell_refusal(state: Realm, seat: int) -> None:
    """Note that a demand was refused."""
    if state.story is not None:
        rule = "ERA-15.14" if state.is_solo else "ERA-10.7"
        state.note(rule, seat, words("{seat} refuses.", seat=Seat(seat)))


def answer_label(answer: str, kind: str) -> Text:
    """What an answer costs."""
    if answer == PAY:
        return words("Hand over {what}", what=amount(kind, 1))
    return words("Refuse: {points}", points=disasters(REFUSED))
