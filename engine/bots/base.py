"""Protocols of bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from attrs import evolve

from engine.core.event import Header, Value
from engine.core.score_sheet import Standing
from engine.match.match import Match
from engine.search.observation import Observation


class Bot(Protocol):
    """A player that chooses for itself."""

    def choose(self, observation: Observation) -> Value:
        """Return a legal pick for the seat's pending decision, from what the seat may know."""
        ...


@runtime_checkable
class MatchListener(Protocol):
    """A bot that wants to know which match it plays in, and its result."""

    def hear_begin(self, header: Header) -> None:
        """Called with the header, without the seed, before the bot is first asked."""
        ...

    def hear_end(self, standings: Sequence[Standing]) -> None:
        """Called with every seat's place once the match is over."""
        ...


def tell_begin(bots: Iterable[Bot], match: Match) -> None:
    """Call `hear_begin` of all bots that listen."""
    for bot in bots:
        if isinstance(bot, MatchListener):
            bot.hear_begin(evolve(match.header, seed=None))


def tell_end(bots: Iterable[Bot], match: Match) -> None:
    """Call `hear_end` of all bots that listen."""
    listening = [bot for bot in bots if isinstance(bot, MatchListener)]
    if listening:
        standings = match.game.standings(match.view(None))
        for bot in listening:
            bot.hear_end(standings)


@runtime_checkable
class ThinkingBot(Protocol):
    """A bot that may take longer than a screen can wait. `by_lot` says that its last pick was
    random, because it was late or illegal."""

    by_lot: bool

    def choose_by(self, observation: Observation, until: float | None) -> Value | None:
        """Return a legal pick; None if it is not ready by `until`, a time of `monotonic`."""
        ...
