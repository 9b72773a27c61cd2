"""Topics of changes, to which programs subscribe (`pubsub.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LOBBY: Final = "lobby"
"""The topic of changes in the waiting tables and in the list of people online."""

TALK: Final = "talk"
"""The topic of the chat in the lobby."""

BOTS: Final = "bots"
"""The topic of changes in the set of matches that are waiting for a bot."""

EARS: Final = "ears"
"""The topic of changes in the subscriptions on the server's machines."""

PEOPLE: Final = "person/"
"""Prefix of the topics of people."""


def topic_of(id: str) -> str:
    """Return the topic of a match, or of a waiting table with this id."""
    return f"match/{id}"


def topic_of_talk(table: str | None) -> str:
    """Return the topic of the chat at a table, or in the lobby (`table` None)."""
    return TALK if table is None else topic_of(table)


def topic_of_person(person: int) -> str:
    return f"{PEOPLE}{person}"


def topic_of_host_commands(host: str) -> str:
    return f"errands/{host}"


def topic_of_host(host: str) -> str:
    """Return the topic with which a machine of the server tests its own listener."""
    return f"host/{host}"


def person_of(topic: str) -> int | None:
    """Return the id of the person whose topic this is; None for other topics."""
    number = topic.removeprefix(PEOPLE)
    return int(number) if number != topic and number.isdecimal() else None


def is_presence_topic(topic: str) -> bool:
    """Whether subscribers of a topic are shown as present, on the server or at a table."""
    return topic.startswith(PEOPLE) or table_of(topic) is not None


def table_of(topic: str) -> str | None:
    """Return the topic of the table at which subscribers of `topic` (such as `match/k7m2/0`) are
    present; None for other topics."""
    table, _, who = topic.rpartition("/")
    return table if who and "/" in table else None


def topics_of(matches: Iterable[str], people: Iterable[int | None]) -> list[str]:
    """Return the topics of matches and people, and the topic of the lobby, which lists them. A None
    in `people` is skipped."""
    concerned = {person for person in people if person is not None}
    return [
        LOBBY,
        *(topic_of(id) for id in sorted(set(matches))),
        *(topic_of_person(person) for person in sorted(concerned)),
    ]
