"""The event store, in an SQL database: one row per event, one transaction per pick.

A store holds the header of each match, its events, and a short record for lists of saved games.
`SqliteStore` is on disk, `PostgresStore` in a database shared by several machines, and
`MemoryStore` in memory. A `Database` hides the differences between databases.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from attrs import evolve

from engine import clock
from engine.core.chance import new_seed
from engine.core.component_data import Data
from engine.core.event import PICK_EVENT, Event, Header
from engine.core.players import Ending, bot_name, ended
from engine.core.score_sheet import Standing
from engine.errors import BadSave, Doubled, NoSuchMatch
from engine.match.match import Match
from engine.match.position import EarlyEnd
from engine.storage import match_file
from engine.storage.database import Connection
from engine.storage.pubsub import BOTS_TOPIC, topic_of
from engine.storage.records import (
    ENDING_COLUMN,
    HANDED_OVER,
    RECORD_COLUMNS,
    STARTED_ELSEWHERE,
    Best,
    Record,
    Summary,
    answers_beforehand,
    bot_owes,
    check_follows,
    conflict,
    counts_as_best,
    draw_id,
    ending_of,
    missing,
    note_awaited,
    note_ending,
    owing_of,
    parse_events,
    record_of,
    result_column,
    row,
    seated,
    text_of,
    time_of,
    unknown,
    unused,
    withdraw_stale_proposal,
)
from engine.storage.sql_statements import Stored, insert, update
from engine.storage.transactional_store import TransactionalStore

_RECORD_QUERY: Final = f"SELECT {RECORD_COLUMNS} FROM match"
_LATEST_FIRST: Final = "ORDER BY changed DESC, id DESC"
_OF_A_PERSON: Final = (
    " WHERE id IN (SELECT id FROM owner CROSS JOIN match ON match.id = owner.match"
    f" WHERE person = ? AND (? IS NULL OR over = ?) {_LATEST_FIRST}"
)
_WITH_BOTS: Final = (
    " WHERE over = 0 AND owing != '[]' AND header LIKE '%\"bot:%'"
    " AND EXISTS (SELECT 1 FROM owner WHERE owner.match = match.id)"
)
_FINISHED_QUERY: Final = "SELECT 1 FROM match WHERE over = 1 AND game = ? LIMIT 1"
_FINISHED_BY: Final = (
    "SELECT 1 FROM owner CROSS JOIN match ON match.id = owner.match"
    " WHERE person = ? AND over = 1 AND game = ? LIMIT 1"
)
_TAKEN_QUERY: Final = (
    "SELECT 1 FROM match WHERE id = ? UNION ALL SELECT 1 FROM gathering WHERE id = ?"
)
_CLAIM_STATEMENT: Final = (
    "UPDATE match SET changed = ?, events = ?, round = ?, turn = ?, active = ?, over = ?,"
    " result = ?, owing = ? WHERE id = ? AND events = ?"
    " AND NOT EXISTS (SELECT 1 FROM ending WHERE ending.match = match.id)"
)


class Store(TransactionalStore):
    """A store of matches.

    The numbers of the events in an append show the length of the log that the caller has seen. Only
    one of two concurrent appends succeeds, because the UPDATE of the match's row requires that
    length; the other append raises `Conflict`. When `append` or `add` returns, the events are
    durable. Every call except `publish` may raise `BadStore`. `clock` gives the times of matches
    and their events; a store on a database server uses the server's clock.

    A change to a match publishes the topic of the match after the commit, and another topic if a
    bot may have to move; see `engine.storage.pubsub`.
    """

    def new(self, match: Match, unrated: str = "") -> str:
        """Save a match that has just been started, imported or branched off, and return its id.
        `unrated` is the reason why it does not count for ratings (see `Record`), or empty."""
        summary = Summary.of(match)
        return unused(draw_id, lambda id: self.add(id, match.header, match.log, summary, unrated))

    def add(
        self,
        id: str,
        header: Header,
        events: Sequence[Event],
        summary: Summary,
        unrated: str = "",
    ) -> bool:
        """Save a new match, and return True. If the id is taken, save nothing and return False. For
        `unrated`, see `new`. Raises Conflict unless the events are numbered from 1."""
        check_follows(events, 0, id)
        time = self.clock().isoformat()
        with self.write_transaction() as connection:
            if connection.execute(_TAKEN_QUERY, (id, id)).fetchone():
                return False
            insert(
                connection,
                "match",
                id=id,
                game=header.game,
                rules=header.rules,
                header=match_file.header_line(header, seed=True),
                created=time,
                changed=time,
                events=len(events),
                unrated=unrated,
                **summary.columns,
            )
            self._insert(id, events)
            if bot_owes(header, summary):
                self.publish(BOTS_TOPIC)
        return True

    def append(
        self, id: str, events: Sequence[Event], summary: Summary, header: Header | None = None
    ) -> None:
        """Append either all or none of the events, and save `summary`, which describes the match
        after them. Withdraw proposals that have become outdated.

        Raises Conflict if the events do not follow the last saved event, or if the saved header is
        not `header` (None for any). Raises NoSuchMatch if there is no such match, and Ended if it
        was ended early.
        """
        now = self.clock()
        time = now.isoformat()
        length = events[0].number - 1 if events else self.record(id).events
        check_follows(events, length, id)
        row = (time, length + len(events), *summary.columns.values())
        with self.write_transaction(id) as connection:
            claimed, line = self._claim(connection, id, row, length, header)
            if not claimed:
                raise conflict(id) if self.ending(id) is None else ended(id)
            try:
                with self.translated_errors():
                    self._insert(id, events)
            except Doubled as error:
                raise conflict(id) from error
            self._update_best(id, summary, time)
            withdraw_stale_proposal(connection, id)
            moved = {event.seat for event in events if event.kind == PICK_EVENT}
            note_awaited(connection, id, summary.owing, now, moved)
            if summary.owing and ('"bot:' in line or answers_beforehand(connection, id)):
                self.publish(BOTS_TOPIC)
            self.publish(topic_of(id))

    def set_player(self, id: str, seat: int, player: str, name: str | None = None) -> None:
        """Set the player of `seat` to `player` (`person` or `bot:<name>`), with a new `name` if one
        is given. Mark the match as HANDED_OVER if `player` differs from the player before. Raises
        NoSuchMatch or BadSave."""
        with self.write_transaction(id) as connection:
            before = self.header(id)
            header = seated(before, seat, player, name)
            update(connection, "match", id, header=match_file.header_line(header, seed=True))
            if before.seats[seat][1] != player:
                update(connection, "match", id, unrated=HANDED_OVER)
            (owing,) = self._match_columns(id, "owing")
            note_awaited(connection, id, owing_of(owing), self.clock())
            connection.execute("UPDATE best SET name = ? WHERE match = ?", (header.names[0], id))
            if bot_name(player) is not None:
                self.publish(BOTS_TOPIC)
            self.publish(topic_of(id))

    def end(self, id: str, ending: Ending, result: tuple[Standing, ...]) -> None:
        """Save the early end of a match, with its result. Raises NoSuchMatch, or Ended if the match
        is already over."""
        with self.write_transaction(id) as connection:
            (over,) = self._match_columns(id, "over")
            if over:
                raise ended(id)
            note_ending(connection, id, ending)
            changed, last = ending.when.isoformat(), result_column(result)
            update(connection, "match", id, changed=changed, over=1, result=last, owing="[]")
            note_awaited(connection, id, (), self.clock())
            self.publish(topic_of(id))

    def delete(self, id: str) -> None:
        """Delete a match. Raises NoSuchMatch."""
        with self.write_transaction() as connection:
            if not connection.execute("DELETE FROM match WHERE id = ?", (id,)).rowcount:
                raise unknown(id)

    def log(self, id: str) -> tuple[Header, list[Event]]:
        """Return the header and all events of a match.

        Raises NoSuchMatch, or BadSave with the position before the first unreadable or missing
        event (without a position if the header is unreadable).
        """
        (line, length), rows = self.query(lambda connection: _log(connection, id, 0))
        header = _header(line, id)
        events = parse_events(rows, header, id)
        if len(events) != length:
            good = match_file.load_match(header, events, id)
            raise BadSave(missing(length, len(events)), source=id, line=len(events) + 2, good=good)
        return header, events

    def header(self, id: str) -> Header:
        """Return the header of a match. Raises NoSuchMatch or BadSave."""
        (line,) = self._match_columns(id, "header")
        return _header(line, id)

    def since(self, id: str, number: int) -> list[Event]:
        """Return the events after event `number`. Raises NoSuchMatch or BadSave."""
        (line, length), rows = self.query(lambda connection: _log(connection, id, number))
        if length == number and not rows:
            return []
        try:
            events = parse_events(rows, _header(line, id), id)
        except BadSave:
            events = []
        if number + len(events) != length:
            return self.log(id)[1][number:]
        return events

    def load(self, id: str) -> Match:
        """Return the match. Raises NoSuchMatch, or BadSave with the last good position (without one
        if the header is invalid).

        If the last writer died before saving outcomes of chance, the match has more events than the
        store.
        """
        header, events = self.log(id)
        match = match_file.load_match(header, events, id, clock=self.clock)
        match.ended = self.early_end(id)
        return match

    def early_end(self, id: str) -> EarlyEnd | None:
        """Return the early end of a match, with the result that counts; None if there is none.
        Raises NoSuchMatch."""
        ending = self.ending(id)
        return None if ending is None else EarlyEnd(ending, self.record(id).summary.result)

    def ending(self, id: str) -> Ending | None:
        """Return the early end of a match; None if there is none. Raises NoSuchMatch."""
        (column,) = self._match_columns(id, ENDING_COLUMN)
        return ending_of(column)

    def owners(self, id: str) -> tuple[int | None, ...]:
        """Return the ids of the people who own the seats of a match. The id is None for bots' and
        free seats, and for all seats of a match without owners. Raises NoSuchMatch."""
        record = self.record(id)
        return record.owners or (None,) * len(record.header.seats)

    def record(self, id: str) -> Record:
        """Return the record of a match. Raises NoSuchMatch."""
        return record_of(self._match_columns(id, RECORD_COLUMNS))

    def find(self, text: str) -> Record:
        """Return the record of the match whose id is `text`, or of the only match whose id begins
        with `text`. Case does not matter. Raises NoSuchMatch if there is no such match, or more
        than one."""
        beginning = text.strip().lower()
        records = self.beginning(beginning) if beginning else []
        matching = [record for record in records if record.id == beginning] or records
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise NoSuchMatch(
                "{id} is ambiguous: it could be {ids}.",
                id=text,
                ids=", ".join(record.id for record in matching),
            )
        raise unknown(text)

    def records(
        self, *, person: int | None = None, over: bool | None = None, limit: int | None = None
    ) -> list[Record]:
        """Return matches, including damaged ones, most recently played first.

        They can be limited to those with a seat of `person`, to those that are over (`over` True)
        or still running (`over` False), and to the first `limit`.
        """
        if person is None:
            where, values = ("", []) if over is None else (" WHERE over = ?", [over])
            return self._records(where, values, limit)
        cut, most = _limit_clause(limit)
        return self._records(f"{_OF_A_PERSON}{cut})", (person, over, over, *most))

    def beginning(self, start: str) -> list[Record]:
        """Return the matches whose ids begin with `start`, most recently played first."""
        return self._records(" WHERE id BETWEEN ? AND ?", (start, f"{start}\U0010ffff"))

    def watchable(self, limit: int) -> list[Record]:
        """Return the running matches that anyone may watch, most recently played first, at most
        `limit`."""
        where = " WHERE over = 0 AND EXISTS (SELECT 1 FROM hosted WHERE match = id AND watch = 1)"
        return self._records(where, limit=limit)

    def bots_due(self) -> list[Record]:
        """Return the matches of registered people in which a bot has a pending decision, longest
        waiting first."""
        records = self._records(_WITH_BOTS)
        return [record for record in reversed(records) if bot_owes(record.header, record.summary)]

    def has_finished(self, game: str, person: int | None = None) -> bool:
        """Whether there is a finished match of a game. If `person` is given, only matches with a
        seat of that person count."""
        asked = (_FINISHED_QUERY, game) if person is None else (_FINISHED_BY, person, game)
        return self.first_row(*asked) is not None

    def best(self, game: str, options: Mapping[str, str], data: Data | None = None) -> list[Best]:
        """Return the finished solo games with `options` and with the custom `data` (None if there
        is none), including those of deleted matches, highest total first."""
        rows = self.rows(
            "SELECT match, name, total, finished FROM best"
            " WHERE game = ? AND options = ? AND data = ? ORDER BY total DESC, finished",
            (game, _sorted(options), _sorted(data or {})),
        )
        return [best for row in rows if (best := _best(row)) is not None]

    def adopt(self, match: Match) -> str:
        """Save an imported match, and return its new id. If the match has no seed, it gets a new
        one."""
        header = evolve(match.header, seed=match.header.seed or new_seed())
        return self.new(Match.load(header, match.log, clock=self.clock), STARTED_ELSEWHERE)

    def branch(self, match: Match, count: int) -> str:
        """Save a new match that continues `match` after the first `count` events of its line of
        play, and return the new id.

        The new match gets a new seed, so that nobody can use it to look ahead in the original
        match, or the other way round.
        """
        header, events = match.branch(count)
        branch = Match.load(evolve(header, seed=new_seed()), events, clock=self.clock)
        return self.new(branch, STARTED_ELSEWHERE)

    def _match_columns(self, id: str, columns: str) -> tuple[Stored, ...]:
        """Return the values of the SQL `columns` of a match. Raises NoSuchMatch."""
        row = self.first_row(f"SELECT {columns} FROM match WHERE id = ?", id)
        if row is None:
            raise unknown(id)
        return row

    def _claim(
        self,
        connection: Connection,
        id: str,
        row: Sequence[Stored],
        length: int,
        header: Header | None,
    ) -> tuple[bool, str]:
        """Set the time of the last change, the length and the summary of a match to `row`, provided
        that the match was not ended early and has `length` events and the header `header` (None for
        any). Return whether this was done, and the line of the header. Raises NoSuchMatch if
        `header` is None and there is no such match."""
        if header is None:
            claim = connection.execute(_CLAIM_STATEMENT, (*row, id, length))
            return bool(claim.rowcount), str(self._match_columns(id, "header")[0])
        line = match_file.header_line(header, seed=True)
        claim = connection.execute(f"{_CLAIM_STATEMENT} AND header = ?", (*row, id, length, line))
        return bool(claim.rowcount), line

    def _records(
        self, where: str, values: Sequence[int | str | None] = (), limit: int | None = None
    ) -> list[Record]:
        cut, most = _limit_clause(limit)
        rows = self.rows(f"{_RECORD_QUERY}{where} {_LATEST_FIRST}{cut}", (*values, *most))
        return [record_of(row) for row in rows]

    def _insert(self, id: str, events: Sequence[Event]) -> None:
        self.database.executemany(
            "INSERT INTO event (match, number, body, at) VALUES (?, ?, ?, ?)",
            [(id, event.number, *row(event)) for event in events],
        )

    def _update_best(self, id: str, summary: Summary, time: str) -> None:
        """Add a match that was finished at `time` to the best results if it belongs there (see
        `counts_as_best`). Otherwise remove it, for example because its end has been undone."""
        connection = self.database
        connection.execute("DELETE FROM best WHERE match = ?", (id,))
        if not summary.over:
            return
        (line,) = connection.execute("SELECT header FROM match WHERE id = ?", (id,)).fetchone()
        try:
            header = _header(line, id)
        except BadSave:
            return
        if counts_as_best(header, summary):
            insert(
                connection,
                "best",
                match=id,
                game=header.game,
                options=_sorted(header.options),
                data=_sorted(header.data),
                name=header.names[0],
                total=summary.result[0].total,
                finished=time,
            )


class StoreUser:
    """Base class of the classes that read and write one part of a store, such as the chat."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @property
    def now(self) -> str:
        """The current time by the store's clock, in the text form that is saved."""
        return clock.written(self.store.clock())


def _log(
    connection: Connection, id: str, number: int
) -> tuple[tuple[Stored, Stored], list[tuple[Stored, Stored]]]:
    """Return the (header line, length) pair of a match, and the (line, time) rows of its events
    after event `number`. Raises NoSuchMatch."""
    match = connection.execute("SELECT header, events FROM match WHERE id = ?", (id,)).fetchone()
    if match is None:
        raise unknown(id)
    rows = connection.execute(
        "SELECT body, at FROM event WHERE match = ? AND number > ? ORDER BY number", (id, number)
    )
    return match, rows.fetchall()


def _best(row: tuple[Stored, ...]) -> Best | None:
    """Parse a row of the best results. Return None if it is unreadable."""
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
    """Return the LIMIT clause of a query, and the values for its placeholders."""
    return ("", ()) if limit is None else (" LIMIT ?", (limit,))
