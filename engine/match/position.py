"""How a match stands: the state, the line of play that led to it (effective history), and what may
be read of both.

A position can be looked at from every seat. Nothing can be chosen in it: that is for a `Match`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from typing import Any

from attrs import define, field, frozen

from engine.clock import Clock
from engine.core.chance import Dice
from engine.core.early_end import Ending
from engine.core.event import Event, Header, Value, is_value
from engine.core.game import DICE, TYPED, Game
from engine.core.real_dice import who_throws
from engine.core.score_sheet import Standing
from engine.core.state import Note, State
from engine.core.step import OWN, TILL_OVER, TOGETHER, ChanceStep, Decision
from engine.core.step_stack import Step
from engine.errors import NotYourTurn, Refusal
from engine.i18n.text import Seat, Text, words

AnyDecision = Decision[State, Value]
AnyChance = ChanceStep[State, Value]
Barrier = Text | None


@define
class PendingDecision:
    """A decision that a seat owes now."""

    seat: int
    decision: AnyDecision


@frozen
class EarlyEnd:
    """That people have ended a match before its end, and the result that counts."""

    ending: Ending
    result: Sequence[Standing]


@define(eq=False)
class Position:
    """A state and the line of play that led to it.

    `log` holds all events, `line` those that count. `notes[k]` is the story of the k-th event of
    the line (counted from 0), `opening` the story of what happened before the first; both stay
    empty unless it is `telling`. `barriers[k]` is why the k-th event cannot be taken back freely,
    `turns[k]` the turn before it. `listed` keeps the options of open decisions, `drawn` the
    random picks for them. `together_since` is how long the line was when the `Simultaneous` that is
    open began. `secret_steps` are the steps of events that not everybody may read, by number.
    Chance comes from the `seed`; without one the position does not go on by itself. What happens
    has the time of the `clock`. Where people have `ended` the match before its end, which is no
    part of its log, nobody is asked anything and nothing is hidden any more.
    """

    header: Header
    game: Game[State]
    state: State
    log: list[Event] = field(factory=list)
    line: list[Event] = field(factory=list)
    notes: list[list[Note]] = field(factory=list)
    opening: list[Note] = field(factory=list)
    barriers: list[Barrier] = field(factory=list)
    turns: list[int] = field(factory=list)
    listed: dict[int, Sequence[Value]] = field(factory=dict)
    drawn: dict[int, Value] = field(factory=dict)
    together_since: int | None = None
    secret_steps: dict[int, AnyDecision | AnyChance] = field(factory=dict)
    telling: bool = True
    seed: str | None = None
    clock: Clock | None = None
    ended: EarlyEnd | None = None

    # ------------------------------------------------------------------ what is asked

    @property
    def over(self) -> bool:
        """Whether the game has come to its end, or people have ended it."""
        return self.ended is not None or self.state.over

    def pending(self) -> list[PendingDecision]:
        """The decisions that are open now: one, several at the same time, or none at the end."""
        agenda = self.state.agenda
        if not agenda or self.ended is not None:
            return []
        step: Any = agenda[-1]
        if step.sort != TOGETHER:
            asked = self.asks(step)
            return [] if asked is None else [PendingDecision(asked.seat, asked)]
        asks = (self.asks(steps[-1]) for _, steps in step.branches if steps)
        return [PendingDecision(asked.seat, asked) for asked in asks if asked is not None]

    def asks(self, step: Step) -> AnyDecision | None:
        """The decision that a step on top of an agenda is, or the question what real dice show that
        it leads to; None where nobody is asked."""
        if isinstance(step, Decision):
            return step
        if self.real_dice and isinstance(step, ChanceStep):
            return who_throws(step, self.state, self.header.people)
        return None

    @property
    def real_dice(self) -> bool:
        """Whether people throw dice of their own."""
        return self.header.options.get(DICE) == TYPED

    def decision(self, seat: int) -> AnyDecision:
        """The decision that the seat owes; raises NotYourTurn if it owes none."""
        return self.due(seat)[1]

    def due(self, seat: int) -> tuple[int, AnyDecision]:
        """The decision that the seat owes and the branch of the open `Simultaneous` in which it
        stands (-1: in none); raises NotYourTurn if it owes none."""
        agenda = self.state.agenda
        if agenda and type(seat) is int and self.ended is None:
            step: Any = agenda[-1]
            if step.sort != TOGETHER:
                asked = self.asks(step)
                if asked is not None and asked.seat == seat:
                    return -1, asked
            else:
                for index, (owner, steps) in enumerate(step.branches):
                    if owner == seat and steps:
                        asked = self.asks(steps[-1])
                        if asked is not None:
                            return index, asked
        raise self._not_your_turn(seat)

    def _not_your_turn(self, seat: int) -> NotYourTurn:
        if self.over:
            return NotYourTurn(words("The game is over."))
        if type(seat) is not int or not 0 <= seat < self.state.seats:
            return NotYourTurn(words("There is no seat {seat}.", seat=repr(seat)))
        return NotYourTurn(words("{seat} has nothing to decide right now.", seat=Seat(seat)))

    def options(self, seat: int) -> Sequence[Value]:
        """The legal picks of the seat's open decision; raises NotYourTurn if it owes none."""
        decision = self.due(seat)[1]
        if seat not in self.listed:
            self.listed[seat] = decision.options(self.state)
        return self.listed[seat]

    def sample(self, seat: int, dice: Dice) -> Value:
        """A random legal pick of the seat's open decision, which is not tested once more when it is
        chosen; raises NotYourTurn."""
        decision = self.due(seat)[1]
        if decision.listed:
            return dice.pick(self.options(seat))
        pick = self.drawn[seat] = decision.sample(self.state, dice)
        return pick

    def forget_options(self) -> None:
        """Something has happened: what could be picked before is to be asked anew."""
        if self.listed:
            self.listed.clear()
        if self.drawn:
            self.drawn.clear()

    def refuse(self, seat: int, pick: Value) -> Refusal | None:
        """Why the pick is not allowed now, or None if it is; raises NotYourTurn."""
        decision = self.decision(seat)
        if self.legal(decision, pick) is not None:
            return None
        return decision.refuse(self.state, pick)

    def legal(self, decision: AnyDecision, pick: Value) -> Value | None:
        """The pick as the decision itself lists it, or None if it is not legal."""
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

    # ------------------------------------------------------------------ what can be read

    def view(self, seat: int | None) -> State:
        """The table as the seat may see it (None: as somebody who only watches)."""
        return self.state.view(seat) if self.ended is None else self.state.copy()

    def redacted_log(self, seat: int | None) -> list[Event]:
        """The log as the seat may read it: what is secret from it is Hidden, whole or in part."""
        return [self._told(event, seat) for event in self.log]

    def past(self, seat: int) -> list[Event]:
        """The line of play as the seat may read it."""
        return [self._told(event, seat) for event in self.line]

    def told_of(self, number: int, seat: int | None) -> Event:
        """The event of the log with that number, as the seat may read it. The log of a position
        that is past lacks the events that were taken back."""
        at = bisect_left(self.log, number, key=lambda event: event.number)
        return self._told(self.log[at], seat)

    def story(
        self, seat: int | None, last: int | None = None
    ) -> list[tuple[Event | None, Sequence[Note]]]:
        """Every event of the line of play with the notes that the seat may read, opening first; of
        a long story only so many of the `last` ones, if that is said."""
        first = 0 if last is None else max(0, len(self.line) + 1 - last)
        told: list[tuple[Event | None, Sequence[Note]]] = [] if first else [(None, self.opening)]
        line = self.line[max(0, first - 1) :]
        notes = self.notes[max(0, first - 1) :] if self.telling else [[] for _ in line]
        told += [(self._told(e, seat), its) for e, its in zip(line, notes, strict=True)]
        return [(e, [n for n in its if n.is_for(seat)]) for e, its in told]

    def _told(self, event: Event, seat: int | None) -> Event:
        step = self.secret_steps.get(event.number)
        value = event.value
        if step is not None and event.seat != seat and self._is_secret(event, step.secrecy):
            value = step.redacted(value, seat)
        elif event.digest is None:
            return event
        return Event(event.number, event.kind, event.seat, event.step, value, None, event.at)

    def _is_secret(self, event: Event, secrecy: str) -> bool:
        """Whether an event is secret still; what was taken back stays so for good."""
        if secrecy == OWN or not self._counts(event):
            return True
        return not self.over if secrecy == TILL_OVER else self.within_together(event.number)

    def _counts(self, event: Event) -> bool:
        at = bisect_left(self.line, event.number, key=lambda one: one.number)
        return at < len(self.line) and self.line[at] is event

    def within_together(self, number: int) -> bool:
        """Whether an event of that number belongs to the `Simultaneous` that is open now."""
        since = self.together_since
        return since is not None and (since == 0 or number > self.line[since - 1].number)

    def branch(self, count: int) -> tuple[Header, list[Event]]:
        """A log of its own for a new match that goes on from after `count` events of the line."""
        events = [
            Event(number, event.kind, event.seat, event.step, event.value, None, event.at)
            for number, event in enumerate(self.line[:count], 1)
        ]
        return self.header, events

    # ------------------------------------------------------------------ what can be taken back

    def why_not_undo(self, seat: int) -> Text | None:
        """Why the seat's last pick cannot be taken back freely; None if it can."""
        free, barrier = self.free(seat)
        return None if free else barrier

    def free(self, seat: int) -> tuple[list[int], Text]:
        """Where in the line the picks stand that the seat may take back, the last one first, and
        the barrier before them."""
        free: list[int] = []
        since = len(self.line) if self.together_since is None else self.together_since
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
        """The number of the event up to which a rewind lets the seat choose again what it chose
        last (all that it chose in that turn), where only the `passing` seats have chosen since;
        None, with what bars the way, if something came out or was shown since, or others chose."""
        found: int | None = None
        reason = words("There is no move to undo yet.")
        for index in range(len(self.line) - 1, -1, -1):
            event = self.line[index]
            barrier = self.barriers[index]
            if barrier is not None:
                reason = barrier
                break
            if event.seat == seat:
                if found is not None and self.turns[index] != self.turns[found]:
                    break
                found = index
                if not whole_turn:
                    break
            elif event.seat not in passing:
                reason = words("{seat} has moved since then.", seat=Seat(event.seat))
                break
        return None if found is None else self.line[found].number - 1, reason

    def _barrier(self, index: int, seat: int) -> Text | None:
        """Why a seat cannot freely take back the event at this place of the line."""
        barrier = self.barriers[index]
        if barrier is not None:
            return barrier
        owner = self.line[index].seat
        return None if owner == seat else words("{seat} has moved since then.", seat=Seat(owner))
