"""Limits of guests: no files, other people's matches, secrets, paths, or suspending."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.errors import GuildhallError, NotYourSeat
from engine.lobby.seat_owners import SeatOwnership
from engine.storage import match_file
from screens.app import GuildhallApp
from screens.lobby.lobby import LobbyScreen
from screens.pages.openers import open_settings
from screens.pages.saved_games import SavedGamesScreen
from screens.play.lesson_screen import LessonScreen
from screens.play.play_screen import PlayScreen
from screens.play.replay_screen import ReplayScreen
from screens.preferences import Preferences, read_over
from tests.screens.app_harness import page, press, text
from tests.screens.guest_apps import (
    GuestApps,
    Three,
    context,
    key_of,
    people,
    server,
    settle,
    to_lobby,
)

__all__ = ["people", "server"]

SIZE = (80, 24)


async def test_no_key_of_any_page_reads_or_writes_a_file(server: GuestApps, people: Three) -> None:
    server.match("middle_ages", *people[:2], picks=-1)
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        for way in ("w", "t", "r", "o", "p", "n"):
            for key in ("e", "i"):
                await press(pilot, way, key)
                entry = getattr(app.screen, "entry", None)
                assert entry is None
                assert not isinstance(app.screen, SavedGamesScreen)
                await press(pilot, "escape")
                while not isinstance(app.screen, LobbyScreen):
                    await press(pilot, "escape")
        assert list(server.folder.iterdir()) == []


async def test_guest_cannot_open_a_file_as_match(
    server: GuestApps, people: Three, tmp_path: Path
) -> None:
    path = tmp_path / "secret.guildhall"
    match_file.export(server.store.load(server.match("middle_ages", *people[1:], picks=-1)), path)
    app = server.app("Anna", "watch", str(path))
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        own = context(app)
        for open_ in (own.replay, own.resume, partial(own.go_to, own.tables.watch)):
            open_(str(path))
            await settle(pilot)
            assert isinstance(app.screen, LobbyScreen)


async def test_own_data_of_the_server_is_not_used(server: GuestApps, people: Three) -> None:
    asked: list[str] = []

    def own(game: str) -> dict[str, Any]:
        asked.append(game)
        return {}

    app = server.app("Anna")
    app.environment.own_data = own
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "n", "ctrl+s")
        assert asked == []


async def test_matches_of_others_are_not_listed_opened_or_watched_with_secrets(
    server: GuestApps, people: Three
) -> None:
    closed = server.match("era", *people[1:], watch=False)
    over = server.match("middle_ages", *people[1:], picks=-1, watch=False)
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert context(app).lobby.lobby_tables.cards == ()
        for id in (closed, over):
            own = context(app)
            finds = (own.tables.watch, own.tables.come_back, own.tables.take_seat)
            opens: list[Callable[[str], None]] = [own.resume, own.replay]
            opens += [partial(own.go_to, find) for find in finds]
            for open_ in opens:
                open_(id)
                await settle(pilot)
                assert isinstance(app.screen, LobbyScreen)
                assert page(app).prompt.message
        await press(pilot, "w")
        assert getattr(app.screen, "records", None) == []


async def test_spectator_sees_public_information_and_chooses_nothing(
    server: GuestApps, people: Three
) -> None:
    id = server.match("era", *people[1:])
    app = server.app("Anna", "watch", id)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.session.seats == frozenset()
        assert screen.state.viewer is None
        before = server.store.record(id).events
        await press(pilot, "enter", "1", "1", "u", "t", "H", "Y", "enter")
        await settle(pilot)
        assert screen.state.viewer is None
        assert server.store.record(id).events == before


async def test_running_match_with_others_is_neither_replayed_nor_branched(
    server: GuestApps, people: Three
) -> None:
    id = server.match("era", *people[:2])
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        app.context.replay(id)
        await settle(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert "when it is over" in text(app)
        with pytest.raises(GuildhallError):
            app.context.branch(server.store.load(id), 1)
    assert [one.id for one in server.store.records()] == [id]


async def test_branch_of_a_finished_match_is_private(server: GuestApps, people: Three) -> None:
    id = server.match("middle_ages", *people[:2], picks=-1)
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "w", "r")
        assert isinstance(app.screen, ReplayScreen)
        await press(pilot, "w", "6", "enter", "b")
        await settle(pilot)
        assert isinstance(app.screen, PlayScreen)
        new = app.screen.session.id
    assert new != id
    assert server.store.owners(new) == (people[0].id, people[0].id)
    assert context(server.app("Boris")).member.seat_ownership.may_watch(new, people[1]) is False


async def test_ctrl_z_does_not_stop_the_session(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+z")
        assert "There is no shell here" in text(app)
        assert app.is_running


async def test_crash_shows_a_number_and_no_path(
    server: GuestApps, people: Three, capsys: pytest.CaptureFixture[str]
) -> None:
    app = server.app("Anna")
    with pytest.raises(ZeroDivisionError):
        await crash(app)
    error_output = " ".join(capsys.readouterr().err.split())
    number = error_output.split("this error number: ")[1].split(".")[0]
    assert str(server.folder) not in error_output
    log = (server.folder / "guildhall.log").read_text()
    assert f"--- {number}\n" in log
    assert "ZeroDivisionError" in log
    assert key_of("Anna") not in log


async def crash(app: GuildhallApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.call_later(lambda: 1 // 0)
        await pilot.pause()


async def test_settings_are_personal(server: GuestApps, people: Three) -> None:
    for who, theme in (("Anna", "light"), ("Boris", "high_contrast")):
        app = server.app(who)
        async with app.run_test(size=SIZE) as pilot:
            await settle(pilot)
            app.change(Preferences(theme=theme))
    for person, theme in zip(people, ("light", "high_contrast", "dark"), strict=True):
        kept = read_over(Preferences(), server.people.settings(person))
        assert kept.theme == theme
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert app.preferences.theme == "light"


async def test_server_settings_are_hidden_from_guests(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        open_settings(app)
        await settle(pilot)
        shown = text(app)
        assert "Mouse" in shown
        assert "Backups" not in shown


async def test_match_of_others_cannot_be_continued_from_the_lobby(
    server: GuestApps, people: Three
) -> None:
    server.match("middle_ages", *people[1:])
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "c", "w", "g")
        assert not isinstance(app.screen, PlayScreen | ReplayScreen)
        assert "Continue" not in text(app)


async def test_banned_player_is_disconnected_at_once(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        server.people.ban("Anna")
        await settle(pilot)
    assert app.return_code == 1


async def test_player_can_delete_the_account(server: GuestApps, people: Three) -> None:
    id = server.match("middle_ages", *people[:2])
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        await press(pilot, "p", "end", "enter")
        assert "Delete your account on this server for good?" in text(app)
        await press(pilot, "escape", "end", "enter", "enter")
        await pilot.pause()
    assert server.people.by_key(key_of("Anna")) is None
    assert "Anna" not in server.store.header(id).names


async def test_name_can_be_changed_and_one_time_code_shown(
    server: GuestApps, people: Three
) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "p", "enter", "ctrl+e", "h", "enter")
        assert "Your name is now Annah." in text(app)
        await press(pilot, "down", "down", "enter")
        shown = text(app)
        assert "within 15 minutes" in shown
    assert server.people.get(people[0].id).name == "Annah"
    words = {word for word in shown.split() if word.count("-") == 2}
    (word,) = (word for word in words if not word.startswith("20"))
    assert server.people.redeem(word, key_of("second")).id == people[0].id


async def test_bot_replaces_a_banned_player_at_another_terminal(
    server: GuestApps, people: Three
) -> None:
    id = server.match("middle_ages", *people[:2], picks=2)
    (owing,) = server.store.record(id).summary.owing
    banned, stays = people[owing], people[1 - owing]
    app = server.app(stays.name, pace="0")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        app.context.resume(id)
        await settle(pilot)
        before = server.store.record(id).events
        server.people.ban(banned.name)
        for _ in range(100):
            await pilot.pause(0.02)
            if server.store.record(id).events > before:
                break
        assert server.store.record(id).events > before
        assert server.store.header(id).seats[owing] == (banned.name, "bot:medium")
    assert server.store.owners(id)[owing] is None


async def test_lesson_progress_of_guests_is_saved(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        matches = len(server.store.records())
        app.open_lesson("deus")
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        assert "Task 1 of 10" in text(app)
        screen.post_message(LessonScreen.Reached("deus", 4))
        await settle(pilot)
        kept = read_over(Preferences(), server.people.settings(people[0]))
        assert kept.lessons == {"deus": 4}
        assert len(server.store.records()) == matches
        await press(pilot, "q")
        assert isinstance(app.screen, LobbyScreen)


def code_of(server: GuestApps, id: str) -> str:
    """The code of a match on the server."""
    hosted = SeatOwnership(server.store).terms(id)
    assert hosted is not None
    return hosted.code


async def test_turn_replay_shows_only_own_view(server: GuestApps, people: Three) -> None:
    id = server.match("era", *people[:2], picks=60)
    app = server.app("Anna", "join", code_of(server, id))
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        table = app.screen
        assert isinstance(table, PlayScreen)
        (own,) = table.session.seats
        await press(pilot, "R")
        again = app.screen
        assert isinstance(again, ReplayScreen)
        assert again.recording.at == table.match_view.last_turn(own)
        assert again.recording.at
        assert again.state.viewer == own
        match_view = again.recording.match_view
        assert match_view.view(own).seats == 2
        with pytest.raises(NotYourSeat):
            match_view.view(1 - own)
        await press(pilot, "v")
        assert "you see only what your seat can see" in text(app)
        assert again.state.viewer == own
        await press(pilot, "end", "b", "enter")
        assert "when this game is over" in text(app)
        assert app.screen is again, "nobody can branch from there"
        await press(pilot, "escape")
        assert app.screen_stack[-1] is table


async def test_spectator_replay_shows_only_public_view(server: GuestApps, people: Three) -> None:
    id = server.match("era", *people[1:], picks=60)
    app = server.app("Anna", "watch", id)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "R")
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.recording.at == 0
        assert app.screen.state.viewer is None
        for seat in (0, 1):
            with pytest.raises(NotYourSeat):
                app.screen.recording.match_view.view(seat)
