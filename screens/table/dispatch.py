"""Dispatch of messages to the reducers of a table.

A route lists message classes that a reducer handles. It can limit them to certain keys, commands or
timers. While the route's `requires` returns None, the route does not apply.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Final, Protocol

from attrs import evolve, frozen

from screens.table.effects import Effect, Repaint, RepaintScope, Update
from screens.table.messages import Commanded, KeyPressed, TableMessage, TimerFired
from screens.table.table_renderer import TableRenderer
from screens.table.table_state import TableState

Requirement = Callable[[TableState], object]
"""Function that selects a part of the state that a reducer needs, and returns None if this part is
missing."""


class Reducer(Protocol):
    """Handler of messages. It returns the update that a message causes, and changes neither the
    state nor the match."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Return the update that `input` causes, or None to leave the message to later reducers."""


@frozen(eq=False)
class Route:
    """Messages that a reducer handles.

    `messages` are their classes. `topics` limits them to certain keys, command ids or timers; if it
    is empty, all topics are handled. Topics in `excepted` are never handled. While `requires`
    returns None, the route does not apply.
    """

    messages: tuple[type[TableMessage], ...]
    topics: Collection[str] = ()
    excepted: Collection[str] = ()
    requires: Requirement | None = None

    def covers(self, kind: type[TableMessage], topic: str) -> bool:
        """Return whether messages of class `kind` about `topic` are handled. An empty `topic`
        stands for every topic that no route lists."""
        if kind not in self.messages or topic in self.excepted:
            return False
        return not self.topics or topic in self.topics


TOPICS: Final[Mapping[type[TableMessage], Callable[[TableMessage], str]]] = {
    KeyPressed: attrgetter("key"),
    Commanded: attrgetter("id"),
    TimerFired: attrgetter("timer"),
}
"""Function that returns the topic of a message, for each message class that is routed by topic."""


def on(*messages: type[TableMessage], requires: str | Requirement | None = None) -> Route:
    """Return a route for all messages of the classes `messages`. `requires` may be the path to a
    field of the state, such as `remote_players.proposal`."""
    return Route(messages, requires=attrgetter(requires) if isinstance(requires, str) else requires)


def keys(*names: str, requires: Requirement | None = None) -> Route:
    return Route((KeyPressed,), names, requires=requires)


def commands(*ids: str) -> Route:
    return Route((Commanded,), ids)


def timer(name: str) -> Route:
    return Route((TimerFired,), (name,))


Routes = Mapping[type[Reducer], tuple[Route, ...]]

Handler = tuple[Requirement | None, Callable[[TableState, TableMessage], Update | None]]

HandlerPlan = Mapping[tuple[type[TableMessage], str], Sequence[tuple[int, Requirement | None]]]


@cache
def _plan_of(routes: tuple[tuple[Route, ...], ...]) -> HandlerPlan:
    """Return the indexes of the reducers with their requirements, in order, by message class and
    topic. `routes` has the routes of each reducer. An empty topic stands for every topic that no
    route lists."""
    topics: dict[type[TableMessage], set[str]] = {}
    for route in chain.from_iterable(routes):
        for kind in route.messages:
            topics.setdefault(kind, {""}).update(route.topics, route.excepted)
    return {
        (kind, topic): [
            (index, route.requires)
            for index, reducer_routes in enumerate(routes)
            for route in reducer_routes
            if route.covers(kind, topic)
        ]
        for kind, listed in topics.items()
        for topic in listed
    }


class Dispatcher:
    """The reducers of a table, in the order in which they are asked."""

    def __init__(
        self,
        reducers: Sequence[Reducer],
        routes: Routes,
        invalidate: Callable[[RepaintScope], None] = lambda scope: None,
    ) -> None:
        """Create a dispatcher that asks `reducers` in order, each for the messages of its `routes`.
        `invalidate` is called with the scope of each repaint before the next reducer is asked."""
        self.reducers, self._invalidate = reducers, invalidate
        plan = _plan_of(tuple(routes[type(reducer)] for reducer in reducers))
        self._handlers: Mapping[tuple[type[TableMessage], str], Sequence[Handler]] = {
            key: [(requires, reducers[index].update) for index, requires in handlers]
            for key, handlers in plan.items()
        }

    def dispatch(
        self, state: TableState, input: TableMessage, now: float
    ) -> tuple[TableState, tuple[Effect, ...]]:
        """Apply `input` and all messages that follow from it. Return the new state and the effects.
        Repaints are combined into the last effect, which has the largest of their scopes. `now` is
        the current time in seconds."""
        state = evolve(state, now=now)
        effects: list[Effect] = []
        scope, pending = RepaintScope.NOTHING, deque([input])
        while pending:
            for update in self._updates(state, pending.popleft()):
                state = update.state
                for effect in update.effects:
                    if isinstance(effect, Repaint):
                        self._invalidate(effect.scope)
                        scope = max(scope, effect.scope)
                    else:
                        effects.append(effect)
                pending.extend(update.follow_up)
        return state, (*effects, Repaint(scope)) if scope else tuple(effects)

    def has_effect(self, state: TableState, input: TableMessage) -> bool:
        """Return whether `input` would do more than show a text."""
        return any(
            update.follow_up
            or any(not isinstance(effect, Repaint) for effect in update.effects)
            or evolve(update.state, message=state.message, refusal=state.refusal) != state
            for update in self._updates(state, input)
        )

    def _updates(self, state: TableState, input: TableMessage) -> Iterator[Update]:
        """Yield the updates of the reducers that handle `input`, up to the first update that does
        not propagate it."""
        kind, handlers = type(input), self._handlers
        key = (kind, TOPICS[kind](input)) if kind in TOPICS else (kind, "")
        for requires, update_by in handlers.get(key, handlers.get((kind, ""), ())):
            if requires is not None and requires(state) is None:
                continue
            update = update_by(state, input)
            if update is not None:
                state = update.state
                yield update
                if not update.propagate:
                    return


class ReducerStack(Dispatcher):
    """Dispatcher of a table on the screen, with the renderer that paints its states."""

    def __init__(
        self, reducers: Sequence[Reducer], routes: Routes, renderer: TableRenderer
    ) -> None:
        super().__init__(reducers, routes, renderer.invalidate)
        self.renderer = renderer
