"""Matches and lessons of this computer in line mode."""

from __future__ import annotations

from attrs import evolve

from engine.help.lesson import Lesson
from engine.i18n.text import words
from engine.shell_command import shell_command
from engine.storage.session import Session
from screens.exit_codes import OK
from screens.line_mode.line_driver import run_line_session
from screens.line_mode.line_lesson import open_lesson
from screens.line_mode.playing import play_at_table, print_text
from screens.preferences import Preferences
from tui.user_paths import UserPaths


def play(session: Session, preferences: Preferences) -> int:
    """Play an open match in line mode. Return the exit code."""
    return play_at_table(session, preferences, shell_command("resume", session.id, "--lines"))


def learn(lesson: Lesson, paths: UserPaths, preferences: Preferences) -> int:
    """Run a lesson in line mode, and save the progress in the settings file unless that file is
    invalid. Return the exit code. Raises BadSave."""
    from tui import settings_file

    def save_progress(done: int) -> None:
        current, complaint = settings_file.read(paths.settings)
        if complaint is None:
            lessons = {**current.lessons, lesson.game: done}
            settings_file.write(paths.settings, evolve(current, lessons=lessons))

    command = shell_command("learn", lesson.game, "--lines")
    how_to_continue = words("“{command}” continues the lesson.", command=command)
    table = open_lesson(lesson, preferences, save_progress, how_to_continue)
    run_line_session(table, print_text)
    return OK
