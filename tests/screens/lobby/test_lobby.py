"""The lobby: its tables and people, and its destinations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.core.players import Person
from engine.errors import BadStore, Busy, GuildhallError
from engine.games import catalogue
from engine.i18n.language import LANGUAGES
from engine.i18n.text import words
from engine.lobby.users import Users
from engine.lobby.waiting_table import JOIN_CLOSED, JOIN_WITH_CODE
from screens.app import STORE_WAIT_SECONDS, GuildhallApp
from screens.lobby import guest_app
from screens.lobby.guest_app import CONNECT_TIMEOUT
from screens.lobby.lobby import RELOAD_INTERVAL, LobbyScreen
from screens.lobby.new_table import NewTableScreen
from screens.lobby.own_games import OwnGamesScreen
from screens.lobby.profile import ProfileScreen
from screens.lobby.table_cards import LobbyTables
from screens.lobby.waiting_table import WaitingTableScreen
from screens.pages.game_form import BEGIN_PLACE
from screens.pages.lessons import LessonsScreen
from screens.pages.rules import RulesScreen
from screens.pages.settings import SettingsScreen
from screens.pages.statistics import StatisticsScreen
from screens.play.play_screen import PlayScreen
from screens.play.replay_screen import ReplayScreen
from screens.renderer.surface import Surface
from tests.screens.app_harness import NOON, SharedStore, click, page, press, text, type_in, walk_to
from tests.screens.guest_apps import GuestApps, Three, context, people, server, settle, to_lobby
from tests.wire import wired

__all__ = ["people", "server"]

SIZE = (80, 24)


async def test_page_without_surface_is_not_painted(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        lobby = page(app)
        await lobby.query(Surface).remove()
        lobby.show()
        lobby.apply_preferences(app.preferences)
        assert app.screen is lobby


async def test_log_in_uses_a_short_database_timeout(
    server: GuestApps, people: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(server.store, "wait_at_most", waits.append)
    async with server.app("Anna").run_test(size=SIZE) as pilot:
        await settle(pilot)
    assert waits[-2:] == [CONNECT_TIMEOUT, STORE_WAIT_SECONDS]


@pytest.mark.parametrize("error", [Busy, BadStore])
async def test_log_in_succeeds_when_nothing_can_be_written(
    server: GuestApps, people: Users, monkeypatch: pytest.MonkeyPatch, error: type[GuildhallError]
) -> None:
    seen: list[Person] = []

    def refuse(self: object, person: Person) -> datetime:
        seen.append(person)
        if len(seen) < 3:
            raise error(words("Nothing can be written."))
        return NOON

    monkeypatch.setattr(Users, "mark_online", refuse)
    monkeypatch.setattr(guest_app, "RETRY_INTERVAL", 0.01)
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert "Guildhall: Anna" in text(app)
        if error is Busy:
            await until(pilot, lambda: len(seen) == 3)
        else:
            assert "Nothing can be written." in text(app)
            assert len(seen) == 1


async def test_own_tables_come_first_and_waiting_ones_on_top(
    server: GuestApps, people: Three
) -> None:
    anna, boris, clara = people
    own = [server.match("middle_ages", anna, boris) for _ in range(6)]
    waits = own[::2]
    for id in own:
        while (server.store.record(id).summary.owing == (0,)) != (id in waits):
            server.play(id, 1)
    server.match("middle_ages", boris, clara)
    server.table("era", clara, None)
    app = server.app("Anna")
    async with app.run_test(size=(80, 60)) as pilot:
        await settle(pilot)
        shown = text(app)
        assert f"{len(waits)} table" in shown
        ids = [card.id for card in lobby(app).lobby_tables.own]
        assert set(ids[: len(waits)]) == set(waits)
        assert set(ids) == set(own)
        order = [shown.index(part) for part in ("Your tables", "Open tables", "Watch")]
        assert order == sorted(order)
        assert page(app).pointed == ("match", ids[0])
        assert shown.count("your turn") == len(waits)


async def test_key_hints_are_correct_after_the_first_painting(
    server: GuestApps, people: Three
) -> None:
    server.table("era", people[2], None)
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        shown = text(app).splitlines()[-1]
        assert "Enter join table" in shown
        lobby(app).pointed = None
        lobby(app).show()
        assert text(app).splitlines()[-1] == shown


def lobby(app: GuildhallApp) -> LobbyScreen:
    assert isinstance(app.screen, LobbyScreen)
    return app.screen


async def test_lobby_shows_how_long_a_player_has_been_choosing(
    server: GuestApps, people: Three
) -> None:
    anna, boris, _ = people
    server.match("middle_ages", anna, boris)
    assert isinstance(server.store, SharedStore)
    server.store.later(hours=3)
    for who in ("Anna", "Boris"):
        app = server.app(who)
        async with app.run_test(size=SIZE) as pilot:
            await to_lobby(pilot)
            assert "3 hours ago" in text(app)
            assert "your turn" in text(app) or "is choosing" in text(app)


async def test_enter_joins_an_open_table(server: GuestApps, people: Three) -> None:
    table = server.table("era", people[0], None, None)
    app = server.app("Boris")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert "1 of 3 taken" in text(app)
        await walk_to(pilot, ("open", table.id))
        await press(pilot, "enter")
        assert isinstance(app.screen, WaitingTableScreen)
    assert server.tables.get(table.id).people == (people[0].id, people[1].id)


async def test_table_is_listed_only_for_those_who_may_join(
    server: GuestApps, people: Three
) -> None:
    anna, boris, _ = people
    server.tables.create(anna, "era", seats=[anna.id, boris.id], open=JOIN_CLOSED)
    server.tables.create(anna, "era", seats=[anna.id, None], open=JOIN_WITH_CODE)
    for who, sees in (("Boris", True), ("Clara", False)):
        app = server.app(who)
        async with app.run_test(size=SIZE) as pilot:
            await settle(pilot)
            assert ("Anna invites you" in text(app)) is sees
            assert len(lobby(app).lobby_tables.cards) == int(sees)


async def test_code_opens_its_table_from_lobby_and_command_line(
    server: GuestApps, people: Three
) -> None:
    table = server.table("era", people[0], None, None, None, open=JOIN_WITH_CODE)
    app = server.app("Boris")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "i")
        await type_in(pilot, table.code.lower())
        await press(pilot, "enter")
        assert isinstance(app.screen, WaitingTableScreen)
    app = server.app("Clara", "join", table.code)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, WaitingTableScreen)
    assert len(server.tables.get(table.id).people) == 3


async def test_wrong_code_is_reported(server: GuestApps, people: Three) -> None:
    app = server.app("Boris", "join", "X9X9")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert "There is no table with the code X9X9." in text(app)


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until a condition holds; changes by others are checked at most once a second."""
    for _ in range(1200):
        if holds():
            return
        await asyncio.sleep(0.05)
        await pilot.pause()
    raise AssertionError("it does not come")


