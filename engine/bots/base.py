"""What a bot is."""

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

    def choose(self, situation: Observation) -> Value:
        """A legal pick for the decision that the seat owes, by what the seat may know."""
        ...


@runtime_checkable
class MatchListener(Protocol):
    """A bot that wants to know which match it plays in, and how that has ended."""

    def hear_begin(self, header: Header) -> None:
        """How the log begins, without the seed: that is for no bot. It comes before the bot is
        asked anything."""
        ...

    def hear_end(self, standings: Sequence[Standing]) -> None:
        """Every seat's place, once the match is over."""
        ...


def tell_begin(bots: Iterable[Bot], match: Match) -> None:
    """Tell all bots that want to know it which match they play in."""
    for bot in bots:
        if isinstance(bot, MatchListener):
            bot.hear_begin(evolve(match.header, seed=None))


def tell_end(bots: Iterable[Bot], match: Match) -> None:
    """Tell all bots that want to know it how a match has ended."""
    listening = [bot for bot in bots if isinstance(bot, MatchListener)]
    if listening:
        standings = match.game.standings(match.view(None))
        for bot in listening:
            bot.hear_end(standings)


@runtime_checkable
class ThinkingBot(Protocol):
    """A bot that may think for longer than a screen can wait. `by_lot` says that its last choice
    was made by lot, because it was late or wrong."""

    by_lot: bool

    def choose_by(self, situation: Observation, until: float | None) -> Value | None:
        """A legal pick; None if by `until`, a time of `monotonic`, it thinks still."""
        ...
