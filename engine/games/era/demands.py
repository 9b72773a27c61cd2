"""Demands by players and by Sir Philip: handing over a resource, refusing, and receiving a resource
(ERA-10.7 to ERA-10.9, ERA-15.14)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from engine.core.step import Decision, Place
from engine.games.era.collect import suffer
from engine.games.era.situations import LAST_ROUND, last_round
from engine.games.era.state import DISASTER, Realm
from engine.games.era.wording import amount, disasters
from engine.i18n.text import Text, words

PAY: Final = "pay"
REFUSE: Final = "refuse"

REFUSAL_DISASTERS: Final = 2
"""Disaster points of a seat that refuses a demand or has no resource (ERA-10.8, ERA-15.14)."""


def receive(state: Realm, seat: int, kind: str) -> None:
    """Add one received resource to the seat's track `kind`. If the track is full, the resource is
    lost (ERA-10.9)."""
    lost = state.gain(seat, kind, 1)
    if lost:
        state.announce(
            "ERA-10.9", seat, "{seat} has no room left and loses {lost}.", lost=amount(kind, lost)
        )


class HandOver(Decision[Realm, str]):
    """Base class of decisions to hand over one resource of the demanded `kind` or to refuse.

    A refusal is logged under the first of `rules`, and its disaster points under the rule
    `refused`.
    """

    refuses = words("Hand over the resource, or refuse.")
    situations = (LAST_ROUND,)
    refused: ClassVar[str]
    kind: str

    situation = staticmethod(last_round)

    def options(self, state: Realm) -> Sequence[str]:
        return [PAY, REFUSE]

    def apply(self, state: Realm, pick: str) -> None:
        if pick == REFUSE:
            state.announce(self.rules[0], self.seat, "{seat} refuses.")
            suffer(state, self.seat, self.refused, REFUSAL_DISASTERS)
        else:
            state.pay(self.seat, {self.kind: 1})
            self.hand_over(state)

    @abstractmethod
    def hand_over(self, state: Realm) -> None:
        """Log that the resource is handed over, and give it to the other player, if there is one.
        The seat has already paid it."""

    def label(self, state: Realm, chosen: tuple[str, ...]) -> Text:
        if chosen[-1] == PAY:
            return words("Hand over {what}", what=amount(self.kind, 1))
        return words("Refuse: {points}", points=disasters(REFUSAL_DISASTERS))

    def target(self, state: Realm, chosen: tuple[str, ...]) -> Place:
        return ("track", self.seat, self.kind if chosen[-1] == PAY else DISASTER)
