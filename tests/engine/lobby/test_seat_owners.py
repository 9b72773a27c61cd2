"""Seat owners in matches: leaving, coming back, conceding."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.players import CONCEDED, Person
from engine.core.score_sheet import Standing
from engine.errors import Ended, NoSuchMatch, NotAllowed, NotYourSeat
from engine.games import catalogue
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.seat_owners import SeatOwnership, conceded, current_standings
from engine.lobby.users import Users
from engine.match.match import Match
from engine.storage.open_store import open_at
from engine.storage.session import Session
from tests.engine.lobby_server import LobbyServer, anna, boris, carla, server
from tests.engine.races import Ready, at_once, patient_store

__all__ = ["anna", "boris", "carla", "server"]

pytestmark = pytest.mark.usefixtures("toy")


def start_match(server: LobbyServer, *who: Person | str, **kinds: Any) -> str:
    """Start a match of these players, in this order; the first is its host."""
    host, *others = who
    assert isinstance(host, Person)
    wanted = [one.id if isinstance(one, Person) else one for one in others]
    table = server.tables.create(host, "toy", {}, [host.id, *wanted], ordered=True, **kinds)
    for one in others:
        if isinstance(one, Person):
            server.tables.join(table.id, one)
    server.published_topics()
    return server.tables.start(table.id, host)


def seating(server: LobbyServer) -> SeatOwnership:
    return SeatOwnership(server.store)


def play(session: Session, picks: int) -> None:
    """Let players make random picks."""
    dice = Dice(b"seating")
    for _ in range(picks):
        pending = session.match.pending()[0]
        session.choose(
            session.ask(pending.seat), pending.decision.sample(session.match.state, dice)
        )


# ---------------------------------------------------------------------- owners


def test_seats_belong_to_the_players_of_the_table(server: LobbyServer, anna: Person, boris: Person):
    id = start_match(server, anna, "bot:random", boris)
    assert server.store.owners(id) == (anna.id, None, boris.id)
    assert seating(server).seats_of(id, boris) == {2}
    assert [(one.name, one.is_free, one.may_be_taken) for one in seating(server).of(id)] == [
        ("Anna", False, False),
        ("Random", False, False),
        ("Boris", False, False),
    ]
    hosted = seating(server).terms(id)
    assert hosted is not None
    assert (hosted.host, hosted.form.days, hosted.started) == (anna.id, 3, server.now)
    assert [record.id for record in server.store.records(person=boris.id)] == [id]


def test_match_without_owners_belongs_to_nobody(server: LobbyServer, anna: Person):
    session = Session.begin(server.store, "toy", [("Anna", "person"), ("Boris", "person")])
    seats = seating(server)
    assert server.store.owners(session.id) == (None, None)
    assert (seats.of(session.id), seats.terms(session.id)) == ((), None)
    assert server.store.records(person=anna.id) == server.store.watchable(9) == []
    assert not seats.may_watch(session.id, anna)
    assert Session.open(server.store, session.id, person=anna).seats == set()
    for refused in (
        lambda: seats.leave(session.id, anna),
        lambda: seats.take(session.id, 0, anna),
        lambda: seats.fill(session.id, 0, anna, "random"),
        lambda: seats.concede(session.id, anna),
        lambda: seats.come_back(session.id, anna),
    ):
        with pytest.raises(NotAllowed):
            refused()
    with pytest.raises(NoSuchMatch):
        seats.of("q9q9")


def test_session_covers_the_seats_of_its_player(server: LobbyServer, anna: Person, boris: Person):
    id = start_match(server, anna, boris)
    session = Session.open(server.store, id, person=boris)
    assert session.seats == {1}
    assert session.owns_only_some_seats
    with pytest.raises(NotYourSeat):
        session.ask(0)
    with pytest.raises(NotYourSeat):
        session.undo(0)
    assert Session.open(server.store, id).seats == {0, 1}


def test_session_follows_changes_of_ownership(server: LobbyServer, anna: Person, boris: Person):
    id = start_match(server, anna, boris)
    session = Session.open(server.store, id, person=boris)
    seating(server).leave(id, boris, "random")
    session.catch_up()
    assert session.seats == set()
    assert session.match.header.seats[1] == ("Boris", "bot:random")
    seating(server).come_back(id, boris)
    session.catch_up()
    assert session.seats == {1}
    assert session.match.header.seats[1] == ("Boris", "person")


def test_matches_of_a_player_are_sorted_by_last_move(
    server: LobbyServer, anna: Person, boris: Person
):
    ids = []
    for _ in range(3):
        server.advance_clock(minutes=1)
        ids.append(start_match(server, anna, boris))
    start_match(server, boris, "bot:random")
    server.advance_clock(minutes=1)
    play(Session.open(server.store, ids[0]), 1)
    found = server.store.records(person=anna.id)
    assert [record.id for record in found] == [ids[0], ids[2], ids[1]]
    assert server.store.records(person=anna.id, limit=2) == found[:2]
    assert server.store.records(person=anna.id, over=True) == []
    assert not server.store.has_finished("toy", anna.id)
    assert not server.store.has_finished("toy")
    seating(server).concede(ids[2], anna)
    assert [one.id for one in server.store.records(person=anna.id, over=True)] == [ids[2]]
    assert [one.id for one in server.store.records(person=anna.id, over=False)] == [ids[0], ids[1]]
    assert len(server.store.records(over=False)) == 3
    assert server.store.has_finished("toy", anna.id)
    assert server.store.has_finished("toy")
    assert not server.store.has_finished("toy", server.register("Carla").id)
    assert not server.store.has_finished("middle_ages", anna.id)


# ---------------------------------------------------------------------- leaving and coming back


def test_bot_replaces_a_leaving_player(server: LobbyServer, anna: Person, boris: Person):
    id = start_match(server, anna, boris)
    server.published_topics()
    seating(server).leave(id, boris, "bot:greedy")
    topics = {"bots", "lobby", f"match/{id}", f"person/{anna.id}", f"person/{boris.id}"}
    assert server.published_topics() == topics
    assert server.store.record(id).header.seats == (("Anna", "person"), ("Boris", "bot:greedy"))
    assert server.store.owners(id) == (anna.id, None)
    assert server.store.records(person=boris.id) == []
    with pytest.raises(NotAllowed, match="no seat"):
        seating(server).leave(id, boris)


def test_abandoned_seat_waits(server: LobbyServer, anna: Person, boris: Person):
    id = start_match(server, anna, boris)
    seating(server).leave(id, boris)
    (_, seat) = seating(server).of(id)
    assert (seat.is_free, seat.may_be_taken, seat.former) == (True, True, boris.id)
    assert server.store.record(id).header.seats[1] == ("Boris", "person")


def test_player_can_return_until_the_seat_is_taken(
    server: LobbyServer, anna: Person, boris: Person, carla: Person
):
    id = start_match(server, anna, boris)
    seating(server).leave(id, boris)
    assert seating(server).come_back(id, boris) == {1}
    assert server.store.owners(id) == (anna.id, boris.id)
    seating(server).leave(id, boris, "random")
    server.published_topics()
    seating(server).take(id, 1, carla)
    assert f"person/{carla.id}" in server.published_topics()
    assert server.store.record(id).header.seats[1] == ("Carla", "person")
    with pytest.raises(NotAllowed, match="Someone else has taken your seat"):
        seating(server).come_back(id, boris)
    assert server.store.owners(id) == (anna.id, carla.id)


def test_occupied_seat_cannot_be_taken(
    server: LobbyServer, anna: Person, boris: Person, carla: Person
):
    id = start_match(server, anna, boris, "bot:random")
    for seat in range(3):
        with pytest.raises(NotAllowed, match="is already in that seat"):
            seating(server).take(id, seat, carla)
    with pytest.raises(NotAllowed, match="There is no such seat at this table"):
        seating(server).take(id, 3, carla)
    assert server.store.owners(id) == (anna.id, boris.id, None)


def test_nobody_has_two_seats(server: LobbyServer, anna: Person, boris: Person):
    id = start_match(server, anna, boris)
    seating(server).leave(id, boris)
    with pytest.raises(NotAllowed, match="You already have a seat in this game"):
        seating(server).take(id, 1, anna)


def test_private_table_requires_its_code_from_new_players(
    server: LobbyServer, anna: Person, boris: Person, carla: Person
):
    id = start_match(server, anna, boris, watch=False)
    hosted = seating(server).terms(id)
    assert hosted is not None
    seating(server).leave(id, boris)
    assert not seating(server).may_watch(id, carla)
    assert seating(server).may_watch(id, boris)
    with pytest.raises(NotAllowed, match="You need this table's code to join"):
        seating(server).take(id, 1, carla, code="A2A2")
    seating(server).take(id, 1, carla, code=hosted.code.lower())
    assert server.store.owners(id) == (anna.id, carla.id)


def test_players_can_give_a_free_seat_to_a_bot(
    server: LobbyServer, anna: Person, boris: Person, carla: Person
):
    id = start_match(server, anna, boris)
    with pytest.raises(NotAllowed, match="is taken"):
        seating(server).fill(id, 1, anna, "random")
    seating(server).leave(id, boris)
    with pytest.raises(NotAllowed, match="no seat"):
        seating(server).fill(id, 1, carla, "random")
    seating(server).fill(id, 1, anna, "bot:random")
    assert server.store.record(id).header.seats[1] == ("Boris", "bot:random")
    assert seating(server).come_back(id, boris) == {1}


# ---------------------------------------------------------------------- conceding


def test_conceding_makes_the_other_of_two_win(server: LobbyServer, anna: Person, boris: Person):
    id = start_match(server, anna, boris)
    play(Session.open(server.store, id), 6)
    server.published_topics()
    server.advance_clock(minutes=5)
    seating(server).concede(id, anna)
    record = server.store.record(id)
    assert f"match/{id}" in server.published_topics()
    assert record.ending is not None
    assert (record.ending.kind, record.ending.seat, record.ending.when) == (CONCEDED, 0, server.now)
    assert (record.summary.over, record.summary.owing) == (True, ())
    assert [(one.seat, one.place) for one in record.summary.result] == [(1, 1), (0, 2)]
    assert (record.events, record.damage) == (len(server.store.load(id).log), None)


def test_conceded_match_cannot_continue(server: LobbyServer, anna: Person, boris: Person):
    id = start_match(server, anna, boris)
    session = Session.open(server.store, id)
    seating(server).concede(id, boris)
    before = server.store.log(id)
    with pytest.raises(Ended, match=id):
        play(session, 1)
    assert server.store.log(id) == before
    assert len(session.match.log) == len(before[1])
    for refused in (
        lambda: seating(server).leave(id, anna),
        lambda: seating(server).concede(id, anna),
        lambda: seating(server).come_back(id, anna),
    ):
        with pytest.raises(Ended):
            refused()


def test_bot_replaces_a_conceding_player_for_good(
    server: LobbyServer, anna: Person, boris: Person, carla: Person
):
    id = start_match(server, anna, boris, carla)
    seating(server).concede(id, boris)
    record = server.store.record(id)
    assert (record.ending, record.summary.over) == (None, False)
    assert record.owners == (anna.id, None, carla.id)
    assert record.header.seats[1] == ("Boris", "bot:medium")
    with pytest.raises(NotAllowed):
        seating(server).come_back(id, boris)


def test_conceding_against_a_bot_loses(server: LobbyServer, anna: Person):
    id = start_match(server, anna, "bot:random")
    seating(server).concede(id, anna)
    assert [one.seat for one in server.store.record(id).summary.result] == [1, 0]


def test_conceding_without_other_people_ends_the_match(server: LobbyServer, anna: Person):
    id = start_match(server, anna, "bot:random", "bot:random")
    play(Session.open(server.store, id), 12)
    seating(server).concede(id, anna)
    record = server.store.record(id)
    assert record.ending is not None
    assert (record.ending.kind, record.ending.seat) == (CONCEDED, 0)
    assert record.summary.result[-1].seat == 0
    assert record.summary.result[-1].place == 3
    assert record.summary.result[0].place == 1


def test_conceding_moves_the_player_to_the_last_place():
    stood = (Standing(2, 1, 30), Standing(0, 2, 20), Standing(3, 2, 20), Standing(1, 4, 10))
    assert conceded(stood, 2) == (
        Standing(0, 1, 20),
        Standing(3, 1, 20),
        Standing(1, 3, 10),
        Standing(2, 4, 30),
    )
    assert conceded((Standing(0, 1, 20),), 0) == (Standing(0, 1, 20),)


@pytest.mark.parametrize("game", [one.id for one in catalogue(drafts=True)])
def test_every_game_has_standings_at_any_moment(game: str):
    match = Match.begin(game, [("Anna", "person"), ("Boris", "person")], seed="stand")
    dice = Dice(b"stand")
    for number in range(60):
        if number % 20 == 0:
            result = current_standings(match)
            assert sorted(one.seat for one in result) == [0, 1]
            assert all(type(one.total) is int for one in result)
        if match.state.over:
            break
        pending = match.pending()[0]
        match.choose(pending.seat, pending.decision.sample(match.state, dice))


# ---------------------------------------------------------------------- races


def take(place: Path | str, id: str, name: str, ready: Ready) -> list[int]:
    """Race to take the free seat, or to come back to it; return who succeeds."""
    store, won = patient_store(place), []
    person = Users(store).named(name)
    ready()
    with suppress(NotAllowed):
        if name == "Boris":
            SeatOwnership(store).come_back(id, person)
        else:
            SeatOwnership(store).take(id, 1, person)
        won.append(person.id)
    store.close()
    return won


def test_abandoned_seat_is_taken_once(place_of_a_race: Path | str):
    place = place_of_a_race
    server = LobbyServer(open_at(place))
    anna, boris = server.register("Anna"), server.register("Boris")
    names = ["Boris", *(f"Rival {letter}" for letter in "abcde")]
    for name in names[1:]:
        server.register(name)
    ids = [start_match(server, anna, boris) for _ in range(5)]
    for id in ids:
        SeatOwnership(server.store).leave(id, boris)
    server.store.close()
    for id in ids:
        winners = at_once(take, [(place, id, name) for name in names])
        store = open_at(place)
        assert winners == [store.owners(id)[1]]
        assert len(WaitingTables(store).open_tables()) == 0
        store.close()
