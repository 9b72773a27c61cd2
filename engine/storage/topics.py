"""What is rung when something has changed: the topics that programs listen to (`pubsub.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LOBBY: Final = "lobby"
"""The tables that wait, and who is in the house."""

TALK: Final = "talk"
"""What is said in the lobby."""

BOTS: Final = "bots"
"""The matches at which a bot is to move."""

EARS: Final = "ears"
"""Who listens on which host."""

PEOPLE: Final = "person/"
"""How the topic of every person begins."""


def topic_of(id: str) -> str:
    """What is rung when a match, or a table that waits to become it, changes."""
    return f"match/{id}"


def topic_of_talk(table: str | None) -> str:
    """What is rung when something is said at a table, or in the lobby (None)."""
    return TALK if table is None else topic_of(table)


def topic_of_person(person: int) -> str:
    """What is rung when something concerns one person, by whose number it is known."""
    return f"{PEOPLE}{person}"


def topic_of_errands(host: str) -> str:
    """What is rung when a host of the house is to carry something out, by its id."""
    return f"errands/{host}"


def topic_of_host(host: str) -> str:
    """What a host of the house rings to hear whether it would hear others, by its id."""
    return f"host/{host}"


def person_of(topic: str) -> int | None:
    """Whom the topic of a person concerns; None if it is not one."""
    number = topic.removeprefix(PEOPLE)
    return int(number) if number != topic and number.isdecimal() else None


def tells_who_is_here(topic: str) -> bool:
    """Whether one sees by a topic's listeners who is in the house, or at a table."""
    return topic.startswith(PEOPLE) or table_of(topic) is not None


def table_of(topic: str) -> str | None:
    """At which table the listeners of a topic (`match/k7m2/0`) sit: what is rung when it changes;
    None where they do not sit at one."""
    table, _, who = topic.rpartition("/")
    return table if who and "/" in table else None


def topics_of(matches: Iterable[str], people: Iterable[int | None]) -> list[str]:
    """What is rung when matches and people (None: nobody) are concerned: the lobby sees it too."""
    concerned = {person for person in people if person is not None}
    return [
        LOBBY,
        *(topic_of(id) for id in sorted(set(matches))),
        *(topic_of_person(one) for one in sorted(concerned)),
    ]
