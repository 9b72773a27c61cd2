"""The open past once more (replay): what everybody could follow, on a table of a game's own making.

A view does not tell what could be counted while it happened. Whoever wants to know that carries the
events out again, from a table on which stands what they need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from attrs import define

from engine.core.event import Event
from engine.core.real_dice import TYPED_ROLLS
from engine.core.state import State
from engine.core.step import AUTOMATIC, DECISION, TOGETHER

S = TypeVar("S", bound=State)
T = TypeVar("T")

Carry = Callable[[Any, Event], bool]
"""Carries out a step by an event as far as that can be read, and says whether it did; if not, the
step itself is told the event's value."""


def replay_public(state: State, past: Sequence[Event], carry: Carry) -> None:
    """Let the events happen on a state, one for each choice and each outcome, and by themselves the
    rules between them. The state is changed.

    It ends with the last of the events, or where several seats are asked together.
    """
    each: Iterator[Event] = (event for event in past if event.step not in TYPED_ROLLS)
    agenda = state.agenda
    while agenda:
        step: Any = agenda[-1]
        if step.sort == AUTOMATIC:
            del agenda[-1]
            step.run(state)
            continue
        if step.sort == TOGETHER:
            return
        if step.sort == DECISION and step.listed and not step.always_asks:
            options = step.options(state)
            if len(options) == 1:
                del agenda[-1]
                step.apply(state, options[0])
                continue
        event = next(each, None)
        if event is None:
            return
        assert event.step == step.name, f"a {event.step}, where a {step.name} was due"
        del agenda[-1]
        if not carry(step, event):
            step.apply(state, event.value)


@define
class MemoizedByHistory(Generic[S, T]):
    """What can be reckoned from a view and the past that led to it, reckoned once for each past:
    a search asks for the same many times."""

    reckon: Callable[[S, Sequence[Event]], T]
    _last: tuple[Sequence[Event], T] | None = None

    def of(self, view: S, past: Sequence[Event]) -> T:
        """What follows from this very past, which nobody changes any more."""
        last = self._last
        if last is None or last[0] is not past:
            last = self._last = past, self.reckon(view, past)
        return last[1]
