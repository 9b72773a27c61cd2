"""Replay of a game's public history on a state with unknown values.

A view does not contain everything that a player could have counted during the game. To recover such
facts, a game replays the events on a state set up for this purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from attrs import define

from engine.core.event import Event
from engine.core.real_dice import TYPED_ROLLS
from engine.core.state import State
from engine.core.step import AUTOMATIC, DECISION, SIMULTANEOUS

S = TypeVar("S", bound=State)
T = TypeVar("T")

Carry = Callable[[Any, Event], bool]
"""Function that is given a step and its event. It applies the readable part of the event to the
state and returns True, or returns False if the step itself can be applied with the event's
value."""


def replay_public(state: State, past: Sequence[Event], carry: Carry) -> None:
    """Apply the picks and outcomes of `past`, except typed rolls, to `state`, and run the rules
    between them. For each event, `carry` is called first; if it returns True, it has already
    applied the event. Stop at a simultaneous step, or at a step for which no event is left."""
    each: Iterator[Event] = (event for event in past if event.step not in TYPED_ROLLS)
    agenda = state.agenda
    while agenda:
        step: Any = agenda[-1]
        if step.sort == AUTOMATIC:
            del agenda[-1]
            step.run(state)
            continue
        if step.sort == SIMULTANEOUS:
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
    """Cache of the last result that `reckon` computed from a view and its history. A search needs
    the result for the same history many times."""

    reckon: Callable[[S, Sequence[Event]], T]
    _last: tuple[Sequence[Event], T] | None = None

    def of(self, view: S, past: Sequence[Event]) -> T:
        """Return the result for `view` and `past`. It is computed again only if `past` is a
        different object, so `past` must not be modified afterwards."""
        last = self._last
        if last is None or last[0] is not past:
            last = self._last = past, self.reckon(view, past)
        return last[1]
