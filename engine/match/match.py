"""A match (event sourcing): the log, and the position that follows from it.

Only a `Match` changes a position. Screens and bots get views, copies in which every secret of
others is hidden, and call `choose` with their picks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final

from attrs import evolve, field, frozen

from engine.clock import Clock
from engine.core.canonical import DIGESTS
from engine.core.component_data import Data
from engine.core.event import AGAIN, BACK, PICK, Event, Header, Value, line_of_play
from engine.core.players import checked_name
from engine.core.state import Note, State
from engine.errors import (
    BadSave,
    BadSetup,
    CannotTakeBack,
    GuildhallError,
    IllegalPick,
    UnknownGame,
)
from engine.games import load
from engine.i18n.text import Text, words
from engine.match import interpreter
from engine.match.position import Barrier, Position
from engine.match.preview import Policy, Preview, SeatPosition, preview_of
from engine.match.undo import (
    REDO,
    REWIND,
    UNDO,
    UNDO_TURN,
    UndoneMove,
    is_redoable,
    line_with,
    may_rewind,
    numbers_after,
    numbers_undone,
    redo_index,
    still_redoable,
)

SNAPSHOT_INTERVAL: Final = 50
"""Minimum number of events between two state snapshots."""

_SHARE: Final = 4
"""Late in a long game snapshots are farther apart, by this fraction of the events before."""

MOST_SEATS: Final = 8


@frozen
class _Snapshot:
    """A copy of the state after `count` events of the line of play; the next is due at `until`
    events."""

    count: int
    state: State
    together_since: int | None
    until: int = field(init=False)

    @until.default
    def _until(self) -> int:
        return self.count + max(SNAPSHOT_INTERVAL, self.count // _SHARE)


@frozen
class _BeforeUndo:
    """State of the match before an undo, so that redo need not replay."""

    line: list[Event]
    notes: list[list[Note]]
    barriers: list[Barrier]
    turns: list[int]
    state: State
    together_since: int | None
    snapshots: list[_Snapshot]


@frozen
class Checkpoint:
    """State of the match at some moment, to which it can be restored without a trace in the log."""

    length: int
    saved: _BeforeUndo
    undone: list[UndoneMove]
    before: dict[int, _BeforeUndo]


def new_header(
    game: str,
    seats: Sequence[tuple[str, str]],
    *,
    seed: str,
    options: Mapping[str, str] | None = None,
    data: Data | None = None,
) -> Header:
    """Return the header of a new match of (name, player) seats, under the current rules.

    Raises UnknownGame, or BadSetup for invalid seats or options.
    """
    rules = load(game)
    header = Header(
        game,
        rules.rules,
        tuple((checked_name(name), player) for name, player in seats),
        seed,
        rules.check(len(seats), options or {}),
        data or {},
    )
    if len(set(header.names)) != len(header.names):
        raise BadSetup(words("Two players have the same name."))
    return header


class Match(Position):
    """A log and the position that follows from it, in which seats choose and undo."""

    def __init__(
        self,
        header: Header,
        *,
        notes: bool = True,
        digests: bool = True,
        clock: Clock | None = None,
    ) -> None:
        """Set up the table; `begin` or `load` make the match playable."""
        game = load(header.game)
        options = game.check(len(header.seats), header.options)
        state = game.setup(len(header.seats), options, header.data)
        super().__init__(header, game, state, telling=notes, seed=header.seed, clock=clock)
        state.rules = header.rules
        state.story = self.opening if notes else None
        self.digests = digests and header.digests == DIGESTS
        self._undone: list[UndoneMove] = []
        self._before_undo: dict[int, _BeforeUndo] = {}
        self._snapshots: list[_Snapshot] = [_Snapshot(0, state.copy(), None)]

    # ------------------------------------------------------------------ starting

    @classmethod
    def begin(
        cls,
        game: str,
        seats: Sequence[tuple[str, str]],
        *,
        seed: str,
        options: Mapping[str, str] | None = None,
        data: Data | None = None,
        notes: bool = True,
        digests: bool = True,
        clock: Clock | None = None,
    ) -> Match:
        """Return a new match of (name, player) seats, at its first decision.

        Events are stamped by `clock`, if given. Raises UnknownGame, or BadSetup for invalid seats,
        options or data.
        """
        header = new_header(game, seats, seed=seed, options=options, data=data)
        return cls.start(header, notes=notes, digests=digests, clock=clock)

    @classmethod
    def start(
        cls, header: Header, *, notes: bool = True, digests: bool = True, clock: Clock | None = None
    ) -> Match:
        """Return the match of a new header at its first decision, like `begin`."""
        match = cls(header, notes=notes, digests=digests, clock=clock)
        interpreter.run(match, sampling=True)
        return match

    @classmethod
    def load(
        cls,
        header: Header,
        events: Iterable[Event],
        *,
        notes: bool = True,
        source: str = "",
        clock: Clock | None = None,
    ) -> Match:
        """Return the match of a log; every event is checked as if it happened now.

        Raises BadSave, with the last good position, at an event that cannot have happened.
        """
        try:
            match = cls(header, notes=notes, clock=clock)
            for name in header.names:
                if checked_name(name) != name:
                    raise BadSetup(words("{name} is not a name for a player.", name=repr(name)))
        except (BadSetup, UnknownGame) as error:
            raise BadSave(error.text, source=source, line=1) from error
        if header.rules > match.game.rules:
            raise BadSave(
                words(
                    "It was saved under newer rules (version {theirs}; this program has {ours}).",
                    theirs=header.rules,
                    ours=match.game.rules,
                ),
                source=source,
                line=1,
            )
        events = list(events)
        if header.rules < match.game.rules:
            events = [match.game.upcast(header.rules, event) for event in events]
        match._read(events, source)
        if header.seed is not None:
            interpreter.run(match, sampling=True)
        return match

    # ------------------------------------------------------------------ choosing

    def choose(self, seat: int, pick: Value) -> list[Event]:
        """Apply a pick and all that follows from it; returns the new events.

        Raises NotYourTurn or IllegalPick, and then nothing has changed.
        """
        branch, decision = self.due(seat)
        legal = self.legal(decision, pick)
        if legal is None:
            raise IllegalPick(decision.name, pick, decision.refuse(self.state, pick))
        if self._undone:
            self._forget_redo(seat, everybody=branch < 0)
        log = self.log
        before, turn = len(log), self.state.turn
        event = interpreter.append_event(self, PICK, seat, decision.name, legal)
        interpreter.apply_pick(self, event, decision, branch, True)
        if self.digests and self.state.turn != turn:
            log[-1].digest = self.state.digest()
        if len(self.line) >= self._snapshots[-1].until:
            self._take_snapshot()
        return log[before:]

    def foresee(self, seat: int, pick: Value, *, policy: Policy | None = None) -> Preview[State]:
        """Return what a pick would do, as `engine.match.preview.preview_of`; nothing changes."""
        return preview_of(self, seat, pick, policy=policy)

    def seen_by(self, seat: int, *, openly: bool = False) -> SeatPosition:
        """Return the present position as the seat, or `openly` everyone, sees it, to preview picks
        from."""
        return SeatPosition.of(self, seat, openly=openly)

    # ------------------------------------------------------------------ undo

    def undo(self, seat: int) -> list[Event]:
        """Undo the seat's last pick; raises CannotTakeBack with the barrier."""
        return self._undo(seat, UNDO, numbers_undone(self, seat, UNDO))

    def undo_turn(self, seat: int) -> list[Event]:
        """Undo all picks of the seat in this turn, up to the last barrier."""
        return self._undo(seat, UNDO_TURN, numbers_undone(self, seat, UNDO_TURN))

    def rewind(self, seat: int, number: int) -> list[Event]:
        """Undo all picks and outcomes after the event with that number, no matter whose. The
        caller must have the agreement of the table. 0 goes back to the beginning."""
        before = len(self.log)
        self._undo(seat, REWIND, numbers_after(self, number))
        if self.seed is not None:
            interpreter.run(self, sampling=True)
        return self.log[before:]

    def can_redo(self, seat: int) -> bool:
        """Whether the seat has an undone move that it can redo."""
        return redo_index(self._undone, seat) is not None

    def redo(self, seat: int) -> list[Event]:
        """Redo what the seat undid last; raises CannotTakeBack if there is nothing."""
        index = redo_index(self._undone, seat)
        if index is None:
            raise CannotTakeBack(words("There is nothing to redo."))
        event = interpreter.append_event(self, AGAIN, seat, REDO, self._undone[index].numbers)
        self._apply_redo(index, event)
        return [event]

    def _undo(self, seat: int, step: str, numbers: tuple[int, ...]) -> list[Event]:
        event = interpreter.append_event(self, BACK, seat, step, numbers)
        self._apply_undo(event)
        return [event]

    def _apply_undo(self, event: Event) -> None:
        """Remove events from the line of play, and remember how to redo them."""
        entry = UndoneMove.of(self, event.seat, event.value)
        before = self._saved_now()
        self._rebuild(line_with(self, self.line, event))
        if is_redoable(self, event.value):
            self._undone.append(entry)
            self._before_undo[event.value[0]] = before
        else:
            self._undone.clear()
            self._before_undo.clear()

    def _apply_redo(self, index: int, event: Event) -> None:
        """Put undone events back into the line of play."""
        line = line_with(self, self.line, event)
        before = self._before_undo.pop(event.value[0], None)
        del self._undone[index]
        if before is None or before.line != line:
            self._rebuild(line)
            return
        self._restore_saved(before)

    def _forget_redo(self, seat: int, *, everybody: bool) -> None:
        """Drop what can no longer be redone after another pick; others' own branches are kept."""
        self._undone = still_redoable(self._undone, seat, everybody=everybody)
        still = {entry.numbers[0] for entry in self._undone}
        self._before_undo = {n: before for n, before in self._before_undo.items() if n in still}

    # ------------------------------------------------------------------ checkpoints

    def checkpoint(self) -> Checkpoint:
        """Return a snapshot of the match for `restore`."""
        now = self._saved_now()
        now = evolve(
            now,
            line=now.line[:],
            notes=now.notes[:],
            barriers=now.barriers[:],
            turns=now.turns[:],
            state=now.state.copy(),
        )
        return Checkpoint(len(self.log), now, self._undone[:], dict(self._before_undo))

    def restore(self, checkpoint: Checkpoint) -> None:
        """Restore the match to a checkpoint: events added since never happened. For events that
        could not be saved; players undo instead. A checkpoint can be used once."""
        length = checkpoint.length
        del self.log[length:]
        self.secret_steps = {n: step for n, step in self.secret_steps.items() if n <= length}
        self._restore_saved(checkpoint.saved)
        if self.telling:
            self.state.story = self.notes[-1] if self.notes else self.opening
        self._undone, self._before_undo = checkpoint.undone, checkpoint.before

    def _saved_now(self) -> _BeforeUndo:
        return _BeforeUndo(
            self.line,
            self.notes,
            self.barriers,
            self.turns,
            self.state,
            self.together_since,
            self._snapshots[:],
        )

    def _restore_saved(self, before: _BeforeUndo) -> None:
        self.line, self.notes = before.line, before.notes
        self.barriers, self.turns = before.barriers, before.turns
        self.state, self.together_since = before.state, before.together_since
        self._snapshots = before.snapshots
        self.forget_options()

    # ------------------------------------------------------------------ replay

    def _rebuild(self, line: Sequence[Event]) -> None:
        """Rebuild the state of another line of play, from the last snapshot of what both have in
        common."""
        common = _common_length(self.line, line)
        while self._snapshots[-1].count > common:
            self._snapshots.pop()
        _restore_snapshot(self, self._snapshots[-1])
        for event in line[len(self.line) :]:
            interpreter.apply_event(self, event)

    def _take_snapshot(self) -> None:
        if len(self.line) > self._snapshots[-1].count:
            self._snapshots.append(
                _Snapshot(len(self.line), self.state.copy(), self.together_since)
            )

    def at(self, count: int) -> Position:
        """Return the read-only position after `count` events of the line of play.

        It shares the log's events but nothing mutable.
        """
        return self._position_after(self.line[:count], self.line[:count])

    def within(self, count: int) -> list[Position]:
        """Return the read-only positions at the beginning of each turn that passed without a
        decision within the `count`-th event of the line."""
        past = self.at(count - 1)
        past.state.trail = []
        interpreter.apply_event(past, self.line[count - 1], into_log=True)
        trail, past.state.trail = past.state.trail, None
        noted_turns = {note.turn for note in past.notes[-1]} if past.notes else set()
        return [self._earlier_in_turn(past, state) for state in trail if state.turn in noted_turns]

    def _earlier_in_turn(self, past: Position, state: State) -> Position:
        """Return a position with an earlier state, at which nothing is pending."""
        state.agenda.clear()
        last = [note for note in past.notes[-1] if note.turn < state.turn]
        notes = [*past.notes[:-1], last]
        return evolve(past, state=state, notes=notes, listed={}, drawn={}, together_since=None)

    def walk(self) -> Iterator[Position]:
        """Yield the positions after 0, 1, 2 ... events of the line of play. It is one object that
        advances: read it and let it go."""
        past = self._position_after([], [])
        yield past
        for event in self.line:
            interpreter.apply_event(past, event, into_log=True)
            yield past

    def at_number(self, number: int) -> Position:
        """Return the position when the log had `number` events, undone ones included."""
        log = self.log[:number]
        return self._position_after(line_of_play(log), log)

    def _position_after(self, line: Sequence[Event], log: list[Event]) -> Position:
        common = _common_length(self.line, line)
        snapshot = max((k for k in self._snapshots if k.count <= common), key=lambda k: k.count)
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
            telling=self.telling,
        )
        _restore_snapshot(past, snapshot)
        for event in line[snapshot.count :]:
            interpreter.apply_event(past, event)
        return past

    # ------------------------------------------------------------------ reading a log

    def _read(self, events: Sequence[Event], source: str) -> None:
        """Replay the events of a log on an empty table; raises BadSave."""
        interpreter.run(self, sampling=False)
        self._append_all(events, source)

    def take_in(self, events: Sequence[Event], source: str = "") -> None:
        """Apply events that others have added to the log, each checked as when it is loaded.

        Raises BadSave, with the last good position, at an event that cannot have happened. This
        match must then not be used any more, unless it is that position itself.
        """
        if self.header.rules < self.game.rules:
            events = [self.game.upcast(self.header.rules, event) for event in events]
        self._append_all(events, source)

    def _append_all(self, events: Sequence[Event], source: str) -> None:
        returns = _first_undone(events)
        for event in events:
            if event.number in returns:
                self._take_snapshot()
            self._append_logged(event, source)

    def _append_logged(self, event: Event, source: str) -> None:
        """Check an event of a log and apply it; raises BadSave with the position so far."""
        count = len(self.log)
        try:
            if event.number != count + 1:
                raise BadSave(
                    words(
                        "This is event {number}, but event {expected} was expected.",
                        number=event.number,
                        expected=count + 1,
                    )
                )
            if event.kind == BACK:
                self._append_undo(event)
                return
            if event.kind == AGAIN:
                self._append_redo(event)
                return
            if event.kind == PICK and self._undone:
                self._forget_redo(event.seat, everybody=self.together_since is None)
            interpreter.apply_event(self, event, into_log=True)
            if self._differs(event):
                raise BadSave(words("The position after it does not match the one that was saved."))
            if len(self.line) >= self._snapshots[-1].until:
                self._take_snapshot()
        except GuildhallError as error:
            good = self if len(self.log) == count else self._valid_until(count)
            raise BadSave(
                self._under_rules(error.text), source=source, line=count + 2, good=good
            ) from error

    def _valid_until(self, count: int) -> Match:
        """Return the match after the first `count` events of a log that went wrong later."""
        good = Match(self.header, notes=self.telling, clock=self.clock)
        good._read(self.log[:count], "")
        return good

    def _differs(self, event: Event) -> bool:
        """Whether the state differs from the one for which the event was written."""
        if event.digest is None or self.header.digests != DIGESTS:
            return False
        return event.digest != self.state.digest()

    def _under_rules(self, reason: Text) -> Text:
        """Return the reason why a log cannot be read on, with both numbers of the rules if they
        differ."""
        theirs, ours = self.header.rules, self.game.rules
        if theirs == ours:
            return reason
        return words(
            "{reason} It was started under version {theirs} of the rules; this program has {ours}.",
            reason=reason,
            theirs=theirs,
            ours=ours,
        )

    def _append_undo(self, event: Event) -> None:
        if not self._may_undo(event):
            raise BadSave(words("It undoes something that cannot be undone."))
        self.log.append(event)
        self._apply_undo(event)

    def _append_redo(self, event: Event) -> None:
        index = redo_index(self._undone, event.seat)
        due = None if index is None else self._undone[index].numbers
        if index is None or event.step != REDO or event.value != due:
            raise BadSave(words("It redoes something that was not undone."))
        self.log.append(event)
        self._apply_redo(index, event)

    def _may_undo(self, event: Event) -> bool:
        if not 0 <= event.seat < self.state.seats or not isinstance(event.value, tuple):
            return False
        if event.step in (UNDO, UNDO_TURN):
            return event.value == numbers_undone(self, event.seat, event.step)
        return event.step == REWIND and may_rewind(self, event.value)


def _common_length(first: Sequence[Event], second: Sequence[Event]) -> int:
    """Return the length of the common prefix of two lines of play."""
    same = (old is new for old, new in zip(first, second, strict=False))
    return sum(1 for _ in takewhile(bool, same))


def _restore_snapshot(position: Position, snapshot: _Snapshot) -> None:
    """Restore a position to a snapshot without changing its former lists."""
    count = snapshot.count
    position.line, position.notes = position.line[:count], position.notes[:count]
    position.barriers, position.turns = position.barriers[:count], position.turns[:count]
    position.forget_options()
    position.together_since = snapshot.together_since
    position.state = snapshot.state.copy()
    if position.telling:
        position.state.story = position.notes[-1] if position.notes else position.opening
    if count == 0:
        position.opening.clear()
        interpreter.run(position, sampling=False)


def _first_undone(events: Sequence[Event]) -> set[int]:
    """Return the numbers of the first undone events, where a snapshot saves replaying."""
    backs = (event.value for event in events if event.kind == BACK)
    return {value[0] for value in backs if isinstance(value, tuple) and value}