async def test_changes_by_others_are_shown_and_an_idle_lobby_sends_nothing(
    server: GuestApps, people: Three
) -> None:
    app = server.app("Boris")
    async with wired(app, size=SIZE) as wire:
        await wire.settle()
        assert await wire.idle(1.2) == 0
        server.table("era", people[0], None)
        await until(wire.pilot, lambda: "Era: Medieval Age" in text(app))
        await wire.settle()
        assert 0 < wire.bytes < 2500
        assert await wire.idle(1.2) == 0


async def test_online_players_are_updated_live(server: GuestApps, people: Three) -> None:
    anna = server.app("Anna")
    async with anna.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert "Boris" not in text(anna)
        boris = server.app("Boris")
        async with boris.run_test(size=SIZE) as other:
            await settle(other)
            await until(pilot, lambda: "Boris" in text(anna))
            assert "2 people here" in text(anna)
        await until(pilot, lambda: "Boris" not in text(anna))


async def test_many_signals_cause_one_reload(
    server: GuestApps, people: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        looks: list[LobbyTables] = []
        look = context(app).lobby.load_tables

        def counted() -> LobbyTables:
            looks.append(look())
            return looks[-1]

        monkeypatch.setattr(context(app).lobby, "load_tables", counted)
        for _ in range(20):
            server.store.publish("lobby")
            await pilot.pause()
        await until(pilot, lambda: bool(looks))
        assert len(looks) <= 2


async def test_hidden_lobby_is_repainted_on_return(server: GuestApps, people: Three) -> None:
    app = server.app("Boris")
    async with wired(app, size=SIZE) as wire:
        await settle(wire.pilot)
        await press(wire.pilot, "r")
        await wire.settle()
        below, caret = context(app).lobby.surface.canvas, app.cursor_position
        server.table("era", people[0], None)
        assert await wire.idle(RELOAD_INTERVAL + 0.2) == 0
        context(app).on_own_topic()
        assert await wire.idle(0.2) == 0
        assert context(app).lobby.surface.canvas is below
        assert app.cursor_position == caret
        await press(wire.pilot, "escape")
        await until(wire.pilot, lambda: "Era: Medieval Age" in text(app))


async def test_names_are_never_clipped(server: GuestApps) -> None:
    long = [server.register(name) for name in ("Bartholomäus Grünewald", "Алексей Константинович")]
    long.append(server.register("Wilhelmina van der Berg"))
    server.match("middle_ages", *long)
    server.table("era", *long, None)
    app = server.app(long[0].name)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        for person in long:
            shown = " ".join(text(app).split())
            assert sum(part in shown for part in person.name.split()) == len(person.name.split())


@pytest.mark.parametrize(
    ("name", "key", "screen"),
    [
        ("new", "n", NewTableScreen),
        ("games", "w", OwnGamesScreen),
        ("statistics", "t", StatisticsScreen),
        ("rules", "r", RulesScreen),
        ("settings", "o", SettingsScreen),
        ("learn", "f", LessonsScreen),
        ("profile", "p", ProfileScreen),
    ],
)
async def test_every_page_opens_by_letter_and_mouse(
    server: GuestApps, people: Three, name: str, key: str, screen: type[object]
) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, key)
        assert isinstance(app.screen, screen)
        await press(pilot, "escape")
        assert isinstance(app.screen, LobbyScreen)
        await click(pilot, ("do", name))
        assert isinstance(app.screen, screen)


