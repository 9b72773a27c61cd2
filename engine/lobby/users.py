"""The users of a server: names, keys and settings.

Each account has a unique name, and its keys prove who owns it. Fingerprints of keys are never shown
to others. The caller verifies keys and passes their fingerprints.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from attrs import frozen

from engine import clock
from engine.core.confusables import fold, skeletons
from engine.core.players import Person
from engine.errors import NameTaken, NoSuchPerson, NotAllowed
from engine.lobby import erasure, join_codes
from engine.lobby.bans import muted_name
from engine.lobby.user_names import checked_user_name
from engine.storage.database import Connection
from engine.storage.pubsub import (
    LOBBY_CHAT_TOPIC,
    LOBBY_TOPIC,
    PERSON_TOPIC_PREFIX,
    person_of,
    topic_of,
    topic_of_person,
    topics_of,
)
from engine.storage.records import draw_code, withdraw_proposal
from engine.storage.sql_statements import Stored, insert, server_value, set_server_value, update
from engine.storage.store import Store, StoreUser

MAX_KEYS: Final = 10

CODE_LIFETIME: Final = timedelta(minutes=15)
"""Time for which a one-time code for adding a key is valid."""

_INVITE_CODE: Final = "invitation"
_PERSON_QUERY: Final = "SELECT person.id, person.name, person.admin, person.banned FROM person"


@frozen
class Account:
    """A person, as shown to admins. `keys` is the number of the person's keys, and `seen` is when
    the person was last online. Times are in UTC."""

    person: Person
    created: datetime
    seen: datetime
    keys: int


@frozen
class PublicKey:
    """A person's key, with its label, which may be empty. `added` is in UTC."""

    fingerprint: str
    label: str
    added: datetime


