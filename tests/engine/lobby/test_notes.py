"""Private notes: visible to their author only, limited, and in no saved game."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.players import Person
from engine.errors import NotAllowed
from engine.lobby.chat import MAX_NOTE_LENGTH, Notes
from engine.storage import match_file
from tests.engine.lobby.test_notifications import start_match
from tests.engine.lobby_server import LobbyServer, anna, boris, carla, server

__all__ = ["anna", "boris", "carla", "server"]

PLAN = "Keep the mill; Boris wants ports"


def test_note_belongs_to_its_author_and_table(server: LobbyServer, anna: Person, boris: Person):
    notes = Notes(server.store)
    id, other = start_match(server, anna, boris), start_match(server, anna, boris)
    notes.save(id, anna, f"  {PLAN}\x1b[2J ")
    assert notes.of(id, anna) == f"{PLAN}[2J"
    assert notes.of(id, boris) == notes.of(other, anna) == ""
    notes.save(id, anna, PLAN)
    assert notes.of(id, anna) == PLAN
    notes.save(id, anna, " ")
    assert notes.of(id, anna) == ""


def test_only_players_of_the_match_can_save_notes(
    server: LobbyServer, anna: Person, boris: Person, carla: Person
):
    id = start_match(server, anna, boris)
    with pytest.raises(NotAllowed):
        Notes(server.store).save(id, carla, PLAN)
    assert Notes(server.store).of(id, carla) == ""


def test_note_length_is_limited(server: LobbyServer, anna: Person, boris: Person):
    notes = Notes(server.store)
    id = start_match(server, anna, boris)
    notes.save(id, anna, "x" * MAX_NOTE_LENGTH)
    with pytest.raises(NotAllowed):
        notes.save(id, anna, "x" * (MAX_NOTE_LENGTH + 1))
    assert notes.of(id, anna) == "x" * MAX_NOTE_LENGTH


def test_saved_game_contains_no_notes(
    server: LobbyServer, anna: Person, boris: Person, tmp_path: Path
):
    id = start_match(server, anna, boris)
    Notes(server.store).save(id, anna, PLAN)
    match_file.export(server.store.load(id), tmp_path / "game", force=True)
    assert PLAN not in (tmp_path / "game").read_text()


def test_notes_are_deleted_with_match_or_player(server: LobbyServer, anna: Person, boris: Person):
    notes = Notes(server.store)
    id, other = start_match(server, anna, boris), start_match(server, anna, boris)
    for one in (id, other):
        notes.save(one, anna, PLAN)
    server.store.delete(id)
    server.people.erase(anna)
    with server.store.read_transaction() as connection:
        assert connection.execute("SELECT match FROM note").fetchall() == []
