"""Reducers handle every message and every command of a table, and leave others alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import getsource
from textwrap import dedent

from engine.help.lesson import lesson
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens import key_map
from screens.preferences import Preferences
from screens.table import messages
from screens.table.dispatch import Reducer
from screens.table.lesson_progress import LessonProgress
from screens.table.messages import Commanded, TableMessage, TimerFired
from tests.screens.table.headless import Driver, Headless, HeadlessLesson, HeadlessReplay

MESSAGES = {
    name: message
    for name, message in vars(messages).items()
    if isinstance(message, type) and issubclass(message, TableMessage)
}


def named_in(reducer: Reducer) -> set[type[TableMessage]]:
    """Return the messages that the patterns of `update` name."""
    tree = ast.parse(dedent(getsource(type(reducer).update)))
    names = {
        node.cls.id
        for node in ast.walk(tree)
        if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name)
    }
    return {MESSAGES[name] for name in names if name in MESSAGES}


def test_every_message_is_handled() -> None:
    handled: set[type[TableMessage]] = {Commanded}
    for table in tables():
        with table:
            handled = handled.union(*map(named_in, table.table.reducers))
    skips = messages.AnimationsSkipped  # one reducer names it in a constant
    assert handled | {skips} == set(MESSAGES.values()) - {TableMessage}


def test_reducers_leave_alone_unknown_commands_and_timers() -> None:
    unknown = ("play.unknown", "replay.unknown", "lesson.unknown")
    for table in tables():
        with table:
            for keys in (), ("tab",), ("tab",), ("L",), ("escape", "x"), ("escape", "T", "escape"):
                table.press(*keys)
                for message in [*map(Commanded, unknown), TimerFired("unknown", 1)]:
                    updates = [one.update(table.state, message) for one in table.table.reducers]
                    used = [one for one in updates if one is not None]
                    assert [one.state for one in used] in ([], [table.state]), message


def test_every_command_of_a_table_is_handled() -> None:
    play, replay, lesson_table = tables()
    common = key_map.TABLE
    for table, commands in (
        (play, (*common, *key_map.PLAY, *key_map.TALK)),
        (replay, (*common, *key_map.REPLAY)),
        (lesson_table, (*common, *key_map.LESSON_TABLE)),
    ):
        with table:
            handled = set()
            for keys in (), ("tab",):
                table.press(*keys)
                for id in (command.id for command in commands):
                    updates = [
                        one.update(table.state, Commanded(id)) for one in table.table.reducers
                    ]
                    handled |= {id for update in updates if update is not None}
            assert handled == {command.id for command in commands}


def tables() -> Iterator[Driver]:
    """Yield a table at which a match is played, one at which it is replayed, and a lesson."""
    seats = [("Anna", "person"), ("Boris", "bot:random")]
    session = Session.begin(MemoryStore(), "troyes", seats, seed="routes")
    yield Headless(session, Preferences(), coached=True)
    yield HeadlessReplay(session.match, Preferences())
    of_deus = lesson("deus")
    assert of_deus is not None
    yield HeadlessLesson(LessonProgress(of_deus), Preferences())
