"""Notifications that tell people who are offline that a match is waiting for them: addresses,
frequency, excluded matches, and due notifications.

The store saves, with each match, the people for whom it is waiting, since when, and the
notifications sent (`note_awaited`). A restart therefore does not repeat a notification. A sender
first claims a notification, then records that sending has started, and records a failure. A claim
expires if sending does not start.
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
from engine.storage.sql_statements import Stored, insert, server_value, set_server_value
from engine.storage.store import StoreUser

MAIL: Final = "mail"
NTFY: Final = "ntfy"

AT_ONCE: Final = "turn"
DAILY: Final = "day"
FREQUENCIES: Final = (AT_ONCE, DAILY)
"""Frequencies of notifications: at every turn, or once per day for all waiting matches."""

A_DAY: Final = timedelta(days=1)

AGAIN_AFTER: Final = timedelta(minutes=5)
"""Time after which a notification becomes due again if it failed, or if it was claimed but sending
did not start."""

MAX_TRIES: Final = 3

MAX_LENGTH: Final = 254
"""Maximum length of an address, in characters."""

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
"""The syntax of addresses by kind. The admin sets up other kinds; their addresses are single words
(`_WORD`)."""

_DUE_QUERY: Final = """
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


NOTIFIED: Final = 1
REMINDED: Final = 2
"""Stages of notification about a waiting match: first the turn, then the reminder of the
deadline."""


@frozen
class Address:
    """A person's address for notifications, and how often they are sent (one of `FREQUENCIES`).
    `kind` is `MAIL`, `NTFY`, or another kind that the admin has set up."""

    kind: str
    text: str
    often: str = AT_ONCE


@frozen
class AwaitedMatch:
    """A match that is waiting for a person.

    `since` and the deadline `until` are in UTC. With `reminds`, the deadline is near, so a
    notification is due even if there has already been one for the turn.
    """

    match: str
    since: datetime
    until: datetime | None = None
    reminds: bool = False

    @property
    def rank(self) -> int:
        """The stage to save after sending: NOTIFIED or REMINDED."""
        return REMINDED if self.reminds else NOTIFIED


@frozen
class Notification:
    """A notification that is due for a person, about all matches in `waiting`, longest waiting
    first."""

    person: Person
    address: Address
    waiting: tuple[AwaitedMatch, ...]


def checked_kind(text: str) -> str:
    """Return `text` if it is a valid name for a kind of address. Raises BadAddress if it is not."""
    if not _KIND.fullmatch(text):
        raise BadAddress(
            "An address type consists of lowercase letters, digits and hyphens, for example “mail”."
        )
    return text


def checked_address(kind: str, text: str) -> str:
    """Return the address `text` without surrounding spaces. Raises BadAddress if it is not a valid
    address of this `kind`. A valid address cannot be mistaken for an option, a path or a URL."""
    tidy = text.strip(" ")
    if len(tidy) > MAX_LENGTH or not _FORMS.get(kind, _WORD).fullmatch(tidy) or ".." in tidy:
        raise BadAddress(_REFUSALS.get(kind, _NO_WORD))
    return tidy


_REFUSALS: Final[Mapping[str, Text]] = {
    MAIL: words("That is not an email address. It should look like anna@example.org."),
    NTFY: words(
        "A topic consists of up to 64 letters, digits, _ and -, for example anna-7f3. It is "
        "not a web address."
    ),
}
_NO_WORD: Final = words("Use a single word of up to 64 letters, digits, dots, _ and -.")


