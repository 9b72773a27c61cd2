"""What is answered before it is asked: chosen once, by whoever moves bots, told to nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from engine.community.beforehand import Beforehand
from engine.community.gatherings import Gatherings
from engine.community.people import People
from engine.community.seating import Seating
from engine.core.chance import Dice
from engine.core.game import KnownAnswer
from engine.core.players import Person
from engine.errors import NotAllowed
from engine.games.knights.game import CitiesAndKnights
from engine.games.knights.trade import DECLINE
from engine.i18n.text import words
from engine.storage.memory import MemoryStore
from engine.storage.session import Session
from engine.storage.store import Store
from engine.thinking.mover import Mover
from tests.engine.thinking.test_mover import Mind

STEP = "TradeResponse"


@pytest.fixture
def store() -> Store:
    return MemoryStore()


def seated(store: Store, game: str = "knights") -> tuple[str, list[Person]]:
    """A match of three people, and they in the order of the seats."""
    people = [People(store).register(name, f"SHA256:{name}") for name in ("Anna", "Boris", "Carla")]
    tables = Gatherings(store)
    made = tables.begin_one(people[0], game, {}, [one.id for one in people], ordered=True)
    for one in people[1:]:
        tables.sit(made.id, one)
    return tables.start(made.id, people[0]), people


def play_until_asked(store: Store, id: str) -> int:
    """Play by lot till somebody is offered a trade; who."""
    session, dice = Session.open(store, id), Dice(b"picks")
    while True:
        owed = session.match.owed()[0]
        if owed.decision.name == STEP:
            return owed.seat
        session.choose(session.ask(owed.seat), owed.decision.sample(session.match.state, dice))


def answers_of(store: Store, id: str) -> list[tuple[int, Any]]:
    return [(one.seat, one.value) for one in store.log(id)[1] if one.step == STEP]


def answer_for_people(store: Store) -> list[str]:
    """Let whoever moves bots look; what goes wrong."""
    told: list[str] = []
    Mover(store, Mind(), told.append).answer_for_people()
    return told


def test_it_is_chosen_where_no_session_is_open_and_once(store: Store):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    answers = Beforehand(store)
    answers.answer(id, people[seat], STEP, True)
    assert answers.due() == [(id, seat)]
    before = answers_of(store, id)
    for _ in range(3):
        assert not answer_for_people(store)
    assert answers_of(store, id)[len(before) :] == [(seat, (DECLINE,))]
    assert answers.due() == []
    assert answers.of(id, people[seat]) == {STEP}, "till the own turn"


def test_at_ones_own_turn_it_counts_no_more(store: Store):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    answers, dice = Beforehand(store), Dice(b"more")
    answers.answer(id, people[seat], STEP, True)
    while Session.open(store, id).match.state.active != seat:
        answer_for_people(store)
        session = Session.open(store, id)
        owed = session.match.owed()[0]
        if owed.seat != seat or owed.decision.name != STEP:
            session.choose(session.ask(owed.seat), owed.decision.sample(session.match.state, dice))
    answer_for_people(store)
    assert answers.of(id, people[seat]) == frozenset()
    with pytest.raises(NotAllowed, match="own turn"):
        answers.answer(id, people[seat], STEP, True)


def test_nobody_else_is_told_and_it_is_ended_by_who_gave_it(store: Store):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    answers = Beforehand(store)
    answers.answer(id, people[seat], STEP, True)
    for one in people:
        assert answers.of(id, one) == ({STEP} if one is people[seat] else frozenset())
    answers.answer(id, people[seat], STEP, False)
    assert answers.due() == []
    before = answers_of(store, id)
    answer_for_people(store)
    assert answers_of(store, id) == before


def test_who_has_left_the_seat_answers_nothing_there(store: Store):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    Beforehand(store).answer(id, people[seat], STEP, True)
    Seating(store).leave(id, people[seat])
    assert Beforehand(store).due() == []


def test_what_no_game_knows_is_refused(store: Store):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    for step in ("", "MainAction", "x" * 1000):
        with pytest.raises(NotAllowed):
            Beforehand(store).answer(id, people[seat], step, True)
    stranger = People(store).register("Vera", "SHA256:vera")
    with pytest.raises(NotAllowed):
        Beforehand(store).answer(id, stranger, STEP, True)


def test_where_it_cannot_be_chosen_the_person_is_asked_and_others_move_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    answers = Beforehand(store)
    answers.answer(id, people[seat], STEP, True)
    wrong = {STEP: KnownAnswer(("nonsense",), words("nothing"))}
    monkeypatch.setattr(CitiesAndKnights, "beforehand", wrong)
    before = answers_of(store, id)
    (told,) = answer_for_people(store)
    assert "IllegalPick" in told
    assert answers_of(store, id) == before
    assert answers.due() == []
