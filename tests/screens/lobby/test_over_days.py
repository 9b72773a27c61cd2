"""Games over days as seen by guests: the time left, everywhere; private notes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.storage.session import Session
from screens.lobby.lobby import LobbyScreen
from screens.lobby.new_table import TIME_LIMIT_PLACE, NewTableScreen
from screens.lobby.waiting_table import WaitingTableScreen
from screens.play.play_screen import PlayScreen
from screens.play.replay_screen import ReplayScreen
from tests.screens.app_harness import page, press, text
from tests.screens.guest_apps import GuestApps, Three, people, server, settle, to_lobby

__all__ = ["people", "server"]

SIZE = (100, 30)


def later(server: GuestApps, time: timedelta) -> None:
    """Advance the server's clock."""
    now = server.store.clock() + time
    server.store.clock = lambda: now


@pytest.mark.parametrize(
    ("language", "left", "form"),
    [
        ("en", "5 hours left", "a move within 24 hours"),
        ("ru", "осталось 5 часов", "ход за 24 часа"),
    ],
)
async def test_remaining_time_is_shown_in_lobby_and_at_the_table(
    server: GuestApps, people: Three, language: str, left: str, form: str
) -> None:
    slow = server.match("middle_ages", people[0], people[1])
    quick = server.match("middle_ages", people[0], people[2], hours=24)
    server.table("middle_ages", people[1], None, hours=24, steps_in=True)
    later(server, timedelta(hours=19, minutes=-1))
    app = server.app("Anna", language=language)
    async with app.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        lobby = page(app)
        assert isinstance(lobby, LobbyScreen)
        ids = [card.id for card in lobby.lobby_tables.own]
        assert set(ids) == {slow, quick}
        mine = [card for card in lobby.lobby_tables.own if card.waits_for_reader]
        hasty = [card.id for card in mine if card.until is not None]
        assert [card.id for card in mine][: len(hasty)] == hasty
        assert left in text(app)
        assert form in text(app)
        app.context.resume(quick)
        await settle(pilot)
        assert isinstance(app.screen, PlayScreen)
        assert left in text(app)


async def test_expired_time_is_shown_at_the_table(server: GuestApps, people: Three) -> None:
    id = server.match("middle_ages", *people[:2], hours=24)
    later(server, timedelta(hours=25))
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        assert "time is up" in text(app)
        app.context.resume(id)
        await settle(pilot)
        assert "time is up" in text(app)


async def test_time_limit_of_a_new_table_is_shown_to_everyone_who_joins(
    server: GuestApps, people: Three
) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        app.context.open_form("middle_ages")
        await settle(pilot)
        form = app.screen
        assert isinstance(form, NewTableScreen)
        assert "no limit" in text(app)
        form.pointed = TIME_LIMIT_PLACE
        await press(pilot, "right")
        assert "a move within 24 hours" in text(app)
        await press(pilot, "right")
        assert "a move within 24 hours, then a bot takes over" in text(app)
        await press(pilot, "ctrl+s")
        await settle(pilot)
        assert isinstance(app.screen, WaitingTableScreen)
        id = app.screen.view.table.id
    table = server.tables.get(id)
    assert (table.hours, table.steps_in) == (24, True)
    other = server.app("Boris", "join", table.code)
    async with other.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert isinstance(other.screen, WaitingTableScreen)
        assert "then a bot takes over" in " ".join(text(other).replace("│", " ").split())


async def test_note_is_saved_and_private(server: GuestApps, people: Three) -> None:
    id = server.match("middle_ages", *people[:2])
    app, other = server.app("Anna"), server.app("Boris")
    async with app.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        app.context.resume(id)
        await settle(pilot)
        await press(pilot, "O", *"Take the mill", "enter")
        await settle(pilot)
        assert "Saved. Nobody else can see it." in text(app)
        await press(pilot, "shift+tab")
        assert "Your private note at this table" in text(app)
        assert "Take the mill" in text(app)
        async with other.run_test(size=SIZE) as another:
            await to_lobby(another)
            other.context.resume(id)
            await settle(another)
            assert isinstance(other.screen, PlayScreen)
            assert other.screen.state.remote_players.note == ""
            await press(another, "shift+tab")
            assert "Take the mill" not in text(other)
        await press(pilot, "O", "ctrl+u", "enter")
        await settle(pilot)
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.state.remote_players.note == ""


async def test_spectator_cannot_write_notes(server: GuestApps, people: Three) -> None:
    id = server.match("middle_ages", *people[1:])
    app = server.app("Anna", "watch", id)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "O")
        assert "Only players can write notes here." in text(app)


async def test_auto_answer_is_shown_only_to_its_owner(server: GuestApps, people: Three) -> None:
    id = server.match("knights", *people)
    (asked,) = server.store.record(id).summary.owing
    mine, other = people[(asked + 1) % 3], people[(asked + 2) % 3]
    app, elsewhere = server.app(mine.name), server.app(other.name)
    async with app.run_test(size=SIZE) as pilot, elsewhere.run_test(size=SIZE) as another:
        for one, hands in ((app, pilot), (elsewhere, another)):
            await to_lobby(hands)
            one.context.resume(id)
            await settle(hands)
        await press(pilot, "W")
        assert "Which questions do you want to auto-answer?" in text(app)
        await press(pilot, "1")
        await settle(pilot, another)
        assert "(auto-answer: refuse all trades)" in text(app)
        assert "refuse all trades" not in text(elsewhere)
        await press(pilot, "W", "1")
        await settle(pilot)
        assert "refuse all trades" not in text(app)


async def test_game_without_waiting_has_no_auto_answers(server: GuestApps, people: Three) -> None:
    id = server.match("middle_ages", *people[:2])
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        app.context.resume(id)
        await settle(pilot)
        await press(pilot, "W")
        assert "There is nothing to auto-answer in this game." in text(app)


async def test_replay_leads_back_to_the_table(server: GuestApps, people: Three) -> None:
    id = server.match("middle_ages", *people[:2])
    session = Session.open(server.store, id)
    while session.match.state.turn < 3:
        asked = session.ask(session.match.pending()[0].seat)
        session.choose(asked, asked.options[0])
    app = server.app(people[0].name)
    async with app.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        app.context.resume(id)
        await settle(pilot)
        await press(pilot, "space", "R")
        await settle(pilot)
        assert isinstance(app.screen, ReplayScreen)
        assert "q table" in text(app)
        await press(pilot, "q")
        assert isinstance(app.screen, PlayScreen)
        assert "q lobby" in text(app)
