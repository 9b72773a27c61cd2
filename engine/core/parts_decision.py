"""Decisions defined by the parts of their picks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from engine.core import parts
from engine.core.chance import Dice
from engine.core.common_wording import series
from engine.core.event import Value
from engine.core.parts import Kind, MultisetPart, Part, SubsetPart
from engine.core.state import State
from engine.core.step import Decision
from engine.errors import Refusal
from engine.i18n.text import Text, words

S = TypeVar("S", bound=State)


class PartsDecision(Decision[S, Any]):
    """A decision defined by its parts.

    Subclasses implement `bag`, `marks` or `part_options`. From these, this class derives which
    picks are legal, a representative sample and random picks. A pick with a single part is the part
    itself. Whatever the first parts are, it must be possible to complete the pick.
    """

    listed = False

    def part_options(self, state: S, chosen: tuple[Any, ...]) -> Sequence[Value]:
        """Return all values of the next part, if the part is neither a multiset nor a subset."""
        return ()

    def next_part(self, state: S, chosen: tuple[Value, ...]) -> Part | Sequence[Value]:
        """Return the multiset, the subset or the list of values from which the next part is chosen.
        The list is empty if the pick is complete."""
        if len(chosen) == self.parts:
            return ()
        part = self.bag(state, chosen) or self.marks(state, chosen)
        return part or self.part_options(state, chosen)

    def options(self, state: S) -> Sequence[Value]:
        picks = parts.some(partial(self.next_part, state))
        return [pick for (pick,) in picks] if self.parts == 1 else picks

    def allows(self, state: S, pick: Value) -> bool:
        if self.parts == 1:
            return parts.fits(self.next_part(state, ()), pick)
        return parts.allows(partial(self.next_part, state), pick)

    def sample(self, state: S, dice: Dice) -> Any:
        if self.parts == 1:
            return parts.draw(self.next_part(state, ()), dice)
        return parts.sample(partial(self.next_part, state), dice)

    def refuse(self, state: S, pick: Value) -> Refusal:
        reason = parts.why_not(partial(self.next_part, state), self.parts_of(pick))
        default = super().refuse(state, pick)
        return default if reason is None else Refusal(default.rule, reason)

    def label(self, state: S, chosen: tuple[Any, ...]) -> Text:
        before, value = chosen[:-1], chosen[-1]
        part = self.bag(state, before) or self.marks(state, before)
        return part_label(
            part,
            value,
            lambda kind: self.thing_name(state, before, kind),
            lambda kind, number: self.thing_amount_text(state, before, kind, number),
        )


class BagDecision(PartsDecision[S]):
    """A decision whose pick is a multiset."""

    @abstractmethod
    def choice(self, state: S) -> MultisetPart:
        """Return the multiset from which the seat chooses."""

    def bag(self, state: S, chosen: tuple[Any, ...]) -> MultisetPart | None:
        return None if chosen else self.choice(state)


def part_label(
    part: MultisetPart | SubsetPart | None,
    value: Any,
    name: Callable[[Kind], Text],
    amount: Callable[[Kind, int], Text],
) -> Text:
    """Return the `value` of a part in words, such as "2 wood, 1 clay", "Sawmill, Forum" or
    "Merchant". `name` returns a thing in words, and `amount` a number of things of one kind."""
    if part is None:
        return name(value)
    if not value:
        return words("nothing")
    if isinstance(part, SubsetPart):
        return series(map(name, value))
    return series(amount(kind, number) for kind, number in value)
