"""All that lies on a table, counted: what a guess must neither lose nor make twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Pieces = list[Any]


def pieces_of(game: str, state: Any) -> Pieces:
    """All cards, dice and markers of a whole table that may lie hidden somewhere, in order; none of
    a game that hides nothing."""
    return PIECES[game](state) if game in PIECES else []


def _of_the_fair(state: Any) -> Pieces:
    cards = [card for cards in (state.pile, *state.hands) for card in cards]
    return [*sorted(cards), *(len(faces) for faces in state.dice)]


PIECES: dict[str, Callable[[Any], Pieces]] = {"toy": _of_the_fair}
"""How each game that hides something is counted."""