async def test_arrows_move_between_tables_and_the_rest(server: GuestApps, people: Three) -> None:
    server.table("era", people[0], None)
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        first = page(app).pointed
        await press(pilot, "right")
        assert page(app).pointed == ("do", "new")
        await press(pilot, "left")
        assert page(app).pointed == first


async def test_own_finished_games_can_be_replayed(server: GuestApps, people: Three) -> None:
    anna, boris, clara = people
    own = server.match("middle_ages", anna, boris, picks=-1)
    server.match("middle_ages", boris, clara, picks=-1)
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert lobby(app).lobby_tables.own == ()
        await press(pilot, "w")
        assert isinstance(app.screen, OwnGamesScreen)
        assert [one.id for one in app.screen.records] == [own]
        await press(pilot, "enter")
        assert isinstance(app.screen, ReplayScreen)


async def test_new_table_is_created_by_its_form(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "n")
        await walk_to(pilot, ("game",))
        await press(pilot, "right")
        await walk_to(pilot, ("players",))
        await press(pilot, "right")
        await walk_to(pilot, ("who", 2))
        await press(pilot, "right")
        await walk_to(pilot, ("name", 1))
        await type_in(pilot, "boris")
        await walk_to(pilot, ("joining",))
        await press(pilot, "right", "right")
        await press(pilot, "ctrl+s")
        assert isinstance(app.screen, WaitingTableScreen)
    (table,) = server.tables.of(people[1])
    assert table.game == "era"
    assert table.open == JOIN_CLOSED
    assert table.waits_for(people[1].id)
    assert [slot.bot for slot in table.slots] == [None, None, "bot:easy"]


async def test_form_keeps_exactly_one_own_seat(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "n")
        form = app.screen
        assert isinstance(form, NewTableScreen)
        for place, key in ((("who", 0), "right"), (("who", 0), "left"), (("who", 1), "right")):
            await walk_to(pilot, place)
            await press(pilot, key)
            assert form.players.count("me") == 1
        await walk_to(pilot, ("players",))
        for _ in range(4):
            await press(pilot, "right")
            assert form.players[: form.seats].count("me") == 1


