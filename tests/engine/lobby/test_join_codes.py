"""Join codes of tables, and the limit on guessing them."""

from __future__ import annotations

from contextlib import suppress

import pytest

from engine.core.players import Person
from engine.errors import NoSuchTable, NotAllowed
from engine.lobby import join_codes
from engine.lobby.join_codes import MAX_FAILURES
from tests.engine.lobby_server import LobbyServer, anna, boris, server

__all__ = ["anna", "boris", "server"]

pytestmark = pytest.mark.usefixtures("toy")


def guess(server: LobbyServer, who: Person, times: int) -> None:
    """Try unused codes."""
    for _ in range(times):
        with pytest.raises(NoSuchTable):
            server.codes.find("A2A2", who)


def test_twenty_wrong_codes_block_all_codes_for_a_minute(
    server: LobbyServer, anna: Person, boris: Person
):
    table = server.tables.create(boris, "toy", {}, [boris.id, None])
    guess(server, anna, MAX_FAILURES)
    server.advance_clock(seconds=59)
    for code in (table.code, "A2A2"):
        with pytest.raises(NotAllowed, match="wait a minute"):
            server.codes.find(code, anna)
    assert server.codes.find(table.code, boris) == table.id
    server.advance_clock(seconds=1)
    assert server.codes.find(table.code, anna) == table.id
    guess(server, anna, MAX_FAILURES)


def test_correct_code_does_not_reset_failures(server: LobbyServer, anna: Person):
    table = server.tables.create(anna, "toy", {}, [anna.id, None])
    guess(server, anna, MAX_FAILURES - 1)
    assert server.codes.find(table.code, anna) == table.id
    guess(server, anna, 1)
    with pytest.raises(NotAllowed):
        server.codes.find(table.code, anna)


def test_join_code_of_running_match_is_not_reused(
    server: LobbyServer, anna: Person, boris: Person, monkeypatch: pytest.MonkeyPatch
):
    drawn = iter(["K7M2", "K7M2", "P3Q4", "P3Q4", "K7M2", "Z9Z9"])
    monkeypatch.setattr(join_codes, "draw_code", lambda pairs: next(drawn))
    begun = [
        server.tables.start(server.tables.create(who, "toy", {}, [who.id, "bot:random"]).id, who)
        for who in (anna, boris)
    ]
    assert [server.codes.find("K7M2", who) for who in (anna, boris)] == [begun[0]] * 2
    assert server.codes.find("P3Q4", boris) == begun[1]
    branched = server.tables.branch(server.store.load(begun[0]), 0, anna)
    assert server.codes.find("Z9Z9", anna) == branched


def test_own_match_is_found_first_by_shared_code(server: LobbyServer, anna: Person, boris: Person):
    begun = [
        server.tables.start(server.tables.create(who, "toy", {}, [who.id, "bot:random"]).id, who)
        for who in (anna, boris)
    ]
    with server.store.write_transaction() as connection:
        connection.execute("UPDATE hosted SET code = 'K7M2'")
    assert [server.codes.find("K7M2", who) for who in (anna, boris)] == begun


def test_join_codes_get_longer_when_short_ones_run_out(
    server: LobbyServer, anna: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(join_codes, "draw_code", lambda pairs: "K7" * pairs)
    tables = [server.tables.create(anna, "toy", {}, [anna.id, None]) for _ in range(2)]
    assert [one.code for one in tables] == ["K7K7", "K7K7K7"]


def test_failed_codes_are_deleted_with_their_player(server: LobbyServer, anna: Person):
    guess(server, anna, 1)
    server.people.erase(anna)
    with server.store.read_transaction() as connection:
        assert connection.execute("SELECT * FROM house").fetchall() == []


@pytest.mark.parametrize("value", ["", "x", "20", "20 yesterday", "x 2026-05-01T12:00:00.000Z"])
def test_damaged_counter_blocks_nobody(server: LobbyServer, anna: Person, value: str):
    guess(server, anna, MAX_FAILURES)
    with server.store.write_transaction() as connection:
        connection.execute("UPDATE house SET value = ?", (value,))
    guess(server, anna, 1)


def test_code_limit_covers_all_terminals_of_a_player(server: LobbyServer, anna: Person):
    other = LobbyServer(server.store, server.now)
    for one in (server, other) * MAX_FAILURES:
        with suppress(NoSuchTable, NotAllowed):
            one.codes.find("A2A2", anna)
    with server.store.read_transaction() as connection:
        ((value,),) = connection.execute("SELECT value FROM house").fetchall()
    assert value.startswith(f"{MAX_FAILURES} ")
