"""Self-play: bots play games, and the results are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean, quantiles

from attrs import define, field, frozen

from engine.bots import make_bot
from engine.bots.base import Bot, tell_begin, tell_end
from engine.contests.parallel import play_all
from engine.core.chance import Dice
from engine.core.component_data import Data
from engine.core.score_sheet import Standing
from engine.core.state import State
from engine.errors import BadSetup
from engine.games import load
from engine.i18n.text import words
from engine.match import playout
from engine.match.match import Match, new_header
from engine.match.playout import EndlessGame, PlayoutResult, play_on, record, set_up
from engine.search.observation import Observation
from engine.storage import match_file


@frozen
class Result:
    """Result of a game: its seed, the number of picks and the places of the seats."""

    seed: str
    picks: int
    standings: Sequence[Standing]


@frozen
class ExportFolder:
    """A folder to save `games` games in; existing files are overwritten only if `force` is set."""

    folder: Path
    game: str
    games: int
    force: bool = False

    def file(self, number: int) -> Path:
        """Return the file of a game, whose number counts from 0; file names count from 1."""
        return self.folder / f"{self.game}-{number + 1:0{len(str(self.games))}}.jsonl"

    def clear(self, seed: str) -> None:
        """Check that every game of a series with this seed can be saved; raises BadSetup or
        CannotWrite, including AlreadyThere."""
        if len(f"{seed}/{self.games}") > match_file.LONGEST_SEED:
            raise BadSetup(words("The seed is too long for saving these games."))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise match_file.cannot_write(self.folder, error) from error
        if not self.force:
            for number in range(self.games):
                match_file.free_place(self.file(number))

    def save_game(self, number: int, played: match_file.Logged) -> None:
        """Save a finished game; raises CannotWrite."""
        match_file.export(played, self.file(number), force=self.force)


@frozen
class Series:
    """A series of games: bots, options, data, seed, and the folder to save them in, if any."""

    game: str
    bots: tuple[str, ...]
    seed: str
    options: Mapping[str, str]
    data: Data
    shelf: ExportFolder | None = None

    def play(self, number: int) -> Result:
        """Play the game with that number; number and seed decide everything."""
        seed = f"{self.seed}/{number}"
        dice = dice_of(seed, len(self.bots))
        if self.shelf is None and self._all_random:
            return self._play_unrecorded(seed, dice)
        seats = seats_of(self.bots)
        header = new_header(self.game, seats, seed=seed, options=self.options, data=self.data)
        played: PlayoutResult | Match
        if self._all_random:
            played = record(header, dice=dice)
            picks = played.picks
        else:
            played = Match.start(header, notes=False, digests=self.shelf is not None)
            picks = play_out(played, [make_bot(name) for name in self.bots], dice)
        if self.shelf is not None:
            self.shelf.save_game(number, played)
        return self._result(seed, picks, played.state)

    @property
    def _all_random(self) -> bool:
        """Whether all bots play at random."""
        return set(self.bots) == {"random"}

    def _play_unrecorded(self, seed: str, dice: Sequence[Dice]) -> Result:
        """Play a game for its result only."""
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
    shelf: ExportFolder | None = None,
) -> Iterator[Result]:
    """Play `games` games, one bot per seat, and yield the results in order; games are saved in
    `shelf`, if given.

    The seed decides everything, however many processes (`jobs`) share the work. Raises UnknownGame,
    BadSetup or CannotWrite before the first game, EndlessGame for one that does not end,
    CannotWrite for one that cannot be saved.
    """
    for name in set(bots):
        make_bot(name)
    series = Series(game, tuple(bots), seed, options or {}, data or {}, shelf)
    set_up(load(game), len(bots), series.options, series.data)
    if shelf is not None:
        shelf.clear(seed)
    return play_all(series.play, range(games), jobs)


def seats_of(bots: Sequence[str]) -> Sequence[tuple[str, str]]:
    """Return the (name, player) pairs of bots by their seats."""
    return [(f"{name} {seat}", f"bot:{name}") for seat, name in enumerate(bots, 1)]


def dice_of(seed: str, seats: int) -> Sequence[Dice]:
    """Return the dice of the bot at each seat of a game."""
    return [Dice(f"{seed}/bot/{seat}/".encode()) for seat in range(seats)]


def play_out(match: Match, bots: Sequence[Bot], dice: Sequence[Dice]) -> int:
    """Play the match to its end with one bot per seat; return the number of picks."""
    tell_begin(bots, match)
    picks = 0
    while pending := match.pending():
        seat = pending[0].seat
        match.choose(seat, bots[seat].choose(Observation.of(match, seat, dice[seat])))
        picks += 1
        if picks > playout.MOST_PICKS:
            raise EndlessGame.after(picks)
    tell_end(bots, match)
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
        """Return the distribution of at least one number."""
        twice = numbers if len(numbers) > 1 else [numbers[0], numbers[0]]
        lower, median, upper = quantiles(twice, n=4, method="inclusive")
        return cls(min(numbers), lower, median, upper, max(numbers), fmean(numbers))


@define
class Results:
    """Results of many games, updated one by one."""

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
        """Add a game."""
        self.games += 1
        self.picks += result.picks
        winners = [standing.seat for standing in result.standings if standing.place == 1]
        for seat in winners:
            (self.wins if len(winners) == 1 else self.shared)[seat] += 1
        for standing in result.standings:
            self.totals[standing.seat].append(standing.total)

    def spread(self, seat: int | None = None) -> Distribution:
        """Return the distribution of the totals of a seat, or of all seats together."""
        if seat is not None:
            return Distribution.of(self.totals[seat])
        return Distribution.of([total for totals in self.totals for total in totals])
