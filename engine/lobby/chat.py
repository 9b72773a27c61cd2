"""What people say to one another (chat), one line at a time, and whom they do not hear: at a table
that is played, at one that waits, in the lobby."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from attrs import frozen

from engine import clock
from engine.core.players import Person, is_from_the_right
from engine.errors import NotAllowed
from engine.i18n.text import words
from engine.lobby.bans import check_not_banned
from engine.lobby.user_names import MOST_MARKS
from engine.storage.database import Connection
from engine.storage.match_owners import seats_of
from engine.storage.sql_statements import insert
from engine.storage.store import Store
from engine.storage.topics import topic_of_person, topic_of_talk

MOST_LETTERS: Final = 120
"""How long a line may be."""

MOST_LINES: Final = 8
"""How many lines one may say within a minute, wherever."""

KEPT: Final = 200
"""How many lines of a table, or of the lobby, are kept."""

LOBBY_LASTS: Final = timedelta(days=1)
"""For how long it is known what was said in the lobby."""

_TURNS: Final = "·"

_MINUTE: Final = timedelta(minutes=1)


@frozen
class ChatLine:
    """What somebody has said; `at` is in UTC. Lines are numbered in their order, those of a match
    from 1."""

    number: int
    person: int
    name: str
    text: str
    at: datetime


Said = tuple[int, str, str]
"""A line as rows hold it: who has said it, when, and what."""


class Chat:
    """What is said in a house. Every call may raise BadStore."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def say(self, id: str | None, person: Person, text: str) -> None:
        """Say a line to all at a table, be it a match or one that waits, or in the lobby (None).

        Raises NotAllowed for who is kept out or does not sit there, for a line that is empty or too
        long, and for who talks without a pause: that one is told so without keeping anybody else
        from writing.
        """
        text = checked_line(text)
        with self.store.reading() as base:
            self._check(base, id, person)
        with self.store.writing() as base:
            self._check(base, id, person)
            now = self.store.clock()
            line = (person.id, clock.written(now), text)
            if id is not None and seats_of(base, id, person.id):
                _note_in_match(base, id, line)
            else:
                _note_before(base, id, line)
                base.execute(
                    "DELETE FROM said WHERE gathering IS NULL AND at <= ?",
                    (clock.written(now - LOBBY_LASTS),),
                )
            hear = _seated(base, id)
            for topic in (topic_of_talk(id), *map(topic_of_person, hear)):
                self.store.publish(topic)

    def _check(self, base: Connection, id: str | None, person: Person) -> None:
        """Raises NotAllowed unless somebody may say something there now."""
        check_not_banned(base, person)
        if id is not None and not _sits_at(base, id, person):
            raise NotAllowed(words("Only players can chat here."))
        since = clock.written(self.store.clock() - _MINUTE)
        (lately,) = base.execute(
            "SELECT (SELECT count(*) FROM line WHERE person = :person AND at > :since)"
            " + (SELECT count(*) FROM said WHERE person = :person AND at > :since)",
            {"person": person.id, "since": since},
        ).fetchone()
        if lately >= MOST_LINES:
            raise NotAllowed(words("You are sending messages too fast. Please wait a minute."))

    def lines(self, id: str, person: Person | None, since: int = 0) -> list[ChatLine]:
        """What was said at the table of a match after the line of that number, oldest first, but by
        those whom the person does not want to hear."""
        return self._read("line", "match = ?", id, person, since)

    def said(self, id: str | None, person: Person | None, since: int = 0) -> list[ChatLine]:
        """The same of a table that waits, or of the lobby (None)."""
        if id is not None:
            return self._read("said", "gathering = ?", id, person, since)
        first = clock.written(self.store.clock() - LOBBY_LASTS)
        return self._read("said", "gathering IS NULL AND at > ?", first, person, since)

    def said_by_others(self, tables: Collection[str], person: Person) -> list[tuple[str, int]]:
        """The lines of others whom the person hears at tables that wait: of each the table and the
        number."""
        if not tables:
            return []
        marks = ", ".join("?" for _ in tables)
        with self.store.reading() as base:
            return base.execute(
                f"SELECT gathering, number FROM said WHERE gathering IN ({marks}) AND person <> ?"
                " AND person NOT IN (SELECT other FROM muted WHERE muted.person = ?)",
                (*tables, person.id, person.id),
            ).fetchall()

    def _read(
        self, table: str, where: str, value: str, person: Person | None, since: int
    ) -> list[ChatLine]:
        with self.store.reading() as base:
            rows = base.execute(
                f"SELECT number, person, person.name, text, at FROM {table}"
                f" JOIN person ON person.id = {table}.person WHERE {where} AND number > ?"
                " AND person NOT IN (SELECT other FROM muted WHERE muted.person = ?)"
                " ORDER BY number",
                (value, since, -1 if person is None else person.id),
            ).fetchall()
        return [
            ChatLine(number, who, name, from_the_left(text), clock.read(at))
            for number, who, name, text, at in rows
        ]

    def mute(self, person: Person, other: int, muted: bool = True) -> None:
        """Hear somebody no more, wherever, or hear them again."""
        with self.store.writing() as base:
            base.execute("DELETE FROM muted WHERE person = ? AND other = ?", (person.id, other))
            if muted:
                base.execute(
                    "INSERT INTO muted (person, other) SELECT ?, id FROM person WHERE id = ?",
                    (person.id, other),
                )

    def muted(self, person: Person) -> frozenset[int]:
        """Whom somebody does not want to hear."""
        with self.store.reading() as base:
            rows = base.execute("SELECT other FROM muted WHERE person = ?", (person.id,))
            return frozenset(other for (other,) in rows)


