"""Events at a running server, written to its database by the tests."""

from __future__ import annotations

from engine.core.players import Person
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from tests.tui.ssh.server_process import ServerProcess


def person_called(server: ServerProcess, name: str) -> Person:
    """Return the registered player of that name."""
    with server.store() as store:
        return Users(store).named(name)


def waiting_table(server: ServerProcess, host: Person) -> str:
    """Create a table that waits for one more player, and return its code."""
    with server.store() as store:
        return WaitingTables(store).create(host, "middle_ages", seats=[host.id, None]).code


def invite(server: ServerProcess, name: str, host: Person) -> None:
    """Invite a player to a table of `host`."""
    with server.store() as store:
        guest = Users(store).named(name)
        WaitingTables(store).create(host, "middle_ages", seats=[host.id, guest.id])
