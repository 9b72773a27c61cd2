"""The people of a house: their names, the keys they come with, and what is kept for them.

A name is an account and a key is how somebody proves to have it. The fingerprint of a key is never
shown to others. Whoever has checked the key hands over its fingerprint; nothing here checks one.
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
from engine.i18n.text import words
from engine.lobby import erasure, join_codes
from engine.lobby.user_names import checked_user_name
from engine.storage.database import Connection
from engine.storage.match_owners import ask_no_more
from engine.storage.sql_statements import Stored, insert, keep_word, kept_word, update
from engine.storage.store import Store, draw_code
from engine.storage.topics import (
    LOBBY,
    PEOPLE,
    TALK,
    person_of,
    topic_of,
    topic_of_person,
    topics_of,
)

MOST_KEYS: Final = 10
"""How many keys one person may have."""

WORD_LASTS: Final = timedelta(minutes=15)
"""How long the word for a second key is good."""

_INVITATION: Final = "invitation"
_PERSON: Final = "SELECT person.id, person.name, person.admin, person.banned FROM person"


@frozen
class Account:
    """What the host of a house sees of a person. Times are UTC."""

    person: Person
    created: datetime
    seen: datetime
    keys: int


@frozen
class PublicKey:
    """One of the keys that somebody comes with, and what its owner calls it."""

    fingerprint: str
    label: str
    added: datetime


class Users:
    """The people that a store knows. Every call may raise BadStore."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def reach(self) -> None:
        """Read anything from the store, to see that it is there."""
        with self.store.reading() as base:
            base.execute("SELECT 1").fetchone()

    # ------------------------------------------------------------------ who is who

    def by_key(self, fingerprint: str) -> Person | None:
        """Whose key this is, banned or not; None for a key that nobody has."""
        with self.store.reading() as base:
            row = base.execute(
                f"{_PERSON} JOIN key ON key.person = person.id WHERE fingerprint = ?",
                (fingerprint,),
            ).fetchone()
        return None if row is None else _person(row)

    def named(self, name: str) -> Person:
        """Who goes by that name, in whatever case it is written; raises NoSuchPerson."""
        with self.store.reading() as base:
            return _person(_row(base, f"{_PERSON} WHERE folded = ?", fold(name), name))

    def get(self, id: int) -> Person:
        """The person of that number; raises NoSuchPerson."""
        with self.store.reading() as base:
            return _person(_row(base, f"{_PERSON} WHERE id = ?", id, str(id)))

    def here(self, limit: int) -> list[Person]:
        """Who is in the house now, the first `limit` who came to have a name here; those of whom
        nobody can tell are left out."""
        found = [person_of(topic) for topic in self.store.topics_with_subscribers(PEOPLE)]
        ids = sorted(one for one in found if one is not None)[:limit]
        if not ids:
            return []
        marks = ", ".join("?" for _ in ids)
        with self.store.reading() as base:
            rows = base.execute(f"{_PERSON} WHERE id IN ({marks}) ORDER BY id", ids).fetchall()
        return [_person(row) for row in rows]

    def all(self) -> list[Account]:
        """Everybody, the one who was here last first."""
        with self.store.reading() as base:
            rows = base.execute(
                "SELECT id, name, admin, banned, created, seen,"
                " (SELECT count(*) FROM key WHERE person = person.id)"
                " FROM person ORDER BY seen DESC, id DESC"
            ).fetchall()
        return [
            Account(_person(who), clock.known(created), clock.known(seen), keys)
            for *who, created, seen, keys in rows
        ]

    # ------------------------------------------------------------------ coming in

    def register(self, name: str, fingerprint: str, label: str = "") -> Person:
        """Let somebody go by a name from now on, and come in with that key.

        Raises BadName, NameTaken (also for a name that looks like another's), or NotAllowed if the
        key is somebody's already.
        """
        tidy, now = checked_user_name(name), self._now
        with self.store.writing() as base:
            _check_free(base, tidy)
            known = {"name": tidy, "folded": fold(tidy), "created": now, "seen": now}
            insert(base, "person", admin=0, banned=0, settings="", **known)
            person = self.named(tidy)
            self._add_key(base, person, fingerprint, label)
            self.store.publish(LOBBY)
        return person

    def seen(self, person: Person) -> datetime:
        """Note that somebody is here; when this was noted before, in UTC. Whatever the table was
        asked about the seat of somebody long unseen is asked no more."""
        with self.store.writing() as base:
            seen = _column(base, "seen", person)
            update(base, "person", person.id, seen=self._now)
            asked = base.execute(
                "SELECT owner.match FROM owner CROSS JOIN proposal"
                " ON proposal.match = owner.match"
                " WHERE owner.person = ? AND kind = 'give' AND number = owner.seat",
                (person.id,),
            ).fetchall()
            base.executemany("DELETE FROM proposal WHERE match = ?", asked)
            self.store.publish(*(topic_of(id) for (id,) in asked))
        return clock.known(seen)

    # ------------------------------------------------------------------ keys

    def keys(self, person: Person) -> list[PublicKey]:
        """The keys of a person, the oldest first."""
        with self.store.reading() as base:
            rows = base.execute(
                "SELECT fingerprint, label, added FROM key WHERE person = ?"
                " ORDER BY added, fingerprint",
                (person.id,),
            ).fetchall()
        return [
            PublicKey(fingerprint, label, clock.known(added)) for fingerprint, label, added in rows
        ]

    def add_key(self, person: Person, fingerprint: str, label: str = "") -> None:
        """Let somebody come in with one more key; raises NotAllowed if it is somebody's already or
        there are too many."""
        with self.store.writing() as base:
            self._add_key(base, person, fingerprint, label)

    def drop_key(self, person: Person, fingerprint: str) -> None:
        """Let nobody come in with a key of that person any more; raises NotAllowed for the last
        one."""
        with self.store.writing() as base:
            base.execute(
                "DELETE FROM key WHERE fingerprint = ? AND person = ?", (fingerprint, person.id)
            )
            if not _count_keys(base, person):
                raise NotAllowed(words("This is your only key. Add another one first."))

    def word_for(self, person: Person) -> str:
        """A new word with which the same person comes in with another key, once and soon. Only what
        it can be checked by is kept; an earlier word is good no more."""
        word = "-".join(draw_code() for _ in range(3))
        until = clock.written(self.store.clock() + WORD_LASTS)
        with self.store.writing() as base:
            base.execute("DELETE FROM word WHERE person = ?", (person.id,))
            insert(base, "word", digest=_digest(word), person=person.id, until=until)
        return word

    def redeem(self, word: str, fingerprint: str, label: str = "") -> Person:
        """Whoever the word was made for comes in with this key from now on; raises NotAllowed for
        a word that is not, or no longer, good. It is not used up if the key cannot be added."""
        with self.store.writing() as base:
            row = base.execute(
                f"{_PERSON} JOIN word ON word.person = person.id WHERE digest = ? AND until > ?",
                (_digest(word), self._now),
            ).fetchone()
            if row is None:
                raise NotAllowed(
                    words("That code is wrong or has expired. Get a new one with your other key.")
                )
            person = _person(row)
            base.execute("DELETE FROM word WHERE person = ?", (person.id,))
            self._add_key(base, person, fingerprint, label)
        return person

    def awaits_key(self) -> bool:
        """Whether a word for a second key is good just now: some key nobody knows is expected."""
        with self.store.reading() as base:
            row = base.execute("SELECT 1 FROM word WHERE until > ?", (self._now,)).fetchone()
        return row is not None

    # ------------------------------------------------------------------ the word of invitation

    def invitation(self) -> str:
        """The word with which newcomers come in; drawn when it is asked for first."""
        with self.store.reading() as base:
            word = kept_word(base, _INVITATION)
        if word is None:
            with self.store.writing() as base:
                word = kept_word(base, _INVITATION) or self._draw_invitation(base)
        return word

    def new_invitation(self) -> str:
        """Another word of invitation: the one before is good no more."""
        with self.store.writing() as base:
            return self._draw_invitation(base)

    def is_invitation(self, word: str) -> bool:
        """Whether that is the word of invitation, as people type words; how long it takes to tell
        does not depend on how much of it is right."""
        return hmac.compare_digest(_digest(word), _digest(self.invitation()))

    # ------------------------------------------------------------------ what is kept for them

    def settings(self, person: Person) -> str:
        """What was kept as the settings of a person; empty at first."""
        with self.store.reading() as base:
            return str(_column(base, "settings", person))

    def keep_settings(self, person: Person, text: str) -> None:
        """Keep the settings of a person."""
        with self.store.writing() as base:
            update(base, "person", person.id, settings=text)

    # ------------------------------------------------------------------ looking after the house

    def make_admin(self, name: str, admin: bool = True) -> Person:
        """Let somebody look after the house, or no more; raises NoSuchPerson."""
        return self._mark("admin", name, admin)

    def ban(self, name: str, banned: bool = True) -> Person:
        """Keep somebody out of the house, or no more: their waiting tables and places are given
        up, a bot plays their seats at matches till they come back, and what they said where no
        match is played is said no more. Raises NoSuchPerson."""
        with self.store.writing() as base:
            person = self._mark("banned", name, banned)
            if banned:
                erasure.give_up_places(base, person.id)
                base.execute("DELETE FROM said WHERE person = ?", (person.id,))
                left = erasure.leave_matches(self.store, base, person.id)
                others = [owner for id in left for owner in self.store.record(id).owners]
                self.store.publish(TALK, *topics_of(left, others))
            self.store.publish(topic_of_person(person.id))
        return person

    def rename(self, name: str, new: str) -> Person:
        """Let somebody go by another name, in all their matches too; raises NoSuchPerson, BadName
        or NameTaken."""
        person, tidy = self.named(name), checked_user_name(new)
        with self.store.writing() as base:
            _check_free(base, tidy, but=person.id)
            update(base, "person", person.id, name=tidy, folded=fold(tidy))
            changed = erasure.rename_seats(self.store, base, person.id, tidy)
            self.store.publish(TALK, *topics_of(changed, [person.id]))
        return self.get(person.id)

    def forget(self, person: Person) -> None:
        """Forget somebody: the name in matches becomes `Player 2`, seats of matches that are not
        over are free, waiting tables are given up, keys and settings go. Raises NoSuchPerson."""
        with self.store.writing() as base:
            erasure.give_up_places(base, person.id)
            changed = erasure.rename_seats(self.store, base, person.id, None)
            for id in changed:
                ask_no_more(base, id)
            base.execute("DELETE FROM house WHERE name = ?", (join_codes.name_of(person.id),))
            base.execute(
                "UPDATE owner SET former = NULL WHERE former = ? OR person = ?",
                (person.id, person.id),
            )
            if not base.execute("DELETE FROM person WHERE id = ?", (person.id,)).rowcount:
                raise nobody(person.name)
            self.store.publish(TALK, *topics_of(changed, [person.id]))

    # ------------------------------------------------------------------ within

    @property
    def _now(self) -> str:
        return clock.written(self.store.clock())

    def _add_key(self, base: Connection, person: Person, fingerprint: str, label: str) -> None:
        if _count_keys(base, person) >= MOST_KEYS:
            raise NotAllowed(words("You can have up to {most} keys.", most=MOST_KEYS))
        added = base.execute(
            "INSERT INTO key (fingerprint, person, label, added) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (fingerprint, person.id, label[:40], self._now),
        )
        if not added.rowcount:
            raise NotAllowed(words("That key already belongs to someone."))

    def _mark(self, column: str, name: str, value: bool) -> Person:
        person = self.named(name)
        with self.store.writing() as base:
            update(base, "person", person.id, **{column: value})
        return self.get(person.id)

    def _draw_invitation(self, base: Connection) -> str:
        word = "-".join(draw_code() for _ in range(2))
        keep_word(base, _INVITATION, word)
        return word


