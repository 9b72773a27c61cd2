"""A lesson in the app: opened from the menu, played by keys, left and continued; no match is
saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from engine.help.lesson import lesson
from screens.pages.lessons import LessonsScreen
from screens.pages.menu import MenuScreen
from screens.pages.new_game import NewGameScreen
from screens.play.lesson_screen import LessonScreen
from screens.start import StartLesson
from tests.screens.app_harness import AppHarness, press, text

GAME = "middle_ages"


def task_number(app: object) -> int:
    """Return the number of the current task."""
    screen = getattr(app, "screen", None)
    assert isinstance(screen, LessonScreen)
    return screen.progress.at


async def solve(pilot: Pilot[Any], screen: object) -> None:
    """Go the way that the hint shows, as slowly as a card is read."""
    assert isinstance(screen, LessonScreen)
    while not screen.progress.solved:
        await press(pilot, "space", "H", "enter")
        await pilot.pause(0.3)


async def test_menu_opens_the_lessons_and_their_first_task(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n")
        assert isinstance(harness.app.screen, LessonsScreen)
        assert "0 of 10 tasks done" in text(harness.app)
        await press(pilot, "1")
        assert task_number(harness.app) == 0
        assert "Task 1 of 10" in text(harness.app)
        await press(pilot, "q")
        assert isinstance(harness.app.screen, MenuScreen)
        assert not harness.store.records()


async def test_lesson_progress_is_saved_and_continued(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, start=StartLesson(GAME), lessons={GAME: 2})
    app = harness.app
    found: list[dict[str, int]] = []
    app.environment.save_game_settings = lambda known: found.append(dict(known.lessons))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert task_number(app) == 2
        await solve(pilot, app.screen)
        await press(pilot, "space")
        assert task_number(app) == 3
        assert found[-1] == {GAME: 3}
        await press(pilot, "u", "u")
        assert task_number(app) == 1


async def test_finished_lesson_starts_again(tmp_path: Path) -> None:
    current_lesson = lesson(GAME)
    assert current_lesson is not None
    harness = AppHarness(tmp_path, lessons={GAME: len(current_lesson.tasks)})
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n")
        assert "done; press Enter to do it again" in text(harness.app)
        await press(pilot, "enter")
        assert task_number(harness.app) == 0


async def test_lesson_can_be_followed_by_a_new_game(tmp_path: Path) -> None:
    current_lesson = lesson(GAME)
    assert current_lesson is not None
    harness = AppHarness(
        tmp_path, start=StartLesson(GAME), lessons={GAME: len(current_lesson.tasks) - 1}
    )
    found: list[dict[str, int]] = []
    harness.app.environment.save_game_settings = lambda known: found.append(dict(known.lessons))
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await solve(pilot, harness.app.screen)
        await press(pilot, "space")
        assert "End of the lesson" in text(harness.app)
        await press(pilot, "n")
        assert isinstance(harness.app.screen, NewGameScreen)
        assert harness.app.screen.game.id == GAME
        assert found[-1] == {GAME: len(current_lesson.tasks)}


async def test_lesson_uses_names_in_the_language_of_the_reader(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path, start=StartLesson(GAME), language="ru")
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Задание 1 из 10" in text(harness.app)
        assert "Борис" in text(harness.app)
