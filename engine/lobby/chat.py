"""Chat at the tables of matches, at waiting tables and in the lobby; muted people; private
notes."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from attrs import frozen

from engine import clock
from engine.core.players import Person, is_from_the_right
from engine.errors import NotAllowed
from engine.lobby.bans import check_may_chat, check_not_banned
from engine.lobby.seat_owners import own_seats
from engine.lobby.user_names import MAX_MARKS
from engine.storage.database import Connection
from engine.storage.pubsub import topic_of_person, topic_of_talk
from engine.storage.records import seats_of
from engine.storage.sql_statements import insert
from engine.storage.store import StoreUser

MAX_CHARACTERS: Final = 120
"""Maximum length of a chat message, in characters."""

MAX_LINES: Final = 8
"""Maximum number of messages that a person can send per minute, in all places together."""

MAX_KEPT_MESSAGES: Final = 200
"""Maximum number of messages that are kept per table, and in the lobby."""

LOBBY_LASTS: Final = timedelta(days=1)
"""Age after which messages in the lobby are no longer shown."""

_TURNS: Final = "·"

_MINUTE: Final = timedelta(minutes=1)


@frozen
class ChatLine:
    """A chat message. `at` is in UTC. Messages are numbered in order; in a match, the first one has
    the number 1."""

    number: int
    person: int
    name: str
    text: str
    at: datetime


SavedLine = tuple[int, str, str]
"""A message in the database: the person's id, the time and the text."""


class Chat(StoreUser):
    """The chat of a server. Every call may raise BadStore."""

    def post(self, id: str | None, person: Person, text: str) -> None:
        """Send a message to everyone at the match or waiting table `id`, or in the lobby (None).

        Raises NotAllowed for people who are banned, muted by an admin or without a seat at the
        table, for a message that is empty, is too long or has right-to-left letters, and above the
        rate limit (`MAX_LINES`). All this is first checked without the write lock, so that a flood
        of messages does not block anyone.
        """
        text = checked_line(text)
        with self.store.read_transaction() as connection:
            self._check(connection, id, person)
        with self.store.write_transaction() as connection:
            self._check(connection, id, person)
            now = self.store.clock()
            line = (person.id, clock.written(now), text)
            if id is not None and seats_of(connection, id, person.id):
                _save_in_match(connection, id, line)
            else:
                _save_before_match(connection, id, line)
                connection.execute(
                    "DELETE FROM said WHERE gathering IS NULL AND at <= ?",
                    (clock.written(now - LOBBY_LASTS),),
                )
            for topic in (topic_of_talk(id), *map(topic_of_person, _seated(connection, id))):
                self.store.publish(topic)

    def _check(self, connection: Connection, id: str | None, person: Person) -> None:
        """Raise NotAllowed unless the person may now send a message to the match or table `id`, or
        to the lobby (None)."""
        check_not_banned(connection, person)
        check_may_chat(connection, person)
        if id is not None and not _has_seat_at(connection, id, person):
            raise NotAllowed("Only players can chat here.")
        since = clock.written(self.store.clock() - _MINUTE)
        (lately,) = connection.execute(
            "SELECT (SELECT count(*) FROM line WHERE person = :person AND at > :since)"
            " + (SELECT count(*) FROM said WHERE person = :person AND at > :since)",
            {"person": person.id, "since": since},
        ).fetchone()
        if lately >= MAX_LINES:
            raise NotAllowed("You are sending messages too fast. Please wait a minute.")

    def lines(self, id: str, person: Person | None, since: int = 0) -> list[ChatLine]:
        """Return the chat at the table of a match after message number `since`, oldest first.
        Messages of people whom `person` has muted are left out."""
        return self._read("line", "match = ?", id, person, since)

    def lobby_lines(self, id: str | None, person: Person | None, since: int = 0) -> list[ChatLine]:
        """Return the chat at a waiting table or in the lobby (`id` None) after message number
        `since`, oldest first. Messages of people whom `person` has muted are left out, and so are
        messages in the lobby older than `LOBBY_LASTS`."""
        if id is not None:
            return self._read("said", "gathering = ?", id, person, since)
        first = clock.written(self.store.clock() - LOBBY_LASTS)
        return self._read("said", "gathering IS NULL AND at > ?", first, person, since)

    def numbers_by_others(self, tables: Collection[str], person: Person) -> list[tuple[str, int]]:
        """Return a (table, message number) pair for each message that other people have sent at the
        waiting tables `tables`. Messages of people whom `person` has muted are left out."""
        if not tables:
            return []
        marks = ", ".join("?" for _ in tables)
        return self.store.rows(
            f"SELECT gathering, number FROM said WHERE gathering IN ({marks}) AND person <> ?"
            " AND person NOT IN (SELECT other FROM muted WHERE muted.person = ?)",
            (*tables, person.id, person.id),
        )

    def _read(
        self, table: str, where: str, value: str, person: Person | None, since: int
    ) -> list[ChatLine]:
        rows = self.store.rows(
            f"SELECT number, person, person.name, text, at FROM {table}"
            f" JOIN person ON person.id = {table}.person WHERE {where} AND number > ?"
            " AND person NOT IN (SELECT other FROM muted WHERE muted.person = ?)"
            " ORDER BY number",
            (value, since, -1 if person is None else person.id),
        )
        return [
            ChatLine(number, who, name, from_the_left(text), clock.read(at))
            for number, who, name, text, at in rows
        ]

    def mute(self, person: Person, other: int, muted: bool = True) -> None:
        """Mute the person with the id `other` everywhere, but only for `person`. With `muted`
        False, unmute them."""
        with self.store.write_transaction() as connection:
            connection.execute(
                "DELETE FROM muted WHERE person = ? AND other = ?", (person.id, other)
            )
            if muted:
                connection.execute(
                    "INSERT INTO muted (person, other) SELECT ?, id FROM person WHERE id = ?",
                    (person.id, other),
                )

    def muted(self, person: Person) -> frozenset[int]:
        rows = self.store.rows("SELECT other FROM muted WHERE person = ?", (person.id,))
        return frozenset(other for (other,) in rows)


