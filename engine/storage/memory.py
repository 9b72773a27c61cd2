"""A store that keeps its matches as long as it lives, without a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from attrs import evolve

from engine.core.data import Data
from engine.core.ending import Ending, ended
from engine.core.event import Event, Header
from engine.core.sheet import Standing
from engine.storage.bells import Chimes, Ringer, Watch
from engine.storage.owned import lapse, note_ending, note_match, owners_and_ending
from engine.storage.store import (
    Best,
    Record,
    Row,
    Store,
    Summary,
    check_follows,
    counts_as_best,
    parse_events,
    row,
    seated,
    unknown,
)
from engine.storage.topics import topic_of

if TYPE_CHECKING:
    import sqlite3


class MemoryStore(Store):
    """Keeps matches as long as the program runs."""

    def __init__(self) -> None:
        self._records: dict[str, Record] = {}
        self._logs: dict[str, list[Row]] = {}
        self._best: dict[str, tuple[str, Mapping[str, Any], Mapping[str, Any], Best]] = {}
        self._chimes = Chimes()
        self._ringer = Ringer(self._chimes.ring)
        self._base: sqlite3.Connection | None = None

    def add(self, id: str, header: Header, events: Sequence[Event], summary: Summary) -> bool:
        """Keep a new match; False, and nothing is kept, if the id is taken."""
        if id in self._records or self._is_gathering(id):
            return False
        check_follows(events, 0, id)
        time = self.clock()
        self._logs[id] = [row(event) for event in events]
        self._keep(Record(id, header, time, time, len(events), summary))
        return True

    def append(self, id: str, events: Sequence[Event], summary: Summary) -> None:
        """Keep further events, all or none; raises Conflict, NoSuchMatch or Ended."""
        record = self._record(id)
        if record.ending is not None:
            raise ended(id)
        check_follows(events, record.events, id)
        self._logs[id] += [row(event) for event in events]
        self._keep(
            evolve(
                record, changed=self.clock(), events=record.events + len(events), summary=summary
            )
        )
        self._keep_best(self._records[id])
        if self._base is not None:
            lapse(self._base, id)
        self.ring(topic_of(id))

    def give_seat(self, id: str, seat: int, player: str, name: str | None = None) -> None:
        """Let somebody else play a seat of a match from now on; raises NoSuchMatch."""
        record = self._record(id)
        header = seated(record.header, seat, player, name)
        self._keep(evolve(record, header=header))
        if id in self._best:
            game, options, data, best = self._best[id]
            self._best[id] = game, options, data, evolve(best, name=header.names[0])
        self.ring(topic_of(id))

    def end(self, id: str, ending: Ending, result: tuple[Standing, ...]) -> None:
        """Keep that people have ended a match; raises NoSuchMatch or Ended."""
        record = self._record(id)
        if record.ending is not None or record.summary.over:
            raise ended(id)
        with self.writing() as base:
            note_ending(base, id, ending)
            summary = evolve(record.summary, over=True, result=result, owing=())
            self._keep(evolve(record, changed=ending.when, summary=summary))
        self.ring(topic_of(id))

    def log(self, id: str) -> tuple[Header, list[Event]]:
        """The header and all events; raises NoSuchMatch."""
        header = self._record(id).header
        return header, parse_events(self._logs[id], header, id)

    def header(self, id: str) -> Header:
        """The header alone; raises NoSuchMatch."""
        return self._record(id).header

    def since(self, id: str, number: int) -> list[Event]:
        """The events after the one with that number; raises NoSuchMatch."""
        if self._record(id).events <= number:
            return []
        return self.log(id)[1][number:]

    def watch(self, topic: str) -> Watch:
        """An ear for a topic, within this program."""
        return self._chimes.watch(topic)

    def ring(self, topic: str) -> None:
        """Tell all in this program who listen to a topic that something has happened; within a
        transaction they are told after it."""
        self._ringer.ring(topic)

    def present(self, topic: str) -> int:
        """How many listen to a topic."""
        return self._chimes.present(topic)

    def heard(self, start: str) -> list[str]:
        """The topics of such a beginning to which somebody listens."""
        return self._chimes.heard(start)

    def ending(self, id: str) -> Ending | None:
        """How people have ended a match before its end, if they have; raises NoSuchMatch."""
        return self._record(id).ending

    def records(
        self, *, person: int | None = None, over: bool | None = None, limit: int | None = None
    ) -> list[Record]:
        """All matches or those of a person, the one that was played last first."""
        found = [
            record
            for record in map(self._record, self._records)
            if (person is None or person in record.owners)
            and (over is None or record.summary.over == over)
        ]
        return sorted(found, key=lambda one: (one.changed, one.id), reverse=True)[:limit]

    def watchable(self, limit: int) -> list[Record]:
        """The matches that are played now and that anybody may watch."""
        with self.reading() as base:
            ids = {id for (id,) in base.execute("SELECT match FROM hosted WHERE watch = 1")}
        return [record for record in self.records(over=False) if record.id in ids][:limit]

    def beginning(self, start: str) -> list[Record]:
        """The matches whose ids begin so, the one that was played last first."""
        return [record for record in self.records() if record.id.startswith(start)]

    def delete(self, id: str) -> None:
        """Forget a match; raises NoSuchMatch."""
        self._record(id)
        del self._records[id], self._logs[id]
        if self._base is not None:
            self._base.execute("DELETE FROM match WHERE id = ?", (id,))

    def best(self, game: str, options: Mapping[str, str], data: Data | None = None) -> list[Best]:
        """The finished games of one person alone, the highest total first."""
        wanted = (game, dict(options), dict(data or {}))
        found = [one for *kind, one in self._best.values() if tuple(kind) == wanted]
        return sorted(found, key=lambda one: (-one.total, one.when))

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction over the tables of people; matches are put back too if it fails."""
        base = self._people
        if base.in_transaction:
            yield base
            return
        with self._ringer.holding():
            kept = dict(self._records), dict(self._best)
            logs = {id: (log, len(log)) for id, log in self._logs.items()}
            base.execute("BEGIN")
            try:
                yield base
                base.execute("COMMIT")
            except BaseException:
                base.execute("ROLLBACK")
                self._records, self._best = kept
                self._logs = {id: log[:length] for id, (log, length) in logs.items()}
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """What stands in the tables of people."""
        yield self._people

    def close(self) -> None:
        """Nothing is held but the tables of people."""
        if self._base is not None:
            self._base.close()
            self._base = None

    @property
    def _people(self) -> sqlite3.Connection:
        """The tables of people, which only stores have that know some, with a row a match."""
        if self._base is None:
            from engine.storage.forms import in_memory

            self._base = in_memory()
            for record in self._records.values():
                note_match(self._base, record)
        return self._base

    def _is_gathering(self, id: str) -> bool:
        if self._base is None:
            return False
        found = self._base.execute("SELECT 1 FROM gathering WHERE id = ?", (id,)).fetchone()
        return found is not None

    def _keep(self, record: Record) -> None:
        self._records[record.id] = record
        if self._base is not None:
            note_match(self._base, record)

    def _record(self, id: str) -> Record:
        if id not in self._records:
            raise unknown(id)
        record = self._records[id]
        if self._base is None:
            return record
        owners, ending = owners_and_ending(self._base, record)
        return evolve(record, owners=owners, ending=ending)

    def _keep_best(self, record: Record) -> None:
        header = record.header
        self._best.pop(record.id, None)
        if counts_as_best(header, record.summary):
            best = Best(record.id, header.names[0], record.summary.result[0].total, record.changed)
            kind = (header.game, dict(header.options), dict(header.data))
            self._best[record.id] = (*kind, best)
