"""A pick in progress (partial move), as a value: the decision, the parts chosen so far, and what
the next part can be. For everything that asks in words: bot programs, line mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from attrs import evolve, frozen

from engine.core.command import Menu
from engine.core.event import Value
from engine.core.parts import MultisetPart, SubsetPart
from engine.core.state import State
from engine.errors import Refusal
from engine.i18n.text import Text
from engine.match.decision_request import DecisionRequest

S_co = TypeVar("S_co", bound=State, covariant=True)


@frozen
class PartialMove(Generic[S_co]):
    """A pending decision, and the parts of the pick chosen so far. It is immutable: choosing a part
    returns another one."""

    asked: DecisionRequest[S_co]
    chosen: tuple[Value, ...] = ()

    @property
    def question(self) -> Text | None:
        """The question for the next part; None if the parts chosen so far need none."""
        if not self.chosen:
            return self.asked.question
        return self.asked.decision.part_question(self.asked.view, self.chosen)

    @property
    def following(self) -> MultisetPart | SubsetPart | Sequence[Value]:
        """The multiset, subset or list that the next part is chosen from; an empty list if the pick
        is complete."""
        return self.asked.next_part(self.chosen)

    @property
    def pick(self) -> Value | None:
        """The complete pick; None while parts are missing."""
        return self.asked.whole(self.chosen)

    def with_part(self, part: Value) -> PartialMove[S_co]:
        """Return it with one more part, legal or not."""
        return evolve(self, chosen=(*self.chosen, part))

    def then(self, part: Value) -> PartialMove[S_co] | Refusal:
        """Return it with the next part chosen, or the reason why that part is impossible. Lists of
        a single value before the last part are skipped."""
        refusal = self.asked.refuse_part(self.chosen, part)
        return refusal or self.with_part(part)._skip_forced()

    def _skip_forced(self) -> PartialMove[S_co]:
        move = self
        while (forced := move._forced) is not None:
            move = forced
        return move

    @property
    def _forced(self) -> PartialMove[S_co] | None:
        """Return the move with the only possible next part, if more is chosen after that."""
        following = self.following
        if not isinstance(following, Sequence) or len(following) != 1:
            return None
        further = self.with_part(following[0])
        return further if further.pick is None else None

    def back(self) -> PartialMove[S_co] | None:
        """Return it with one part less, and without skipped parts; None if nothing was chosen."""
        move = self
        while move.chosen:
            move = evolve(move, chosen=move.chosen[:-1])
            if not move.chosen or move._forced is None:
                return move
        return None

    def closed(self) -> Sequence[tuple[Text, Refusal]]:
        """Return the commands of a menu that cannot be used now, with the reasons."""
        menu, view = self.asked.decision, self.asked.view
        if self.chosen or not isinstance(menu, Menu):
            return ()
        return [
            (menu.label(view, (command.key,)), refusal) for command, refusal in menu.closed(view)
        ]
