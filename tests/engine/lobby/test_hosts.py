"""Machines of a server: running ones, and those that have disappeared."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from engine.lobby.hosts import HEARTBEAT_INTERVAL, Hosts
from engine.storage.open_store import open_at
from engine.storage.schema import HOST_LEASE
from engine.storage.sql_statements import insert
from engine.storage.store import Store
from tests.engine.clocked_stores import START, shared, store

__all__ = ["shared", "store"]


def test_machine_is_listed_until_it_leaves(store: Store):
    hosts = Hosts(store)
    host = hosts.register("h1", "ada", "0.9.0")
    assert hosts.running() == [host]
    assert (host.place, host.started, host.seen) == (store.bus.place, START, START)
    store.clock = lambda: START + HEARTBEAT_INTERVAL
    hosts.send_heartbeat(host)
    assert [(one.started, one.seen) for one in hosts.running()] == [
        (START, START + HEARTBEAT_INTERVAL)
    ]
    hosts.unregister(host)
    assert hosts.running() == []


def test_file_server_keeps_only_its_last_machine(tmp_path: Path):
    with closing(open_at(tmp_path / "games.sqlite3")) as store:
        hosts = Hosts(store)
        hosts.register("h1", "ada", "0.9.0")
        hosts.register("h2", "ada", "0.9.0")
        assert [one.id for one in hosts.running()] == ["h2"]


def test_missed_beats_remove_a_machine_and_its_subscriptions(shared: Store):
    hosts = Hosts(shared)
    dead, alive = hosts.register("h1", "ada", "0.9.0"), hosts.register("h2", "bob", "0.9.0")
    with shared.write_transaction() as connection:
        insert(connection, "ear", host=dead.id, topic="person/17", number=1)
        insert(connection, "ear", host=alive.id, topic="person/18", number=1)
    shared.clock = lambda: START + HOST_LEASE / 2
    hosts.send_heartbeat(alive, {"person/18": 1})
    assert hosts.running() == [dead, hosts.running()[1]]
    shared.clock = lambda: START + HOST_LEASE
    assert [one.id for one in hosts.running()] == ["h2"]
    hosts.send_heartbeat(alive, {"person/18": 1})
    with shared.read_transaction() as connection:
        assert connection.execute("SELECT topic FROM ear").fetchall() == [("person/18",)]


def test_machine_is_listed_again_after_a_delay(shared: Store):
    hosts = Hosts(shared)
    slow, quick = hosts.register("h1", "ada", "0.9.0"), hosts.register("h2", "bob", "0.9.0")
    shared.clock = lambda: START + HOST_LEASE
    hosts.send_heartbeat(quick)
    assert [one.id for one in hosts.running()] == ["h2"]
    hosts.send_heartbeat(slow)
    assert [one.id for one in hosts.running()] == ["h1", "h2"]
    assert hosts.running()[0].started == START
