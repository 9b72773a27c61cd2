"""Guests who play in lines: without a terminal, at one that draws nothing, and by their wish."""

from __future__ import annotations

import asyncssh

from engine.community.people import People
from engine.storage.sqlite import SqliteStore
from screens.preferences import SHOWN_LINES, Preferences, written
from tests.serve.houses import House, connected, new_key, visit

ESCAPE = b"\x1b"


def key_of(house: House, name: str) -> asyncssh.SSHKey:
    key = new_key()
    house.know(name, key)
    return key


async def test_a_script_plays_without_a_terminal(open_house: House):
    key = key_of(open_house, "Xaver")
    typed = "new middle_ages bot\nhint\n1\nquit\nquit\n"
    async with connected(open_house, key) as connection:
        said = await connection.run(input=typed)
    out = str(said.stdout)
    assert said.exit_status == 0
    assert "At the table: " in out
    assert "\nHint: " in out
    assert "Xaver places the lord" in out
    assert "\x1b" not in out
    assert "\r" not in out


async def test_a_newcomer_comes_in_by_lines(open_house: House):
    key = new_key()
    async with connected(open_house, key) as connection:
        said = await connection.run("lines", input="Yvonne\n\xff\x00\x1b[2J\nquit\n")
    assert said.exit_status == 0
    assert "Choose a name to use here" in str(said.stdout)
    assert "To create one, type for example “new" in str(said.stdout)
    assert "\x1b" not in str(said.stdout)


async def test_a_dumb_terminal_shows_what_is_typed_and_no_escape(open_house: House):
    key = key_of(open_house, "Wanda")
    async with visit(open_house, key, term="dumb") as wanda:
        await wanda.show("No table is waiting")
        wanda.type(b"help\r")
        await wanda.show("join CODE")
        wanda.type(b"quit\r")
        assert await wanda.ended() == 0
    assert b"help\r\n" in wanda.received
    assert ESCAPE not in wanda.received


async def test_two_play_in_lines_and_hear_of_one_another(open_house: House):
    anna, boris = (key_of(open_house, name) for name in ("Ulrike", "Viktor"))
    async with visit(open_house, anna, "lines") as a, visit(open_house, boris, "lines") as b:
        await a.show("No table is waiting")
        await b.show("No table is waiting")
        a.type(b"new middle_ages Viktor\r")
        await a.show("The table is waiting")
        await b.show("Ulrike invites you")
        b.type(b"1\r")
        await b.show("You are at this table")
        a.type(b"begin 1\r")
        await a.show("At the table:")
        b.type(b"1\r")
        await b.show("At the table:")
        first, other = (a, b) if b"is choosing" in b.received else (b, a)
        first.type(b"1\r")
        await other.show("places the lord")


async def test_the_settings_of_a_person_say_so(open_house: House):
    key = key_of(open_house, "Quentin")
    store = SqliteStore(open_house.folder / "games.sqlite3")
    people = People(store)
    people.keep_settings(people.named("Quentin"), written(Preferences(shown=SHOWN_LINES)))
    store.close()
    async with visit(open_house, key) as quentin:
        await quentin.show("No table is waiting")
    assert ESCAPE not in quentin.received