async def test_every_line_of_the_form_is_explained(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        context(app).open_form("catan")
        await settle(pilot)
        form = app.screen
        assert isinstance(form, NewTableScreen)
        assert "shared keyboard" not in text(app)
        for stop in form.stops():
            form.point(stop)
            assert form.about() or stop == BEGIN_PLACE, stop
            assert "shared keyboard" not in form.about()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_explanations_are_cut_only_where_the_form_fills_the_screen(
    server: GuestApps, people: Three, language: str
) -> None:
    app = server.app("Anna", language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        context(app).open_form("catan")
        await settle(pilot)
        form: Any = app.screen
        for entry in catalogue():
            form.set_game(entry.id)
            for stop in form.stops():
                form.point(stop)
                form.show()
                lines = form.surface.canvas.lines()
                if form.about() not in " ".join(" ".join(lines).split()):
                    (top,) = [n for n, line in enumerate(lines) if form.about()[:40] in line]
                    assert lines[top - 2].strip(), (entry.id, stop, lines)


async def test_wide_form_shows_the_new_table(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "n")
        form = app.screen
        assert isinstance(form, NewTableScreen)
        seen = set()
        for entry in catalogue():
            form.set_game(entry.id)
            form.show()
            seen.add(text(app).partition("Create table")[2][:2000])
        assert len(seen) == len(catalogue())
        await pilot.resize_terminal(119, 40)
        await pilot.pause()
        below = text(app).partition("Create table")[2].splitlines()
        assert not "".join(below[:10]).strip()


async def test_unknown_player_is_reported_in_the_form(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "n")
        await walk_to(pilot, ("name", 1))
        await type_in(pilot, "Zoe")
        await press(pilot, "ctrl+s")
        assert "Nobody here is called Zoe." in text(app)
        assert isinstance(app.screen, NewTableScreen)


async def test_enter_opens_own_match(server: GuestApps, people: Three) -> None:
    id = server.match("middle_ages", *people[:2])
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        await walk_to(pilot, ("match", id))
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.session.id == id


async def test_match_is_left_to_a_bot_and_rejoined(server: GuestApps, people: Three) -> None:
    id = server.match("middle_ages", *people)
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        await walk_to(pilot, ("match", id))
        await press(pilot, "L")
        assert "Choose who takes it over" in text(app)
        await press(pilot, "escape")
        assert server.store.owners(id)[0] == people[0].id
        await press(pilot, "L", "2")
        await settle(pilot)
        assert server.store.owners(id)[0] is None
        assert server.store.header(id).seats[0][1] == "bot:medium"
        await walk_to(pilot, ("left", id))
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)
    assert server.store.owners(id)[0] == people[0].id
    assert server.store.header(id).seats[0] == ("Anna", "person")


async def test_free_seat_is_taken_by_another_player(server: GuestApps, people: Three) -> None:
    anna, boris, clara = people
    id = server.match("middle_ages", anna, boris)
    server.register("David")
    leaving = server.app("Anna")
    async with leaving.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        await walk_to(pilot, ("match", id))
        await press(pilot, "L", "5")
    staying = server.app("Boris")
    async with staying.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        shown = text(staying)
        assert "Anna's seat is free" in shown or "your turn" in shown
    app = server.app("Clara")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert "1 seat free" in text(app)
        await walk_to(pilot, ("free seat", id))
        await press(pilot, "enter")
        assert isinstance(app.screen, PlayScreen)
    assert server.store.owners(id) == (clara.id, boris.id)
    assert server.store.header(id).names == ("Clara", "Boris")


async def test_invitation_is_shown_everywhere_and_can_be_declined(
    server: GuestApps, people: Three
) -> None:
    anna, boris, clara = people
    server.match("middle_ages", boris, clara)
    app = server.app("Boris")
    async with app.run_test(size=SIZE) as pilot:
        await to_lobby(pilot)
        await press(pilot, "o")
        table = server.tables.create(anna, "era", seats=[anna.id, boris.id, None])
        await until(pilot, lambda: "Anna invites you to play Era" in text(app))
        await press(pilot, "escape")
        await walk_to(pilot, ("waiting", table.id))
        await press(pilot, "L")
        await settle(pilot)
        assert not server.tables.get(table.id).waits_for(boris.id)
        assert ("open", table.id) in [card.place for card in lobby(app).lobby_tables.cards]


async def test_player_elsewhere_is_told_that_the_table_started(
    server: GuestApps, people: Three
) -> None:
    table = server.table("middle_ages", people[0], people[1])
    app = server.app("Boris")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "o")
        server.tables.start(table.id, people[0])
        await until(pilot, lambda: "Middle Ages has started" in text(app))


async def test_host_and_waiting_players_get_no_start_news(server: GuestApps, people: Three) -> None:
    table = server.table("middle_ages", people[0], people[1])
    anna, boris = server.app("Anna", "join", table.code), server.app("Boris", "join", table.code)
    async with anna.run_test(size=SIZE) as pilot, boris.run_test(size=SIZE) as other:
        await settle(pilot)
        await press(pilot, "b")
        for app, one in ((anna, pilot), (boris, other)):
            await settle(one)
            assert isinstance(app.screen, PlayScreen)
            context(app).news.announce()
            assert "has started" not in text(app)


async def test_private_table_needs_names(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "n")
        await walk_to(pilot, ("joining",))
        await press(pilot, "right", "right", "ctrl+s")
        assert "This table is by invitation only. Name a player for every seat." in text(app)
        assert server.tables.of(people[0]) == []


