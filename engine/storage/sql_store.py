"""The store in an SQL database: one row per event, one transaction per pick.

Of two concurrent appends to a match one wins: the UPDATE of its row requires the length of the log
that the caller has seen. Differences between databases are left to `Database`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Final, TypeVar

from engine import clock
from engine.core.component_data import Data
from engine.core.early_end import Ending, ended
from engine.core.event import PICK, Event, Header
from engine.core.players import bot_name
from engine.core.score_sheet import Standing
from engine.errors import BadSave, Damaged, Doubled, GuildhallError, Unwritable
from engine.i18n.text import Text
from engine.storage import match_file
from engine.storage.database import Connection, Database, NotifyListener
from engine.storage.match_owners import (
    ENDING,
    answers_beforehand,
    ending_of,
    note_awaited,
    note_ending,
    owing_of,
    withdraw_stale_proposal,
)
from engine.storage.match_rows import (
    COLUMNS,
    missing,
    record_of,
    result_column,
    summary_columns,
    text_of,
    time_of,
)
from engine.storage.pubsub import DeferredPublisher, InProcessBus, SocketBus, Subscription
from engine.storage.sql_statements import Stored, insert, update
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

T = TypeVar("T")

_RECORD: Final = f"SELECT {COLUMNS} FROM match"
_LATEST: Final = "ORDER BY changed DESC, id DESC"
_OF_A_PERSON: Final = (
    " WHERE id IN (SELECT id FROM owner CROSS JOIN match ON match.id = owner.match"
    f" WHERE person = ? AND (? IS NULL OR over = ?) {_LATEST}"
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
_TAKEN: Final = "SELECT 1 FROM match WHERE id = ? UNION ALL SELECT 1 FROM gathering WHERE id = ?"
_CLAIM: Final = (
    "UPDATE match SET changed = ?, events = ?, round = ?, turn = ?, active = ?, over = ?,"
    " result = ?, owing = ? WHERE id = ? AND events = ?"
    " AND NOT EXISTS (SELECT 1 FROM ending WHERE ending.match = match.id)"
)


class SqlStore(Store):
    """A store in an SQL database."""

    called: Text | str
    """Name of the store in messages."""

    bus: SocketBus | InProcessBus
    """Publish/subscribe on this host."""

    def hold(self, base: Database, bus: SocketBus | InProcessBus) -> None:
        """Use that database and that bus from now on."""
        self._base, self.bus = base, bus
        self._publisher = DeferredPublisher(bus.publish)

    def others(self) -> int:
        """Return the number of other programs known to have the store open."""
        return 0

    def listen(self) -> NotifyListener | None:
        """Receive topics published on other hosts within transactions from now on; None if there
        can be no other hosts. Raises BadStore."""
        return None

    def salvage(self) -> bool:
        """Switch to what can still be read of a damaged database, if wanted; return whether it
        did."""
        return False

    def something_was_kept(self) -> None:
        """Called after a transaction that wrote."""

    def add(
        self,
        id: str,
        header: Header,
        events: Sequence[Event],
        summary: Summary,
        unrated: str = "",
    ) -> bool:
        """Save a new match; return False, and save nothing, if the id is taken."""
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
                header=match_file.header_line(header, seed=True),
                created=time,
                changed=time,
                events=len(events),
                unrated=unrated,
                **summary_columns(summary),
            )
            self._insert(id, events)
            if bot_owes(header, summary):
                self.publish(BOTS)
        return True

    def append(
        self, id: str, events: Sequence[Event], summary: Summary, header: Header | None = None
    ) -> None:
        """Append events, all or none; raises Conflict, NoSuchMatch or Ended."""
        time = self.clock().isoformat()
        length = events[0].number - 1 if events else self.record(id).events
        check_follows(events, length, id)
        stand = (time, length + len(events), *summary_columns(summary).values())
        with self.writing(id) as base:
            claimed, line = self._claim(id, stand, length, header)
            if not claimed:
                raise self._append_error(id)
            try:
                with self._translated_errors():
                    self._insert(id, events)
            except Doubled as error:
                raise conflict(id) from error
            self._update_best(id, summary, time)
            withdraw_stale_proposal(base, id)
            moved = {event.seat for event in events if event.kind == PICK}
            note_awaited(base, id, summary.owing, self._now, moved)
            if summary.owing and ('"bot:' in line or answers_beforehand(base, id)):
                self.publish(BOTS)
            self.publish(topic_of(id))

    def _claim(
        self, id: str, stand: Sequence[Stored], length: int, header: Header | None
    ) -> tuple[bool, str]:
        """Save how a match stands, if it has `length` events and that header (None: any); returns
        whether it has, and the saved header."""
        if header is None:
            claim = self._base.execute(_CLAIM, (*stand, id, length))
            return bool(claim.rowcount), str(self._match_columns(id, "header")[0])
        line = match_file.header_line(header, seed=True)
        claim = self._base.execute(f"{_CLAIM} AND header = ?", (*stand, id, length, line))
        return bool(claim.rowcount), line

    def _append_error(self, id: str) -> GuildhallError:
        """Return the error for events that do not continue the saved log; raises NoSuchMatch."""
        (ending,) = self._match_columns(id, ENDING)
        return conflict(id) if ending is None else ended(id)

    def give_seat(self, id: str, seat: int, player: str, name: str | None = None) -> None:
        """Let another player take over a seat of a match; raises NoSuchMatch."""
        with self.writing(id) as base:
            before = self.header(id)
            header = seated(before, seat, player, name)
            update(base, "match", id, header=match_file.header_line(header, seed=True))
            if before.seats[seat][1] != player:
                update(base, "match", id, unrated=HANDED_OVER)
            (owing,) = self._match_columns(id, "owing")
            note_awaited(base, id, owing_of(owing), self._now)
            base.execute("UPDATE best SET name = ? WHERE match = ?", (header.names[0], id))
            if bot_name(player) is not None:
                self.publish(BOTS)
            self.publish(topic_of(id))

    def review(self, id: str, made_with: str) -> str | None:
        """Return the saved review of a match, if it has the fingerprint `made_with`."""
        saved = self._row("SELECT made_with, body FROM review WHERE match = ?", id)
        return str(saved[1]) if saved is not None and saved[0] == made_with else None

    def keep_review(self, id: str, made_with: str, body: str) -> None:
        """Save the review of a match, replacing the old one; raises NoSuchMatch."""
        with self.writing(id) as base:
            self._match_columns(id, "id")
            base.execute("DELETE FROM review WHERE match = ?", (id,))
            insert(base, "review", match=id, made_with=made_with, body=body)

    def end(self, id: str, ending: Ending, result: tuple[Standing, ...]) -> None:
        """Save the early end of a match; raises NoSuchMatch or Ended."""
        with self.writing(id) as base:
            (over,) = self._match_columns(id, "over")
            if over:
                raise ended(id)
            note_ending(base, id, ending)
            changed, last = ending.when.isoformat(), result_column(result)
            update(base, "match", id, changed=changed, over=1, result=last, owing="[]")
            note_awaited(base, id, (), self._now)
            self.publish(topic_of(id))

    def wait_at_most(self, seconds: float) -> None:
        """Set how long to wait for other writers before `Busy` is raised."""
        with self._translated_errors():
            self._base.wait_at_most(seconds)

    def rest(self) -> None:
        """Close an idle connection."""
        with self._translated_errors():
            self._base.rest()

    def log(self, id: str) -> tuple[Header, list[Event]]:
        """Return the header and all events; raises NoSuchMatch or BadSave."""
        (line, due), rows = self._query(lambda base: _log(base, id, 0))
        header = _header(line, id)
        events = parse_events(rows, header, id)
        if len(events) != due:
            good = match_file.rebuild(header, events, id)
            text = missing(due, len(events))
            raise BadSave(text, source=id, line=len(events) + 2, good=good)
        return header, events

    def header(self, id: str) -> Header:
        """Return the header; raises NoSuchMatch or BadSave."""
        (line,) = self._match_columns(id, "header")
        return _header(line, id)

    def since(self, id: str, number: int) -> list[Event]:
        """Return the events after the one with that number; raises NoSuchMatch or BadSave."""
        (line, due), rows = self._query(lambda base: _log(base, id, number))
        if due == number and not rows:
            return []
        try:
            events = parse_events(rows, _header(line, id), id)
        except BadSave:
            events = []
        if number + len(events) != due:
            return self.log(id)[1][number:]
        return events

    def subscribe(self, topic: str) -> Subscription:
        """Subscribe to a topic, whichever process publishes on it."""
        return self.bus.subscribe(topic)

    def publish(self, *topics: str) -> None:
        """Notify all subscribers of topics, in any process; within a transaction after its
        commit."""
        for topic in topics:
            self._publisher.publish(topic)

    def subscriber_count(self, topic: str) -> int:
        """Return the number of subscribers of a topic."""
        return self.bus.subscriber_count(topic)

    def topics_with_subscribers(self, start: str) -> list[str]:
        """Return the topics with that prefix that have subscribers."""
        return self.bus.topics_with_subscribers(start)

    def bus_id(self) -> str:
        """Return an id of the bus that is the same for all programs on it."""
        return self.bus.place

    def sweep(self) -> list[str]:
        """Remove the subscriptions of dead programs; return their topics."""
        return self.bus.sweep()

    def record(self, id: str) -> Record:
        """Return the record of the match with that id; raises NoSuchMatch."""
        return record_of(self._match_columns(id, COLUMNS))

    def ending(self, id: str) -> Ending | None:
        """Return the early end of a match, if any; raises NoSuchMatch."""
        (column,) = self._match_columns(id, ENDING)
        return ending_of(column)

    def records(
        self, *, person: int | None = None, over: bool | None = None, limit: int | None = None
    ) -> list[Record]:
        """Return all matches, or those of a person, the latest played first."""
        if person is None:
            where, values = ("", []) if over is None else (" WHERE over = ?", [over])
            return self._records(where, values, limit)
        cut, most = _limit_clause(limit)
        return self._records(f"{_OF_A_PERSON}{cut})", (person, over, over, *most))

    def bots_due(self) -> list[Record]:
        """Return the matches of registered people with a pending decision of a bot, the longest
        waiting first."""
        records = self._records(_WITH_BOTS)
        return [record for record in reversed(records) if bot_owes(record.header, record.summary)]

    def has_finished(self, game: str, person: int | None = None) -> bool:
        """Whether there is a finished match of a game, with a seat of that person if given."""
        asked = (_FINISHED, game) if person is None else (_FINISHED_BY, person, game)
        return self._row(*asked) is not None

    def watchable(self, limit: int) -> list[Record]:
        """Return the running matches that anybody may watch."""
        where = " WHERE over = 0 AND EXISTS (SELECT 1 FROM hosted WHERE match = id AND watch = 1)"
        return self._records(where, limit=limit)

    def beginning(self, start: str) -> list[Record]:
        """Return the matches whose ids begin with `start`, the latest played first."""
        return self._records(" WHERE id BETWEEN ? AND ?", (start, f"{start}\U0010ffff"))

    def delete(self, id: str) -> None:
        """Delete a match; raises NoSuchMatch."""
        with self.writing() as base:
            if not base.execute("DELETE FROM match WHERE id = ?", (id,)).rowcount:
                raise unknown(id)

    def best(self, game: str, options: Mapping[str, str], data: Data | None = None) -> list[Best]:
        """Return the finished solo games, the highest total first."""
        rows = self._rows(
            "SELECT match, name, total, finished FROM best"
            " WHERE game = ? AND options = ? AND data = ? ORDER BY total DESC, finished",
            (game, _sorted(options), _sorted(data or {})),
        )
        return [best for row in rows if (best := _best(row)) is not None]

    def close(self) -> None:
        """Close the database."""
        with self._translated_errors():
            self._base.close()

    @contextmanager
    def writing(self, match: str | None = None) -> Iterator[Database]:
        """Open an exclusive write transaction, or join the open one; it is committed only if the
        block succeeds. Topics published in it are sent afterwards."""
        if self._is_in_transaction():
            yield self._base
            return
        if self.only_read is not None:
            raise Unwritable(self.only_read)
        with self._publisher.holding() as topics, self._translated_errors():
            self._base.write(match)
            try:
                yield self._base
                self._base.commit(topics)
            except BaseException:
                self._base.rollback()
                raise
        self.something_was_kept()

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """Open a read transaction with a consistent snapshot, or join the open one."""
        if self._is_in_transaction():
            yield self._base
            return
        with self._translated_errors():
            self._base.read()
            try:
                yield self._base
            finally:
                self._base.commit()

    # ------------------------------------------------------------------ helpers

    @property
    def _now(self) -> str:
        return clock.written(self.clock())

    def _query(self, question: Callable[[Connection], T]) -> T:
        """Return the result of a query in one transaction; if the store is damaged, and salvage is
        wanted, of what can still be read."""
        try:
            with self.reading() as base:
                return question(base)
        except Damaged:
            if self._is_in_transaction() or not self.salvage():
                raise
        return self._query(question)

    def _row(self, sql: str, *values: object) -> tuple[Stored, ...] | None:
        """Return the first row."""
        row: tuple[Stored, ...] | None = self._query(
            lambda base: base.execute(sql, values).fetchone()
        )
        return row

    def _match_columns(self, id: str, columns: str) -> tuple[Stored, ...]:
        """Return columns of a match; raises NoSuchMatch."""
        row = self._row(f"SELECT {columns} FROM match WHERE id = ?", id)
        if row is None:
            raise unknown(id)
        return row

    def _records(
        self, where: str, values: Sequence[int | str | None] = (), limit: int | None = None
    ) -> list[Record]:
        cut, most = _limit_clause(limit)
        rows = self._rows(f"{_RECORD}{where} {_LATEST}{cut}", (*values, *most))
        return [record_of(row) for row in rows]

    def _rows(self, sql: str, values: Sequence[object]) -> list[tuple[Stored, ...]]:
        """Return all rows."""
        return self._query(lambda base: base.execute(sql, values).fetchall())

    def _insert(self, id: str, events: Sequence[Event]) -> None:
        self._base.executemany(
            "INSERT INTO event (match, number, body, at) VALUES (?, ?, ?, ?)",
            [(id, event.number, *row(event)) for event in events],
        )

    def _update_best(self, id: str, summary: Summary, time: str) -> None:
        """Add the match to the best results, or remove it if its end was undone."""
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

    def _translated_errors(self) -> AbstractContextManager[None]:
        return self._base.translated_errors(self.called)


def _log(
    base: Connection, id: str, number: int
) -> tuple[tuple[Stored, Stored], list[tuple[Stored, Stored]]]:
    """Return header and length of a match, and its events after one, as rows; raises
    NoSuchMatch."""
    match = base.execute("SELECT header, events FROM match WHERE id = ?", (id,)).fetchone()
    if match is None:
        raise unknown(id)
    rows = base.execute(
        "SELECT body, at FROM event WHERE match = ? AND number > ? ORDER BY number", (id, number)
    )
    return match, rows.fetchall()


def _best(row: tuple[Stored, ...]) -> Best | None:
    """Parse a row of the best results; None if it is unreadable."""
    id, name, total, when = row
    with suppress(BadSave):
        if type(total) is int:
            return Best(text_of(id), text_of(name), total, time_of(when))
    return None


def _header(line: Stored, id: str) -> Header:
    try:
        return match_file.parse_header(text_of(line))
    except BadSave as error:
        raise BadSave(error.text, source=id, line=1) from error


def _sorted(values: Data) -> str:
    return json.dumps(values, sort_keys=True, ensure_ascii=False)


def _limit_clause(limit: int | None) -> tuple[str, tuple[int, ...]]:
    """Return the LIMIT clause of a query, and its values."""
    return ("", ()) if limit is None else (" LIMIT ?", (limit,))
