"""Measure the calibration of the chances of winning that reviews show: the Brier score of each
third of a game.

    python -m tools.measure_calibration troyes --players 2 --games 60 --keep FILE

plays games between medium bots and writes one line per game: every seat's chances at some moments,
based on what it could see, and the winners. An interrupted run is resumed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from engine.bots import make_bot
from engine.contests.simulate import dice_of, play_out, seats_of
from engine.games import load
from engine.match.match import Match, new_header
from engine.search.review import chance_of
from engine.search.win_chances import THIRDS

MOMENTS: Final = 4
"""Number of evenly spread moments examined in each third."""

SEED: Final = "brier"
"""Prefix of the seeds of this tool's games. No other games use it."""

BOT: Final = "medium"


@frozen
class Forecast:
    """Forecasts for one game: every seat's chance of winning at some moments of each third of the
    game (`thirds`, by third, moment and seat), and every seat's actual share of the win."""

    seed: str
    thirds: Sequence[Sequence[Sequence[float]]]
    shares: Sequence[float]

    def line(self) -> str:
        """Return the forecasts as a line of JSON, without the line break. Chances are rounded to
        four decimals."""
        thirds = [
            [[round(chance, 4) for chance in seats] for seats in third] for third in self.thirds
        ]
        fields = {"seed": self.seed, "thirds": thirds, "shares": self.shares}
        return json.dumps(fields, separators=(",", ":"))

    def brier_of(self, third: int) -> float:
        """Return the Brier score of the third with the index `third`, summed over all seats and
        averaged over the moments."""
        forecasts = self.thirds[third]
        errors = (
            (chance - share) ** 2
            for seats in forecasts
            for chance, share in zip(seats, self.shares, strict=True)
        )
        return sum(errors) / len(forecasts)


def read(path: Path) -> list[Forecast]:
    """Return the forecasts in a file, ignoring an incomplete last line; none if there is no
    file."""
    if not path.exists():
        return []
    lines = path.read_text("utf-8").split("\n")[:-1]
    return [
        Forecast(fields["seed"], fields["thirds"], fields["shares"])
        for fields in map(json.loads, lines)
    ]


def briers(games: Iterable[Forecast]) -> list[float]:
    """Return the mean Brier score of each third over `games`, which must not be empty. 0 is
    perfect."""
    forecasts = list(games)
    return [
        sum(forecast.brier_of(third) for forecast in forecasts) / len(forecasts)
        for third in range(THIRDS)
    ]


def moments_of_third(length: int, third: int) -> list[int]:
    """Return the numbers of events after which the third with the index `third` is examined, in a
    game of `length` events."""
    begin, each = third * length / THIRDS, length / THIRDS / MOMENTS
    return [int(begin + (number + 0.5) * each) for number in range(MOMENTS)]


def forecast_game(game: str, seats: int, seed: str) -> Forecast:
    """Play a game between bots, and return its forecasts."""
    rules, bots = load(game), [BOT] * seats
    header = new_header(game, seats_of(bots), seed=seed, options=rules.check(seats, {}), data=None)
    match = Match.start(header, notes=False, digests=False)
    play_out(match, [make_bot(bot) for bot in bots], dice_of(seed, seats))
    thirds = []
    for third in range(THIRDS):
        at = (match.at(count) for count in moments_of_third(len(match.line), third))
        thirds.append([[chance_of(one, seat, seed)[0] for seat in range(seats)] for one in at])
    first = [standing.seat for standing in rules.standings(match.view(None)) if standing.place == 1]
    return Forecast(seed, thirds, [(seat in first) / len(first) for seat in range(seats)])


def play_missing(
    game: str, seats: int, games: int, known: Sequence[Forecast]
) -> Iterator[Forecast]:
    """Play those of the first `games` games that are not in `known`, and yield their forecasts."""
    seeds = [f"{SEED}-{game}-{seats}/{number}" for number in range(games)]
    for seed in seeds:
        if all(forecast.seed != seed for forecast in known):
            yield forecast_game(game, seats, seed)


def main() -> None:
    """Play the games that are missing from a file, and print the scores."""
    parser = argparse.ArgumentParser(
        description="measure how well displayed winning chances match the results"
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--keep", type=Path, required=True)
    asked = parser.parse_args()
    known = read(asked.keep)
    asked.keep.write_text("".join(f"{forecast.line()}\n" for forecast in known), "utf-8")
    with asked.keep.open("a", encoding="utf-8") as file:
        for forecast in play_missing(asked.game, asked.players, asked.games, known):
            known.append(forecast)
            file.write(f"{forecast.line()}\n")
            file.flush()
    print(asked.game, asked.players, *(f"{score:.3f}" for score in briers(known)))


if __name__ == "__main__":
    main()