class Notifications(StoreUser):
    """The notifications of a server. Every call may raise BadStore."""

    # ------------------------------------------------------------------ settings

    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of address to which this server can send notifications. There are none
        if it sends no notifications."""
        return self.store.query(
            lambda connection: tuple((server_value(connection, _KINDS) or "").split())
        )

    def set_kinds(self, kinds: Iterable[str]) -> None:
        """Set the kinds of address to which this server can send notifications. Raises BadAddress
        for an invalid kind."""
        value = " ".join(dict.fromkeys(map(checked_kind, kinds)))
        with self.store.write_transaction() as connection:
            if (server_value(connection, _KINDS) or "") != value:
                set_server_value(connection, _KINDS, value)

    def address(self, person: Person) -> Address | None:
        """Return a person's address; None if the person's notifications are off."""
        return self.store.query(lambda connection: _address(connection, person))

    def set_address(self, person: Person, kind: str, text: str) -> Address:
        """Replace a person's address with the address `text` of this `kind`, and return the new
        one. The frequency does not change. Raises BadAddress if the address is not valid, or if
        this server cannot send to its kind."""
        if kind not in self.kinds():
            raise BadAddress("This server cannot send notifications to that type of address.")
        tidy = checked_address(kind, text)
        with self.store.write_transaction() as connection:
            before = _address(connection, person)
            if before is not None and (before.kind, before.text) == (kind, tidy):
                return before
            address = Address(kind, tidy, AT_ONCE if before is None else before.often)
            connection.execute("DELETE FROM address WHERE person = ?", (person.id,))
            row = {"kind": kind, "text": tidy, "often": address.often, "told": ""}
            insert(connection, "address", person=person.id, **row)
        return address

    def turn_off(self, person: Person) -> None:
        """Turn off a person's notifications, and delete the address."""
        with self.store.write_transaction() as connection:
            connection.execute("DELETE FROM address WHERE person = ?", (person.id,))

    def set_often(self, person: Person, often: str) -> None:
        """Set the frequency of a person's notifications to `often`, one of `FREQUENCIES`. This has
        no effect while the notifications are off."""
        with self.store.write_transaction() as connection:
            connection.execute("UPDATE address SET often = ? WHERE person = ?", (often, person.id))

    def quiet_matches(self, person: Person) -> frozenset[str]:
        """Return the ids of the matches for which a person has turned off notifications."""
        rows = self.store.rows("SELECT match FROM quiet WHERE person = ?", (person.id,))
        return frozenset(str(match) for (match,) in rows)

    def set_quiet(self, person: Person, match: str, quiet: bool) -> None:
        """Turn a person's notifications about a match off (`quiet`) or on."""
        with self.store.write_transaction() as connection:
            connection.execute(
                "DELETE FROM quiet WHERE person = ? AND match = ?", (person.id, match)
            )
            if quiet:
                insert(connection, "quiet", person=person.id, match=match)

    # ------------------------------------------------------------------ sending

    def due(
        self, delay: timedelta, here_at: Callable[[int], datetime | None]
    ) -> list[Notification]:
        """Return the notifications that are due now.

        A match must have waited for `delay`, and during that time the person must have been neither
        online nor notified. `here_at` returns when the person with an id was last online; None if
        this is unknown. A person who wants daily notifications must not have been notified for a
        day, unless a deadline is near.
        """
        now, kinds = self.store.clock(), self.kinds()
        rows = self.store.rows(_DUE_QUERY, (REMINDED,))
        notices = []
        for _, of_one in groupby(rows, lambda row: row[0]):
            notice = _notice(list(of_one), now, delay, here_at)
            if notice is not None and notice.address.kind in kinds:
                notices.append(notice)
        return notices

    def claim(self, notice: Notification) -> Notification | None:
        """Claim a notification, so that no other sender sends it within `AGAIN_AFTER`. Return the
        notification with the matches that could be claimed; None if there are none, or if the
        address has changed."""
        now = self.store.clock()
        retry_at = clock.written(now + AGAIN_AFTER)
        with self.store.write_transaction() as connection:
            address = _address(connection, notice.person)
            if address is None or address != notice.address:
                return None
            won = [
                awaited
                for awaited in notice.waiting
                if connection.execute(
                    "UPDATE awaited SET tries = tries + 1, again = ?"
                    " WHERE match = ? AND person = ? AND since = ? AND told < ? AND again <= ?",
                    (retry_at, *_key(notice, awaited), awaited.rank, clock.written(now)),
                ).rowcount
            ]
        return evolve(notice, waiting=tuple(won)) if won else None

    def mark_started(self, notice: Notification) -> None:
        """Record that the sending of a notification has started, so that it is not repeated."""
        now = self.now
        with self.store.write_transaction() as connection:
            _note_told(connection, notice, now, lowered_by=0)

    def failed(self, notice: Notification) -> None:
        """Record that sending a notification has failed. It becomes due again after `AGAIN_AFTER`,
        until there have been `MAX_TRIES` attempts per stage."""
        with self.store.write_transaction() as connection:
            _note_told(connection, notice, "", lowered_by=1)


def _note_told(connection: Connection, notice: Notification, when: str, *, lowered_by: int) -> None:
    """Save `when` as the time of the person's last notification and, for each match of `notice`,
    its `rank` minus `lowered_by` as the stage that has been reached."""
    for awaited in notice.waiting:
        values = (awaited.rank - lowered_by, *_key(notice, awaited))
        connection.execute(
            "UPDATE awaited SET told = ? WHERE match = ? AND person = ? AND since = ?", values
        )
    connection.execute("UPDATE address SET told = ? WHERE person = ?", (when, notice.person.id))


def _key(notice: Notification, awaited: AwaitedMatch) -> tuple[str, int, str]:
    return awaited.match, notice.person.id, clock.written(awaited.since)


def _address(connection: Connection, person: Person) -> Address | None:
    row = connection.execute(
        "SELECT kind, text, often FROM address WHERE person = ?", (person.id,)
    ).fetchone()
    return None if row is None else Address(*map(str, row))


def _notice(
    rows: Sequence[tuple[Stored, ...]],
    now: datetime,
    delay: timedelta,
    here_at: Callable[[int], datetime | None],
) -> Notification | None:
    """Return the notification that is due now for the person of `rows` (see `Notifications.due`);
    None if there is none."""
    person, *_, kind, text, often, last_sent, name = rows[0]
    assert isinstance(person, int)
    seen = here_at(person)
    if seen is not None and seen + delay > now:
        return None
    waiting = [awaited for row in rows if (awaited := _waiting(row, now, delay)) is not None]
    haste = any(awaited.reminds for awaited in waiting)
    pause = A_DAY if often == DAILY and not haste else delay
    if clock.known(last_sent) + pause > now or not waiting:
        return None
    if not _is_sound(str(kind), str(text)):
        return None
    who = Person(person, str(name))
    return Notification(who, Address(str(kind), str(text), str(often)), tuple(waiting))


def _waiting(row: Sequence[Stored], now: datetime, delay: timedelta) -> AwaitedMatch | None:
    """Return the match of `row` if a notification about it is due now (see `Notifications.due`);
    None otherwise."""
    _, match, since, retry_at, stage, tries, moved, hours, *_ = row
    start = clock.known(since)
    until = deadline(since, moved, hours)
    awaited = AwaitedMatch(
        str(match), start, until, until is not None and is_near(until, hours, now)
    )
    if not (isinstance(stage, int) and isinstance(tries, int)):
        return None
    fresh = stage < awaited.rank and tries < MAX_TRIES * awaited.rank
    return awaited if fresh and start + delay <= now and clock.known(retry_at) <= now else None


def _is_sound(kind: str, text: str) -> bool:
    """Whether a saved address is still valid."""
    try:
        return checked_address(kind, text) == text
    except BadAddress:
        return False
