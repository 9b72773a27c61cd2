"""What several people at one keyboard may see of each other's secrets, and when a curtain falls."""

from __future__ import annotations

from typing import Final

from attrs import define

from engine.core.game import ALWAYS, OPEN
from engine.play.position import AnyDecision
from engine.play.sight import Sight

HAND_SECONDS: Final = 30.0
"""For how long a hand stays on the screen that was asked for."""


@define
class Cover:
    """Whose secrets lie open on the screen now, by the policy of the game.

    Under *always* whoever is asked sees their own things, behind a curtain at every change from
    what all may see to what one may see. On *demand* the public table stays, and a hand is shown
    when its owner asks for it, or when a decision needs it: then it stays open while nobody else is
    asked. *Open* hands need no curtain. Where one person plays alone, among bots, or among others
    who have terminals of their own, there is nobody to hide anything from.
    """

    policy: str
    unveiled: int | None = None
    _together: int | None = None

    def covers(self, sight: Sight) -> bool:
        """Whether there is anything to hide from others at this keyboard."""
        return self.policy != OPEN and len(sight.own_people) > 1 and sight.has_secrets()

    def shows_own(self, sight: Sight, decision: AnyDecision) -> bool:
        """Whether who is asked sees their own secrets."""
        return not self.covers(sight) or self.policy == ALWAYS or decision.needs_hand

    def needs_curtain(self, sight: Sight, seat: int, decision: AnyDecision) -> bool:
        """Whether a curtain must fall before the seat is asked."""
        if not self.covers(sight) or not self.shows_own(sight, decision):
            return False
        return not self.still_open(sight, seat)

    def still_open(self, sight: Sight, seat: int) -> bool:
        """Whether the seat's secrets lie open since an earlier decision of its own."""
        return self.unveiled == seat and self._together == sight.together_since

    def unveil(self, sight: Sight, seat: int) -> None:
        """The seat's own secrets are on the screen from now on."""
        self.unveiled, self._together = seat, sight.together_since

    def veil(self) -> None:
        """Only what all may see is on the screen from now on."""
        self.unveiled = None
