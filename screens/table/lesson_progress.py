"""Progress in a lesson: the current task and the picks made for it. The lesson's match exists only
in memory."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from engine.core.event import PICK_EVENT, Event, Value
from engine.core.state import State
from engine.help.lesson import Lesson, Task
from engine.i18n.text import Text, words
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.match.position import PendingDecision
from engine.storage import match_file
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.table.execute import CommitResult, commit
from screens.table.match_commands import Choose, MatchCommand
from screens.table.messages import Committed, WrongPick
from screens.table.read_only_session import ReadOnlySession


class LessonProgress:
    """Progress of a player in a lesson.

    `match` is the recorded match, `session` the session of the match that the learner plays, and
    `at` the number of the task, counted from 0.
    """

    def __init__(self, lesson: Lesson, at: int = 0, names: Sequence[str] = ()) -> None:
        """Start at the task `at`, or at the first one if there is no such task. `names` replace the
        players' names, if given. Raises BadSave."""
        self.lesson = lesson
        self.match = _replayed_with(match_file.load(lesson.match), lesson.seed, names)
        self.at = at if 0 <= at < len(lesson.tasks) else 0
        store, table = MemoryStore(), self._before_task()
        self.session = Session(store, store.new(table), table)

    @property
    def task(self) -> Task:
        return self.lesson.tasks[self.at]

    @property
    def is_last(self) -> bool:
        return self.at == len(self.lesson.tasks) - 1

    def go_to_task(self, at: int) -> None:
        self.at = max(0, min(at, len(self.lesson.tasks) - 1))
        self._go_to(self._before_task())

    def _go_to(self, match: Match) -> None:
        self.session.match = match
        self.session.id = self.session.store.new(match)

    def _before_task(self) -> Match:
        return self._replayed_until(self.task.at)

    def _replayed_until(self, count: int) -> Match:
        return Match.load(self.match.header, self.match.line[:count])

    # ------------------------------------------------------------------ picks

    @property
    def picks_made(self) -> int:
        """Number of picks that the learner has made for the task."""
        return len(self._picks(self.session.match.line))

    @property
    def solved(self) -> bool:
        return self.picks_made >= self.task.picks

    @property
    def recorded_pick(self) -> Value | None:
        """The learner's next pick in the recorded match; None once the task is done."""
        if self.solved:
            return None
        pick: Value = self._picks(self.match.line)[self.picks_made].value
        return pick

    def allows(self, pick: Value) -> bool:
        """Return whether the task accepts `pick` as the next pick."""
        recorded = self.recorded_pick
        return recorded is not None and self.task.allows(self.picks_made, recorded, pick)

    def as_recorded(self, request: DecisionRequest[State], pick: Value) -> Value:
        """Return the recorded pick if `pick` has the same effect, for example the same cards in
        another order, else `pick`."""
        if self.recorded_pick is None:
            return pick
        notes = request.preview(self.recorded_pick).notes
        is_same = bool(notes) and request.preview(pick).notes == notes
        return self.recorded_pick if is_same else pick

    def commit(self, command: MatchCommand) -> CommitResult | WrongPick:
        """Execute `command` and return the result, or WrongPick if the command is a pick that the
        task does not accept. Let the other seats act as in the recorded match, up to the end of the
        task. If the task is not done but the learner has nothing to decide, go to the position
        before the learner's next pick in the recorded match."""
        if isinstance(command, Choose) and not self.allows(command.pick):
            command = evolve(command, pick=self.as_recorded(command.request, command.pick))
            if not self.allows(command.pick):
                return WrongPick(command.request)
        committed = commit(self.session, command)
        while (
            isinstance(committed, Committed) and (event := self._next_pick_of_others()) is not None
        ):
            request = self.session.ask(event.seat)
            events = [*committed.events, *self.session.choose(request, event.value)]
            committed = evolve(committed, events=events)
        asked_now = {pending.seat for pending in self.session.match.pending()}
        if (
            isinstance(committed, Committed)
            and not self.solved
            and self.lesson.seat not in asked_now
        ):
            following = self._picks(self.match.line)[self.picks_made]
            self._go_to(self._replayed_until(self.match.line.index(following)))
        return committed

    def _next_pick_of_others(self) -> Event | None:
        """Return the next event of the recorded match, if it belongs to the task and is a pick of
        another seat; None otherwise, or if the two matches already differ before it."""
        line, recorded_line = self.session.match.line, self.match.line[: self._end]
        recorded_so_far = [_comparison_key(event) for event in recorded_line[: len(line)]]
        if (
            len(line) >= len(recorded_line)
            or [_comparison_key(event) for event in line] != recorded_so_far
        ):
            return None
        event = recorded_line[len(line)]
        return event if event.kind == PICK_EVENT and event.seat != self.lesson.seat else None

    @property
    def _end(self) -> int:
        """Number of recorded events up to the end of the task."""
        last = self._picks(self.match.line)[self.task.picks - 1]
        return self.match.line.index(last) + 1 + self.task.after

    def _picks(self, line: Sequence[Event]) -> Sequence[Event]:
        since, seat = line[self.task.at :], self.lesson.seat
        return [event for event in since if event.kind == PICK_EVENT and event.seat == seat]


class LessonSession(ReadOnlySession):
    """Session of a lesson, in which bots do not move by themselves, and the hint is the recorded
    pick until the task is done."""

    def __init__(self, progress: LessonProgress) -> None:
        super().__init__(progress.session)
        self._progress = progress

    def waiting_bot(self) -> PendingDecision | None:
        return None

    def lacking_bot(self) -> tuple[int, str] | None:
        return None

    searches_hints = False

    def hint(self, seat: int) -> Value:
        recorded = self._progress.recorded_pick
        return super().hint(seat) if recorded is None else recorded

    def why_not_take_back(self, seat: int) -> Text | None:
        picks_made = self._progress.picks_made
        return None if picks_made else words("There is no move to undo yet.")


def _replayed_with(match: Match, seed: str, names: Sequence[str]) -> Match:
    """Return the match replayed with the random seed `seed` and, if `names` is not empty, with
    these names for the players."""
    seats = [
        (name, player)
        for name, (_, player) in zip(names or match.header.names, match.header.seats, strict=False)
    ]
    return Match.load(evolve(match.header, seed=seed, seats=tuple(seats)), match.line)


def _comparison_key(event: Event) -> tuple[str, int, str, Value]:
    """Return the kind, seat, step and value of an event, for comparison with another match."""
    value: Value = event.value
    return event.kind, event.seat, event.step, value
