"""Contests between bots, and the scores of each bot.

Each deal is played once per rotation of the bots, so that every bot is in every seat equally
often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, sqrt
from time import perf_counter, thread_time
from typing import Final

from attrs import define, field, frozen

from engine.bots import make_bot
from engine.bots.policies import Bot, MatchListener, ThinkingBot
from engine.contests.game_result import GameResult, ResultsLog, sum_of, terms, turned
from engine.contests.simulate import ExportFolder, dice_of, map_in_processes, play_out, seats_of
from engine.core.component_data import Data
from engine.core.event import Header, Value
from engine.core.score_sheet import Standing
from engine.errors import BadSetup
from engine.games import load
from engine.match.match import Match, new_header
from engine.match.playout import set_up
from engine.search.simulation import Observation

MIN_SIGNIFICANT_GAMES: Final = 100
"""Minimum number of games for a significant result."""

_NORMAL_QUANTILE: Final = 1.959964
"""The 97.5% quantile of the standard normal distribution, for 95% intervals."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95% Wilson score interval of the share of wins, as (low, high), each from 0 to 1.
    `wins` can include fractions for shared wins; `games` must be at least 1."""
    share, square = wins / games, _NORMAL_QUANTILE**2
    middle = share + square / (2 * games)
    spread = _NORMAL_QUANTILE * sqrt(share * (1 - share) / games + square / (4 * games**2))
    whole = 1 + square / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


@define
class BotScore:
    """The score of a bot. A shared win counts as a fraction.

    Places, totals and margins (over the best seat of all other bots) are sums over the bot's
    `seats` in all games. `fair` is the sum, over the games, of the share of wins expected by
    chance. `lost` is the number of picks that were made at random in place of the bot. `times`
    counts the bot's picks by the time that they took, in milliseconds.
    """

    bot: str
    games: int = 0
    wins: Fraction = Fraction(0)
    fair: Fraction = Fraction(0)
    seats: int = 0
    places: int = 0
    totals: int = 0
    margins: int = 0
    lost: int = 0
    times: Counter[float] = field(factory=Counter)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the bot's share of wins, as (low, high), each from 0 to 1.
        At least one game must have been played."""
        return wilson(float(self.wins), self.games)

    def time(self, part: float) -> float:
        """Return the quantile `part` (0 to 1) of the bot's times per pick, in milliseconds; 0 if
        there are no picks."""
        due, counted = ceil(part * self.times.total()), 0
        for time, picks in sorted(self.times.items()):
            counted += picks
            if counted >= due:
                return time
        return 0.0


@define
class BotScores:
    """Scores of all bots of a contest (`of`, by bot), and totals, updated game by game. `seats` is
    the number of seats in each game."""

    games: int = 0
    picks: int = 0
    turns: int = 0
    rounds: int = 0
    seats: int = 0
    of: dict[str, BotScore] = field(factory=dict)

    def add(self, result: GameResult) -> None:
        self.games += 1
        self.picks += result.picks
        self.turns += result.turns
        self.rounds += result.rounds
        self.seats = len(result.bots)
        for bot in dict.fromkeys(result.bots):
            score = self.of.setdefault(bot, BotScore(bot))
            score.games += 1
            score.fair += Fraction(result.bots.count(bot), len(result.bots))
        for seat in range(len(result.bots)):
            self._add_seat(result, seat)

    def _add_seat(self, result: GameResult, seat: int) -> None:
        score, total = self.of[result.bots[seat]], result.totals[seat]
        others = [
            other
            for bot, other in zip(result.bots, result.totals, strict=True)
            if bot != result.bots[seat]
        ]
        score.seats += 1
        if seat in result.winners:
            score.wins += Fraction(1, len(result.winners))
        score.places += result.places[seat]
        score.totals += total
        score.margins += total - max(others, default=total)
        score.times.update(result.ms[seat])
        score.lost += result.lost[seat] if result.lost else 0


@define
class Timed:
    """A bot whose picks are timed. `ms` has the time of each pick in milliseconds: processor time
    or, for an external program, elapsed time."""

    bot: Bot
    ms: list[float] = field(factory=list)

    def choose(self, observation: Observation) -> Value:
        clock = perf_counter if isinstance(self.bot, ThinkingBot) else thread_time
        start = clock()
        pick = self.bot.choose(observation)
        self.ms.append(round((clock() - start) * 1000, 3))
        return pick

    @property
    def lost(self) -> int:
        """The number of picks made at random because the bot gave no valid answer in time."""
        return getattr(self.bot, "lost", 0)

    def on_match_begin(self, header: Header) -> None:
        """Call the bot's `on_match_begin`, if it has one."""
        if isinstance(self.bot, MatchListener):
            self.bot.on_match_begin(header)

    def on_match_end(self, standings: Sequence[Standing]) -> None:
        """Call the bot's `on_match_end`, if it has one."""
        if isinstance(self.bot, MatchListener):
            self.bot.on_match_end(standings)


