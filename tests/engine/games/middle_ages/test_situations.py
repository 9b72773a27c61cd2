"""Situations of a lord or token for which the coach has advice of its own."""

from __future__ import annotations

from engine.games.middle_ages.situations import (
    EMPTY_COLUMNS,
    EVENT_NEXT,
    FIRST_MOVE,
    LAST_MOVE,
    LAST_ROUND,
    move_situation,
    token_situation,
)
from tests.engine.games.middle_ages.positions import Lord, table

FULL = (1, 1, 1, 1, 1, 1, 1, 1)
WITHOUT_FIELDS = (0, 1, 1, 1, 1, 1, 1, 1)


def situation(fief: tuple[int, ...], round: int, takes: str = "") -> str:
    return move_situation(table(Lord(9, fief, takes=takes), Lord(), round=round), 0)  # type: ignore[arg-type]


def test_first_move_starts_with_an_empty_fief() -> None:
    assert situation((0,) * 8, 1) == FIRST_MOVE
    assert situation(FULL, 5) == ""


def test_event_is_mentioned_before_the_round_that_ends_with_it() -> None:
    assert situation(FULL, 3) == EVENT_NEXT
    assert situation(FULL, 4) == ""
    assert situation(FULL, 11) == EVENT_NEXT


def test_empty_columns_matter_late_unless_the_lords_tile_fills_them() -> None:
    assert situation(WITHOUT_FIELDS, 9) == ""
    assert situation(WITHOUT_FIELDS, 10) == EMPTY_COLUMNS
    assert situation(WITHOUT_FIELDS, 11) == EMPTY_COLUMNS
    assert situation(WITHOUT_FIELDS, 10, takes="field_01") == ""
    assert situation(WITHOUT_FIELDS, 10, takes="mill_01") == EMPTY_COLUMNS


def test_last_move_and_last_round() -> None:
    assert situation(WITHOUT_FIELDS, 15) == LAST_MOVE
    assert token_situation(table(Lord(), Lord(), round=15)) == ""
    assert token_situation(table(Lord(), Lord(), round=16)) == LAST_ROUND
