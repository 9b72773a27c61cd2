"""What a test reads of a match whose game it knows: no more typed than the match itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.match.position import Position
from engine.match.preview import Preview


def view_of(match: Position, seat: int | None) -> Any:
    """The table as a seat may see it, of whatever game it is."""
    return match.view(seat)


def table_of(foresight: Preview) -> Any:
    """The table as it would lie, of whatever game it is."""
    return foresight.view


def options_of(match: Position, seat: int) -> Sequence[Any]:
    """What a seat may pick, whatever picks the decision has."""
    return match.options(seat)
