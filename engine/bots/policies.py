"""Protocol of bots, and the built-in ones: random, easy, medium, strong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from typing import ClassVar, Final, Protocol, runtime_checkable

from attrs import evolve

from engine.core.event import Header, Value
from engine.core.score_sheet import Standing
from engine.match.match import Match
from engine.search.one_ply import best_of, picks_to_compare, rank
from engine.search.root_search import estimate
from engine.search.simulation import Observation


class Bot(Protocol):
    """A bot, which makes the picks of a seat."""

    def choose(self, observation: Observation) -> Value:
        """Return a legal pick for the seat's pending decision, from what the seat may know."""
        ...


@runtime_checkable
class MatchListener(Protocol):
    """A bot that wants to know which match it plays in, and its result."""

    def on_match_begin(self, header: Header) -> None:
        """Called with the header, without the seed, before the bot is first asked."""
        ...

    def on_match_end(self, standings: Sequence[Standing]) -> None:
        """Called with every seat's place once the match is over."""
        ...


def tell_begin(bots: Iterable[Bot], match: Match) -> None:
    """Call `hear_begin` of all bots that listen."""
    for bot in bots:
        if isinstance(bot, MatchListener):
            bot.on_match_begin(evolve(match.header, seed=None))


def tell_end(bots: Iterable[Bot], match: Match) -> None:
    """Call `hear_end` of all bots that listen."""
    listening = [bot for bot in bots if isinstance(bot, MatchListener)]
    if listening:
        standings = match.game.standings(match.view(None))
        for bot in listening:
            bot.on_match_end(standings)


@runtime_checkable
class ThinkingBot(Protocol):
    """A bot that may take longer than a screen can wait. `was_random` says that its last pick was
    random, because it was late or illegal."""

    was_random: bool

    def choose_by(self, observation: Observation, until: float | None) -> Value | None:
        """Return a legal pick; None if it is not ready by `until`, a time of `monotonic`."""
        ...


class Random:
    """Bot that picks at random: listed options are equally likely, unlisted ones are drawn by the
    decision."""

    def choose(self, observation: Observation) -> Value:
        """Return a random legal pick."""
        return observation.sample()


ADVISED: Final = 4
"""On average, the easy bot ignores the game's advice in one of this many picks."""

FURTHEST: Final = 2
"""Largest difference from the best pick that the easy bot accepts, in units of
`easy_bot_tolerance`."""

_FINE: Final = 1 << 20


class Easy:
    """Bot that picks among the options nearly as good as the best, better ones more often.

    The game's `easy_bot_tolerance` says what is nearly as good; picks much farther behind are never
    made.
    """

    def choose(self, observation: Observation) -> Value:
        """Return a pick that is never absurd."""
        game, dice = observation.game, observation.dice
        advice = game.advise(observation.view, observation.decision, dice)
        if advice is not None and dice.below(ADVISED):
            return advice
        ranked = rank(observation, picks_to_compare(observation, dice))
        helping = [candidate for candidate in ranked if candidate.helps] or ranked
        best = max(candidate.value for candidate in helping)
        near = [
            candidate
            for candidate in helping
            if candidate.value >= best - FURTHEST * game.easy_bot_tolerance
        ]
        odds = [exp((candidate.value - best) / game.easy_bot_tolerance) for candidate in near]
        drawn = dice.below(_FINE) / _FINE * sum(odds)
        for candidate, odd in zip(near, odds, strict=True):
            drawn -= odd
            if drawn < 0:
                return candidate.pick
        return near[-1].pick


PAYS: Final = 0.2
"""Minimum gain, in points, for which the medium bot makes a preparatory pick first."""


class Medium:
    """Bot that makes the pick that the game advises, or the one with the highest value for its
    seat, as far as the seat can know.

    Preparatory picks come first if they surely pay, and last if they do not pay at all. The
    dice of the observation break ties.
    """

    def choose(self, observation: Observation) -> Value:
        """Return the best of a few playouts if the game has a `medium_budget` and a search pays;
        otherwise the game's advice, or else the pick with the highest value."""
        dice, glance = observation.dice, observation.game.medium_budget
        if glance is not None and observation.pays_to_search:
            return estimate(observation, glance, dice)[0].pick
        advice = observation.game.advise(observation.view, observation.decision, dice)
        if advice is not None:
            return advice
        ranked = rank(observation, picks_to_compare(observation, dice))
        first = max(ranked, key=lambda ranked_pick: ranked_pick.adds)
        return first.pick if first.adds > PAYS else best_of(ranked, dice)


class Strong:
    """Bot that plays on from guesses of what it cannot see, and makes the pick that wins most
    often."""

    thinks: ClassVar = True

    def choose(self, observation: Observation) -> Value:
        """Return the pick with the best chance to win, by the playouts of the game's budget;
        the pick of one-ply search, if none is significantly better. Hints use the same search."""
        if not observation.pays_to_search:
            return Medium().choose(observation)
        budget = observation.game.thinking_at(observation.view)
        return estimate(observation, budget, observation.dice)[0].pick
