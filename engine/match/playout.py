"""A second, faster interpreter, which plays a game without notes or undo. Searches also use it.

It plays the same games as a `Match` in which nothing is undone: the same picks for the same dice,
the same outcomes for the same seed, the same final table and, if recorded, the same log. A test
checks this. The docstring of `interpreter` says why there are two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from attrs import define, field, frozen

from engine.core.chance import TABLE_STREAM, Dice
from engine.core.component_data import Data
from engine.core.event import CHANCE_EVENT, PICK_EVENT, Event, Header, Value
from engine.core.game import Game
from engine.core.state import State
from engine.core.step import AUTOMATIC, DECISION, OUTCOME, Branch, Simultaneous
from engine.core.step_stack import Step
from engine.errors import GuildhallError
from engine.games import load
from engine.i18n.text import words
from engine.match.position import AnyDecision

Policy = Callable[[State, AnyDecision, Dice], Value]
"""Function from the state, a seat's decision and the seat's dice to a pick."""

MAX_PICKS: Final = 100_000
"""Number of picks after which a game counts as endless."""


class EndlessGame(GuildhallError):
    """Raised when a playout exceeds `MAX_PICKS`."""

    @classmethod
    def after(cls, picks: int) -> EndlessGame:
        """Return the exception for a game that has not ended after `picks` picks."""
        return cls(words("The game had not ended after {picks} moves.", picks=picks))


def at_random(state: State, decision: AnyDecision, dice: Dice) -> Value:
    """Return a random pick, in the same way as the random bot."""
    if decision.listed:
        return dice.pick(decision.options(state))
    return decision.sample(state, dice)


def set_up(
    game: Game[State], seats: int, options: Mapping[str, str] | None, data: Data | None
) -> State:
    state = game.setup(seats, game.check(seats, options or {}), data or {})
    state.rules = game.rules
    return state


def play_on(state: State, *, seed: str, dice: Sequence[Dice], policy: Policy = at_random) -> int:
    """Play from `state` to the end of the game, and return the number of picks. `state` is changed.

    `dice` are the dice of each seat's policy. `seed` determines the outcomes of chance. The picks
    of `policy` are not checked and must be legal. Raises EndlessGame.
    """
    player = Runner(state, seed, dice, policy)
    player.run(TABLE_STREAM)
    return player.picks


def record(
    header: Header, *, dice: Sequence[Dice], policy: Policy = at_random, digests: bool = True
) -> PlayoutResult:
    """Play a new match with `header`, which must have a seed, to its end, and return the result
    with its log. `dice` are the dice of each seat's `policy`. The log has the digests of turns if
    `digests`. Raises UnknownGame, BadSetup or EndlessGame."""
    assert header.seed is not None, "a match without its seed cannot be played"
    state = set_up(load(header.game), len(header.seats), header.options, header.data)
    state.rules = header.rules
    rows = _Rows(digests)
    player = Runner(state, header.seed, dice, policy, rows)
    player.run(TABLE_STREAM)
    rows.record_digest(state)
    return PlayoutResult(header, state, player.picks, rows)


@frozen
class PlayoutResult:
    """A finished playout: the final state, the number of picks, and a log that can be saved and
    loaded like that of any match."""

    header: Header
    state: State
    picks: int
    _rows: _Rows

    @property
    def over(self) -> bool:
        return self.state.over

    @cached_property
    def log(self) -> Sequence[Event]:
        """The events of the log, built on first use."""
        return self._rows.events()


@define
class _Rows:
    """A log that is being recorded, as a flat list for speed.

    Each event has three entries: the seat of a pick or the stream of an outcome, the class of the
    step, and the pick or outcome. With `digesting`, `digests` maps numbers of events to digests.
    `turn` is the turn of the last pick.
    """

    digesting: bool
    entries: list[Any] = field(factory=list)
    digests: dict[int, str] = field(factory=dict)
    turn: int | None = None

    def record_digest(self, state: State) -> None:
        """If `digesting`, and if the turn has changed, record the digest for the last event. Call
        this method when everything that follows from a pick has happened."""
        if not self.digesting:
            return
        if self.turn is not None and self.turn != state.turn:
            self.digests[len(self.entries) // 3] = state.digest()
        self.turn = state.turn

    def events(self) -> list[Event]:
        each = iter(self.entries)
        return [
            Event(
                number,
                PICK_EVENT if step.sort == DECISION else CHANCE_EVENT,
                seat,
                step.name,
                value,
                self.digests.get(number),
            )
            for number, (seat, step, value) in enumerate(zip(each, each, each, strict=True), 1)
        ]


@define
class Runner:
    """An interpreter that runs until the agenda is empty, `moment` returns at least `until`, a
    decision needs a `policy` but there is none, or an outcome needs a `seed` but there is none.

    The state may be a view. If the rules need a hidden value, HiddenValue is raised, and the
    changes up to that point remain in the state. The picks of `policy` must be legal. Raises
    EndlessGame.
    """

    state: State
    seed: str | None = None
    dice: Sequence[Dice] = ()
    """The dice of each seat's policy."""
    policy: Policy | None = None
    rows: _Rows | None = None
    moment: Callable[[State], int] | None = None
    until: int = 0
    """The value of `moment` at which to stop; not used if `moment` is None."""
    picks: int = 0
    """Number of picks so far."""
    own: int | None = None
    """The only seat whose branch runs in a `Simultaneous` that is already open (None for all
    seats). The other branches do not change."""

    def run(self, stream: int = TABLE_STREAM, *, asking: bool = True) -> None:
        """Run the agenda, with outcomes of chance from `stream`. Without `asking`, stop at the
        first decision with a choice."""
        state, rows, moment = self.state, self.rows, self.moment
        policy = self.policy if asking else None
        agenda, draws = state.agenda, state.draws
        while agenda:
            if moment is not None and moment(state) >= self.until:
                return
            step: Any = agenda[-1]
            sort = step.sort
            if sort == AUTOMATIC:
                del agenda[-1]
                step.run(state)
            elif sort == DECISION:
                if not step.listed or (policy is None and step.always_asks):
                    options = None
                elif len(options := step.options(state)) == 1 and not step.always_asks:
                    del agenda[-1]
                    step.apply(state, options[0])
                    continue
                if policy is None:
                    return
                seat = step.seat
                if rows is not None and rows.digesting:
                    rows.record_digest(state)
                if policy is not at_random:
                    pick = policy(state, step, self.dice[seat])
                elif options is None:
                    pick = step.sample(state, self.dice[seat])
                else:
                    pick = self.dice[seat].pick(options)
                if rows is not None:
                    rows.entries += (seat, step.__class__, pick)
                self.picks += 1
                if self.picks > MAX_PICKS:
                    raise EndlessGame.after(self.picks)
                del agenda[-1]
                step.apply(state, pick)
            elif sort == OUTCOME:
                if self.seed is None:
                    return
                outcome = step.sample(state, Dice.at(self.seed, stream, draws[stream]))
                if rows is not None:
                    rows.entries += (stream, step.__class__, outcome)
                draws[stream] += 1
                del agenda[-1]
                step.apply(state, outcome)
            elif not self._run_simultaneous(step, asking=asking):
                return

    def _run_simultaneous(self, step: Simultaneous, *, asking: bool) -> bool:
        """Run all branches up to their first choices, then each branch to its end, as far as
        possible. Without `asking`, stop at the first choices. If all branches have ended, pop the
        step. Return whether they have."""
        state, agenda = self.state, self.state.agenda
        branches = self._run_branches(step, agenda, asking=False)
        left = any(rest for _, rest in branches)
        if left and asking and self.policy is not None:
            if self.rows is not None:
                self.rows.record_digest(state)
            branches = self._run_branches(
                Simultaneous(branches, step.revealed), agenda, asking=True
            )
            left = any(rest for _, rest in branches)
        if not left:
            self.own = None
            del agenda[-1]
        return not left

    def _run_branches(
        self, step: Simultaneous, agenda: list[Step], *, asking: bool
    ) -> tuple[Branch, ...]:
        """Run every branch, with its agenda in place of the table's, and return what remains of the
        branches. Without `asking`, stop each branch at its first choice."""
        state, agenda[-1] = self.state, step
        try:
            branches = tuple([self._run_branch(branch, asking=asking) for branch in step.branches])
        finally:
            state.agenda = agenda
        agenda[-1] = Simultaneous(branches, step.revealed)
        return branches

    def _run_branch(self, branch: Branch, *, asking: bool) -> Branch:
        seat, steps = branch
        if not steps or self.own not in (None, seat):
            return branch
        self.state.agenda = list(steps)
        self.run(seat, asking=asking)
        return seat, tuple(self.state.agenda)


def pending_of(state: State, seat: int) -> AnyDecision | None:
    """Return the pending decision of `seat`; None if it has none."""
    step: Any = state.agenda[-1] if state.agenda else None
    if isinstance(step, Simultaneous):
        steps = next((rest for owner, rest in step.branches if owner == seat and rest), (None,))
        step = steps[-1]
    return step if step is not None and step.sort == DECISION and step.seat == seat else None


def choose(state: State, seat: int, pick: Value) -> None:
    """Apply a legal pick to a seat's pending decision, without running the rules afterwards."""
    agenda = state.agenda
    step: Any = agenda[-1]
    if not isinstance(step, Simultaneous):
        del agenda[-1]
        step.apply(state, pick)
        return
    branches = list(step.branches)
    index = next(at for at, (owner, rest) in enumerate(branches) if owner == seat and rest)
    decision: Any = branches[index][1][-1]
    state.agenda = list(branches[index][1][:-1])
    try:
        decision.apply(state, pick)
        branches[index] = (seat, tuple(state.agenda))
    finally:
        state.agenda = agenda
    agenda[-1] = Simultaneous(tuple(branches), step.revealed)
