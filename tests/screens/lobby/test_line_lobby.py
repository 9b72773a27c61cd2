"""Line mode of the lobby: typed numbers refer to the last list shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.lobby.seat_owners import SeatOwnership
from screens.lobby.guest import Guest, Registration
from screens.lobby.line_lobby import LineLobby
from screens.lobby.member import Member
from screens.preferences import Preferences
from tests.screens.guest_apps import GuestApps, Three, key_of, people, server

__all__ = ["people", "server"]


@contextmanager
def lines_of(server: GuestApps, name: str) -> Iterator[LineLobby]:
    """A guest whose subscriptions are closed at the end."""
    guest = Guest(key_of(name), (), Registration.INVITE, connect_command="ssh games.example")
    lines = LineLobby(Member(guest, lambda: server.store), Preferences())
    try:
        yield lines
    finally:
        lines.ended()


def test_every_sentence_about_a_table_begins_with_a_capital(
    server: GuestApps, people: Three
) -> None:
    anna, boris, clara = people
    server.match("middle_ages", anna, boris)
    server.table("era", clara, None, None)
    for name in ("Anna", "Boris"):
        with lines_of(server, name) as guest:
            tables = [line for line in guest.begin() if line[0].isdecimal()]
            assert len(tables) == 2
            for line in tables:
                assert all(part[0].isupper() or part[0].isdecimal() for part in line.split(". "))


def test_game_that_starts_at_once_is_announced(server: GuestApps, people: Three) -> None:
    with lines_of(server, "Anna") as guest:
        guest.begin()
        assert "the game starts at once" in guest.handle_line("new middle_ages bot:easy")[0]


def test_player_learns_that_a_bot_has_the_seat(server: GuestApps, people: Three) -> None:
    server.match("middle_ages", *people)
    server.people.ban("Boris")
    server.people.ban("Boris", banned=False)
    with lines_of(server, "Boris") as guest:
        assert any("A bot has your seat: come back?" in line for line in guest.begin())
    ids = [record.id for record in server.store.records(person=people[2].id)]
    SeatOwnership(server.store).leave(ids[0], people[2])
    with lines_of(server, "Clara") as guest:
        assert any("You left: come back?" in line for line in guest.begin())


def test_number_refers_to_the_table_shown_with_it(server: GuestApps, people: Three) -> None:
    anna, boris, clara = people
    first, second = (server.table("era", one, None, None) for one in (anna, clara))
    with lines_of(server, "Boris") as guest:
        tables_listed = [line for line in guest.begin() if line[0].isdecimal()]
        number = next(line[0] for line in tables_listed if anna.name in line)
        server.tables.leave(first.id, anna)
        guest.poll()
        output = guest.handle_line(number)
        assert not any("You are at this table" in line for line in output)
        assert server.tables.get(second.id).people == (clara.id,)
        tables_listed = [line for line in guest.handle_line("list") if line[0].isdecimal()]
        assert len(tables_listed) == 1
        assert any("You are at this table" in line for line in guest.handle_line("1"))
        assert server.tables.get(second.id).people == (clara.id, boris.id)
