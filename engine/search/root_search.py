"""Root search: candidate picks are compared by playouts with common random numbers, and the better
half of the candidates remains after each round (sequential halving)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from math import ceil, inf, log2, sqrt
from statistics import fmean, stdev
from typing import Final

from attrs import define, evolve, field, frozen

from engine.core.bot_support import SearchBudget
from engine.core.chance import Dice
from engine.core.command import Menu
from engine.core.event import Event, Value
from engine.core.state import State
from engine.match.playout import Policy, Runner, choose
from engine.match.position import AnyDecision
from engine.search.one_ply import evaluate_picks, one_ply_policy, picks_to_compare
from engine.search.simulation import Observation, determinize, lookahead, playout
from engine.search.win_chances import Outcome, outcome, win_chances

CLEAR_LEAD: Final = 3.0
"""A candidate is dropped if it is behind the best one by more than this number of standard errors
of the difference."""

SURE_LEAD: Final = 1.0
"""Minimum lead, in standard errors of the difference, with which another pick replaces the
favourite (the first pick of `promising`)."""

MIN_LEAD: Final = 0.005
"""Minimum lead, in payoff, with which another pick replaces the favourite. It is needed because the
errors are tiny in positions that are decided."""

MIN_LOSS: Final = 0.03
"""Minimum loss in the chance of winning for which a pick is reported as costly."""

SIGNIFICANT_LOSS: Final = 2.0
"""Minimum loss for which a pick is reported as costly, in standard errors of the loss."""

CAREFUL_PLAYOUTS: Final = 12
"""Number of playouts by careful players for each of the two picks in `carefully_compared`."""

CAREFUL_WORK: Final = 10
"""Work of one pick by a careful player, in quick picks."""

GUESS_WORK: Final = 4
"""Work of one determinization without a history, in quick picks."""

PAST_PER_PICK: Final = 50
"""Number of past events that increase the work of a determinization by one quick pick."""

HINT_EFFORT: Final = 4
"""Number of playouts for the best hint, as a multiple of the strong bot's."""

_MIN_PLAYOUTS: Final = 8
"""Number of playouts before the first candidate can be dropped as clearly worse."""

_CHECK_INTERVAL: Final = 4
"""Number of further playouts after which the search checks again for candidates to drop."""

_SEED_RANGE: Final = 1 << 32


@frozen
class Estimate:
    """A pick with its estimated chance of winning."""

    pick: Value
    chance: float
    """The mean chance over the playouts; 0 if there are none. In a solo game, it is the mean number
    of points, in hundreds."""
    error: float
    """The standard error of the chance. It is infinite for fewer than two playouts."""
    playouts: int


def estimate(
    observation: Observation, budget: SearchBudget, dice: Dice, meter: WorkMeter | None = None
) -> list[Estimate]:
    """Estimate the most promising picks, and return them, beginning with the one that should be
    made.

    The best pick comes first only if its lead over the favourite (the first pick of `promising`) is
    significant. Otherwise the favourite comes first, because the winner of a few playouts is partly
    lucky. Among the others, picks that were dropped early come after those that were searched
    longer. The result depends only on the arguments.

    If the turn continues after a pick, the pick is judged by the better of two continuations: the
    game's quick policy, and ending the turn at once (see `BotSupport.end_turn_pick`). A single
    candidate is returned without playouts. `meter` adds up the work. Raises EndlessGame.
    """
    picks = promising(observation, budget, dice)
    search = Search(observation, budget, dice, [Candidate(pick) for pick in picks])
    if len(picks) > 1:
        search.add_endings()
    search.run()
    if meter is not None:
        meter.done += search.work
    ranked = _best_of_each_pick(search.tried)
    best, favourite = (
        ranked[0],
        next(candidate for candidate in ranked if candidate.pick == picks[0]),
    )
    if best is not favourite and not _surely_leads(best, favourite):
        ranked.remove(favourite)
        ranked.insert(0, favourite)
    return [candidate.estimate() for candidate in ranked]


