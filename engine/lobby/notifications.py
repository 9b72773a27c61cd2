"""Telling people elsewhere that a match waits for them (notifications): where they want to be told,
how often, of which matches not, and who is due to be told what.

For whom a match waits, and since when, is kept with the match (`note_awaited`). What has been told
stands beside it, so no restart tells anybody twice: whoever tells something claims it first, and
says afterwards what has come of it. What nobody has said anything about since is claimed again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final

from attrs import evolve, frozen

from engine import clock
from engine.core.players import Person
from engine.errors import BadAddress
from engine.i18n.text import Text, words
from engine.lobby.deadlines import deadline, is_near
from engine.storage.database import Connection
from engine.storage.sql_statements import Stored, insert, keep_word, kept_word
from engine.storage.store import Store

MAIL: Final = "mail"
NTFY: Final = "ntfy"

AT_ONCE: Final = "turn"
DAILY: Final = "day"
OFTEN: Final = (AT_ONCE, DAILY)
"""How often somebody is told: at every turn, or of all that waits once a day."""

A_DAY: Final = timedelta(days=1)

AGAIN_AFTER: Final = timedelta(minutes=5)
"""When something is told again that could not be."""

MOST_TRIES: Final = 3

LONGEST: Final = 254
"""No address has more characters."""

_KINDS: Final = "kinds of address"
_KIND: Final = re.compile(r"[a-z][a-z0-9-]{0,15}")
_PART: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_WORD: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_FORMS: Final[Mapping[str, re.Pattern[str]]] = {
    MAIL: re.compile(
        rf"[A-Za-z0-9](?:[A-Za-z0-9._+-]{{0,62}}[A-Za-z0-9])?@(?:{_PART}\.){{1,8}}"
        r"[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]"
    ),
    NTFY: re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}"),
}
"""How an address of a kind is written; one of a kind that only the host knows is a plain word."""

_DUE: Final = """
SELECT awaited.person, awaited.match, since, awaited.again, awaited.told, tries, moved, hours, kind,
    text, often, address.told, person.name
FROM awaited
LEFT JOIN hosted ON hosted.match = awaited.match
JOIN address ON address.person = awaited.person
JOIN person ON person.id = awaited.person
WHERE awaited.told < ? AND banned = 0 AND NOT EXISTS (
    SELECT 1 FROM quiet WHERE quiet.person = awaited.person AND quiet.match = awaited.match)
