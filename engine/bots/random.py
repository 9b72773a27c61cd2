"""The bot that leaves everything to chance."""

from __future__ import annotations

from typing import Any

from engine.bots.table import Table


class Random:
    """Picks by lot, as each decision draws: any of listed options is as likely as another."""

    def choose(self, table: Table) -> Any:
        """A random legal pick."""
        return table.sample()
