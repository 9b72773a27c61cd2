"""Games without anybody watching (self-play): bots play, and the results are counted."""

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
    """How one game went: its seed, how many picks it took and where the seats ended."""

    seed: str
    picks: int
    standings: Sequence[Standing]


@frozen
class ExportFolder:
    """A folder in which so many games are kept as files; those that are there already are written
    over only if that is forced."""

    folder: Path
    game: str
    games: int
    force: bool = False

    def file(self, number: int) -> Path:
        """Where a game is kept, whose number counts from 0; people count from 1."""
        return self.folder / f"{self.game}-{number + 1:0{len(str(self.games))}}.jsonl"

    def clear(self, seed: str) -> None:
        """See to it that every game of a series with this seed can be kept; raises BadSetup or
        CannotWrite, AlreadyThere among them."""
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
        """Write a game that was played; raises CannotWrite."""
        match_file.export(played, self.file(number), force=self.force)


@frozen
class Series:
    """Games of one kind: which bots play them, with which options and data, from which seed, and
    where they are kept, if anywhere."""

    game: str
    bots: tuple[str, ...]
    seed: str
    options: Mapping[str, str]
    data: Data
    shelf: ExportFolder | None = None

    def play(self, number: int) -> Result:
        """One of the games; its number and the seed decide everything."""
        seed = f"{self.seed}/{number}"
        dice = dice_of(seed, len(self.bots))
        if self.shelf is None and self._by_lot:
            return self._play_unrecorded(seed, dice)
        seats = seats_of(self.bots)
        header = new_header(self.game, seats, seed=seed, options=self.options, data=self.data)
        played: PlayoutResult | Match
        if self._by_lot:
            played = record(header, dice=dice)
            picks = played.picks
        else:
            played = Match.start(header, notes=False, digests=self.shelf is not None)
            picks = play_out(played, [make_bot(name) for name in self.bots], dice)
        if self.shelf is not None:
            self.shelf.save_game(number, played)
        return self._result(seed, picks, played.state)

    @property
    def _by_lot(self) -> bool:
        """Whether every bot leaves everything to chance."""
        return set(self.bots) == {"random"}

    def _play_unrecorded(self, seed: str, dice: Sequence[Dice]) -> Result:
        """A game of which nothing is wanted but its result."""
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
    """Play so many games, one bot a seat, and yield each result as it comes, in their order; those
    that came are kept on the shelf, if there is one.

    The seed decides everything, however many processes (`jobs`) share the work. Raises UnknownGame,
    BadSetup or CannotWrite before the first game, Endless for one that does not end, CannotWrite
    for one that cannot be kept.
    """
    for name in set(bots):
        make_bot(name)
    series = Series(game, tuple(bots), seed, options or {}, data or {}, shelf)
    set_up(load(game), len(bots), series.options, series.data)
    if shelf is not None:
        shelf.clear(seed)
    return play_all(series.play, range(games), jobs)


def seats_of(bots: Sequence[str]) -> Sequence[tuple[str, str]]:
    """The (name, player) pairs of bots by their seats."""
    return [(f"{name} {seat}", f"bot:{name}") for seat, name in enumerate(bots, 1)]


def dice_of(seed: str, seats: int) -> Sequence[Dice]:
    """What the bot at each seat of a game draws from when it leaves something to chance."""
    return [Dice(f"{seed}/bot/{seat}/".encode()) for seat in range(seats)]


def play_out(match: Match, bots: Sequence[Bot], dice: Sequence[Dice]) -> int:
    """Let one bot a seat play the match to its end; the number of picks they made."""
    tell_begin(bots, match)
    picks = 0
    while owed := match.pending():
        seat = owed[0].seat
        match.choose(seat, bots[seat].choose(Observation.of(match, seat, dice[seat])))
        picks += 1
        if picks > playout.MOST_PICKS:
            raise EndlessGame.after(picks)
    tell_end(bots, match)
    return picks


@frozen
class Distribution:
    """How numbers spread: the least, the quartiles, the mean and the most."""

    least: int
    lower: float
    median: float
    upper: float
    most: int
    mean: float

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Distribution:
        """The spread of at least one number."""
        twice = numbers if len(numbers) > 1 else [numbers[0], numbers[0]]
        lower, median, upper = quantiles(twice, n=4, method="inclusive")
        return cls(min(numbers), lower, median, upper, max(numbers), fmean(numbers))


@define
class Results:
    """The results of many games, counted as they come."""

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
        """Count one more game."""
        self.games += 1
        self.picks += result.picks
        winners = [standing.seat for standing in result.standings if standing.place == 1]
        for seat in winners:
            (self.wins if len(winners) == 1 else self.shared)[seat] += 1
        for standing in result.standings:
            self.totals[standing.seat].append(standing.total)

    def spread(self, seat: int | None = None) -> Distribution:
        """How the totals of a seat spread, or those of all seats together."""
        if seat is not None:
            return Distribution.of(self.totals[seat])
        return Distribution.of([total for totals in self.totals for total in totals])
