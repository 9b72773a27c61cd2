"""Contests of bots: each deal is played once per seating, so that every bot is in every seat
equally often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter, thread_time

from attrs import define, field, frozen

from engine.bots import make_bot
from engine.bots.policies import Bot, MatchListener, ThinkingBot
from engine.contests.game_result import GameResult, ResultsLog, sum_of, terms, turned
from engine.contests.simulate import ExportFolder, dice_of, play_all, play_out, seats_of
from engine.core.component_data import Data
from engine.core.event import Header, Value
from engine.core.score_sheet import Standing
from engine.errors import BadSetup
from engine.games import load
from engine.i18n.text import words
from engine.match.match import Match, new_header
from engine.match.playout import set_up
from engine.search.simulation import Observation


@define
class Timed:
    """A bot with the milliseconds of processor time of each pick; for an external program, of
    elapsed time."""

    bot: Bot
    ms: list[float] = field(factory=list)

    def choose(self, observation: Observation) -> Value:
        """Return the bot's pick."""
        clock = perf_counter if isinstance(self.bot, ThinkingBot) else thread_time
        start = clock()
        pick = self.bot.choose(observation)
        self.ms.append(round((clock() - start) * 1000, 3))
        return pick

    @property
    def lost(self) -> int:
        """Number of random picks, made because the bot was late or wrong."""
        return getattr(self.bot, "lost", 0)

    def hear_begin(self, header: Header) -> None:
        """Call the bot's `hear_begin`, if it listens."""
        if isinstance(self.bot, MatchListener):
            self.bot.hear_begin(header)

    def hear_end(self, standings: Sequence[Standing]) -> None:
        """Call the bot's `hear_end`, if it listens."""
        if isinstance(self.bot, MatchListener):
            self.bot.hear_end(standings)


@frozen
class Contest:
    """Games between bots, numbered from 0: the number and the seed decide everything.

    `bots` are those of the first seating, `options` all options of the game.
    """

    game: str
    bots: tuple[str, ...]
    seed: str
    options: Mapping[str, str]
    data: Data
    shelf: ExportFolder | None = None

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
        shelf: ExportFolder | None = None,
    ) -> Contest:
        """Return a contest of bots, assigned to the seats in turn; raises UnknownGame or
        BadSetup."""
        for name in bots:
            make_bot(name)
        if len(bots) > seats:
            raise BadSetup(words("There are more bots than seats."))
        rules = load(game)
        set_up(rules, seats, options, data)
        seating = tuple(bots[seat % len(bots)] for seat in range(seats))
        return cls(game, seating, seed, rules.check(seats, options), data, shelf)

    def rounded(self, games: int) -> int:
        """Round `games` up to a multiple of the number of seatings."""
        seatings = len(turned(self.bots))
        return -(-games // seatings) * seatings

    def run(
        self, games: int, *, jobs: int = 1, ledger: ResultsLog | None = None
    ) -> Iterator[GameResult]:
        """Yield the first `games` games, first those in the ledger; the others are played in `jobs`
        processes, and appended to it.

        Raises BadSetup, BadSave or CannotWrite before the first game, EndlessGame or CannotWrite
        for one that does not end or cannot be saved.
        """
        if self.shelf is not None:
            self.shelf.clear(self.seed)
        known_results: dict[tuple[str, tuple[str, ...]], GameResult] = {}
        if ledger is not None:
            ledger.open()
            known_results = {result.key: result for result in ledger.bouts(self._terms)}
        keys = [self._key(number) for number in range(games)]
        due = [number for number, key in enumerate(keys) if key not in known_results]
        known = [known_results[key] for key in keys if key in known_results]
        return self._results(known, due, jobs, ledger)

    def play(self, number: int) -> GameResult:
        """Play the game with that number."""
        seed, bots = self._key(number)
        header = new_header(
            self.game, seats_of(bots), seed=seed, options=self.options, data=self.data
        )
        match = Match.start(header, notes=False, digests=self.shelf is not None)
        players = [Timed(make_bot(name)) for name in bots]
        picks = play_out(match, players, dice_of(seed, len(bots)))
        if self.shelf is not None:
            self.shelf.save_game(number, match)
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
        """Return the seed of a game, and its bots by seat."""
        seatings = turned(self.bots)
        deal, rotation = divmod(number, len(seatings))
        return f"{self.seed}/{deal}", seatings[rotation]

    @property
    def _terms(self) -> Mapping[str, object]:
        rules = load(self.game).rules
        return terms(self.game, rules, self.options, sum_of(self.data), self.bots, self.seed)

    def _results(
        self, known: Sequence[GameResult], due: Sequence[int], jobs: int, ledger: ResultsLog | None
    ) -> Iterator[GameResult]:
        yield from known
        for result in play_all(self.play, due, jobs, most=1):
            if ledger is not None:
                ledger.append(result)
            yield result
