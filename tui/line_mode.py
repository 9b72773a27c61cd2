"""Line mode from the command line: `play`, `resume` and `learn` with `--lines`."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import evolve

from engine.help.lesson import Lesson
from engine.lobby.users import owner_of
from engine.storage.session import Session
from screens.exit_codes import OK
from screens.line_mode.line_driver import run_line_session
from screens.line_mode.line_lesson import LineLesson
from screens.line_mode.playing import play_at_table, print_text
from screens.line_mode.sentences import sentence_writer_for
from screens.match_summary import OF_PLAYERS, belongs_to_players
from screens.table.lesson_progress import LessonProgress
from tui.cli.context import CommandContext


def begin(
    context: CommandContext,
    game: str,
    seats: tuple[tuple[str, str], ...],
    options: Mapping[str, str],
    seed: str | None,
) -> int:
    """Start a match and play it in line mode. Return the exit code. Raises GuildhallError."""
    data = context.own_data(game)
    return play_at_table(
        Session.begin(context.store, game, seats, seed=seed, options=options, data=data),
        context.preferences,
    )


def resume(context: CommandContext, id: str, seats: Collection[int] | None) -> int:
    """Continue a match in line mode, at `seats`, or at all seats if `seats` is None. Return the
    exit code. Raises GuildhallError."""
    person = None if seats is None else owner_of(context.store, id, seats)
    if seats is None and belongs_to_players(context.store.record(id)):
        context.tell(OF_PLAYERS)
    session = Session.open(context.store, id, seats=seats, person=person)
    return play_at_table(session, context.preferences)


def learn(context: CommandContext, lesson: Lesson) -> int:
    """Run the lesson of a game in line mode. Return the exit code. Raises BadSave."""
    from tui import settings_file

    def save_progress(done: int) -> None:
        current, complaint = settings_file.read(context.paths.settings)
        if complaint is None:
            lessons = {**current.lessons, lesson.game: done}
            settings_file.write(context.paths.settings, evolve(current, lessons=lessons))

    progress = LessonProgress(lesson, context.preferences.lessons.get(lesson.game, 0))
    writer = sentence_writer_for(progress.match.header, context.preferences.language)
    run_line_session(
        LineLesson(progress, writer, save_progress, context.preferences.confirm), print_text
    )
    return OK
