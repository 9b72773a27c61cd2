"""The position in sentences, for players who cannot see the board."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.common_wording import asked, series
from engine.core.hidden import is_hidden
from engine.games.knights.catan.state import PILE, CatanIsland
from engine.games.knights.describe import (
    describe_island,
    describe_roads,
    describe_seat,
    describe_turn,
)
from engine.games.knights.state import NOBODY
from engine.games.knights.wording import card_name, counted
from engine.i18n.text import Text, words


def describe(state: CatanIsland) -> list[Text]:
    """Return sentences about the turn, the dice, the pending decision, the island, every player,
    the bank and the pile."""
    return [
        *describe_turn(state),
        *_roll(state),
        *asked(state),
        *describe_island(state),
        *(sentence for seat in range(state.seats) for sentence in _player(state, seat)),
        words("Bank: {cards}.", cards=counted(state.box, state.bank)),
        words("Development cards left: {n}.", n=state.deck_sizes[PILE]),
    ]


def _roll(state: CatanIsland) -> Iterator[Text]:
    red, yellow = state.dice
    if red and not state.over:
        yield words("Last roll: {red} + {yellow} = {n}.", red=red, yellow=yellow, n=red + yellow)


def _player(state: CatanIsland, seat: int) -> Iterator[Text]:
    yield from describe_seat(state, seat, _cards(state, seat))
    yield describe_roads(state, seat)


def _cards(state: CatanIsland, seat: int) -> Iterator[Text]:
    """Yield sentences about a seat's development cards, in the hand and played, and about Largest
    Army."""
    held, played = state.progress[seat], state.open_cards[seat]
    if state.cards_held(seat):
        if is_hidden(held):
            yield words("  Development cards: {n}.", n=state.cards_held(seat))
        else:
            names = series(card_name(state.box, card) for card in held)
            yield words("  Development cards: {cards}.", cards=names)
    if played:
        names = series(card_name(state.box, card) for card in played)
        yield words("  Played: {cards}.", cards=names)
    if state.army == seat != NOBODY:
        yield words("  Largest Army.")
