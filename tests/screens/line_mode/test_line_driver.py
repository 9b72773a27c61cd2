"""Line driver: reading arbitrary bytes as lines, printing, notifications, and the end of input."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import closing

from engine.storage.memory_store import MemoryStore
from engine.storage.pubsub import Subscription, topic_of
from engine.storage.session import Session
from screens.line_mode.line_driver import MAX_LINE_BYTES, run_line_session
from screens.line_mode.line_table import LineTable
from tests.screens.line_mode.line_tables import PEOPLE, new_session, table


class EchoTable:
    """Table that echoes its input."""

    def __init__(self) -> None:
        self.done = self.is_thinking = False
        self.subscriptions: Sequence[Subscription] = ()

    def begin(self) -> list[str]:
        return ["hello"]

    def handle_line(self, typed: str) -> list[str]:
        self.done = typed == "quit"
        return [typed]

    def poll(self) -> list[str]:
        return ["rung"]

    def handle_end_of_input(self) -> list[str]:
        return ["ended"]


def talked(typed: bytes) -> list[str]:
    ours, theirs = os.pipe()
    os.write(theirs, typed)
    os.close(theirs)
    output: list[str] = []
    run_line_session(EchoTable(), output.append, ours)
    os.close(ours)
    return "".join(output).splitlines()


def test_lines_come_and_go():
    assert talked(b"one\ntwo\nquit\nnever\n") == ["hello", "one", "two", "quit"]


def test_last_line_needs_no_newline():
    assert talked(b"one\ntwo") == ["hello", "one", "two", "ended"]


def test_lines_may_contain_any_bytes():
    output = talked(bytes(range(256)) + b"\nquit\n")
    assert all(line.isprintable() for line in output)
    assert output[-1] == "quit"


def test_endless_line_is_cut_off():
    output = talked(b"x" * 50_000 + b"\nquit\n")
    assert max(map(len, output)) <= MAX_LINE_BYTES
    assert output[-1] == "quit"


class Ponderer(EchoTable):
    """Thinks after each line until it is notified, and reads no input meanwhile."""

    def __init__(self, watch: Subscription, ring: Callable[[], None]) -> None:
        super().__init__()
        self.subscriptions, self._ring = [watch], ring

    def handle_line(self, typed: str) -> list[str]:
        assert not self.is_thinking
        self.is_thinking = True
        self._ring()
        return super().handle_line(typed)

    def poll(self) -> list[str]:
        self.is_thinking = False
        return ["thought"]


def test_piped_input_waits_for_background_results():
    store = MemoryStore()
    ours, theirs = os.pipe()
    os.write(theirs, b"one\ntwo")
    os.close(theirs)
    output: list[str] = []
    with closing(store.subscribe("mind")) as watch:
        run_line_session(Ponderer(watch, lambda: store.publish("mind")), output.append, ours)
    os.close(ours)
    lines = "".join(output).splitlines()
    assert lines == ["hello", "one", "thought", "two", "thought", "ended"]


def test_waiting_player_sees_moves_of_others():
    here = new_session("middle_ages", PEOPLE, seed="1")
    store, id = here.store, here.id
    first = here.match.pending()[0].seat
    mine = Session.open(store, id, seats={1 - first})
    store_subscriptions = [store.subscribe(topic_of(id))]
    of = LineTable(mine, table(mine).writer, store_subscriptions=store_subscriptions)
    ours, theirs = os.pipe()
    output: list[str] = []
    changed = threading.Event()

    def write(text: str) -> None:
        output.append(text)
        if "1. " in text:
            changed.set()
            os.write(theirs, b"quit\n")

    def another_chooses() -> None:
        asked = here.ask(first)
        here.choose(asked, asked.options[0])

    thread = threading.Timer(0.05, another_chooses)
    thread.start()
    run_line_session(of, write, ours)
    thread.join()
    store_subscriptions[0].close()
    assert changed.is_set()
    assert "is choosing." in output[0]
    assert "places the lord" in "".join(output)
