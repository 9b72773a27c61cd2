"""A waiting table: who sits there, how others join, how its match starts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.errors import NotAllowed
from engine.games import catalogue, entry
from engine.i18n.language import LANGUAGES
from engine.lobby.chat import Chat
from engine.lobby.matchmaking import HOST_AWAY
from engine.lobby.waiting_table import JOIN_CLOSED, JOIN_OPEN, JOIN_WITH_CODE
from screens.app import GuildhallApp
from screens.lobby.lobby import LobbyScreen
from screens.lobby.table_cards import chosen_options
from screens.lobby.waiting_table import WaitingTableScreen
from screens.lobby.waiting_view import (
    ADD_SEAT_PLACE,
    BEGIN_PLACE,
    DROP_SEAT_PLACE,
    JOINING_PLACE,
    LEAVE_PLACE,
)
from screens.play.play_screen import PlayScreen
from screens.preferences import CALL_BELL, CALL_OFF, CALL_TITLE
from tests.screens.app_harness import SharedStore, click, page, press, text, type_in, walk_to
from tests.screens.guest_apps import GuestApps, Three, context, people, server, settle

__all__ = ["people", "server"]

SIZE = (80, 24)


@asynccontextmanager
async def waiting(app: GuildhallApp, id: str) -> AsyncIterator[Pilot[Any]]:
    """Run the app of a guest on the page of a waiting table."""
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        context(app).open_waiting(id)
        await settle(pilot)
        assert isinstance(app.screen, WaitingTableScreen)
        yield pilot


async def test_seats_options_code_and_connect_command_are_shown(
    server: GuestApps, people: Three
) -> None:
    anna, boris, _ = people
    table = server.table("knights", anna, boris, None, "bot:medium")
    app = server.app("Boris")
    async with waiting(app, table.id):
        shown = text(app)
        assert "ssh -t -p 2222 games.example join" in shown
        assert shown.count(table.code) == 2
        assert "Points to win: 13" in shown
        assert "3 of 4 taken" in shown
        assert "1 seat is free. Anna starts the game." in shown
        assert "host, away" in shown


async def test_full_table_shows_no_way_to_join(server: GuestApps, people: Three) -> None:
    anna, boris, _ = people
    table = server.table("middle_ages", anna, boris)
    for name in ("Anna", "Boris"):
        async with waiting(app := server.app(name), table.id):
            assert "ssh " not in text(app)
            assert "The table is full." in text(app)


async def test_host_is_told_how_others_join(server: GuestApps, people: Three) -> None:
    anna, boris, _ = people
    code = "Give others the code, or add bots."
    kept = "The players you have invited see this table in the lobby."
    for open, expected, other in ((JOIN_WITH_CODE, code, kept), (JOIN_CLOSED, kept, code)):
        table = server.tables.create(anna, "middle_ages", {}, [anna.id, boris.id], open=open)
        app = server.app("Anna")
        async with waiting(app, table.id):
            assert expected in text(app)
            assert other not in text(app)


async def test_starting_takes_everyone_to_the_table(server: GuestApps, people: Three) -> None:
    table = server.table("middle_ages", people[0], people[1])
    anna, boris = server.app("Anna"), server.app("Boris")
    async with waiting(anna, table.id) as first, waiting(boris, table.id) as second:
        assert BEGIN_PLACE not in page(boris).stops()
        await settle(first, second)
        await press(first, "enter")
        await settle(first, second)
        for app in (anna, boris):
            assert isinstance(app.screen, PlayScreen)
            assert app.screen.session.id == table.id


async def test_host_adds_bots_and_starts_alone(server: GuestApps, people: Three) -> None:
    table = server.table("middle_ages", people[0], None, None)
    app = server.app("Anna")
    async with waiting(app, table.id) as pilot:
        assert BEGIN_PLACE not in page(app).stops()
        for seat in (1, 2):
            await walk_to(pilot, ("seat", seat))
            await press(pilot, "right")
        await press(pilot, "b")
        await settle(pilot)
        assert isinstance(app.screen, PlayScreen)
    assert [one for _, one in server.store.header(table.id).seats].count("bot:easy") == 2


async def test_seated_player_takes_another_free_seat(server: GuestApps, people: Three) -> None:
    table = server.table("era", people[0], people[1], None, None)
    app = server.app("Boris")
    async with waiting(app, table.id) as pilot:
        await click(pilot, ("seat", 3))
        place = server.tables.get(table.id).slot_of(people[1].id)
        assert place is not None
        assert place.seat == 3


async def test_host_sets_the_order_of_seats(server: GuestApps, people: Three) -> None:
    anna, boris, clara = people
    table = server.table("middle_ages", anna, boris, clara)
    app = server.app("Anna")
    async with waiting(app, table.id) as pilot:
        assert "drawn at random" in text(app)
        await walk_to(pilot, ("seat", 2))
        await press(pilot, "u", "u", "u")
        assert page(app).pointed == ("seat", 0)
        assert "as listed here" in text(app)
        assert [one.name for one in server.tables.get(table.id).slots] == [
            "Clara",
            "Anna",
            "Boris",
        ]
        await click(pilot, ("move", 0, 1))
        await walk_to(pilot, ("seat", 2))
        await press(pilot, "d")
        assert [one.name for one in server.tables.get(table.id).slots] == [
            "Anna",
            "Clara",
            "Boris",
        ]
        await click(pilot, ("order",))
        assert "drawn at random" in text(app)
        await press(pilot, "o")
        assert server.tables.get(table.id).ordered
        await press(pilot, "b")
        await settle(pilot)
    assert list(server.store.header(table.id).names) == ["Anna", "Clara", "Boris"]


async def test_removing_a_player_needs_confirmation(server: GuestApps, people: Three) -> None:
    anna, boris, clara = people
    table = server.table("middle_ages", anna, boris, None)
    app = server.app("Anna")
    async with waiting(app, table.id) as pilot:
        assert page(app).pointed == ("seat", 2)
        server.tables.join(table.id, clara)
        await settle(pilot)
        assert page(app).pointed == BEGIN_PLACE
        await walk_to(pilot, ("seat", 1))
        await press(pilot, "enter")
        assert "Boris has that seat. Press again to remove them." in text(app)
        await press(pilot, "up", "down", "right")
        assert server.tables.get(table.id).slots[1].person == boris.id
        server.tables.leave(table.id, clara)
        await settle(pilot)
        await press(pilot, "b", "right")
        assert "Boris has that seat. Press again to remove them." in text(app)
        await press(pilot, "b")
        assert "Press again to sta" in text(app)
        await press(pilot, "right")
        assert server.tables.get(table.id).slots[1].person == boris.id
        await press(pilot, "right")
        assert server.tables.get(table.id).slots[1].bot == "bot:easy"


async def test_only_host_assigns_seats(server: GuestApps, people: Three) -> None:
    anna, boris, _ = people
    table = server.table("middle_ages", anna, boris, None)
    app = server.app("Boris")
    async with waiting(app, table.id) as pilot:
        for key in ("u", "d", "o"):
            await press(pilot, key)
            assert "Anna decides who sits where." in text(app)
        screen = page(app)
        assert isinstance(screen, WaitingTableScreen)
        assert not screen.view.buttons()
    assert server.tables.get(table.id) == table


async def test_anyone_can_start_after_host_was_away_two_minutes(
    server: GuestApps, people: Three
) -> None:
    table = server.table("middle_ages", people[0], people[1])
    app = server.app("Boris")
    async with waiting(app, table.id) as pilot:
        await press(pilot, "b")
        screen = app.screen
        assert isinstance(screen, WaitingTableScreen)
        assert "You can start it once Anna" in text(app)
        assert isinstance(server.store, SharedStore)
        server.store.later(seconds=HOST_AWAY + 1)
        screen.reload()
        assert BEGIN_PLACE in page(app).stops()
        await press(pilot, "b")
        await settle(pilot)
        assert isinstance(app.screen, PlayScreen)


async def test_leaving_hands_the_table_to_the_others(server: GuestApps, people: Three) -> None:
    table = server.table("era", people[0], people[1], None)
    app = server.app("Anna")
    async with waiting(app, table.id) as pilot:
        await walk_to(pilot, LEAVE_PLACE)
        await press(pilot, "enter")
        assert isinstance(app.screen, LobbyScreen)
    left = server.tables.get(table.id)
    assert left.host == people[1].id
    assert left.people == (people[1].id,)


async def test_escape_leaves_the_page_but_keeps_the_seat(server: GuestApps, people: Three) -> None:
    table = server.table("era", people[0], people[1], None)
    app = server.app("Boris")
    async with waiting(app, table.id) as pilot:
        await press(pilot, "escape")
        assert isinstance(app.screen, LobbyScreen)
        assert "waiting for 1 more" in text(app)
    assert server.tables.get(table.id).slot_of(people[1].id) is not None


async def test_removed_player_is_told(server: GuestApps, people: Three) -> None:
    anna, boris, _ = people
    table = server.table("era", anna, boris, None)
    app = server.app("Boris")
    async with waiting(app, table.id) as pilot:
        server.tables.assign_seat(table.id, anna, 1, "bot:random")
        await settle(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert "You are no longer at that table." in text(app)


async def test_closed_table_is_reported(server: GuestApps, people: Three) -> None:
    anna, boris, _ = people
    table = server.table("era", anna, boris, None)
    app = server.app("Boris")
    async with waiting(app, table.id) as pilot:
        server.tables.drop(table.id, anna)
        await settle(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert "The table has been closed." in text(app)


async def test_rematch_invites_all_players_and_the_second_joins_it(
    server: GuestApps, people: Three
) -> None:
    anna, boris, _ = people
    id = server.match("middle_ages", anna, boris, "bot:random", picks=-1)
    first, second = server.app("Anna"), server.app("Boris")
    async with first.run_test(size=SIZE) as pilot:
        await settle(pilot)
        context(first).open_table(server.store.record(id), frozenset({0}))
        await settle(pilot)
        async with second.run_test(size=SIZE) as other:
            await settle(other)
            context(second).open_table(server.store.record(id), frozenset({1}))
            await settle(pilot, other)
            await press(pilot, "N")
            await settle(pilot, other)
            assert isinstance(first.screen, WaitingTableScreen)
            (table,) = server.tables.of(boris)
            assert table.waits_for(boris.id)
            assert [slot.bot for slot in table.slots].count("bot:random") == 1
            await press(other, "N")
            await settle(pilot, other)
            assert isinstance(second.screen, WaitingTableScreen)
            assert second.screen.view.table.id == table.id
    assert set(server.tables.get(table.id).people) == {anna.id, boris.id}


# ---------------------------------------------------------------------- what its host changes


async def test_host_changes_who_may_join(server: GuestApps, people: Three) -> None:
    anna, boris, clara = people
    table = server.table("era", anna, boris, None)
    app = server.app("Anna")
    async with waiting(app, table.id) as pilot:
        await press(pilot, "w")
        assert server.tables.get(table.id).open == JOIN_WITH_CODE
        assert "anyone with the code" in text(app)
        await click(pilot, JOINING_PLACE)
        assert server.tables.get(table.id).open == JOIN_CLOSED
        assert "invited players only" in text(app)
        assert "Invited players type:" in text(app)
        with pytest.raises(NotAllowed, match="This table is reserved for other players"):
            server.tables.join(table.id, clara, code=table.code)
        await walk_to(pilot, JOINING_PLACE)
        await press(pilot, "left", "left")
        assert server.tables.get(table.id).open == JOIN_OPEN
        server.tables.join(table.id, clara)


async def test_free_seat_is_opened_or_reserved(server: GuestApps, people: Three) -> None:
    anna, boris, clara = people
    table = server.tables.create(anna, "era", seats=[anna.id, boris.id], open=JOIN_CLOSED)
    server.tables.join(table.id, boris)
    app, other = server.app("Anna"), server.app("Clara")
    async with waiting(app, table.id) as pilot, other.run_test(size=SIZE) as second:
        server.tables.leave(table.id, boris)
        server.tables.decline(table.id, boris)
        await settle(pilot, second)
        await walk_to(pilot, ("seat", 1))
        await press(pilot, "K")
        await type_in(pilot, "clara")
        await press(pilot, "enter")
        await settle(pilot, second)
        assert "reserved for Clara" in text(app)
        assert server.tables.get(table.id).waits_for(clara.id)
        assert "Anna invites you to play Era" in text(other)
        await press(pilot, "e")
        assert not server.tables.get(table.id).waits_for(clara.id)
        await press(pilot, "K")
        await type_in(pilot, "zoe")
        await press(pilot, "enter")
        assert "Nobody here is called zoe." in text(app)


async def test_host_adds_and_removes_seats(server: GuestApps, people: Three) -> None:
    table = server.table("era", people[0], None)
    app = server.app("Anna")
    async with waiting(app, table.id) as pilot:
        await press(pilot, "+")
        await click(pilot, ADD_SEAT_PLACE)
        assert len(server.tables.get(table.id).slots) == 4
        screen = page(app)
        assert isinstance(screen, WaitingTableScreen)
        assert ADD_SEAT_PLACE not in screen.view.buttons()
        await press(pilot, "+")
        assert len(server.tables.get(table.id).slots) == 4
        assert page(app).prompt.message
        await walk_to(pilot, LEAVE_PLACE)
        await press(pilot, "-")
        await click(pilot, DROP_SEAT_PLACE)
        assert len(server.tables.get(table.id).slots) == 2


async def test_removing_a_taken_seat_needs_confirmation(server: GuestApps, people: Three) -> None:
    anna, boris, clara = people
    table = server.table("middle_ages", anna, boris, clara)
    app = server.app("Anna")
    async with waiting(app, table.id) as pilot:
        await walk_to(pilot, ("seat", 1))
        for key in ("-", "e"):
            await press(pilot, key)
            assert "Boris has that seat. Press again to remove them." in text(app)
        assert server.tables.get(table.id).people == (anna.id, boris.id, clara.id)
        await press(pilot, "e")
        assert server.tables.get(table.id).people == (anna.id, clara.id)
        await click(pilot, ("empty", 2))
        await click(pilot, ("empty", 2))
        assert server.tables.get(table.id).people == (anna.id,)
        server.tables.join(table.id, boris)
        await settle(pilot)
        await walk_to(pilot, ("seat", 1))
        await press(pilot, "-", "-")
        assert len(server.tables.get(table.id).slots) == 2


async def test_only_host_changes_access_and_seats(server: GuestApps, people: Three) -> None:
    table = server.table("middle_ages", people[0], people[1], None)
    app = server.app("Boris")
    async with waiting(app, table.id) as pilot:
        for key in ("w", "+", "-", "e", "K"):
            await press(pilot, "down", key)
            assert "Anna decides who can join and who sits where." in text(app)
        assert JOINING_PLACE not in page(app).stops()
    assert server.tables.get(table.id) == table


@pytest.mark.parametrize("call", [CALL_BELL, CALL_TITLE, CALL_OFF])
async def test_host_is_alerted_when_somebody_joins(
    server: GuestApps, people: Three, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    anna, boris, clara = people
    table = server.table("middle_ages", anna, None, None)
    app, rings = server.app("Anna", call=call), []
    monkeypatch.setattr(app, "bell", lambda: rings.append("ring"))
    async with waiting(app, table.id) as pilot:
        server.tables.join(table.id, boris)
        await settle(pilot)
        assert "Boris has joined your table: Middle Ages." in text(app)
        assert len(rings) == int(call == CALL_BELL)
        await press(pilot, "escape", "o")
        server.tables.join(table.id, clara)
        await settle(pilot)
        assert "Clara has joined your table: Middle Ages." in text(app)
        rings.clear()
        server.tables.join(table.id, anna, 0)
        server.tables.leave(table.id, clara)
        await settle(pilot)
        assert not rings


async def test_only_the_host_is_alerted_when_somebody_joins(
    server: GuestApps, people: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = server.table("middle_ages", people[0], people[1], None)
    app, rings = server.app("Boris"), []
    monkeypatch.setattr(app, "bell", lambda: rings.append("ring"))
    async with waiting(app, table.id) as pilot:
        server.tables.join(table.id, people[2])
        await settle(pilot)
        assert "joined your table" not in text(app)
    assert not rings


async def test_simultaneous_rematches_share_one_table(server: GuestApps, people: Three) -> None:
    anna, boris, _ = people
    id = server.match("middle_ages", anna, boris, picks=-1)
    first, second = server.app("Anna"), server.app("Boris")
    async with first.run_test(size=SIZE) as pilot, second.run_test(size=SIZE) as other:
        await settle(pilot, other)
        for seat, app in enumerate((first, second)):
            context(app).open_table(server.store.record(id), frozenset({seat}))
        await settle(pilot, other)
        for app in (first, second):
            assert isinstance(app.screen, PlayScreen)
            app.simulate_key("N")
        await settle(pilot, other)
        for app in (first, second):
            assert isinstance(app.screen, WaitingTableScreen)
    (table,) = server.tables.of(anna)
    assert set(table.people) == {anna.id, boris.id}


async def test_repeated_enter_stays_at_the_table(server: GuestApps, people: Three) -> None:
    table = server.table("era", people[0], None, None)
    app = server.app("Boris")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await walk_to(pilot, ("open", table.id))
        await press(pilot, *["enter"] * 4)
        await settle(pilot)
        assert isinstance(app.screen, WaitingTableScreen)
        assert "This is your seat. L leaves the table." in text(app)
        assert "L leave" in text(app).splitlines()[-1]
        await press(pilot, "up")
        assert page(app).pointed != LEAVE_PLACE
        assert server.tables.get(table.id).slot_of(people[1].id) is not None
        await walk_to(pilot, LEAVE_PLACE)
        await press(pilot, "enter")
        assert isinstance(app.screen, LobbyScreen)
    assert server.tables.get(table.id).slot_of(people[1].id) is None


async def test_losing_a_race_for_a_seat_keeps_the_own_seat(
    server: GuestApps, people: Three
) -> None:
    anna, boris, clara = people
    table = server.table("era", anna, boris, None)
    app = server.app("Boris")
    async with waiting(app, table.id) as pilot:
        await walk_to(pilot, ("seat", 2))
        server.tables.join(table.id, clara)
        await settle(pilot)
        assert page(app).pointed == ("seat", 1)
        await press(pilot, "enter")
        assert server.tables.get(table.id).people == (anna.id, boris.id, clara.id)


async def test_waiting_table_shows_lobby_chat(server: GuestApps, people: Three) -> None:
    anna, boris, _ = people
    Chat(server.store).post(None, boris, "Long ago")
    table = server.table("era", anna, None, None)
    app = server.app("Anna")
    async with waiting(app, table.id) as pilot:
        assert "new message" not in text(app)
        Chat(server.store).post(None, boris, "Hi Anna")
        await settle(pilot)
        assert "1 new message in the lobby. Boris: Hi Anna" in text(app)
        Chat(server.store).post(None, boris, "Are you there?")
        Chat(server.store).post(None, anna, "Yes")
        await settle(pilot)
        assert "2 new messages in the lobby. Boris: Are you there?" in text(app)
        await press(pilot, "escape")
        await settle(pilot)
        assert "Boris: Are you there?" in text(app)
        await press(pilot, "down")
        context(app).open_waiting(table.id)
        await settle(pilot)
        assert "new message" not in text(app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
async def test_all_settings_can_be_read_at_the_smallest_size(
    server: GuestApps, people: Three, game: str, language: str
) -> None:
    bots = ["bot:easy"] * (entry(game).players[-1] - 1)
    table = server.table(game, people[0], *bots, hours=24)
    app = server.app("Anna", language=language)
    async with waiting(app, table.id) as pilot:
        waits = app.screen
        assert isinstance(waits, WaitingTableScreen)
        await pilot.resize_terminal(80, 22)
        await pilot.pause()
        seen, cut = text(app), not waits.scroll.at_end
        await press(pilot, "end")
        seen += text(app)
        assert (waits.reader.theme.glyphs("more.down") in seen) == cut
        for option, value in chosen_options(table):
            assert waits.translate(option.title) in seen
            last = waits.translate(option.choices[value]).split()[-1]
            assert last in seen
