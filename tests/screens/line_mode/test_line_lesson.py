"""Lessons in line mode: every task is solved by typing what its hint says."""

from collections.abc import Callable

import pytest

from engine.errors import CannotWrite
from engine.games import catalogue
from engine.help.lesson import lesson
from screens.line_mode.line_lesson import LineLesson
from screens.table.lesson_progress import LessonProgress
from tests.screens.line_mode.line_tables import hinted_input, writer

LESSONS = [entry.id for entry in catalogue() if lesson(entry.id) is not None]


def new_lesson(
    game: str, language: str = "en", save: Callable[[int], None] = lambda done: None
) -> LineLesson:
    found = lesson(game)
    assert found is not None
    progress = LessonProgress(found)
    names = progress.match.header.names
    return LineLesson(progress, writer(game, names, language), save)


@pytest.mark.parametrize(
    ("game", "language"), [*((game, "en") for game in LESSONS), (LESSONS[0], "ru")]
)
def test_every_task_is_solved_by_its_hint(game: str, language: str):
    done: list[int] = []
    of = new_lesson(game, language, done.append)
    lines = of.begin()
    for _ in range(400):
        if of.done:
            break
        if of.dialogue.answer is None:
            lines = of.handle_line("hint")
        while (typed := hinted_input(lines, language)) is not None:
            lines = of.handle_line(typed)
        if of.dialogue.answer is not None:
            lines = of.handle_line("")
    assert of.done
    assert done == list(range(1, len(of.progress.lesson.tasks) + 1))


def test_lesson_goes_on_if_its_progress_cannot_be_saved():
    def save(done: int) -> None:
        raise CannotWrite("Cannot write {file}: {reason}.", file="settings", reason="disk full")

    of = new_lesson("middle_ages", save=save)
    lines = of.begin()
    while of.dialogue.answer is None:
        typed = hinted_input(of.handle_line("hint"))
        assert typed is not None
        lines = of.handle_line(typed)
    assert "Cannot write settings: disk full." in lines
    assert of.handle_line("")[0].startswith("Task 2 of ")


@pytest.mark.parametrize(("language", "typed"), [("en", "“look”"), ("ru", "«смотри»")])
def test_lesson_names_commands_instead_of_keys(language: str, typed: str):
    output = " ".join(new_lesson("middle_ages", language).begin())
    assert typed in output
    assert "{key" not in output


def test_wrong_move_in_a_lesson_is_not_made():
    of = new_lesson("middle_ages")
    of.begin()
    wanted, partial_move = of.progress.recorded_pick, of.picking.partial_move
    assert partial_move is not None
    other = next(one for one in partial_move.request.options if not of.progress.allows(one))
    assert other != wanted
    number = list(partial_move.request.options).index(other) + 1
    lines = of.handle_line(str(number))
    assert lines[0] == "That is not the move for this task. “hint” shows you the way."
    assert of.progress.picks_made == 0
