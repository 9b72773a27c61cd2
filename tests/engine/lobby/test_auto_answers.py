"""Auto-answers: applied once, by the program that moves bots, and private."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import Dice
from engine.core.event import PICK_EVENT
from engine.core.game import AutoAnswer
from engine.core.players import Person
from engine.errors import NotAllowed
from engine.games import catalogue, load
from engine.games.knights.game import CitiesAndKnights
from engine.games.knights.trade import DECLINE
from engine.i18n.text import words
from engine.lobby.auto_answers import AutoAnswers
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import Users
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from engine.storage.store import Store
from engine.workers.bot_runner import BotRunner
from tests.engine.bot_matches import played
from tests.engine.workers.test_bot_runner import Mind

STEP = "TradeResponse"
NO_TRADE = "no trade"


@pytest.fixture
def store() -> Store:
    return MemoryStore()


def seated(store: Store, game: str = "knights") -> tuple[str, list[Person]]:
    """Start a match of three people; return them in the order of the seats."""
    users = [Users(store).register(name, f"SHA256:{name}") for name in ("Anna", "Boris", "Carla")]
    tables = WaitingTables(store)
    made = tables.create(users[0], game, {}, [one.id for one in users], ordered=True)
    for one in users[1:]:
        tables.join(made.id, one)
    return tables.start(made.id, users[0]), users


def play_until_asked(store: Store, id: str) -> int:
    """Play at random until somebody is offered a trade; return the seat."""
    session, dice = Session.open(store, id), Dice(b"picks")
    while True:
        pending = session.match.pending()[0]
        if pending.decision.name == STEP:
            return pending.seat
        session.choose(
            session.ask(pending.seat), pending.decision.sample(session.match.state, dice)
        )


def answers_of(store: Store, id: str) -> list[tuple[int, Any]]:
    return [(one.seat, one.value) for one in store.log(id)[1] if one.step == STEP]


def apply_auto_answers(store: Store) -> list[str]:
    """Apply auto-answers; return the errors."""
    messages: list[str] = []
    BotRunner(store, Mind(), messages.append).apply_auto_answers()
    return messages


def test_auto_answer_is_given_once_without_a_session(store: Store):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    answers = AutoAnswers(store)
    answers.set_answer(id, people[seat], NO_TRADE, True)
    assert [(due.match, due.seat) for due in answers.due()] == [(id, seat)]
    before = answers_of(store, id)
    for _ in range(3):
        assert not apply_auto_answers(store)
    assert answers_of(store, id)[len(before) :] == [(seat, (DECLINE,))]
    assert answers.due() == []
    assert answers.of(id, people[seat]) == {NO_TRADE}, "until the own turn"


def test_auto_answer_ends_at_own_turn(store: Store):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    answers, dice = AutoAnswers(store), Dice(b"more")
    answers.set_answer(id, people[seat], NO_TRADE, True)
    while Session.open(store, id).match.state.active != seat:
        apply_auto_answers(store)
        session = Session.open(store, id)
        pending = session.match.pending()[0]
        if pending.seat != seat or pending.decision.name != STEP:
            session.choose(
                session.ask(pending.seat), pending.decision.sample(session.match.state, dice)
            )
    apply_auto_answers(store)
    assert answers.of(id, people[seat]) == frozenset()
    with pytest.raises(NotAllowed, match="own turn"):
        answers.set_answer(id, people[seat], NO_TRADE, True)


def test_auto_answer_is_private_and_ended_by_its_owner(store: Store):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    answers = AutoAnswers(store)
    answers.set_answer(id, people[seat], NO_TRADE, True)
    for one in people:
        assert answers.of(id, one) == ({NO_TRADE} if one is people[seat] else frozenset())
    answers.set_answer(id, people[seat], NO_TRADE, False)
    assert answers.due() == []
    before = answers_of(store, id)
    apply_auto_answers(store)
    assert answers_of(store, id) == before


def test_auto_answer_ends_when_the_player_leaves(store: Store):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    AutoAnswers(store).set_answer(id, people[seat], NO_TRADE, True)
    SeatOwnership(store).leave(id, people[seat])
    assert AutoAnswers(store).due() == []


def test_unknown_auto_answer_is_refused(store: Store):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    for name in ("", STEP, "x" * 1000):
        with pytest.raises(NotAllowed):
            AutoAnswers(store).set_answer(id, people[seat], name, True)
    stranger = Users(store).register("Vera", "SHA256:vera")
    with pytest.raises(NotAllowed):
        AutoAnswers(store).set_answer(id, stranger, NO_TRADE, True)


def test_illegal_auto_answer_is_left_to_the_player(store: Store, monkeypatch: pytest.MonkeyPatch):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    answers = AutoAnswers(store)
    answers.set_answer(id, people[seat], NO_TRADE, True)
    wrong = AutoAnswer(frozenset((STEP,)), words("nothing"), lambda view, asked: ("nonsense",))
    monkeypatch.setattr(CitiesAndKnights, "auto_answers", {NO_TRADE: wrong})
    before = answers_of(store, id)
    (messages,) = apply_auto_answers(store)
    assert "IllegalPick" in messages
    assert answers_of(store, id) == before
    assert answers.due() == []


def test_auto_answer_replaces_another_for_the_same_decision(store: Store):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    answers = AutoAnswers(store)
    for name in (NO_TRADE, "most", "no trade without the cards", "keep resources"):
        answers.set_answer(id, people[seat], name, True)
    assert answers.of(id, people[seat]) == {"no trade without the cards", "keep resources"}


def test_unanswered_decision_is_left_to_the_player_and_checked_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    id, people = seated(store)
    seat = play_until_asked(store, id)
    answers, messages, opened = AutoAnswers(store), list[str](), list[str]()
    answers.set_answer(id, people[seat], "most", True)
    open_session = Session.open

    def counting(store: Store, id: str, **preferences: Any) -> Session:
        opened.append(id)
        return open_session(store, id, **preferences)

    monkeypatch.setattr(Session, "open", counting)
    mover = BotRunner(store, Mind(), messages.append)
    for _ in range(3):
        mover.apply_auto_answers()
    assert (opened, messages) == ([id], [])
    before = answers_of(store, id)
    answers.set_answer(id, people[seat], NO_TRADE, True)
    mover.apply_auto_answers()
    assert answers_of(store, id)[len(before) :] == [(seat, (DECLINE,))]


@pytest.mark.parametrize("game", [one.id for one in catalogue() if load(one.id).auto_answers])
def test_every_auto_answer_is_legal(game: str):
    match = played(game, 3, "beforehand", takes_back=False)
    known, given = match.game.auto_answers, set[str]()
    steps = frozenset().union(*(one.steps for one in known.values()))
    for count, event in enumerate(match.line):
        if event.kind != PICK_EVENT or event.step not in steps:
            continue
        at = match.at(count)
        for pending in at.pending():
            for name, one in known.items():
                if pending.decision.name in one.steps and pending.seat != at.state.active:
                    pick = one.pick_for(at.view(pending.seat), pending.decision)
                    if pick is not None:
                        assert pending.decision.allows(at.view(pending.seat), pick), (name, pick)
                        given.add(name)
    assert given >= set(known) - {"poorest city"}, "each auto-answer occurred"
