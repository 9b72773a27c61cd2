"""A first game that teaches itself: a match that is kept (`lesson.jsonl`), the tasks in it
(`lesson.toml`) and their words (`lesson.md`).

Each topic of the words is a task by its name, or `end`, what is said after the last one: what is to
be done, why, and, in its last paragraph, what happens then. An item with a dash is told to whoever
picks something else, one with a number before the task: what has happened since the one before.
Numbers that stand in the component data, and keys, are filled in as in a guide.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from attrs import frozen

from engine.core.event import Value, frozen_value
from engine.games import entry
from engine.help.guide import Passage, Topic, parse
from engine.help.placeholders import TEXTS_KEPT, KeyNames, Keys, filled_lines, key_names
from engine.help.rulebook import rulebook

END: Final = "end"
"""The topic that closes the lesson."""


@frozen
class Task:
    """What is to be done at one position of the match: after `at` of its events.

    The next picks of the seat in the match, as many as `picks`, do it. `also` are further picks
    that are right, a tuple for each of them, in the last task only: the position of every other
    task follows from the picks before it.
    `after` is how many of the events that followed in the match follow here, too.
    """

    name: str
    at: int
    picks: int = 1
    also: tuple[tuple[Value, ...], ...] = ()
    after: int = 0

    def allows(self, number: int, wanted: Value, pick: Value) -> bool:
        """Whether a pick is right as the `number`-th of the task, counted from 0, for which the
        match has `wanted`."""
        also = self.also[number] if number < len(self.also) else ()
        return pick == wanted or pick in also


@frozen
class TaskWords:
    """The words of one task: what is to be done, why (a string a paragraph), what happens then,
    what is said of another pick and what has happened before the task (both may be empty), and the
    ids of the rules that it tells."""

    task: str
    why: tuple[str, ...]
    then: str
    otherwise: str
    meanwhile: str
    rules: tuple[str, ...]


@frozen
class Lesson:
    """The tasks of a game in the order of learning; `seat` does them, and chance is drawn by
    `seed`, as in the match. `match` is the file of that."""

    game: str
    match: Path
    seed: str
    tasks: tuple[Task, ...]
    seat: int = 0


@cache
def lesson(game: str) -> Lesson | None:
    """The lesson of a game; None where it has none. Raises UnknownGame."""
    folder = entry(game).folder
    file = folder / "lesson.toml"
    if not file.exists():
        return None
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    tasks = tuple(
        Task(
            one["name"],
            one["at"],
            one.get("picks", 1),
            tuple(tuple(map(frozen_value, picks)) for picks in one.get("also", ())),
            one.get("after", 0),
        )
        for one in found["tasks"]
    )
    return Lesson(game, folder / "lesson.jsonl", found["seed"], tasks, found.get("seat", 0))


def lesson_words(game: str, language: str = "en", keys: Keys | None = None) -> dict[str, TaskWords]:
    """The words of all tasks by their names, and of the end, in a language; in English where they
    are not translated. `keys` as for `guide`. Raises UnknownGame, and UnknownValue like `guide`."""
    return _lesson_words(game, language, key_names(game, "lesson", language, keys))


@lru_cache(TEXTS_KEPT)
def _lesson_words(game: str, language: str, keys: KeyNames) -> dict[str, TaskWords]:
    prefix = next(iter(rulebook(game).ids), "").partition("-")[0]
    told = parse(filled_lines(game, "lesson", language, keys=keys), prefix)
    return {topic.title: _words_of(topic) for topic in told.topics}


def _words_of(topic: Topic) -> TaskWords:
    said = [passage for passage in topic.passages if not passage.mark]
    told = _plain(said)
    rules = tuple(dict.fromkeys(rule for passage in topic.passages for rule in passage.rules))
    otherwise, meanwhile = (
        " ".join(
            _plain(
                [
                    passage
                    for passage in topic.passages
                    if passage.mark and (passage.mark == "-") is dash
                ]
            )
        )
        for dash in (True, False)
    )
    return TaskWords(told[0], tuple(told[1:-1]), told[-1], otherwise, meanwhile, rules)


def _plain(passages: Sequence[Passage]) -> list[str]:
    return [passage.plain for passage in passages]
