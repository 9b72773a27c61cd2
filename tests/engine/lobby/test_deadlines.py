"""Matches with a time limit: deadlines, reminders, and their consequences."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from engine.core.players import PERSON, Person
from engine.errors import NotAllowed
from engine.lobby.deadlines import Deadlines
from engine.lobby.proposals import GIVE, OPEN, Proposals
from engine.lobby.seat_owners import PLAYS_ON, SeatOwnership
from engine.lobby.waiting_table import WaitingTable
from engine.match.match import Match
from engine.stats.ratings import unrated
from engine.storage.records import HANDED_OVER
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.engine.house import House, anna, boris, carla, house
from tests.engine.lobby.test_notifications import due, move, reached, tell

__all__ = ["anna", "boris", "carla", "house"]

THREE_DAYS = 72


def opened(
    house: House, *people: Person, hours: int = THREE_DAYS, steps_in: bool = False
) -> WaitingTable:
    """Return a table of these people with a limit of `hours` per move."""
    table = house.tables.begin_one(
        people[0],
        "middle_ages",
        {},
        [one.id for one in people],
        ordered=True,
        hours=hours,
        steps_in=steps_in,
    )
    for one in people[1:]:
        table = house.tables.sit(table.id, one)
    return table


def begun(house: House, *people: Person, hours: int = THREE_DAYS, steps_in: bool = False) -> str:
    """Start its match, with the first of them to move."""
    while True:
        id = house.tables.start(
            opened(house, *people, hours=hours, steps_in=steps_in).id, people[0]
        )
        if house.store.record(id).summary.owing == (0,):
            return id
        house.store.delete(id)


def left(house: House, id: str) -> timedelta:
    """Return the time left for a move."""
    deadline = Deadlines(house.store).of_one(id)
    assert deadline is not None
    return deadline.left(house.store.clock())


def choose(house: House, id: str) -> None:
    """Let the player with a pending decision choose once."""
    session = Session.open(house.store, id)
    (owed,) = session.match.pending()
    session.choose(session.ask(owed.seat), session.hint(owed.seat))


def until_further_choices(house: House, id: str) -> None:
    """Play until a player starts a turn that goes on after the next choice."""
    while True:
        session = Session.open(house.store, id)
        (owed,) = session.match.pending()
        ahead = Match.load(session.match.header, session.match.log)
        ahead.choose(owed.seat, session.hint(owed.seat))
        if [one.seat for one in ahead.pending()] == [owed.seat]:
            return
        choose(house, id)


def test_a_move_is_wanted_within_the_time_of_the_table_from_when_the_turn_came(
    house: House, anna: Person, boris: Person
):
    id = begun(house, anna, boris)
    assert left(house, id) == timedelta(hours=72)
    house.later(hours=50)
    assert left(house, id) == timedelta(hours=22)
    move(house.store, id, anna)
    assert left(house, id) == timedelta(hours=72)
    deadline = Deadlines(house.store).of_one(id)
    assert deadline is not None
    assert deadline.person == boris.id


def test_a_move_within_a_turn_is_one(house: House, anna: Person, boris: Person):
    id = begun(house, anna, boris)
    until_further_choices(house, id)
    house.later(hours=50)
    assert left(house, id) == timedelta(hours=22)
    choose(house, id)
    assert left(house, id) == timedelta(hours=72)


def test_a_table_that_wants_nothing_has_no_deadline(house: House, anna: Person, boris: Person):
    id = begun(house, anna, boris, hours=0)
    assert Deadlines(house.store).of_one(id) is None
    assert Deadlines(house.store).going_on() == {}
    house.later(days=2)
    assert Proposals(house.store).to_give(id) == []


def test_no_table_has_another_time_than_those_there_are(house: House, anna: Person):
    for hours in (-1, 1, 25, 10_000):
        with pytest.raises(NotAllowed):
            house.tables.begin_one(anna, "middle_ages", {}, [anna.id, None], hours=hours)


def test_the_nearest_comes_first(house: House, anna: Person, boris: Person, carla: Person):
    slow = begun(house, anna, boris)
    quick = begun(house, anna, carla, hours=24)
    found = Deadlines(house.store).of([slow, quick], anna.id)
    assert found[quick].until < found[slow].until
    assert set(Deadlines(house.store).going_on()) == {slow, quick}


def test_three_days_by_a_set_clock(house: House, anna: Person, boris: Person, carla: Person):
    """Notification, reminder, vote of the others after the deadline, a bot, and coming back."""
    notices = reached(house.store, anna)
    id = begun(house, anna, boris, carla)
    house.later(minutes=10)
    assert tell(notices) == [("Anna", (id,))], "that it is her turn"
    house.later(hours=53)
    assert tell(notices) == []
    house.later(hours=1)
    (reminder,) = due(notices)
    assert reminder.waiting[0].reminds
    assert tell(notices) == [("Anna", (id,))], "that a quarter of the time is left"
    house.later(hours=17)
    assert tell(notices) == []
    assert Proposals(house.store).to_give(id) == []
    with pytest.raises(NotAllowed):
        Proposals(house.store).propose(id, boris, GIVE, number=0, player=PLAYS_ON)
    house.later(hours=1)
    assert tell(notices) == [], "nobody is told twice"
    assert house.store.record(id).summary.owing == (0,), "nothing ends a turn but people"
    assert Deadlines(house.store).hand_over() == [], "the form of the table said nothing of a bot"
    assert Proposals(house.store).to_give(id) == [0]
    assert Proposals(house.store).propose(id, boris, GIVE, number=0, player=PLAYS_ON) == OPEN
    asked = Proposals(house.store).open_one(id)
    assert asked is not None
    Proposals(house.store).answer(asked, carla, yes=True)
    assert house.store.header(id).seats[0] == ("Anna", PLAYS_ON)
    assert Deadlines(house.store).of_one(id) is None, "a bot has no deadline"
    Session.open(house.store, id, seats=()).let_bot_choose()
    assert SeatOwnership(house.store).come_back(id, anna) == {0}
    assert house.store.header(id).seats[0] == ("Anna", PERSON)
    house.later(hours=1)
    session = Session.open(house.store, id)
    while not session.match.over:
        owed = session.match.pending()[0]
        session.choose(session.ask(owed.seat), session.hint(owed.seat))
    record = house.store.record(id)
    assert record.summary.over
    assert unrated(record) == HANDED_OVER


def test_a_bot_steps_in_only_where_all_who_sat_down_were_told_so(
    house: House, anna: Person, boris: Person
):
    table = opened(house, anna, boris, steps_in=True)
    assert (table.hours, table.steps_in) == (THREE_DAYS, True)
    id = begun(house, anna, boris, steps_in=True)
    deadlines = Deadlines(house.store)
    house.later(hours=72)
    assert deadlines.hand_over() == []
    house.later(seconds=1)
    assert deadlines.hand_over() == [id]
    assert house.store.header(id).seats[0] == ("Anna", PLAYS_ON)
    assert house.store.record(id).unrated == HANDED_OVER
    assert deadlines.hand_over() == []
    assert SeatOwnership(house.store).come_back(id, anna) == {0}
    assert left(house, id) == timedelta(hours=72), "her time begins anew"


def test_who_moves_before_the_bot_steps_in_keeps_the_seat(
    house: House, anna: Person, boris: Person
):
    id = begun(house, anna, boris, steps_in=True)
    house.later(hours=71)
    move(house.store, id, anna)
    house.later(hours=2)
    assert Deadlines(house.store).hand_over() == []
    assert house.store.header(id).seats[0] == ("Anna", PERSON)


def test_playing_again_has_the_same_time(house: House, anna: Person, boris: Person):
    id = begun(house, anna, boris, hours=24, steps_in=True)
    SeatOwnership(house.store).concede(id, boris)
    again = house.tables.play_again(id, anna)
    assert (again.hours, again.steps_in) == (24, True)


def test_a_restart_reminds_nobody_twice_and_forgets_nobody(tmp_path: Path):
    path = tmp_path / "games.sqlite3"
    house = House(SqliteStore(path))
    anna, boris = house.person("Anna"), house.person("Boris")
    notices = reached(house.store, anna)
    id = begun(house, anna, boris, hours=24)
    claimed = None
    for hours, wanted in ((1, "told"), (17, "reminded"), (1, "")):
        house.later(hours=hours)
        house.store.close()
        house.store = SqliteStore(path)
        house.store.clock = lambda: house.now
        notices.store = house.store
        found = due(notices)
        assert bool(found) == bool(wanted)
        if wanted == "reminded":
            claimed = notices.claim(found[0])
            house.store.close()
            house.store = SqliteStore(path)
            house.store.clock = lambda: house.now
            notices.store = house.store
            assert claimed is not None
            house.later(minutes=6)
            assert tell(notices) == [("Anna", (id,))], "whoever claimed it has died"
        elif wanted:
            assert tell(notices) == [("Anna", (id,))]


def test_who_is_told_once_a_day_does_not_wait_a_day_for_a_reminder(
    house: House, anna: Person, boris: Person
):
    notices = reached(house.store, anna)
    notices.set_often(anna, "day")
    id = begun(house, anna, boris, hours=24)
    house.later(hours=10)
    assert tell(notices) == [("Anna", (id,))]
    house.later(hours=9)
    assert tell(notices) == [("Anna", (id,))]


def test_after_a_move_one_is_reminded_anew(house: House, anna: Person, boris: Person):
    id = begun(house, anna, boris, hours=24)
    until_further_choices(house, id)
    (seat,) = house.store.record(id).summary.owing
    asked = anna if house.store.owners(id)[seat] == anna.id else boris
    notices = reached(house.store, asked)
    house.later(hours=20)
    assert tell(notices) == [(asked.name, (id,))]
    choose(house, id)
    house.later(hours=17)
    assert tell(notices) == []
    house.later(hours=1)
    assert tell(notices) == [(asked.name, (id,))]