@frozen
class Contest:
    """Games between bots, numbered from 0. With built-in bots, the number of a game and the seed of
    the contest determine the game.

    `bots` are the bots by seat in the first rotation. `options` are the result of
    `TableSettings.check`.
    """

    game: str
    bots: tuple[str, ...]
    seed: str
    options: Mapping[str, str]
    data: Data
    export_folder: ExportFolder | None = None

    @classmethod
    def between(
        cls,
        game: str,
        bots: Sequence[str],
        seats: int,
        *,
        seed: str,
        options: Mapping[str, str],
        data: Data,
    ) -> Contest:
        """Return a contest in which the seats are filled with `bots` in turn. Raises UnknownGame or
        BadSetup."""
        for name in bots:
            make_bot(name)
        if len(bots) > seats:
            raise BadSetup("There are more bots than seats.")
        rules = load(game)
        set_up(rules, seats, options, data)
        seating = tuple(bots[seat % len(bots)] for seat in range(seats))
        return cls(game, seating, seed, rules.check(seats, options), data)

    def rounded(self, games: int) -> int:
        """Return `games` rounded up to a multiple of the number of rotations."""
        seatings = len(turned(self.bots))
        return -(-games // seatings) * seatings

    def run(
        self, games: int, *, jobs: int = 1, results_log: ResultsLog | None = None
    ) -> Iterator[GameResult]:
        """Prepare the files, and return an iterator over the results of the first `games` games:
        first those already in `results_log`, then those of the other games, which are played in
        `jobs` processes and appended to `results_log`.

        Raises BadSetup, BadSave or CannotWrite. The iterator raises EndlessGame or CannotWrite for
        a game that does not end or cannot be saved.
        """
        if self.export_folder is not None:
            self.export_folder.prepare(self.seed)
        known_results: dict[tuple[str, tuple[str, ...]], GameResult] = {}
        if results_log is not None:
            results_log.prepare()
            known_results = {result.key: result for result in results_log.results(self._terms)}
        keys = [self._key(number) for number in range(games)]
        missing = [number for number, key in enumerate(keys) if key not in known_results]
        finished = [known_results[key] for key in keys if key in known_results]
        return self._results(finished, missing, jobs, results_log)

    def play(self, number: int) -> GameResult:
        seed, bots = self._key(number)
        header = new_header(
            self.game, seats_of(bots), seed=seed, options=self.options, data=self.data
        )
        match = Match.start(header, notes=False, digests=self.export_folder is not None)
        players = [Timed(make_bot(name)) for name in bots]
        picks = play_out(match, players, dice_of(seed, len(bots)))
        if self.export_folder is not None:
            self.export_folder.save_game(number, match)
        standings = sorted(
            match.game.standings(match.view(None)), key=lambda standing: standing.seat
        )
        return GameResult(
            self.game,
            header.rules,
            self.options,
            sum_of(self.data),
            seed,
            number % len(turned(self.bots)),
            bots,
            tuple(standing.total for standing in standings),
            tuple(standing.place for standing in standings),
            picks,
            match.state.turn,
            match.state.round,
            tuple(tuple(player.ms) for player in players),
            tuple(player.lost for player in players),
        )

    def _key(self, number: int) -> tuple[str, tuple[str, ...]]:
        """Return the seed of game `number`, and its bots by seat."""
        seatings = turned(self.bots)
        deal, rotation = divmod(number, len(seatings))
        return f"{self.seed}/{deal}", seatings[rotation]

    @property
    def _terms(self) -> Mapping[str, object]:
        rules = load(self.game).rules
        return terms(self.game, rules, self.options, sum_of(self.data), self.bots, self.seed)

    def _results(
        self,
        finished: Sequence[GameResult],
        missing: Sequence[int],
        jobs: int,
        results_log: ResultsLog | None,
    ) -> Iterator[GameResult]:
        yield from finished
        for result in map_in_processes(self.play, missing, jobs, most=1):
            if results_log is not None:
                results_log.append(result)
            yield result
