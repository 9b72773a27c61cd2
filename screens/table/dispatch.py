"""Dispatch of messages to the reducers of a table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from attrs import evolve

from screens.table.effects import Effect, Repaint, RepaintScope, Update
from screens.table.messages import TableMessage
from screens.table.table_renderer import TableRenderer
from screens.table.table_state import TableState


class Reducer(Protocol):
    """Pure function from a state and a message to an update."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Return the update that `input` causes, or None to leave the message to later reducers."""


class Dispatcher:
    """The reducers of a table, in the order in which they are asked."""

    def __init__(
        self,
        reducers: Sequence[Reducer],
        note: Callable[[RepaintScope], None] = lambda how: None,
    ) -> None:
        """Store the reducers in the order in which they are asked. `note` is called with the scope
        of each repaint before the next reducer is asked."""
        self.reducers, self._note = reducers, note

    def dispatch(
        self, state: TableState, input: TableMessage, now: float
    ) -> tuple[TableState, tuple[Effect, ...]]:
        """Apply `input` and all messages that follow from it. Return the new state and the effects,
        in which any repaint is the last. `now` is the current time in seconds."""
        state = evolve(state, timers=evolve(state.timers, now=now))
        effects: list[Effect] = []
        how, todo = RepaintScope.NOTHING, deque([input])
        while todo:
            for update in self._updates(state, todo.popleft()):
                state, shown = update.state, RepaintScope.NOTHING
                for effect in update.effects:
                    if isinstance(effect, Repaint):
                        shown = max(shown, effect.how)
                    else:
                        effects.append(effect)
                self._note(shown or how)
                how = max(how, shown)
                todo.extend(update.follow_up)
        return state, (*effects, Repaint(how)) if how else tuple(effects)

    def counts(self, state: TableState, input: TableMessage) -> bool:
        """Return whether a message would do more than show a text."""
        return any(
            update.follow_up
            or any(not isinstance(effect, Repaint) for effect in update.effects)
            or evolve(update.state, message=state.message, refusal=state.refusal) != state
            for update in self._updates(state, input)
        )

    def _updates(self, state: TableState, input: TableMessage) -> Iterator[Update]:
        """Yield the updates of the reducers that handle a message, up to the first update that does
        not propagate it."""
        for reducer in self.reducers:
            update = reducer.update(state, input)
            if update is not None:
                state = update.state
                yield update
                if not update.propagate:
                    return


class ReducerStack(Dispatcher):
    """Dispatcher of a table on the screen, with its renderer. Nothing but the renderer's caches is
    mutable."""

    def __init__(self, reducers: Sequence[Reducer], picturing: TableRenderer) -> None:
        super().__init__(reducers, picturing.note)
        self.picturing = picturing
