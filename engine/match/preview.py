"""Previews: the effect that a pick would have, based on what its seat, or everyone, can see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from attrs import define, frozen

from engine.core.event import PICK_EVENT, Event, Value
from engine.core.hidden import HiddenValue
from engine.core.state import Note, State
from engine.core.step import ChanceStep, Simultaneous
from engine.errors import IllegalPick, Refusal
from engine.i18n.text import Text
from engine.match.interpreter import apply_pick
from engine.match.position import AnyChance, AnyDecision, Position

S_co = TypeVar("S_co", bound=State, covariant=True)

Policy = Callable[[State, AnyDecision], Value | None]
"""Function from a view and a seat's decision to the seat's next pick, or to None to end the
preview."""

MAX_AHEAD: Final = 64
"""Maximum number of further picks in a preview or lookahead."""


@frozen
class Preview(Generic[S_co]):
    """The effect of a pick, as far as the reader (its seat, or everyone) can know it. The further
    picks in `then` are included."""

    notes: Sequence[Note]
    view: S_co
    """The reader's view after the picks."""
    ends_turn: bool
    """Whether another turn begins after the picks. False if not `whole`."""
    undo_barrier: Text | None
    """The reason why the picks could not be undone, such as an outcome of chance; None if there is
    none, or if it is hidden (see `whole`)."""
    whole: bool = True
    """Whether all effects are known. If the rules needed a value that is hidden from the reader,
    `notes` and `view` are incomplete."""
    then: tuple[Value, ...] = ()
    """The further picks made by the policy."""
    hands_over_turn: bool = False
    """Whether the turn ends and the seat has no pending decision in the next one."""
    pick: Value = ()

    @property
    def reveals(self) -> bool:
        """Whether the picks reveal something that the reader cannot know in advance."""
        return not self.whole or self.undo_barrier is not None


@define(eq=False)
class SeatPosition(Position):
    """A position as a seat (or everyone, if `openly`) sees it, for previews of picks. Its line of
    play begins empty."""

    openly: bool = False
    has_secrets: bool = False
    """Whether the seat has anything that others may not see."""

    @classmethod
    def of(cls, position: Position, seat: int, *, openly: bool = False) -> SeatPosition:
        """Return `position` as the seat (or everyone, if `openly`) may see it, without its line of
        play."""
        since = None if position.simultaneous_since is None else 0
        view = position.state.view(None if openly else seat)
        return cls(
            position.header,
            position.game,
            view,
            simultaneous_since=since,
            openly=openly,
            has_secrets=position.state.seat_has_secrets(seat),
        )

    def refuse(self, seat: int, pick: Value) -> Refusal | None:
        """Return the reason why `pick` is illegal; None if it is legal. With `openly`, also return
        None if its legality depends on a hidden value. Raises NotYourTurn."""
        try:
            return super().refuse(seat, pick)
        except HiddenValue:
            if not self.openly:
                raise
            return None

    def preview(self, seat: int, pick: Value, *, policy: Policy | None = None) -> Preview[State]:
        """Return the effect of a pick and of the further picks of `policy` (see `preview_of`).
        Raises NotYourTurn or IllegalPick."""
        return preview_of(self, seat, pick, policy=policy, openly=self.openly)


def preview_of(
    position: Position,
    seat: int,
    pick: Value,
    *,
    policy: Policy | None = None,
    openly: bool = False,
) -> Preview[State]:
    """Return the effect of a pick as far as the seat (or everyone, if `openly`) can see it. The
    position is not changed.

    `policy` makes the further picks of the same seat, at most `MAX_AHEAD`, as long as it returns
    legal ones. The preview ends at the first decision without such a pick, at an outcome of chance,
    or where the rules need a hidden value. Raises NotYourTurn or IllegalPick.
    """
    refusal = position.refuse(seat, pick)
    if refusal is not None:
        raise IllegalPick(position.decision(seat).name, pick, refusal)
    moment = SeatPosition.of(position, seat, openly=openly)
    turn = moment.state.turn
    then: list[Value] = []
    whole = _apply_visible(moment, seat, pick)
    while whole and policy is not None and len(then) < MAX_AHEAD:
        next_pick = _next_pick(moment, seat, policy)
        if next_pick is None:
            break
        then.append(next_pick)
        whole = _apply_visible(moment, seat, next_pick)
    state = moment.state
    reader = None if openly else seat
    notes = [note for story in moment.notes for note in story if note.is_for(reader)]
    view = state.view(reader) if state.has_secret_fields else state
    ends = whole and state.turn != turn
    hands_over_turn = ends and all(pending.seat != seat for pending in moment.pending())
    revealed = _revealed(moment, seat, whole)
    return Preview(notes, view, ends, revealed, whole, tuple(then), hands_over_turn, pick)


def _apply_visible(moment: SeatPosition, seat: int, pick: Value) -> bool:
    """Apply a legal pick to `moment`, as far as its effects do not depend on hidden values, and
    return whether all of them could be applied."""
    branch, decision = moment.pending_of(seat)
    event = Event(len(moment.line) + 1, PICK_EVENT, seat, decision.name, pick)
    try:
        apply_pick(moment, event, decision, branch)
    except HiddenValue:
        return False
    return True


def _next_pick(moment: SeatPosition, seat: int, policy: Policy) -> Value | None:
    """Return the policy's pick for the seat's next decision; None if the preview must stop."""
    if _chance_next(moment, seat) is not None:
        return None
    for pending in moment.pending():
        if pending.seat == seat:
            try:
                pick = policy(moment.state, pending.decision)
                return None if pick is None else moment.legal(pending.decision, pick)
            except HiddenValue:
                if not moment.openly:
                    raise
                return None
    return None


def _revealed(moment: SeatPosition, seat: int, whole: bool) -> Text | None:
    """Return the reason why the picks cannot be undone: they reveal a secret or, if `whole` (all
    effects are known), an outcome of chance comes next. Return None if no reason is known."""
    for barrier in moment.barriers:
        if isinstance(barrier, Text):
            return barrier
    if not whole:
        return moment.state.revealed
    step = _chance_next(moment, seat)
    return None if step is None else step.reveals


def _chance_next(moment: SeatPosition, seat: int) -> AnyChance | None:
    """Return the outcome of chance that comes next for the seat; None if there is none.

    In a `Simultaneous` that the previewed picks opened, all branches run at once, so that the
    outcomes of all seats count. If it was already open, other seats' outcomes do not depend on the
    picks.
    """
    agenda = moment.state.agenda
    if not agenda:
        return None
    step = agenda[-1]
    if not isinstance(step, Simultaneous):
        return step if isinstance(step, ChanceStep) else None
    opened = moment.simultaneous_since != 0
    branches = sorted(step.branches, key=lambda branch: branch[0] != seat)
    for owner, steps in branches:
        if steps and isinstance(steps[-1], ChanceStep) and (opened or owner == seat):
            return steps[-1]
    return None
