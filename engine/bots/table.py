"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from engine.core.event import Value
from engine.search.situation import Situation


class Bot(Protocol):
    """A player that chooses for itself."""

    def choose(self, situation: Situation) -> Value:
        """A legal pick for the decision that the seat owes, by what the seat may know."""
        ...
