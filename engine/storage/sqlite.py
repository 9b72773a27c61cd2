"""The store on disk: one SQLite file, one row an event.

All events of a pick are one transaction, and SQLite waits for the disk (`synchronous=FULL`) before
it ends: what was shown survives a killed program, and a power cut too. The primary key of events
decides who wins when two write the same number.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from engine import clock
from engine.core.data import Data
from engine.core.ending import Ending, ended
from engine.core.event import PICK, Event, Header
from engine.core.players import bot_name
from engine.core.sheet import Standing
from engine.errors import BadSave, BadStore, Damaged, FullDisk, Unwritable
from engine.i18n.text import Text, words
from engine.storage import forms, opening, save
from engine.storage.bells import Bells, Chimes, Ringer, Watch
from engine.storage.forms import APPLICATION, SCHEMA
from engine.storage.owned import (
    ENDING,
    answers_beforehand,
    ending_of,
    lapse,
    note_awaited,
    note_ending,
    owing_of,
)
from engine.storage.rows import (
    COLUMNS,
    missing,
    record_of,
    result_column,
    summary_columns,
    text_of,
    time_of,
)
from engine.storage.sql import Stored, insert, update
from engine.storage.store import (
    HANDED_OVER,
    Best,
    Record,
    Store,
    Summary,
    bot_owes,
    check_follows,
    conflict,
    counts_as_best,
    parse_events,
    row,
    seated,
    unknown,
)
from engine.storage.topics import BOTS, topic_of

if TYPE_CHECKING:
    from engine.storage.copies import Copies

T = TypeVar("T")

_SMALLEST: Final = 512
"""No base has fewer bytes, but one that nothing was written into."""

_SOON: Final = 3.0
"""For how many seconds the end of a program waits for a copy."""

_RECORD: Final = f"SELECT {COLUMNS} FROM match"
_OF_A_PERSON: Final = (
    " WHERE id IN (SELECT id FROM owner CROSS JOIN match ON match.id = owner.match"
    " WHERE person = ? AND (? IS NULL OR over = ?) ORDER BY changed DESC, id DESC LIMIT ?)"
)
_WITH_BOTS: Final = (
    " WHERE over = 0 AND owing != '[]' AND header LIKE '%\"bot:%'"
    " AND EXISTS (SELECT 1 FROM owner WHERE owner.match = match.id)"
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

    _salvaging = False
    _copies: Copies | None = None

    def __init__(
        self,
        path: Path,
        *,
        called: Text | None = None,
        salvaging: bool = False,
        copies: Copies | None = None,
    ) -> None:
        """Open the store in that file, made new with its folder if it is not there. Sentences call
        it by its path, or as it is `called`. One that cannot be written is only read; so is, with
        `salvaging`, what can still be read of a damaged one. `copies` are made of it when something
        was kept.

        Raises BadStore.
        """
        self.path = path
        self.called = str(path) if called is None else called
        self._salvaging = salvaging
        try:
            self._open(path, Bells.of(path))
        except Damaged:
            if not salvaging:
                raise
            self._salvage()
        self._copies = copies

    def _open(self, path: Path, bells: Bells) -> None:
        """Open the file to be written, else to be read; raises BadStore."""
        try:
            with self._trouble():
                base = self._base_to_write(path)
            self.hold(base, bells)
        except Unwritable as error:
            if not path.is_file():
                raise
            full = isinstance(error, FullDisk)
            self.only_read = error.text if full else opening.only_read(self.called)
            with self._trouble():
                base = opening.to_read(path)
            self.hold(base, bells)

    def _base_to_write(self, path: Path) -> sqlite3.Connection:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        elif path.stat().st_size < _SMALLEST:
            self._refuse_emptied(path)
        if not opening.may_be_written(path):
            raise Unwritable(opening.only_read(self.called))
        return opening.to_write(path)

    def _refuse_emptied(self, path: Path) -> None:
        """Raises BadStore for a file that holds nothing any more, and is not new."""
        if opening.has_more(path):
            raise Damaged(opening.damaged(self.called))
        from engine.storage.copies import copies_of

        if copies_of(path):
            raise BadStore(
                words(
                    "The store {file} is empty, and was not: there are copies of it. Put the "
                    "newest of {folder} in its place, or take the empty file away to begin anew.",
                    file=self.called,
                    folder=f"{path.stem}.copies",
                )
            )

    def hold(self, base: sqlite3.Connection, bells: Bells | Chimes) -> None:
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

    def add(
        self,
        id: str,
        header: Header,
        events: Sequence[Event],
        summary: Summary,
        unrated: str = "",
    ) -> bool:
        """Keep a new match; False, and nothing is kept, if the id is taken."""
        check_follows(events, 0, id)
        time = self.clock().isoformat()
        with self.writing() as base:
            if base.execute(_TAKEN, (id, id)).fetchone():
                return False
            insert(
                base,
                "match",
                id=id,
                game=header.game,
                rules=header.rules,
                header=save.header_line(header, seed=True),
                created=time,
                changed=time,
                events=len(events),
                unrated=unrated,
                **summary_columns(summary),
            )
            self._insert(id, events)
            if bot_owes(header, summary):
                self.ring(BOTS)
        return True

    def append(self, id: str, events: Sequence[Event], summary: Summary) -> None:
        """Keep further events, all or none; raises Conflict, NoSuchMatch or Ended."""
        time = self.clock().isoformat()
        with self.writing() as base:
            kept, ending, header = self._of_match(id, f"events, {ENDING}, header")
            if ending is not None:
                raise ended(id)
            if type(kept) is not int:
                raise conflict(id)
            check_follows(events, kept, id)
            try:
                self._insert(id, events)
            except sqlite3.IntegrityError as error:
                raise conflict(id) from error
            stand = {"changed": time, "events": kept + len(events), **summary_columns(summary)}
            update(base, "match", id, **stand)
            self._keep_best(id, summary, time)
            lapse(base, id)
            moved = {event.seat for event in events if event.kind == PICK}
            note_awaited(base, id, summary.owing, self._now, moved)
            if summary.owing and ('"bot:' in str(header) or answers_beforehand(base, id)):
                self.ring(BOTS)
        self.ring(topic_of(id))

    def give_seat(self, id: str, seat: int, player: str, name: str | None = None) -> None:
        """Let somebody else play a seat of a match from now on; raises NoSuchMatch."""
        with self.writing() as base:
            before = self.header(id)
            header = seated(before, seat, player, name)
            update(base, "match", id, header=save.header_line(header, seed=True))
            if before.seats[seat][1] != player:
                update(base, "match", id, unrated=HANDED_OVER)
            (owing,) = self._of_match(id, "owing")
            note_awaited(base, id, owing_of(owing), self._now)
            base.execute("UPDATE best SET name = ? WHERE match = ?", (header.names[0], id))
            if bot_name(player) is not None:
                self.ring(BOTS)
        self.ring(topic_of(id))

    def review(self, id: str, made_with: str) -> str | None:
        """The review of a match that was made with just that, if one is kept."""
        kept = self._row("SELECT made_with, body FROM review WHERE match = ?", id)
        return str(kept[1]) if kept is not None and kept[0] == made_with else None

    def keep_review(self, id: str, made_with: str, body: str) -> None:
        """Keep the review of a match in place of the one before; raises NoSuchMatch."""
        with self.writing() as base:
            self._of_match(id, "id")
            base.execute("DELETE FROM review WHERE match = ?", (id,))
            insert(base, "review", match=id, made_with=made_with, body=body)

    def end(self, id: str, ending: Ending, result: tuple[Standing, ...]) -> None:
        """Keep that people have ended a match; raises NoSuchMatch or Ended."""
        with self.writing() as base:
            (over,) = self._of_match(id, "over")
            if over:
                raise ended(id)
            note_ending(base, id, ending)
            changed, last = ending.when.isoformat(), result_column(result)
            update(base, "match", id, changed=changed, over=1, result=last, owing="[]")
            note_awaited(base, id, (), self._now)
        self.ring(topic_of(id))

    def wait_at_most(self, seconds: float) -> None:
        """How long to wait for others who write, before `Busy` is raised."""
        with self._trouble():
            self._base.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    def log(self, id: str) -> tuple[Header, list[Event]]:
        """The header and all events; raises NoSuchMatch or BadSave."""
        (line, due), rows = self._ask(lambda base: _log(base, id, 0))
        header = _header(line, id)
        events = parse_events(rows, header, id)
        if len(events) != due:
            good = save.rebuild(header, events, id)
            text = missing(due, len(events))
            raise BadSave(text, source=id, line=len(events) + 2, good=good)
        return header, events

    def header(self, id: str) -> Header:
        """The header alone; raises NoSuchMatch or BadSave."""
        (line,) = self._of_match(id, "header")
        return _header(line, id)

    def since(self, id: str, number: int) -> list[Event]:
        """The events after the one with that number; raises NoSuchMatch or BadSave."""
        (line, due), rows = self._ask(lambda base: _log(base, id, number))
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

    def ring(self, *topics: str) -> None:
        """Tell all programs who listen to topics that something has happened; within a
        transaction they are told after it."""
        for topic in topics:
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
        return record_of(self._of_match(id, COLUMNS))

    def ending(self, id: str) -> Ending | None:
        """How people have ended a match before its end, if they have; raises NoSuchMatch."""
        (column,) = self._of_match(id, ENDING)
        return ending_of(column)

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

    def bots_due(self) -> list[Record]:
        """The matches of people of a house at which a bot owes a decision, the one that has waited
        longest first."""
        found = self._records(_WITH_BOTS, (-1,))
        return [one for one in reversed(found) if bot_owes(one.header, one.summary)]

    def has_finished(self, game: str, person: int | None = None) -> bool:
        """Whether there is a match of a game that is over, at which that person has a seat."""
        asked = (_FINISHED, game) if person is None else (_FINISHED_BY, person, game)
        return self._row(*asked) is not None

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
        rows = self._rows(
            "SELECT match, name, total, finished FROM best"
            " WHERE game = ? AND options = ? AND data = ? ORDER BY total DESC, finished",
            (game, _sorted(options), _sorted(data or {})),
        )
        return [best for row in rows if (best := _best(row)) is not None]

    def close(self) -> None:
        """Close the file, once a copy that is being made of it is there, or soon."""
        if self._copies is not None:
            self._copies.wait(_SOON)
        with self._trouble():
            self._base.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, alone: begun before anything is read, ended only if all went well. One
        within another is part of it. What is rung meanwhile rings after it."""
        if self._is_in_transaction():
            yield self._base
            return
        if self.only_read is not None:
            raise Unwritable(self.only_read)
        with self._ringer.holding(), self._trouble():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise
        if self._copies is not None:
            self._copies.something_was_kept()

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

    @property
    def _now(self) -> str:
        return clock.written(self.clock())

    def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """What is found in one transaction; in a damaged store, if that is wanted, of what can
        still be read."""
        try:
            with self.reading() as base:
                return question(base)
        except Damaged:
            if not self._salvaging or self._is_in_transaction():
                raise
        self._base.close()
        self._salvage()
        return self._ask(question)

    def _row(self, sql: str, *values: object) -> tuple[Stored, ...] | None:
        """The first row that is found."""
        row: tuple[Stored, ...] | None = self._ask(
            lambda base: base.execute(sql, values).fetchone()
        )
        return row

    def _of_match(self, id: str, columns: str) -> tuple[Stored, ...]:
        """What stands in columns of a match; raises NoSuchMatch."""
        row = self._row(f"SELECT {columns} FROM match WHERE id = ?", id)
        if row is None:
            raise unknown(id)
        return row

    def _records(self, where: str, values: Sequence[int | str | None]) -> list[Record]:
        return [record_of(row) for row in self._rows(f"{_RECORD}{where} {_LATEST}", values)]

    def _rows(self, sql: str, values: Sequence[object]) -> list[tuple[Stored, ...]]:
        """All rows that are found."""
        return self._ask(lambda base: base.execute(sql, values).fetchall())

    def _prepare(self) -> None:
        base = self._base
        form = self._check_owner()
        if self.only_read is not None:
            if form < SCHEMA:
                self._read_as_of_today()
            return
        base.execute("PRAGMA foreign_keys = ON")
        if base.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        base.execute("PRAGMA secure_delete = ON")
        if form < SCHEMA:
            with self.writing():
                forms.bring_to_today(self._base)

    def _salvage(self) -> None:
        """Read from now on what can still be read of a damaged store, out of memory; raises Damaged
        if that is nothing."""
        from engine.storage.pages import rows_in
        from engine.storage.rescue import rescue

        self._salvaging = False
        base = sqlite3.connect(":memory:", isolation_level=None)
        base.text_factory = _text
        with self._trouble():
            rescue(rows_in(self.path), base)
            (found,) = base.execute("SELECT count(*) FROM match").fetchone()
        if not found:
            raise Damaged(opening.damaged(self.called))
        self._base = base
        self.only_read = words(
            "The store {file} is damaged: this is what can still be read of it. “guildhall rescue "
            "FILE” puts that into a new one.",
            file=self.called,
        )

    def _read_as_of_today(self) -> None:
        """Read tables of an older form, which cannot be changed where they are, from a copy."""
        base = self._base
        self._base = sqlite3.connect(":memory:", isolation_level=None)
        self._base.text_factory = _text
        base.backup(self._base)
        base.close()
        forms.bring_to_today(self._base)

    def _check_owner(self) -> int:
        """See that the file is one of ours, or a new one; which form its tables have."""
        form = forms.form(self._base)
        if form < 0:
            raise Damaged(opening.damaged(self.called))
        if form > SCHEMA:
            raise BadStore(
                words("The store {file} was made by a newer Guildhall.", file=self.called)
            )
        (application,) = self._base.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION:
            (tables,) = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables or form:
                raise BadStore(words("{file} is not a store of Guildhall.", file=self.called))
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
            insert(
                base,
                "best",
                match=id,
                game=header.game,
                options=_sorted(header.options),
                data=_sorted(header.data),
                name=header.names[0],
                total=summary.result[0].total,
                finished=time,
            )

    def _is_in_transaction(self) -> bool:
        return self._base.in_transaction

    def _trouble(self) -> AbstractContextManager[None]:
        return opening.trouble(self.called)


def _log(
    base: sqlite3.Connection, id: str, number: int
) -> tuple[tuple[Stored, Stored], list[tuple[Stored, Stored]]]:
    """Header and length of a match, and its events after one, as rows hold them; raises
    NoSuchMatch."""
    match = base.execute("SELECT header, events FROM match WHERE id = ?", (id,)).fetchone()
    if match is None:
        raise unknown(id)
    rows = base.execute(
        "SELECT body, at FROM event WHERE match = ? AND number > ? ORDER BY number", (id, number)
    )
    return match, rows.fetchall()


def _best(row: tuple[Stored, ...]) -> Best | None:
    """The result that a row holds, if it can be read."""
    id, name, total, when = row
    with suppress(BadSave):
        if type(total) is int:
            return Best(text_of(id), text_of(name), total, time_of(when))
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
