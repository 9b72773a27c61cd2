"""A lesson in line mode: tasks, typed picks and their results."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import GuildhallError
from engine.help.lesson import LESSON_END, Lesson, TaskWords, lesson_words
from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from screens.line_mode.line_table import LineTable
from screens.line_mode.sentences import SentenceWriter, sentence_writer_for
from screens.line_mode.typed_commands import typed_words
from screens.preferences import CONFIRM_LOSS, Preferences
from screens.start import DEFAULT_NAMES
from screens.table.execute import CommitResult
from screens.table.lesson_progress import LessonProgress, LessonSession
from screens.table.match_commands import MatchCommand
from screens.table.messages import TableMessage, WrongPick


class LineLesson(LineTable):
    """Line mode of a lesson, one task after another. Picks that a task does not ask for are
    rejected. `save` receives the number of completed tasks after each task. If it raises
    GuildhallError, the error is printed, and the lesson goes on."""

    def __init__(
        self,
        progress: LessonProgress,
        writer: SentenceWriter,
        save: Callable[[int], None],
        how_to_continue: Text | None = None,
        confirm: str = CONFIRM_LOSS,
    ) -> None:
        self.progress, self._save = progress, save
        session_view = LessonSession(progress)
        super().__init__(
            progress.session, writer, how_to_continue, confirm=confirm, session_view=session_view
        )

    def begin(self) -> list[str]:
        """Print the introduction, and start the current task of `progress`. Return the output."""

        def begin() -> None:
            self.write(words("{game}.", game=self.session.match_view.game.names))
            self.write(words("Type a number or words. “help” lists the other commands."))
            self._start_task()

        return self.output_of(begin)

    def _words(self, name: str) -> TaskWords:
        game, translator = self.progress.lesson.game, self.writer.translator
        return lesson_words(game, translator.language, typed_words(translator))[name]

    def _start_task(self) -> None:
        """Return to the start of the current task, print the task, and ask for its first pick."""
        progress = self.progress
        progress.go_to_task(progress.at)
        self.news.mark_reported([progress.lesson.seat])
        self.news.viewer = progress.lesson.seat
        task_words, all = self._words(progress.task.name), len(progress.lesson.tasks)
        self.write(words("Task {n} of {all}", n=progress.at + 1, all=all))
        self.write_lines([task_words.task, *task_words.why])
        self.flow.restart()
        self.ask_next()

    def commit(self, command: MatchCommand, viewer: int | None) -> CommitResult | WrongPick:
        return self.progress.commit(command)

    def write_outcome(self, answer: TableMessage) -> None:
        """Print the result of a pick that the task asks for, and ask the next question. For any
        other pick, print that it was rejected, and ask the first question of the decision again."""
        if isinstance(answer, WrongPick):
            self.write(words("That is not the move for this task. “hint” shows you the way."))
            if otherwise := self._words(self.progress.task.name).otherwise:
                self.write_lines([otherwise])
            self.picking.begin(answer.request)
        else:
            super().write_outcome(answer)

    def present(self) -> None:
        """Ask for the next pick of the task or, if the task is done, print its result."""
        if self.progress.solved:
            self.picking.end()
            self._finish_task()
        else:
            super().present()

    def _finish_task(self) -> None:
        """Print the result of the task, save the progress, and offer the next task. After the last
        task, end the lesson."""
        progress = self.progress
        self.news.write()
        self.write_lines([self._words(progress.task.name).then])
        try:
            self._save(progress.at + 1)
        except GuildhallError as error:
            self.write(error.text)
        if progress.is_last:
            self.write_lines([self._words(LESSON_END).then])
            self.write(words("End of the lesson"))
            self.done = True
            return
        self.write(words("Press Enter for the next task, or type “again” to repeat this one."))

        def answered(line: str) -> None:
            key = self.dialogue.key(line) if line else None
            if key == "quit":
                self.leave()
                return
            if key not in ("again", "undo"):
                progress.go_to_task(progress.at + 1)
            self._start_task()

        self.dialogue.answer = answered

    def command(self, key: str, rest: str) -> None:
        if key in ("undo", "turn"):
            self.write(words("The task from the start:"))
            self._start_task()
        elif key == "ask":
            self.write(words("In a lesson “undo” restarts the task."))
        else:
            super().command(key, rest)


def open_lesson(
    lesson: Lesson, preferences: Preferences, save: Callable[[int], None], how_to_continue: Text
) -> LineLesson:
    """Open a lesson at the saved task, or at the start if all tasks are done. `save` receives the
    number of completed tasks, and `how_to_continue` is printed on leaving. Raises BadSave."""
    names = [Translator(preferences.language).translate(name) for name in DEFAULT_NAMES]
    progress = LessonProgress(lesson, preferences.lessons.get(lesson.game, 0), names)
    writer = sentence_writer_for(progress.match.header, preferences.language)
    return LineLesson(progress, writer, save, how_to_continue, preferences.confirm)