def chat_before_match(connection: Connection, id: str) -> list[SavedLine]:
    """Return the chat at a waiting table, oldest first."""
    return connection.execute(
        "SELECT person, at, text FROM said WHERE gathering = ? ORDER BY number", (id,)
    ).fetchall()


def copy_to_match(connection: Connection, id: str, chat: Iterable[SavedLine]) -> None:
    for number, line in enumerate(chat, 1):
        _save(connection, id, number, line)


def _save(connection: Connection, id: str, number: int, line: SavedLine) -> None:
    person, at, text = line
    insert(connection, "line", match=id, number=number, person=person, at=at, text=text)


def _seated(connection: Connection, id: str | None) -> list[int]:
    """Return the ids of the people who have a seat at a waiting table, in seat order; none for the
    lobby (`id` None)."""
    rows = connection.execute(
        "SELECT person FROM place WHERE gathering = ? AND person IS NOT NULL ORDER BY seat", (id,)
    )
    return [person for (person,) in rows]


def _has_seat_at(connection: Connection, id: str, person: Person) -> bool:
    """Whether a person has a seat at the match or waiting table `id`."""
    waits = "SELECT 1 FROM place WHERE gathering = ? AND person = ?"
    return (
        bool(seats_of(connection, id, person.id))
        or connection.execute(waits, (id, person.id)).fetchone() is not None
    )


def _save_in_match(connection: Connection, id: str, line: SavedLine) -> None:
    (last,) = connection.execute(
        "SELECT coalesce(max(number), 0) FROM line WHERE match = ?", (id,)
    ).fetchone()
    _save(connection, id, last + 1, line)
    connection.execute(
        "DELETE FROM line WHERE match = ? AND number <= ?", (id, last + 1 - MAX_KEPT_MESSAGES)
    )


def _save_before_match(connection: Connection, id: str | None, line: SavedLine) -> None:
    """Save a message at a waiting table or in the lobby (`id` None), and delete all but the latest
    `MAX_KEPT_MESSAGES` messages there."""
    person, at, text = line
    insert(connection, "said", gathering=id, person=person, at=at, text=text)
    connection.execute(
        "DELETE FROM said WHERE gathering IS :id AND number <= (SELECT number FROM said"
        " WHERE gathering IS :id ORDER BY number DESC LIMIT 1 OFFSET :kept)",
        {"id": id, "kept": MAX_KEPT_MESSAGES},
    )


def checked_line(text: str) -> str:
    """Return a message in the form in which it is saved. Raises NotAllowed if it is empty or too
    long, or if it has right-to-left letters."""
    check_direction(text)
    tidy = tidied(text)
    if not tidy:
        raise NotAllowed("The message is empty.")
    if len(tidy) > MAX_CHARACTERS:
        raise NotAllowed("A message can have up to {most} characters.", most=MAX_CHARACTERS)
    return tidy


def check_direction(text: str) -> None:
    """Raise NotAllowed for right-to-left letters. A terminal may reverse the whole line on which
    such a letter appears."""
    if any(map(is_from_the_right, text)):
        raise NotAllowed(
            "You cannot use letters written from right to left here, such as Hebrew or Arabic."
        )


def from_the_left(text: str) -> str:
    """Return a saved text with each right-to-left letter replaced by a placeholder. Such letters
    are refused now, but old texts may contain them."""
    return "".join(_TURNS if is_from_the_right(letter) else letter for letter in text)


def tidied(text: str) -> str:
    """Return a text in NFC without superfluous spaces. Line breaks become spaces. Invisible
    characters, characters that change the writing direction, enclosing marks, and combining marks
    that could run into other lines (more than `MAX_MARKS` in a row) are removed."""
    seen: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Mc") else 0
        if kind[0] == "Z" or letter in "\t\n":
            seen.append(" ")
        elif kind[0] != "C" and kind != "Me" and marks <= MAX_MARKS:
            seen.append(letter)
    return " ".join("".join(seen).split())


MAX_NOTE_LENGTH: Final = 600
"""Maximum length of a person's note about a match, in characters."""


class Notes(StoreUser):
    """The private notes on a server, which only their authors can read. Every call may raise
    BadStore."""

    def of(self, id: str, person: Person) -> str:
        """Return a person's note about a match. It is empty if there is none."""
        sql = "SELECT text FROM note WHERE match = ? AND person = ?"
        row = self.store.first_row(sql, id, person.id)
        return "" if row is None else from_the_left(tidied(str(row[0])))[:MAX_NOTE_LENGTH]

    def save(self, id: str, person: Person, text: str) -> None:
        """Replace a person's note about a match. An empty text deletes it. Raises NotAllowed if the
        person has no seat, or if the text is too long or has right-to-left letters."""
        check_direction(text)
        tidy = tidied(text)
        if len(tidy) > MAX_NOTE_LENGTH:
            raise NotAllowed("A note can have up to {most} characters.", most=MAX_NOTE_LENGTH)
        with self.store.write_transaction() as connection:
            own_seats(connection, id, person)
            connection.execute("DELETE FROM note WHERE match = ? AND person = ?", (id, person.id))
            if tidy:
                at = self.now
                insert(connection, "note", match=id, person=person.id, at=at, text=tidy)