# ---------------------------------------------------------------------- back to the game


async def test_log_in_opens_the_only_waiting_game(server: GuestApps, people: Three) -> None:
    anna, boris, _ = people
    id = server.match("era", anna, boris)
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.session.id == id
        assert app.screen.session.seats == {0}
        await press(pilot, "q")
        await settle(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert page(app).pointed == ("match", id)


async def test_log_in_opens_the_lobby_unless_one_game_waits(
    server: GuestApps, people: Three
) -> None:
    anna, boris, clara = people
    server.match("era", anna, boris)
    server.match("era", anna, clara)
    server.tables.create(clara, "era", seats=[clara.id, boris.id])
    server.register("David")
    for who, waits in (("Anna", 2), ("Boris", 2), ("David", 0)):
        app = server.app(who)
        async with app.run_test(size=SIZE) as pilot:
            await settle(pilot)
            assert isinstance(app.screen, LobbyScreen)
            assert lobby(app).lobby_tables.waiting == waits


async def test_command_takes_precedence_over_the_waiting_game(
    server: GuestApps, people: Three
) -> None:
    server.match("era", *people[:2])
    table = server.table("era", people[2], None)
    app = server.app("Anna", "join", table.code)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, WaitingTableScreen)


async def test_number_of_spectators_is_shown_in_lists_and_at_the_table(
    server: GuestApps, people: Three
) -> None:
    anna, boris, clara = people
    server.register("David")
    id = server.match("middle_ages", anna, boris, clara)
    server.match("middle_ages", anna, boris, clara)
    own, other, watcher = server.app("Anna"), server.app("David"), server.app("David", "watch", id)
    async with own.run_test(size=SIZE) as pilot, other.run_test(size=SIZE) as second:
        await to_lobby(pilot)
        await settle(pilot, second)
        assert "watching" not in text(own)
        async with watcher.run_test(size=SIZE) as third:
            await settle(third)
            assert isinstance(watcher.screen, PlayScreen)
            await until(pilot, lambda: "1 watching · " in text(own))
            await until(second, lambda: "1 watching · " in text(other))
            await press(pilot, "enter")
        await until(second, lambda: "watching" not in text(other))


async def test_leaving_the_server_needs_confirmation_and_no_arrow_wraps_to_it(
    server: GuestApps, people: Three
) -> None:
    server.table("era", people[0], None)
    app = server.app("Boris")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        first = page(app).pointed
        await press(pilot, "up")
        await press(pilot, "shift+tab")
        assert page(app).pointed == first
        await press(pilot, "end", "enter")
        assert "Do you want to disconnect?" in text(app)
        assert app.is_running
        await press(pilot, "escape")
        assert "Do you want to disconnect?" not in text(app)
        await press(pilot, "enter", "x")
        assert app.is_running
        assert isinstance(app.screen, LobbyScreen)
        await press(pilot, "enter", "enter")
        await settle(pilot)
    assert app.return_code == 0


async def test_vanished_table_clears_the_cursor(server: GuestApps, people: Three) -> None:
    anna, _, clara = people
    first, second = (server.table("era", one, None) for one in (anna, clara))
    app = server.app("Boris")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await walk_to(pilot, ("open", first.id))
        server.tables.leave(first.id, anna)
        await until(pilot, lambda: len(lobby(app).lobby_tables.open) == 1)
        assert "The table you had selected is no longer here." in text(app)
        await press(pilot, "enter", "space")
        assert isinstance(app.screen, LobbyScreen)
        assert server.tables.get(second.id).people == (clara.id,)
        assert page(app).pointed is None
        await press(pilot, "down", "up")
        assert page(app).pointed == ("open", second.id)
        await press(pilot, "enter")
        assert isinstance(app.screen, WaitingTableScreen)


async def test_cursor_follows_own_table(server: GuestApps, people: Three) -> None:
    anna, boris, _ = people
    table = server.table("middle_ages", anna, boris)
    app = server.app("Boris")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await walk_to(pilot, ("waiting", table.id))
        server.tables.start(table.id, anna)
        await until(pilot, lambda: lobby(app).lobby_tables.own[0].kind == "match")
        assert page(app).pointed == ("match", table.id)


async def test_new_table_form_starts_at_the_game(server: GuestApps, people: Three) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press(pilot, "n")
        assert isinstance(app.screen, NewTableScreen)
        assert page(app).pointed == ("game",)
        before = app.screen.game.id
        await press(pilot, "right")
        assert app.screen.game.id != before
