"""Fit the evaluation of a game by ridge regression on self-play: a seat's final points from its
features at each common moment, and the spread with which such estimates predict the winner best.

    python -m tools.fit_points middle_ages --games 3000 --passes 3 --seed fit

writes the game's `weights.json`. The first pass is played by the quick policy, and each further
pass by one-ply search with the weights of the previous one (policy iteration). The results are the
same on every machine. Games that measure the strength of bots must use other seeds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from math import log
from typing import Any, Final

from attrs import define, field

from engine.core.bot_support import WEIGHTS_FILE, fitted
from engine.core.chance import TABLE_STREAM, Dice
from engine.core.event import Value
from engine.core.game import Game
from engine.core.state import State
from engine.games import load
from engine.match.playout import Runner, at_random, set_up
from engine.search.one_ply import one_ply_policy
from engine.search.win_chances import softmax

Row = tuple[Sequence[float], float]
"""The features of a seat, and its final points."""

RIDGE: Final = 3.0
"""Ridge penalty, expressed as a number of positions in which each feature is 1."""

MIN_POSITIONS: Final = 60
"""Minimum number of positions at a moment for its weights to be fitted, unless no moment has as
many."""

AT_RANDOM: Final = 8
"""Reciprocal of the share of random picks, which vary the positions: one pick in `AT_RANDOM` is
random."""

NEIGHBOUR: Final = 0.25
"""Weight, in the fit of a moment, of the positions at the previous and the next moment."""

SPREADS: Final = tuple(0.5 * 1.12**step for step in range(50))
"""Candidate values of the spread of `softmax`."""


@define
class Sample:
    """Positions at one common moment. Each has the features and final points of all seats."""

    positions: list[list[Row]] = field(factory=list)


def play(
    game: Game[State], seats: int, options: Mapping[str, str], seed: str, rash: bool
) -> list[Sample]:
    """Play a game. A few picks are random; the others are made by one-ply search or, if `rash`, by
    the quick policy. Return the positions at each common moment; none at moments for which the game
    has another fit."""
    state = set_up(game, seats, options, None)
    key = game.weights_key(state)
    dice = [Dice(f"{seed}/{seat}/".encode()) for seat in range(seats)]
    positions: list[list[Sequence[float]]] = []

    def policy(state: State, decision: Any, dice: Dice) -> Value:
        if dice.below(AT_RANDOM) == 0:
            return at_random(state, decision, dice)
        if rash:
            return game.quick(state, decision, dice)
        return one_ply_policy(game, state, decision, dice)

    runner = Runner(state, seed, dice, policy, moment=game.moment)
    while not state.over:
        is_of_this_fit = game.weights_key(state) == key
        seated = range(seats) if is_of_this_fit else ()
        positions.append([game.features(state, seat) for seat in seated])
        runner.until = len(positions)
        runner.run(TABLE_STREAM)
    totals = {standing.seat: float(standing.total) for standing in game.standings(state)}
    return [
        Sample([[(features, totals[seat]) for seat, features in enumerate(position)]])
        if position
        else Sample()
        for position in positions
    ]


def gather(
    game: Game[State], seats: int, options: Mapping[str, str], games: int, seed: str, rash: bool
) -> list[Sample]:
    """Play `games` games (see `play`), and return the positions of all of them at each moment."""
    moments: list[Sample] = []
    for number in range(games):
        for moment, sample in enumerate(play(game, seats, options, f"{seed}/{number}", rash)):
            if moment == len(moments):
                moments.append(Sample())
            moments[moment].positions += sample.positions
    return moments


def fit(moments: Sequence[Sample]) -> Mapping[str, Any]:
    """Return the weights and the spread of each moment, in the form for `weights.json`. Moments
    with fewer than `MIN_POSITIONS` positions are left out, unless all moments have fewer."""
    moments = [sample for sample in moments if len(sample.positions) >= MIN_POSITIONS] or moments
    sums = [
        _Sums.of(row for position in sample.positions for row in position) for sample in moments
    ]
    weights, spreads = [], []
    for moment, sample in enumerate(moments):
        near = [(sums[moment], 1.0)]
        near += [(sums[at], NEIGHBOUR) for at in (moment - 1, moment + 1) if 0 <= at < len(sums)]
        row = solved(near)
        weights.append([round(weight, 4) for weight in row])
        spreads.append(round(_spread(sample, row), 2))
    return {"weights": weights, "spreads": spreads}


@define
class _Sums:
    """Sums of products of features with one another (`squares`, whose lower triangle stays 0) and
    with the final points (`points`)."""

    squares: list[list[float]]
    points: list[float]

    @classmethod
    def of(cls, rows: Iterator[Row]) -> _Sums:
        """Return the sums over `rows`. Without rows, both lists are empty."""
        squares: list[list[float]] = []
        points: list[float] = []
        for features, total in rows:
            if not squares:
                squares = [[0.0] * len(features) for _ in features]
                points = [0.0] * len(features)
            for row_index, value in enumerate(features):
                if value:
                    points[row_index] += value * total
                    line = squares[row_index]
                    for column in range(row_index, len(features)):
                        line[column] += value * features[column]
        return cls(squares, points)


def solved(near: Sequence[tuple[_Sums, float]]) -> list[float]:
    """Return the weights from ridge regression. `near` has pairs of sums and the factor by which
    they are multiplied."""
    size = len(near[0][0].points)
    lines = [[0.0] * (size + 1) for _ in range(size)]
    for sums, counts in near:
        for row in range(size):
            lines[row][size] += counts * sums.points[row]
            for column in range(row, size):
                lines[row][column] += counts * sums.squares[row][column]
    for row in range(size):
        for column in range(row):
            lines[row][column] = lines[column][row]
        lines[row][row] += RIDGE
    return solved_lines(lines)


def solved_lines(lines: list[list[float]]) -> list[float]:
    """Solve linear equations by Gaussian elimination. `lines` are the rows of coefficients, each
    followed by its right-hand side; they are modified. The matrix must be symmetric and positive
    definite."""
    size = len(lines)
    for row in range(size):
        pivot = lines[row]
        for below in range(row + 1, size):
            factor = lines[below][row] / pivot[row]
            if factor:
                lines[below] = [a - factor * b for a, b in zip(lines[below], pivot, strict=True)]
    solution = [0.0] * size
    for row in reversed(range(size)):
        known = sum(lines[row][below] * solution[below] for below in range(row + 1, size))
        solution[row] = (lines[row][size] - known) / lines[row][row]
    return solution


def _spread(sample: Sample, row: Sequence[float]) -> float:
    """Return the spread with which the estimates by the weights `row` predict the winners best."""
    forecasts = []
    for position in sample.positions:
        worths = [sum(w * f for w, f in zip(row, feats, strict=True)) for feats, _ in position]
        totals = [total for _, total in position]
        won = [seat for seat, total in enumerate(totals) if total == max(totals)]
        forecasts.append((worths, won))
    return min(SPREADS, key=lambda spread: _surprise(forecasts, spread))


def _surprise(forecasts: Sequence[tuple[list[float], list[int]]], spread: float) -> float:
    """Return the log loss of the winners' chances that `softmax` computes with `spread`. Each
    forecast has the estimates of all seats and the seats of the winners."""
    loss = 0.0
    for worths, won in forecasts:
        shares = softmax(worths, spread)
        loss -= sum(log(max(shares[seat], 1e-9)) for seat in won) / len(won)
    return loss


def main() -> None:
    """Fit a game for all numbers of players, and write its `weights.json`."""
    parser = argparse.ArgumentParser(description="fit the evaluation of a game")
    parser.add_argument("game")
    parser.add_argument(
        "--games",
        type=int,
        default=3000,
        help="number of games for two players; fewer for more players",
    )
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--first", type=int, default=1, help="number of the first pass")
    parser.add_argument("--seed", default="fit")
    asked = parser.parse_args()
    for number in range(asked.first, asked.passes + 1):
        fit_game(load(asked.game), asked.games, f"{asked.seed}/{number}", rash=number == 1)


def fit_game(game: Game[State], games: int, seed: str, *, rash: bool) -> None:
    """Fit the game once for each number of players, and write `weights.json`. The game uses this
    file from then on. `games` is the number of games for up to two players; for more players, it is
    divided by the number of opponents. For `rash`, see `play`."""
    tables = {}
    for seats in game.players:
        options = game.check(seats, {})
        key = game.weights_key(set_up(game, seats, options, None))
        assert key is not None, "the game does not say what it would be fitted for"
        many = max(1, games // max(1, seats - 1))
        tables[key] = fit(gather(game, seats, options, many, f"{seed}/{seats}", rash))
        print(key, tables[key]["spreads"], flush=True)
    write(game, {"rules": game.rules, "games": games, "seed": seed, "tables": tables})


def write(game: Game[State], content: Mapping[str, Any]) -> None:
    """Write `content` to the `weights.json` of a game, with one line per moment. The game uses this
    file from then on."""
    text = json.dumps(content).replace("[[", "[\n[").replace("], [", "],\n[")
    (game.folder / WEIGHTS_FILE).write_text(text + "\n", encoding="utf-8")
    fitted.cache_clear()


if __name__ == "__main__":
    main()
