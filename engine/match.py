"""One game being played: the log, and the state that follows from it.

Only a `Match` changes a state. Screens and bots get views, copies in which every secret of others
is hidden, and say what they choose with `choose`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from engine.chance import TABLE, Dice
from engine.clock import Clock
from engine.errors import (
    BadSave,
    BadSetup,
    CannotTakeBack,
    GuildhallError,
    IllegalPick,
    NotYourTurn,
    Refusal,
    UnknownGame,
)
from engine.event import AGAIN, BACK, CHANCE, PICK, Event, Header, is_value, line_of_play
from engine.game import Game, load
from engine.plain import DIGESTS
from engine.state import Note, State, Unseen
from engine.step import (
    AUTOMATIC,
    DECISION,
    OUTCOME,
    OWN,
    PUBLIC,
    TILL_OVER,
    TOGETHER,
    Chance,
    Decision,
    Together,
)
from engine.text import Seat, Text, words

KEEP_EVERY: Final = 50
"""How many events lie between two kept copies of the state."""

MOST_SEATS: Final = 8
MOST_LETTERS: Final = 24

AnyDecision = Decision[Any, Any]
Barrier = Chance[Any, Any] | Text | None

UNDO: Final = "Undo"
UNDO_TURN: Final = "UndoTurn"
REDO: Final = "Redo"
REWIND: Final = "Rewind"


@frozen
class Owed:
    """A decision that a seat owes now."""

    seat: int
    decision: AnyDecision


@frozen
class Foresight:
    """What a pick would do, as far as its seat can know.

    `notes` tell it. `view` is the table afterwards. `ends_turn` says that another turn begins then,
    `chance` what would be revealed at once (None: nothing), so that it could not be taken back.
    `whole` is false where the rules needed what the seat cannot see: then the notes and the view
    stop in the middle.
    """

    notes: Sequence[Note]
    view: Any
    ends_turn: bool
    chance: Text | None
    whole: bool = True


@frozen
class _TakenBack:
    """What a seat took back and may bring back.

    It stands `apart` if all of it was of the seat's own branch of a `Together` open at the time:
    then what others do in their branches does not matter to it.
    """

    seat: int
    numbers: tuple[int, ...]
    apart: bool


@frozen
class _Kept:
    """A copy of the state after `count` events of the line of play."""

    count: int
    state: State
    together_since: int | None


class Match:
    """A log and the state that follows from it.

    `log` holds all events, `line` those that count. `notes[k]` is the story of the k-th event of
    the line (counted from 0), `opening` the story of what happened before the first.
    """

    def __init__(
        self,
        header: Header,
        *,
        notes: bool = True,
        digests: bool = True,
        clock: Clock | None = None,
    ) -> None:
        """The table before anything was chosen; `begin` or `load` make it playable."""
        self.header = header
        self.clock = clock
        self.game: Game = load(header.game)
        self.log: list[Event] = []
        self.line: list[Event] = []
        self.notes: list[list[Note]] = []
        self.opening: list[Note] = []
        self.digests = digests and header.digests == DIGESTS
        self._telling = notes
        self._seed = header.seed
        self._barriers: list[Barrier] = []
        self._turns: list[int] = []
        self._options: dict[int, Sequence[Any]] = {}
        self._together_since: int | None = None
        self._taken_back: list[_TakenBack] = []
        self._secret_steps: dict[int, AnyDecision | Chance[Any, Any]] = {}
        self.state: State = self._set_up()
        self._kept: list[_Kept] = []
        self._keep()

    def _set_up(self) -> State:
        header = self.header
        options = self.game.check(len(header.seats), header.options)
        state = self.game.setup(len(header.seats), options, header.data)
        state.rules = header.rules
        state.story = self.opening if self._telling else None
        return state

    # ------------------------------------------------------------------ beginning

    @classmethod
    def begin(
        cls,
        game: str,
        seats: Sequence[tuple[str, str]],
        *,
        seed: str,
        options: Mapping[str, str] | None = None,
        data: Mapping[str, Any] | None = None,
        notes: bool = True,
        digests: bool = True,
        clock: Clock | None = None,
    ) -> Match:
        """A new match of (name, player) seats, gone on to its first decision.

        What happens has the time of the clock, or none without one. Raises UnknownGame, or
        BadSetup for seats, options or data that cannot be.
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
        match = cls(header, notes=notes, digests=digests, clock=clock)
        match._run(sampling=True)
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
        """The match that a log tells of; every event is checked as if it happened now.

        Raises BadSave with the last good position where an event cannot have happened.
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
                    "It was saved under newer rules (number {theirs}; this program has {ours}).",
                    theirs=header.rules,
                    ours=match.game.rules,
                ),
                source=source,
                line=1,
            )
        match._run(sampling=False)
        events = list(events)
        if header.rules < match.game.rules:
            events = [match.game.upcast(header.rules, event) for event in events]
        returns = _places_of_return(events)
        for event in events:
            if event.number in returns:
                match._keep()
            match._take_in(event, source)
        if header.seed is not None:
            match._run(sampling=True)
        return match

    # ------------------------------------------------------------------ looking

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def together_since(self) -> int | None:
        """How many events of the line had happened when the `Together` began that is open now;
        None outside of one."""
        return self._together_since

    def owed(self) -> list[Owed]:
        """The decisions that are open now: one, several at the same time, or none at the end."""
        agenda = self.state.agenda
        if not agenda:
            return []
        step: Any = agenda[-1]
        if step.sort == DECISION:
            return [Owed(step.seat, step)]
        if step.sort != TOGETHER:
            return []
        return [
            Owed(seat, steps[-1])
            for seat, steps in step.branches
            if steps and isinstance(steps[-1], Decision)
        ]

    def decision(self, seat: int) -> AnyDecision:
        """The decision that the seat owes; raises NotYourTurn if it owes none."""
        for owed in self.owed():
            if owed.seat == seat:
                return owed.decision
        raise self._not_your_turn(seat)

    def options(self, seat: int) -> Sequence[Any]:
        """The legal picks of the seat's open decision; raises NotYourTurn if it owes none."""
        if seat in self._options:
            return self._options[seat]
        options: Sequence[Any] = self.decision(seat).options(self.state)
        self._options[seat] = options
        return options

    def view(self, seat: int | None) -> Any:
        """The table as the seat may see it (None: as somebody who only watches)."""
        return self.state.view(seat)

    def told(self, seat: int | None) -> list[Event]:
        """The log as the seat may read it: what is secret from it is Hidden, whole or in part."""
        return [self._told(event, seat) for event in self.log]

    def told_of(self, number: int, seat: int | None) -> Event:
        """The event of the log with that number, as the seat may read it."""
        return self._told(self.log[number - 1], seat)

    def story(self, seat: int | None) -> list[tuple[Event | None, Sequence[Note]]]:
        """Every event of the line of play with the notes that the seat may read, opening first."""
        told: list[tuple[Event | None, Sequence[Note]]] = [(None, self.opening)]
        told += [
            (self._told(e, seat), notes) for e, notes in zip(self.line, self.notes, strict=True)
        ]
        return [(e, [n for n in notes if n.is_for(seat)]) for e, notes in told]

    def _told(self, event: Event, seat: int | None) -> Event:
        step = self._secret_steps.get(event.number)
        value = event.value
        if step is not None and event.seat != seat and self._is_secret(event, step.secrecy):
            value = step.told(value, seat)
        elif event.digest is None:
            return event
        return Event(event.number, event.kind, event.seat, event.step, value, None, event.at)

    def _is_secret(self, event: Event, secrecy: str) -> bool:
        """Whether an event is secret still; what was taken back stays so for good."""
        if secrecy == OWN or not self._counts(event):
            return True
        return not self.over if secrecy == TILL_OVER else self._within_together(event.number)

    def _counts(self, event: Event) -> bool:
        at = bisect_left(self.line, event.number, key=lambda one: one.number)
        return at < len(self.line) and self.line[at] is event

    def _within_together(self, number: int) -> bool:
        """Whether an event of that number belongs to the `Together` that is open now."""
        since = self._together_since
        return since is not None and (since == 0 or number > self.line[since - 1].number)

    # ------------------------------------------------------------------ choosing

    def choose(self, seat: int, pick: Any) -> list[Event]:
        """Carry out a pick and all that follows from it; returns the new events.

        Raises NotYourTurn or IllegalPick, and then nothing has changed.
        """
        state = self.state
        agenda = state.agenda
        step: Any = agenda[-1] if agenda else None
        branch = -1
        decision: AnyDecision
        if step is not None and step.sort == DECISION and step.seat == seat:
            decision = step
        else:
            branch, decision = self._in_branch(seat)
        legal = self._legal(decision, pick)
        if legal is None:
            raise IllegalPick(decision.name, pick, decision.refuse(state, pick))
        if self._taken_back:
            self._forget_redo(seat, everybody=branch < 0)
        before = len(self.log)
        turn = state.turn
        self._record(PICK, seat, decision, legal, decision.reveals)
        self._carry_out(decision, legal, branch, sampling=True)
        if self.digests and state.turn != turn:
            self.log[-1].digest = state.digest()
        if len(self.line) - self._kept[-1].count >= KEEP_EVERY:
            self._keep()
        return self.log[before:]

    def refuse(self, seat: int, pick: Any) -> Refusal | None:
        """Why the pick is not allowed now, or None if it is; raises NotYourTurn."""
        decision = self.decision(seat)
        if self._legal(decision, pick) is not None:
            return None
        return decision.refuse(self.state, pick)

    def foresee(self, seat: int, pick: Any) -> Foresight:
        """What a pick would do, from what the seat can see; nothing changes.

        It ends where chance or another decision begins, or where hidden things would be needed.
        Raises NotYourTurn or IllegalPick.
        """
        refusal = self.refuse(seat, pick)
        if refusal is not None:
            raise IllegalPick(self.decision(seat).name, pick, refusal)
        return self.seen_by(seat)._imagine(seat, pick)

    def seen_by(self, seat: int) -> Match:
        """This very moment as the seat sees it, to look ahead from: its state is the seat's view.

        It has no log and does not go on by itself.
        """
        ghost = self._ghost()
        ghost.state = self.state.view(seat)
        return ghost

    def _ghost(self) -> Match:
        """A match with no events yet, to look ahead or back on; it needs a state of its own."""
        ghost = object.__new__(Match)
        ghost.header, ghost.game, ghost.clock = self.header, self.game, None
        ghost.log, ghost.line, ghost.notes, ghost.opening = [], [], [], []
        ghost.digests, ghost._telling, ghost._seed = False, True, None
        ghost._barriers, ghost._turns, ghost._options = [], [], {}
        ghost._together_since = None if self._together_since is None else 0
        ghost._taken_back, ghost._kept, ghost._secret_steps = [], [], {}
        return ghost

    def _imagine(self, seat: int, pick: Any) -> Foresight:
        state = self.state
        turn = state.turn
        agenda = state.agenda
        if agenda and isinstance(agenda[-1], Together):
            branch, decision = self._in_branch(seat)
        else:
            branch, decision = -1, self.decision(seat)
        self._record(PICK, seat, decision, pick, decision.reveals)
        whole = True
        try:
            self._carry_out(decision, pick, branch, sampling=False)
        except Unseen:
            whole = False
        notes = [note for note in self.notes[0] if note.is_for(seat)]
        view = state.view(seat) if state._secrets else state
        if not whole:
            return Foresight(notes, view, False, state.revealed or decision.reveals, False)
        return Foresight(notes, view, state.turn != turn, self._revealed_next(seat))

    def _revealed_next(self, seat: int) -> Text | None:
        """What the ghost of a pick stands before: an outcome of chance, or secrets shown."""
        barrier = self._barriers[0]
        if isinstance(barrier, Text):
            return barrier
        agenda = self.state.agenda
        if not agenda:
            return None
        step = agenda[-1]
        if isinstance(step, Together):
            own = [steps for owner, steps in step.branches if owner == seat and steps]
            step = own[0][-1] if own else step
        return step.barrier() if isinstance(step, Chance) else None

    def _legal(self, decision: AnyDecision, pick: Any) -> Any:
        """The pick as the decision itself lists it, or None if it is not legal."""
        if decision.listed:
            options = self.options(decision.seat)
            try:
                return options[options.index(pick)]
            except ValueError:
                return None
        return pick if is_value(pick) and decision.allows(self.state, pick) else None

    def _in_branch(self, seat: int) -> tuple[int, AnyDecision]:
        agenda = self.state.agenda
        if agenda and isinstance(agenda[-1], Together):
            for index, (_, steps) in enumerate(agenda[-1].branches):
                step = steps[-1] if steps else None
                if isinstance(step, Decision) and step.seat == seat:
                    return index, step
        raise self._not_your_turn(seat)

    def _not_your_turn(self, seat: int) -> NotYourTurn:
        if self.over:
            return NotYourTurn(words("The game is over."))
        return NotYourTurn(words("{seat} has nothing to decide now.", seat=Seat(seat)))

    # ------------------------------------------------------------------ carrying out

    def _record(
        self,
        kind: str,
        seat: int,
        step: AnyDecision | Chance[Any, Any],
        value: Any,
        barrier: Barrier,
    ) -> None:
        event = self._happened(kind, seat, step.name, value)
        if step.secrecy is not PUBLIC:
            self._secret_steps[event.number] = step
        self.log.append(event)
        self._enter(event, barrier)

    def _happened(self, kind: str, seat: int, step: str, value: Any) -> Event:
        """The next event of the log, which happens now."""
        at = None if self.clock is None else self.clock()
        return Event(len(self.log) + 1, kind, seat, step, value, None, at)

    def _enter(self, event: Event, barrier: Barrier) -> None:
        """The event is one of the line of play; what it does is told under it."""
        if self.state.revealed is not None:
            self._put_up_barrier()
        self.line.append(event)
        self._barriers.append(barrier)
        self._turns.append(self.state.turn)
        if self._telling:
            story: list[Note] = []
            self.notes.append(story)
            self.state.story = story

    def _carry_out(self, decision: AnyDecision, pick: Any, branch: int, *, sampling: bool) -> None:
        self._options.clear()
        state = self.state
        if branch < 0:
            del state.agenda[-1]
            decision.apply(state, pick)
        else:
            self._carry_out_in_branch(decision, pick, branch, sampling)
        self._run(sampling=sampling)

    def _carry_out_in_branch(
        self, decision: AnyDecision, pick: Any, branch: int, sampling: bool
    ) -> None:
        def act() -> None:
            del self.state.agenda[-1]
            decision.apply(self.state, pick)

        self._run_branch(branch, act, sampling=sampling)
        self._close_together()

    def _run(self, *, sampling: bool) -> None:
        """Go on by the rules until somebody must choose; without sampling also until chance."""
        self._run_agenda(TABLE, sampling)
        if self.state.revealed is not None:
            self._put_up_barrier()

    def _put_up_barrier(self) -> None:
        """What the rules have shown since the last event bars the way back over it."""
        if self._barriers:
            self._barriers[-1] = self.state.revealed
        self.state.revealed = None

    def _run_agenda(self, stream: int, sampling: bool) -> None:
        state = self.state
        agenda = state.agenda
        while agenda:
            step: Any = agenda[-1]
            sort = step.sort
            if sort == AUTOMATIC:
                del agenda[-1]
                step.run(state)
            elif sort == DECISION:
                if step.always_asks or not step.listed:
                    return
                options = step.options(state)
                if len(options) != 1:
                    self._options[step.seat] = options
                    return
                del agenda[-1]
                if step.reveals is not None:
                    state.reveal(step.reveals)
                step.apply(state, options[0])
            elif sort == OUTCOME:
                if not sampling:
                    return
                assert self._seed is not None, "a log without its seed cannot go on by itself"
                dice = Dice.at(self._seed, stream, state.draws[stream])
                outcome = step.sample(state, dice)
                self._record(CHANCE, stream, step, outcome, step)
                self._come_out(step, stream, outcome)
            else:
                assert stream == TABLE, "a Together within a branch of another"
                self._run_together(sampling)
                if not self._close_together():
                    return

    def _come_out(self, step: Chance[Any, Any], stream: int, outcome: Any) -> None:
        state = self.state
        state.draws[stream] += 1
        del state.agenda[-1]
        step.apply(state, outcome)

    def _run_together(self, sampling: bool) -> None:
        step = self.state.agenda[-1]
        assert isinstance(step, Together)
        begins = self._together_since is None
        if begins:
            self._together_since = len(self.line)
        for index, (_, steps) in enumerate(step.branches):
            if steps and (begins or steps[-1].sort != DECISION):
                self._run_branch(index, None, sampling=sampling)

    def _run_branch(self, index: int, act: Callable[[], None] | None, *, sampling: bool) -> None:
        """Do something in a branch and go on in it; its agenda stands in for the table's."""
        state = self.state
        whole = state.agenda
        step = whole[-1]
        assert isinstance(step, Together)
        seat, steps = step.branches[index]
        state.agenda = list(steps)
        try:
            if act is not None:
                act()
            self._run_agenda(seat, sampling)
            branch = (seat, tuple(state.agenda))
            rest: Any = state.agenda[-1] if state.agenda else None
            assert rest is None or rest.sort != DECISION or rest.seat == seat, "of another seat"
        finally:
            state.agenda = whole
        branches = (*step.branches[:index], branch, *step.branches[index + 1 :])
        whole[-1] = Together(branches, step.revealed)

    def _close_together(self) -> bool:
        """Whether every branch is done; then the step is over and what was hidden is revealed."""
        agenda = self.state.agenda
        step = agenda[-1]
        assert isinstance(step, Together)
        if any(steps for _, steps in step.branches):
            return False
        del agenda[-1]
        self._together_since = None
        if step.revealed is not None:
            self.state.reveal(step.revealed)
        return True

    # ------------------------------------------------------------------ taking back

    def why_not_undo(self, seat: int) -> Text | None:
        """Why the seat's last pick cannot be taken back freely; None if it can."""
        free, barrier = self._free(seat)
        return None if free else barrier

    def way_back(
        self, seat: int, passing: Collection[int], *, whole_turn: bool = False
    ) -> tuple[int | None, Text]:
        """The number of the event up to which a rewind lets the seat choose again what it chose
        last (all that it chose in that turn), where only the `passing` seats have chosen since;
        None, with what bars the way, if something came out or was shown since, or others chose."""
        found: int | None = None
        reason = words("Nothing has been chosen yet.")
        for index in range(len(self.line) - 1, -1, -1):
            event = self.line[index]
            barrier = self._barriers[index]
            if barrier is not None:
                reason = barrier.barrier() if isinstance(barrier, Chance) else barrier
                break
            if event.seat == seat:
                if found is not None and self._turns[index] != self._turns[found]:
                    break
                found = index
                if not whole_turn:
                    break
            elif event.seat not in passing:
                reason = words("{seat} has chosen since.", seat=Seat(event.seat))
                break
        return None if found is None else self.line[found].number - 1, reason

    def undo(self, seat: int) -> list[Event]:
        """Take back the seat's last pick; raises CannotTakeBack with the barrier."""
        return self._take_back(seat, UNDO)

    def undo_turn(self, seat: int) -> list[Event]:
        """Take back all that the seat has picked in this turn, up to the last barrier."""
        return self._take_back(seat, UNDO_TURN)

    def can_redo(self, seat: int) -> bool:
        """Whether something that the seat took back can come again."""
        return self._to_bring_back(seat) is not None

    def redo(self, seat: int) -> list[Event]:
        """Bring back what the seat took back last; raises CannotTakeBack if there is nothing."""
        index = self._to_bring_back(seat)
        if index is None:
            raise CannotTakeBack(words("There is nothing to bring back."))
        numbers = self._taken_back.pop(index).numbers
        return self._fold_in(self._happened(AGAIN, seat, REDO, numbers))

    def rewind(self, seat: int, number: int) -> list[Event]:
        """Take back everything after the event with that number, whoever did it and whatever came
        out. The table must have agreed: the caller asks. 0 goes back to the beginning."""
        numbers = tuple(event.number for event in self.line if event.number > number)
        if not any(event.kind == PICK and event.number in numbers for event in self.line):
            raise CannotTakeBack(words("Nothing was chosen after that."))
        self._note_taken_back(seat, numbers)
        before = len(self.log)
        self._fold_in(self._happened(BACK, seat, REWIND, numbers))
        if self._seed is not None:
            self._run(sampling=True)
        return self.log[before:]

    def _free(self, seat: int) -> tuple[list[int], Text]:
        """Where in the line the picks stand that the seat may take back, the last one first, and
        the barrier before them."""
        free: list[int] = []
        since = len(self.line) if self._together_since is None else self._together_since
        others: Text | None = None
        for index in range(len(self.line) - 1, -1, -1):
            barrier = self._barrier(index, seat)
            if index >= since and self.line[index].seat != seat:
                others = others or barrier
                continue
            if index < since and others is not None:
                return free, others
            if barrier is not None:
                return free, barrier
            free.append(index)
        return free, words("Nothing has been chosen yet.")

    def _barrier(self, index: int, seat: int) -> Text | None:
        """Why a seat cannot freely take back the event at this place of the line."""
        barrier = self._barriers[index]
        if barrier is not None:
            return barrier.barrier() if isinstance(barrier, Chance) else barrier
        owner = self.line[index].seat
        return None if owner == seat else words("{seat} has chosen since.", seat=Seat(owner))

    def _take_back(self, seat: int, step: str) -> list[Event]:
        numbers = self._numbers_back(seat, step)
        self._note_taken_back(seat, numbers)
        return self._fold_in(self._happened(BACK, seat, step, numbers))

    def _numbers_back(self, seat: int, step: str) -> tuple[int, ...]:
        """The events that an undo takes back; raises CannotTakeBack with the barrier."""
        free, barrier = self._free(seat)
        if not free:
            raise CannotTakeBack(barrier)
        turn = self._turns[free[0]]
        indices = free[:1] if step == UNDO else [k for k in free if self._turns[k] == turn]
        return tuple(sorted(self.line[index].number for index in indices))

    def _to_bring_back(self, seat: int) -> int | None:
        """Where the seat's last entry stands among what was taken back, if it can come again.

        What was taken back after it must come first, but for what stands apart from it.
        """
        last = len(self._taken_back) - 1
        for index in range(last, -1, -1):
            entry = self._taken_back[index]
            if entry.seat == seat:
                return index if entry.apart or index == last else None
            if not entry.apart:
                return None
        return None

    def _note_taken_back(self, seat: int, numbers: tuple[int, ...]) -> None:
        apart = all(
            self._within_together(number) and self.log[number - 1].seat == seat
            for number in numbers
        )
        self._taken_back.append(_TakenBack(seat, numbers, apart))

    def _forget_redo(self, seat: int, *, everybody: bool) -> None:
        """Something else is done: what was taken back stays so, but for others' own branches."""
        keep: list[_TakenBack] = []
        if not everybody:
            for entry in reversed(self._taken_back):
                if not entry.apart:
                    break
                if entry.seat != seat:
                    keep.append(entry)
        self._taken_back = keep[::-1]

    def _fold_in(self, event: Event) -> list[Event]:
        """Put a take-back or its undoing into the log, and make the state again."""
        line = self._line_with(event)
        self.log.append(event)
        self._make_again(line)
        return [event]

    def _line_with(self, event: Event) -> list[Event]:
        """The line of play after a take-back or its undoing: `line_of_play` by a shorter way."""
        if event.kind == BACK:
            gone = set(event.value)
            return [one for one in self.line if one.number not in gone]
        again = [self.log[number - 1] for number in event.value]
        return sorted([*self.line, *again], key=lambda one: one.number)

    def _make_again(self, line: Sequence[Event]) -> None:
        """The state of another line of play, from the last kept copy that both have in common."""
        common = 0
        for old, new in zip(self.line, line, strict=False):
            if old is not new:
                break
            common += 1
        while self._kept[-1].count > common:
            self._kept.pop()
        self._return_to(self._kept[-1])
        for event in line[len(self.line) :]:
            self._replay(event)

    def _return_to(self, kept: _Kept) -> None:
        del self.line[kept.count :], self.notes[kept.count :]
        del self._barriers[kept.count :], self._turns[kept.count :]
        self._options.clear()
        self._together_since = kept.together_since
        self.state = kept.state.copy()
        if self._telling:
            self.state.story = self.notes[-1] if self.notes else self.opening
        if kept.count == 0:
            self.opening.clear()
            self._run(sampling=False)

    def _keep(self) -> None:
        self._kept.append(_Kept(len(self.line), self.state.copy(), self._together_since))

    # ------------------------------------------------------------------ replaying

    def at(self, count: int) -> Match:
        """The match as it stood after `count` events of the line of play, to look at.

        It shares the log's events but nothing that changes; it does not go on by itself.
        """
        return self._with_log(self.line[:count])

    def at_number(self, number: int) -> Match:
        """The match as it stood when the log had `number` events, what was taken back included."""
        log = self.log[:number]
        return self._with_log(line_of_play(log), log)

    def branch(self, count: int) -> tuple[Header, list[Event]]:
        """A log of its own for a new match that goes on from after `count` events of the line."""
        events = [
            Event(number, event.kind, event.seat, event.step, event.value, None, event.at)
            for number, event in enumerate(self.line[:count], 1)
        ]
        return self.header, events

    def _with_log(self, line: Sequence[Event], log: Sequence[Event] | None = None) -> Match:
        past = self._ghost()
        past._secret_steps = dict(self._secret_steps)
        past.log = list(line if log is None else log)
        past._telling = self._telling
        past.opening = list(self.opening)
        common = 0
        for old, new in zip(self.line, line, strict=False):
            if old is not new:
                break
            common += 1
        kept = max((k for k in self._kept if k.count <= common), key=lambda k: k.count)
        past.line, past.notes = self.line[: kept.count], self.notes[: kept.count]
        past._barriers, past._turns = self._barriers[: kept.count], self._turns[: kept.count]
        past._kept = [one for one in self._kept if one.count <= kept.count]
        past._return_to(kept)
        for event in line[kept.count :]:
            past._replay(event)
        return past

    def _take_in(self, event: Event, source: str) -> None:
        """Check an event of a log and let it happen; raises BadSave with the position so far."""
        line = len(self.log) + 2
        try:
            if event.number != len(self.log) + 1:
                raise BadSave(
                    words(
                        "It is event {number} where event {expected} was due.",
                        number=event.number,
                        expected=len(self.log) + 1,
                    )
                )
            if event.kind in (BACK, AGAIN):
                self._take_in_back(event)
                return
            if event.kind == PICK:
                agenda = self.state.agenda
                together = bool(agenda) and isinstance(agenda[-1], Together)
                self._forget_redo(event.seat, everybody=not together)
            self._replay(event, into_log=True)
            if self._differs(event):
                raise BadSave(words("The position after it is not the one that was saved."))
            if len(self.line) - self._kept[-1].count >= KEEP_EVERY:
                self._keep()
        except GuildhallError as error:
            good = self.at_number(line - 2) if len(self.log) > line - 2 else self
            raise BadSave(
                self._under_rules(error.text), source=source, line=line, good=good
            ) from error

    def _differs(self, event: Event) -> bool:
        """Whether the state is another one than it was when the event was written."""
        if event.digest is None or self.header.digests != DIGESTS:
            return False
        return event.digest != self.state.digest()

    def _under_rules(self, reason: Text) -> Text:
        """Why a log cannot be read on, with both numbers of the rules where they differ."""
        theirs, ours = self.header.rules, self.game.rules
        if theirs == ours:
            return reason
        return words(
            "{reason} It was begun under number {theirs} of the rules; this program has {ours}.",
            reason=reason,
            theirs=theirs,
            ours=ours,
        )

    def _take_in_back(self, event: Event) -> None:
        seat, numbers = event.seat, event.value
        if event.kind == BACK:
            if not self._may_take_back(event):
                raise BadSave(words("It takes back what cannot be taken back."))
            self._note_taken_back(seat, numbers)
        else:
            index = self._to_bring_back(seat)
            if index is None or self._taken_back[index].numbers != numbers:
                raise BadSave(words("It brings back what was not taken back."))
            del self._taken_back[index]
        self._fold_in(event)

    def _may_take_back(self, event: Event) -> bool:
        if not 0 <= event.seat < self.state.seats:
            return False
        if event.step in (UNDO, UNDO_TURN):
            return bool(event.value == self._numbers_back(event.seat, event.step))
        if event.step != REWIND or not isinstance(event.value, tuple):
            return False
        tail = self.line[max(0, len(self.line) - len(event.value)) :]
        picked = any(one.kind == PICK for one in tail)
        return picked and event.value == tuple(one.number for one in tail)

    def _replay(self, event: Event, *, into_log: bool = False) -> None:
        """Let an event of the log happen again; raises when it cannot, before anything changed."""
        if event.kind == PICK:
            agenda = self.state.agenda
            branch, decision = -1, None
            if agenda and isinstance(agenda[-1], Together):
                branch, decision = self._in_branch(event.seat)
            else:
                decision = self.decision(event.seat)
            self._expect(decision, event)
            if self._legal(decision, event.value) is None:
                raise IllegalPick(
                    decision.name, event.value, decision.refuse(self.state, event.value)
                )
            if into_log:
                self.log.append(event)
            self._enter(event, decision.reveals)
            self._carry_out(decision, event.value, branch, sampling=False)
        else:
            self._replay_chance(event, into_log=into_log)

    def _replay_chance(self, event: Event, *, into_log: bool) -> None:
        branch, step = self._open_chance(event.seat)
        self._expect(step, event)
        impossible = step.check(self.state, event.value)
        if impossible is not None:
            raise BadSave(impossible)
        if into_log:
            self.log.append(event)
        self._enter(event, step)
        if branch < 0:
            self._come_out(step, TABLE, event.value)
        else:
            self._run_branch(
                branch, lambda: self._come_out(step, event.seat, event.value), sampling=False
            )
            self._close_together()
        self._options.clear()
        self._run(sampling=False)

    def _open_chance(self, stream: int) -> tuple[int, Chance[Any, Any]]:
        agenda = self.state.agenda
        step = agenda[-1] if agenda else None
        if isinstance(step, Together):
            for index, (seat, steps) in enumerate(step.branches):
                if seat == stream and steps and isinstance(steps[-1], Chance):
                    return index, steps[-1]
        elif isinstance(step, Chance) and stream == TABLE:
            return -1, step
        raise BadSave(words("Nothing is left to chance here."))

    def _expect(self, step: AnyDecision | Chance[Any, Any], event: Event) -> None:
        if step.secrecy is not PUBLIC:
            self._secret_steps[event.number] = step
        if step.name != event.step:
            raise BadSave(
                words("It is a {given}, where a {due} was due.", given=event.step, due=step.name)
            )


def _places_of_return(events: Sequence[Event]) -> set[int]:
    """The numbers of the events before which a log comes back: where a copy saves replaying."""
    backs = (event.value for event in events if event.kind == BACK)
    return {value[0] for value in backs if isinstance(value, tuple) and value}


def checked_name(name: str) -> str:
    """A player's name without control characters and needless spaces; raises BadSetup."""
    tidy = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not tidy:
        raise BadSetup(words("A player needs a name."))
    if len(tidy) > MOST_LETTERS:
        raise BadSetup(
            words("The name {name} is longer than {most} letters.", name=tidy, most=MOST_LETTERS)
        )
    return tidy


__all__ = ["Foresight", "Match", "Owed", "checked_name"]
