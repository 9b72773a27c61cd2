"""A position of a match: the state, the line of play that led to it, and what each seat may read of
both.

The methods of `Position` do not change the state. `engine.match.interpreter` and `Match` do.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from typing import Any

from attrs import define, field, frozen

from engine.clock import Clock
from engine.core.chance import Dice
from engine.core.event import Event, Header, Value, is_value
from engine.core.game import Game
from engine.core.players import Ending
from engine.core.real_dice import typed_roll_of
from engine.core.score_sheet import Standing
from engine.core.state import Note, State
from engine.core.step import DECISION, FOR_EVER, SIMULTANEOUS, TILL_OVER, ChanceStep, Decision
from engine.errors import NotYourTurn, Refusal
from engine.i18n.text import Seat, Text, words

AnyDecision = Decision[State, Value]
AnyChance = ChanceStep[State, Value]
Barrier = Text | None


@define
class PendingDecision:
    seat: int
    decision: AnyDecision


@frozen
class EarlyEnd:
    """The early end of a match by its players, with the result that counts."""

    ending: Ending
    result: Sequence[Standing]


@define(eq=False)
class Position:
    """A state and the line of play that led to it."""

    header: Header
    game: Game[State]
    state: State
    log: list[Event] = field(factory=list)
    """All events, including undone ones, undos and redos. In a past position, only the events that
    have not been undone, unless `History.at_event` has returned the position."""
    line: list[Event] = field(factory=list)
    """The line of play: the events that have not been undone."""
    notes: list[list[Note]] = field(factory=list)
    """The notes of each event of the line. Empty unless `keeps_notes` is set."""
    opening: list[Note] = field(factory=list)
    """The notes from before the first event. Empty unless `keeps_notes` is set."""
    barriers: list[Barrier] = field(factory=list)
    """For each event of the line, the reason why it cannot be undone freely; None if it can."""
    turns: list[int] = field(factory=list)
    """The number of the turn that was current just before each event of the line."""
    listed: dict[int, Sequence[Value]] = field(factory=dict)
    """Cached options of the pending decisions, by seat."""
    drawn: dict[int, Value] = field(factory=dict)
    """Cached random picks for the pending decisions, by seat."""
    simultaneous_since: int | None = None
    """Length of the line at the start of the `Simultaneous` that is open now; None if none is
    open."""
    secret_steps: dict[int, AnyDecision | AnyChance] = field(factory=dict)
    """The steps of the events that are or were secret, by event number."""
    keeps_notes: bool = True
    seed: str | None = None
    """The seed for outcomes of chance; None if the position cannot draw any, as in a log without
    its seed."""
    clock: Clock | None = None
    """Clock that stamps events."""
    ended: EarlyEnd | None = None
    """The early end by the players, which is not in the log. After it, nothing is pending, and
    `view` hides nothing."""

    # ------------------------------------------------------------------ pending decisions

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or by its players."""
        return self.ended is not None or self.state.over

    def pending(self) -> list[PendingDecision]:
        """Return the pending decisions: one, or several at the same time, or none at the end or
        before an outcome that the program draws."""
        agenda = self.state.agenda
        if not agenda or self.ended is not None:
            return []
        step: Any = agenda[-1]
        if step.sort != SIMULTANEOUS:
            request = self.decision_in(step)
            return [] if request is None else [PendingDecision(request.seat, request)]
        asks = (self.decision_in(steps[-1]) for _, steps in step.branches if steps)
        return [PendingDecision(request.seat, request) for request in asks if request is not None]

    def decision_in(self, step: Any) -> AnyDecision | None:
        """Return the decision that `step`, the step on top of an agenda, asks for: the step itself
        or, for a roll of physical dice, the question about the faces that they show. Return None if
        nobody is asked."""
        if step.sort == DECISION:
            decision: AnyDecision = step
            return decision
        if self.header.real_dice and isinstance(step, ChanceStep):
            return typed_roll_of(step, self.state, self.header.people)
        return None

    def decision(self, seat: int) -> AnyDecision:
        return self.pending_of(seat)[1]

    def pending_of(self, seat: int) -> tuple[int, AnyDecision]:
        """Return the seat's pending decision, preceded by the index of its branch in the open
        `Simultaneous` (-1 if none is open). Raises NotYourTurn if the seat has no pending
        decision."""
        agenda = self.state.agenda
        if agenda and type(seat) is int and self.ended is None:
            step: Any = agenda[-1]
            if step.sort != SIMULTANEOUS:
                request = self.decision_in(step)
                if request is not None and request.seat == seat:
                    return -1, request
            else:
                for index, (owner, steps) in enumerate(step.branches):
                    if owner == seat and steps:
                        request = self.decision_in(steps[-1])
                        if request is not None:
                            return index, request
        raise self._not_your_turn(seat)

    def _not_your_turn(self, seat: int) -> NotYourTurn:
        if self.over:
            return NotYourTurn("The game is over.")
        if type(seat) is not int or not 0 <= seat < self.state.seats:
            return NotYourTurn("There is no seat {seat}.", seat=repr(seat))
        return NotYourTurn("{seat} has nothing to decide right now.", seat=Seat(seat))

    def options(self, seat: int) -> Sequence[Value]:
        """Return the legal picks of the seat's pending decision, or a representative sample if the
        decision is not `listed`. Raises NotYourTurn if there is none."""
        decision = self.pending_of(seat)[1]
        if seat not in self.listed:
            self.listed[seat] = decision.options(self.state)
        return self.listed[seat]

    def sample(self, seat: int, dice: Dice) -> Value:
        """Return a random legal pick for the seat's pending decision. If the decision is not
        `listed`, the pick is remembered, so that `legal` does not have to check it. Raises
        NotYourTurn."""
        decision = self.pending_of(seat)[1]
        if decision.listed:
            return dice.pick(self.options(seat))
        pick = self.drawn[seat] = decision.sample(self.state, dice)
        return pick

    def forget_options(self) -> None:
        """Drop the cached options and random picks, after the position has changed."""
        if self.listed:
            self.listed.clear()
        if self.drawn:
            self.drawn.clear()

    def refuse(self, seat: int, pick: Value) -> Refusal | None:
        """Return the reason why the pick is illegal now; None if it is legal. Raises
        NotYourTurn."""
        decision = self.decision(seat)
        if self.legal(decision, pick) is not None:
            return None
        return decision.refuse(self.state, pick)

    def legal(self, decision: AnyDecision, pick: Value) -> Value | None:
        """Return the legal pick that is equal to `pick`, in the form in which the decision lists
        it. Return None if `pick` is not legal."""
        seat = decision.seat
        if not decision.listed:
            if pick is self.drawn.get(seat):
                return pick
            return pick if is_value(pick) and decision.allows(self.state, pick) else None
        options = self.listed[seat] if seat in self.listed else self.options(seat)
        try:
            option = options[options.index(pick)]
        except ValueError:
            return None
        return option if option is pick or is_value(pick) else None

    # ------------------------------------------------------------------ redacted history

    def view(self, seat: int | None) -> State:
        """Return the state as `seat` (None for a spectator) may see it. If the players have ended
        the game early, nothing is hidden."""
        return self.state.view(seat) if self.ended is None else self.state.copy()

    def redacted_log(self, seat: int | None, *, revealed: bool = False) -> list[Event]:
        """Return the log as `seat` may read it. Secrets are fully or partly `Hidden`, and digests
        are left out, unless `revealed`."""
        return [event if revealed else self._redacted(event, seat) for event in self.log]

    def past(self, seat: int) -> list[Event]:
        """Return the line of play as the seat may read it (see `redacted_log`)."""
        return [self._redacted(event, seat) for event in self.line]

    def redacted_event(self, number: int, seat: int | None, *, revealed: bool = False) -> Event:
        """Return event `number` as `seat` may read it, or with all secrets if `revealed`. The log
        must contain the event; the log of a past position may lack undone events."""
        at = bisect_left(self.log, number, key=lambda event: event.number)
        return self.log[at] if revealed else self._redacted(self.log[at], seat)

    def noted_events(
        self, seat: int | None, last: int | None = None, *, revealed: bool = False
    ) -> list[tuple[Event | None, Sequence[Note]]]:
        """Return every event of the line of play (None for the opening, which comes first) with the
        notes that `seat` may read. Provisional notes that a later note replaces are left out.

        With `last`, return only the latest `last` entries. With `revealed`, include all notes,
        except those that have a more detailed version.
        """
        first = 0 if last is None else max(0, len(self.line) + 1 - last)
        entries: list[tuple[Event | None, Sequence[Note]]] = [] if first else [(None, self.opening)]
        line = self.line[max(0, first - 1) :]
        notes = self.notes[max(0, first - 1) :] if self.keeps_notes else [[] for _ in line]
        if revealed:
            entries += zip(line, notes, strict=True)
            return _final_notes(
                [(e, [n for n in notes_of if not n.but]) for e, notes_of in entries]
            )
        entries += [
            (self._redacted(e, seat), notes_of) for e, notes_of in zip(line, notes, strict=True)
        ]
        return _final_notes(
            [(e, [n for n in notes_of if n.is_for(seat)]) for e, notes_of in entries]
        )

    def _redacted(self, event: Event, seat: int | None) -> Event:
        step = self.secret_steps.get(event.number)
        value = event.value
        if step is not None and event.seat != seat and self._is_secret(event, step.secrecy):
            value = step.redacted(value, seat)
        elif event.digest is None:
            return event
        return Event(event.number, event.kind, event.seat, event.step, value, None, event.at)

    def _is_secret(self, event: Event, secrecy: str) -> bool:
        """Whether an event is still secret, given the `secrecy` of its step. A secret that has been
        undone remains secret for ever."""
        if secrecy == FOR_EVER or not self._counts(event):
            return True
        return not self.over if secrecy == TILL_OVER else self.within_simultaneous(event.number)

    def _counts(self, event: Event) -> bool:
        at = bisect_left(self.line, event.number, key=lambda other: other.number)
        return at < len(self.line) and self.line[at] is event

    def within_simultaneous(self, number: int) -> bool:
        """Whether event `number` belongs to the `Simultaneous` that is open now."""
        since = self.simultaneous_since
        return since is not None and (since == 0 or number > self.line[since - 1].number)

    def branch(self, count: int) -> tuple[Header, list[Event]]:
        """Return the header and the log of a new match that continues from the first `count` events
        of the line."""
        events = [
            Event(number, event.kind, event.seat, event.step, event.value, None, event.at)
            for number, event in enumerate(self.line[:count], 1)
        ]
        return self.header, events

    # ------------------------------------------------------------------ undo

    def why_not_undo(self, seat: int) -> Text | None:
        """Return the reason why the seat's last pick cannot be undone freely; None if it can."""
        free, barrier = self.free(seat)
        return None if free else barrier

    def free(self, seat: int) -> tuple[list[int], Text]:
        """Return the indices in the line of the events that the seat may undo, latest first, and
        the reason why it may not undo more."""
        # In an open `Simultaneous`, other seats' events in their branches can be skipped. The first
        # of their barriers counts only if the seat wants to go back beyond its start.
        free: list[int] = []
        since = len(self.line) if self.simultaneous_since is None else self.simultaneous_since
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
        return free, words("There is no move to undo yet.")

    def way_back(
        self, seat: int, passing: Collection[int], *, whole_turn: bool = False
    ) -> tuple[int | None, Text]:
        """Return the number of the event to rewind to, so that the seat can make its last pick
        again or, with `whole_turn`, the picks of that turn.

        The number is None if the seat has made no pick, if something has been drawn or revealed
        since the pick, or if seats that are not in `passing` have picked since then. The text is
        then the reason.
        """
        target: int | None = None
        reason = words("There is no move to undo yet.")
        for index in range(len(self.line) - 1, -1, -1):
            event = self.line[index]
            barrier = self.barriers[index]
            if barrier is not None:
                reason = barrier
                break
            if event.seat == seat:
                if target is not None and self.turns[index] != self.turns[target]:
                    break
                target = index
                if not whole_turn:
                    break
            elif event.seat not in passing:
                reason = words("{seat} has moved since then.", seat=Seat(event.seat))
                break
        return None if target is None else self.line[target].number - 1, reason

    def _barrier(self, index: int, seat: int) -> Text | None:
        """Return the reason why a seat cannot freely undo the event at `index` of the line; None if
        it can."""
        barrier = self.barriers[index]
        if barrier is not None:
            return barrier
        owner = self.line[index].seat
        return None if owner == seat else words("{seat} has moved since then.", seat=Seat(owner))


def _final_notes(
    entries: Sequence[tuple[Event | None, Sequence[Note]]],
) -> list[tuple[Event | None, Sequence[Note]]]:
    """Return the entries without the provisional notes that have been replaced: by a later note of
    the same event about the same seat, or by the next note about the same seat and rule in a later
    event, unless that note is provisional, too."""
    final: list[tuple[Event | None, Sequence[Note]]] = []
    described: set[tuple[int, str]] = set()
    for event, notes in reversed(entries):
        kept = [
            note
            for index, note in enumerate(notes)
            if not note.provisional
            or (
                (note.seat, note.rule) not in described
                and all(later.seat != note.seat for later in notes[index + 1 :])
            )
        ]
        described -= {(note.seat, note.rule) for note in notes if note.provisional}
        described |= {(note.seat, note.rule) for note in notes if not note.provisional}
        final.append((event, kept))
    return final[::-1]
