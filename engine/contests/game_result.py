"""Result of a game between bots, and its line in a file.

    {"game":"deus","rules":1,"players":2,"options":{},"data":"","seed":"0/7","rotation":1,
     "bots":["random","greedy"],"totals":[31,78],"places":[2,1],"picks":93,"turns":61,"rounds":4,
     "ms":[[0.02,...],[4.1,...]]}

Everything but `ms` is the same on every machine.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final, TypeGuard

from attrs import frozen

from engine.core.component_data import Data
from engine.core.event import Json
from engine.errors import BadSave
from engine.i18n.text import words

_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode

_MOST: Final = 1 << 53
"""Largest number in a line."""


def turned(bots: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the rotations of bots through all seats, beginning with the given order; in all of
    them together every bot is in every seat equally often."""
    turns = ((*bots[first:], *bots[:first]) for first in range(len(bots)))
    return tuple(dict.fromkeys(turns))


def sum_of(data: Data) -> str:
    """Return a hash of a user's own component values; empty for the unmodified box."""
    return blake2b(_encode(data).encode(), digest_size=8).hexdigest() if data else ""


def terms(
    game: str, rules: int, options: Mapping[str, str], data: str, bots: Sequence[str], seed: str
) -> Mapping[str, object]:
    """Return the terms that games must share to be counted together, whatever the seating of their
    bots; within one series also the seed."""
    return {
        "game": game,
        "rules": rules,
        "options": options,
        "data": data,
        "bots": min(turned(bots)),
        "seed": seed,
    }


@frozen
class GameResult:
    """Result of a game by seats.

    `data` is a hash of a user's own component values. `seed` is that of the series with the number
    of the deal, which is played once in each rotation. `ms` are the milliseconds of processor time
    of every pick of a seat. `lost` are the numbers of random picks of each seat, made because an
    external program was late or wrong; it is empty in older files.
    """

    game: str
    rules: int
    options: Mapping[str, str]
    data: str
    seed: str
    rotation: int
    bots: tuple[str, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    picks: int
    turns: int
    rounds: int
    ms: tuple[tuple[float, ...], ...]
    lost: tuple[int, ...] = ()

    @property
    def terms(self) -> Mapping[str, object]:
        """The terms that games must share to be counted together."""
        series = self.seed.rpartition("/")[0]
        return terms(self.game, self.rules, self.options, self.data, self.bots, series)

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """Its identity among games of the same terms."""
        return self.seed, self.bots

    @property
    def winners(self) -> Sequence[int]:
        """The seats that share the first place."""
        return [seat for seat, place in enumerate(self.places) if place == 1]

    def line(self) -> str:
        """Return the line of the game in a file, without the line break."""
        return _encode(
            {
                "game": self.game,
                "rules": self.rules,
                "players": len(self.bots),
                "options": dict(self.options),
                "data": self.data,
                "seed": self.seed,
                "rotation": self.rotation,
                "bots": self.bots,
                "totals": self.totals,
                "places": self.places,
                "picks": self.picks,
                "turns": self.turns,
                "rounds": self.rounds,
                "ms": self.ms,
                **({"lost": self.lost} if any(self.lost) else {}),
            }
        )


def read_game_result(line: str) -> GameResult:
    """Parse the line of a game; raises BadSave."""
    try:
        fields: Json = json.loads(line)
    except (ValueError, RecursionError):
        fields = None
    result = _parsed(fields)
    if result is None:
        raise BadSave(words("This is not the record of a game between bots."))
    return result


def _parsed(fields: Json) -> GameResult | None:
    if not isinstance(fields, dict):
        return None
    match fields:
        case {
            "game": str(game),
            "rules": int(rules),
            "players": int(players),
            "options": dict(options),
            "data": str(data),
            "seed": str(seed),
            "rotation": int(rotation),
            "bots": list(bots),
            "totals": list(totals),
            "places": list(places),
            "picks": int(picks),
            "turns": int(turns),
            "rounds": int(rounds),
            "ms": list(ms),
        } if (
            players == len(bots) == len(totals) == len(places) == len(ms)
            and 1 in places
            and _are_words([*options.values()])
            and _are_words(bots)
            and _are_whole([*totals, *places, picks, turns, rounds])
        ):
            lost = fields.get("lost", [0] * players)
            if not (isinstance(lost, list) and len(lost) == players and _are_whole(lost)):
                return None
            times = [
                tuple(seat_times)
                for seat_times in ms
                if isinstance(seat_times, list) and _are_times(seat_times)
            ]
            if len(times) < players:
                return None
            return GameResult(
                game,
                rules,
                options,
                data,
                seed,
                rotation,
                tuple(bots),
                tuple(totals),
                tuple(places),
                picks,
                turns,
                rounds,
                tuple(times),
                tuple(lost),
            )
    return None


def _are_words(values: Sequence[Json]) -> TypeGuard[list[str]]:
    return all(isinstance(value, str) for value in values)


def _are_whole(values: Sequence[Json]) -> TypeGuard[list[int]]:
    return all(isinstance(value, int) and abs(value) < _MOST for value in values)


def _are_times(values: Sequence[Json]) -> TypeGuard[list[float]]:
    return all(isinstance(value, int | float) and math.isfinite(value) for value in values)