class Users(StoreUser):
    """The users of a server. Every call may raise BadStore."""

    def ping(self) -> None:
        """Read something from the store, to check the connection."""
        self.store.first_row("SELECT 1")

    # ------------------------------------------------------------------ lookup

    def by_key(self, fingerprint: str) -> Person | None:
        """Return the owner of a key, even if the owner is banned; None for an unknown key."""
        sql = f"{_PERSON_QUERY} JOIN key ON key.person = person.id WHERE fingerprint = ?"
        row = self.store.first_row(sql, fingerprint)
        return None if row is None else _person(row)

    def named(self, name: str) -> Person:
        """Return the person called `name`, ignoring case, spaces and punctuation. Raises
        NoSuchPerson."""
        return _person(_row(self.store, f"{_PERSON_QUERY} WHERE folded = ?", fold(name), name))

    def get(self, id: int) -> Person:
        """Return the person with the id `id`. Raises NoSuchPerson."""
        return _person(_row(self.store, f"{_PERSON_QUERY} WHERE id = ?", id, str(id)))

    def online(self, limit: int) -> list[Person]:
        """Return the people who are online. If there are more than `limit`, return those with the
        oldest accounts."""
        subscribers = [
            person_of(topic)
            for topic in self.store.bus.topics_with_subscribers(PERSON_TOPIC_PREFIX)
        ]
        ids = sorted(person for person in subscribers if person is not None)[:limit]
        if not ids:
            return []
        marks = ", ".join("?" for _ in ids)
        rows = self.store.rows(f"{_PERSON_QUERY} WHERE id IN ({marks}) ORDER BY id", ids)
        return [_person(row) for row in rows]

    def all(self) -> list[Account]:
        """Return all accounts, the most recently seen first."""
        rows = self.store.rows(
            "SELECT id, name, admin, banned, created, seen,"
            " (SELECT count(*) FROM key WHERE person = person.id)"
            " FROM person ORDER BY seen DESC, id DESC"
        )
        return [
            Account(_person(who), clock.known(created), clock.known(seen), keys)
            for *who, created, seen, keys in rows
        ]

    # ------------------------------------------------------------------ registration

    def register(
        self, name: str, fingerprint: str, label: str = "", *, by_browser: bool = False
    ) -> Person:
        """Register a name with its first key, labelled `label`. If `by_browser`, the player will be
        offered a second key.

        Raises BadName, NameTaken (also for a confusable name), or NotAllowed if the key already
        belongs to someone.
        """
        tidy, now = checked_user_name(name), self.now
        with self.store.write_transaction() as connection:
            _check_free(connection, tidy)
            values = {"name": tidy, "folded": fold(tidy), "created": now, "seen": now}
            insert(connection, "person", admin=0, banned=0, settings="", **values)
            person = self.named(tidy)
            self._add_key(connection, person, fingerprint, label)
            if by_browser:
                set_server_value(connection, _key_offer_name(person.id), now)
            self.store.publish(LOBBY_TOPIC)
        return person

    def mark_online(self, person: Person) -> datetime:
        """Record that a person is online, and return when the person was last online before (UTC).
        Proposals to give the person's seats away are withdrawn. Raises NoSuchPerson."""
        with self.store.write_transaction() as connection:
            seen = _column(self.store, "seen", person)
            update(connection, "person", person.id, seen=self.now)
            asked = connection.execute(
                "SELECT owner.match FROM owner CROSS JOIN proposal"
                " ON proposal.match = owner.match"
                " WHERE owner.person = ? AND kind = 'give' AND number = owner.seat",
                (person.id,),
            ).fetchall()
            connection.executemany("DELETE FROM proposal WHERE match = ?", asked)
            self.store.publish(*(topic_of(id) for (id,) in asked))
        return clock.known(seen)

    # ------------------------------------------------------------------ keys

    def keys(self, person: Person) -> list[PublicKey]:
        rows = self.store.rows(
            "SELECT fingerprint, label, added FROM key WHERE person = ?"
            " ORDER BY added, fingerprint",
            (person.id,),
        )
        return [
            PublicKey(fingerprint, label, clock.known(added)) for fingerprint, label, added in rows
        ]

    def add_key(self, person: Person, fingerprint: str, label: str = "") -> None:
        """Add a key, labelled `label`, to a person. Raises NotAllowed if the key already belongs to
        someone, or if the person already has `MAX_KEYS` keys."""
        with self.store.write_transaction() as connection:
            self._add_key(connection, person, fingerprint, label)

    def take_key_offer(self, person: Person) -> bool:
        """Return whether to offer the person a second key now, and delete the record of the pending
        offer. The result is True only once, for a person who registered with a browser and has no
        other key."""
        name = _key_offer_name(person.id)
        with self.store.read_transaction() as connection:
            if server_value(connection, name) is None:
                return False
        with self.store.write_transaction() as connection:
            connection.execute("DELETE FROM house WHERE name = ?", (name,))
            return _count_keys(connection, person) == 1

    def drop_key(self, person: Person, fingerprint: str) -> None:
        """Remove a person's key. Raises NotAllowed for the last one."""
        with self.store.write_transaction() as connection:
            connection.execute(
                "DELETE FROM key WHERE fingerprint = ? AND person = ?", (fingerprint, person.id)
            )
            if not _count_keys(connection, person):
                raise NotAllowed("This is your only key. Add another one first.")

    def new_one_time_code(self, person: Person) -> str:
        """Return a new one-time code with which the person can add a key, valid for
        `CODE_LIFETIME`. Only its hash is saved. An earlier code of the person becomes invalid."""
        code = "-".join(draw_code() for _ in range(3))
        until = clock.written(self.store.clock() + CODE_LIFETIME)
        with self.store.write_transaction() as connection:
            connection.execute("DELETE FROM word WHERE person = ?", (person.id,))
            insert(connection, "word", digest=_digest(code), person=person.id, until=until)
        return code

    def redeem(self, code: str, fingerprint: str, label: str = "") -> Person:
        """Add a key, labelled `label`, to the person to whom the one-time code `code` belongs, and
        return that person. Raises NotAllowed for a wrong or expired code, or if the key cannot be
        added (see `add_key`); then the code remains valid."""
        with self.store.write_transaction() as connection:
            row = connection.execute(
                f"{_PERSON_QUERY} JOIN word ON word.person = person.id"
                " WHERE digest = ? AND until > ?",
                (_digest(code), self.now),
            ).fetchone()
            if row is None:
                raise NotAllowed(
                    "That code is wrong or has expired. Get a new one with your other key."
                )
            person = _person(row)
            connection.execute("DELETE FROM word WHERE person = ?", (person.id,))
            self._add_key(connection, person, fingerprint, label)
        return person

    def awaits_key(self) -> bool:
        """Whether any one-time code is valid now. If so, someone with an unknown key may be about
        to use the code."""
        return self.store.first_row("SELECT 1 FROM word WHERE until > ?", self.now) is not None

    # ------------------------------------------------------------------ invite code

    def invite_code(self) -> str:
        """Return the invite code for new players. The first call creates it."""
        code = self.store.query(lambda connection: server_value(connection, _INVITE_CODE))
        if code is None:
            with self.store.write_transaction() as connection:
                code = server_value(connection, _INVITE_CODE) or self._draw_invite_code(connection)
        return code

    def new_invite_code(self) -> str:
        """Replace the invite code, and return the new one. The old code becomes invalid."""
        with self.store.write_transaction() as connection:
            return self._draw_invite_code(connection)

    def is_invite_code(self, code: str) -> bool:
        """Whether `code` is the invite code, ignoring case, spaces and punctuation. The comparison
        takes constant time."""
        return hmac.compare_digest(_digest(code), _digest(self.invite_code()))

    # ------------------------------------------------------------------ settings

    def settings(self, person: Person) -> str:
        """Return a person's saved settings. They are empty if nothing has been saved. Raises
        NoSuchPerson."""
        return str(_column(self.store, "settings", person))

    def save_settings(self, person: Person, text: str) -> None:
        with self.store.write_transaction() as connection:
            update(connection, "person", person.id, settings=text)

    # ------------------------------------------------------------------ administration

    def make_admin(self, name: str, admin: bool = True) -> Person:
        """Make a person an admin or, with `admin` False, an ordinary user again. Raises
        NoSuchPerson."""
        with self.store.write_transaction():
            person = self._set_flag("admin", name, admin)
            self.store.publish(topic_of_person(person.id))
        return person

    def ban(self, name: str, banned: bool = True) -> Person:
        """Ban a person or, with `banned` False, lift the ban. Raises NoSuchPerson.

        A ban removes the person from waiting tables, lets a bot play their seats in matches until
        they come back, and deletes their chat in the lobby and at waiting tables.
        """
        with self.store.write_transaction() as connection:
            person = self._set_flag("banned", name, banned)
            if banned:
                erasure.leave_tables(connection, person.id)
                connection.execute("DELETE FROM said WHERE person = ?", (person.id,))
                left = erasure.leave_matches(self.store, connection, person.id)
                others = [owner for id in left for owner in self.store.record(id).owners]
                self.store.publish(LOBBY_CHAT_TOPIC, *topics_of(left, others))
            self.store.publish(topic_of_person(person.id))
        return person

    def rename(self, name: str, new: str) -> Person:
        """Rename the person called `name` to `new`, also in matches with readable headers. Raises
        NoSuchPerson, BadName or NameTaken."""
        person, tidy = self.named(name), checked_user_name(new)
        with self.store.write_transaction() as connection:
            _check_free(connection, tidy, but=person.id)
            update(connection, "person", person.id, name=tidy, folded=fold(tidy))
            changed = erasure.rename_seats(self.store, connection, person.id, tidy)
            self.store.publish(LOBBY_CHAT_TOPIC, *topics_of(changed, [person.id]))
        return self.get(person.id)

    def erase(self, person: Person) -> None:
        """Erase a person. Raises NoSuchPerson.

        In matches, the name of the person is replaced by the number of the seat, as in `Player 2`.
        The person's seats in matches become free. The person's keys, settings and chat are deleted.
        Waiting tables that the person hosts pass to other players, or are deleted if nobody else is
        at the table.
        """
        with self.store.write_transaction() as connection:
            erasure.leave_tables(connection, person.id)
            changed = erasure.rename_seats(self.store, connection, person.id, None)
            for id in changed:
                withdraw_proposal(connection, id)
            for name_of in (join_codes.name_of, muted_name, _key_offer_name):
                connection.execute("DELETE FROM house WHERE name = ?", (name_of(person.id),))
            connection.execute(
                "UPDATE owner SET former = NULL WHERE former = ? OR person = ?",
                (person.id, person.id),
            )
            if not connection.execute("DELETE FROM person WHERE id = ?", (person.id,)).rowcount:
                raise unknown_person(person.name)
            self.store.publish(LOBBY_CHAT_TOPIC, *topics_of(changed, [person.id]))

    # ------------------------------------------------------------------ helpers

    def _add_key(
        self, connection: Connection, person: Person, fingerprint: str, label: str
    ) -> None:
        if _count_keys(connection, person) >= MAX_KEYS:
            raise NotAllowed("You can have up to {most} keys.", most=MAX_KEYS)
        added = connection.execute(
            "INSERT INTO key (fingerprint, person, label, added) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (fingerprint, person.id, label[:40], self.now),
        )
        if not added.rowcount:
            raise NotAllowed("That key already belongs to another player.")

    def _set_flag(self, column: str, name: str, value: bool) -> Person:
        person = self.named(name)
        with self.store.write_transaction() as connection:
            update(connection, "person", person.id, **{column: value})
        return self.get(person.id)

    def _draw_invite_code(self, connection: Connection) -> str:
        code = "-".join(draw_code() for _ in range(2))
        set_server_value(connection, _INVITE_CODE, code)
        return code