def hint_budgets(observation: Observation, *efforts: int) -> list[SearchBudget]:
    """Return the budgets of a hint's searches: that of the strong bot, then one for each factor in
    `efforts`, with that many times the playouts. The list is empty if searching does not pay."""
    if not observation.pays_to_search:
        return []
    budget = observation.game.thinking_at(observation.view)
    return [budget, *(evolve(budget, playouts=times * budget.playouts) for times in efforts)]


def _best_of_each_pick(tried: Sequence[Candidate]) -> list[Candidate]:
    """Return the best candidate for each pick, sorted by the number of playouts, then by payoff,
    highest first."""
    ranked = sorted(tried, key=lambda candidate: (-len(candidate.results), -candidate.mean))
    first: dict[Value, Candidate] = {}
    for candidate in ranked:
        first.setdefault(candidate.pick, candidate)
    return list(first.values())


@frozen
class Comparison:
    """The played pick and the best pick found. They can be the same."""

    played: Estimate
    best: Estimate
    error: float
    """Standard error of the difference between the chances of both picks. It is usually smaller
    than the error of either chance, because both picks were tried with the same random numbers."""

    @property
    def loss(self) -> float:
        """The loss in the chance of winning, at least 0."""
        return max(0.0, self.best.chance - self.played.chance)

    @property
    def is_sure(self) -> bool:
        """Whether the loss is significant and large enough to report."""
        return self.loss > max(MIN_LOSS, SIGNIFICANT_LOSS * self.error)


@define
class WorkMeter:
    """The total work of searches, measured in quick picks: picks of the quick policy in playouts.
    Unlike time, it is the same on every machine."""

    done: int = 0