ORDER BY awaited.person, since, awaited.match
"""


TOLD: Final = 1
REMINDED: Final = 2
"""What somebody was told of a match that waits: that it does, that the time for a move is near."""


@frozen
class Address:
    """Where somebody is told, and how often (one of `OFTEN`)."""

    kind: str
    text: str
    often: str = AT_ONCE


@frozen
class AwaitedMatch:
    """A match that waits for somebody; `since` is in UTC, and so is `until`, by which a move is
    wanted. `reminds`: that time is near, and whether the turn itself was told or not, this is."""

    match: str
    since: datetime
    until: datetime | None = None
    reminds: bool = False

    @property
    def rank(self) -> int:
        """What is kept of a match once that was told of it: TOLD or REMINDED."""
        return REMINDED if self.reminds else TOLD


@frozen
class Notification:
    """What somebody is to be told, all in one: these matches wait for them, the longest first."""

    person: Person
    address: Address
    waiting: tuple[AwaitedMatch, ...]


def checked_kind(text: str) -> str:
    """The name of a kind of address, as a host may call one; raises BadAddress."""
    if not _KIND.fullmatch(text):
        raise BadAddress(
            words(
                "An address type is a word of lowercase letters, digits and hyphens, such as mail."
            )
        )
    return text


def checked_address(kind: str, text: str) -> str:
    """An address of that kind without the spaces around it: never anything that a program could
    take for an option, a file or a place in the net. Raises BadAddress."""
    tidy = text.strip(" ")
    if len(tidy) > LONGEST or not _FORMS.get(kind, _WORD).fullmatch(tidy) or ".." in tidy:
        raise BadAddress(_REFUSALS.get(kind, _NO_WORD))
    return tidy


_REFUSALS: Final[Mapping[str, Text]] = {
    MAIL: words("That is not an email address. It should look like anna@example.org."),
    NTFY: words(
        "A topic has up to 64 letters, digits, _ and -, such as anna-7f3. It is not a web address."
    ),
}
_NO_WORD: Final = words("Use a single word of up to 64 letters, digits, dots, _ and -.")


class Notifications:
    """Who is told what, where, in a house. Every call may raise BadStore."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # ------------------------------------------------------------------ what people wish

    def kinds(self) -> tuple[str, ...]:
        """The kinds of address to which this house tells something; empty where it tells
        nothing."""
        with self.store.reading() as base:
            return tuple((kept_word(base, _KINDS) or "").split())

    def offer(self, kinds: Iterable[str]) -> None:
        """Tell something to addresses of these kinds from now on; raises BadAddress."""
        wanted = " ".join(dict.fromkeys(map(checked_kind, kinds)))
        with self.store.writing() as base:
            if (kept_word(base, _KINDS) or "") != wanted:
                keep_word(base, _KINDS, wanted)

    def address(self, person: Person) -> Address | None:
        """Where somebody wants to be told; None: nowhere."""
        with self.store.reading() as base:
            return _address(base, person)

    def settle(self, person: Person, kind: str, text: str) -> Address:
        """Tell somebody there from now on, and nowhere else; raises BadAddress."""
        if kind not in self.kinds():
            raise BadAddress(words("This server cannot send notifications there."))
        tidy = checked_address(kind, text)
        with self.store.writing() as base:
            before = _address(base, person)
            if before is not None and (before.kind, before.text) == (kind, tidy):
                return before
            address = Address(kind, tidy, AT_ONCE if before is None else before.often)
            base.execute("DELETE FROM address WHERE person = ?", (person.id,))
            row = {"kind": kind, "text": tidy, "often": address.often, "told": ""}
            insert(base, "address", person=person.id, **row)
        return address

    def say_nothing(self, person: Person) -> None:
        """Tell somebody nothing any more, and forget where."""
        with self.store.writing() as base:
            base.execute("DELETE FROM address WHERE person = ?", (person.id,))

    def set_often(self, person: Person, often: str) -> None:
        """How often somebody is told (one of `OFTEN`)."""
        with self.store.writing() as base:
            base.execute("UPDATE address SET often = ? WHERE person = ?", (often, person.id))

    def quiet(self, person: Person) -> frozenset[str]:
        """The matches of which somebody does not want to be told."""
        with self.store.reading() as base:
            rows = base.execute("SELECT match FROM quiet WHERE person = ?", (person.id,))
            return frozenset(str(match) for (match,) in rows)

    def set_quiet(self, person: Person, match: str, quiet: bool) -> None:
        """Tell somebody nothing of a match, or again."""
        with self.store.writing() as base:
            base.execute("DELETE FROM quiet WHERE person = ? AND match = ?", (person.id, match))
            if quiet:
                insert(base, "quiet", person=person.id, match=match)

    # ------------------------------------------------------------------ who is due

    def due(
        self, delay: timedelta, here_at: Callable[[int], datetime | None]
    ) -> list[Notification]:
        """Who is to be told something now: a match has waited for them for the delay, they were
        not here in that time (`here_at` says by their number when they were last), and nothing was
        told them in that time, either; or in a day, where they want it once a day. When the time
        for a move is near they are reminded once more, and nobody waits a day for that."""
        now, kinds = self.store.clock(), self.kinds()
        with self.store.reading() as base:
            rows = base.execute(_DUE, (REMINDED,)).fetchall()
        found = []
        for _, of_one in groupby(rows, lambda row: row[0]):
            notice = _notice(list(of_one), now, delay, here_at)
            if notice is not None and notice.address.kind in kinds:
                found.append(notice)
        return found

    def claim(self, notice: Notification) -> Notification | None:
        """Be the one who tells that, for a while: what of it is still so, None if nothing is."""
        now = self.store.clock()
        again = clock.written(now + AGAIN_AFTER)
        with self.store.writing() as base:
            address = _address(base, notice.person)
            if address is None or address != notice.address:
                return None
            won = [
                one
                for one in notice.waiting
                if base.execute(
                    "UPDATE awaited SET tries = tries + 1, again = ?"
                    " WHERE match = ? AND person = ? AND since = ? AND told < ? AND again <= ?",
                    (again, *_key(notice, one), one.rank, clock.written(now)),
                ).rowcount
            ]
        return evolve(notice, waiting=tuple(won)) if won else None

    def mark_sent(self, notice: Notification) -> None:
        """That was told: it is not told again."""
        now = clock.written(self.store.clock())
        with self.store.writing() as base:
            for one in notice.waiting:
                told = (one.rank, *_key(notice, one))
                base.execute(f"UPDATE awaited SET told = ? {_WHERE}", told)
            base.execute("UPDATE address SET told = ? WHERE person = ?", (now, notice.person.id))

    def failed(self, notice: Notification) -> None:
        """That could not be told after all: it is tried again soon, but not for ever."""
        with self.store.writing() as base:
            for one in notice.waiting:
                before = (one.rank - 1, *_key(notice, one))
                base.execute(f"UPDATE awaited SET told = ? {_WHERE}", before)
            base.execute("UPDATE address SET told = '' WHERE person = ?", (notice.person.id,))


