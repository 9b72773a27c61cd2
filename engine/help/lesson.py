"""Lesson: a recorded first game (`lesson.jsonl`), the tasks in it (`lesson.toml`) and their texts
(`lesson.md`).

Each topic of the texts is the name of a task, or `end`, shown after the last one. It says what to
do, why and, in its last paragraph, what happens then. An item with a dash is shown after a wrong
pick, one with a number before the task: it says what has happened since the previous one. Numbers
of the component data, and keys, are filled in as in a guide.
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
"""Topic that closes the lesson."""


@frozen
class Task:
    """A task at one position of the match: after `at` of its events.

    It is done by the next picks of the seat in the match, as many as `picks`. `also` are further
    right picks, a tuple for each of them, in the last task only: the position of every other task
    follows from the picks before it. `after` is the number of following events of the match that
    are replayed after the task.
    """

    name: str
    at: int
    picks: int = 1
    also: tuple[tuple[Value, ...], ...] = ()
    after: int = 0

    def allows(self, number: int, wanted: Value, pick: Value) -> bool:
        """Whether `pick` is right as pick `number` of the task (from 0), where the recorded match
        has `wanted`."""
        also = self.also[number] if number < len(self.also) else ()
        return pick == wanted or pick in also


@frozen
class TaskWords:
    """The texts of a task: what to do, why (a string per paragraph), what happens then, the answer
    to a wrong pick and what happened before the task (both may be empty), and the ids of the rules
    that it teaches."""

    task: str
    why: tuple[str, ...]
    then: str
    otherwise: str
    meanwhile: str
    rules: tuple[str, ...]


@frozen
class Lesson:
    """The tasks of a game in the order of learning; `seat` does them, and chance uses `seed`, as in
    the match. `match` is the file of the match."""

    game: str
    match: Path
    seed: str
    tasks: tuple[Task, ...]
    seat: int = 0


@cache
def lesson(game: str) -> Lesson | None:
    """Return the lesson of a game; None if it has none. Raises UnknownGame."""
    folder = entry(game).folder
    file = folder / "lesson.toml"
    if not file.exists():
        return None
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    tasks = tuple(
        Task(
            task["name"],
            task["at"],
            task.get("picks", 1),
            tuple(tuple(map(frozen_value, picks)) for picks in task.get("also", ())),
            task.get("after", 0),
        )
        for task in tables["tasks"]
    )
    return Lesson(game, folder / "lesson.jsonl", tables["seed"], tasks, tables.get("seat", 0))


def lesson_words(game: str, language: str = "en", keys: Keys | None = None) -> dict[str, TaskWords]:
    """Return the texts of all tasks by their names, and of the end, in a language; in English if
    they are not translated. `keys` as for `guide`. Raises UnknownGame, and UnknownValue like
    `guide`."""
    return _lesson_words(game, language, key_names(game, "lesson", language, keys))


@lru_cache(TEXTS_KEPT)
def _lesson_words(game: str, language: str, keys: KeyNames) -> dict[str, TaskWords]:
    prefix = next(iter(rulebook(game).ids), "").partition("-")[0]
    guide = parse(filled_lines(game, "lesson", language, keys=keys), prefix)
    return {topic.title: _words_of(topic) for topic in guide.topics}


def _words_of(topic: Topic) -> TaskWords:
    paragraphs = [passage for passage in topic.passages if not passage.mark]
    texts = _plain(paragraphs)
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
    return TaskWords(texts[0], tuple(texts[1:-1]), texts[-1], otherwise, meanwhile, rules)


def _plain(passages: Sequence[Passage]) -> list[str]:
    return [passage.plain for passage in passages]