def unknown_person(name: str) -> NoSuchPerson:
    return NoSuchPerson("Nobody here is called {name}.", name=name)


def taken(name: str) -> NameTaken:
    """Return the exception for a name that another person has, or that could be confused with
    another person's name."""
    return NameTaken(
        "The name {name}, or one very much like it, is taken. Please choose another.", name=name
    )


def _row(store: Store, sql: str, value: Stored, name: str) -> tuple[Stored, ...]:
    """Return the first row of the query `sql`, whose only parameter is `value`. Raises
    NoSuchPerson, which mentions `name`, if there is none."""
    row = store.first_row(sql, value)
    if row is None:
        raise unknown_person(name)
    return row


def _column(store: Store, column: str, person: Person) -> Stored:
    """Return a column of a person's row. Raises NoSuchPerson."""
    return _row(store, f"SELECT {column} FROM person WHERE id = ?", person.id, person.name)[0]


def _check_free(connection: Connection, name: str, but: int = 0) -> None:
    """Raise NameTaken, with the name of the other person, if another person has `name` or a name
    that could be confused with it. The person with the id `but` does not count."""
    seen = skeletons(name)
    for (other,) in connection.execute("SELECT name FROM person WHERE id <> ?", (but,)):
        if not seen.isdisjoint(skeletons(str(other))):
            raise taken(str(other))


def _key_offer_name(person: int) -> str:
    """Return the name under which the store records that a person should be offered a second
    key."""
    return f"key offer {person}"


def _count_keys(connection: Connection, person: Person) -> int:
    row = connection.execute("SELECT count(*) FROM key WHERE person = ?", (person.id,)).fetchone()
    return int(row[0])


def _person(row: Any) -> Person:
    id, name, admin, banned = row
    return Person(id, name if isinstance(name, str) else repr(name), bool(admin), bool(banned))


def _digest(code: str) -> str:
    """Return the hash of a code, ignoring case, spaces and punctuation."""
    plain = "".join(
        letter for letter in unicodedata.normalize("NFKC", code).casefold() if letter.isalnum()
    )
    return hashlib.sha256(plain.encode()).hexdigest()


def owner_of(store: Store, id: str, seats: Collection[int]) -> Person | None:
    """Return the person who owns all of `seats` in a match; None if no single person does. Raises
    NoSuchMatch."""
    owners = store.owners(id)
    ids = {owners[seat] for seat in seats}
    owner = ids.pop() if len(ids) == 1 else None
    return None if owner is None else Users(store).get(owner)
