"""The bot that leaves everything to chance."""

from __future__ import annotations

from engine.bots.table import Situation
from engine.core.event import Value


class Random:
    """Picks by lot, as each decision draws: any of listed options is as likely as another."""

    def choose(self, table: Situation) -> Value:
        """A random legal pick."""
        return table.sample()
