"""Self-play: bots play games in several processes, and the results are counted."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import parent_process
from pathlib import Path
from statistics import fmean, quantiles
from threading import Thread
from typing import Final, TypeVar

from attrs import define, field, frozen

from engine.bots import make_bot
from engine.bots.policies import Bot, notify_match_begin, notify_match_end
from engine.core.chance import Dice
from engine.core.component_data import Data
from engine.core.players import admit_program, programs
from engine.core.score_sheet import Standing
from engine.core.state import State
from engine.errors import BadSetup, CannotWrite, GuildhallError
from engine.games import load
from engine.i18n.text import Text
from engine.match import playout
from engine.match.match import Match, new_header
from engine.match.playout import EndlessGame, PlayoutResult, play_on, record, set_up
from engine.search.simulation import Observation
from engine.storage import match_file

T = TypeVar("T")

MAX_CHUNK: Final = 25
"""Maximum number of games passed to a process at once."""


@frozen
class Failure:
    """The reason why a game has no result, in a form that can be passed between processes."""

    kind: type[GuildhallError]
    text: Text


def all_cores() -> int:
    """Return the number of processor cores available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_in_processes(
    call: Callable[[int], T], numbers: Sequence[int], jobs: int, most: int = MAX_CHUNK
) -> Iterator[T]:
    """Return an iterator that calls `call` with each of `numbers` and yields the results in the
    same order. The calls are made in this process if `jobs` is 1 or there are fewer than two
    numbers per job, otherwise in `jobs` processes, each of which gets at most `most` numbers at a
    time. The iterator raises EndlessGame or CannotWrite if `call` does."""
    if jobs == 1 or len(numbers) < 2 * jobs:
        return map(call, numbers)
    return _distributed(call, numbers, jobs, most)


