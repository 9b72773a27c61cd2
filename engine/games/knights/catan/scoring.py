"""The score sheet, and the cards and pieces of the seats (CK-22, CK-25)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.hidden import is_hidden
from engine.core.score_sheet import Cell, Column, SeatColumn, Sheet, seat_sheet
from engine.games.knights import scoring
from engine.games.knights.catan.state import CatanIsland
from engine.games.knights.scoring import (
    Line,
    dice_sheet,
    hand_column,
    production_sheet,
    score_sheet,
    supply_columns,
)
from engine.i18n.text import verbatim, words


def _army(state: CatanIsland, seat: int) -> Cell:
    points = state.box.points.largest_army if state.army == seat else 0
    return verbatim(f"{points} ({state.army_size(seat)})")


def _hidden_points(state: CatanIsland, seat: int) -> Cell:
    """Return the points of the seat's victory point cards, or a question mark if the seat has cards
    that the reader cannot see."""
    if state.cards_held(seat) and is_hidden(state.progress[seat]):
        return verbatim("?")
    return state.hidden_points(seat)


LINES: Final[Mapping[str, Line[CatanIsland]]] = {
    "settlements": (words("Settlements"), words("Settlements, 1 point each"), scoring.settlements),
    "cities": (words("Cities"), words("Cities, 2 points each"), scoring.cities),
    "longest_road": (
        words("Longest Road"),
        words("Longest Road: 2 points for 5 or more (length in brackets)"),
        scoring.longest_road,
    ),
    "largest_army": (
        words("Largest Army"),
        words("Largest Army: 2 points for 3 or more (knights played in brackets)"),
        _army,
    ),
    "cards": (
        words("VP cards"),
        words("Victory point cards, 1 point each, hidden from the others"),
        _hidden_points,
    ),
    "total": (words("Total"), words("score if the game ended now"), CatanIsland.points),
}
"""The columns of the score sheet, by key."""


def sheets(state: CatanIsland) -> list[Sheet]:
    """Return the score sheet, the cards and pieces of the seats, and statistics of the dice and of
    production."""
    return [score_sheet(state, LINES), _holdings(state), dice_sheet(state), production_sheet(state)]


def _holdings(state: CatanIsland) -> Sheet:
    seats = range(state.seats)
    columns: list[SeatColumn] = [
        hand_column(state),
        (
            Column("progress", words("Cards"), words("development cards in hand")),
            map(state.cards_held, seats),
        ),
        (Column("knights", words("Knights"), words("knights played")), map(state.army_size, seats)),
        *supply_columns(state),
    ]
    return seat_sheet("holdings", words("Holdings"), columns)
