"""Guests who come with a browser: the link to a table, and the offer of a second key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pyte
import pytest
from attrs import evolve
from textual.events import Resize
from textual.geometry import Size
from textual.pilot import Pilot

from engine.i18n.text import Text
from engine.lobby.chat import Chat
from engine.lobby.join_codes import MAX_FAILURES
from engine.lobby.waiting_table import JOIN_CLOSED, JOIN_WITH_CODE
from screens.app import GuildhallApp
from screens.lobby.guest import Guest, Registration
from screens.lobby.line_lobby import LineLobby
from screens.lobby.lobby import LobbyScreen
from screens.lobby.lobby_model import SignUp
from screens.lobby.member import Member
from screens.lobby.profile import ADD_KEY_PLACE, ProfileScreen
from screens.lobby.waiting_table import WaitingTableScreen
from screens.pages.prompt import KeyQuestion
from screens.play.play_screen import PlayScreen
from screens.preferences import Preferences
from screens.renderer.diff_renderer import DiffApp
from screens.renderer.surface import Surface
from tests.screens.app_harness import click, text, type_in
from tests.screens.guest_apps import GuestApps, Three, context, key_of, people, server, settle
from tests.wire import RecordingDriver, wired

__all__ = ["people", "server"]

PAGE = "https://games.example/"


def with_page(app: GuildhallApp, page: str = PAGE, *, by_browser: bool = True) -> GuildhallApp:
    """An app whose guest has come with a browser."""
    member = context(app).member
    member.guest = evolve(member.guest, page=page, by_browser=by_browser)
    return app


def question_of(app: GuildhallApp) -> KeyQuestion | None:
    """The question that the lobby asks."""
    screen = app.screen
    assert isinstance(screen, LobbyScreen)
    return screen.prompt.question


async def register(pilot: Pilot[Any], name: str = "Anna") -> None:
    """Register on the page for unknown keys."""
    await settle(pilot)
    await type_in(pilot, name)
    await pilot.press("enter")
    await settle(pilot)


class Places:
    """Keeps the places that a session tells the server."""

    def __init__(self) -> None:
        self.links: list[tuple[str, ...]] = []

    def last(self) -> tuple[str, ...]:
        """The route of the last navigation."""
        return self.links[-1]

    def listen(self, tell: Callable[[Text], None]) -> None:
        """Do nothing: this page sends nothing."""

    def stop(self) -> None:
        """Do nothing: this page sends nothing."""

    def show_place(self, place: Sequence[str]) -> None:
        """Keep it."""
        self.links.append(tuple(place))


def test_link_contains_the_command():
    guest = Guest("", page=PAGE)
    assert guest.link_to("join", "K7M2") == "https://games.example/?join=K7M2"
    assert guest.link_to() == PAGE
    assert Guest("").link_to("join", "K7M2") is None


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_waiting_table_shows_link_and_command(
    server: GuestApps, people: Three, size: tuple[int, int]
):
    table = server.table("era", people[0], None, None)
    app = with_page(server.app("Anna", "join", table.code))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        shown = text(app)
        assert f"join {table.code}" in shown
        assert f"{PAGE}?join={table.code}" in shown


@pytest.mark.parametrize("size", [(80, 22), (120, 40)])
async def test_lobby_message_does_not_cover_the_link(
    server: GuestApps, people: Three, size: tuple[int, int]
):
    anna, boris, _ = people
    table = server.table("era", anna, None, None)
    app = with_page(server.app("Anna", "join", table.code))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        Chat(server.store).post(None, boris, "Hi")
        await settle(pilot)
        shown = text(app)
        assert f"Or open: {PAGE}?join={table.code}" in shown
        assert "1 new message in the lobby. Boris: Hi" in shown


async def test_registration_in_a_browser_names_the_table_and_no_ssh_command(
    server: GuestApps, people: Three
):
    code = server.table("era", people[0], None, None).code
    app = with_page(server.app("new", "join", code))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        shown = text(app)
        assert "This page has created a key for you" in shown
        assert "Anna's table: Era" in shown
        assert "“Your profile”" in shown
        assert "ssh " not in shown


async def test_registration_over_ssh_shows_the_command_for_a_second_key(server: GuestApps):
    app = server.app("new")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "This server does not know your key yet" in text(app)
        assert "key add" in text(app)


@pytest.mark.parametrize("comers", [JOIN_WITH_CODE, JOIN_CLOSED])
def test_table_ahead_is_secret_if_it_is_by_invitation_only(
    server: GuestApps, people: Three, comers: str
):
    code = server.table("era", people[0], None, open=comers).code
    guest = Guest(key_of("new"), ("join", code), page=PAGE, by_browser=True)
    ahead = SignUp(Member(guest, lambda: server.store)).linked_table_text()
    assert (ahead is None) == (comers == JOIN_CLOSED)


def test_new_players_cannot_try_table_codes_without_limit(server: GuestApps, people: Three):
    code = server.table("era", people[0], None, None).code

    def ahead(code: str) -> Text | None:
        guest = Guest(key_of("new"), ("join", code))
        return SignUp(Member(guest, lambda: server.store)).linked_table_text()

    assert ahead(code) is not None
    for _ in range(MAX_FAILURES):
        assert ahead("ZZZZ") is None
    assert ahead(code) is None


async def test_new_browser_player_is_offered_a_second_key_once(server: GuestApps):
    app = with_page(server.app("Anna", registration=Registration.OPEN))
    async with app.run_test(size=(120, 40)) as pilot:
        await register(pilot)
        assert question_of(app) is not None
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, ProfileScreen)
        assert "type this code there" in text(app)
        await pilot.press("escape")
        await settle(pilot)
        assert question_of(app) is None
    again = with_page(server.app("Anna"))
    async with again.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert question_of(again) is None


async def test_one_click_in_the_profile_shows_a_one_time_code(server: GuestApps, people: Three):
    app = with_page(server.app("Anna"))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await pilot.press("p")
        await settle(pilot)
        await click(pilot, ADD_KEY_PLACE)
        assert "type this code there" in text(app)


async def test_offer_of_a_second_key_waits_for_the_lobby(server: GuestApps, people: Three):
    table = server.table("era", people[0], None, None)
    link = ("join", table.code)
    app = with_page(server.app("new", *link, registration=Registration.OPEN))
    async with app.run_test(size=(120, 40)) as pilot:
        await register(pilot, "Dora")
        assert isinstance(app.screen, WaitingTableScreen)
    again = with_page(server.app("new", *link))
    async with again.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert isinstance(again.screen, WaitingTableScreen)
        await pilot.press("escape")
        await settle(pilot)
        assert question_of(again) is not None


async def test_player_with_a_second_key_is_not_offered_one(server: GuestApps, people: Three):
    table = server.table("era", people[0], None, None)
    app = with_page(server.app("new", "join", table.code, registration=Registration.OPEN))
    async with app.run_test(size=(120, 40)) as pilot:
        await register(pilot, "Dora")
        server.people.add_key(server.people.named("Dora"), key_of("second"))
        await pilot.press("escape")
        await settle(pilot)
        assert question_of(app) is None


async def test_ssh_player_is_not_offered_a_second_key(server: GuestApps):
    app = with_page(server.app("Anna", registration=Registration.OPEN), by_browser=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await register(pilot)
        assert question_of(app) is None


async def test_server_records_the_command_to_reconnect(server: GuestApps, people: Three):
    table = server.table("era", people[0], None, None)
    id = server.match("middle_ages", people[0], people[1])
    app, places = server.app("Anna", "join", table.code), Places()
    context(app).connection = places
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert places.last() == ("join", table.code)
        await pilot.press("escape")
        await settle(pilot)
        assert places.last() == ()
        context(app).resume(id)
        await settle(pilot)
        assert isinstance(app.screen, PlayScreen)
        code = context(app).member.seat_ownership.terms(id)
        assert code is not None
        assert places.last() == ("join", code.code)


def test_line_mode_shows_the_link_and_how_to_keep_the_name(server: GuestApps):
    guest = Guest(key_of("Anna"), (), Registration.OPEN, page=PAGE, by_browser=True)
    lobby = LineLobby(Member(guest, lambda: server.store), Preferences())
    try:
        lobby.begin()
        printed = lobby.handle_line("Anna")
        assert any("Only this browser has your key" in line for line in printed)
        output = lobby.handle_line("new middle_ages")
        assert any(f"{PAGE}?join=" in line for line in output), output
    finally:
        lobby.handle_end_of_input()


@pytest.mark.parametrize("size", [(107, 23), (100, 22), (116, 24)])
async def test_resizing_during_the_start_keeps_the_lobby_complete(
    server: GuestApps, people: Three, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, sent, reported_size = server.app("Anna"), list[str](), Size(*size)
    on_resize, write = DiffApp.on_resize, RecordingDriver.write

    def tell_size_once(app: DiffApp, event: Resize) -> None:
        on_resize(app, event)
        driver = app._driver
        if driver is not None and driver._size != reported_size:
            driver._size = reported_size
            driver.process_message(Resize(reported_size, reported_size))

    def keep(driver: RecordingDriver, data: str) -> None:
        write(driver, data)
        sent.append(data)

    monkeypatch.setattr(DiffApp, "on_resize", tell_size_once)
    monkeypatch.setattr(RecordingDriver, "write", keep)
    async with wired(app, size=(116, 22)):
        assert app.size == reported_size
        terminal = pyte.Screen(*size)
        terminal.reset_mode(pyte.modes.DECAWM)  # Textual lets no line wrap
        pyte.Stream(terminal).feed("".join(sent))
        shown = app.screen.query_one(Surface).canvas
        assert [row.rstrip() for row in terminal.display] == shown.lines()
        assert "Join by code" in shown.text()
