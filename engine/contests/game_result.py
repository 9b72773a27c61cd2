"""Result of a game between bots, its line in a file, and the log of such lines, with which
interrupted runs are resumed.

    {"game":"deus","rules":1,"players":2,"options":{},"data":"","seed":"0/7","rotation":1,
     "bots":["random","greedy"],"totals":[31,78],"places":[2,1],"picks":93,"turns":61,"rounds":4,
     "ms":[[0.02,...],[4.1,...]]}

For built-in bots, everything but `ms` is the same on every machine.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeGuard

from attrs import asdict, frozen

from engine.core.component_data import Data
from engine.core.event import Json
from engine.errors import BadSave, CannotWrite
from engine.storage import match_file

_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode

_MAX_INTEGER: Final = 1 << 53
"""Exclusive limit for the absolute values of the totals, places and counts in a line."""


def turned(bots: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the different rotations of `bots` through all seats, beginning with the given order.
    Over all rotations, every bot is in every seat equally often."""
    turns = ((*bots[first:], *bots[:first]) for first in range(len(bots)))
    return tuple(dict.fromkeys(turns))


def sum_of(data: Data) -> str:
    """Return a hash of the custom component data `data`: 16 hexadecimal digits, or an empty string
    if there is none."""
    return blake2b(_encode(data).encode(), digest_size=8).hexdigest() if data else ""


def terms(
    game: str, rules: int, options: Mapping[str, str], data: str, bots: Sequence[str], seed: str
) -> Mapping[str, object]:
    """Return the settings, by name, that games must share to be counted together. `data` is a hash
    (see `sum_of`), and `seed` is the seed of the series. The rotation of the bots does not
    matter."""
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
    """Result of a game between bots. `bots`, `totals`, `places`, `ms` and `lost` have one entry per
    seat.

    `data` is a hash of the custom component data. `seed` is the seed of the series followed by the
    number of the deal, such as `0/7`; each deal is played once per rotation. An entry of `ms` lists
    the times of the seat's picks in milliseconds. An entry of `lost` is the number of the seat's
    picks that were made at random because an external program gave no valid answer in time.
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
        """The settings that games must share to be counted together (see the function `terms`)."""
        series = self.seed.rpartition("/")[0]
        return terms(self.game, self.rules, self.options, self.data, self.bots, series)

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """The seed and the bots, which identify the game among all games with the same terms."""
        return self.seed, self.bots

    @property
    def winners(self) -> Sequence[int]:
        """The seats that share the first place."""
        return [seat for seat, place in enumerate(self.places) if place == 1]

    def line(self) -> str:
        """Return the game's line in a file, without the line break."""
        fields = asdict(self, recurse=False)
        if not any(self.lost):
            del fields["lost"]
        head = {"game": self.game, "rules": self.rules, "players": len(self.bots)}
        return _encode({**head, **fields, "options": dict(self.options)})


def read_game_result(line: str) -> GameResult:
    """Parse the `line` of a game. Raises BadSave."""
    try:
        fields: Json = json.loads(line)
    except (ValueError, RecursionError):
        fields = None
    result = _parsed(fields)
    if result is None:
        raise BadSave("This line is not the result of a game between bots.")
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
            lost, times = fields.get("lost", [0] * players), _times_by_seat(ms)
            if not (isinstance(lost, list) and len(lost) == players and _are_whole(lost)):
                return None
            if times is None:
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
                times,
                tuple(lost),
            )
    return None


def _times_by_seat(ms: Sequence[Json]) -> tuple[tuple[float, ...], ...] | None:
    """Return the times `ms` as one tuple per seat; None if they are not lists of finite numbers."""
    times = [tuple(seat) for seat in ms if isinstance(seat, list) and _are_times(seat)]
    return tuple(times) if len(times) == len(ms) else None


def _are_words(values: Sequence[Json]) -> TypeGuard[list[str]]:
    return all(isinstance(value, str) for value in values)


def _are_whole(values: Sequence[Json]) -> TypeGuard[list[int]]:
    return all(isinstance(value, int) and abs(value) < _MAX_INTEGER for value in values)


def _are_times(values: Sequence[Json]) -> TypeGuard[list[float]]:
    return all(isinstance(value, int | float) and math.isfinite(value) for value in values)


@frozen
class ResultsLog:
    """A file of results. An incomplete last line is ignored."""

    path: Path

    def prepare(self) -> None:
        """Create the file if there is none, and remove an incomplete last line. Raises
        CannotWrite."""
        if self.path.exists() and not self.path.is_file():
            raise CannotWrite("{file} is not a file.", file=str(self.path))
        with match_file.writing_to(self.path), self.path.open("ab") as file:
            file.truncate(len(self._whole_lines()))

    def results(self, terms: Mapping[str, object]) -> Iterator[GameResult]:
        """Yield the results in the file. Raises BadSave for an unreadable file, for an invalid
        line, or for a result whose terms differ from `terms`. Terms that `terms` leaves out are not
        compared."""
        for number, line in enumerate(self._read().splitlines(), 1):
            try:
                result = read_game_result(line.decode(errors="replace"))
                _compare(result, terms)
            except BadSave as error:
                error.source, error.line = self.path.name, number
                raise
            yield result

    def append(self, result: GameResult) -> None:
        """Append `result` to the file. Raises CannotWrite."""
        with match_file.writing_to(self.path), self.path.open("ab", buffering=0) as file:
            file.write(f"{result.line()}\n".encode())

    def _read(self) -> bytes:
        try:
            if self.path.exists() and not self.path.is_file():
                raise BadSave("This is not a file.", source=self.path.name)
            return self._whole_lines()
        except OSError as error:
            raise BadSave(match_file.unreadable(error), source=self.path.name) from error

    def _whole_lines(self) -> bytes:
        content = self.path.read_bytes()
        return content[: content.rfind(b"\n") + 1]


def gather(logs: Iterable[ResultsLog], game: str) -> Iterator[GameResult]:
    """Yield the results in the files `logs` without duplicates. Raises BadSave for a result of
    another game than `game`, for results whose terms differ in more than the seed, and for an
    unreadable file or an invalid line."""
    terms: Mapping[str, object] = {"game": game}
    seen = set()
    for results_log in logs:
        for result in results_log.results(terms):
            terms = {key: value for key, value in result.terms.items() if key != "seed"}
            if result.key not in seen:
                seen.add(result.key)
                yield result


def _compare(result: GameResult, terms: Mapping[str, object]) -> None:
    """Raise BadSave if the terms of `result` differ from `terms`."""
    others = [key for key, value in terms.items() if result.terms[key] != value]
    if others:
        raise BadSave("These settings of this game are different: {keys}.", keys=", ".join(others))