def compared(
    observation: Observation,
    budget: SearchBudget,
    dice: Dice,
    played: Value,
    meter: WorkMeter | None = None,
) -> Comparison | None:
    """Compare the pick `played` with the best of the candidates, with the same number of playouts
    each. Return None if there is no other candidate. `meter` adds up the work.

    For a significant loss, careful players repeat the comparison of the two picks. There are two
    reasons: the best of many picks is partly lucky, and quick players may lose with a pick that is
    good for better players.
    """
    picks = [pick for pick in promising(observation, budget, dice) if pick != played]
    if not picks:
        return None
    tried = [Candidate(pick) for pick in (played, *picks[: budget.candidates - 1])]
    search = Search(observation, budget, dice, tried)
    search.play_equally(budget.playouts // len(tried))
    comparison = _comparison(tried[0], max(tried, key=lambda candidate: candidate.mean))
    meter = meter or WorkMeter()
    meter.done += search.work
    if not comparison.is_sure:
        return comparison
    return carefully_compared(observation, budget, dice, played, comparison.best.pick, meter)


def carefully_compared(
    observation: Observation,
    budget: SearchBudget,
    dice: Dice,
    played: Value,
    best: Value,
    meter: WorkMeter,
) -> Comparison:
    """Compare the pick `played` with the pick `best` by playouts with careful players. `meter` adds
    up the work."""
    pair = Candidate(played), Candidate(best)
    search = Search(observation, budget, dice, [*pair], partial(one_ply_policy, observation.game))
    search.play_equally(CAREFUL_PLAYOUTS)
    meter.done += CAREFUL_WORK * search.work
    return _comparison(*pair)


def _comparison(played: Candidate, best: Candidate) -> Comparison:
    lead = [b - a for a, b in zip(played.chances, best.chances, strict=True)]
    return Comparison(played.estimate(), best.estimate(), error_of(lead))


def promising(observation: Observation, budget: SearchBudget, dice: Dice) -> list[Value]:
    """Return the candidates of a search, at most as many as the budget allows.

    The game's advice comes first, then the picks with the best one-ply values. In a menu, each
    command's picks beyond `budget.max_per_command` come last. `dice` breaks ties. A pick that wins
    at once is the only candidate.
    """
    ranked = dice.shuffle(evaluate_picks(observation, picks_to_compare(observation, dice)))
    ranked.sort(key=lambda candidate: candidate.order, reverse=True)
    picks = [candidate.pick for candidate in ranked]
    advice = observation.game.advise(observation.view, observation.decision, dice)
    if advice is not None:
        picks = [advice, *(pick for pick in picks if pick != advice)]
    if budget.max_per_command is not None and isinstance(observation.decision, Menu):
        picks = _limited_per_command(picks, budget.max_per_command)
    picks = picks[: budget.candidates]
    after = {candidate.pick: candidate.after for candidate in ranked}
    won = (
        pick
        for pick in picks
        if _is_won(observation, after.get(pick) or lookahead(observation, pick))
    )
    first = next(won, None)
    return picks if first is None else [first]


def _limited_per_command(picks: Sequence[Value], most: int) -> list[Value]:
    """Return a menu's picks in the same order, except that only `most` picks of each command come
    first. The others are moved to the end."""
    seen = Counter[Value]()
    first: list[Value] = []
    rest: list[Value] = []
    for pick in picks:
        assert isinstance(pick, tuple)
        seen[pick[0]] += 1
        (first if seen[pick[0]] <= most else rest).append(pick)
    return [*first, *rest]


def _is_won(observation: Observation, after: State) -> bool:
    """Whether the game is over in `after` and the seat is the only winner. False in solo games."""
    return (
        after.over
        and after.seats > 1
        and win_chances(observation.game, after)[observation.seat] == 1
    )


@define
class Candidate:
    """A pick with the payoffs (`results`) and chances of winning (`chances`) of its playouts. With
    `ending`, the turn ends as soon as possible after the pick; otherwise the policy continues the
    turn."""

    pick: Value
    ending: bool = False
    results: list[float] = field(factory=list)
    chances: list[float] = field(factory=list)

    @property
    def mean(self) -> float:
        """The mean payoff of the playouts; 0 if there are none."""
        return fmean(self.results) if self.results else 0.0

    def add(self, outcome: Outcome) -> None:
        self.results.append(outcome.payoff)
        self.chances.append(outcome.chance)

    def estimate(self) -> Estimate:
        """Return the pick with its mean chance, the standard error, and the number of playouts."""
        chance = fmean(self.chances) if self.chances else 0.0
        return Estimate(self.pick, chance, error_of(self.chances), len(self.results))


@define
class Search:
    """Playouts of candidates with common random numbers.

    The number of a playout determines its guess of the hidden values and its outcomes, which are
    the same for all candidates. All seats pick by `policy` (None for the game's quick policy),
    which is not used for candidates with `ending`. `work` is the total work, in quick picks.
    """

    observation: Observation
    budget: SearchBudget
    dice: Dice
    tried: list[Candidate]
    policy: Policy | None = None
    work: int = 0
    key: int = field(init=False)

    @key.default
    def _draw_key(self) -> int:
        return self.dice.below(_SEED_RANGE)

    def add_endings(self) -> None:
        """For each pick after which the quick policy would continue the turn, add a candidate that
        ends the turn instead."""
        observation, game = self.observation, self.observation.game
        end = game.end_turn_pick(observation.decision)
        if end is None:
            return
        guess = determinize(observation, Dice(f"{self.key}/ending/".encode()))
        for candidate in list(self.tried):
            if candidate.pick != end and self._goes_on(guess.copy(), candidate.pick, end):
                self.tried.append(Candidate(candidate.pick, ending=True))

    def _goes_on(self, state: State, pick: Value, end: Value) -> bool:
        """Whether the quick policy continues the turn after a pick instead of choosing `end`, the
        pick that ends the turn. `state` is changed."""
        observation, game = self.observation, self.observation.game
        seat, turn = observation.seat, state.turn
        continued: list[bool] = []

        def policy(state: State, decision: AnyDecision, dice: Dice) -> Value:
            chosen = game.quick(state, decision, dice)
            if decision.seat == seat and game.end_turn_pick(decision) == end:
                continued.append(chosen != end)
            return chosen

        def is_known(state: State) -> bool:
            return bool(continued) or state.turn != turn

        seed = f"{self.key}/ending"
        dice = [Dice(f"{seed}/{seat}/".encode()) for seat in range(state.seats)]
        choose(state, seat, pick)
        Runner(state, seed, dice, policy, moment=is_known, until=True).run()
        return any(continued)

    def _ending_policy(self, turn: int) -> Policy:
        """Return a policy that ends the seat's turn number `turn` as soon as possible."""
        game, seat = self.observation.game, self.observation.seat

        def policy(state: State, decision: AnyDecision, dice: Dice) -> Value:
            if decision.seat == seat and state.turn == turn:
                end = game.end_turn_pick(decision)
                if end is not None:
                    return end
            return game.quick(state, decision, dice)

        return policy

    def run(self) -> None:
        """Run the playouts that the budget allows. Stop earlier if one pick is clearly the best."""
        left = self.tried
        rounds = ceil(log2(max(len(left), 1)))
        number = 0
        for _ in range(rounds):
            until = number + max(1, self.budget.playouts // (rounds * len(left)))
            while number < until and len(left) > 1:
                self._play(number, left)
                number += 1
                if number >= _MIN_PLAYOUTS and number % _CHECK_INTERVAL == 0:
                    left = prune_hopeless(left)
            left = sorted(left, key=lambda candidate: -candidate.mean)[: ceil(len(left) / 2)]
            if len(left) == 1:
                return

    def play_equally(self, playouts: int) -> None:
        """Run `playouts` playouts of each candidate (two if `playouts` is less)."""
        for number in range(max(2, playouts)):
            self._play(number, self.tried)

    def _play(self, number: int, left: Sequence[Candidate]) -> None:
        """Run playout number `number` of each remaining candidate, all from the same guess and with
        the same seed."""
        observation, game = self.observation, self.observation.game
        seed = f"{self.key}/{number}"
        guess = determinize(observation, Dice(f"{seed}/guess/".encode()))
        until = game.moment(guess) + self.budget.moments
        self.work += guess_work(observation.past)
        for candidate in left:
            state = guess.copy()
            choose(state, observation.seat, candidate.pick)
            policy = self._ending_policy(guess.turn) if candidate.ending else self.policy
            self.work += playout(game, state, seed, until, policy)
            candidate.add(outcome(game, state, observation.seat))


def guess_work(past: Sequence[Event]) -> int:
    """Return the work of a determinization with the history `past`, in quick picks."""
    return GUESS_WORK + len(past) // PAST_PER_PICK


def prune_hopeless(tried: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates that are not clearly behind the best one. All candidates must have the
    same number of playouts."""
    best = max(tried, key=lambda candidate: candidate.mean)
    return [
        candidate
        for candidate in tried
        if candidate is best or not _clearly_behind(candidate, best)
    ]


def _clearly_behind(candidate: Candidate, best: Candidate) -> bool:
    lead = [b - a for a, b in zip(candidate.results, best.results, strict=True)]
    return fmean(lead) > CLEAR_LEAD * error_of(lead)


def _surely_leads(best: Candidate, favourite: Candidate) -> bool:
    """Whether the lead of `best` is significant, judged by the playouts that both candidates have
    had. Without playouts, it counts as significant."""
    lead = [b - a for a, b in zip(favourite.results, best.results, strict=False)]
    return not lead or fmean(lead) > max(MIN_LEAD, SURE_LEAD * error_of(lead))


def error_of(results: Sequence[float]) -> float:
    """Return the standard error of the mean of `results`. It is infinite for fewer than two
    results."""
    return stdev(results) / sqrt(len(results)) if len(results) > 1 else inf
