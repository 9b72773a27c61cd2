"""Sessions: kept before shown, whatever happens to the store, to others and to the process."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from engine.bots import make_bot
from engine.core.event import CHANCE, PICK
from engine.core.step import together
from engine.errors import (
    BadSave,
    BadSetup,
    BadStore,
    Busy,
    CannotTakeBack,
    Conflict,
    IllegalPick,
    NoSuchMatch,
    NotYourSeat,
)
from engine.i18n.text import Seat, words
from engine.play.match import Match
from engine.search.situation import Situation
from engine.storage.memory import MemoryStore
from engine.storage.session import RACES, Session
from engine.storage.sqlite import SqliteStore
from engine.storage.store import Store, Summary
from tests.engine.played import played
from tests.toy.script import Say, Toss

pytestmark = pytest.mark.usefixtures("toy")

PEOPLE = (("Anna", "person"), ("Boris", "person"))
MIXED = (("Anna", "person"), ("Boris", "bot:random"))
ROOT = Path(__file__).parents[3]


def begun(store: Store, seats=PEOPLE) -> Session:
    return Session.begin(store, "toy", seats, seed="session")


def move(session: Session) -> None:
    """One pick, any that is legal."""
    owed = session.match.owed()[0]
    options = session.match.options(owed.seat)
    session.choose(session.ask(owed.seat), options[len(session.match.log) % len(options)])


def until(session: Session, found: Callable[[Match], bool]) -> None:
    while not found(session.match):
        move(session)


def can_undo(match: Match) -> bool:
    return any(match.why_not_undo(seat) is None for seat in range(2))


def agree(session: Session) -> bool:
    """Whether the match is what the store holds."""
    kept = session.store.load(session.id)
    return kept.log == session.match.log and kept.state == session.match.state


def test_what_chance_had_still_to_say_is_kept_when_a_match_is_opened():
    store = MemoryStore()
    whole = played("toy", 2, "chance", takes_back=False)
    number = next(
        event.number
        for event, after in pairwise(whole.log)
        if event.kind == PICK and after.kind == CHANCE
    )
    id = store.new(whole)
    header, events = store.log(id)
    cut = "cut1"
    assert store.add(cut, header, events[:number], Summary(1, 1, 0, over=False))
    session = Session.open(store, cut)
    assert [event.kind for event in session.match.log[number:]][:1] == [CHANCE]
    assert agree(session)


def test_a_bot_that_is_not_here_is_told_and_no_person_is_one():
    session = begun(MemoryStore(), MIXED)
    assert session.lacking_bot() is None
    header = evolve(session.match.header, seats=(PEOPLE[0], ("Boris", "bot:clever")))
    session.match.header = header
    assert session.lacking_bot() == (1, "clever")


def test_every_change_is_kept():
    session = begun(MemoryStore())
    assert agree(session)
    until(session, can_undo)
    assert agree(session)
    seat = next(seat for seat in range(2) if session.match.why_not_undo(seat) is None)
    for change in (session.undo, session.redo, session.undo_turn, session.redo):
        change(seat)
        assert agree(session)
    session.rewind(seat, 0)
    assert agree(session)
    assert session.record.events == len(session.match.log)


def test_what_is_not_allowed_changes_nothing():
    session = begun(MemoryStore())
    before = list(session.match.log)
    owed = session.match.owed()[0]
    with pytest.raises(IllegalPick):
        session.choose(session.ask(owed.seat), "a dragon")
    with pytest.raises(CannotTakeBack):
        session.redo(owed.seat)
    assert session.match.log == before
    assert agree(session)


def test_a_session_goes_on_where_it_was(tmp_path: Path):
    store = SqliteStore(tmp_path / "games.sqlite3")
    session = begun(store)
    for _ in range(15):
        move(session)
    again = Session.open(store, session.id)
    assert again.match.state == session.match.state
    for one in (session, again):
        assert one.match.owed() == session.match.owed()


def test_of_two_sessions_the_second_is_told_and_sees_what_the_first_did(tmp_path: Path):
    one = begun(SqliteStore(tmp_path / "games.sqlite3"))
    two = Session.open(SqliteStore(tmp_path / "games.sqlite3"), one.id)
    move(one)
    with pytest.raises(Conflict):
        move(two)
    assert two.match.log == one.match.log
    assert two.match.state == one.match.state
    move(two)
    assert agree(two)


class FailingStore(MemoryStore):
    """A store whose disk fills up, and then fails to be read too."""

    full = False
    gone = False

    def append(self, id, events, summary):
        if self.full:
            raise BadStore(words("The disk is full."))
        super().append(id, events, summary)

    def log(self, id):
        if self.gone:
            raise BadStore(words("The disk is gone."))
        return super().log(id)


@pytest.mark.parametrize("gone", [False, True])
def test_what_could_not_be_kept_is_not_shown(gone: bool):
    store = FailingStore()
    session = begun(store)
    move(session)
    before, state = list(session.match.log), session.match.state.copy()
    store.full, store.gone = True, gone
    with pytest.raises(BadStore, match="full"):
        move(session)
    assert session.match.log == before
    assert session.match.state == state
    store.full = store.gone = False
    move(session)
    assert agree(session)


def test_an_interrupt_while_it_is_kept_leaves_screen_and_store_agreed():
    class InterruptedStore(MemoryStore):
        interrupted = False

        def append(self, id, events, summary):
            if self.interrupted:
                raise KeyboardInterrupt
            super().append(id, events, summary)

    store = InterruptedStore()
    session = begun(store)
    store.interrupted = True
    with pytest.raises(KeyboardInterrupt):
        move(session)
    assert agree(session)


def test_bots_choose_for_their_seats_and_wait_for_people():
    session = begun(MemoryStore(), MIXED)
    people = bots = 0
    while not session.match.over:
        owed = session.waiting_bot()
        if owed is not None:
            assert session.let_bot_choose()[0].seat == owed.seat == 1
            bots += 1
        else:
            assert session.let_bot_choose() == []
            move(session)
            people += 1
    assert people
    assert bots
    assert agree(session)


def test_a_bot_chooses_the_same_after_a_resumption():
    store = MemoryStore()
    session = begun(store, MIXED)
    until(session, lambda match: session.waiting_bot() is not None)
    other = Session.open(store, store.adopt(session.match))
    assert session.let_bot_choose() == other.let_bot_choose()


def test_an_unknown_bot_is_told_before_the_match_begins():
    store = MemoryStore()
    with pytest.raises(BadSetup, match="no bot clever"):
        begun(store, (("Anna", "person"), ("Boris", "bot:clever")))
    assert store.records() == []


def test_chance_that_was_still_to_come_is_kept_when_a_match_is_opened():
    """A log that ends before an outcome, as after an import from elsewhere, is completed."""
    store = MemoryStore()
    match = Match.begin("toy", PEOPLE, seed="chance")
    store.add("a2b3", match.header, [], session_summary(match))
    session = Session.open(store, "a2b3")
    assert session.match.log == match.log
    assert agree(session)


def session_summary(match: Match):
    from engine.storage.store import Summary

    return Summary.of(match)


def spoil_last_event(session: Session, text: str, by: str) -> None:
    """Let something else stand in the last event that is kept of a match."""
    with session.store.writing() as base:
        changed = base.execute(
            "UPDATE event SET body = replace(body, ?, ?) WHERE match = ? AND number = ?",
            (text, by, session.id, len(session.match.log)),
        )
        assert changed.rowcount == 1


def test_a_log_that_no_longer_applies_is_told_with_its_last_good_position():
    store = MemoryStore()
    session = begun(store)
    for _ in range(8):
        move(session)
    spoil_last_event(session, '"pick":', '"pick":[99],"x":')
    with pytest.raises(BadSave) as caught:
        Session.open(store, session.id)
    assert caught.value.good is not None
    assert caught.value.good.log[: len(session.match.log) - 1] == session.match.log[:-1]


# ---------------------------------------------------------------------- kill -9


class Player:
    """A process that plays until it is killed."""

    def __init__(self, store: Path, id: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.engine.endless_player", str(store), *filter(None, [id])],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def shown_until_killed(self, after: int, wait: float) -> list[tuple[str, int, str]]:
        """What it has shown when it is killed, so many positions after the first one, and a moment
        later."""
        assert self._process.stdout is not None
        first = "".join(self._process.stdout.readline() for _ in range(1 + after))
        time.sleep(wait)
        self._process.send_signal(signal.SIGKILL)
        rest, errors = self._process.communicate()
        assert first, errors
        lines = (first + rest).splitlines(keepends=True)
        return [parsed(line) for line in lines if line.endswith("\n")]


def parsed(line: str) -> tuple[str, int, str]:
    id, length, digest = line.split()
    return id, int(length), digest


@pytest.mark.parametrize("kills", [8, pytest.param(100, marks=pytest.mark.long)])
def test_a_killed_process_loses_nothing_that_it_has_shown(tmp_path: Path, kills: int):
    path, lot, id, positions = tmp_path / "games.sqlite3", Random(1), "", 0
    for _ in range(kills):
        shown = Player(path, id).shown_until_killed(lot.randrange(1, 40), lot.uniform(0, 0.005))
        store = SqliteStore(path)
        last = {id: (length, digest) for id, length, digest in shown}
        for id, (length, digest) in last.items():
            match = store.load(id)
            assert len(match.log) >= length
            assert match.at_number(length).state.digest() == digest
        unfinished = [record for record in store.records() if not record.summary.over]
        assert all(store.load(record.id).owed() for record in unfinished)
        id, positions = unfinished[0].id if unfinished else "", positions + len(shown)
        store.close()
    assert positions > kills


def test_a_lock_of_another_program_is_no_lasting_error(tmp_path: Path):
    path = tmp_path / "games.sqlite3"
    session = begun(SqliteStore(path))
    before = list(session.match.log)
    session.store.wait_at_most(0.01)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy, match="busy"):
        move(session)
    assert session.match.log == before
    other.execute("ROLLBACK")
    move(session)
    assert agree(session)


def test_a_seat_is_given_to_somebody_else(tmp_path: Path):
    for store in (MemoryStore(), SqliteStore(tmp_path / "games.sqlite3")):
        session = begun(store, MIXED)
        until(session, lambda match: len(match.log) > 9)
        log = list(session.match.log)
        session.give_seat(1, "person")
        assert session.match.header.seats[1] == ("Boris", "person")
        assert session.match.log == log
        assert session.waiting_bot() is None
        assert agree(session)
        session.give_seat(0, "bot:greedy")
        until(session, lambda match: match.owed()[0].seat == 0)
        assert session.let_bot_choose()[0].seat == 0
        with pytest.raises(BadSetup):
            session.give_seat(0, "bot:clever")
        with pytest.raises(NoSuchMatch):
            store.give_seat("none", 0, "person")


def test_what_bots_chose_since_does_not_bar_the_way_back():
    """TOY-5: a coin is taken, which nobody else chose and chance has no part in."""
    match = Match.begin("toy", (("Anna", "person"), ("Boris", "bot:random")), seed="back")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    taken = 0
    for _ in range(400):
        if session.match.over:
            break
        picks = [event for event in session.match.line if event.kind == PICK]
        if picks and picks[-1].seat == 1 and session.why_not_take_back(0) is None:
            last = next(event for event in reversed(picks) if event.seat == 0)
            since = session.match.line[session.match.line.index(last) :]
            assert all(event.kind == PICK for event in since) or session.match.together_since
            session.take_back(0)
            assert last not in session.match.line
            assert session.ask(0).decision.name == last.step
            session.redo(0)
            assert last in session.match.line
            assert agree(session)
            taken += 1
        move(session)
    assert taken


# ---------------------------------------------------------------------- several sessions


class Overtaken(MemoryStore):
    """A store in which somebody else is quicker, whenever there is somebody."""

    quicker: Callable[[], object] | None = None

    def append(self, id, events, summary):
        quicker, self.quicker = self.quicker, None
        if quicker is not None:
            quicker()
        super().append(id, events, summary)


def kept(match: Match) -> Session:
    """A session of that very match."""
    store = MemoryStore()
    return Session(store, store.new(match), match)


def two_sessions(store: Store) -> tuple[Session, Session]:
    """Two sessions of a match in which both seats owe something at the same time."""
    one = begun(store)
    assert [owed.seat for owed in one.match.owed()] == [0, 1]
    return one, Session.open(store, one.id)


def choose_first(session: Session, seat: int) -> None:
    asked = session.ask(seat)
    session.choose(asked, asked.options[0])


def test_a_pick_that_is_overtaken_is_chosen_again_with_the_same_chance():
    store = Overtaken()
    one, two = two_sessions(store)
    store.quicker = lambda: choose_first(two, 1)
    asked = one.ask(0)
    (event, *_) = one.choose(asked, asked.options[0])
    assert (event.seat, event.value) == (0, asked.options[0])
    two.catch_up()
    assert two.match.log == one.match.log
    assert agree(one)
    assert agree(two)


def test_a_pick_that_another_has_made_needless_is_told_by_name():
    store = Overtaken()
    one, two = two_sessions(store)
    store.quicker = lambda: choose_first(two, 0)
    asked = one.ask(0)
    with pytest.raises(Conflict) as raised:
        one.choose(asked, asked.options[0])
    assert raised.value.text.args["seat"] == Seat(0)
    assert "has gone on with this match" in raised.value.text.plain()
    assert one.match.log == two.match.log
    assert agree(one)


def test_a_pick_is_not_chosen_again_for_ever():
    class Hopeless(MemoryStore):
        tries = 0

        def append(self, id, events, summary):
            self.tries += 1
            raise Conflict(words("Somebody was quicker."))

    store = Hopeless()
    session = begun(store)
    asked = session.ask(0)
    with pytest.raises(Conflict):
        session.choose(asked, asked.options[0])
    assert store.tries == RACES + 1
    assert agree(session)


def test_ones_own_take_back_does_not_mind_what_others_do_at_the_same_time():
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


def test_a_seat_that_acts_at_two_terminals_takes_back_what_it_sees():
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


def test_another_branch_that_is_taken_back_does_not_change_what_one_is_asked():
    one, two = two_sessions(MemoryStore())
    choose_first(two, 1)
    one.catch_up()
    asked = one.ask(0)
    two.undo(1)
    (event, *_) = one.choose(asked, asked.options[0])
    assert event.seat == 0


def test_what_others_say_and_roll_at_the_same_time_does_not_change_what_one_is_asked(scripted):
    session = kept(scripted(together((0, [Say(0)]), (1, [Say(1), Toss(), Say(1)]))))
    asked = session.ask(0)
    choose_first(session, 1)
    assert [event.kind for event in session.match.log] == [PICK, CHANCE]
    assert session.choose(asked, "a")[0].seat == 0


def test_after_a_table_has_gone_back_what_was_asked_before_counts_no_longer(scripted):
    session = kept(scripted(together((0, [Say(0)] * 2), (1, [Say(1)] * 2))))
    choose_first(session, 1)
    asked = session.ask(0)
    session.rewind(1, 0)
    with pytest.raises(Conflict):
        session.choose(asked, "a")
    assert session.choose(session.ask(0), "a")[0].seat == 0


def test_another_turn_that_is_taken_back_and_played_anew_changes_what_one_is_asked(scripted):
    session = kept(scripted(Say(1), Say(0), Say(0)))
    choose_first(session, 1)
    asked = session.ask(0)
    session.undo(1)
    session.choose(session.ask(1), "b")
    assert session.ask(0).decision == asked.decision
    with pytest.raises(Conflict):
        session.choose(asked, "a")


def test_the_table_is_rewound_only_as_it_was_agreed():
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


def test_what_the_quicker_one_has_kept_is_taken_in_though_ones_own_is_refused():
    store = Overtaken()
    one, two = two_sessions(store)
    choose_first(one, 0)
    two.catch_up()
    store.quicker = lambda: choose_first(two, 1)
    with pytest.raises(Conflict):
        one.rewind(0, 0)
    assert one.match.log == two.match.log
    assert agree(one)


def test_a_seat_of_somebody_else_is_neither_asked_nor_played():
    store = MemoryStore()
    one, _ = two_sessions(store)
    choose_first(one, 1)
    asked = one.ask(0)
    mine = Session.open(store, one.id, seats=[1])
    assert mine.seats == {1}
    assert mine.apart
    for act in (
        lambda: mine.ask(0),
        lambda: mine.choose(asked, asked.options[0]),
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
    assert not one.apart


def test_who_plays_a_seat_is_caught_up_with_too():
    store = MemoryStore()
    one, two = two_sessions(store)
    one.give_seat(1, "bot:random")
    assert two.catch_up() == []
    assert two.match.header.seats[1] == ("Boris", "bot:random")
    owed = two.waiting_bot()
    assert owed is not None
    assert owed.seat == 1


def test_the_bot_to_which_a_seat_was_given_plays_it_from_then_on():
    one = begun(MemoryStore(), MIXED)
    until(one, lambda match: one.waiting_bot() is not None)
    two = Session.open(one.store, one.id)
    two.let_bot_choose()
    one.give_seat(1, "bot:greedy")
    two.catch_up()
    until(two, lambda match: two.waiting_bot() is not None and not agree_on_a_pick(match))
    pick = make_bot("greedy").choose(Situation.of(two.match, 1))
    assert two.let_bot_choose()[0].value == pick


def agree_on_a_pick(match: Match) -> bool:
    """Whether both bots would choose the same for the second seat."""
    random, greedy = (
        make_bot(name).choose(Situation.of(match, 1)) for name in ("random", "greedy")
    )
    return random == greedy


def test_an_event_of_others_that_cannot_have_happened_is_told_with_the_good_position():
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
