"""Changes that others keep overtaking succeed after a few races, entirely or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from engine.errors import BadStore, Busy
from engine.i18n.text import words
from engine.match.match import Match
from engine.storage.open_store import open_at
from engine.storage.postgres_store import PostgresStore
from engine.storage.records import Summary
from engine.storage.saved_match import MAX_LOST_RACES
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from engine.storage.store import Store
from tests.engine.statements import database_of
from tests.engine.storage.sessions import PEOPLE, agree, choose_first, new_session

pytestmark = pytest.mark.usefixtures("toy")


class Hurried(Store):
    """A store that another, faster program is always ahead of, as long as it can write. `trouble`
    is called when the last part of a change is to be saved."""

    other: Callable[[], None] | None = None
    trouble: BaseException | None = None
    races = 0

    def append(self, id, events, summary, header=None):
        if self.database.in_transaction:
            super().append(id, events, summary, header)
            if self.trouble is not None:
                raise self.trouble
            return
        if self.other is not None:
            self.races += 1
            self.other()
        super().append(id, events, summary, header)


class HurriedOnDisk(Hurried, SqliteStore):
    """Such a store in a file."""


class HurriedInDatabase(Hurried, PostgresStore):
    """Such a store in a database."""


def a_hurried_session(place: Path | str) -> tuple[Session, Hurried, Session]:
    """Return a session whose store is always overtaken by another, which undoes and redoes a pick
    of seat 1 for ever; and that other."""
    store: Hurried
    if isinstance(place, Path):
        store = HurriedOnDisk(place)
    else:
        store = HurriedInDatabase(place, display_name="there")
    session = new_session(store)
    other = Session.open(open_at(place), session.id)
    other.store.wait_at_most(0.01)
    choose_first(other, 1)

    def undo_elsewhere() -> None:
        if other.why_not_take_back(1) is None:
            other.undo(1)
        else:
            other.redo(1)

    store.other = undo_elsewhere
    return session, store, other


def test_repeatedly_overtaken_writer_gets_the_lock(place: Path | str):
    session, store, other = a_hurried_session(place)
    asked = session.ask(0)
    (event, *_) = session.choose(asked, asked.options[0])
    assert store.races == MAX_LOST_RACES
    assert (event.seat, event.value) == (0, asked.options[0])
    assert other.catch_up()
    assert agree(session)
    assert agree(other)
    for change in (session.undo, session.redo):
        store.races = 0
        assert change(0)[0].seat == 0
        assert store.races == MAX_LOST_RACES
        other.catch_up()
        assert agree(session)
        assert agree(other)


def test_change_is_published_after_it_is_visible(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
):
    session, store, other = a_hurried_session(place)
    seen = []

    def look(topic: str) -> None:
        seen.append(len(other.catch_up()))

    monkeypatch.setattr(store.bus, "publish", look)
    asked = session.ask(0)
    events = session.choose(asked, asked.options[0])
    assert seen == [len(events)]


@pytest.mark.parametrize("trouble", [BadStore(words("The disk is full.")), KeyboardInterrupt()])
def test_failed_change_under_lock_has_not_happened(
    place: Path | str, trouble: BaseException, monkeypatch: pytest.MonkeyPatch
):
    session, store, other = a_hurried_session(place)
    asked = session.ask(0)
    store.trouble = trouble
    rung: list[str] = []
    monkeypatch.setattr(store.bus, "publish", rung.append)
    with pytest.raises(type(trouble)):
        session.choose(asked, asked.options[0])
    assert rung == []
    assert agree(session)
    assert session.ask(0).options == asked.options
    assert session.match.log == other.match.log
    store.trouble = None
    session.choose(asked, asked.options[0])
    assert agree(session)


def test_failed_commit_keeps_session_and_store_in_step(tmp_path: Path):
    session, store, _ = a_hurried_session(tmp_path / "games.sqlite3")
    asked = session.ask(0)

    class Full:
        """A database whose disk is full at the end of a transaction."""

        def __init__(self, database: sqlite3.Connection) -> None:
            self.database = database

        def commit(self, rung: Collection[str] = ()) -> None:
            if self.database.total_changes > before:
                raise sqlite3.OperationalError("disk full")
            self.database.commit()

        def __getattr__(self, name: str) -> object:
            return getattr(self.database, name)

    database = database_of(store)
    before = database.total_changes
    store.database = Full(database)  # type: ignore[assignment]
    with pytest.raises(BadStore, match="disk full"):
        session.choose(asked, asked.options[0])
    store.database = database
    assert agree(session)
    session.choose(asked, asked.options[0])
    assert agree(session)


def test_busy_store_is_reported_and_nothing_chosen(place: Path | str):
    session, store, other = a_hurried_session(place)
    store.wait_at_most(0.01)
    overtake = store.other
    assert overtake is not None
    assert isinstance(other.store, Store)
    database = other.store.database

    def overtake_and_hold() -> None:
        overtake()
        if store.races == MAX_LOST_RACES:
            database.write(None)

    store.other = overtake_and_hold
    asked = session.ask(0)
    with pytest.raises(Busy):
        session.choose(asked, asked.options[0])
    database.rollback()
    assert agree(session)
    session.choose(asked, asked.options[0])
    assert agree(session)


def test_pending_chance_is_saved_by_one_of_two_sessions(tmp_path: Path):
    """The other session finds it saved."""
    match = Match.begin("toy", PEOPLE, seed="chance")
    path = tmp_path / "games.sqlite3"

    class Slow(SqliteStore):
        opened: Session | None = None

        def log(self, id):
            found = super().log(id)
            if self.opened is None:
                self.opened = Session.open(SqliteStore(path), id)
            return found

    store = Slow(path)
    store.add("a2b3", match.header, [], Summary.of(match))
    session = Session.open(store, "a2b3")
    assert session.match.log == match.log
    assert agree(session)
