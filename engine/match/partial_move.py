"""A pick that is begun (partial move), as a value: what is asked, the parts chosen so far, and what
the next one may be. For everybody who is asked in words: programs that play, people who read lines.
"""

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
    """What is asked, and the parts of the pick chosen so far. It never changes: what is chosen
    next makes another one."""

    asked: DecisionRequest[S_co]
    chosen: tuple[Value, ...] = ()

    @property
    def question(self) -> Text | None:
        """What is asked next; None if the parts chosen so far say it."""
        if not self.chosen:
            return self.asked.question
        return self.asked.decision.part_question(self.asked.view, self.chosen)

    @property
    def following(self) -> MultisetPart | SubsetPart | Sequence[Value]:
        """What the next part may be; an empty list where the pick is whole."""
        return self.asked.next_part(self.chosen)

    @property
    def pick(self) -> Value | None:
        """The whole pick; None while parts are open."""
        return self.asked.whole(self.chosen)

    def with_part(self, part: Value) -> PartialMove[S_co]:
        """The same with one more part, whether it fits or not."""
        return evolve(self, chosen=(*self.chosen, part))

    def then(self, part: Value) -> PartialMove[S_co] | Refusal:
        """The same with the next part chosen, or why it cannot be this. A list of a single thing
        that more is chosen after is passed over."""
        refusal = self.asked.refuse_part(self.chosen, part)
        return refusal or self.with_part(part)._passing_over()

    def _passing_over(self) -> PartialMove[S_co]:
        begun = self
        while (lone := begun._lone) is not None:
            begun = lone
        return begun

    @property
    def _lone(self) -> PartialMove[S_co] | None:
        """The same with the only part that can be next, where more is chosen after that."""
        following = self.following
        if not isinstance(following, Sequence) or len(following) != 1:
            return None
        further = self.with_part(following[0])
        return further if further.pick is None else None

    def back(self) -> PartialMove[S_co] | None:
        """One part less, and what was passed over; None when nothing was chosen."""
        begun = self
        while begun.chosen:
            begun = evolve(begun, chosen=begun.chosen[:-1])
            if not begun.chosen or begun._lone is None:
                return begun
        return None

    def closed(self) -> Sequence[tuple[Text, Refusal]]:
        """The commands of a menu that cannot be used now, and why not."""
        menu, view = self.asked.decision, self.asked.view
        if self.chosen or not isinstance(menu, Menu):
            return ()
        return [(menu.label(view, (one.key,)), refusal) for one, refusal in menu.closed(view)]
