"""What people say to one another at a table (chat), one line at a time, and whom they do not
hear."""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta
from typing import Final

from attrs import frozen

from engine import clock
from engine.community.naming import MOST_MARKS
from engine.core.players import Person
from engine.errors import NotAllowed
from engine.i18n.text import words
from engine.storage.owned import seats_of
from engine.storage.store import Store
from engine.storage.topics import topic_of

MOST_LETTERS: Final = 120
"""How long a line may be."""

MOST_LINES: Final = 8
"""How many lines one may say within a minute."""

KEPT: Final = 200
"""How many lines of a table are kept."""

_MINUTE: Final = timedelta(minutes=1)


@frozen
class Remark:
    """What somebody has said at a table; `at` is in UTC. Lines of a table are numbered from 1."""

    number: int
    person: int
    name: str
    text: str
    at: datetime


class Talk:
    """What is said at the tables of a house. Every call may raise BadStore."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def say(self, id: str, person: Person, text: str) -> None:
        """Say a line to all at the table of a match; raises NotAllowed for who has no seat there,
        for a line that is empty or too long, and for who talks without a pause."""
        text = checked_line(text)
        now = self.store.clock()
        with self.store.writing() as base:
            if person.banned or not seats_of(base, id, person.id):
                raise NotAllowed(words("Only who plays here can talk here."))
            (lately,) = base.execute(
                "SELECT count(*) FROM line WHERE person = ? AND at > ?",
                (person.id, clock.written(now - _MINUTE)),
            ).fetchone()
            if lately >= MOST_LINES:
                raise NotAllowed(words("Let the others have a word: wait a minute."))
            (last,) = base.execute(
                "SELECT coalesce(max(number), 0) FROM line WHERE match = ?", (id,)
            ).fetchone()
            base.execute(
                "INSERT INTO line (match, number, person, at, text) VALUES (?, ?, ?, ?, ?)",
                (id, last + 1, person.id, clock.written(now), text),
            )
            base.execute("DELETE FROM line WHERE match = ? AND number <= ?", (id, last + 1 - KEPT))
        self.store.ring(topic_of(id))

    def lines(self, id: str, person: Person | None, since: int = 0) -> list[Remark]:
        """What was said at a table after the line of that number, oldest first, but by those whom
        the person does not want to hear."""
        with self.store.reading() as base:
            rows = base.execute(
                "SELECT number, person, person.name, text, at FROM line"
                " JOIN person ON person.id = line.person WHERE match = ? AND number > ?"
                " AND person NOT IN (SELECT other FROM muted WHERE muted.person = ?)"
                " ORDER BY number",
                (id, since, -1 if person is None else person.id),
            ).fetchall()
        return [
            Remark(number, who, name, text, clock.read(at)) for number, who, name, text, at in rows
        ]

    def mute(self, person: Person, other: int, muted: bool = True) -> None:
        """Hear somebody no more, at any table, or hear them again."""
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


def checked_line(text: str) -> str:
    """A line as it is kept: composed, without needless spaces and without all that cannot be seen,
    turns the direction of writing or spills over the lines beside it; raises NotAllowed."""
    seen: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Mc") else 0
        if kind[0] == "Z" or letter in "\t\n":
            seen.append(" ")
        elif kind[0] != "C" and kind != "Me" and marks <= MOST_MARKS:
            seen.append(letter)
    tidy = " ".join("".join(seen).split())
    if not tidy:
        raise NotAllowed(words("There is nothing to say in that line."))
    if len(tidy) > MOST_LETTERS:
        raise NotAllowed(words("A line has at most {most} letters.", most=MOST_LETTERS))
    return tidy
