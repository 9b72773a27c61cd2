"""What a fitted value of a seat is made of (features): what it owns at the beginning of a round,
and the same again by how far the end of the game is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.deus.components import STANDARD, TEMPLE
from engine.games.deus.outlook import ROUNDS, column_worths, turns_left, villages_promise
from engine.games.deus.scoring import majority_score, temples_score
from engine.games.deus.state import World

ENOUGH_OF_A_KIND: Final = 3
ENOUGH_GOLD: Final = 8
ENOUGH_PIECES: Final = 2


def features(state: World, seat: int) -> Sequence[float]:
    """Numbers of a seat, as many in every world where all is known."""
    left = min(1.0, turns_left(state, seat) / ROUNDS)
    held, gold = state.resources[seat], state.gold[seat]
    varied = sum(min(number, ENOUGH_OF_A_KIND) for number in held)
    pieces = state.available[seat]
    ready = sum(min(number, ENOUGH_PIECES) for number in pieces)
    heights = [state.height(seat, column) for column in STANDARD]
    hand = state.hands[seat]
    types = [state.box.card_type[card] for card in hand]
    growing = (
        1.0,
        varied,
        sum(held) - varied,
        min(gold, ENOUGH_GOLD),
        max(0, gold - ENOUGH_GOLD),
        ready,
        sum(pieces) - ready,
        sum(heights),
        min(heights),
        state.temples_played(seat),
        state.held(seat).bit_count(),
        len(hand),
        types.count(TEMPLE),
        *column_worths(state, seat),
        0.0 if state.board is None else villages_promise(state, seat),
    )
    majorities = sum(majority_score(state, seat, what) for what in state.box.majorities)
    return (
        state.points[seat],
        temples_score(state, seat),
        majorities,
        seat == state.first,
        *growing,
        *(left * one for one in growing),
    )
