"""The table of routes (`screens/table/reducer_stack`) declares what each reducer handles."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import getsource
from textwrap import dedent

import pytest

from engine.help.lesson import lesson
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens import key_map
from screens.keys import CHOICE_KEYS
from screens.preferences import Preferences
from screens.table import messages
from screens.table.dispatch import TOPICS, Dispatcher, Reducer, Route, Routes
from screens.table.effects import Update
from screens.table.lesson_progress import LessonProgress
from screens.table.messages import Commanded, KeyPressed, Opened, TableMessage, TimerFired
from screens.table.reducer_stack import ROUTES
from screens.table.table_state import TableState
from tests.screens.table.headless import (
    HeadlessLesson,
    HeadlessMatch,
    HeadlessReplay,
    HeadlessTable,
)

KEYS = (*CHOICE_KEYS, "up", "down", "left", "right", "home", "end", "space", "enter", "escape", "+")

MESSAGES = {
    name: message
    for name, message in vars(messages).items()
    if isinstance(message, type) and issubclass(message, TableMessage)
}


def named_in(reducer: type[Reducer]) -> set[type[TableMessage]]:
    """Return the messages that the patterns and type checks of `update` name."""
    tree = ast.parse(dedent(getsource(reducer.update)))
    patterns: list[ast.AST] = [
        found.cls if isinstance(found, ast.MatchClass) else found
        for node in ast.walk(tree)
        if isinstance(node, ast.match_case)
        for found in ast.walk(node.pattern)
    ]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    checks = [
        *(call.args[1] for call in calls if getattr(call.func, "id", "") == "isinstance"),
        *(node for node in ast.walk(tree) if isinstance(node, ast.Compare)),
    ]
    names = {
        node.id
        for found in (*patterns, *checks)
        for node in ast.walk(found)
        if isinstance(node, ast.Name)
    }
    return {MESSAGES[name] for name in names if name in MESSAGES}


def commands_named_in(reducer: type[Reducer]) -> set[str]:
    """Return the ids of commands in the module of a reducer that it does not send itself."""
    known = {command.id for group in key_map.__dict__.values() for command in _commands(group)}
    strings = {
        node.value
        for node in ast.walk(ast.parse(dedent(getsource(reducer.update))))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return strings & known


def _commands(group: object) -> Iterator[key_map.KeyCommand]:
    if isinstance(group, tuple):
        yield from (one for one in group if isinstance(one, key_map.KeyCommand))


def declared(reducer: type[Reducer]) -> set[type[TableMessage]]:
    """Return the messages of a reducer's routes."""
    return {message for route in ROUTES[reducer] for message in route.messages}


@pytest.mark.parametrize("reducer", ROUTES, ids=lambda reducer: reducer.__name__)
def test_routes_of_a_reducer_match_its_code(reducer: type[Reducer]) -> None:
    handled = named_in(reducer)
    if reducer.__name__ == "AnimationSteps":  # it names most of them in a constant
        handled = handled | declared(reducer)
    assert declared(reducer) == handled
    ids = {id for route in ROUTES[reducer] if Commanded in route.messages for id in route.topics}
    assert commands_named_in(reducer) <= ids


def test_no_message_has_two_routes_to_one_reducer() -> None:
    for reducer, routes in ROUTES.items():
        topics = {topic for route in routes for topic in (*route.topics, *route.excepted, "")}
        for message in MESSAGES.values():
            for topic in topics:
                covering = [route for route in routes if route.covers(message, topic)]
                assert len(covering) <= 1, (reducer, message, topic)


def test_every_message_is_handled() -> None:
    handled = set().union(*map(declared, ROUTES))
    assert handled == set(MESSAGES.values()) - {TableMessage}


def test_every_command_of_a_table_is_handled() -> None:
    groups = (
        key_map.TABLE_COMMANDS,
        key_map.PLAY_COMMANDS,
        key_map.CHAT_COMMANDS,
        key_map.LESSON_TABLE_COMMANDS,
        key_map.REPLAY_COMMANDS,
    )
    for command in (command for group in groups for command in group):
        assert [
            reducer
            for reducer, routes in ROUTES.items()
            if any(route.covers(Commanded, command.id) for route in routes)
        ], command.id


def test_reducers_ignore_messages_not_routed_to_them() -> None:
    unknown = ("play.unknown", "replay.unknown", "lesson.unknown")
    sent: list[TableMessage] = [Commanded(id) for id in (*sorted(key_map.BY_ID), *unknown)]
    sent += [KeyPressed(key, key if len(key) == 1 else None) for key in KEYS]
    sent += [
        TimerFired(name, 1)
        for name in ("animation", "bot", "hand", "retry_read", "card", "new_chat")
    ]
    for table in tables():
        with table:
            for keys in (), ("tab",), ("tab",), ("L",), ("escape", "x"), ("escape", "T", "escape"):
                table.press(*keys)
                for message in sent:
                    for reducer in table.table.reducers:
                        if not any(covers(route, message) for route in ROUTES[type(reducer)]):
                            found = reducer.update(table.state, message)
                            assert found is None, (reducer, message)


def covers(route: Route, message: TableMessage) -> bool:
    """Return whether a route lets its reducer handle a message."""
    kind = type(message)
    return route.covers(kind, TOPICS[kind](message) if kind in TOPICS else "")


def tables() -> Iterator[HeadlessTable]:
    """Yield a table at which a match is played, one at which it is replayed, and a lesson."""
    seats = [("Anna", "person"), ("Boris", "bot:random")]
    session = Session.begin(MemoryStore(), "troyes", seats, seed="routes")
    yield HeadlessMatch(session, Preferences(), coached=True)
    yield HeadlessReplay(session.match, Preferences())
    of_deus = lesson("deus")
    assert of_deus is not None
    yield HeadlessLesson(LessonProgress(of_deus), Preferences())


class _Up:
    """A reducer of the key Up."""

    def __init__(self) -> None:
        self.heard: list[TableMessage] = []

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Record a message, and do nothing else."""
        self.heard.append(input)
        return None


class _Others(_Up):
    """A reducer of all other keys."""


def test_dispatcher_knows_topics_and_exceptions() -> None:
    routes: Routes = {
        _Up: (Route((KeyPressed,), ("up",)),),
        _Others: (Route((KeyPressed,), excepted=("up",)),),
    }
    up, others = _Up(), _Others()
    dispatcher = Dispatcher([up, others], routes)
    with next(tables()) as table:
        for message in KeyPressed("up"), KeyPressed("x"), Opened():
            dispatcher.dispatch(table.state, message, 0.0)
    assert up.heard == [KeyPressed("up")]
    assert others.heard == [KeyPressed("x")]
