"""Accessors for matches of known games, typed as loosely as the tests need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.match.position import Position
from engine.match.preview import Preview


def view_of(match: Position, seat: int | None) -> Any:
    """Return the view of a seat, of whatever game."""
    return match.view(seat)


def table_of(pick_preview: Preview) -> Any:
    """Return the view of a preview, of whatever game."""
    return pick_preview.view


def options_of(match: Position, seat: int) -> Sequence[Any]:
    """Return the options of a seat, of whatever decision."""
    return match.options(seat)
