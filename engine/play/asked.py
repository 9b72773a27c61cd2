"""What a seat is asked (decision request), as a value that screens and bots may keep: all in it is
the seat's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import field, frozen

from engine.core.step import Place
from engine.errors import Refusal
from engine.i18n.text import Text
from engine.play.foresight import Foresight, Moment, Policy
from engine.play.match import Match
from engine.play.position import AnyDecision


@frozen(eq=False)
class Asked:
    """An open decision of a seat, with the table as that seat sees it.

    Whatever is said about the decision is said from `view`, so that nothing can come out that is
    not in it. `length` is how long the log was: whoever answers says with it what the answer is
    to. It stays as it is when the match goes on.
    """

    seat: int
    decision: AnyDecision
    view: Any
    options: Sequence[Any]
    length: int
    _moment: Moment = field(repr=False)

    @classmethod
    def of(cls, match: Match, seat: int) -> Asked:
        """What the match asks the seat now; raises NotYourTurn if it owes no decision."""
        decision = match.decision(seat)
        moment = match.seen_by(seat)
        view = moment.state
        return cls(seat, decision, view, tuple(match.options(seat)), len(match.log), moment)

    @property
    def question(self) -> Text:
        """What is asked."""
        return self.decision.question(self.view)

    def label(self, chosen: tuple[Any, ...]) -> Text:
        """The last of the parts chosen so far, in words."""
        return self.decision.label(self.view, chosen)

    def target(self, chosen: tuple[Any, ...]) -> Place | None:
        """The place on the table of the last of the parts chosen so far."""
        return self.decision.target(self.view, chosen)

    def part_options(self, chosen: tuple[Any, ...]) -> Sequence[Any]:
        """All that the next part may be after the parts chosen so far; nothing after the last."""
        if not chosen and self.decision.parts == 1 and self.decision.listed:
            return self.options
        return self.decision.part_options(self.view, chosen)

    def refuse(self, pick: Any) -> Refusal | None:
        """Why the pick is not allowed, or None if it is."""
        return self._moment.refuse(self.seat, pick)

    def refuse_place(self, chosen: tuple[Any, ...], place: Place) -> Refusal | None:
        """Why a place on the table stands for no choice; None where there is nothing to say."""
        return self.decision.refuse_place(self.view, chosen, place)

    def foresee(self, pick: Any, *, policy: Policy | None = None) -> Foresight:
        """What the pick would do, as far as the seat can know, and with a policy what the picks
        that follow it would; raises IllegalPick."""
        return self._moment.foresee(self.seat, pick, policy=policy)
