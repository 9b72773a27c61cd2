"""The history of a match: undone moves, snapshots, checkpoints and past positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from attrs import evolve, field, frozen

from engine.clock import Clock
from engine.core.event import Event, Header, line_of_play
from engine.core.game import Game
from engine.core.state import Note, State
from engine.match import interpreter
from engine.match.position import Barrier, Position
from engine.match.undo import UndoneMove, is_redoable, line_with, still_redoable

SNAPSHOT_INTERVAL: Final = 50
"""Minimum number of events between two snapshots of the state. Snapshots for undos can be closer
together."""

_INTERVAL_DIVISOR: Final = 4
"""Late in a long game, snapshots are farther apart: the next one is due when the number of events
since the last one reaches 1/`_INTERVAL_DIVISOR` of the number of events before the last one."""


@frozen
class _Snapshot:
    count: int
    """Number of events in the line of play that led to the state."""
    state: State
    simultaneous_since: int | None
    until: int = field(init=False)
    """Length of the line of play at which the next snapshot is due."""

    @until.default
    def _until(self) -> int:
        return self.count + max(SNAPSHOT_INTERVAL, self.count // _INTERVAL_DIVISOR)


@frozen
class _SavedHistory:
    """Data of the match before an undo or at a checkpoint, saved so that a redo or `restore` does
    not have to replay events."""

    line: list[Event]
    notes: list[list[Note]]
    barriers: list[Barrier]
    turns: list[int]
    state: State
    simultaneous_since: int | None
    snapshots: list[_Snapshot]


@frozen
class Checkpoint:
    """Data of the match at some moment. The match can be restored to this moment without leaving a
    trace in the log."""

    length: int
    saved: _SavedHistory
    undone: list[UndoneMove]
    before: dict[int, _SavedHistory]


class History(Position):
    """A position with its past, which can compute any earlier position and redo undone moves.

    `undone` are the moves that can be redone, the latest undo last. `snapshots` are copies of
    earlier states; past positions are replayed from them.
    """

    def __init__(
        self,
        header: Header,
        game: Game[State],
        state: State,
        *,
        keeps_notes: bool,
        clock: Clock | None,
    ) -> None:
        super().__init__(
            header, game, state, keeps_notes=keeps_notes, seed=header.seed, clock=clock
        )
        state.rules = header.rules
        state.notes = self.opening if keeps_notes else None
        self.undone: list[UndoneMove] = []
        self._before_undo: dict[int, _SavedHistory] = {}
        self.snapshots: list[_Snapshot] = [_Snapshot(0, state.copy(), None)]

    # ------------------------------------------------------------------ undo and redo

    def apply_undo(self, event: Event) -> None:
        """Remove the events that the undo `event` lists from the line of play, and save the data
        needed to redo them. If they cannot be redone, nothing that was undone before can be redone
        either."""
        entry = UndoneMove.of(self, event.seat, event.value)
        before = self._saved_now()
        self._rebuild(line_with(self, self.line, event))
        if is_redoable(self, event.value):
            self.undone.append(entry)
            self._before_undo[event.value[0]] = before
        else:
            self.undone.clear()
            self._before_undo.clear()

    def apply_redo(self, index: int, event: Event) -> None:
        """Put the events of the move at `index` in `undone` back into the line of play."""
        line = line_with(self, self.line, event)
        before = self._before_undo.pop(event.value[0], None)
        del self.undone[index]
        if before is None or before.line != line:
            self._rebuild(line)
            return
        self._restore_saved(before)

    def forget_redo(self, seat: int, *, everybody: bool) -> None:
        """Drop the moves that can no longer be redone after a pick of `seat` (see
        `still_redoable`)."""
        self.undone = still_redoable(self.undone, seat, everybody=everybody)
        still = {entry.numbers[0] for entry in self.undone}
        self._before_undo = {n: before for n, before in self._before_undo.items() if n in still}

    # ------------------------------------------------------------------ checkpoints

    def checkpoint(self) -> Checkpoint:
        """Return a copy of the match's current data, for `restore`."""
        now = self._saved_now()
        now = evolve(
            now,
            line=now.line[:],
            notes=now.notes[:],
            barriers=now.barriers[:],
            turns=now.turns[:],
            state=now.state.copy(),
        )
        return Checkpoint(len(self.log), now, self.undone[:], dict(self._before_undo))

    def restore(self, checkpoint: Checkpoint) -> None:
        """Restore the match to a checkpoint, and drop all later events from the log.

        This is for events that could not be saved; to undo saved moves, use `undo`. A checkpoint
        can be used only once.
        """
        length = checkpoint.length
        del self.log[length:]
        self.secret_steps = {n: step for n, step in self.secret_steps.items() if n <= length}
        self._restore_saved(checkpoint.saved)
        if self.keeps_notes:
            self.state.notes = self.notes[-1] if self.notes else self.opening
        self.undone, self._before_undo = checkpoint.undone, checkpoint.before

    def _saved_now(self) -> _SavedHistory:
        return _SavedHistory(
            self.line,
            self.notes,
            self.barriers,
            self.turns,
            self.state,
            self.simultaneous_since,
            self.snapshots[:],
        )

    def _restore_saved(self, before: _SavedHistory) -> None:
        self.line, self.notes = before.line, before.notes
        self.barriers, self.turns = before.barriers, before.turns
        self.state, self.simultaneous_since = before.state, before.simultaneous_since
        self.snapshots = before.snapshots
        self.forget_options()

    def _rebuild(self, line: Sequence[Event]) -> None:
        """Make `line` the line of play. It is replayed from the last snapshot before its first
        difference from the old line."""
        common = _common_length(self.line, line)
        while self.snapshots[-1].count > common:
            self.snapshots.pop()
        _restore_snapshot(self, self.snapshots[-1])
        for event in line[len(self.line) :]:
            interpreter.apply_event(self, event)

    def take_snapshot(self) -> None:
        """Add a snapshot of the current state, unless the last snapshot already has that state."""
        if len(self.line) > self.snapshots[-1].count:
            self.snapshots.append(
                _Snapshot(len(self.line), self.state.copy(), self.simultaneous_since)
            )

    # ------------------------------------------------------------------ past positions

    def at(self, count: int) -> Position:
        """Return the read-only position after `count` events of the line of play. It shares events
        with the match, but nothing mutable."""
        return self._position_after(self.line[:count], self.line[:count])

    def substeps(self, count: int) -> list[Position]:
        """Return the read-only positions at the start of each turn that began while event `count`
        of the line of play, counted from 1, was applied. Turns without notes are left out."""
        past = self.at(count - 1)
        past.state.trail = []
        interpreter.apply_event(past, self.line[count - 1], into_log=True)
        trail, past.state.trail = past.state.trail, None
        noted_turns = {note.turn for note in past.notes[-1]} if past.notes else set()
        return [self._earlier_in_event(past, state) for state in trail if state.turn in noted_turns]

    def _earlier_in_event(self, past: Position, state: State) -> Position:
        """Return a copy of the position `past` with the earlier state `state`, only the notes from
        before its turn, and no pending decision. The agenda of `state` is cleared."""
        state.agenda.clear()
        last = [note for note in past.notes[-1] if note.turn < state.turn]
        notes = [*past.notes[:-1], last]
        return evolve(past, state=state, notes=notes, listed={}, drawn={}, simultaneous_since=None)

    def positions(self) -> Iterator[Position]:
        """Yield the positions after 0, 1, 2 ... events of the line of play. The same object is
        yielded each time, so do not keep it."""
        past = self._position_after([], [])
        yield past
        for event in self.line:
            interpreter.apply_event(past, event, into_log=True)
            yield past

    def at_event(self, number: int) -> Position:
        """Return the position after the first `number` events of the log, including events that
        have been undone since."""
        log = self.log[:number]
        return self._position_after(line_of_play(log), log)

    def _position_after(self, line: Sequence[Event], log: list[Event]) -> Position:
        common = _common_length(self.line, line)
        snapshot = max((k for k in self.snapshots if k.count <= common), key=lambda k: k.count)
        past = Position(
            self.header,
            self.game,
            snapshot.state,
            log,
            self.line,
            self.notes,
            list(self.opening),
            self.barriers,
            self.turns,
            secret_steps=dict(self.secret_steps),
            keeps_notes=self.keeps_notes,
        )
        _restore_snapshot(past, snapshot)
        for event in line[snapshot.count :]:
            interpreter.apply_event(past, event)
        return past


def _common_length(first: Sequence[Event], second: Sequence[Event]) -> int:
    same = (old is new for old, new in zip(first, second, strict=False))
    return sum(1 for _ in takewhile(bool, same))


def _restore_snapshot(position: Position, snapshot: _Snapshot) -> None:
    """Restore a position to a snapshot. The lists for the line of play are replaced, not modified,
    because other positions may share them."""
    count = snapshot.count
    position.line, position.notes = position.line[:count], position.notes[:count]
    position.barriers, position.turns = position.barriers[:count], position.turns[:count]
    position.forget_options()
    position.simultaneous_since = snapshot.simultaneous_since
    position.state = snapshot.state.copy()
    if position.keeps_notes:
        position.state.notes = position.notes[-1] if position.notes else position.opening
    if count == 0:
        position.opening.clear()
        interpreter.run(position, sampling=False)
