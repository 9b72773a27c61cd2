"""Private notes: visible to their author only, limited, and in no saved game."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.players import Person
from engine.errors import NotAllowed
from engine.lobby.chat import MOST_NOTED, Notes
from engine.storage import match_file
from tests.engine.house import House, anna, boris, carla, house
from tests.engine.lobby.test_notifications import begun

__all__ = ["anna", "boris", "carla", "house"]

PLAN = "Keep the mill; Boris wants ports"


def test_a_note_is_for_who_wrote_it_and_for_one_table(house: House, anna: Person, boris: Person):
    notes = Notes(house.store)
    id, other = begun(house, anna, boris), begun(house, anna, boris)
    notes.save(id, anna, f"  {PLAN}\x1b[2J ")
    assert notes.of(id, anna) == f"{PLAN}[2J"
    assert notes.of(id, boris) == notes.of(other, anna) == ""
    notes.save(id, anna, PLAN)
    assert notes.of(id, anna) == PLAN
    notes.save(id, anna, " ")
    assert notes.of(id, anna) == ""


def test_who_does_not_sit_there_notes_nothing(
    house: House, anna: Person, boris: Person, carla: Person
):
    id = begun(house, anna, boris)
    with pytest.raises(NotAllowed):
        Notes(house.store).save(id, carla, PLAN)
    assert Notes(house.store).of(id, carla) == ""


def test_a_note_is_bounded(house: House, anna: Person, boris: Person):
    notes = Notes(house.store)
    id = begun(house, anna, boris)
    notes.save(id, anna, "x" * MOST_NOTED)
    with pytest.raises(NotAllowed):
        notes.save(id, anna, "x" * (MOST_NOTED + 1))
    assert notes.of(id, anna) == "x" * MOST_NOTED


def test_a_saved_game_has_no_note_in_it(house: House, anna: Person, boris: Person, tmp_path: Path):
    id = begun(house, anna, boris)
    Notes(house.store).save(id, anna, PLAN)
    match_file.export(house.store.load(id), tmp_path / "game", force=True)
    assert PLAN not in (tmp_path / "game").read_text()


def test_with_the_match_or_the_person_the_note_goes(house: House, anna: Person, boris: Person):
    notes = Notes(house.store)
    id, other = begun(house, anna, boris), begun(house, anna, boris)
    for one in (id, other):
        notes.save(one, anna, PLAN)
    house.store.delete(id)
    house.people.forget(anna)
    with house.store.reading() as base:
        assert base.execute("SELECT match FROM note").fetchall() == []
