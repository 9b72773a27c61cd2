"""Inventories of all pieces of a game, which a guess must neither lose nor duplicate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Pieces = list[Any]


def pieces_of(game: str, state: Any) -> Pieces:
    """Return all cards, dice and markers of a full state that may be hidden, sorted; none for a
    game without secrets."""
    return PIECES[game](state) if game in PIECES else []


def _of_the_fair(state: Any) -> Pieces:
    cards = [card for cards in (state.pile, *state.hands) for card in cards]
    return [*sorted(cards), *(len(faces) for faces in state.dice)]


def _of_deus(state: Any) -> Pieces:
    piles = [*state.hands, *state.wildcards, state.deck, state.discard]
    piles += [pile for columns in state.columns for pile in columns]
    cards = [card for pile in piles for card in pile if card >= 0]
    return [*sorted([*cards, state.discard_top]), *state.points]


def _of_troyes(state: Any) -> Pieces:
    hands = [*map(len, state.characters)]
    return [*hands, len({card for hand in state.characters for card in hand}), *state.vp]


def _of_knights(state: Any) -> Pieces:
    cards = [card for cards in (*state.decks, *state.progress) for card in cards]
    return [*sorted(cards), *map(sum, zip(*state.hands, strict=True))]


def _of_catan(state: Any) -> Pieces:
    return [*_of_knights(state), *sorted(card for cards in state.open_cards for card in cards)]


def _of_era(state: Any) -> Pieces:
    return [len(faces) for faces in state.faces]


PIECES: dict[str, Callable[[Any], Pieces]] = {
    "catan": _of_catan,
    "deus": _of_deus,
    "era": _of_era,
    "knights": _of_knights,
    "toy": _of_the_fair,
    "troyes": _of_troyes,
}
"""Inventory of each game with secrets."""
