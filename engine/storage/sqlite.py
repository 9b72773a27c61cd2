"""The store on disk: one SQLite file, one row an event.

All events of a pick are one transaction, and SQLite waits for the disk (`synchronous=FULL`) before
it ends: what was shown survives a killed program, and a power cut too. The primary key of events
decides who wins when two write the same number.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from engine.core.data import Data
from engine.core.ending import Ending, ended
from engine.core.event import Event, Header
from engine.core.sheet import Standing
from engine.errors import BadSave, BadStore, Busy
from engine.i18n.text import Text, words
from engine.storage import forms, save
from engine.storage.bells import Bells, Chimes, Ringer, Watch
from engine.storage.forms import SCHEMA
from engine.storage.owned import ENDING, Stored, ending_of, lapse, note_ending
from engine.storage.rows import COLUMNS, missing, record_of, text_of, time_of
from engine.storage.store import (
    Best,
    Record,
    Store,
    Summary,
    check_follows,
    conflict,
    counts_as_best,
    parse_events,
    row,
    seated,
    unknown,
)
from engine.storage.topics import topic_of

_APPLICATION: Final = 0x47484C44
_PATIENCE: Final = 5.0
"""For how many seconds a writer waits for another one."""

_RECORD: Final = f"SELECT {COLUMNS} FROM match"
_OF_A_PERSON: Final = (
    " WHERE id IN (SELECT id FROM owner CROSS JOIN match ON match.id = owner.match"
    " WHERE person = ? AND (? IS NULL OR over = ?) ORDER BY changed DESC, id DESC LIMIT ?)"
)
_FINISHED: Final = "SELECT 1 FROM match WHERE over = 1 AND game = ? LIMIT 1"
_FINISHED_BY: Final = (
    "SELECT 1 FROM owner CROSS JOIN match ON match.id = owner.match"
    " WHERE person = ? AND over = 1 AND game = ? LIMIT 1"
)
_LATEST: Final = "ORDER BY changed DESC, id DESC LIMIT ?"
_TAKEN: Final = "SELECT 1 FROM match WHERE id = ? UNION ALL SELECT 1 FROM gathering WHERE id = ?"


class SqliteStore(Store):
    """Keeps matches in a file."""

    def __init__(self, path: Path, *, called: Text | None = None) -> None:
        """Open the store in that file, made new with its folder if it is not there. Sentences call
        it by its path, or as it is `called`.

        Raises BadStore.
        """
        self.path = path
        self._called = str(path) if called is None else called
        with self._trouble():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not path.exists():
                os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
            base = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
        self._hold(base, Bells.of(path))

    def _hold(self, base: sqlite3.Connection, bells: Bells | Chimes) -> None:
        """Keep everything in that base; raises BadStore, and the base is closed then."""
        self._base, self._bells = base, bells
        self._ringer = Ringer(bells.ring)
        base.text_factory = _text
        try:
            with self._trouble():
                self._prepare()
        except BadStore:
            base.close()
            raise

    def add(self, id: str, header: Header, events: Sequence[Event], summary: Summary) -> bool:
        """Keep a new match; False, and nothing is kept, if the id is taken."""
        check_follows(events, 0, id)
        time = self.clock().isoformat()
        with self.writing() as base:
            if base.execute(_TAKEN, (id, id)).fetchone():
                return False
            base.execute(
                "INSERT INTO match (id, game, rules, header, created, changed, events,"
                " round, turn, active, over, result, owing)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    id,
                    header.game,
                    header.rules,
                    save.header_line(header, seed=True),
                    time,
                    time,
                    len(events),
                    *_summary_columns(summary),
                ),
            )
            self._insert(id, events)
        return True

    def append(self, id: str, events: Sequence[Event], summary: Summary) -> None:
        """Keep further events, all or none; raises Conflict, NoSuchMatch or Ended."""
        time = self.clock().isoformat()
        with self.writing() as base:
            match = base.execute(
                f"SELECT events, {ENDING} FROM match WHERE id = ?", (id,)
            ).fetchone()
            if match is None:
                raise unknown(id)
            kept, ending = match
            if ending is not None:
                raise ended(id)
            if type(kept) is not int:
                raise conflict(id)
            check_follows(events, kept, id)
            try:
                self._insert(id, events)
            except sqlite3.IntegrityError as error:
                raise conflict(id) from error
            base.execute(
                "UPDATE match SET changed = ?, events = ?,"
                " round = ?, turn = ?, active = ?, over = ?, result = ?, owing = ? WHERE id = ?",
                (time, kept + len(events), *_summary_columns(summary), id),
            )
            self._keep_best(id, summary, time)
            lapse(base, id)
        self.ring(topic_of(id))

    def give_seat(self, id: str, seat: int, player: str, name: str | None = None) -> None:
        """Let somebody else play a seat of a match from now on; raises NoSuchMatch."""
        with self.writing() as base:
            row = base.execute("SELECT header FROM match WHERE id = ?", (id,)).fetchone()
            if row is None:
                raise unknown(id)
            header = seated(_header(row[0], id), seat, player, name)
            line = save.header_line(header, seed=True)
            base.execute("UPDATE match SET header = ? WHERE id = ?", (line, id))
            base.execute("UPDATE best SET name = ? WHERE match = ?", (header.names[0], id))
        self.ring(topic_of(id))

    def end(self, id: str, ending: Ending, result: tuple[Standing, ...]) -> None:
        """Keep that people have ended a match; raises NoSuchMatch or Ended."""
        with self.writing() as base:
            row = base.execute("SELECT over FROM match WHERE id = ?", (id,)).fetchone()
            if row is None:
                raise unknown(id)
            if row[0]:
                raise ended(id)
            note_ending(base, id, ending)
            base.execute(
                "UPDATE match SET changed = ?, over = 1, result = ?, owing = '[]' WHERE id = ?",
                (ending.when.isoformat(), _result_column(result), id),
            )
        self.ring(topic_of(id))

    def wait_at_most(self, seconds: float) -> None:
        """How long to wait for others who write, before `Busy` is raised."""
        with self._trouble():
            self._base.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    def log(self, id: str) -> tuple[Header, list[Event]]:
        """The header and all events; raises NoSuchMatch or BadSave."""
        with self.reading() as base:
            match = base.execute("SELECT header, events FROM match WHERE id = ?", (id,)).fetchone()
            found = base.execute(
                "SELECT body, at FROM event WHERE match = ? ORDER BY number", (id,)
            )
            rows = found.fetchall()
        if match is None:
            raise unknown(id)
        line, due = match
        header = _header(line, id)
        events = parse_events(rows, header, id)
        if len(events) != due:
            good = save.rebuild(header, events, id)
            text = missing(due, len(events))
            raise BadSave(text, source=id, line=len(events) + 2, good=good)
        return header, events

    def header(self, id: str) -> Header:
        """The header alone; raises NoSuchMatch or BadSave."""
        with self._trouble():
            row = self._base.execute("SELECT header FROM match WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise unknown(id)
        return _header(row[0], id)

    def since(self, id: str, number: int) -> list[Event]:
        """The events after the one with that number; raises NoSuchMatch or BadSave."""
        with self.reading() as base:
            match = base.execute("SELECT header, events FROM match WHERE id = ?", (id,)).fetchone()
            found = base.execute(
                "SELECT body, at FROM event WHERE match = ? AND number > ? ORDER BY number",
                (id, number),
            )
            rows = found.fetchall()
        if match is None:
            raise unknown(id)
        line, due = match
        if due == number and not rows:
            return []
        try:
            events = parse_events(rows, _header(line, id), id)
        except BadSave:
            events = []
        if number + len(events) != due:
            return self.log(id)[1][number:]
        return events

    def watch(self, topic: str) -> Watch:
        """An ear for a topic: it hears what this and other programs ring."""
        return self._bells.watch(topic)

    def ring(self, topic: str) -> None:
        """Tell all programs who listen to a topic that something has happened; within a
        transaction they are told after it."""
        self._ringer.ring(topic)

    def present(self, topic: str) -> int:
        """How many listen to a topic."""
        return self._bells.present(topic)

    def heard(self, start: str) -> list[str]:
        """The topics of such a beginning to which somebody listens."""
        return self._bells.heard(start)

    def sweep(self) -> list[str]:
        """Take down the bells of programs that are gone; their topics."""
        return self._bells.sweep()

    def record(self, id: str) -> Record:
        """What the browser shows of the match with just that id; raises NoSuchMatch."""
        with self.reading() as base:
            row = base.execute(f"{_RECORD} WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise unknown(id)
        return record_of(row)

    def ending(self, id: str) -> Ending | None:
        """How people have ended a match before its end, if they have; raises NoSuchMatch."""
        with self.reading() as base:
            row = base.execute(f"SELECT {ENDING} FROM match WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise unknown(id)
        return ending_of(row[0])

    def records(
        self, *, person: int | None = None, over: bool | None = None, limit: int | None = None
    ) -> list[Record]:
        """All matches or those of a person, the one that was played last first."""
        most = -1 if limit is None else limit
        if person is not None:
            return self._records(_OF_A_PERSON, (person, over, over, most, most))
        if over is not None:
            return self._records(" WHERE over = ?", (over, most))
        return self._records("", (most,))

    def has_finished(self, game: str, person: int | None = None) -> bool:
        """Whether there is a match of a game that is over, at which that person has a seat."""
        asked = (_FINISHED, (game,)) if person is None else (_FINISHED_BY, (person, game))
        with self.reading() as base:
            return base.execute(*asked).fetchone() is not None

    def watchable(self, limit: int) -> list[Record]:
        """The matches that are played now and that anybody may watch."""
        where = " WHERE over = 0 AND EXISTS (SELECT 1 FROM hosted WHERE match = id AND watch = 1)"
        return self._records(where, (limit,))

    def beginning(self, start: str) -> list[Record]:
        """The matches whose ids begin so, the one that was played last first."""
        return self._records(" WHERE id BETWEEN ? AND ?", (start, f"{start}\U0010ffff", -1))

    def delete(self, id: str) -> None:
        """Forget a match; raises NoSuchMatch."""
        with self.writing() as base:
            if not base.execute("DELETE FROM match WHERE id = ?", (id,)).rowcount:
                raise unknown(id)

    def best(self, game: str, options: Mapping[str, str], data: Data | None = None) -> list[Best]:
        """The finished games of one person alone, the highest total first."""
        with self.reading() as base:
            rows = base.execute(
                "SELECT match, name, total, finished FROM best"
                " WHERE game = ? AND options = ? AND data = ? ORDER BY total DESC, finished",
                (game, _sorted(options), _sorted(data or {})),
            ).fetchall()
        return [best for row in rows if (best := _best(row)) is not None]

    def close(self) -> None:
        """Close the file."""
        with self._trouble():
            self._base.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, alone: begun before anything is read, ended only if all went well. One
        within another is part of it. What is rung meanwhile rings after it."""
        if self._is_in_transaction():
            yield self._base
            return
        with self._ringer.holding(), self._trouble():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One transaction in which everything that is read belongs together."""
        if self._is_in_transaction():
            yield self._base
            return
        with self._trouble():
            self._base.execute("BEGIN")
            try:
                yield self._base
            finally:
                if self._base.in_transaction:
                    self._base.execute("COMMIT")

    # ------------------------------------------------------------------ within

    def _records(self, where: str, values: Sequence[int | str | None]) -> list[Record]:
        with self.reading() as base:
            rows = base.execute(f"{_RECORD}{where} {_LATEST}", values).fetchall()
        return [record_of(row) for row in rows]

    def _prepare(self) -> None:
        base = self._base
        form = self._check_owner()
        base.execute("PRAGMA foreign_keys = ON")
        if base.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        base.execute("PRAGMA secure_delete = ON")
        if form < SCHEMA:
            with self.writing():
                self._make_tables()

    def _make_tables(self) -> None:
        forms.bring_to_today(self._base)
        self._base.execute(f"PRAGMA application_id = {_APPLICATION}")

    def _check_owner(self) -> int:
        """See that the file is one of ours, or a new one; which form its tables have."""
        form = forms.form(self._base)
        if form > SCHEMA:
            raise BadStore(
                words("The store {file} was made by a newer Guildhall.", file=self._called)
            )
        (application,) = self._base.execute("PRAGMA application_id").fetchone()
        if application != _APPLICATION:
            (tables,) = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables or form:
                raise BadStore(words("{file} is not a store of Guildhall.", file=self._called))
        return form

    def _insert(self, id: str, events: Sequence[Event]) -> None:
        self._base.executemany(
            "INSERT INTO event (match, number, body, at) VALUES (?, ?, ?, ?)",
            [(id, event.number, *row(event)) for event in events],
        )

    def _keep_best(self, id: str, summary: Summary, time: str) -> None:
        """Put the match into the list of best results, or out of it if its end was taken back."""
        base = self._base
        base.execute("DELETE FROM best WHERE match = ?", (id,))
        if not summary.over:
            return
        (line,) = base.execute("SELECT header FROM match WHERE id = ?", (id,)).fetchone()
        try:
            header = _header(line, id)
        except BadSave:
            return
        if counts_as_best(header, summary):
            base.execute(
                "INSERT INTO best (match, game, options, data, name, total, finished)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    id,
                    header.game,
                    _sorted(header.options),
                    _sorted(header.data),
                    header.names[0],
                    summary.result[0].total,
                    time,
                ),
            )

    def _is_in_transaction(self) -> bool:
        return self._base.in_transaction

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            kind = Busy if _is_lock(error) else BadStore
            raise kind(self._reason(error)) from error

    def _reason(self, error: sqlite3.Error | OSError) -> Text:
        file = self._called
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            return words("The store {file} is damaged.", file=file)
        if name.startswith("SQLITE_FULL"):
            return words("The disk is full: nothing was written into the store {file}.", file=file)
        if name.startswith("SQLITE_READONLY"):
            return words("The store {file} may not be written.", file=file)
        if _is_lock(error):
            return words("Another program keeps the store {file} busy.", file=file)
        reason = getattr(error, "strerror", None) or str(error)
        return words("The store {file} cannot be used: {reason}.", file=file, reason=reason)


def _is_lock(error: sqlite3.Error | OSError) -> bool:
    """Whether nothing is wrong but that another program is writing."""
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def _summary_columns(summary: Summary) -> tuple[int | str, ...]:
    result, owing = _result_column(summary.result), json.dumps(summary.owing)
    return summary.round, summary.turn, summary.active, int(summary.over), result, owing


def _result_column(result: Sequence[Standing]) -> str:
    return json.dumps([[one.seat, one.place, one.total] for one in result])


def _best(row: tuple[Stored, ...]) -> Best | None:
    """The result that a row holds, if it can be read."""
    id, name, total, when = row
    try:
        if type(total) is int:
            return Best(text_of(id), text_of(name), total, time_of(when))
    except BadSave:
        pass
    return None


def _text(raw: bytes) -> str:
    """What stands in a row. Bytes that are no text become characters that are no letters, and are
    refused where they stand: SQLite's own error would refuse all rows."""
    return raw.decode("utf-8", "surrogateescape")


def _header(line: Stored, id: str) -> Header:
    try:
        return save.parse_header(text_of(line))
    except BadSave as error:
        raise BadSave(error.text, source=id, line=1) from error


def _sorted(values: Data) -> str:
    return json.dumps(values, sort_keys=True, ensure_ascii=False)
