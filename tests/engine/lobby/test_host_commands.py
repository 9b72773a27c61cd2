"""Commands to the machines of a server, and their answers."""

from __future__ import annotations

import select
from contextlib import closing

import pytest

from engine.lobby.hosts import COMMAND_LIFETIME, Host, HostCommands, Hosts
from engine.storage.pubsub import topic_of_host_commands
from engine.storage.store import Store
from tests.engine.clocked_stores import START, store

__all__ = ["store"]


@pytest.fixture
def host(store: Store) -> Host:
    return Hosts(store).register("h1", "ada", "0.9.0")


def test_machine_receives_and_answers_a_command(store: Store, host: Host):
    errands = HostCommands(store)
    with closing(store.subscribe(topic_of_host_commands(host.id))) as watch:
        first, second = (errands.ask(host.id, word) for word in ("first", "second"))
        assert select.select([watch], [], [], 0)[0]
    assert {one.request: one.id for one in errands.due(host.id)} == {
        "first": first,
        "second": second,
    }
    assert errands.due("h2") == []
    errands.answer(first, "done")
    assert [one.id for one in errands.due(host.id)] == [second]
    assert errands.answers([first, second]) == {first: "done", second: None}
    errands.forget([first, second])
    assert errands.answers([first, second]) == {}


def test_commands_are_deleted_with_their_machine(store: Store, host: Host):
    errands = HostCommands(store)
    asked = errands.ask(host.id, "stop")
    Hosts(store).unregister(host)
    assert errands.answers([asked]) == {}
    errands.answer(asked, "too late")
    assert errands.answers([asked]) == {}


def test_old_commands_are_deleted(store: Store, host: Host):
    errands = HostCommands(store)
    old = errands.ask(host.id, "old")
    store.clock = lambda: START + 2 * COMMAND_LIFETIME
    new = errands.ask(host.id, "new")
    assert errands.answers([old, new]) == {new: None}