def said_at(base: Connection, id: str) -> list[Said]:
    """What was said at a table that waits, oldest first."""
    return base.execute(
        "SELECT person, at, text FROM said WHERE gathering = ? ORDER BY number", (id,)
    ).fetchall()


def take_along(base: Connection, id: str, said: Iterable[Said]) -> None:
    """Let what was said at a table while it waited stand at that of its match."""
    for number, line in enumerate(said, 1):
        _note(base, id, number, line)


def _note(base: Connection, id: str, number: int, line: Said) -> None:
    person, at, text = line
    insert(base, "line", match=id, number=number, person=person, at=at, text=text)


def _seated(base: Connection, id: str | None) -> list[int]:
    """Who sits at a table that waits: they may be elsewhere in the house."""
    rows = base.execute(
        "SELECT person FROM place WHERE gathering = ? AND person IS NOT NULL ORDER BY seat", (id,)
    )
    return [person for (person,) in rows]


def _sits_at(base: Connection, id: str, person: Person) -> bool:
    """Whether somebody has a place at a table, be it a match or one that waits."""
    waits = "SELECT 1 FROM place WHERE gathering = ? AND person = ?"
    return (
        bool(seats_of(base, id, person.id))
        or base.execute(waits, (id, person.id)).fetchone() is not None
    )


def _note_in_match(base: Connection, id: str, line: Said) -> None:
    (last,) = base.execute(
        "SELECT coalesce(max(number), 0) FROM line WHERE match = ?", (id,)
    ).fetchone()
    _note(base, id, last + 1, line)
    base.execute("DELETE FROM line WHERE match = ? AND number <= ?", (id, last + 1 - KEPT))


def _note_before(base: Connection, id: str | None, line: Said) -> None:
    """Note a line of a table that waits, or of the lobby."""
    person, at, text = line
    insert(base, "said", gathering=id, person=person, at=at, text=text)
    base.execute(
        "DELETE FROM said WHERE gathering IS :id AND number <= (SELECT number FROM said"
        " WHERE gathering IS :id ORDER BY number DESC LIMIT 1 OFFSET :kept)",
        {"id": id, "kept": KEPT},
    )


def checked_line(text: str) -> str:
    """A line as it is kept; raises NotAllowed for one that says nothing or too much, or in letters
    that are written from right to left."""
    check_direction(text)
    tidy = tidied(text)
    if not tidy:
        raise NotAllowed(words("The message is empty."))
    if len(tidy) > MOST_LETTERS:
        raise NotAllowed(words("A message can have up to {most} characters.", most=MOST_LETTERS))
    return tidy


def check_direction(text: str) -> None:
    """Raises NotAllowed for letters that are written from right to left: a terminal may turn the
    whole line round, with the frame and all that stands beside it."""
    if any(map(is_from_the_right, text)):
        raise NotAllowed(
            words(
                "Letters that are written from right to left, such as Hebrew or Arabic ones, "
                "cannot be shown here."
            )
        )


def from_the_left(text: str) -> str:
    """Text saved before such letters were refused, with a sign for each of them."""
    return "".join(_TURNS if is_from_the_right(letter) else letter for letter in text)


def tidied(text: str) -> str:
    """A text composed, without needless spaces and without all that cannot be seen, turns the
    direction of writing or spills over the lines beside it."""
    seen: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Mc") else 0
        if kind[0] == "Z" or letter in "\t\n":
            seen.append(" ")
        elif kind[0] != "C" and kind != "Me" and marks <= MOST_MARKS:
            seen.append(letter)
    return " ".join("".join(seen).split())
