"""Protocols for bots, and the built-in bots: random, easy, medium, strong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from typing import ClassVar, Final, Protocol, runtime_checkable

from attrs import evolve

from engine.core.event import Header, Value
from engine.core.score_sheet import Standing
from engine.match.match import Match
from engine.search.one_ply import best_of, evaluate_picks, picks_to_compare
from engine.search.root_search import estimate
from engine.search.simulation import Observation


class Bot(Protocol):
    """Protocol of a bot, which makes the picks of a seat."""

    def choose(self, observation: Observation) -> Value:
        """Return a legal pick for the seat's pending decision, based on what the seat may know."""
        ...


@runtime_checkable
class MatchListener(Protocol):
    """Protocol of a bot that is notified before its first decision in a match, and when the match
    ends."""

    def on_match_begin(self, header: Header) -> None:
        """Receive the header, without its seed, before the bot's first decision in a match."""
        ...

    def on_match_end(self, standings: Sequence[Standing]) -> None:
        """Receive the standing of every seat when the match is over."""
        ...


def notify_match_begin(bots: Iterable[Bot], match: Match) -> None:
    """Pass the header of `match`, without its seed, to each `MatchListener` among `bots`."""
    for bot in bots:
        if isinstance(bot, MatchListener):
            bot.on_match_begin(evolve(match.header, seed=None))


def notify_match_end(bots: Iterable[Bot], match: Match) -> None:
    """Pass the standings of `match`, which is over, to each `MatchListener` among `bots`."""
    listening = [bot for bot in bots if isinstance(bot, MatchListener)]
    if listening:
        standings = match.game.standings(match.view(None))
        for bot in listening:
            bot.on_match_end(standings)


@runtime_checkable
class ThinkingBot(Protocol):
    """Protocol of a bot that may take longer than a screen can wait. `was_random` is whether its
    last pick was random because the bot did not return a legal pick in time."""

    was_random: bool

    def choose_by(self, observation: Observation, until: float | None) -> Value | None:
        """Return a legal pick, or None if it is not ready by `until` (a time of `monotonic`; None
        to wait for the pick). In that case, call this method again."""
        ...


class Random:
    """Bot that picks at random. All listed options are equally likely. If the options are not
    listed, the decision draws a pick."""

    def choose(self, observation: Observation) -> Value:
        return observation.sample()


ADVICE_PERIOD: Final = 4
"""Denominator of the probability that the easy bot follows the game's advice. The numerator is
`easy_bot_advised`."""

MAX_MISTAKE: Final = 2
"""Maximum difference in value, in units of `easy_bot_tolerance`, between the best pick and a pick
that the easy bot draws at random."""

_DRAW_STEPS: Final = 1 << 20


class Easy:
    """Bot that follows the game's advice in some decisions, and otherwise picks at random among the
    best options, better ones more often.

    Except on advice, it ignores preparatory picks that gain nothing if there are other picks, and
    it never makes a pick that is worse than the best remaining pick by more than `MAX_MISTAKE`
    times the game's `easy_bot_tolerance`.
    """

    def choose(self, observation: Observation) -> Value:
        """Return the game's advice in some of the decisions (see `ADVICE_PERIOD`). In the others,
        or without advice, return one of the best picks at random, better ones more often."""
        game, dice = observation.game, observation.dice
        advice = game.advise(observation.view, observation.decision, dice)
        if (
            advice is not None
            and dice.below(ADVICE_PERIOD) >= ADVICE_PERIOD - game.easy_bot_advised
        ):
            return advice
        ranked = evaluate_picks(observation, picks_to_compare(observation, dice))
        helping = [candidate for candidate in ranked if candidate.helps] or ranked
        best = max(candidate.value for candidate in helping)
        near = [
            candidate
            for candidate in helping
            if candidate.value >= best - MAX_MISTAKE * game.easy_bot_tolerance
        ]
        odds = [exp((candidate.value - best) / game.easy_bot_tolerance) for candidate in near]
        drawn = dice.below(_DRAW_STEPS) / _DRAW_STEPS * sum(odds)
        for candidate, odd in zip(near, odds, strict=True):
            drawn -= odd
            if drawn < 0:
                return candidate.pick
        return near[-1].pick


MIN_PREPARATION_GAIN: Final = 0.2
"""Gain in points above which the medium bot makes a preparatory pick before any other."""


class Medium:
    """Bot that makes the best pick of a short search if the game has a `medium_budget` and
    searching pays. Otherwise it makes the pick that the game advises or, without advice, the pick
    with the highest value as far as its seat can know.

    Without search or advice, a preparatory pick comes first if it gains more than
    `MIN_PREPARATION_GAIN` points, and last if it gains nothing. If none comes first, ties are
    broken at random.
    """

    def choose(self, observation: Observation) -> Value:
        """Return the best pick of a short search, if the game has a `medium_budget` and searching
        pays. Otherwise return the game's advice or, without advice, the best pick of a one-step
        lookahead."""
        dice, glance = observation.dice, observation.game.medium_budget
        if glance is not None and observation.pays_to_search:
            return estimate(observation, glance, dice)[0].pick
        advice = observation.game.advise(observation.view, observation.decision, dice)
        if advice is not None:
            return advice
        ranked = evaluate_picks(observation, picks_to_compare(observation, dice))
        first = max(ranked, key=lambda ranked_pick: ranked_pick.adds)
        return first.pick if first.adds > MIN_PREPARATION_GAIN else best_of(ranked, dice)


class Strong:
    """Bot that guesses hidden information, compares picks by many playouts, and makes the pick with
    the best chance of winning."""

    thinks: ClassVar = True

    def choose(self, observation: Observation) -> Value:
        """Return the pick with the best chance of winning, according to playouts within the game's
        search budget. If its lead is not significant, return the game's advice or, without advice,
        the favourite of a one-step lookahead. If searching does not pay, choose like the medium
        bot. Hints use the same search."""
        if not observation.pays_to_search:
            return Medium().choose(observation)
        budget = observation.game.thinking_at(observation.view)
        return estimate(observation, budget, observation.dice)[0].pick
