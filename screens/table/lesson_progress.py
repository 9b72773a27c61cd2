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

    `match` is the recorded match, `session` the table, and `at` the number of the task, counted
    from 0.
    """

    def __init__(self, lesson: Lesson, at: int = 0, names: Sequence[str] = ()) -> None:
        """Start at the task `at`. `names` replace the players' names. Raises BadSave."""
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
    def made(self) -> int:
        """Number of picks made for the task."""
        return len(self._picks(self.session.match.line))

    @property
    def solved(self) -> bool:
        return self.made >= self.task.picks

    @property
    def wanted(self) -> Value | None:
        """The next pick of the recorded match; None once the task is done."""
        if self.solved:
            return None
        pick: Value = self._picks(self.match.line)[self.made].value
        return pick

    def allows(self, pick: Value) -> bool:
        """Return whether the task accepts `pick`."""
        wanted = self.wanted
        return wanted is not None and self.task.allows(self.made, wanted, pick)

    def as_wanted(self, request: DecisionRequest[State], pick: Value) -> Value:
        """Return the recorded pick if `pick` has the same effect, for example the same cards in
        another order, else `pick`."""
        if self.wanted is None:
            return pick
        notes = request.preview(self.wanted).notes
        is_same = bool(notes) and request.preview(pick).notes == notes
        return self.wanted if is_same else pick

    def commit(self, command: MatchCommand) -> CommitResult | WrongPick:
        """Execute a pick that the task accepts. Then let other seats act as in the recorded match,
        within the task. If they cannot, because the pick differs from the recorded one, continue
        from the recorded match."""
        if isinstance(command, Choose) and not self.allows(command.pick):
            command = evolve(command, pick=self.as_wanted(command.request, command.pick))
            if not self.allows(command.pick):
                return WrongPick(command.request)
        committed = commit(self.session, command)
        while isinstance(committed, Committed) and (event := self._next_of_others()) is not None:
            request = self.session.ask(event.seat)
            events = [*committed.events, *self.session.choose(request, event.value)]
            committed = evolve(committed, events=events)
        asked_now = {pending.seat for pending in self.session.match.pending()}
        if (
            isinstance(committed, Committed)
            and not self.solved
            and self.lesson.seat not in asked_now
        ):
            following = self._picks(self.match.line)[self.made]
            self._go_to(self._replayed_until(self.match.line.index(following)))
        return committed

    def _next_of_others(self) -> Event | None:
        """Return the next event of another seat in the recorded match, within the task. None if an
        event of the learner is next, or if the two matches already differ before it."""
        line, then = self.session.match.line, self.match.line[: self._end]
        so_far = [_what(event) for event in then[: len(line)]]
        if len(line) >= len(then) or [_what(event) for event in line] != so_far:
            return None
        event = then[len(line)]
        return event if event.kind == PICK_EVENT and event.seat != self.lesson.seat else None

    @property
    def _end(self) -> int:
        """Number of recorded events that belong to this task and those before it."""
        last = self._picks(self.match.line)[self.task.picks - 1]
        return self.match.line.index(last) + 1 + self.task.after

    def _picks(self, line: Sequence[Event]) -> Sequence[Event]:
        since, seat = line[self.task.at :], self.lesson.seat
        return [event for event in since if event.kind == PICK_EVENT and event.seat == seat]


class LessonSession(ReadOnlySession):
    """The table of a lesson. Bots do not move by themselves, and the hint is the solution of the
    task."""

    def __init__(self, progress: LessonProgress) -> None:
        super().__init__(progress.session)
        self._progress = progress

    def waiting_bot(self) -> PendingDecision | None:
        return None

    def lacking_bot(self) -> tuple[int, str] | None:
        return None

    thinks_of_hints = False

    def hint(self, seat: int) -> Value:
        wanted = self._progress.wanted
        return super().hint(seat) if wanted is None else wanted

    def why_not_take_back(self, seat: int) -> Text | None:
        made = self._progress.made
        return None if made else words("There is no move to undo yet.")


def _replayed_with(match: Match, seed: str, names: Sequence[str]) -> Match:
    """Return the match replayed with the random seed `seed` and, if `names` is not empty, with
    these names for the players."""
    seats = [
        (name, player)
        for name, (_, player) in zip(names or match.header.names, match.header.seats, strict=False)
    ]
    return Match.load(evolve(match.header, seed=seed, seats=tuple(seats)), match.line)


def _what(event: Event) -> tuple[str, int, str, Value]:
    """Return the content of an event without its number and time."""
    value: Value = event.value
    return event.kind, event.seat, event.step, value
