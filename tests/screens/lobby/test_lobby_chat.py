"""Chat in the lobby and at waiting tables: shown immediately and literally, new until seen,
without muted players, and of limited length."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from engine.core.players import Person
from engine.lobby.chat import MAX_CHARACTERS, MAX_KEPT_MESSAGES, MAX_LINES, Chat
from engine.lobby.waiting_table import WaitingTable
from screens.app import GuildhallApp
from screens.lobby.lobby import LobbyScreen
from screens.lobby.lobby_chat import CHAT_PLACE, ChatPage, ChatScreen
from screens.lobby.waiting_table import WaitingTableScreen
from screens.play.play_screen import PlayScreen
from tests.screens.app_harness import SharedStore, click, page, press, text, type_in, walk_to
from tests.screens.guest_apps import GuestApps, Three, context, people, server, settle
from tests.wire import wired

__all__ = ["people", "server"]

SIZES = [(80, 24), (120, 40)]
SMALL, LARGE = SIZES


def lines_read(server: GuestApps, table: str | None, who: Person) -> list[str]:
    return [line.text for line in Chat(server.store).lobby_lines(table, who)]


def talking(app: GuildhallApp) -> ChatPage:
    assert isinstance(app.screen, ChatPage)
    return app.screen


async def send_line(pilot: Pilot[Any], line: str) -> None:
    await press(pilot, "S")
    await type_in(pilot, line)
    await press(pilot, "enter")
    await settle(pilot)


@pytest.fixture
def table(server: GuestApps, people: Three) -> WaitingTable:
    """A table with Anna and Boris."""
    return server.table("era", people[0], people[1], None)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_lobby_chat_is_shown_verbatim_at_once(
    server: GuestApps, people: Three, size: tuple[int, int]
) -> None:
    anna, boris = server.app("Anna"), server.app("Boris")
    async with anna.run_test(size=size) as first, boris.run_test(size=size) as second:
        await settle(first, second)
        assert "No messages in the last 24 hours." in text(anna)
        await send_line(first, "[red]Who plays %s {name}?")
        await settle(first, second)
        for app in (anna, boris):
            assert "Anna: [red]Who plays %s {name}?" in text(app)
        assert "1 new message" in text(boris)
        assert "new message" not in text(anna)
        await press(second, "down")
        assert "new message" not in text(boris)


async def test_long_message_is_shown_in_full_on_a_large_screen(
    server: GuestApps, people: Three
) -> None:
    talk = Chat(server.store)
    for number in range(5):
        talk.post(None, people[1], f"{number} {'word ' * 20}end{number}")
    app = server.app("Anna")
    async with app.run_test(size=LARGE) as pilot:
        await settle(pilot)
        shown = text(app)
        assert [number for number in range(5) if f"end{number}" in shown] == [3, 4]
        assert [number for number in range(5) if f"Boris: {number}" in shown] == [3, 4]


async def test_key_marks_messages_as_read_only_if_all_new_ones_fit(
    server: GuestApps, people: Three
) -> None:
    talk = Chat(server.store)
    app = server.app("Anna")
    async with app.run_test(size=LARGE) as pilot:
        await settle(pilot)
        for number in range(3):
            talk.post(None, people[1], f"{number} {'word ' * 20}end{number}")
        await settle(pilot)
        assert "end0" not in text(app)
        await press(pilot, "down")
        assert "3 new messages" in text(app)
        await press(pilot, "c", "c")
        assert "new message" not in text(app)


async def test_name_with_markup_is_shown_as_text(server: GuestApps, people: Three) -> None:
    with server.store.write_transaction() as connection:
        connection.execute("UPDATE person SET name = '[b]Boris' WHERE id = ?", (people[1].id,))
    Chat(server.store).post(None, people[1], "Hello.")
    app = server.app("Anna")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        assert "[b]Boris: Hello." in text(app)
        await press(pilot, "c")
        assert "[b]Boris: Hello." in text(app)


async def test_chat_of_a_waiting_table_moves_to_the_match(
    server: GuestApps, people: Three, table: WaitingTable
) -> None:
    anna, boris = server.app("Anna"), server.app("Boris")
    async with anna.run_test(size=SMALL) as first, boris.run_test(size=SMALL) as second:
        await settle(first, second)
        for pilot in (first, second):
            await walk_to(pilot, ("waiting", table.id))
            await press(pilot, "enter")
        await settle(first, second)
        await send_line(first, "We begin at eight.")
        await settle(first, second)
        for app in (anna, boris):
            assert isinstance(app.screen, WaitingTableScreen)
            assert "Anna: We begin at eight." in text(app)
        assert lines_read(server, None, people[2]) == []
        await press(second, "c")
        assert isinstance(boris.screen, ChatScreen)
        server.tables.start(table.id, people[0])
        await settle(first, second)
        assert isinstance(boris.screen, PlayScreen)
        assert [line.text for line in boris.screen.state.remote_players.chat_lines] == [
            "We begin at eight."
        ]


async def test_lobby_counts_new_messages_at_own_tables(
    server: GuestApps, people: Three, table: WaitingTable
) -> None:
    talk = Chat(server.store)
    app = server.app("Anna")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        for line in ("One.", "Two.", "Three."):
            talk.post(table.id, people[1], line)
        talk.post(table.id, people[0], "Mine.")
        await settle(pilot)
        assert "3 new messages" in text(app)
        context(app).open_waiting(table.id)
        await settle(pilot)
        assert "3 new messages" in text(app)
        await press(pilot, "down")
        assert "3 new messages" in text(app), "not all of them were visible"
        await press(pilot, "c", "escape")
        await settle(pilot)
        assert isinstance(app.screen, WaitingTableScreen)
        assert "new message" not in text(app)
        await press(pilot, "escape")
        await settle(pilot)
        assert "new message" not in text(app)


async def test_chat_page_shows_everything_from_its_end(server: GuestApps, people: Three) -> None:
    assert isinstance(server.store, SharedStore)
    talk = Chat(server.store)
    for number in range(40):
        if number % MAX_LINES == 0:
            server.store.later(minutes=2)
        talk.post(None, people[1], f"Line {number}.")
    app = server.app("Anna")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        assert "Line 39." in text(app)
        await click(pilot, CHAT_PLACE)
        assert isinstance(app.screen, ChatScreen)
        assert "Line 39." in text(app)
        server.store.later(minutes=2)
        talk.post(None, people[1], "The last.")
        await settle(pilot)
        assert "The last." in text(app)
        await press(pilot, "home")
        assert "Line 0." in text(app)
        talk.post(None, people[1], "And one.")
        await settle(pilot)
        assert "Line 0." in text(app), "a reader above stays there"
        await press(pilot, "end")
        assert "And one." in text(app)
        await press(pilot, "c")
        assert isinstance(app.screen, LobbyScreen)


async def test_muted_player_is_hidden_until_unmuted(server: GuestApps, people: Three) -> None:
    talk = Chat(server.store)
    talk.post(None, people[1], "Nonsense.")
    talk.post(None, people[2], "Sense.")
    talk.post(None, people[1], "More nonsense.")
    app = server.app("Anna")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await press(pilot, "M", "enter")
        assert "Boris is muted." in text(app)
        assert "nonsense" not in text(app).lower()
        assert "Sense." in text(app)
        talk.post(None, people[1], "Still there?")
        await settle(pilot)
        assert "Still there?" not in text(app)
        await press(pilot, "M", "ctrl+u")
        await type_in(pilot, "boris")
        await press(pilot, "enter")
        assert "Boris is no longer muted." in text(app)
        assert "Still there?" in text(app)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Anna", "You cannot mute yourself."), ("Zoe", "Nobody here is called Zoe.")],
)
async def test_impossible_mute_is_reported(
    server: GuestApps, people: Three, name: str, expected: str
) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await press(pilot, "M")
        await type_in(pilot, name)
        await press(pilot, "enter")
        assert expected in text(app)
    assert Chat(server.store).muted(people[0]) == frozenset()


async def test_chat_rate_is_limited(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        for number in range(MAX_LINES):
            await send_line(pilot, f"Line {number}.")
        await send_line(pilot, "One more.")
        assert "You are sending messages too fast. Please wait a minute." in text(app)
        assert isinstance(server.store, SharedStore)
        server.store.later(minutes=2)
        await send_line(pilot, "x" * 300)
    lines = lines_read(server, None, people[1])
    assert len(lines) == MAX_LINES + 1
    assert lines[-1] == "x" * MAX_CHARACTERS


async def test_chat_in_memory_is_limited(server: GuestApps, people: Three) -> None:
    assert isinstance(server.store, SharedStore)
    talk = Chat(server.store)
    app = server.app("Anna")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        for number in range(MAX_KEPT_MESSAGES + 20):
            server.store.later(seconds=8)
            talk.post(None, people[1], f"Line {number}.")
        await settle(pilot)
        assert len(talking(app).chat_lines) == MAX_KEPT_MESSAGES


async def test_empty_or_cancelled_message_is_not_sent(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await press(pilot, "S", "enter")
        await press(pilot, "S", "H", "escape")
        assert isinstance(app.screen, LobbyScreen)
    assert lines_read(server, None, people[0]) == []


async def test_screen_updates_while_a_message_is_typed(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with wired(app, size=SMALL) as wire:
        await settle(wire.pilot)
        await press(wire.pilot, "S", "H")
        await wire.settle()
        await wire.idle(0.1)
        await press(wire.pilot, "ctrl+l")
        await wire.settle()
        assert "Message to the lobby:" in wire.sent
        await press(wire.pilot, "enter")
    assert lines_read(server, None, people[0]) == ["H"]


async def test_messages_of_a_banned_player_disappear(server: GuestApps, people: Three) -> None:
    anna, boris = server.app("Anna"), server.app("Boris")
    async with anna.run_test(size=SMALL) as first, boris.run_test(size=SMALL) as second:
        await settle(first, second)
        await send_line(second, "Nonsense.")
        await settle(first, second)
        assert "Nonsense." in text(anna)
        server.people.ban("Boris")
        await settle(first, second)
        assert "Nonsense." not in text(anna)
        assert boris.ending


async def test_closed_table_takes_its_chat_away(
    server: GuestApps, people: Three, table: WaitingTable
) -> None:
    app = server.app("Boris")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        context(app).open_waiting(table.id)
        await settle(pilot)
        await press(pilot, "c")
        server.tables.drop(table.id, people[0])
        await settle(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert "The table has been closed." in text(app)
        assert page(app).prompt.message


async def test_keys_at_a_table_of_people_include_the_chat(server: GuestApps, people: Three) -> None:
    anna, boris, _ = people
    server.match("middle_ages", anna, boris)
    app = server.app("Anna")
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        if not isinstance(app.screen, PlayScreen):
            await press(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)
        assert "S say" in text(app).splitlines()[-1]
