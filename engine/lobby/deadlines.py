"""Until when a match waits for a move (deadlines), where its table wants one within a time.

Past it nothing happens by itself: the others may vote, or a bot steps in where the form of the
table says so.
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
from engine.storage.match_owners import seats_of
from engine.storage.sql_statements import Stored
from engine.storage.store import Store
from engine.storage.topics import topics_of

REMINDED_AT: Final = 4
"""Somebody is reminded when the time for a move has come down to one part of so many."""


@frozen
class Deadline:
    """A match waits for somebody (`person`, by number): until when, of how many hours, and whether
    a bot steps in after that."""

    match: str
    person: int
    until: datetime
    hours: int
    steps_in: bool

    def left(self, now: datetime) -> timedelta:
        """How long is left; less than nothing past the deadline."""
        return self.until - now


class Deadlines:
    """The deadlines of the matches of a house. Every call may raise BadStore."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, matches: Collection[str], person: int | None = None) -> Mapping[str, Deadline]:
        """The deadline of each of these matches that has one: of that person, if it waits for them,
        else of who has the least time left."""
        if not matches:
            return {}
        marks = ", ".join("?" for _ in matches)
        with self.store.reading() as base:
            found = _deadlines(base, f"AND awaited.match IN ({marks})", *matches)
        theirs = [one for one in found if one.person == person]
        return {one.match: one for one in (*reversed(found), *theirs)}

    def going_on(self) -> Mapping[str, Deadline]:
        """The same of all matches."""
        with self.store.reading() as base:
            return {one.match: one for one in reversed(_deadlines(base, ""))}

    def of_one(self, match: str, person: int | None = None) -> Deadline | None:
        """The deadline of a match, if it has one."""
        return self.of([match], person).get(match)

    def hand_over(self) -> list[str]:
        """Let a bot play the seats of those who have let their time go by, where the form of the
        table says so; they may come back. The matches; a damaged one stays as it is."""
        now = self.store.clock()
        with self.store.reading() as base:
            due = [one for one in _deadlines(base, "AND steps_in = 1") if one.left(now) < _NOTHING]
        given = []
        for one in due:
            with suppress(BadSave, NoSuchMatch):
                given += [one.match] if self._hand_over(one) else []
        return given

    def _hand_over(self, late: Deadline) -> bool:
        """Whether the seats of somebody are a bot's from now on: not if they have moved since."""
        with self.store.writing() as base:
            if late not in _deadlines(base, "AND awaited.match = ?", late.match):
                return False
            record = self.store.record(late.match)
            for seat in sorted(seats_of(base, late.match, late.person)):
                hand_over(self.store, base, late.match, seat, PLAYS_ON)
            self.store.publish(*topics_of([late.match], record.owners))
        return True


_NOTHING: Final = timedelta()

_DEADLINES: Final = (
    "SELECT awaited.match, awaited.person, since, moved, hours, steps_in FROM awaited"
    " JOIN hosted ON hosted.match = awaited.match WHERE hours > 0"
)


def late_at(base: Connection, match: str, now: datetime) -> frozenset[int]:
    """The people for whom a match waits past the deadline."""
    found = _deadlines(base, "AND awaited.match = ?", match)
    return frozenset(one.person for one in found if one.left(now) < _NOTHING)


def deadline(since: Stored, moved: Stored, hours: Stored) -> datetime | None:
    """Until when somebody is waited for, as the columns of rows tell; None: for ever."""
    within = sound_hours(hours)
    return clock.known(moved or since) + timedelta(hours=within) if within else None


def is_near(until: datetime, hours: Stored, now: datetime) -> bool:
    """Whether so little is left of so many hours that one is reminded."""
    return until - now <= timedelta(hours=sound_hours(hours)) / REMINDED_AT


def _deadlines(base: Connection, where: str, *values: str) -> list[Deadline]:
    """The deadlines of which a clause holds, the nearest first."""
    rows = base.execute(f"{_DEADLINES} {where}", values).fetchall()
    found = [
        Deadline(match, person, until, sound_hours(hours), bool(steps_in))
        for match, person, since, moved, hours, steps_in in rows
        if (until := deadline(since, moved, hours)) is not None
    ]
    return sorted(found, key=lambda one: (one.until, one.match, one.person))
