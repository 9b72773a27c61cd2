"""Several sessions of one match: races, and what the others see."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.bots import make_bot
from engine.core.event import CHANCE_EVENT, PICK_EVENT
from engine.core.players import AGREED, Ending
from engine.core.step import together
from engine.errors import (
    BadSave,
    Conflict,
    Ended,
    NotYourSeat,
)
from engine.i18n.text import Seat, words
from engine.match.match import Match
from engine.search.simulation import Observation
from engine.storage.memory_store import MemoryStore
from engine.storage.saved_match import MAX_LOST_RACES
from engine.storage.session import Session
from engine.storage.store import Store
from tests.engine.storage.sessions import (
    MIXED,
    agree,
    choose_first,
    new_session,
    spoil_last_event,
    until,
)
from tests.toy.script import Say, Toss

pytestmark = pytest.mark.usefixtures("toy")


class Overtaken(MemoryStore):
    """A store in which somebody else is faster, whenever there is somebody."""

    quicker: Callable[[], object] | None = None

    def append(self, id, events, summary, header=None):
        quicker, self.quicker = self.quicker, None
        if quicker is not None:
            quicker()
        super().append(id, events, summary, header)


def saved_session(match: Match) -> Session:
    """Save a match in a new store; return its session."""
    store = MemoryStore()
    return Session(store, store.new(match), match)


def two_sessions(store: Store) -> tuple[Session, Session]:
    """Return two sessions of a match in which both seats have pending decisions."""
    one = new_session(store)
    assert [pending.seat for pending in one.match.pending()] == [0, 1]
    return one, Session.open(store, one.id)


def test_overtaken_pick_is_repeated_with_the_same_chance():
    store = Overtaken()
    one, two = two_sessions(store)
    store.quicker = lambda: choose_first(two, 1)
    request = one.ask(0)
    (event, *_) = one.choose(request, request.options[0])
    assert (event.seat, event.value) == (0, request.options[0])
    two.catch_up()
    assert two.match.log == one.match.log
    assert agree(one)
    assert agree(two)


class Watched(MemoryStore):
    """A store that counts the reads of a match."""

    reads = 0

    def since(self, id, number):
        self.reads += 1
        return super().since(id, number)

    def header(self, id):
        self.reads += 1
        return super().header(id)


def test_change_reads_nothing_unless_others_changed_the_match():
    store = Watched()
    one, two = two_sessions(store)
    store.reads = 0
    choose_first(one, 0)
    one.undo(0)
    one.redo(0)
    assert store.reads == 0
    choose_first(two, 1)
    assert store.reads > 0
    assert two.match.log[:-1] == one.match.log
    assert agree(two)


def test_change_includes_a_new_player():
    store = MemoryStore()
    one, two = two_sessions(store)
    two.set_player(1, "bot:random")
    choose_first(one, 0)
    assert one.match.header == store.header(one.id) != new_session(store).match.header
    assert one.waiting_bot() is not None
    assert agree(one)


def test_ended_match_cannot_be_changed():
    store = MemoryStore()
    one, two = two_sessions(store)
    ending = Ending(AGREED, 0, store.clock())
    store.end(two.id, ending, ())
    with pytest.raises(Ended):
        choose_first(one, 0)
    assert one.match.ended is not None
    assert agree(one)


def test_pick_made_obsolete_names_the_other_player():
    store = Overtaken()
    one, two = two_sessions(store)
    store.quicker = lambda: choose_first(two, 0)
    request = one.ask(0)
    with pytest.raises(Conflict) as raised:
        one.choose(request, request.options[0])
    assert raised.value.text.args["seat"] == Seat(0)
    assert "has moved in the meantime" in raised.value.text.plain()
    assert one.match.log == two.match.log
    assert agree(one)


def test_conflict_with_own_second_terminal_is_in_the_second_person():
    store = Overtaken()
    id = two_sessions(store)[0].id
    one, two = (Session.open(store, id, seats={0}) for _ in range(2))
    store.quicker = lambda: choose_first(two, 0)
    request = one.ask(0)
    with pytest.raises(Conflict) as raised:
        one.choose(request, request.options[0])
    assert "You have already continued this game at another terminal" in raised.value.text.plain()
    assert one.match.log == two.match.log


def test_overtaken_pick_is_not_repeated_forever():
    class Hopeless(MemoryStore):
        tries = 0

        def append(self, id, events, summary, header=None):
            self.tries += 1
            raise Conflict(words("Somebody was quicker."))

    store = Hopeless()
    session = new_session(store)
    request = session.ask(0)
    with pytest.raises(Conflict):
        session.choose(request, request.options[0])
    assert store.tries == MAX_LOST_RACES + 1
    assert agree(session)


def test_own_undo_tolerates_simultaneous_moves_of_others():
    store = Overtaken()
    one, two = two_sessions(store)
    choose_first(one, 0)
    store.quicker = lambda: choose_first(two, 1)
    before = len(one.match.log)
    (event,) = one.undo(0)
    assert event.number == before + 2
    (event,) = one.redo(0)
    assert event.number == before + 3
    two.catch_up()
    assert two.match.log == one.match.log
    assert two.match.state == one.match.state


def test_undo_at_a_stale_terminal_is_a_conflict():
    one, two = two_sessions(MemoryStore())
    choose_first(one, 0)
    two.catch_up()
    one.undo(0)
    with pytest.raises(Conflict):
        two.undo(0)
    assert two.match.log == one.match.log
    two.redo(0)
    with pytest.raises(Conflict):
        one.redo(0)


def test_undo_in_another_branch_does_not_change_the_decision():
    one, two = two_sessions(MemoryStore())
    choose_first(two, 1)
    one.catch_up()
    request = one.ask(0)
    two.undo(1)
    (event, *_) = one.choose(request, request.options[0])
    assert event.seat == 0


def test_moves_in_other_branches_do_not_change_the_decision(scripted):
    session = saved_session(scripted(together((0, [Say(0)]), (1, [Say(1), Toss(), Say(1)]))))
    request = session.ask(0)
    choose_first(session, 1)
    assert [event.kind for event in session.match.log] == [PICK_EVENT, CHANCE_EVENT]
    assert session.choose(request, "a")[0].seat == 0


def test_rewind_invalidates_requests(scripted):
    session = saved_session(scripted(together((0, [Say(0)] * 2), (1, [Say(1)] * 2))))
    choose_first(session, 1)
    request = session.ask(0)
    session.rewind(1, 0)
    with pytest.raises(Conflict):
        session.choose(request, "a")
    assert session.choose(session.ask(0), "a")[0].seat == 0


def test_replayed_turn_invalidates_requests(scripted):
    session = saved_session(scripted(Say(1), Say(0), Say(0)))
    choose_first(session, 1)
    request = session.ask(0)
    session.undo(1)
    session.choose(session.ask(1), "b")
    assert session.ask(0).decision == request.decision
    with pytest.raises(Conflict):
        session.choose(request, "a")


def test_rewind_requires_the_agreed_position():
    store = Overtaken()
    one, two = two_sessions(store)
    choose_first(one, 0)
    two.catch_up()
    choose_first(two, 1)
    with pytest.raises(Conflict):
        one.rewind(0, 0)
    assert one.match.log == two.match.log
    one.rewind(0, 0)
    two.catch_up()
    assert two.match.state == one.match.state


def test_refused_change_still_catches_up():
    store = Overtaken()
    one, two = two_sessions(store)
    choose_first(one, 0)
    two.catch_up()
    store.quicker = lambda: choose_first(two, 1)
    with pytest.raises(Conflict):
        one.rewind(0, 0)
    assert one.match.log == two.match.log
    assert agree(one)


def test_seat_of_another_player_is_neither_asked_nor_played():
    store = MemoryStore()
    one, _ = two_sessions(store)
    choose_first(one, 1)
    request = one.ask(0)
    mine = Session.open(store, one.id, seats=[1])
    assert mine.seats == {1}
    assert mine.owns_only_some_seats
    for act in (
        lambda: mine.ask(0),
        lambda: mine.choose(request, request.options[0]),
        lambda: mine.undo(0),
        lambda: mine.undo_turn(0),
        lambda: mine.redo(0),
        lambda: mine.take_back(0),
        lambda: mine.rewind(0, 0),
        lambda: mine.hint(0),
    ):
        with pytest.raises(NotYourSeat):
            act()
    assert mine.match.log == one.match.log
    mine.undo(1)
    assert one.seats == {0, 1}
    assert not one.owns_only_some_seats


def test_change_of_player_is_caught_up():
    store = MemoryStore()
    one, two = two_sessions(store)
    one.set_player(1, "bot:random")
    assert two.catch_up() == []
    assert two.match.header.seats[1] == ("Boris", "bot:random")
    pending = two.waiting_bot()
    assert pending is not None
    assert pending.seat == 1


def test_new_bot_of_a_seat_plays_it():
    one = new_session(MemoryStore(), MIXED)
    until(one, lambda match: one.waiting_bot() is not None)
    two = Session.open(one.store, one.id)
    two.let_bot_choose()
    one.set_player(1, "bot:greedy")
    two.catch_up()
    until(two, lambda match: two.waiting_bot() is not None and not agree_on_a_pick(match))
    pick = make_bot("greedy").choose(Observation.of(two.match, 1))
    assert two.let_bot_choose()[0].value == pick


def agree_on_a_pick(match: Match) -> bool:
    """Whether both bots would make the same pick for the second seat."""
    random, greedy = (
        make_bot(name).choose(Observation.of(match, 1)) for name in ("random", "greedy")
    )
    return random == greedy


def test_impossible_foreign_event_is_reported_with_the_good_position():
    store = MemoryStore()
    one, two = two_sessions(store)
    choose_first(one, 0)
    good = len(one.match.log)
    choose_first(one, 1)
    spoil_last_event(one, '"n":', '"n":9')
    length = len(one.match.log) - 1
    with pytest.raises(BadSave) as raised:
        two.catch_up()
    assert raised.value.good is two.match
    assert good <= len(two.match.log) == length