def nobody(name: str) -> NoSuchPerson:
    """Nobody in this house goes by that name."""
    return NoSuchPerson(words("Nobody here is called {name}.", name=name))


def taken(name: str) -> NameTaken:
    """Somebody else goes by that name, and one that looks like it was wanted."""
    return NameTaken(
        words(
            "The name {name}, or one very much like it, is taken. Please choose another.", name=name
        )
    )


def _row(base: Connection, sql: str, value: Stored, name: str) -> tuple[Stored, ...]:
    """The first row that is found; raises NoSuchPerson, by that name."""
    row: tuple[Stored, ...] | None = base.execute(sql, (value,)).fetchone()
    if row is None:
        raise nobody(name)
    return row


def _column(base: Connection, column: str, person: Person) -> Stored:
    """What is kept of somebody; raises NoSuchPerson."""
    return _row(base, f"SELECT {column} FROM person WHERE id = ?", person.id, person.name)[0]


def _check_free(base: Connection, name: str, but: int = 0) -> None:
    """Raises NameTaken, with the name of whoever has it or one that looks like it."""
    seen = skeletons(name)
    for (other,) in base.execute("SELECT name FROM person WHERE id <> ?", (but,)):
        if not seen.isdisjoint(skeletons(str(other))):
            raise taken(str(other))


def _count_keys(base: Connection, person: Person) -> int:
    row = base.execute("SELECT count(*) FROM key WHERE person = ?", (person.id,)).fetchone()
    return int(row[0])


def _person(row: Any) -> Person:
    id, name, admin, banned = row
    return Person(id, name if isinstance(name, str) else repr(name), bool(admin), bool(banned))


def _digest(word: str) -> str:
    """What a word is checked by: however it is typed, in capitals or not, with its hyphens or
    without."""
    plain = "".join(
        letter for letter in unicodedata.normalize("NFKC", word).casefold() if letter.isalnum()
    )
    return hashlib.sha256(plain.encode()).hexdigest()


def owner_of(store: Store, id: str, seats: Collection[int]) -> Person | None:
    """Whose all these seats are, in a match whose seats belong to people; None if nobody's, or
    several people's."""
    owners = store.owners(id)
    found = {owners[seat] for seat in seats}
    owner = found.pop() if len(found) == 1 else None
    return None if owner is None else Users(store).get(owner)
