"""The random bot."""

from __future__ import annotations

from engine.core.event import Value
from engine.search.observation import Observation


class Random:
    """Picks at random, as each decision draws: listed options are equally likely."""

    def choose(self, observation: Observation) -> Value:
        """Return a random legal pick."""
        return observation.sample()
