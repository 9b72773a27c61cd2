"""One-ply search: the value of each pick, judged by the view after the pick."""

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
from engine.search.simulation import Observation, lookahead

MAX_COMPARED: Final = 60
"""Approximate maximum number of picks compared. If there are more, a random sample is compared by
default (see `BotSupport.candidates`)."""

MAX_COMPARED_IN_PLAYOUTS: Final = 20
"""Approximate maximum number of picks compared when a careful player chooses in a playout, or when
a review looks for suspicious moves."""


@frozen
class EvaluatedPick:
    """A pick with the value of the view after it."""

    pick: Value
    value: float
    helps: bool
    """Whether the pick improves the position. It is always True for picks that are not preparatory.
    Picks with False rank below all others."""
    adds: float
    """Points by which a preparatory pick improves the position, negative if it worsens it; 0 for
    other picks."""
    after: State
    """The view after the pick."""

    @property
    def order(self) -> tuple[bool, float]:
        """A sort key for picks, highest for the best pick."""
        return self.helps, self.value


def picks_to_compare(observation: Observation, dice: Dice) -> Sequence[Value]:
    """Return the game's candidates for the decision, about `MAX_COMPARED` at most (see
    `BotSupport.candidates`)."""
    return observation.game.candidates(observation.view, observation.decision, dice, MAX_COMPARED)


def evaluate_picks(
    observation: Observation,
    picks: Iterable[Value],
    value: Callable[[State, int], float] | None = None,
) -> list[EvaluatedPick]:
    """Evaluate the view after each pick with `value` (by default the game's `value`). The result
    has the order of `picks`."""
    game, seat = observation.game, observation.seat
    worth = value or game.value
    now: float | None = None
    ranked = []
    for pick in picks:
        after = lookahead(observation, pick)
        score, adds = worth(after, seat), 0.0
        prepares = game.is_preparatory(observation.decision, pick)
        if prepares:
            now = worth(observation.view, seat) if now is None else now
            adds = score - now
        ranked.append(EvaluatedPick(pick, score, not prepares or adds > 0, adds, after))
    return ranked


def best_of(ranked: Sequence[EvaluatedPick], dice: Dice) -> Value:
    """Return the best pick. `dice` breaks ties."""
    most = max(candidate.order for candidate in ranked)
    best = [candidate.pick for candidate in ranked if candidate.order == most]
    return best[0] if len(best) == 1 else dice.pick(best)


def one_ply_policy(game: Game[State], state: State, decision: AnyDecision, dice: Dice) -> Value:
    """Return the game's advice or, without advice, the pick with the best value, in a fully known
    state. Preparatory picks that do not improve the position rank below all others.

    Careful players use this policy in playouts. It takes about ten times as long as the game's
    quick pick.
    """
    advice = game.advise(state, decision, dice)
    if advice is not None:
        return advice
    seat, picks = decision.seat, game.candidates(state, decision, dice, MAX_COMPARED_IN_PLAYOUTS)
    waiting = [pick for pick in picks if game.is_preparatory(decision, pick)]
    now = game.value(state, seat) if waiting else 0.0

    def order(pick: Value) -> tuple[bool, float]:
        after = state.copy()
        choose(after, seat, pick)
        Runner(after).run()
        score = game.value(after, seat)
        return pick not in waiting or score > now, score

    return max(picks, key=order)
