"""A table can be opened at any position, and each of its choices selected."""

from __future__ import annotations

import pytest

from screens.table.messages import Hovered
from tests.matrix import with_each
from tests.screens.table.positions import PLAYERS, positions, seated
from tests.screens.tables import any_option


def check_positions(game: str, seed: int, count: int, apart: int) -> None:
    """Open positions of a match and select every choice there."""
    for match in positions(game, seed, any_option(seed), count, apart):
        with seated(match, (80, 24)) as table:
            assert table.state.partial_pick is not None
            for place in list(table.picture.legal)[:12]:
                table.send(Hovered(place))
                assert table.picture.canvas.text()


@with_each(PLAYERS)
def test_table_opens_at_any_position(game: str) -> None:
    check_positions(game, 3, 24, 9)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 22))
@with_each(PLAYERS)
def test_table_opens_at_very_many_positions(game: str, seed: int) -> None:
    check_positions(game, seed, 200, 3)