def _distributed(
    call: Callable[[int], T], numbers: Sequence[int], jobs: int, most: int
) -> Iterator[T]:
    from concurrent.futures import ProcessPoolExecutor

    size = max(1, min(most, len(numbers) // (4 * jobs)))
    chunks = [numbers[first : first + size] for first in range(0, len(numbers), size)]
    named = dict(programs())
    pool = ProcessPoolExecutor(jobs, initializer=_set_up_worker, initargs=(named,))
    try:
        with _interrupts_blocked():
            called = pool.map(run_chunk, [call] * len(chunks), chunks)
        for results in called:
            for result in results:
                if isinstance(result, Failure):
                    raise result.kind(result.text)
                yield result
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Delay interrupts until the end of the block, because Python swallows them while a process
    forks. On Windows, where processes do not fork, do nothing."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _set_up_worker(named: Mapping[str, Path]) -> None:
    """Set up a worker process: register the external bots `named`, ignore interrupts, which the
    parent handles, and let the process exit with the parent, even if the parent is killed."""
    for name, program in named.items():
        admit_program(name, program)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def run_chunk(call: Callable[[int], T], numbers: Sequence[int]) -> list[T | Failure]:
    """Call `call` with each of `numbers`, and return the results. After an EndlessGame or
    CannotWrite, which becomes a `Failure` at the end of the list, no further calls are made."""
    results: list[T | Failure] = []
    for number in numbers:
        try:
            results.append(call(number))
        except (EndlessGame, CannotWrite) as error:
            return [*results, Failure(type(error), error.text)]
    return results


@frozen
class Result:
    """Result of a game: its seed, the number of picks, and the standings of the seats."""

    seed: str
    picks: int
    standings: Sequence[Standing]


@frozen
class ExportFolder:
    """A folder in which `games` games are saved. Existing files are overwritten only if `force` is
    set."""

    folder: Path
    game: str
    games: int
    force: bool = False

    def file(self, number: int) -> Path:
        """Return the file of game `number`. Games are counted from 0, but file names from 1."""
        return self.folder / f"{self.game}-{number + 1:0{len(str(self.games))}}.jsonl"

    def prepare(self, seed: str) -> None:
        """Create the folder if there is none. Raises BadSetup if `seed` is too long to be saved
        with a game. Raises CannotWrite if the folder cannot be created or, unless `force` is set,
        if one of the files already exists."""
        if len(f"{seed}/{self.games}") > match_file.MAX_SEED_LENGTH:
            raise BadSetup("The seed is too long to be saved with the games.")
        with match_file.writing_to(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        if not self.force:
            for number in range(self.games):
                match_file.checked_target(self.file(number))

    def save_game(self, number: int, played: match_file.Logged) -> None:
        """Save the finished game `played` as game `number`. Raises CannotWrite."""
        match_file.export(played, self.file(number), force=self.force)


@frozen
class Series:
    """A series of games: its bots, options, data and seed, and the folder in which the games are
    saved, if any."""

    game: str
    bots: tuple[str, ...]
    seed: str
    options: Mapping[str, str]
    data: Data
    export_folder: ExportFolder | None = None

    def play(self, number: int) -> Result:
        """Play game `number` of the series, save it if there is an export folder, and return its
        result. With built-in bots, the number and the seed determine the game. Raises EndlessGame
        or CannotWrite."""
        seed = f"{self.seed}/{number}"
        dice = dice_of(seed, len(self.bots))
        if self.export_folder is None and self._all_random:
            return self._play_unrecorded(seed, dice)
        seats = seats_of(self.bots)
        header = new_header(self.game, seats, seed=seed, options=self.options, data=self.data)
        played: PlayoutResult | Match
        if self._all_random:
            played = record(header, dice=dice)
            picks = played.picks
        else:
            played = Match.start(header, notes=False, digests=self.export_folder is not None)
            picks = play_out(played, [make_bot(name) for name in self.bots], dice)
        if self.export_folder is not None:
            self.export_folder.save_game(number, played)
        return self._result(seed, picks, played.state)

    @property
    def _all_random(self) -> bool:
        return set(self.bots) == {"random"}

    def _play_unrecorded(self, seed: str, dice: Sequence[Dice]) -> Result:
        state = set_up(load(self.game), len(self.bots), self.options, self.data)
        return self._result(seed, play_on(state, seed=seed, dice=dice), state)

    def _result(self, seed: str, picks: int, state: State) -> Result:
        return Result(seed, picks, load(self.game).standings(state.view(None)))


def simulate(
    game: str,
    bots: Sequence[str],
    *,
    seed: str,
    games: int,
    options: Mapping[str, str] | None = None,
    data: Data | None = None,
    jobs: int = 1,
    export_folder: ExportFolder | None = None,
) -> Iterator[Result]:
    """Return an iterator that plays `games` games with one bot per seat, saves them in
    `export_folder` if it is given, and yields the results in order.

    The games do not depend on the number of processes (`jobs`). Raises UnknownGame, BadSetup or
    CannotWrite. The iterator raises EndlessGame or CannotWrite for a game that does not end or
    cannot be saved.
    """
    for name in set(bots):
        make_bot(name)
    series = Series(game, tuple(bots), seed, options or {}, data or {}, export_folder)
    set_up(load(game), len(bots), series.options, series.data)
    if export_folder is not None:
        export_folder.prepare(seed)
    return map_in_processes(series.play, range(games), jobs)


def seats_of(bots: Sequence[str]) -> Sequence[tuple[str, str]]:
    """Return the (name, player) pairs for a header in which each seat is played by one of
    `bots`."""
    return [(f"{name} {seat}", f"bot:{name}") for seat, name in enumerate(bots, 1)]


def dice_of(seed: str, seats: int) -> Sequence[Dice]:
    """Return the `Dice` of each bot, by seat, for the game with the seed `seed`."""
    return [Dice(f"{seed}/bot/{seat}/".encode()) for seat in range(seats)]


def play_out(match: Match, bots: Sequence[Bot], dice: Sequence[Dice]) -> int:
    """Play `match` to its end with one bot and one `Dice` per seat, and return the number of picks.
    Bots that are `MatchListener`s are notified. Raises EndlessGame."""
    notify_match_begin(bots, match)
    picks = 0
    while pending := match.pending():
        seat = pending[0].seat
        match.choose(seat, bots[seat].choose(Observation.of(match, seat, dice[seat])))
        picks += 1
        if picks > playout.MAX_PICKS:
            raise EndlessGame.after(picks)
    notify_match_end(bots, match)
    return picks


@frozen
class Distribution:
    """A distribution of numbers: minimum, quartiles, maximum and mean."""

    least: int
    lower: float
    median: float
    upper: float
    most: int
    mean: float

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Distribution:
        """Return the distribution of `numbers`, which must not be empty."""
        twice = numbers if len(numbers) > 1 else [numbers[0], numbers[0]]
        lower, median, upper = quantiles(twice, n=4, method="inclusive")
        return cls(min(numbers), lower, median, upper, max(numbers), fmean(numbers))


@define
class Results:
    """Results of many games, updated game by game. By seat, `wins` counts the games that the seat
    won alone, `shared` counts shared wins, and `totals` lists the totals."""

    seats: int
    games: int = 0
    picks: int = 0
    wins: list[int] = field(factory=list)
    shared: list[int] = field(factory=list)
    totals: list[list[int]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.wins = [0] * self.seats
        self.shared = [0] * self.seats
        self.totals = [[] for _ in range(self.seats)]

    def add(self, result: Result) -> None:
        self.games += 1
        self.picks += result.picks
        winners = [standing.seat for standing in result.standings if standing.place == 1]
        for seat in winners:
            (self.wins if len(winners) == 1 else self.shared)[seat] += 1
        for standing in result.standings:
            self.totals[standing.seat].append(standing.total)

    def distribution(self, seat: int | None = None) -> Distribution:
        """Return the distribution of a seat's totals, or of all seats' totals if `seat` is None."""
        if seat is not None:
            return Distribution.of(self.totals[seat])
        return Distribution.of([total for totals in self.totals for total in totals])
