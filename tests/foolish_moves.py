"""Positions in which a former bot made a foolish move, saved by seed as (seats, seed, picks made):
games are played by quick picks and some random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import pytest
from attrs import evolve, frozen

from engine.bots import make_bot
from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.game import Game
from engine.games.knights.production import expected_production
from engine.match.match import Match
from engine.search.one_ply import MAX_COMPARED, best_of, evaluate_picks
from engine.search.root_search import HINT_EFFORT, estimate
from engine.search.simulation import Observation
from tests.laws.driving import new_match

RecordedPosition = tuple[int, str, int]
"""Number of players, seed, and number of picks made."""


@frozen
class FoolishMove:
    """A foolish move: where it `may` be made, by a decision, and whether a pick `is` it."""

    may: Callable[[Any, Any], bool]
    is_: Callable[[Any, Any, Any], bool]


def _most_produced(state: Any, decision: Any) -> Value:
    """The hex whose resource the seat produces most."""
    have = expected_production(state, decision.seat)

    def worth(hex: int) -> float:
        kind = state.box.terrains[state.terrains[hex]].resource
        return -1.0 if kind is None else have[kind]

    best: Value = max(decision.options(state), key=worth)
    return best


FORMER: Final[Mapping[str, Callable[[Any, Any], Value]]] = {"MerchantHex": _most_produced}
"""Quick picks of decisions as they were when the positions were recorded."""


def played(game: str, seats: int, seed: str, picks: int | None = None) -> Iterator[Match]:
    """Yield a match of quick picks, with one in eight random, before each of its picks."""
    match = new_match(game, seats, seed)
    dice = Dice(f"fools/{seed}".encode())
    made = 0
    while not match.over and (picks is None or made <= picks):
        if picks is None or made == picks:
            yield match
        seat = match.pending()[0].seat
        decision = match.decision(seat)
        lot = not dice.below(8)
        if lot:
            pick = match.sample(seat, dice)
        elif decision.name in FORMER:
            pick = FORMER[decision.name](match.state, decision)
        else:
            pick = match.game.quick(match.state, decision, dice)
        match.choose(seat, pick)
        made += 1


def position(game: str, recorded_position: RecordedPosition) -> Match:
    """Return the match at a saved position."""
    return next(played(game, *recorded_position))


def situation(match: Match, key: str = "") -> Observation:
    """Return the observation of the seat that must choose."""
    return Observation.of(match, match.pending()[0].seat, Dice(f"fools/{key}".encode()))


def input_mode(bot: str) -> Callable[[Observation], Value]:
    """Return the function by which a bot chooses or, for `hint`, the best hint."""
    return best_hint if bot == "hint" else make_bot(bot).choose


def best_hint(here: Observation) -> Value:
    """The first pick of the longest search for a hint."""
    budget = here.game.thinking_at(here.view)
    longest = evolve(budget, playouts=HINT_EFFORT * budget.playouts)
    return estimate(here, longest, here.dice)[0].pick


def check_recorded(
    game: str, moves: Mapping[str, FoolishMove], fool: str, recorded: tuple[RecordedPosition, Value]
) -> None:
    """Check that a recorded move was legal, and is foolish."""
    match = position(game, recorded[0])
    decision: Any = match.decision(match.pending()[0].seat)
    assert decision.allows(match.state, recorded[1])
    assert moves[fool].is_(match.state, decision, recorded[1])


def check_avoided(
    game: str,
    moves: Mapping[str, FoolishMove],
    fool: str,
    recorded: tuple[RecordedPosition, Value],
    choose: Callable[[Observation], Value],
) -> None:
    """Check that a bot does not make a foolish move where one is recorded."""
    match = position(game, recorded[0])
    here = situation(match)
    assert not moves[fool].is_(match.state, here.decision, choose(here))


def rows(positions: Mapping[str, Sequence[tuple[Any, ...]]]) -> list[Any]:
    """Return the positions as parameters of a test, each with the name of its foolish move: one of
    each in the usual run."""
    return [
        pytest.param(name, one, marks=[pytest.mark.long] if number else [])
        for name, position in positions.items()
        for number, one in enumerate(position)
    ]


@frozen
class OnePly:
    """The greedy bot of the first versions at a game that still has its evaluation (`value`, by
    default the game's): it looks one pick ahead, without advice."""

    value: Callable[[Any, int], float] | None = None

    def choose(self, observation: Observation) -> Value:
        """Return the candidate with the highest value."""
        game, dice = observation.game, observation.dice
        picks = Game.candidates(game, observation.view, observation.decision, dice, MAX_COMPARED)
        return best_of(evaluate_picks(observation, picks, self.value or game.value), dice)
