"""One look ahead (one-ply search): what each pick is worth by the view that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from attrs import frozen

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.game import Game
from engine.core.state import State
from engine.match.playout import Runner, choose
from engine.match.position import AnyDecision
from engine.search.observation import Observation
from engine.search.simulation import lookahead

MOST_LOOKED_AT: Final = 60
"""How many options are compared; of more so many are drawn."""

FEWER_LOOKED_AT: Final = 20
"""The same in playouts."""


@frozen
class Ranked:
    """A pick, the view `after` it with its `value`, and whether it `helps`: what only puts off the
    other picks does so only if the position is the better for it; by how much is what it `adds`."""

    pick: Value
    value: float
    helps: bool
    adds: float
    after: State

    @property
    def order(self) -> tuple[bool, float]:
        """What picks are compared by."""
        return self.helps, self.value


def worth_a_look(situation: Observation, dice: Dice) -> Sequence[Value]:
    """The picks to compare: the options, some of them if they are many, or what the game names
    where they cannot be listed."""
    return situation.game.candidates(situation.view, situation.decision, dice, MOST_LOOKED_AT)


def rank(
    situation: Observation,
    picks: Iterable[Value],
    value: Callable[[State, int], float] | None = None,
) -> list[Ranked]:
    """Each pick with what it leads to, in the order given, by the game's `value` unless another one
    is given."""
    game, seat = situation.game, situation.seat
    worth = value or game.value
    now: float | None = None
    ranked = []
    for pick in picks:
        after = lookahead(situation, pick)
        found, adds = worth(after, seat), 0.0
        waits = game.is_preparatory(situation.decision, pick)
        if waits:
            now = worth(situation.view, seat) if now is None else now
            adds = found - now
        ranked.append(Ranked(pick, found, not waits or adds > 0, adds, after))
    return ranked


def best_of(ranked: Sequence[Ranked], dice: Dice) -> Value:
    """The best pick; among equals the dice decide."""
    most = max(one.order for one in ranked)
    best = [one.pick for one in ranked if one.order == most]
    return best[0] if len(best) == 1 else dice.pick(best)


def one_ahead(game: Game[State], state: State, decision: AnyDecision, dice: Dice) -> Value:
    """What the game advises, or the pick that leads to the best value, where all is known: how
    careful players pick in playouts. It takes some ten times as long as the game's quick pick."""
    advice = game.advise(state, decision, dice)
    if advice is not None:
        return advice
    seat, picks = decision.seat, game.candidates(state, decision, dice, FEWER_LOOKED_AT)
    waiting = [pick for pick in picks if game.is_preparatory(decision, pick)]
    now = game.value(state, seat) if waiting else 0.0

    def order(pick: Value) -> tuple[bool, float]:
        after = state.copy()
        choose(after, seat, pick)
        Runner(after).run()
        found = game.value(after, seat)
        return pick not in waiting or found > now, found

    return max(picks, key=order)
