"""Sessions: saved before shown, whatever happens to the store, to others and to the process."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from engine.core.event import CHANCE_EVENT, PICK_EVENT
from engine.errors import (
    BadSave,
    BadSetup,
    BadStore,
    Busy,
    CannotTakeBack,
    Conflict,
    IllegalPick,
    NoSuchMatch,
)
from engine.i18n.text import words
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.records import Summary
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.engine.bot_matches import played
from tests.engine.storage.sessions import (
    MIXED,
    PEOPLE,
    agree,
    move,
    new_session,
    spoil_last_event,
    until,
)

pytestmark = pytest.mark.usefixtures("toy")

ROOT = Path(__file__).parents[3]


def can_undo(match: Match) -> bool:
    return any(match.why_not_undo(seat) is None for seat in range(2))


def test_pending_chance_is_saved_when_a_match_is_opened():
    store = MemoryStore()
    whole = played("toy", 2, "chance", takes_back=False)
    number = next(
        event.number
        for event, after in pairwise(whole.log)
        if event.kind == PICK_EVENT and after.kind == CHANCE_EVENT
    )
    id = store.new(whole)
    header, events = store.log(id)
    cut = "cut1"
    assert store.add(cut, header, events[:number], Summary(1, 1, 0, over=False))
    session = Session.open(store, cut)
    assert [event.kind for event in session.match.log[number:]][:1] == [CHANCE_EVENT]
    assert agree(session)


def test_missing_bot_is_reported():
    session = new_session(MemoryStore(), MIXED)
    assert session.lacking_bot() is None
    header = evolve(session.match.header, seats=(PEOPLE[0], ("Boris", "bot:clever")))
    session.match.header = header
    assert session.lacking_bot() == (1, "clever")


def test_every_change_is_saved():
    session = new_session(MemoryStore())
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


def test_illegal_action_changes_nothing():
    session = new_session(MemoryStore())
    before = list(session.match.log)
    pending = session.match.pending()[0]
    with pytest.raises(IllegalPick):
        session.choose(session.ask(pending.seat), "a dragon")
    with pytest.raises(CannotTakeBack):
        session.redo(pending.seat)
    assert session.match.log == before
    assert agree(session)


def test_session_resumes_where_it_stopped(tmp_path: Path):
    store = SqliteStore(tmp_path / "games.sqlite3")
    session = new_session(store)
    for _ in range(15):
        move(session)
    again = Session.open(store, session.id)
    assert again.match.state == session.match.state
    for one in (session, again):
        assert one.match.pending() == session.match.pending()


def test_second_session_gets_a_conflict_and_the_first_ones_move(tmp_path: Path):
    one = new_session(SqliteStore(tmp_path / "games.sqlite3"))
    two = Session.open(SqliteStore(tmp_path / "games.sqlite3"), one.id)
    move(one)
    with pytest.raises(Conflict):
        move(two)
    assert two.match.log == one.match.log
    assert two.match.state == one.match.state
    move(two)
    assert agree(two)


class FailingStore(MemoryStore):
    """A store whose disk fills up, and then cannot be read either."""

    full = False
    gone = False

    def append(self, id, events, summary, header=None):
        if self.full:
            raise BadStore(words("The disk is full."))
        super().append(id, events, summary, header)

    def log(self, id):
        if self.gone:
            raise BadStore(words("The disk is gone."))
        return super().log(id)


@pytest.mark.parametrize("gone", [False, True])
def test_unsaved_change_is_not_shown(gone: bool):
    store = FailingStore()
    session = new_session(store)
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


def test_interrupt_during_saving_keeps_session_and_store_in_step():
    class InterruptedStore(MemoryStore):
        interrupted = False

        def append(self, id, events, summary, header=None):
            if self.interrupted:
                raise KeyboardInterrupt
            super().append(id, events, summary, header)

    store = InterruptedStore()
    session = new_session(store)
    store.interrupted = True
    with pytest.raises(KeyboardInterrupt):
        move(session)
    assert agree(session)


def test_bots_choose_for_their_seats_and_wait_for_people():
    session = new_session(MemoryStore(), MIXED)
    people = bots = 0
    while not session.match.over:
        pending = session.waiting_bot()
        if pending is not None:
            assert session.let_bot_choose()[0].seat == pending.seat == 1
            bots += 1
        else:
            assert session.let_bot_choose() == []
            move(session)
            people += 1
    assert people
    assert bots
    assert agree(session)


def test_bot_chooses_the_same_after_resuming():
    store = MemoryStore()
    session = new_session(store, MIXED)
    until(session, lambda match: session.waiting_bot() is not None)
    other = Session.open(store, store.adopt(session.match))
    assert session.let_bot_choose() == other.let_bot_choose()


def test_unknown_bot_is_reported_before_the_match_starts():
    store = MemoryStore()
    with pytest.raises(BadSetup, match="no bot called clever"):
        new_session(store, (("Anna", "person"), ("Boris", "bot:clever")))
    assert store.records() == []


def test_missing_outcome_is_saved_when_a_match_is_opened():
    """A log that ends before an outcome, as after an import, is completed."""
    store = MemoryStore()
    match = Match.begin("toy", PEOPLE, seed="chance")
    store.add("a2b3", match.header, [], session_summary(match))
    session = Session.open(store, "a2b3")
    assert session.match.log == match.log
    assert agree(session)


def session_summary(match: Match):
    from engine.storage.records import Summary

    return Summary.of(match)


def test_inapplicable_log_is_reported_with_its_last_good_position():
    store = MemoryStore()
    session = new_session(store)
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
        """Kill it a moment after it has shown `after` positions since the first one; return what it
        has shown."""
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
def test_killed_process_loses_nothing_it_has_shown(tmp_path: Path, kills: int):
    path, rng, id, positions = tmp_path / "games.sqlite3", Random(1), "", 0
    for _ in range(kills):
        shown = Player(path, id).shown_until_killed(rng.randrange(1, 40), rng.uniform(0, 0.005))
        store = SqliteStore(path)
        last = {id: (length, digest) for id, length, digest in shown}
        for id, (length, digest) in last.items():
            match = store.load(id)
            assert len(match.log) >= length
            assert match.at_event(length).state.digest() == digest
        unfinished = [record for record in store.records() if not record.summary.over]
        assert all(store.load(record.id).pending() for record in unfinished)
        id, positions = unfinished[0].id if unfinished else "", positions + len(shown)
        store.close()
    assert positions > kills


def test_lock_of_another_program_is_temporary(tmp_path: Path):
    path = tmp_path / "games.sqlite3"
    session = new_session(SqliteStore(path))
    before = list(session.match.log)
    session.store.wait_at_most(0.01)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy, match="busy"):
        move(session)
    assert session.match.log == before
    other.execute("ROLLBACK")
    other.close()
    move(session)
    assert agree(session)


def test_seat_can_be_given_to_somebody_else(tmp_path: Path):
    for store in (MemoryStore(), SqliteStore(tmp_path / "games.sqlite3")):
        session = new_session(store, MIXED)
        until(session, lambda match: len(match.log) > 9)
        log = list(session.match.log)
        session.set_player(1, "person")
        assert session.match.header.seats[1] == ("Boris", "person")
        assert session.match.log == log
        assert session.waiting_bot() is None
        assert agree(session)
        session.set_player(0, "bot:greedy")
        until(session, lambda match: match.pending()[0].seat == 0)
        assert session.let_bot_choose()[0].seat == 0
        with pytest.raises(BadSetup):
            session.set_player(0, "bot:clever")
        with pytest.raises(NoSuchMatch):
            store.set_player("none", 0, "person")


def test_bot_moves_do_not_prevent_undo():
    """TOY-5: taking a coin, an action without others' choices and without chance."""
    match = Match.begin("toy", (("Anna", "person"), ("Boris", "bot:random")), seed="back")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    taken = 0
    for _ in range(400):
        if session.match.over:
            break
        picks = [event for event in session.match.line if event.kind == PICK_EVENT]
        if picks and picks[-1].seat == 1 and session.why_not_take_back(0) is None:
            last = next(event for event in reversed(picks) if event.seat == 0)
            since = session.match.line[session.match.line.index(last) :]
            assert (
                all(event.kind == PICK_EVENT for event in since) or session.match.simultaneous_since
            )
            session.take_back(0)
            assert last not in session.match.line
            assert session.ask(0).decision.name == last.step
            session.redo(0)
            assert last in session.match.line
            assert agree(session)
            taken += 1
        move(session)
    assert taken
