"""Proposals at a table: unanimous, by majority, or withdrawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import frozen

from engine.core.chance import Dice
from engine.core.event import UNDO_EVENT
from engine.core.players import AGREED, Person
from engine.errors import BadSetup, Conflict, Ended, NotAllowed, NotYourTurn
from engine.lobby.proposals import (
    PROPOSAL_DECLINED,
    PROPOSAL_EXECUTED,
    PROPOSAL_GONE,
    PROPOSAL_OPEN,
    PROPOSE_END,
    PROPOSE_REWIND,
    PROPOSE_SEAT,
    Proposal,
    Proposals,
)
from engine.lobby.seat_owners import SeatOwnership, current_standings
from engine.lobby.users import Users
from engine.storage.open_store import open_at
from engine.storage.session import Session
from tests.engine.lobby.test_seat_owners import start_match
from tests.engine.lobby_server import LobbyServer, server
from tests.engine.races import Ready, at_once, patient_store

__all__ = ["server"]

pytestmark = pytest.mark.usefixtures("toy")


@frozen
class Table:
    """A match of some people, started and played for a while."""

    server: LobbyServer
    id: str
    people: tuple[Person, ...]

    @property
    def asked(self) -> Proposals:
        return Proposals(self.server.store)

    @property
    def session(self) -> Session:
        return Session.open(self.server.store, self.id)

    @property
    def length(self) -> int:
        return self.server.store.record(self.id).events

    def now(self) -> Proposal:
        """The open proposal."""
        found = self.asked.open_one(self.id)
        assert found is not None
        return found

    def play(self, picks: int = 1) -> None:
        """Let players make random picks."""
        session, dice = self.session, Dice(b"asked")
        for _ in range(picks):
            pending = session.match.pending()[0]
            session.choose(
                session.ask(pending.seat), pending.decision.sample(session.match.state, dice)
            )


def table(server: LobbyServer, *names: str, bots: int = 0, picks: int = 8, days: int = 3) -> Table:
    people = tuple(server.register(name) for name in names)
    made = Table(server, start_match(server, *people, *["bot:random"] * bots, days=days), people)
    made.play(picks)
    return made


# ---------------------------------------------------------------------- undo


def test_last_agreement_carries_out_the_proposal(server: LobbyServer):
    made = table(server, "Anna", "Boris", "Carla")
    anna, boris, carla = made.people
    before = made.session.match
    number = [event.number for event in before.line if event.kind == "pick"][-3] - 1
    server.published_topics()
    assert made.asked.propose(made.id, anna, PROPOSE_REWIND, number=number) == PROPOSAL_OPEN
    people = {f"person/{one.id}" for one in made.people}
    assert {f"match/{made.id}", *people} <= server.published_topics()
    now = made.now()
    assert (now.kind, now.seat, now.number, now.events) == (
        PROPOSE_REWIND,
        0,
        number,
        len(before.log),
    )
    assert (now.people, now.yes, now.needed) == (tuple(one.id for one in made.people), (1,), 3)
    assert [now.asks(one) for one in made.people] == [False, True, True]
    assert made.asked.of(boris) == made.asked.of(carla) == [now]
    assert made.asked.of(anna) == []
    assert made.asked.answer(now, carla, True) == PROPOSAL_OPEN
    assert made.length == len(before.log)
    assert made.asked.of(carla) == []
    assert made.asked.answer(now, boris, True) == PROPOSAL_EXECUTED
    assert {f"match/{made.id}", *people} <= server.published_topics()
    assert made.asked.open_one(made.id) is None
    after = made.session.match
    expected = server.store.load(made.id)
    event = after.log[len(before.log)]
    assert (event.kind, event.seat, event.step) == (UNDO_EVENT, 0, "Rewind")
    assert [one.number for one in after.line if one.number <= len(before.log)] == [
        one.number for one in before.line if one.number <= number
    ]
    assert after.state == expected.state


def test_single_player_needs_no_proposal(server: LobbyServer):
    made = table(server, "Anna", bots=2, picks=5)
    (anna,) = made.people
    assert made.asked.propose(made.id, anna, PROPOSE_REWIND) == PROPOSAL_EXECUTED
    assert made.asked.open_one(made.id) is None
    assert made.session.match.line[0].kind == "chance"


def test_one_refusal_declines_the_proposal(server: LobbyServer):
    made = table(server, "Anna", "Boris", "Carla")
    anna, boris, carla = made.people
    made.asked.propose(made.id, anna, PROPOSE_REWIND)
    now = made.now()
    assert made.asked.answer(now, boris, False) == PROPOSAL_DECLINED
    assert made.asked.open_one(made.id) is None
    assert made.asked.answer(now, carla, True) == PROPOSAL_GONE
    assert made.length == now.events


def test_move_lapses_the_proposal(server: LobbyServer):
    made = table(server, "Anna", "Boris")
    anna, boris = made.people
    made.asked.propose(made.id, anna, PROPOSE_REWIND)
    now = made.now()
    made.play()
    assert made.asked.open_one(made.id) is None
    before = made.length
    assert made.asked.answer(now, boris, True) == PROPOSAL_GONE
    assert made.length == before


def test_proposer_withdraws_the_proposal(server: LobbyServer):
    made = table(server, "Anna", "Boris")
    anna, boris = made.people
    made.asked.propose(made.id, anna, PROPOSE_END)
    with pytest.raises(NotAllowed, match="Only the player who made the proposal"):
        made.asked.withdraw(made.id, boris)
    made.asked.withdraw(made.id, anna)
    assert made.asked.open_one(made.id) is None
    made.asked.withdraw(made.id, anna)
    made.asked.withdraw(made.id, boris)


def test_only_one_proposal_at_a_time(server: LobbyServer):
    made = table(server, "Anna", "Boris")
    anna, boris = made.people
    made.asked.propose(made.id, anna, PROPOSE_REWIND)
    with pytest.raises(NotAllowed, match="Anna has already made a proposal"):
        made.asked.propose(made.id, boris, PROPOSE_END)


def test_answer_counts_once_and_only_for_its_proposal(server: LobbyServer):
    made = table(server, "Anna", "Boris", "Carla")
    anna, boris, carla = made.people
    made.asked.propose(made.id, anna, PROPOSE_REWIND)
    first = made.now()
    made.asked.withdraw(made.id, anna)
    server.advance_clock(seconds=1)
    made.asked.propose(made.id, anna, PROPOSE_REWIND)
    assert made.asked.answer(first, boris, True) == PROPOSAL_GONE
    assert made.asked.answer(made.now(), boris, True) == PROPOSAL_OPEN
    assert made.asked.answer(made.now(), boris, True) == PROPOSAL_GONE
    assert made.asked.answer(made.now(), anna, True) == PROPOSAL_GONE
    dora = server.register("Dora")
    assert made.asked.answer(made.now(), dora, True) == PROPOSAL_GONE
    assert made.now().yes == (anna.id, boris.id)
    assert made.asked.answer(made.now(), carla, True) == PROPOSAL_EXECUTED


@pytest.mark.parametrize(
    ("kind", "number", "error", "reason"),
    [
        (PROPOSE_REWIND, 99_999, NotAllowed, "No moves have been made since then"),
        (PROPOSE_REWIND, -1, NotAllowed, "No moves have been made since then"),
        (PROPOSE_SEAT, 1, NotAllowed, "cannot give that seat to someone else yet"),
        (PROPOSE_SEAT, 0, NotAllowed, "your own"),
        (PROPOSE_SEAT, 7, NotAllowed, "cannot give that seat to someone else yet"),
        ("dance", 0, NotAllowed, "You cannot propose that"),
    ],
)
def test_impossible_proposal_is_refused(
    server: LobbyServer, kind: str, number: int, error: type[Exception], reason: str
):
    made = table(server, "Anna", "Boris")
    with pytest.raises(error, match=reason):
        made.asked.propose(made.id, made.people[0], kind, number=number)
    assert made.asked.open_one(made.id) is None


def test_only_seated_players_can_propose(server: LobbyServer):
    made = table(server, "Anna", "Boris")
    with pytest.raises(NotAllowed, match="no seat"):
        made.asked.propose(made.id, server.register("Carla"), PROPOSE_END)
    with pytest.raises(BadSetup):
        made.asked.propose(made.id, made.people[0], PROPOSE_SEAT, number=1, player="bot:deep")


def test_proposal_requires_the_current_position(server: LobbyServer):
    made = table(server, "Anna", "Boris")
    with pytest.raises(Conflict, match="moved on"):
        made.asked.propose(made.id, made.people[0], PROPOSE_REWIND, events=made.length - 1)
    assert (
        made.asked.propose(made.id, made.people[0], PROPOSE_REWIND, events=made.length)
        == PROPOSAL_OPEN
    )


def test_change_of_seats_ends_the_proposal(server: LobbyServer):
    made = table(server, "Anna", "Boris", "Carla")
    anna, boris, _ = made.people
    for change in (
        lambda: SeatOwnership(server.store).leave(made.id, boris, "random"),
        lambda: SeatOwnership(server.store).come_back(made.id, boris),
        lambda: SeatOwnership(server.store).leave(made.id, boris),
        lambda: SeatOwnership(server.store).take(made.id, 1, server.register("Dora")),
        lambda: server.people.erase(server.people.named("Dora")),
    ):
        made.asked.propose(made.id, anna, PROPOSE_REWIND)
        change()
        assert made.asked.open_one(made.id) is None


# ---------------------------------------------------------------------- ending


def test_agreed_end_keeps_current_standings(server: LobbyServer):
    made = table(server, "Anna", "Boris", bots=1)
    anna, boris = made.people
    session = made.session
    stands = current_standings(session.match)
    pending = session.match.pending()[0]
    asked, pick = session.ask(pending.seat), session.hint(pending.seat)
    assert made.asked.propose(made.id, boris, PROPOSE_END) == PROPOSAL_OPEN
    assert made.asked.answer(made.now(), anna, True) == PROPOSAL_EXECUTED
    record = server.store.record(made.id)
    assert record.ending is not None
    assert (record.ending.kind, record.ending.seat) == (AGREED, -1)
    assert (record.summary.over, record.summary.result) == (True, stands)
    with pytest.raises(Ended):
        session.choose(asked, pick)
    with pytest.raises(Ended):
        made.asked.propose(made.id, anna, PROPOSE_REWIND)
    with pytest.raises(NotYourTurn):
        session.ask(pending.seat)
    for match_view in (session.match_view, made.session.match_view):
        assert match_view.over
        assert match_view.pending() == []
        assert match_view.ended is not None
        assert (match_view.ended.ending, tuple(match_view.ended.result)) == (record.ending, stands)


def test_finished_match_can_be_rewound_but_not_ended(server: LobbyServer):
    made = table(server, "Anna", "Boris", picks=0)
    while not made.session.match.state.over:
        made.play(10 if made.session.match.state.round < 2 else 1)
    with pytest.raises(Ended):
        made.asked.propose(made.id, made.people[0], PROPOSE_END)
    made.asked.propose(made.id, made.people[0], PROPOSE_REWIND, number=made.length - 2)
    assert made.asked.answer(made.now(), made.people[1], True) == PROPOSAL_EXECUTED
    assert not server.store.record(made.id).summary.over


# ---------------------------------------------------------------------- giving a seat away


def waiting_for(made: Table) -> int:
    """Return a seat with a pending decision."""
    seat, *_ = made.server.store.record(made.id).summary.owing
    return seat


def test_waiting_player_of_two_can_give_the_seat_away(server: LobbyServer):
    made = table(server, "Anna", "Boris")
    absent = waiting_for(made)
    other = made.people[1 - absent]
    server.advance_clock(days=3, seconds=-1)
    assert made.asked.to_give(made.id) == []
    with pytest.raises(NotAllowed, match="cannot give that seat to someone else yet"):
        made.asked.propose(made.id, other, PROPOSE_SEAT, number=absent, player="greedy")
    server.advance_clock(seconds=1)
    assert made.asked.to_give(made.id) == [absent]
    assert (
        made.asked.propose(made.id, other, PROPOSE_SEAT, number=absent, player="greedy")
        == PROPOSAL_EXECUTED
    )
    assert server.store.record(made.id).header.seats[absent][1] == "bot:greedy"
    assert server.store.owners(made.id)[absent] is None
    assert SeatOwnership(server.store).come_back(made.id, made.people[absent]) == {absent}


def test_two_of_three_others_are_enough_to_give_a_seat_away(server: LobbyServer):
    made = table(server, "Anna", "Boris", "Carla", "Dora")
    absent = waiting_for(made)
    others = [one for seat, one in enumerate(made.people) if seat != absent]
    server.advance_clock(days=3)
    assert made.asked.propose(made.id, others[0], PROPOSE_SEAT, number=absent) == PROPOSAL_OPEN
    now = made.now()
    assert (now.needed, now.people) == (2, tuple(one.id for one in others))
    assert not now.asks(made.people[absent])
    assert made.asked.answer(now, others[1], False) == PROPOSAL_OPEN
    assert made.asked.answer(now, others[2], True) == PROPOSAL_EXECUTED
    (seat,) = [one for one in SeatOwnership(server.store).of(made.id) if one.seat == absent]
    assert (seat.is_free, seat.former) == (True, made.people[absent].id)


def test_seat_stays_without_a_majority(server: LobbyServer):
    made = table(server, "Anna", "Boris", "Carla")
    absent = waiting_for(made)
    others = [one for seat, one in enumerate(made.people) if seat != absent]
    server.advance_clock(days=3)
    made.asked.propose(made.id, others[0], PROPOSE_SEAT, number=absent)
    assert made.asked.answer(made.now(), others[1], False) == PROPOSAL_DECLINED
    assert server.store.owners(made.id)[absent] == made.people[absent].id


def test_returning_player_keeps_the_seat(server: LobbyServer):
    made = table(server, "Anna", "Boris", "Carla")
    absent = waiting_for(made)
    others = [one for seat, one in enumerate(made.people) if seat != absent]
    server.advance_clock(days=4)
    made.asked.propose(made.id, others[0], PROPOSE_SEAT, number=absent)
    now = made.now()
    server.published_topics()
    server.people.mark_online(others[1])
    assert made.asked.open_one(made.id) == now
    server.people.mark_online(made.people[absent])
    assert f"match/{made.id}" in server.published_topics()
    assert made.asked.open_one(made.id) is None
    assert made.asked.answer(now, others[1], True) == PROPOSAL_GONE
    assert made.asked.to_give(made.id) == []


def test_waiting_time_is_set_when_the_table_is_created(server: LobbyServer):
    made = table(server, "Anna", "Boris", days=1)
    server.advance_clock(days=1)
    assert made.asked.to_give(made.id) == [waiting_for(made)]


def test_only_players_with_a_decision_can_be_replaced(server: LobbyServer):
    made = table(server, "Anna", "Boris")
    while len(server.store.record(made.id).summary.owing) > 1:
        made.play()
    server.advance_clock(days=9)
    assert made.asked.to_give(made.id) == [waiting_for(made)]


# ---------------------------------------------------------------------- races


def agree(place: Path | str, id: str, name: str, ready: Ready) -> list[str]:
    """Race to give the last yes; return the outcome."""
    store = patient_store(place)
    asked, person = Proposals(store), Users(store).named(name)
    now = asked.open_one(id)
    assert now is not None
    ready()
    outcome = asked.answer(now, person, True)
    store.close()
    return [outcome]


def test_simultaneous_last_votes_carry_out_once(place_of_a_race: Path | str):
    place = place_of_a_race
    server = LobbyServer(open_at(place))
    made = table(server, "Anna", "Boris", "Carla", "Dora")
    for _ in range(3):
        made.play(3)
        before = made.length
        made.asked.propose(made.id, made.people[0], PROPOSE_REWIND, number=before - 3)
        voters = [(place, made.id, name) for name in ("Boris", "Carla", "Dora")]
        assert sorted(at_once(agree, voters)) == sorted(
            [PROPOSAL_OPEN, PROPOSAL_OPEN, PROPOSAL_EXECUTED]
        )
        backs = [one for one in made.session.match.log[before:] if one.kind == UNDO_EVENT]
        assert len(backs) == 1
        assert made.asked.open_one(made.id) is None
