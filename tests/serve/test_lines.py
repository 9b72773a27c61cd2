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
    assert "Type the name" in str(said.stdout)
    assert "No table waits for you" in str(said.stdout)
    assert "\x1b" not in str(said.stdout)


async def test_a_dumb_terminal_shows_what_is_typed_and_no_escape(open_house: House):
    key = key_of(open_house, "Wanda")
    async with visit(open_house, key, term="dumb") as wanda:
        await wanda.show("No table waits")
        wanda.type(b"help\r")
        await wanda.show("join CODE")
        wanda.type(b"quit\r")
        assert await wanda.ended() == 0
    assert b"help\r\n" in wanda.received
    assert ESCAPE not in wanda.received


async def test_two_play_in_lines_and_hear_of_one_another(open_house: House):
    anna, boris = (key_of(open_house, name) for name in ("Ulrike", "Viktor"))
    async with visit(open_house, anna, "lines") as a, visit(open_house, boris, "lines") as b:
        await a.show("No table waits")
        await b.show("No table waits")
        a.type(b"new middle_ages Viktor\r")
        await a.show("The table waits")
        await b.show("Ulrike asks you to play")
        b.type(b"1\r")
        await b.show("You sit at this table")
        a.type(b"begin 1\r")
        await a.show("At the table:")
        b.type(b"1\r")
        await b.show("At the table:")
        first, other = (a, b) if b"is choosing" in b.received else (b, a)
        other.mark()
        first.type(b"1\r")
        await other.show("places the lord")
        first.type(b"ask\r")
        await first.show("To take back")
        first.type(b"1\r")
        await first.show("The table is asked.")
        await other.show("asks to take back")
        mover = other if b"\r\n1. " in other.received else first
        mover.type(b"1\r")
        await first.see(b"so your request has lapsed.")
        assert b"lapsed" not in other.received


async def test_the_settings_of_a_person_say_so(open_house: House):
    key = key_of(open_house, "Quentin")
    store = SqliteStore(open_house.folder / "games.sqlite3")
    people = People(store)
    people.keep_settings(people.named("Quentin"), written(Preferences(shown=SHOWN_LINES)))
    store.close()
    async with visit(open_house, key) as quentin:
        await quentin.show("No table waits")
    assert ESCAPE not in quentin.received
