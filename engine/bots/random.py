"""The bot that leaves everything to chance."""

from __future__ import annotations

from typing import Any

from engine.bots.table import Table


class Random:
    """Picks any of the options, each equally likely."""

    def choose(self, table: Table) -> Any:
        """A random legal pick."""
        return table.sample()
