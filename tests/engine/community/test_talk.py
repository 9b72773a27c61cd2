"""What is said at a table: by those who play there, checked, not without end, and not to all."""

from __future__ import annotations

import pytest

from engine.community.talk import KEPT, MOST_LETTERS, MOST_LINES, Talk, checked_line
from engine.core.players import Person
from engine.errors import NotAllowed
from tests.engine.community.test_seating import begun
from tests.engine.house import House, house

__all__ = ["house"]

pytestmark = pytest.mark.usefixtures("toy")


def two_at_a_table(house: House) -> tuple[str, tuple[Person, Person]]:
    anna, boris = house.person("Anna"), house.person("Boris")
    return begun(house, anna, boris), (anna, boris)


def said(house: House, id: str, reader=None) -> list[tuple[str, str]]:
    return [(line.name, line.text) for line in Talk(house.store).lines(id, reader)]


def test_all_at_the_table_read_what_one_says(house: House):
    id, (anna, boris) = two_at_a_table(house)
    house.heard()
    Talk(house.store).say(id, anna, "  Good\tluck!  ")
    assert f"match/{id}" in house.heard()
    Talk(house.store).say(id, boris, "You too.")
    assert said(house, id, boris) == [("Anna", "Good luck!"), ("Boris", "You too.")]
    assert said(house, id) == said(house, id, boris)
    (line,) = Talk(house.store).lines(id, anna, since=1)
    assert (line.number, line.text) == (2, "You too.")


def test_only_who_plays_there_can_talk(house: House):
    id, _ = two_at_a_table(house)
    with pytest.raises(NotAllowed, match="Only who plays here"):
        Talk(house.store).say(id, house.person("Zoe"), "Hello.")
    assert said(house, id) == []


def test_who_is_muted_is_not_heard_by_who_has_muted_them(house: House):
    id, (anna, boris) = two_at_a_table(house)
    talk = Talk(house.store)
    talk.say(id, anna, "One.")
    talk.mute(boris, anna.id)
    talk.mute(boris, anna.id)
    talk.say(id, anna, "Two.")
    assert talk.muted(boris) == {anna.id}
    assert said(house, id, boris) == []
    assert len(said(house, id, anna)) == 2
    talk.mute(boris, anna.id, muted=False)
    assert len(said(house, id, boris)) == 2


def test_nobody_talks_without_end(house: House):
    id, (anna, boris) = two_at_a_table(house)
    talk = Talk(house.store)
    for number in range(MOST_LINES):
        talk.say(id, anna, f"Line {number}.")
    with pytest.raises(NotAllowed, match="wait a minute"):
        talk.say(id, anna, "One more.")
    talk.say(id, boris, "Me too.")
    for _ in range(KEPT // MOST_LINES + 2):
        house.later(minutes=2)
        for number in range(MOST_LINES):
            talk.say(id, anna, f"Line {number}.")
    assert len(said(house, id)) == KEPT


def test_what_somebody_said_goes_with_them(house: House):
    id, (anna, _) = two_at_a_table(house)
    Talk(house.store).say(id, anna, "Good luck!")
    house.people.forget(anna)
    assert said(house, id) == []


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a\x1b]2;evil\x07b", "a]2;evilb"),
        ("left \u202eright\u202c", "left right"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("e\u0301" + "\u0301" * 9, "é\u0301\u0301"),
        ("two\nlines", "two lines"),
        ("Удачи, Анна!", "Удачи, Анна!"),
    ],
)
def test_a_line_plays_no_tricks(typed: str, kept: str):
    assert checked_line(typed) == kept


@pytest.mark.parametrize("typed", ["", "   ", "\x1b\x07", "x" * (MOST_LETTERS + 1)])
def test_a_line_that_is_none_is_refused(typed: str):
    with pytest.raises(NotAllowed):
        checked_line(typed)
