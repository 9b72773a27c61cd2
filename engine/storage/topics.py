"""Topics of changes that programs subscribe to (`pubsub.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LOBBY: Final = "lobby"
"""Topic of changes in the waiting tables and in who is online."""

TALK: Final = "talk"
"""Topic of the chat in the lobby."""

BOTS: Final = "bots"
"""Topic of changes in the set of matches that wait for a bot."""

EARS: Final = "ears"
"""Topic of changes in what the hosts of the server subscribe to."""

PEOPLE: Final = "person/"
"""Prefix of the topic of every person."""


def topic_of(id: str) -> str:
    """Return the topic of a match, or of the waiting table that becomes it."""
    return f"match/{id}"


def topic_of_talk(table: str | None) -> str:
    """Return the topic of the chat at a table, or in the lobby (None)."""
    return TALK if table is None else topic_of(table)


def topic_of_person(person: int) -> str:
    """Return the topic of changes that concern a person."""
    return f"{PEOPLE}{person}"


def topic_of_host_commands(host: str) -> str:
    """Return the topic of commands to a host of the server."""
    return f"errands/{host}"


def topic_of_host(host: str) -> str:
    """Return the topic by which a host of the server tests its own listener."""
    return f"host/{host}"


def person_of(topic: str) -> int | None:
    """Return the person of a topic; None if it is not a person's."""
    number = topic.removeprefix(PEOPLE)
    return int(number) if number != topic and number.isdecimal() else None


def tells_who_is_here(topic: str) -> bool:
    """Whether the subscribers of a topic show who is online, or at a table."""
    return topic.startswith(PEOPLE) or table_of(topic) is not None


def table_of(topic: str) -> str | None:
    """Return the topic of the table whose presence a topic (`match/k7m2/0`) tracks; None for other
    topics."""
    table, _, who = topic.rpartition("/")
    return table if who and "/" in table else None


def topics_of(matches: Iterable[str], people: Iterable[int | None]) -> list[str]:
    """Return the topics of matches and people (None: nobody), and that of the lobby, which lists
    them."""
    concerned = {person for person in people if person is not None}
    return [
        LOBBY,
        *(topic_of(id) for id in sorted(set(matches))),
        *(topic_of_person(person) for person in sorted(concerned)),
    ]
