"""Machines of one server: each forwards the signals of the others, and shows who is connected
there.

A machine is a process with its own sockets; a program on it is a store that was opened there.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from select import select
from time import monotonic, sleep

import pytest

from engine.lobby.hosts import HEARTBEAT_INTERVAL, Hosts
from engine.lobby.presence import Presence
from engine.storage.open_store import open_at
from engine.storage.pubsub import LOBBY_TOPIC, Subscription
from engine.storage.schema import HOST_LEASE
from engine.storage.store import Store
from tests.folders import short_folder
from tests.postgres import cut
from tui.server.pubsub_bridge import PubsubBridge
from tui.user_paths import STORE, UserPaths

PATIENCE = 60.0

HOST = """
import sys
from pathlib import Path
from tui.user_paths import UserPaths
from tui.server.pubsub_bridge import PubsubBridge
from tui.server.connection_log import write_logs

folder = Path(sys.argv[1])
write_logs(folder)
exchange = PubsubBridge(UserPaths.passed_on(folder, folder))
exchange.open()
sys.stdin.read()
exchange.close()
"""
"""The part of a server that communicates with other machines."""


class Machine:
    """A machine, and the programs on it."""

    def __init__(self, folder: Path, database: str, patch: pytest.MonkeyPatch) -> None:
        self.folder, self._database, self._patch = folder, database, patch
        self._runtime = {"XDG_RUNTIME_DIR": str(folder)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOST, str(folder)],
            stdin=subprocess.PIPE,
            env={**os.environ, **self._runtime, STORE: database},
        )

    def open_store(self) -> Store:
        """Open the store on this machine."""
        with self._patch.context() as patch:
            patch.setenv("XDG_RUNTIME_DIR", str(self.folder))
            return open_at(self._database)

    def end(self) -> None:
        """Stop the machine."""
        self.process.communicate()


@pytest.fixture
def machines(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Machine]]:
    """Run two machines that see each other."""
    with ExitStack() as stack:
        folders = [stack.enter_context(short_folder()) for _ in range(2)]
        both = [Machine(folder, database, monkeypatch) for folder in folders]
        for one in both:
            stack.callback(one.end)
        store = both[0].open_store()
        stack.callback(store.close)
        wait_for(lambda: len(Hosts(store).running()) == 2)
        yield both


def wait_for(fact: Callable[[], bool]) -> None:
    until = monotonic() + PATIENCE
    while not fact():
        assert monotonic() < until
        sleep(0.02)


def is_signalled(subscription: Subscription) -> bool:
    """Return whether a subscription has been signalled, or is soon."""
    signalled = bool(select([subscription], [], [], PATIENCE)[0])
    subscription.clear()
    return signalled


def is_silent(subscription: Subscription) -> bool:
    return not select([subscription], [], [], 0)[0]


def test_change_on_one_machine_is_signalled_on_the_other(machines: list[Machine]):
    one, two = (machine.open_store() for machine in machines)
    with (
        closing(one),
        closing(two),
        closing(one.subscribe("match/a2b3")) as here,
        closing(two.subscribe("match/a2b3")) as there,
        closing(two.subscribe("match/c4d5")) as other,
    ):
        with one.write_transaction():
            one.publish("match/a2b3")
            assert is_silent(here)
        assert is_signalled(here)
        assert is_signalled(there)
        with two.write_transaction():
            two.publish("match/c4d5")
        assert is_signalled(other)
        with one.write_transaction():
            one.publish("match/a2b3")
        assert is_signalled(there)
        assert is_silent(other)


def test_presence_is_visible_on_the_other_machine(machines: list[Machine]):
    one, two = (machine.open_store() for machine in machines)
    here, there = Presence(one, "a2b3"), Presence(two, "a2b3")
    with closing(one), closing(two), closing(two.subscribe(LOBBY_TOPIC)) as lobby:
        lobby.clear()
        here.join([1])
        with closing(one.subscribe("person/17")):
            one.publish(LOBBY_TOPIC)
            assert is_signalled(lobby)
            wait_for(lambda: two.bus.topics_with_subscribers("person/") == ["person/17"])
            there.refresh(3)
            assert there.present == {1}
            there.join([2])
            wait_for(lambda: one.bus.subscriber_count("match/a2b3/2") == 1)
            assert two.bus.subscriber_count("match/a2b3/2") == 1
            assert two.bus.sweep() == []
            here.leave()
        wait_for(
            lambda: (
                two.bus.topics_with_subscribers("person/") == []
                and two.bus.subscriber_count("match/a2b3/1") == 0
            )
        )
        machines[1].end()
        wait_for(lambda: one.bus.subscriber_count("match/a2b3/2") == 0)
        there.leave()


def test_lost_link_signals_everything_and_recovers(machines: list[Machine], database: str):
    one, two = (machine.open_store() for machine in machines)
    with closing(one), closing(two), closing(two.subscribe("match/a2b3")) as subscription:
        subscription.clear()
        cut(database)
        assert is_signalled(subscription)
        with one.write_transaction():
            one.publish("match/a2b3")
        assert is_signalled(subscription)
    log = (machines[1].folder / "server.log").read_text()
    assert "the connection to the other machines is lost" in log


def test_unopened_bridge_leaves_no_socket(tmp_path: Path):
    """A server may be closed before it is ready."""
    exchange = PubsubBridge(UserPaths(tmp_path, tmp_path))
    exchange.close()
    assert [end.fileno() for end in exchange.ends] == [-1, -1]


@pytest.mark.long
def test_dead_machine_disappears_with_its_players(machines: list[Machine]):
    one, two = (machine.open_store() for machine in machines)
    with closing(one), closing(two), closing(one.subscribe("person/17")):
        one.publish(LOBBY_TOPIC)
        wait_for(lambda: two.bus.topics_with_subscribers("person/") == ["person/17"])
        os.kill(machines[0].process.pid, signal.SIGKILL)
        died = monotonic()
        with closing(two.subscribe(LOBBY_TOPIC)) as lobby:
            lobby.clear()
            wait_for(lambda: two.bus.topics_with_subscribers("person/") == [])
            assert monotonic() - died < (HOST_LEASE + 2 * HEARTBEAT_INTERVAL).total_seconds() + 5
            assert is_signalled(lobby)
        assert len(Hosts(two).running()) == 1
