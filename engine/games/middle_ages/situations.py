"""Situations of a seat for which the coach has special advice."""

from __future__ import annotations

from typing import Final

from engine.games.middle_ages.state import NOWHERE, Kingdom

FIRST_MOVE: Final = "first_move"
EVENT_NEXT: Final = "event_next"
EMPTY_COLUMNS: Final = "empty_columns"
LAST_MOVE: Final = "last_move"
LAST_ROUND: Final = "last_round"

LATE_ROUNDS: Final = 6
"""The situation `EMPTY_COLUMNS` can occur if at most this many rounds follow the current one."""


def move_situation(state: Kingdom, seat: int) -> str:
    """Return the most urgent situation of a seat that moves its lord, or an empty string if there
    is none."""
    further = len(state.box.rounds) - state.round
    if further == 1:
        return LAST_MOVE
    if further <= LATE_ROUNDS and _stays_empty(state, seat):
        return EMPTY_COLUMNS
    if state.box.rounds[state.round].event_slot is not None:
        return EVENT_NEXT
    return "" if any(state.fiefs[seat]) else FIRST_MOVE


def _stays_empty(state: Kingdom, seat: int) -> bool:
    """Whether the seat still has an empty column after it has taken the tile under its lord."""
    tile = state.display[state.lord_row[seat]][state.lord_at[seat]]
    return state.empty_columns(seat) > (not state.fiefs[seat][state.box.tile_type[tile]])


def token_situation(state: Kingdom) -> str:
    """Return `LAST_ROUND` if no more lords will move; otherwise an empty string."""
    return LAST_ROUND if state.next_row == NOWHERE else ""
