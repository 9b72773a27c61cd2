"""A lesson: a recorded first game (`lesson.jsonl`) with its tasks (`lesson.toml`) and their texts
(`lesson.md`).

Each topic of the texts has the name of a task, or `end` for the text after the last task. It
explains what to do and why; its last paragraph says what happens after the task. List items with a
dash are shown after a wrong pick. Numbered items are shown before the task, and say what has
happened since the previous task. Numbers from the component data, and keys, are filled in as in a
guide.
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

LESSON_END: Final = "end"
"""Name of the topic with the text after the last task."""


@frozen
class Task:
    """A task at the position after `at` events of the match.

    The task is to make the seat's next `picks` picks of the match. `also` has, for each of these
    picks, a tuple of other picks that are correct as well. Only the last task can have such picks,
    because they would change the positions of later tasks. `after` is the number of events of the
    match that are replayed after the task.
    """

    name: str
    at: int
    picks: int = 1
    also: tuple[tuple[Value, ...], ...] = ()
    after: int = 0

    def allows(self, number: int, recorded: Value, pick: Value) -> bool:
        """Whether `pick` is correct as pick `number` (from 0) of the task. `recorded` is the pick
        in the recorded match."""
        also = self.also[number] if number < len(self.also) else ()
        return pick == recorded or pick in also


@frozen
class TaskWords:
    """The texts of a task.

    `task` says what to do, `why` gives the reasons (one string per paragraph), and `then` says what
    happens next. `otherwise` is the reply to a wrong pick, and `meanwhile` says what happened
    before the task; both can be empty. `rules` are the ids of the rules that the task teaches.
    """

    task: str
    why: tuple[str, ...]
    then: str
    otherwise: str
    meanwhile: str
    rules: tuple[str, ...]


@frozen
class Lesson:
    """The tasks of a game, in the order in which a learner at `seat` carries them out. `match` is
    the file of the recorded match, and `seed` its seed."""

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
    """Return the texts of all tasks by the names of the tasks, and the text after the last task
    under the name `LESSON_END`. They are in `language`, or in English if they are not translated.
    `keys` and the errors raised are the same as for `guide`."""
    return _lesson_words(game, language, key_names(game, "lesson", language, keys))


@lru_cache(TEXTS_KEPT)
def _lesson_words(game: str, language: str, keys: KeyNames) -> dict[str, TaskWords]:
    prefix = next(iter(rulebook(game).ids), "").partition("-")[0]
    guide = parse(filled_lines(game, "lesson", language, keys=keys), prefix)
    return {topic.title: _words_of(topic) for topic in guide.topics}


def _words_of(topic: Topic) -> TaskWords:
    texts = _plain([passage for passage in topic.passages if not passage.mark])
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
