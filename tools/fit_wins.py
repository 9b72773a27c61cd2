"""Fit the chances of winning a game by conditional logit on self-play, from the features of all
seats at any common moment.

    python -m tools.fit_wins knights --games 1000 --seed fit

writes the game's `weights.json` with one row for all moments, for games whose end cannot be
predicted from the number of the moment. The results are the same on every machine. Games that
measure the strength of bots must use other seeds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from operator import mul
from typing import Any, Final

from engine.core.bot_support import WEIGHTS_FILE
from engine.core.game import Game
from engine.core.state import State
from engine.games import load
from engine.match.playout import set_up
from engine.search.win_chances import softmax
from tools.fit_points import gather, solved_lines, write

Position = tuple[list[Sequence[float]], int]
"""The features of all seats, and the seat that won."""

RIDGE_PENALTY: Final = 5.0
"""Ridge penalty for features with a standard deviation of 1."""

STEPS: Final = 6
"""Number of steps of Newton's method."""


def positions(game: str, seats: int, games: int, seed: str, every: int = 1) -> Iterator[Position]:
    """Play `games` games, and yield the positions at every `every`-th moment. Games in which
    several seats share the highest final points are left out."""
    rules = load(game)
    moments = gather(rules, seats, rules.check(seats, {}), games, seed, rash=False)
    for moment in moments[::every]:
        for position in moment.positions:
            totals = [total for _, total in position]
            if totals.count(max(totals)) == 1:
                yield [features for features, _ in position], totals.index(max(totals))


def fit(positions_seen: Sequence[Position], drawbacks: Collection[int] = ()) -> Mapping[str, Any]:
    """Return the weights in the form for `weights.json`, as a single row. A seat whose weighted sum
    of features is larger by 1 is e times as likely to win. `drawbacks` are the indexes of features
    that can only be bad. If a first fit gives such a feature a positive weight, the weight becomes
    0."""
    scales = _scales(positions_seen)
    scaled: list[Position] = [
        ([[one / by for one, by in zip(row, scales, strict=True)] for row in seats], winner)
        for seats, winner in positions_seen
    ]
    weights = _converged(scaled)
    good = [feature for feature in drawbacks if weights[feature] > 0]
    if good:
        weights = _converged([(_without(good, seats), winner) for seats, winner in scaled])
    row = [round(one / by, 4) for one, by in zip(weights, scales, strict=True)]
    return {"weights": [row], "spreads": [1.0]}


def _converged(scaled: Sequence[Position]) -> list[float]:
    """Return the weights after `STEPS` steps of Newton's method. The features of the positions
    `scaled` must be constant or have a standard deviation of about 1."""
    weights = [0.0] * len(scaled[0][0][0])
    for _ in range(STEPS):
        step = _step(scaled, weights)
        weights = [one + more for one, more in zip(weights, step, strict=True)]
    return weights


def _without(features: Collection[int], seats: Sequence[Sequence[float]]) -> list[Sequence[float]]:
    """Return the features of all seats with those at the indexes `features` set to 0, so that their
    weights become 0."""
    return [[0.0 if at in features else one for at, one in enumerate(row)] for row in seats]


def _scales(positions_seen: Sequence[Position]) -> list[float]:
    """Return the standard deviation of each feature, or 1 if the feature is constant."""
    size = len(positions_seen[0][0][0])
    sums, squares, count = [0.0] * size, [0.0] * size, 0
    for seats, _ in positions_seen:
        for row in seats:
            count += 1
            for at, one in enumerate(row):
                sums[at] += one
                squares[at] += one * one
    pairs = zip(sums, squares, strict=True)
    return [sqrt(max(0.0, square / count - (sum / count) ** 2)) or 1.0 for sum, square in pairs]


def _step(positions_seen: Sequence[Position], weights: Sequence[float]) -> list[float]:
    """Return the change to the weights in one step of Newton's method."""
    size = len(weights)
    lines = [[RIDGE_PENALTY * (row == other) for other in range(size)] for row in range(size)]
    slope = [-RIDGE_PENALTY * weight for weight in weights]
    for seats, winner in positions_seen:
        shares = softmax([sum(map(mul, weights, row)) for row in seats], 1.0)
        columns = zip(*seats, strict=True)
        mean = [sum(map(mul, shares, column)) for column in columns]
        for at, (one, middle) in enumerate(zip(seats[winner], mean, strict=True)):
            slope[at] += one - middle
        for share, row in zip(shares, seats, strict=True):
            off = [one - middle for one, middle in zip(row, mean, strict=True)]
            for at, one in enumerate(off):
                if one:
                    counts, line = share * one, lines[at]
                    line[at:] = [a + counts * b for a, b in zip(line[at:], off[at:], strict=True)]
    for at in range(size):
        for other in range(at):
            lines[at][other] = lines[other][at]
    return solved_lines([[*line, end] for line, end in zip(lines, slope, strict=True)])


def brier(positions_seen: Sequence[Position], row: Sequence[float]) -> float:
    """Return the mean Brier score, summed over all seats, of the chances that the weights `row`
    give."""
    loss = 0.0
    for seats, winner in positions_seen:
        shares = softmax([sum(map(mul, row, features)) for features in seats], 1.0)
        loss += sum((share - (seat == winner)) ** 2 for seat, share in enumerate(shares))
    return loss / len(positions_seen)


def main() -> None:
    """Fit the weights of a game for the given number of players or for all numbers, and write the
    game's `weights.json`."""
    parser = argparse.ArgumentParser(description="fit the winning chances in a game")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, help="fit only tables with this number of players")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--every", type=int, default=3, help="use only every n-th moment")
    parser.add_argument("--seed", default="fit")
    parser.add_argument("--rules", type=int, help="lowest rules version (default: the current one)")
    asked = parser.parse_args()
    game = load(asked.game)
    rules = asked.rules or game.rules
    for seats in [asked.players] if asked.players else game.players:
        key = game.weights_key(set_up(game, seats, game.check(seats, {}), None))
        if key is None:
            continue
        of = partial(positions, asked.game, seats, every=asked.every)
        learnt = list(of(asked.games, f"{asked.seed}/{seats}"))
        table = fit(learnt, game.drawbacks)
        keep(
            game,
            rules,
            key,
            {"games": asked.games, "every": asked.every, "seed": asked.seed, **table},
        )
        off = brier(list(of(asked.games // 5, f"{asked.seed}/fresh/{seats}")), table["weights"][0])
        print(f"{key}: {len(learnt)} positions, Brier {off:.3f} on fresh games", flush=True)


def keep(game: Game[State], rules: int, key: str, table: Mapping[str, Any]) -> None:
    """Write the fit `table` under `key` to the game's `weights.json`, valid from the rules version
    `rules` on. Fits under other keys stay in the file if they are for the same version."""
    file = game.folder / WEIGHTS_FILE
    there: Mapping[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    tables = there["tables"] if there.get("rules") == rules else {}
    write(game, {"rules": rules, "tables": {**tables, key: table}})


if __name__ == "__main__":
    main()
