"""Deadlines for moves in matches with a time limit.

A missed deadline has no automatic effect: the other players can vote to give the seat away, or a
bot steps in if the table has that option.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from attrs import frozen

from engine import clock
from engine.errors import BadSave, NoSuchMatch
from engine.lobby.seat_owners import PLAYS_ON, hand_over
from engine.lobby.waiting_table import sound_hours
from engine.storage.database import Connection
from engine.storage.pubsub import topics_of
from engine.storage.records import seats_of
from engine.storage.sql_statements import Stored
from engine.storage.store import StoreUser

REMINDED_AT: Final = 4
"""A reminder is due when 1/`REMINDED_AT` of the time limit is left."""


@frozen
class Deadline:
    """A person's deadline in a match. `until` is in UTC. `hours` is the time limit per move, and
    `steps_in` is whether a bot takes over after the deadline."""

    match: str
    person: int
    until: datetime
    hours: int
    steps_in: bool

    def left(self, now: datetime) -> timedelta:
        """Return the time left. It is negative after the deadline."""
        return self.until - now


class Deadlines(StoreUser):
    """The deadlines of the matches on a server. Every call may raise BadStore."""

    def of(self, matches: Collection[str], person: int | None = None) -> Mapping[str, Deadline]:
        """Return, by match id, a deadline for each of `matches` that has any: that of `person` if
        the match is waiting for this person, otherwise the earliest."""
        if not matches:
            return {}
        marks = ", ".join("?" for _ in matches)
        with self.store.read_transaction() as connection:
            deadlines = _deadlines(connection, f"AND awaited.match IN ({marks})", *matches)
        own = [deadline for deadline in deadlines if deadline.person == person]
        return {deadline.match: deadline for deadline in (*reversed(deadlines), *own)}

    def earliest(self) -> Mapping[str, Deadline]:
        """Return the earliest deadline of each match that has any, by match id."""
        with self.store.read_transaction() as connection:
            return {deadline.match: deadline for deadline in reversed(_deadlines(connection, ""))}

    def of_one(self, match: str, person: int | None = None) -> Deadline | None:
        """Return the deadline of a match that `of` would return; None if the match has none."""
        return self.of([match], person).get(match)

    def hand_over_late_seats(self) -> list[str]:
        """Let a bot take over the seats of people who have missed their deadlines at tables with
        `steps_in`, until they come back. Return the ids of the affected matches. Damaged matches
        are skipped."""
        now = self.store.clock()
        with self.store.read_transaction() as connection:
            due = [
                late
                for late in _deadlines(connection, "AND steps_in = 1")
                if late.left(now) < _NOTHING
            ]
        handed_over = []
        for late in due:
            with suppress(BadSave, NoSuchMatch):
                handed_over += [late.match] if self._hand_over(late) else []
        return handed_over

    def _hand_over(self, late: Deadline) -> bool:
        """Hand over the seats of the person who has missed the deadline `late`, unless the person
        has moved in the meantime. Return whether the seats were handed over."""
        with self.store.write_transaction() as connection:
            if late not in _deadlines(connection, "AND awaited.match = ?", late.match):
                return False
            record = self.store.record(late.match)
            for seat in sorted(seats_of(connection, late.match, late.person)):
                hand_over(self.store, connection, late.match, seat, PLAYS_ON)
            self.store.publish(*topics_of([late.match], record.owners))
        return True


_NOTHING: Final = timedelta()

_DEADLINES_QUERY: Final = (
    "SELECT awaited.match, awaited.person, since, moved, hours, steps_in FROM awaited"
    " JOIN hosted ON hosted.match = awaited.match WHERE hours > 0"
)


def late_at(connection: Connection, match: str, now: datetime) -> frozenset[int]:
    """Return the ids of the people who have missed their deadlines in a match."""
    deadlines = _deadlines(connection, "AND awaited.match = ?", match)
    return frozenset(deadline.person for deadline in deadlines if deadline.left(now) < _NOTHING)


def deadline(since: Stored, moved: Stored, hours: Stored) -> datetime | None:
    """Return the time `hours` hours after a person's last move (`moved`) or, if that is empty,
    after the match began to wait for the person (`since`). All three are values of database
    columns. Return None if there is no time limit."""
    within = sound_hours(hours)
    return clock.known(moved or since) + timedelta(hours=within) if within else None


def is_near(until: datetime, hours: Stored, now: datetime) -> bool:
    """Whether a reminder of the deadline `until` is due, because little of the time limit of
    `hours` is left."""
    return until - now <= timedelta(hours=sound_hours(hours)) / REMINDED_AT


def _deadlines(connection: Connection, where: str, *values: str) -> list[Deadline]:
    """Return the deadlines that the SQL clause `where` selects, earliest first."""
    rows = connection.execute(f"{_DEADLINES_QUERY} {where}", values).fetchall()
    deadlines = [
        Deadline(match, person, until, sound_hours(hours), bool(steps_in))
        for match, person, since, moved, hours, steps_in in rows
        if (until := deadline(since, moved, hours)) is not None
    ]
    return sorted(deadlines, key=lambda late: (late.until, late.match, late.person))
