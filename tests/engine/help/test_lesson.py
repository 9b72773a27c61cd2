"""Lessons: texts in every language, with existing rules."""

from __future__ import annotations

import pytest

from engine.games import catalogue
from engine.help.lesson import LESSON_END, Task, lesson, lesson_words
from engine.help.rulebook import rulebook
from engine.i18n.language import LANGUAGES
from tests.engine.help.files import text_file

GAMES = [entry.id for entry in catalogue()]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_lesson_of_six_tasks_or_more(game: str) -> None:
    current_lesson = lesson(game)
    assert current_lesson is not None, f"{game} has no lesson yet: python -m tests.lessons {game}"
    assert 6 <= len(current_lesson.tasks) <= 12
    places = [task.at for task in current_lesson.tasks]
    assert places == sorted(set(places)), "the tasks of a lesson are in order"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_task_exists_in_every_language(game: str, language: str) -> None:
    current_lesson, file = lesson(game), text_file(game, "lesson", language)
    assert current_lesson is not None
    translated = lesson_words(game, language)
    assert list(translated) == [*(task.name for task in current_lesson.tasks), LESSON_END], file
    for name, words in translated.items():
        assert words.task
        assert words.then
        assert set(words.rules) <= set(rulebook(game).ids), f"{file}: {name}"
        assert name == LESSON_END or (words.why and words.rules), f"{file}: {name}"


@pytest.mark.parametrize("game", GAMES)
def test_translated_tasks_cite_the_same_rules(game: str) -> None:
    english = lesson_words(game)
    for language in LANGUAGES:
        for name, words in lesson_words(game, language).items():
            assert set(words.rules) == set(english[name].rules), f"{language}: {name}"
            assert bool(words.otherwise) == bool(english[name].otherwise), f"{language}: {name}"
            assert language == "en" or words.then != english[name].then, f"{language}: {name}"


def test_task_accepts_the_pick_of_the_match_and_named_alternatives() -> None:
    task = Task("one", 0, 2, also=((3, 4), (5,)))
    assert task.allows(0, 1, 1)
    assert task.allows(0, 1, 4)
    assert not task.allows(0, 1, 5)
    assert task.allows(1, 1, 5)
    assert not task.allows(2, 1, 5)


@pytest.mark.parametrize("game", GAMES)
def test_only_the_last_task_accepts_other_picks_than_the_match(game: str) -> None:
    current_lesson = lesson(game)
    assert current_lesson is not None
    assert not [task.name for task in current_lesson.tasks[:-1] if any(task.also)]


@pytest.mark.parametrize("game", GAMES)
def test_a_task_that_takes_one_move_answers_every_other_move(game: str) -> None:
    current_lesson, told = lesson(game), lesson_words(game)
    assert current_lesson is not None
    assert not [one.name for one in current_lesson.tasks[:-1] if not told[one.name].otherwise]
