"""Rights of admins on a server, which nobody else has."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.players import Person
from engine.errors import NoSuchPerson, NoSuchTable, NotAllowed
from engine.lobby.administration import Administration
from engine.lobby.chat import Chat
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.waiting_table import CODE
from tests.engine.house import House, house

__all__ = ["house"]

pytestmark = pytest.mark.usefixtures("toy")

ALL: list[Callable[[Administration], object]] = [
    lambda rights: rights.check(),
    lambda rights: rights.ban("Carla"),
    lambda rights: rights.ban("Carla", False),
    lambda rights: rights.mute("Carla"),
    lambda rights: rights.mute("Carla", False),
    lambda rights: rights.waiting_tables(),
    lambda rights: rights.close_table("X"),
    lambda rights: rights.invitation(),
    lambda rights: rights.new_invitation(),
]


def an_admin(house: House) -> Administration:
    """Make Anna an admin."""
    house.person("Anna")
    return Administration(house.store, house.people.make_admin("Anna"))


@pytest.mark.parametrize("act", ALL)
def test_nobody_but_an_admin_can_do_any_of_it(
    house: House, act: Callable[[Administration], object]
):
    boris, carla = house.person("Boris"), house.person("Carla")
    before = house.people.invitation()
    with pytest.raises(NotAllowed, match="Only admins"):
        act(Administration(house.store, boris))
    assert house.people.get(carla.id) == carla
    assert house.people.invitation() == before


@pytest.mark.parametrize("act", ALL)
def test_a_right_that_was_taken_away_is_gone_at_once(
    house: House, act: Callable[[Administration], object]
):
    rights = an_admin(house)
    house.person("Carla")
    assert rights.by.admin
    house.people.make_admin("Anna", False)
    with pytest.raises(NotAllowed, match="Only admins"):
        act(rights)


def test_a_banned_admin_can_do_nothing(house: House):
    rights = an_admin(house)
    house.people.ban("Anna")
    with pytest.raises(NotAllowed, match="Only admins"):
        rights.check()


def test_a_muted_player_cannot_chat_anywhere_until_unmuted(house: House):
    rights, boris = an_admin(house), house.person("Boris")
    Chat(house.store).say(None, boris, "before")
    rights.mute("boris")
    with pytest.raises(NotAllowed, match="muted you"):
        Chat(house.store).say(None, boris, "during")
    rights.mute("Boris", False)
    Chat(house.store).say(None, boris, "after")
    assert [line.text for line in Chat(house.store).said(None, None)] == ["before", "after"]


def test_who_is_muted_is_forgotten_with_the_player(house: House):
    rights, boris = an_admin(house), house.person("Boris")
    rights.mute("Boris")
    house.people.forget(boris)
    with house.store.reading() as base:
        rows = base.execute("SELECT name FROM house WHERE name LIKE 'muted%'").fetchall()
    assert rows == []


def test_a_ban_holds_and_can_be_lifted(house: House):
    rights, boris = an_admin(house), house.person("Boris")
    assert rights.ban("Boris").banned
    assert house.people.get(boris.id).banned
    assert not rights.ban("Boris", False).banned


@pytest.mark.parametrize("act", ["ban", "mute"])
def test_admins_cannot_be_judged_from_inside(house: House, act: str):
    rights = an_admin(house)
    house.person("Boris")
    house.people.make_admin("Boris")
    for name in ("Anna", "Boris"):
        with pytest.raises(NotAllowed, match="is an admin"):
            getattr(rights, act)(name)
    with pytest.raises(NoSuchPerson):
        getattr(rights, act)("Nobody")


def test_any_waiting_table_is_listed_and_closed(house: House):
    rights, boris = an_admin(house), house.person("Boris")
    tables = WaitingTables(house.store)
    table = tables.begin_one(boris, "toy", places=[boris.id, None], open=CODE)
    assert [one.code for one in rights.waiting_tables()] == [table.code]
    assert rights.close_table(table.code.lower()).id == table.id
    assert rights.waiting_tables() == []
    with pytest.raises(NoSuchTable):
        rights.close_table(table.code)


def test_a_new_invite_code_replaces_the_old_one(house: House):
    rights = an_admin(house)
    before = rights.invitation()
    after = rights.new_invitation()
    assert after != before
    assert not house.people.is_invitation(before)
    assert rights.invitation() == after


def test_a_player_sees_at_once_that_they_are_an_admin_now(house: House):
    anna = house.person("Anna")
    house.heard()
    house.people.make_admin("Anna")
    assert isinstance(anna, Person)
    assert house.heard() == {f"person/{anna.id}"}
