"""The lobby's model, which the screen and line mode share."""

from __future__ import annotations

import pytest

from engine.errors import NoSuchTable, NotAllowed
from engine.lobby.bans import KEPT_OUT
from screens.lobby.guest import MAX_GUESSES, Guest
from screens.lobby.line_lobby import LineLobby
from screens.lobby.lobby_model import AtMatch, AtWaitingTable, Lobby, SignUp
from screens.lobby.member import Member
from screens.preferences import Preferences
from tests.screens.guest_apps import GuestApps, context, key_of, server

__all__ = ["server"]


def member(server: GuestApps, name: str) -> Member:
    """Return a guest; a registered one is admitted."""
    found = Member(Guest(key_of(name)), lambda: server.store)
    person = server.people.by_key(key_of(name))
    if person is not None:
        found.admit(person)
    return found


def lobby(server: GuestApps, name: str) -> Lobby:
    """Return the lobby of a player who registers now."""
    server.register(name)
    return Lobby(member(server, name))


async def test_the_screen_and_line_mode_list_the_same_tables(server: GuestApps) -> None:
    anna, boris = lobby(server, "Anna"), lobby(server, "Boris")
    anna.create("deus", [anna.member.person.id, None])
    anna.create("era", [anna.member.person.id, boris.member.person.id])
    assert isinstance(boris.create("deus", [boris.member.person.id, "bot:random"]), AtMatch)
    lines = LineLobby(member(server, "Boris"), Preferences())
    lines_listed = [line for line in lines.begin() if line[0].isdigit()]
    lines.handle_end_of_input()
    tables = boris.tables(server.store.clock())
    assert len(lines_listed) == len(tables.own) + len(tables.open) == 3
    app = server.app("Boris")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown: list[object] = [card.place for card in context(app).lobby.lobby_tables.cards]
        assert shown == [card.place for card in tables.cards]


def test_table_is_joined_by_its_code_until_its_match_has_started(server: GuestApps) -> None:
    anna, boris, clara = (lobby(server, name) for name in ("Anna", "Boris", "Clara"))
    made = anna.create("deus", [anna.member.person.id, None])
    assert isinstance(made, AtWaitingTable)
    id, code = made.table.id, made.table.code
    joined = boris.join(code)
    assert isinstance(joined, AtWaitingTable)
    assert not joined.table.free
    begun = anna.start(id)
    assert len(begun.seats) == 1
    with pytest.raises(NoSuchTable):
        boris.join_table(id)
    found = boris.resume(begun.record.id)
    assert found.seats == frozenset(range(2)) - begun.seats
    with pytest.raises(NotAllowed):
        clara.take_seat(begun.record.id)
    boris.leave_match(begun.record.id, None)
    assert clara.take_seat(begun.record.id).seats == found.seats


def test_leaving_a_waiting_table_and_declining_it_are_one_command(server: GuestApps) -> None:
    anna, boris = lobby(server, "Anna"), lobby(server, "Boris")
    made = anna.create("deus", [anna.member.person.id, boris.member.person.id])
    assert isinstance(made, AtWaitingTable)
    assert [card.id for card in boris.tables(server.store.clock()).own] == [made.table.id]
    boris.leave_waiting(made.table.id)
    assert not boris.tables(server.store.clock()).own
    boris.join_table(made.table.id)
    boris.leave_waiting(made.table.id)
    assert not boris.tables(server.store.clock()).own


def test_wrong_codes_are_counted_and_banned_player_is_refused(server: GuestApps) -> None:
    sign_up = SignUp(member(server, "Eve"))
    assert not sign_up.accepts("nonsense")
    assert [sign_up.count_guess() for _ in range(MAX_GUESSES)] == [
        *[False] * (MAX_GUESSES - 1),
        True,
    ]
    eve = Lobby(member(server, "Eve"))
    assert eve.identify() is None
    person = sign_up.register("Eve")
    assert eve.identify() == person
    server.people.ban(person.name)
    with pytest.raises(NotAllowed) as raised:
        eve.identify()
    assert raised.value.text == KEPT_OUT
