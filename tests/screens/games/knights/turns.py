"""People in the middle of a turn of Cities & Knights, with the cards that a test wants."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine.match.match import Match
from tests.engine.games.knights.positions import give
from tests.screens.table.headless import Headless
from tests.screens.table.positions import seated
from tests.screens.tables import advance, sampled


def hold(state: Any, seat: int, **cards: int) -> None:
    """Let a hand be these cards and no others."""
    state.pay(seat, list(state.hands[seat]))
    give(state, seat, **cards)


@contextmanager
def in_turn(**cards: int) -> Iterator[Headless]:
    """Two people at one keyboard, in the first turn; whoever is asked holds these cards."""
    match = Match.begin("knights", [("Anna", "person"), ("Boris", "person")], seed="5")
    advance(match, sampled(b"main"), 0, until="Main")
    hold(match.state, match.pending()[0].seat, **cards)
    with seated(match, (80, 24)) as table:
        yield table
