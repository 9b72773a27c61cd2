"""Matches with a time limit: deadlines, reminders, and their consequences."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from engine.core.players import PERSON, Person
from engine.errors import NotAllowed
from engine.lobby.deadlines import Deadlines
from engine.lobby.proposals import PROPOSAL_OPEN, PROPOSE_SEAT, Proposals
from engine.lobby.seat_owners import PLAYS_ON, SeatOwnership
from engine.lobby.waiting_table import WaitingTable
from engine.match.match import Match
from engine.stats.ratings import unrated
from engine.storage.records import HANDED_OVER
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.engine.lobby.test_notifications import (
    due_notifications,
    move,
    notifications_by_mail,
    send_due,
)
from tests.engine.lobby_server import LobbyServer, anna, boris, carla, server

__all__ = ["anna", "boris", "carla", "server"]

THREE_DAYS = 72


def opened(
    server: LobbyServer, *people: Person, hours: int = THREE_DAYS, steps_in: bool = False
) -> WaitingTable:
    """Return a table of these people with a limit of `hours` per move."""
    table = server.tables.create(
        people[0],
        "middle_ages",
        {},
        [one.id for one in people],
        ordered=True,
        hours=hours,
        steps_in=steps_in,
    )
    for one in people[1:]:
        table = server.tables.join(table.id, one)
    return table


def start_match(
    server: LobbyServer, *people: Person, hours: int = THREE_DAYS, steps_in: bool = False
) -> str:
    """Start its match, with the first of them to move."""
    while True:
        id = server.tables.start(
            opened(server, *people, hours=hours, steps_in=steps_in).id, people[0]
        )
        if server.store.record(id).summary.owing == (0,):
            return id
        server.store.delete(id)


def left(server: LobbyServer, id: str) -> timedelta:
    """Return the time left for a move."""
    deadline = Deadlines(server.store).of_one(id)
    assert deadline is not None
    return deadline.left(server.store.clock())


def choose(server: LobbyServer, id: str) -> None:
    """Let the player with a pending decision choose once."""
    session = Session.open(server.store, id)
    (pending,) = session.match.pending()
    session.choose(session.ask(pending.seat), session.hint(pending.seat))


def until_further_choices(server: LobbyServer, id: str) -> None:
    """Play until a player starts a turn that goes on after the next choice."""
    while True:
        session = Session.open(server.store, id)
        (pending,) = session.match.pending()
        ahead = Match.load(session.match.header, session.match.log)
        ahead.choose(pending.seat, session.hint(pending.seat))
        if [one.seat for one in ahead.pending()] == [pending.seat]:
            return
        choose(server, id)


def test_deadline_counts_from_the_start_of_the_turn(
    server: LobbyServer, anna: Person, boris: Person
):
    id = start_match(server, anna, boris)
    assert left(server, id) == timedelta(hours=72)
    server.advance_clock(hours=50)
    assert left(server, id) == timedelta(hours=22)
    move(server.store, id, anna)
    assert left(server, id) == timedelta(hours=72)
    deadline = Deadlines(server.store).of_one(id)
    assert deadline is not None
    assert deadline.person == boris.id


def test_picks_within_a_turn_do_not_move_the_deadline(
    server: LobbyServer, anna: Person, boris: Person
):
    id = start_match(server, anna, boris)
    until_further_choices(server, id)
    server.advance_clock(hours=50)
    assert left(server, id) == timedelta(hours=22)
    choose(server, id)
    assert left(server, id) == timedelta(hours=72)


def test_table_without_time_limit_has_no_deadline(server: LobbyServer, anna: Person, boris: Person):
    id = start_match(server, anna, boris, hours=0)
    assert Deadlines(server.store).of_one(id) is None
    assert Deadlines(server.store).earliest() == {}
    server.advance_clock(days=2)
    assert Proposals(server.store).to_give(id) == []


def test_invalid_time_limit_is_refused(server: LobbyServer, anna: Person):
    for hours in (-1, 1, 25, 10_000):
        with pytest.raises(NotAllowed):
            server.tables.create(anna, "middle_ages", {}, [anna.id, None], hours=hours)


def test_deadlines_are_sorted(server: LobbyServer, anna: Person, boris: Person, carla: Person):
    slow = start_match(server, anna, boris)
    quick = start_match(server, anna, carla, hours=24)
    found = Deadlines(server.store).of([slow, quick], anna.id)
    assert found[quick].until < found[slow].until
    assert set(Deadlines(server.store).earliest()) == {slow, quick}


def test_deadline_after_three_days(server: LobbyServer, anna: Person, boris: Person, carla: Person):
    """Notification, reminder, vote of the others after the deadline, a bot, and coming back."""
    notices = notifications_by_mail(server.store, anna)
    id = start_match(server, anna, boris, carla)
    server.advance_clock(minutes=10)
    assert send_due(notices) == [("Anna", (id,))], "the turn is notified"
    server.advance_clock(hours=53)
    assert send_due(notices) == []
    server.advance_clock(hours=1)
    (reminder,) = due_notifications(notices)
    assert reminder.waiting[0].reminds
    assert send_due(notices) == [("Anna", (id,))], "the last quarter of the time is notified"
    server.advance_clock(hours=17)
    assert send_due(notices) == []
    assert Proposals(server.store).to_give(id) == []
    with pytest.raises(NotAllowed):
        Proposals(server.store).propose(id, boris, PROPOSE_SEAT, number=0, player=PLAYS_ON)
    server.advance_clock(hours=1)
    assert send_due(notices) == [], "no repeated reminder"
    assert server.store.record(id).summary.owing == (0,), "only people end a turn"
    assert Deadlines(server.store).hand_over_late_seats() == [], "the table did not announce a bot"
    assert Proposals(server.store).to_give(id) == [0]
    assert (
        Proposals(server.store).propose(id, boris, PROPOSE_SEAT, number=0, player=PLAYS_ON)
        == PROPOSAL_OPEN
    )
    asked = Proposals(server.store).open_one(id)
    assert asked is not None
    Proposals(server.store).answer(asked, carla, yes=True)
    assert server.store.header(id).seats[0] == ("Anna", PLAYS_ON)
    assert Deadlines(server.store).of_one(id) is None, "a bot has no deadline"
    Session.open(server.store, id, seats=()).let_bot_choose()
    assert SeatOwnership(server.store).come_back(id, anna) == {0}
    assert server.store.header(id).seats[0] == ("Anna", PERSON)
    server.advance_clock(hours=1)
    session = Session.open(server.store, id)
    while not session.match.over:
        pending = session.match.pending()[0]
        session.choose(session.ask(pending.seat), session.hint(pending.seat))
    record = server.store.record(id)
    assert record.summary.over
    assert unrated(record) == HANDED_OVER


def test_bot_replaces_late_player_only_if_table_announced_it(
    server: LobbyServer, anna: Person, boris: Person
):
    table = opened(server, anna, boris, steps_in=True)
    assert (table.hours, table.steps_in) == (THREE_DAYS, True)
    id = start_match(server, anna, boris, steps_in=True)
    deadlines = Deadlines(server.store)
    server.advance_clock(hours=72)
    assert deadlines.hand_over_late_seats() == []
    server.advance_clock(seconds=1)
    assert deadlines.hand_over_late_seats() == [id]
    assert server.store.header(id).seats[0] == ("Anna", PLAYS_ON)
    assert server.store.record(id).unrated == HANDED_OVER
    assert deadlines.hand_over_late_seats() == []
    assert SeatOwnership(server.store).come_back(id, anna) == {0}
    assert left(server, id) == timedelta(hours=72), "her time starts again"


def test_move_before_deadline_keeps_the_seat(server: LobbyServer, anna: Person, boris: Person):
    id = start_match(server, anna, boris, steps_in=True)
    server.advance_clock(hours=71)
    move(server.store, id, anna)
    server.advance_clock(hours=2)
    assert Deadlines(server.store).hand_over_late_seats() == []
    assert server.store.header(id).seats[0] == ("Anna", PERSON)


def test_rematch_has_the_same_time_limit(server: LobbyServer, anna: Person, boris: Person):
    id = start_match(server, anna, boris, hours=24, steps_in=True)
    SeatOwnership(server.store).concede(id, boris)
    again = server.tables.play_again(id, anna)
    assert (again.hours, again.steps_in) == (24, True)


def test_restart_repeats_and_loses_no_reminder(tmp_path: Path):
    path = tmp_path / "games.sqlite3"
    server = LobbyServer(SqliteStore(path))
    anna, boris = server.register("Anna"), server.register("Boris")
    notices = notifications_by_mail(server.store, anna)
    id = start_match(server, anna, boris, hours=24)
    claimed = None
    for hours, wanted in ((1, "told"), (17, "reminded"), (1, "")):
        server.advance_clock(hours=hours)
        server.store.close()
        server.store = SqliteStore(path)
        server.store.clock = lambda: server.now
        notices.store = server.store
        found = due_notifications(notices)
        assert bool(found) == bool(wanted)
        if wanted == "reminded":
            claimed = notices.claim(found[0])
            server.store.close()
            server.store = SqliteStore(path)
            server.store.clock = lambda: server.now
            notices.store = server.store
            assert claimed is not None
            server.advance_clock(minutes=6)
            assert send_due(notices) == [("Anna", (id,))], "the claiming notifier has died"
        elif wanted:
            assert send_due(notices) == [("Anna", (id,))]


def test_daily_digest_does_not_delay_reminders(server: LobbyServer, anna: Person, boris: Person):
    notices = notifications_by_mail(server.store, anna)
    notices.set_often(anna, "day")
    id = start_match(server, anna, boris, hours=24)
    server.advance_clock(hours=10)
    assert send_due(notices) == [("Anna", (id,))]
    server.advance_clock(hours=9)
    assert send_due(notices) == [("Anna", (id,))]


def test_next_turn_gets_a_new_reminder(server: LobbyServer, anna: Person, boris: Person):
    id = start_match(server, anna, boris, hours=24)
    until_further_choices(server, id)
    (seat,) = server.store.record(id).summary.owing
    asked = anna if server.store.owners(id)[seat] == anna.id else boris
    notices = notifications_by_mail(server.store, asked)
    server.advance_clock(hours=20)
    assert send_due(notices) == [(asked.name, (id,))]
    choose(server, id)
    server.advance_clock(hours=17)
    assert send_due(notices) == []
    server.advance_clock(hours=1)
    assert send_due(notices) == [(asked.name, (id,))]
