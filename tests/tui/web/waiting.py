"""Events at a running server, written to its database by the tests."""

from __future__ import annotations

from engine.core.players import Person
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from tests.tui.ssh.server_process import ServerProcess


def person_called(server: ServerProcess, name: str) -> Person:
    """Somebody whom a server knows."""
    with server.store() as store:
        return Users(store).named(name)


def waiting_table(server: ServerProcess, host: Person) -> str:
    """A table that waits for one more; its code."""
    with server.store() as store:
        return WaitingTables(store).begin_one(host, "middle_ages", places=[host.id, None]).code


def invite(server: ServerProcess, name: str, host: Person) -> None:
    """Have somebody invited to a table."""
    with server.store() as store:
        guest = Users(store).named(name)
        WaitingTables(store).begin_one(host, "middle_ages", places=[host.id, guest.id])
