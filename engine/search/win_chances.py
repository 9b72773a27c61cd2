"""Each seat's chance of winning at a common moment, and whether these chances are informative,
according to measurements with `tools.measure_calibration`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from math import exp
from pathlib import Path
from statistics import fmean
from typing import Final

from attrs import frozen

from engine.core.game import Game
from engine.core.score_sheet import Standing
from engine.core.state import State

_DECISIVE_LEAD: Final = 50.0
"""Lead in standard errors beyond which the chances of winning no longer change."""

POINTS_OF_CERTAIN_WIN: Final = 100.0
"""Number of points in a solo game that count as a chance of 1."""

LEAD_SHARE: Final = 0.2
"""The part of a payoff that depends on the lead in points is between `-LEAD_SHARE` and
`LEAD_SHARE`. It is too small to matter while the game is open, but it decides between picks once
the game is won or lost."""

HALF_LEAD: Final = 40.0
"""Lead in standard errors at which the part of the payoff for the lead is half of `LEAD_SHARE`."""


@frozen
class Outcome:
    """The evaluation of a position for one seat."""

    chance: float
    payoff: float
    """The number by which picks are compared: the chance and, with several seats, a small part for
    the lead in points."""


def outcome(game: Game[State], state: State, seat: int) -> Outcome:
    """Evaluate a position for a seat. In a solo game, both `chance` and `payoff` are the number of
    points, in hundreds."""
    if state.seats == 1:
        points = points_alone(game, state) / POINTS_OF_CERTAIN_WIN
        return Outcome(points, points)
    final = game.standings(state) if state.over else ()
    worths, spread = _totals(game, state, final)
    chance = (_final_shares(final) if final else softmax(worths, spread))[seat]
    others = fmean(worth for other, worth in enumerate(worths) if other != seat)
    lead = (worths[seat] - others) / spread
    return Outcome(chance, chance + LEAD_SHARE * lead / (abs(lead) + HALF_LEAD))


def win_chances(game: Game[State], state: State) -> list[float]:
    """Return each seat's chance of winning. With several seats, the chances add up to 1.

    At the end, they are equal shares of the first place; before the end, they are a softmax of the
    expected totals. Totals are estimated with the weights that were fitted for this number of
    players and this variant or, without a fit, by the game's `worth`. In a solo game, the list
    contains the number of points, in hundreds.
    """
    if state.seats == 1:
        return [points_alone(game, state) / POINTS_OF_CERTAIN_WIN]
    return _final_shares(game.standings(state)) if state.over else softmax(*_totals(game, state))


def _final_shares(final: Sequence[Standing]) -> list[float]:
    """Return each seat's share of the first place in the final standings `final`."""
    first = [standing.seat for standing in final if standing.place == 1]
    return [(seat in first) / len(first) for seat in range(len(final))]


def _totals(
    game: Game[State], state: State, final: Sequence[Standing] = ()
) -> tuple[list[float], float]:
    """Return the totals of all seats, and the standard error of the game's estimates. Totals are
    those in `final`, if given; otherwise they are estimated."""
    fitted, now = game.weights(state), game.moment(state)
    spread = game.spread(state) if fitted is None else fitted.spread(now)
    if final:
        totals = {standing.seat: float(standing.total) for standing in final}
        return [totals[seat] for seat in range(state.seats)], spread
    if fitted is None:
        return [game.worth(state, seat) for seat in range(state.seats)], spread
    seats = range(state.seats)
    return [fitted.worth(now, game.features(state, seat)) for seat in seats], spread


def points_alone(game: Game[State], state: State) -> float:
    """Return the points of a solo player: the final points at the end of the game, the expected
    final points before."""
    return float(game.standings(state)[0].total) if state.over else game.worth(state, 0)


def softmax(worths: list[float], spread: float) -> list[float]:
    """Return the seats' chances, which add up to 1, given the seats' expected totals `worths`. A
    seat that is `spread` ahead of another seat is e times as likely to win as that seat."""
    most = max(worths)
    odds = [exp(max(-_DECISIVE_LEAD, (worth - most) / spread)) for worth in worths]
    whole = sum(odds)
    return [odd / whole for odd in odds]


CHANCES_FILE: Final = "chances.json"
"""Name of the file in a game's folder with the Brier scores of its chances of winning, one for each
third of the game, by number of players. `docs/make_minds.py` writes the file."""

THIRDS: Final = 3

MIN_BRIER_GAIN: Final = 0.1
"""Minimum fraction by which the Brier score of informative chances is better than that of equal
chances."""


def even_brier(seats: int) -> float:
    """Return the Brier score of a forecast that gives `seats` seats equal chances."""
    return 1 - 1 / seats


def knows_little(game: Game[State], seats: int, part: float) -> bool:
    """Whether the chances of winning are uninformative after the fraction `part` (0 to 1) of a
    game.

    Without a measurement for `seats` players, that for the nearest number of players is used.
    Without any measurement, the chances count as informative.
    """
    scores = _scores(game.folder)
    if not scores:
        return False
    nearest = min(scores, key=lambda number: (abs(number - seats), number))
    third = min(THIRDS - 1, int(THIRDS * part))
    return 1 - scores[nearest][third] / even_brier(nearest) < MIN_BRIER_GAIN


@cache
def _scores(folder: Path) -> dict[int, Sequence[float]]:
    file = folder / CHANCES_FILE
    if not file.exists():
        return {}
    by_seats: dict[str, list[float]] = json.loads(file.read_text("utf-8"))
    return {int(seats): thirds for seats, thirds in by_seats.items()}
