"""Fit the chances of winning after the opening by conditional logit on self-play, from the features
of all seats at the first common moment after the setup.

    python -m tools.fit_openings catan --games 3000 --seed openings

adds fits for openings to the game's `weights.json` if the game's `weights_key` differs between the
setup and that moment. The setup is played by the game's `varied` picks, so that openings differ,
and the rest of each game by its quick policy. The results are the same on every machine. Games that
measure the strength of bots must use other seeds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from engine.core.chance import TABLE_STREAM, Dice
from engine.core.game import Game
from engine.core.state import State
from engine.games import load
from engine.match.playout import Runner, set_up
from tools.fit_wins import Position, brier, fit, keep

FIRST: Final = 1
"""Number of the first common moment after the setup."""


def openings(game: Game[State], seats: int, games: int, seed: str) -> Iterator[Position]:
    """Play `games` games. For each of them with a single winner, yield the features of all seats at
    the first common moment after the setup, and the winner."""
    for number in range(games):
        state = set_up(game, seats, {}, None)
        dice = [Dice(f"{seed}/{number}/{seat}/".encode()) for seat in range(seats)]
        begin_first_turn(game, state, f"{seed}/{number}", dice)
        features = [game.features(state, seat) for seat in range(seats)]
        Runner(state, f"{seed}/{number}", dice, game.quick).run(TABLE_STREAM)
        first = [standing.seat for standing in game.standings(state) if standing.place == 1]
        if len(first) == 1:
            yield features, first[0]


def begin_first_turn(game: Game[State], state: State, seed: str, dice: list[Dice]) -> None:
    """Play the setup with varied picks, up to the first common moment after the setup. `state` is
    changed. `dice` are the dice of each seat's policy."""
    Runner(state, seed, dice, game.varied, moment=game.moment, until=FIRST).run(TABLE_STREAM)


def openings_weights_key(game: Game[State], seats: int, seed: str) -> str | None:
    """Return the key of the fit for openings with `seats` seats; None if the game has no such
    fit."""
    state = set_up(game, seats, {}, None)
    setup_key = game.weights_key(state)
    dice = [Dice(f"{seed}/{seat}/".encode()) for seat in range(seats)]
    begin_first_turn(game, state, seed, dice)
    key = game.weights_key(state)
    return key if key != setup_key else None


def main() -> None:
    """Fit the openings of a game for the given number of players or for all numbers, and write the
    game's `weights.json`."""
    parser = argparse.ArgumentParser(description="fit the winning chances of openings")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, help="fit only tables with this number of players")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", default="openings")
    parser.add_argument("--rules", type=int, help="lowest rules version (default: the current one)")
    asked = parser.parse_args()
    game = load(asked.game)
    for seats in [asked.players] if asked.players else game.players:
        key = openings_weights_key(game, seats, asked.seed)
        if key is None:
            continue
        table = fit(list(openings(game, seats, asked.games, f"{asked.seed}/{seats}")))
        rules = asked.rules or game.rules
        keep(game, rules, key, {"games": asked.games, "seed": asked.seed, **table})
        fresh = list(openings(game, seats, asked.games // 5, f"{asked.seed}/fresh/{seats}"))
        print(f"{key}: Brier {brier(fresh, table['weights'][0]):.3f} on fresh games", flush=True)


if __name__ == "__main__":
    main()
