"""Rights of admins on a server, which nobody else has."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.players import Person
from engine.errors import NoSuchPerson, NoSuchTable, NotAllowed
from engine.lobby.administration import Administration
from engine.lobby.chat import Chat
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.waiting_table import JOIN_WITH_CODE
from tests.engine.lobby_server import LobbyServer, server

__all__ = ["server"]

pytestmark = pytest.mark.usefixtures("toy")

ALL: list[Callable[[Administration], object]] = [
    lambda rights: rights.check(),
    lambda rights: rights.ban("Carla"),
    lambda rights: rights.ban("Carla", False),
    lambda rights: rights.mute("Carla"),
    lambda rights: rights.mute("Carla", False),
    lambda rights: rights.waiting_tables(),
    lambda rights: rights.close_table("X"),
    lambda rights: rights.invite_code(),
    lambda rights: rights.new_invite_code(),
]


def an_admin(server: LobbyServer) -> Administration:
    """Make Anna an admin."""
    server.register("Anna")
    return Administration(server.store, server.people.make_admin("Anna"))


@pytest.mark.parametrize("act", ALL)
def test_only_admins_can_administrate(server: LobbyServer, act: Callable[[Administration], object]):
    boris, carla = server.register("Boris"), server.register("Carla")
    before = server.people.invite_code()
    with pytest.raises(NotAllowed, match="Only admins"):
        act(Administration(server.store, boris))
    assert server.people.get(carla.id) == carla
    assert server.people.invite_code() == before


@pytest.mark.parametrize("act", ALL)
def test_revoked_admin_right_ends_at_once(
    server: LobbyServer, act: Callable[[Administration], object]
):
    rights = an_admin(server)
    server.register("Carla")
    assert rights.by.admin
    server.people.make_admin("Anna", False)
    with pytest.raises(NotAllowed, match="Only admins"):
        act(rights)


def test_banned_admin_can_do_nothing(server: LobbyServer):
    rights = an_admin(server)
    server.people.ban("Anna")
    with pytest.raises(NotAllowed, match="Only admins"):
        rights.check()


def test_muted_player_cannot_chat_until_unmuted(server: LobbyServer):
    rights, boris = an_admin(server), server.register("Boris")
    Chat(server.store).post(None, boris, "before")
    rights.mute("boris")
    with pytest.raises(NotAllowed, match="muted you"):
        Chat(server.store).post(None, boris, "during")
    rights.mute("Boris", False)
    Chat(server.store).post(None, boris, "after")
    assert [line.text for line in Chat(server.store).lobby_lines(None, None)] == ["before", "after"]


def test_deleting_a_player_deletes_the_mute(server: LobbyServer):
    rights, boris = an_admin(server), server.register("Boris")
    rights.mute("Boris")
    server.people.erase(boris)
    with server.store.read_transaction() as connection:
        rows = connection.execute("SELECT name FROM house WHERE name LIKE 'muted%'").fetchall()
    assert rows == []


def test_player_can_be_banned_and_unbanned(server: LobbyServer):
    rights, boris = an_admin(server), server.register("Boris")
    assert rights.ban("Boris").banned
    assert server.people.get(boris.id).banned
    assert not rights.ban("Boris", False).banned


@pytest.mark.parametrize("act", ["ban", "mute"])
def test_admins_cannot_be_banned_by_admins(server: LobbyServer, act: str):
    rights = an_admin(server)
    server.register("Boris")
    server.people.make_admin("Boris")
    for name in ("Anna", "Boris"):
        with pytest.raises(NotAllowed, match="is an admin"):
            getattr(rights, act)(name)
    with pytest.raises(NoSuchPerson):
        getattr(rights, act)("Nobody")


def test_any_waiting_table_is_listed_and_can_be_closed(server: LobbyServer):
    rights, boris = an_admin(server), server.register("Boris")
    tables = WaitingTables(server.store)
    table = tables.create(boris, "toy", seats=[boris.id, None], open=JOIN_WITH_CODE)
    assert [one.code for one in rights.waiting_tables()] == [table.code]
    assert rights.close_table(table.code.lower()).id == table.id
    assert rights.waiting_tables() == []
    with pytest.raises(NoSuchTable):
        rights.close_table(table.code)


def test_new_invite_code_replaces_the_old_one(server: LobbyServer):
    rights = an_admin(server)
    before = rights.invite_code()
    after = rights.new_invite_code()
    assert after != before
    assert not server.people.is_invite_code(before)
    assert rights.invite_code() == after


def test_player_sees_a_new_admin_right_at_once(server: LobbyServer):
    anna = server.register("Anna")
    server.published_topics()
    server.people.make_admin("Anna")
    assert isinstance(anna, Person)
    assert server.published_topics() == {f"person/{anna.id}"}
