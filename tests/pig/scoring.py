"""The score sheet and the places."""

from __future__ import annotations

from engine.core.common_wording import player
from engine.core.score_sheet import Column, Row, Sheet, Standing, ranked
from engine.i18n.text import words
from tests.pig.state import PigTable


def standings(state: PigTable) -> list[Standing]:
    """Return every seat's place: the most points come first (PIG-3.2)."""
    return ranked({seat: (points,) for seat, points in enumerate(state.points)})


def sheet(state: PigTable) -> Sheet:
    """Return the points and the place of every seat."""
    columns = (
        Column("points", words("Points"), words("The points that are safe"), total=True),
        Column("place", words("Place"), words("Place if the game ended now")),
    )
    places = {one.seat: one.place for one in standings(state)}
    rows = tuple(
        Row(seat, player(seat), (points, places[seat])) for seat, points in enumerate(state.points)
    )
    return Sheet("score", words("Score"), columns, rows)
