"""The fast lane: a game played to its end without log, notes, and anything to take back.

It plays the very same games as a `Match` of which nothing is taken back: the same picks for the
same dice, the same outcomes for the same seed, the same table in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import define

from engine.chance import TABLE, Dice
from engine.errors import GuildhallError
from engine.game import Game
from engine.position import AnyDecision
from engine.state import State
from engine.step import AUTOMATIC, DECISION, OUTCOME
from engine.text import words

Policy = Callable[[Any, AnyDecision, Dice], Any]
"""What a seat picks: from the state, its decision and its dice."""

MOST_PICKS: Final = 100_000
"""A game that takes more picks than this never ends."""


class Endless(GuildhallError):
    """Players went round in circles."""


def at_random(state: Any, decision: AnyDecision, dice: Dice) -> Any:
    """A pick by lot, as the decision draws it: what the random bot picks."""
    if decision.listed:
        return dice.pick(decision.options(state))
    return decision.sample(state, dice)


def set_up(
    game: Game, seats: int, options: Mapping[str, str] | None, data: Mapping[str, Any] | None
) -> State:
    """The table before anything happened, under the rules as they are now; raises BadSetup."""
    state = game.setup(seats, game.check(seats, options or {}), data or {})
    state.rules = game.rules
    return state


def play_on(state: State, *, seed: str, dice: Sequence[Dice], policy: Policy = at_random) -> int:
    """Play from a state to the end of the game; returns how many picks were made.

    The state is changed. Nobody may stand in the middle of a `Together`. `dice` are those of each
    seat's player; the seed decides what comes out. Every pick of the policy must be legal: nobody
    tests it. Raises Endless.
    """
    return _Player(state, seed, dice, policy).run(TABLE)


@define
class _Player:
    """Carries out steps and counts the picks."""

    state: State
    seed: str
    dice: Sequence[Dice]
    policy: Policy
    picks: int = 0

    def run(self, stream: int) -> int:
        """Empty the agenda, with outcomes of chance from a stream."""
        state = self.state
        agenda, draws = state.agenda, state.draws
        while agenda:
            step: Any = agenda[-1]
            sort = step.sort
            if sort == AUTOMATIC:
                del agenda[-1]
                step.run(state)
            elif sort == DECISION:
                pick = self._pick(step)
                del agenda[-1]
                step.apply(state, pick)
            elif sort == OUTCOME:
                outcome = step.sample(state, Dice.at(self.seed, stream, draws[stream]))
                draws[stream] += 1
                del agenda[-1]
                step.apply(state, outcome)
            else:
                del agenda[-1]
                for seat, steps in step.branches:
                    state.agenda = list(steps)
                    self.run(seat)
                state.agenda = agenda
        return self.picks

    def _pick(self, decision: AnyDecision) -> Any:
        state, dice, policy = self.state, self.dice[decision.seat], self.policy
        if not decision.listed:
            self._count()
            return policy(state, decision, dice)
        options = decision.options(state)
        if len(options) == 1 and not decision.always_asks:
            return options[0]
        self._count()
        return dice.pick(options) if policy is at_random else policy(state, decision, dice)

    def _count(self) -> None:
        self.picks += 1
        if self.picks > MOST_PICKS:
            raise Endless(words("After {picks} choices the game had not ended.", picks=self.picks))
