"""Looking ahead (preview): what a pick would do, without doing it, from what its seat can see or
from what everyone may see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from attrs import define, frozen

from engine.core.event import PICK, Event, Value
from engine.core.state import HiddenValue, Note, State
from engine.core.step import ChanceStep, Simultaneous
from engine.errors import IllegalPick, Refusal
from engine.i18n.text import Text
from engine.match.interpreter import apply_pick
from engine.match.position import AnyChance, AnyDecision, Position

S_co = TypeVar("S_co", bound=State, covariant=True)

Policy = Callable[[State, AnyDecision], Value | None]
"""What a seat would pick next, from its view and its decision; None: that is as far as it looks."""

MOST_AHEAD: Final = 64
"""How many further picks are looked at, at most."""


@frozen
class Preview(Generic[S_co]):
    """What a pick would do, as far as its reader can know: its seat, or everyone.

    `notes` tell it. `view` is the table afterwards. `ends_turn` says that another turn begins then,
    `passes` that it is none of the seat's own, `chance` what would be revealed at once (None:
    nothing), so that it could not be taken back.
    `whole` is false where the rules needed what the reader cannot see: then the notes and the view
    stop in the middle. `then` are the further picks that a policy has made.
    """

    notes: Sequence[Note]
    view: S_co
    ends_turn: bool
    chance: Text | None
    whole: bool = True
    then: tuple[Value, ...] = ()
    passes: bool = False

    @property
    def reveals(self) -> bool:
        """Whether something is shown by it that its seat cannot know before, so that it stands."""
        return not self.whole or self.chance is not None


@define(eq=False)
class SeatPosition(Position):
    """A position as a seat sees it, or `openly` as everyone may see it, to look ahead from: its
    state is that view.

    It has no line of play behind it.
    """

    openly: bool = False
    has_secrets: bool = False
    """Whether the seat has anything that others may not see."""

    @classmethod
    def of(cls, position: Position, seat: int, *, openly: bool = False) -> SeatPosition:
        """This very moment as the seat sees it, or as everyone may see it."""
        since = None if position.together_since is None else 0
        view = position.state.view(None if openly else seat)
        return cls(
            position.header,
            position.game,
            view,
            together_since=since,
            openly=openly,
            has_secrets=position.state.holds_secrets(seat),
        )

    def refuse(self, seat: int, pick: Value) -> Refusal | None:
        """Why the pick is not allowed now; None if it is, or if nobody else may know that it is
        not. Raises NotYourTurn."""
        try:
            return super().refuse(seat, pick)
        except HiddenValue:
            if not self.openly:
                raise
            return None

    def foresee(self, seat: int, pick: Value, *, policy: Policy | None = None) -> Preview[State]:
        """What a pick would do; raises NotYourTurn or IllegalPick."""
        return preview_of(self, seat, pick, policy=policy, openly=self.openly)


def preview_of(
    position: Position,
    seat: int,
    pick: Value,
    *,
    policy: Policy | None = None,
    openly: bool = False,
) -> Preview[State]:
    """What a pick would do, from what the seat can see, or `openly` from what everyone may see;
    nothing changes.

    It ends where chance or another decision begins, or where hidden things would be needed. With a
    policy it goes on through further decisions of the same seat while that has a legal pick for
    them. Raises NotYourTurn or IllegalPick.
    """
    refusal = position.refuse(seat, pick)
    if refusal is not None:
        raise IllegalPick(position.decision(seat).name, pick, refusal)
    moment = SeatPosition.of(position, seat, openly=openly)
    turn = moment.state.turn
    then: list[Value] = []
    whole = _imagine(moment, seat, pick)
    while whole and policy is not None and len(then) < MOST_AHEAD:
        further = _further(moment, seat, policy)
        if further is None:
            break
        then.append(further)
        whole = _imagine(moment, seat, further)
    state = moment.state
    reader = None if openly else seat
    notes = [note for story in moment.notes for note in story if note.is_for(reader)]
    view = state.view(reader) if state.keeps_secrets else state
    ends = whole and state.turn != turn
    passes = ends and all(owed.seat != seat for owed in moment.pending())
    return Preview(notes, view, ends, _revealed(moment, seat, whole), whole, tuple(then), passes)


def _imagine(moment: SeatPosition, seat: int, pick: Value) -> bool:
    """Let a legal pick happen as far as the seat can know; whether that is all the way."""
    branch, decision = moment.due(seat)
    event = Event(len(moment.line) + 1, PICK, seat, decision.name, pick)
    try:
        apply_pick(moment, event, decision, branch)
    except HiddenValue:
        return False
    return True


def _further(moment: SeatPosition, seat: int, policy: Policy) -> Value | None:
    """What the policy picks in the decision that comes next, if that is the seat's; else None."""
    if _chance_next(moment, seat) is not None:
        return None
    for owed in moment.pending():
        if owed.seat == seat:
            try:
                pick = policy(moment.state, owed.decision)
                return None if pick is None else moment.legal(owed.decision, pick)
            except HiddenValue:
                if not moment.openly:
                    raise
                return None
    return None


def _revealed(moment: SeatPosition, seat: int, whole: bool) -> Text | None:
    """What the picks would reveal: secrets that they show, or an outcome that comes next."""
    for barrier in moment.barriers:
        if isinstance(barrier, Text):
            return barrier
    if not whole:
        return moment.state.revealed
    step = _chance_next(moment, seat)
    return None if step is None else step.reveals


def _chance_next(moment: SeatPosition, seat: int) -> AnyChance | None:
    """The outcome of chance that the picks so far have led to.

    In a `Simultaneous` that these picks have opened all branches go on at once; in one that was
    open before, what others roll does not hang on them.
    """
    agenda = moment.state.agenda
    if not agenda:
        return None
    step = agenda[-1]
    if not isinstance(step, Simultaneous):
        return step if isinstance(step, ChanceStep) else None
    opened = moment.together_since != 0
    branches = sorted(step.branches, key=lambda branch: branch[0] != seat)
    for owner, steps in branches:
        if steps and isinstance(steps[-1], ChanceStep) and (opened or owner == seat):
            return steps[-1]
    return None
