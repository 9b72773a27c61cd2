"""The interpreter: applies a pick or an outcome, then runs the rules up to the next decision.

Chosen, replayed and previewed picks all take the same path. `pending_of` and `legal` of the
position say which decision is pending and which picks are legal, then `apply_pick` applies the
pick.

`engine.match.playout` is a second interpreter, which is twice as fast. It has no notes, barriers,
copies or previews; this module needs checks for them at every step. A test makes sure that both
agree; a new sort of step must be added to both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.chance import TABLE_STREAM, Dice
from engine.core.event import CHANCE_EVENT, PICK_EVENT, Event, Value
from engine.core.state import Note
from engine.core.step import AUTOMATIC, DECISION, OUTCOME, PUBLIC, ChanceStep, Simultaneous
from engine.errors import BadSave, IllegalPick
from engine.match.position import AnyChance, AnyDecision, Barrier, Position


def append_event(position: Position, kind: str, seat: int, step: str, value: Value) -> Event:
    """Append a new event to the position's log, and return it. If the position has a clock, the
    event gets the time."""
    event = Event(len(position.log) + 1, kind, seat, step, value)
    if position.clock is not None:
        event.at = position.clock()
    position.log.append(event)
    return event


def apply_pick(
    position: Position, event: Event, decision: AnyDecision, branch: int, sampling: bool = False
) -> None:
    """Apply a legal pick, and run the rules up to the next decision. `branch` is the index of the
    seat's branch in the open `Simultaneous` (-1 if none is open). Without `sampling`, stop before
    the next outcome of chance."""
    _begin_event(position, event, decision, decision.reveals)
    if branch < 0:
        state = position.state
        del state.agenda[-1]
        decision.apply(state, event.value)
    else:
        _apply_in_branch(position, event, decision, branch, sampling)
    run(position, sampling)


def _apply_in_branch(
    position: Position, event: Event, decision: AnyDecision, branch: int, sampling: bool
) -> None:
    def act() -> None:
        del position.state.agenda[-1]
        decision.apply(position.state, event.value)

    _run_branch(position, branch, act, sampling=sampling)
    _close_simultaneous(position)


def apply_event(position: Position, event: Event, *, into_log: bool = False) -> None:
    """Replay a pick or an outcome from a log, and append it to the position's log if `into_log`.
    Raises NotYourTurn, IllegalPick or BadSave, before anything has changed, for an event that
    cannot have happened."""
    if event.kind == PICK_EVENT:
        branch, decision = position.pending_of(event.seat)
        _expect(decision, event)
        if position.legal(decision, event.value) is None:
            refusal = decision.refuse(position.state, event.value)
            raise IllegalPick(decision.name, event.value, refusal)
        if into_log:
            position.log.append(event)
        apply_pick(position, event, decision, branch)
    else:
        _replay_chance(position, event, into_log=into_log)


def _replay_chance(position: Position, event: Event, *, into_log: bool) -> None:
    branch, step = _open_chance(position, event.seat)
    _expect(step.roll, event)
    impossible = step.check(position.state, event.value)
    if impossible is not None:
        raise BadSave(impossible)
    if into_log:
        position.log.append(event)
    _begin_event(position, event, step.roll, step.roll.reveals)
    if branch < 0:
        _apply_outcome(position, step, TABLE_STREAM, event.value)
    else:

        def act() -> None:
            _apply_outcome(position, step, event.seat, event.value)

        _run_branch(position, branch, act, sampling=False)
        _close_simultaneous(position)
    run(position, False)


def _open_chance(position: Position, stream: int) -> tuple[int, AnyChance]:
    agenda = position.state.agenda
    step = agenda[-1] if agenda else None
    if isinstance(step, Simultaneous):
        for index, (seat, steps) in enumerate(step.branches):
            if seat == stream and steps and isinstance(steps[-1], ChanceStep):
                return index, steps[-1]
    elif isinstance(step, ChanceStep) and stream == TABLE_STREAM:
        return -1, step
    raise BadSave("Nothing random can happen at this step.")


def _expect(step: AnyDecision | AnyChance, event: Event) -> None:
    if step.name != event.step:
        raise BadSave(
            "This step is {given}, but {due} was expected.", given=event.step, due=step.name
        )


def _begin_event(
    position: Position, event: Event, step: AnyDecision | AnyChance, barrier: Barrier
) -> None:
    """Append the event to the line of play with its `barrier` and turn, begin its list of notes,
    and drop the cached options. Remember `step` if it is secret. If the rules have revealed
    something since the previous event, the previous event becomes a barrier."""
    state = position.state
    position.forget_options()
    if state.revealed is not None:
        _record_reveal(position)
    if step.secrecy is not PUBLIC:
        position.secret_steps[event.number] = step
    position.line.append(event)
    position.barriers.append(barrier)
    position.turns.append(state.turn)
    if position.keeps_notes:
        notes: list[Note] = []
        position.notes.append(notes)
        state.notes = notes


def run(position: Position, sampling: bool) -> None:
    """Run the rules until a seat must choose or the game is over. Without `sampling`, stop at
    outcomes of chance as well."""
    _run_agenda(position, TABLE_STREAM, sampling)
    if position.state.revealed is not None:
        _record_reveal(position)


def _record_reveal(position: Position) -> None:
    """Turn the last event into a barrier to undo, because the rules have revealed something since
    then."""
    if position.barriers:
        position.barriers[-1] = position.state.revealed
    position.state.revealed = None


def _run_agenda(position: Position, stream: int, sampling: bool) -> None:
    state = position.state
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
                position.listed[step.seat] = options
                return
            del agenda[-1]
            if step.reveals is not None:
                state.reveal(step.reveals)
            step.apply(state, options[0])
        elif sort == OUTCOME:
            if not sampling or position.decision_in(step) is not None:
                return
            _draw_outcome(position, step, stream)
        else:
            assert stream == TABLE_STREAM, "a Simultaneous within a branch of another"
            _run_simultaneous(position, sampling)
            if not _close_simultaneous(position):
                return


def _draw_outcome(position: Position, step: AnyChance, stream: int) -> None:
    state = position.state
    assert position.seed is not None, "outcomes cannot be drawn without the seed"
    outcome = step.sample(state, Dice.at(position.seed, stream, state.draws[stream]))
    event = append_event(position, CHANCE_EVENT, stream, step.roll.name, outcome)
    _begin_event(position, event, step.roll, step.roll.reveals)
    _apply_outcome(position, step, stream, outcome)


def _apply_outcome(position: Position, step: AnyChance, stream: int, outcome: Any) -> None:
    state = position.state
    state.draws[stream] += 1
    del state.agenda[-1]
    step.apply(state, outcome)


def _run_simultaneous(position: Position, sampling: bool) -> None:
    step = position.state.agenda[-1]
    assert isinstance(step, Simultaneous)
    begins = position.simultaneous_since is None
    if begins:
        position.simultaneous_since = len(position.line)
    for index, (_, steps) in enumerate(step.branches):
        if steps and (begins or steps[-1].sort != DECISION):
            _run_branch(position, index, None, sampling=sampling)


def _run_branch(
    position: Position, index: int, act: Callable[[], None] | None, *, sampling: bool
) -> None:
    """Call `act`, if given, and run the rules of the branch at `index`, with the agenda of the
    branch in place of the table's. Without `sampling`, stop at outcomes of chance."""
    state = position.state
    table_agenda = state.agenda
    step = table_agenda[-1]
    assert isinstance(step, Simultaneous)
    seat, steps = step.branches[index]
    state.agenda = list(steps)
    try:
        if act is not None:
            act()
        _run_agenda(position, seat, sampling)
        branch = (seat, tuple(state.agenda))
        rest: Any = state.agenda[-1] if state.agenda else None
        assert rest is None or rest.sort != DECISION or rest.seat == seat, (
            "a branch asks another seat"
        )
    finally:
        state.agenda = table_agenda
    branches = (*step.branches[:index], branch, *step.branches[index + 1 :])
    table_agenda[-1] = Simultaneous(branches, step.revealed)


def _close_simultaneous(position: Position) -> bool:
    """If every branch is done, pop the simultaneous step, and record the reason why its picks
    cannot be undone, if there is one. Return whether every branch is done."""
    agenda = position.state.agenda
    step = agenda[-1]
    assert isinstance(step, Simultaneous)
    for _, steps in step.branches:
        if steps:
            return False
    del agenda[-1]
    position.simultaneous_since = None
    if step.revealed is not None:
        position.state.reveal(step.revealed)
    return True
