"""Limits on database queries when a player connects, and when the lobby is refreshed: no query is
repeated or made per table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.storage.sqlite_store import SqliteStore
from screens.lobby.lobby import LobbyScreen
from screens.lobby.table_cards import LobbyTables
from screens.play.play_screen import PlayScreen
from tests.engine.statements import executed_statements
from tests.screens.app_harness import page, text
from tests.screens.guest_apps import GuestApps, context, settle

IN_THE_LOBBY = 40
AT_THE_TABLE = 60
LOOKING_AGAIN = 16

TABLES = 6
SIZE = (80, 24)


class UnclosedStore(SqliteStore):
    """A store on disk shared by several apps."""

    def close(self) -> None:
        """Stay open: the test closes the store."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GuestApps]:
    """A server with the same number of tables of each kind."""
    store = UnclosedStore(tmp_path / "games.sqlite3")
    server = GuestApps(tmp_path, store)
    anna, boris, clara = map(server.register, ("Anna", "Boris", "Clara"))
    for _ in range(TABLES):
        server.match("middle_ages", boris, anna)
        server.match("middle_ages", boris, clara)
        server.table("middle_ages", boris, anna, None)
        server.table("middle_ages", clara, None)
        server.tables.start(server.table("middle_ages", anna, boris, clara).id, anna)
    yield server
    SqliteStore.close(store)


async def test_log_in_needs_few_statements(server: GuestApps) -> None:
    app = server.app("Anna")
    with executed_statements(server.store) as statements:
        async with app.run_test(size=SIZE) as pilot:
            await settle(pilot)
            assert isinstance(app.screen, LobbyScreen)
            assert "Boris" in text(app)
    assert 0 < len(statements) <= IN_THE_LOBBY, statements


async def test_log_in_at_a_table_does_not_query_the_lobby(
    server: GuestApps, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[LobbyScreen] = []
    look = LobbyScreen.load_tables

    def noted(self: LobbyScreen) -> LobbyTables:
        looks.append(self)
        return look(self)

    monkeypatch.setattr(LobbyScreen, "load_tables", noted)
    anna, boris = server.people.named("Anna"), server.people.named("Boris")
    table = server.table("middle_ages", anna, boris)
    server.tables.start(table.id, anna)
    app = server.app("Anna", "join", table.code)
    with executed_statements(server.store) as statements:
        async with app.run_test(size=SIZE) as pilot:
            await settle(pilot)
            assert isinstance(app.screen, PlayScreen)
            assert not looks
            count = len(statements)
            await pilot.press("q")
            await settle(pilot)
            assert isinstance(page(app), LobbyScreen)
            assert looks
            assert "Boris" in text(app)
    assert 0 < count <= AT_THE_TABLE, statements


async def test_lobby_reload_needs_few_statements_for_any_number_of_tables(
    server: GuestApps,
) -> None:
    app = server.app("Anna")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        with executed_statements(server.store) as statements:
            context(app).lobby.reload()
    assert 0 < len(statements) <= LOOKING_AGAIN, statements
    assert statements.count("BEGIN") == statements.count("COMMIT") == 1
