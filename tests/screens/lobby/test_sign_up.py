"""Sign-up page for an unknown key: code, name, another key."""

from __future__ import annotations

import pytest

from engine.core.players import Person
from engine.errors import Busy
from engine.lobby.users import Users
from screens.app import GuildhallApp
from screens.lobby.guest import MAX_GUESSES, Registration
from screens.lobby.lobby import LobbyScreen
from screens.lobby.sign_up import (
    ADD_KEY,
    CODE_PLACE,
    LANGUAGE_PLACE,
    NAME_PLACE,
    ONE_TIME_CODE_PLACE,
    REGISTER_PLACE,
    SignUpScreen,
)
from screens.paint.canvas import Spot
from tests.screens.app_harness import click, page, press, text, type_in, walk_to
from tests.screens.guest_apps import GuestApps, key_of, server

__all__ = ["server"]


async def test_invite_code_and_name_register_a_player(server: GuestApps) -> None:
    app = server.app("new")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, SignUpScreen)
        assert page(app).pointed == CODE_PLACE
        await type_in(pilot, server.people.invite_code().upper())
        await press(pilot, "tab")
        await type_in(pilot, "Anna")
        await press(pilot, "enter")
        assert isinstance(app.screen, LobbyScreen)
        assert "Anna (you)" in text(app)
    person = server.people.by_key(key_of("new"))
    assert person is not None
    assert app.context.person_id == person.id
    assert person.name == "Anna"


async def test_wrong_code_is_reported_and_too_many_end_the_session(server: GuestApps) -> None:
    app = server.app("new")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await type_in(pilot, "nonsense")
        await walk_to(pilot, REGISTER_PLACE)
        for _ in range(MAX_GUESSES - 1):
            await press(pilot, "enter")
            assert "That is not a valid invite code." in text(app)
            assert page(app).pointed == CODE_PLACE
            await walk_to(pilot, REGISTER_PLACE)
        await pilot.press("enter")
    assert app.return_code == 1
    assert server.people.by_key(key_of("new")) is None


async def test_one_click_on_the_button_registers_a_player(server: GuestApps) -> None:
    app = server.app("new", registration=Registration.OPEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await type_in(pilot, "Anna")
        await click(pilot, REGISTER_PLACE)
        assert isinstance(app.screen, LobbyScreen)


async def test_one_click_on_the_button_adds_a_key(server: GuestApps) -> None:
    word = server.people.new_one_time_code(server.register("Anna"))
    app = server.app("second")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await click(pilot, ONE_TIME_CODE_PLACE)
        await type_in(pilot, word)
        await click(pilot, ADD_KEY)
        assert isinstance(app.screen, LobbyScreen)


@pytest.mark.parametrize(
    ("line", "button"), [(NAME_PLACE, REGISTER_PLACE), (ONE_TIME_CODE_PLACE, ADD_KEY)]
)
async def test_typing_at_a_button_continues_in_the_field_above(
    server: GuestApps, line: Spot, button: Spot
) -> None:
    app = server.app("new", registration=Registration.OPEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await walk_to(pilot, line)
        await type_in(pilot, "An")
        await press(pilot, "down")
        assert page(app).pointed == button
        await type_in(pilot, "Я")
        assert page(app).pointed == line
        assert page(app).fields[line].text == "AnЯ"
        await press(pilot, "down")
        await press(pilot, "backspace")
        assert page(app).pointed == line
        assert page(app).fields[line].text == "An"


async def test_open_server_asks_for_no_invite_code(server: GuestApps) -> None:
    app = server.app("new", registration=Registration.OPEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert list(page(app).stops()) == [
            LANGUAGE_PLACE,
            NAME_PLACE,
            REGISTER_PLACE,
            ONE_TIME_CODE_PLACE,
            ADD_KEY,
        ]
        await type_in(pilot, "Anna")
        await press(pilot, "enter")
        assert isinstance(app.screen, LobbyScreen)


async def test_closed_server_only_accepts_a_second_key(server: GuestApps) -> None:
    app = server.app("new", registration=Registration.CLOSED)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert list(page(app).stops()) == [LANGUAGE_PLACE, ONE_TIME_CODE_PLACE, ADD_KEY]
        assert "is not accepting new players" in text(app)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("anna", "The name Anna, or one very much like it, is taken"),
        ("Annɑ", "The name Anna, or one very much like it, is taken"),
        ("Greedy", "The name Greedy is reserved by the server"),
        ("123", "A name must contain a letter"),
        ("", "A player needs a name"),
        ("a<b>", "letters, digits and spaces"),
    ],
)
async def test_taken_or_invalid_name_is_reported(
    server: GuestApps, name: str, expected: str
) -> None:
    server.register("Anna")
    app = server.app("new", registration=Registration.OPEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await type_in(pilot, name)
        await press(pilot, "enter")
        assert isinstance(app.screen, SignUpScreen)
        assert expected in text(app)
        assert page(app).pointed == NAME_PLACE


async def test_one_time_code_adds_a_second_key_once(server: GuestApps) -> None:
    anna = server.register("Anna")
    word = server.people.new_one_time_code(anna)
    app = server.app("second")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await walk_to(pilot, ONE_TIME_CODE_PLACE)
        await type_in(pilot, word.lower())
        await press(pilot, "enter")
        assert isinstance(app.screen, LobbyScreen)
        assert "Anna (you)" in text(app)
    assert server.people.by_key(key_of("second")) == anna
    await again_is_refused(server, word)


async def test_busy_database_does_not_count_as_a_wrong_code(
    server: GuestApps, monkeypatch: pytest.MonkeyPatch
) -> None:
    def redeem(users: Users, code: str, fingerprint: str) -> Person:
        raise Busy("The database is busy.")

    monkeypatch.setattr(Users, "redeem", redeem)
    app = server.app("second")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await walk_to(pilot, ONE_TIME_CODE_PLACE)
        await type_in(pilot, "code")
        for _ in range(MAX_GUESSES + 1):
            await press(pilot, "enter")
            assert "The database is busy." in text(app)
            assert page(app).pointed == ONE_TIME_CODE_PLACE
        assert app.return_code is None


async def again_is_refused(server: GuestApps, word: str) -> None:
    app = server.app("third")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await walk_to(pilot, ONE_TIME_CODE_PLACE)
        await type_in(pilot, word)
        await press(pilot, "enter")
        assert isinstance(app.screen, SignUpScreen)
        assert "That code is wrong or has expired" in text(app)


async def test_language_is_chosen_and_saved(server: GuestApps) -> None:
    app = server.app("new", registration=Registration.OPEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await type_in(pilot, "Anna")
        await press(pilot, "up", "right", "down", "enter")
        assert isinstance(app.screen, LobbyScreen)
    assert await language_of(server.app("new")) == "ru"


async def language_of(app: GuildhallApp) -> str:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        return app.preferences.language


async def test_banned_player_is_refused(server: GuestApps) -> None:
    server.register("Anna")
    server.people.ban("Anna")
    app = server.app("Anna")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
    assert app.return_code == 1


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_no_page_shows_a_fingerprint(
    server: GuestApps, size: tuple[int, int], language: str
) -> None:
    server.register("Anna")
    for who in ("new", "Anna"):
        app = server.app(who, language=language)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            for key in ("p", "down", "down", "enter"):
                await press(pilot, key)
                assert key_of(who) not in text(app)