_WHERE: Final = "WHERE match = ? AND person = ? AND since = ?"


def _key(notice: Notification, one: AwaitedMatch) -> tuple[str, int, str]:
    return one.match, notice.person.id, clock.written(one.since)


def _address(base: Connection, person: Person) -> Address | None:
    row = base.execute(
        "SELECT kind, text, often FROM address WHERE person = ?", (person.id,)
    ).fetchone()
    return None if row is None else Address(*map(str, row))


def _notice(
    rows: Sequence[tuple[Stored, ...]],
    now: datetime,
    delay: timedelta,
    here_at: Callable[[int], datetime | None],
) -> Notification | None:
    """What the person of these rows is to be told now, if anything."""
    person, *_, kind, text, often, told, name = rows[0]
    assert isinstance(person, int)
    seen = here_at(person)
    if seen is not None and seen + delay > now:
        return None
    waiting = [one for row in rows if (one := _waiting(row, now, delay)) is not None]
    haste = any(one.reminds for one in waiting)
    pause = A_DAY if often == DAILY and not haste else delay
    if clock.known(told) + pause > now or not waiting:
        return None
    if not _is_sound(str(kind), str(text)):
        return None
    who = Person(person, str(name))
    return Notification(who, Address(str(kind), str(text), str(often)), tuple(waiting))


def _waiting(row: Sequence[Stored], now: datetime, delay: timedelta) -> AwaitedMatch | None:
    """What is to be told now of the match of this row, if anything."""
    _, match, since, again, told, tries, moved, hours, *_ = row
    came = clock.known(since)
    until = deadline(since, moved, hours)
    one = AwaitedMatch(str(match), came, until, until is not None and is_near(until, hours, now))
    if not (isinstance(told, int) and isinstance(tries, int)):
        return None
    fresh = told < one.rank and tries < MOST_TRIES * one.rank
    return one if fresh and came + delay <= now and clock.known(again) <= now else None


def _is_sound(kind: str, text: str) -> bool:
    """Whether what stands in the store is such an address as people may set."""
    try:
        return checked_address(kind, text) == text
    except BadAddress:
        return False
