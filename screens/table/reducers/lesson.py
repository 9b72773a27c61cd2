"""Reducer of a lesson: its tasks, the check of picks, and the results."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import takewhile
from typing import Final

from attrs import evolve

from engine.core.state import State
from engine.core.step import Place
from engine.help.lesson import LESSON_END, TaskWords, lesson_words
from engine.i18n.text import Text, verbatim, words
from engine.match.decision_request import DecisionRequest
from screens.key_map import TABLE_COMMANDS, key_name_of, key_of
from screens.table.effects import (
    FinishLesson,
    Leave,
    RepaintScope,
    ShowTask,
    Update,
    repaint,
)
from screens.table.lesson_progress import LessonProgress
from screens.table.messages import (
    AskNext,
    CheckTask,
    Commanded,
    Committed,
    EndLesson,
    GoToTask,
    KeyPressed,
    Opened,
    ReplayMoved,
    TableMessage,
    WrongPick,
)
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_parts import TableParts
from screens.table.table_state import (
    TABLE_PAGE,
    Answer,
    Question,
    ShownHistory,
    TableState,
    open_page,
)
from screens.table_view.notice_card import CardLine, Notice

COMMANDS_DURING_PROMPT: Final = tuple(
    table_command.id
    for table_command in TABLE_COMMANDS
    if table_command.id not in ("play.look", "play.leave")
)
"""Ids of the commands whose keys also work while a prompt of a lesson is open."""


class LessonGuide(TableReducer):
    """Reducer that leads from task to task, and tells the learner when a pick is not what the task
    asks for."""

    def __init__(self, parts: TableParts, progress: LessonProgress) -> None:
        super().__init__(parts)
        self._progress = progress

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle the beginning and the end of a lesson and of its tasks, wrong and accepted picks,
        and the keys of a lesson."""
        match input:
            case Opened():
                return Update(state, (ShowTask(self._progress.at),))
            case GoToTask(number) if number == len(self._progress.lesson.tasks):
                return repaint(evolve(state, question=self._end_question(state)), RepaintScope.ALL)
            case GoToTask(number):
                return Update(state, (ShowTask(number),))
            case ReplayMoved():
                return self._start_task(state)
            case CheckTask():
                return self._check_task(state)
            case EndLesson(starts_game):
                return Update(state, (FinishLesson(starts_game), Leave()))
            case WrongPick(request):
                return self._refuse(state, request)
            case Committed():
                return Update(state, propagate=True, follow_up=(CheckTask(),))
            case Commanded("lesson.task") if state.card is not None:
                state = evolve(open_page(state, TABLE_PAGE), notices=evolve(state.notices, page=0))
                return repaint(state, RepaintScope.ALL)
            case Commanded("lesson.task"):
                return self._show_task(open_page(state, TABLE_PAGE))
            case Commanded("lesson.again"):
                return Update(state, follow_up=(self._restart_message(),))
            case KeyPressed("enter") if state.question is not None:
                return Update(state, follow_up=(KeyPressed("space", " "),))
            case KeyPressed(key) if state.question is not None:
                page = next(
                    (
                        page
                        for page in COMMANDS_DURING_PROMPT
                        if key == key_of(page, state.preferences.keys)
                    ),
                    None,
                )
                return None if page is None else Update(state, follow_up=(Commanded(page),))
        return None

    def _restart_message(self) -> TableMessage:
        """Return the message that restarts the task or, if no pick has been made for it yet, the
        previous task, if there is one."""
        at = self._progress.at
        return GoToTask(at if self._progress.picks_made else max(0, at - 1))

    def _task_words(self, state: TableState, name: str) -> TaskWords:
        game, keys = self._progress.lesson.game, self.scenes.keys(state)
        return lesson_words(game, state.preferences.language, keys)[name]

    # ------------------------------------------------------------------ tasks

    def _start_task(self, state: TableState) -> Update:
        """Start the task, without news of earlier events."""
        match_view = self.session.match_view
        past = ShownHistory(match_view.length, moved_last=True, unmarked_count=match_view.count)
        summarized_until = {self._progress.lesson.seat: match_view.count}
        state = evolve(open_page(state, TABLE_PAGE), past=past, question=None)
        state = evolve(state, notices=evolve(state.notices, summarized_until=summarized_until))
        return Update(state, follow_up=(AskNext(), CheckTask()))

    def _check_task(self, state: TableState) -> Update:
        if self._progress.solved:
            return repaint(evolve(state, question=self._done_question(state)), RepaintScope.ALL)
        return Update(state) if self._progress.picks_made else self._show_task(state)

    def _show_task(self, state: TableState) -> Update:
        task_words = self._task_words(state, self._progress.task.name)
        lines = [
            *self._meanwhile_lines(state, task_words),
            CardLine(task_words.task, "strong"),
            *(CardLine(why) for why in task_words.why),
        ]
        if not self._progress.at:
            keys = words(
                "{hint} shows you the way, {help} shows the rules, and {task} brings this text "
                "back.",
                hint=self._key_name(state, "play.hint"),
                help=self._key_name(state, "play.help"),
                task=self._key_name(state, "lesson.task"),
            )
            lines.append(CardLine(self.scenes.translate(state, keys), "dim"))
        card = Notice(self._task_number(), lines, places=self._places(state))
        return repaint(self.notices.queue_card(state, card), RepaintScope.ALL)

    def _meanwhile_lines(self, state: TableState, task_words: TaskWords) -> Iterator[CardLine]:
        """Yield the line about the events before the task, if the lesson has a text about them."""
        if task_words.meanwhile:
            meanwhile = words("Meanwhile: {told}", told=verbatim(task_words.meanwhile))
            yield CardLine(self.scenes.translate(state, meanwhile), "dim")

    def _places(self, state: TableState) -> Collection[Place]:
        """Return the places of the parts of the learner's next recorded pick; empty if the learner
        has nothing to decide, or once the task is done."""
        partial_pick, recorded = state.partial_pick, self._progress.recorded_pick
        if partial_pick is None or recorded is None:
            return ()
        request = partial_pick.request
        parts = request.decision.parts_of(recorded)
        places = (request.target(parts[:size]) for size in range(1, len(parts) + 1))
        return [place for place in places if place is not None]

    def _key_name(self, state: TableState, command: str) -> Text:
        return key_name_of(command, state.preferences.keys)

    def _task_number(self) -> Text:
        progress = self._progress
        return words("Task {n} of {all}", n=progress.at + 1, all=len(progress.lesson.tasks))

    # ------------------------------------------------------------------ picks

    def _refuse(self, state: TableState, request: DecisionRequest[State]) -> Update:
        """Say that a wrong pick was not made, with the lesson's explanation or else the key for a
        hint. Undo the choice from its first wrong part on."""
        task_words = self._task_words(state, self._progress.task.name)
        hint = words("{key} shows you the way.", key=self._key_name(state, "play.hint"))
        otherwise = verbatim(task_words.otherwise) if task_words.otherwise else hint
        message = words("Nothing has changed. {otherwise}", otherwise=otherwise)
        state = evolve(state, confirming=False, hint_text="")
        partial_pick, recorded = state.partial_pick, self._progress.recorded_pick
        if partial_pick is not None and recorded is not None:
            parts = zip(partial_pick.chosen, request.decision.parts_of(recorded), strict=False)
            right = tuple(part for part, _ in takewhile(lambda pair: pair[0] == pair[1], parts))
            if partial_pick.chosen != right:
                fork = partial_pick.forked()
                fork.go_to(right)
                state = evolve(state, partial_pick=fork)
        return self.notify(state, message)

    def _done_question(self, state: TableState) -> Question:
        """Return the prompt after a task, with its result and ways to continue."""
        progress = self._progress
        text = verbatim(self._task_words(state, progress.task.name).then)
        title = words("{task}: done", task=self._task_number())
        further = words("continue") if progress.is_last else words("the next task")
        answers = [
            Answer("space", further, GoToTask(progress.at + 1)),
            Answer("u", words("try again"), GoToTask(progress.at)),
            Answer("q", self.scenes.context.home, Commanded("play.leave")),
        ]
        return Question(title, text, answers, can_cancel=False)

    def _end_question(self, state: TableState) -> Question:
        """Return the prompt after the last task, with ways to continue."""
        text = verbatim(self._task_words(state, LESSON_END).then)
        answers = [
            Answer("space", self.scenes.context.home, EndLesson()),
            Answer("n", words("a game of your own"), EndLesson(starts_game=True)),
            Answer("u", words("try again"), GoToTask(self._progress.at)),
        ]
        return Question(words("End of the lesson"), text, answers, can_cancel=False)
