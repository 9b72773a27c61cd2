"""A pending decision as a value, and the partial move that answers the decision part by part.

Both show only what the seat, or everyone, may see, so screens and bots may keep them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any, Generic, TypeVar

from attrs import evolve, field, frozen

from engine.core.command import Menu
from engine.core.event import Value
from engine.core.parts import MultisetPart, SubsetPart
from engine.core.state import State
from engine.core.step import NOT_AMONG_THE_CHOICES, Decision, Place
from engine.errors import Refusal
from engine.i18n.text import Text
from engine.match.position import Position
from engine.match.preview import Policy, Preview, SeatPosition

S_co = TypeVar("S_co", bound=State, covariant=True)


@frozen(eq=False)
class DecisionRequest(Generic[S_co]):
    """A pending decision of a seat, with the table as that seat sees it.

    If the seat is asked `openly` (in front of everyone at a keyboard), the table is as everyone
    sees it. Texts, parts and previews are derived from `view`, so they cannot leak secrets. A
    request does not change when the match goes on.
    """

    seat: int
    decision: Decision[S_co, Value]
    view: S_co
    options: Sequence[Value]
    length: int
    """Length of the log at the time of the request. An answer to the request can thus be checked
    against the events that have happened since then."""
    moment: SeatPosition = field(repr=False)

    @staticmethod
    def of(position: Position, seat: int, *, openly: bool = False) -> DecisionRequest[State]:
        """Return the seat's pending decision. Raises NotYourTurn if there is none.

        If a decision that is `answered_openly` is asked `openly`, it has no options, because its
        options may depend on the hand. The options of other decisions depend on the hand only if
        the decisions set `needs_hand`.
        """
        decision = position.decision(seat)
        moment = SeatPosition.of(position, seat, openly=openly)
        options = () if openly and decision.answered_openly else tuple(position.options(seat))
        return DecisionRequest(seat, decision, moment.state, options, len(position.log), moment)

    @property
    def openly(self) -> bool:
        """Whether the seat is asked in front of everyone and sees only what everyone may see."""
        return self.moment.openly

    @property
    def needs_privacy(self) -> bool:
        """Whether a hint would give away secrets, because the seat has secrets and is asked
        openly."""
        return self.openly and self.moment.has_secrets

    @property
    def is_plain(self) -> bool:
        """Whether the decision lists a single option."""
        return self.decision.listed and len(self.options) == 1

    @property
    def question(self) -> Text:
        return self.decision.question(self.view)

    def label(self, chosen: tuple[Value, ...]) -> Text:
        """Return the last of the `chosen` parts in words."""
        return self.decision.label(self.view, chosen)

    def target(self, chosen: tuple[Value, ...]) -> Place | None:
        """Return the place on the table of the last of the `chosen` parts; None if it has none."""
        return self.decision.target(self.view, chosen)

    def part_options(self, chosen: tuple[Value, ...]) -> Sequence[Value]:
        """Return all values of the next part after the `chosen` parts, if it is chosen from a list.
        There are none after the last part."""
        if not chosen and self.decision.parts == 1 and self.decision.listed:
            return self.options
        return self.decision.part_options(self.view, chosen)

    def numbers(self, chosen: tuple[Value, ...], values: Sequence[Value]) -> Sequence[int]:
        """Return the numbers, from 1, by which a player can choose one of `values` as the next
        part. If the decision has `numbered` values, each keeps its number during this phase of the
        game; otherwise the values are numbered in order."""
        numbered = self.decision.numbered(self.view, chosen)
        order = {value: number for number, value in enumerate(numbered, 1)}
        further = count(1 + len(numbered))
        return [order.get(value) or next(further) for value in values]

    def composed_part(self, chosen: tuple[Value, ...]) -> MultisetPart | SubsetPart | None:
        """Return the multiset or subset that is the next part after the `chosen` parts. Return None
        if that part is chosen from a list, or if the pick is complete."""
        if chosen and len(chosen) >= self.decision.parts:
            return None
        decision, view = self.decision, self.view
        return decision.bag(view, chosen) or decision.marks(view, chosen)

    def next_part(self, chosen: tuple[Value, ...]) -> MultisetPart | SubsetPart | Sequence[Value]:
        """Return the multiset, the subset or the list of values from which the next part is chosen.
        The list is empty if the pick is complete."""
        if chosen and len(chosen) >= self.decision.parts:
            return ()
        return self.composed_part(chosen) or self.part_options(chosen)

    def whole(self, chosen: tuple[Value, ...]) -> Value | None:
        """Return the pick that consists of the `chosen` parts; None if parts are missing."""
        if not chosen:
            return None
        if self.decision.parts == 1:
            return chosen[0]
        part = self.next_part(chosen)
        return chosen if isinstance(part, Sequence) and not part else None

    def refuse_part(self, chosen: tuple[Value, ...], part: Value) -> Refusal | None:
        """Return the reason why `part` cannot follow the `chosen` parts, with the id of the main
        rule for this part; None if it can follow."""
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
        """Return the reason why `pick` is illegal. Return None if it is legal, or if the decision
        is asked openly and the legality of `pick` depends on a secret."""
        return self.moment.refuse(self.seat, pick)

    def refuse_place(self, chosen: tuple[Value, ...], place: Place) -> Refusal | None:
        """Return the reason why `place` matches no option after the `chosen` parts; None if there
        is no reason to show."""
        return self.decision.refuse_place(self.view, chosen, place)

    def preview(self, pick: Value, *, policy: Policy | None = None) -> Preview[S_co]:
        """Return the effect of `pick` and of the further picks of `policy`, as far as the seat (or
        everyone, if asked `openly`) can know it. Raises IllegalPick."""
        preview: Preview[Any] = self.moment.preview(self.seat, pick, policy=policy)
        return preview


@frozen
class PartialMove(Generic[S_co]):
    """A pending decision, with the parts of the pick chosen so far.

    It is immutable: choosing a part returns another partial move.
    """

    request: DecisionRequest[S_co]
    chosen: tuple[Value, ...] = ()

    @staticmethod
    def start(request: DecisionRequest[State]) -> PartialMove[State]:
        """Return the move before the player has chosen anything. Leading parts that have a single
        possible value are already added, except the last part of the pick. In a menu with `closed`
        commands, nothing is added."""
        return PartialMove(request)._skip_forced()  # noqa: SLF001

    @property
    def question(self) -> Text | None:
        """The question for the next part; None if there is none."""
        if not self.chosen:
            return self.request.question
        return self.request.decision.part_question(self.request.view, self.chosen)

    @property
    def following(self) -> MultisetPart | SubsetPart | Sequence[Value]:
        """The multiset, the subset or the list of values from which the next part is chosen. The
        list is empty if the pick is complete."""
        return self.request.next_part(self.chosen)

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the values in `following`; empty if the next part is a multiset or a
        subset."""
        following = self.following
        return (
            self.request.numbers(self.chosen, following) if isinstance(following, Sequence) else ()
        )

    @property
    def pick(self) -> Value | None:
        """The complete pick; None while parts are missing."""
        return self.request.whole(self.chosen)

    def with_part(self, part: Value) -> PartialMove[S_co]:
        """Return the move with one more part. The part does not have to be legal."""
        return evolve(self, chosen=(*self.chosen, part))

    def then(self, part: Value) -> PartialMove[S_co] | Refusal:
        """Return the move with `part` added, or the reason why that part is impossible. Parts
        directly after it that have a single possible value are also added, except the last part of
        the pick."""
        return self.request.refuse_part(self.chosen, part) or self.with_part(part)._skip_forced()  # noqa: SLF001

    def _skip_forced(self) -> PartialMove[S_co]:
        move = self
        while (forced := move._forced) is not None:
            move = forced
        return move

    @property
    def _forced(self) -> PartialMove[S_co] | None:
        """The move with the only possible next part added, provided that another part follows; None
        otherwise. It is also None at the start of a menu with `closed` commands."""
        following = self.following
        if not isinstance(following, Sequence) or len(following) != 1:
            return None
        if not self.chosen and self.closed():
            return None
        further = self.with_part(following[0])
        return further if further.pick is None else None

    def back(self) -> PartialMove[S_co] | None:
        """Return the move without the last part that the player chose, and without any parts that
        were added automatically after it. Return None if the player chose no part."""
        move = self
        while move.chosen:
            move = evolve(move, chosen=move.chosen[:-1])
            if move._forced is None:  # noqa: SLF001
                return move
        return None

    def closed(self) -> Sequence[tuple[Text, Refusal]]:
        """Return the names of a menu's commands that cannot be used now, with the reasons. Return
        nothing if the decision is not a menu or a part has been chosen. Commands without a reason
        to show are left out."""
        menu, view = self.request.decision, self.request.view
        if self.chosen or not isinstance(menu, Menu):
            return ()
        return [
            (menu.label(view, (command.key,)), refusal) for command, refusal in menu.closed(view)
        ]
