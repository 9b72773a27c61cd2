"""The bot that leaves everything to chance."""

from __future__ import annotations

from engine.core.event import Value
from engine.search.observation import Observation


class Random:
    """Picks by lot, as each decision draws: any of listed options is as likely as another."""

    def choose(self, situation: Observation) -> Value:
        """A random legal pick."""
        return situation.sample()
