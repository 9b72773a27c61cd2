"""What a seat is asked (decision request), as a value that screens and bots may keep: all in it is
the seat's own, or may be seen by everyone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from attrs import field, frozen

from engine.core.event import Value
from engine.core.parts import MultisetPart, SubsetPart
from engine.core.state import State
from engine.core.step import NOT_AMONG_THE_CHOICES, Decision, Place
from engine.errors import Refusal
from engine.i18n.text import Text
from engine.match.match import Match
from engine.match.preview import Policy, Preview, SeatPosition

S_co = TypeVar("S_co", bound=State, covariant=True)


@frozen(eq=False)
class DecisionRequest(Generic[S_co]):
    """An open decision of a seat, with the table as that seat sees it; one that is asked `openly`,
    before everyone at a keyboard, with the table as everyone may see it.

    Whatever is said about the decision is said from `view`, so that nothing can come out that is
    not in it. `length` is how long the log was: whoever answers says with it what the answer is
    to. It stays as it is when the match goes on.
    """

    seat: int
    decision: Decision[S_co, Value]
    view: S_co
    options: Sequence[Value]
    length: int
    _moment: SeatPosition = field(repr=False)

    @staticmethod
    def of(match: Match, seat: int, *, openly: bool = False) -> DecisionRequest[State]:
        """Return what the match asks the seat now; raises NotYourTurn if it owes no decision.

        What is not `aloud` has the same options for everyone, or it would need the hand.
        """
        decision = match.decision(seat)
        moment = match.seen_by(seat, openly=openly)
        view = moment.state
        options = () if openly and decision.aloud else tuple(match.options(seat))
        return DecisionRequest(seat, decision, view, options, len(match.log), moment)

    @property
    def openly(self) -> bool:
        """Whether it is asked before everyone, and told from what everyone may see."""
        return self._moment.openly

    @property
    def needs_privacy(self) -> bool:
        """Whether a hint would tell everyone something of what the seat hides: it is asked openly,
        and the seat holds secrets."""
        return self.openly and self._moment.has_secrets

    @property
    def question(self) -> Text:
        """What is asked."""
        return self.decision.question(self.view)

    def label(self, chosen: tuple[Value, ...]) -> Text:
        """The last of the parts chosen so far, in words."""
        return self.decision.label(self.view, chosen)

    def target(self, chosen: tuple[Value, ...]) -> Place | None:
        """The place on the table of the last of the parts chosen so far."""
        return self.decision.target(self.view, chosen)

    def part_options(self, chosen: tuple[Value, ...]) -> Sequence[Value]:
        """All that the next part may be after the parts chosen so far; nothing after the last."""
        if not chosen and self.decision.parts == 1 and self.decision.listed:
            return self.options
        return self.decision.part_options(self.view, chosen)

    def made_up(self, chosen: tuple[Value, ...]) -> MultisetPart | SubsetPart | None:
        """The next part after the parts chosen so far, where it is made up bit by bit; None where
        it is one of a list, or there is none."""
        if chosen and len(chosen) >= self.decision.parts:
            return None
        decision, view = self.decision, self.view
        return decision.bag(view, chosen) or decision.marks(view, chosen)

    def next_part(self, chosen: tuple[Value, ...]) -> MultisetPart | SubsetPart | Sequence[Value]:
        """What the next part may be after the parts chosen so far, of whatever sort it is; an empty
        list where the pick is whole."""
        if chosen and len(chosen) >= self.decision.parts:
            return ()
        return self.made_up(chosen) or self.part_options(chosen)

    def whole(self, chosen: tuple[Value, ...]) -> Value | None:
        """The pick that these parts are; None if parts are missing."""
        if not chosen:
            return None
        if self.decision.parts == 1:
            return chosen[0]
        part = self.next_part(chosen)
        return chosen if isinstance(part, Sequence) and not part else None

    def refuse_part(self, chosen: tuple[Value, ...], part: Value) -> Refusal | None:
        """Why the next part cannot be this, by the main rule of the parts chosen so far; None if it
        can."""
        following = self.next_part(chosen)
        if isinstance(following, Sequence):
            reason = None if part in following else NOT_AMONG_THE_CHOICES
        else:
            reason = following.why_not(part)
        if reason is None:
            return None
        rules = self.decision.part_rules(self.view, chosen)
        return Refusal(rules[0] if rules else "", reason)

    def refuse(self, pick: Value) -> Refusal | None:
        """Why the pick is not allowed; None if it is, or, openly, if that hangs on a secret."""
        return self._moment.refuse(self.seat, pick)

    def refuse_place(self, chosen: tuple[Value, ...], place: Place) -> Refusal | None:
        """Why a place on the table stands for no choice; None where there is nothing to say."""
        return self.decision.refuse_place(self.view, chosen, place)

    def foresee(self, pick: Value, *, policy: Policy | None = None) -> Preview[S_co]:
        """What the pick would do, as far as its reader can know, and with a policy what the picks
        that follow it would; raises IllegalPick."""
        foresight: Preview[Any] = self._moment.foresee(self.seat, pick, policy=policy)
        return foresight
