"""Line mode of the lobby: typed numbers refer to the last list shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.games import catalogue
from engine.help.lesson import lesson
from engine.lobby.seat_owners import SeatOwnership
from screens.lobby.guest import Guest, Registration
from screens.lobby.line_lobby import LineLobby
from screens.lobby.member import Member
from screens.preferences import Preferences, read_over
from tests.screens.guest_apps import GuestApps, Three, key_of, people, server
from tests.screens.line_mode.line_tables import hinted_input

__all__ = ["people", "server"]


@contextmanager
def lines_of(server: GuestApps, name: str, *words: str) -> Iterator[LineLobby]:
    """A guest whose subscriptions are closed at the end."""
    guest = Guest(key_of(name), words, Registration.INVITE, connect_command="ssh games.example")
    lines = LineLobby(Member(guest, lambda: server.store), Preferences())
    try:
        yield lines
    finally:
        lines.handle_end_of_input()


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


@pytest.mark.parametrize("game", [one.id for one in catalogue() if lesson(one.id) is not None])
def test_guest_plays_a_lesson_and_continues_it_later(
    server: GuestApps, people: Three, game: str
) -> None:
    with lines_of(server, "Anna") as guest:
        guest.begin()
        output = guest.handle_line(f"learn {game}")
        assert any("Task 1 of" in line for line in output)
        output = guest.handle_line("hint")
        while not any("for the next task" in line for line in output):
            output = guest.handle_line(hinted_input(output) or "")
        output = guest.handle_line("quit")
        assert f"“learn {game}” continues the lesson." in output
        assert "Type the number of a table" in output[-1] or "create one" in output[0]
        assert not guest.done
    settings = read_over(Preferences(), server.people.settings(people[0]))
    assert settings.lessons == {game: 1}
    with lines_of(server, "Anna", "learn", game) as guest:
        assert any("Task 2 of" in line for line in guest.begin())


def test_guest_in_a_lesson_learns_that_a_table_is_waiting(server: GuestApps, people: Three) -> None:
    anna, boris, _ = people
    with lines_of(server, "Boris") as guest:
        guest.begin()
        guest.handle_line("learn deus")
        assert guest.poll() == []
        server.match("era", boris, anna)
        assert guest.poll() == ["A table is waiting for you."]
        assert any("Task 1 of" in line for line in guest.handle_line("undo"))
        server.people.ban("Boris")
        guest.poll()
        assert guest.done


def test_unknown_game_has_no_lesson(server: GuestApps, people: Three) -> None:
    with lines_of(server, "Anna") as guest:
        guest.begin()
        assert "Which game? Choose from" in guest.handle_line("learn")[0]
        assert "chess" in guest.handle_line("learn chess")[0]
        assert "Type the number" in guest.handle_line("list")[-1]
