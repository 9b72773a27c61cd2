"""Turns of Cities & Knights with given cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from engine.match.match import Match
from tests.engine.games.knights.positions import deal, give
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import seated
from tests.screens.tables import advance, sampled


def replace_hand(state: Any, seat: int, **cards: int) -> None:
    """Replace a hand by these cards."""
    state.pay(seat, list(state.hands[seat]))
    give(state, seat, **cards)


@contextmanager
def in_turn(
    game: str = "knights", held: Sequence[str] = (), **cards: int
) -> Iterator[HeadlessMatch]:
    """Two people on a shared keyboard in the first turn, with these cards, and the progress or
    development cards `held`, in the asked seat's hand."""
    match = Match.begin(game, [("Anna", "person"), ("Boris", "person")], seed="5")
    advance(match, sampled(b"main"), 0, until="Main")
    seat = match.pending()[0].seat
    state: Any = match.state
    replace_hand(state, seat, **cards)
    deal(state, seat, *held)
    with seated(match, (80, 24)) as table:
        yield table
