"""Events at a running server, written to its database by the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.core.players import Person
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.storage.open_store import open_at
from engine.storage.store import Store
from tests.tui.ssh.houses import House


@contextmanager
def store_of(server: House) -> Iterator[Store]:
    """The store of a server."""
    store = open_at(server.place)
    yield store
    store.close()


def person_called(server: House, name: str) -> Person:
    """Somebody whom a server knows."""
    with store_of(server) as store:
        return Users(store).named(name)


def waiting_table(server: House, host: Person) -> str:
    """A table that waits for one more; its code."""
    with store_of(server) as store:
        return WaitingTables(store).begin_one(host, "middle_ages", places=[host.id, None]).code


def invite(server: House, name: str, host: Person) -> None:
    """Have somebody invited to a table."""
    with store_of(server) as store:
        guest = Users(store).named(name)
        WaitingTables(store).begin_one(host, "middle_ages", places=[host.id, guest.id])
