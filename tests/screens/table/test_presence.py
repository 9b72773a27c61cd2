"""Signs that a player is at the table: keys, and clicks on any place."""

from __future__ import annotations

import pytest

from screens.table.messages import ExternalMessage, Picked
from screens.table.turn_flow import AWAY_SECONDS
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import PLAYERS, positions, seated
from tests.screens.tables import any_option


@pytest.mark.parametrize("game", PLAYERS)
def test_click_on_a_selectable_place_shows_that_the_player_is_there(game: str) -> None:
    for match in positions(game, 8, any_option(8), 8, 9):
        with seated(match, (120, 40)) as table:
            if clicks_a_selectable_place(table):
                return
    raise AssertionError("no place can be chosen")


def clicks_a_selectable_place(table: HeadlessMatch) -> bool:
    """Click the first selectable place after a long time, and check that the table notices the
    player. Return False if no place can be chosen."""
    place = next(iter(table.picture.legal), None)
    if place is None:
        return False
    table.send(ExternalMessage("The server stops soon."))
    table.now += 2 * AWAY_SECONDS
    table.send(Picked(place, by_mouse=True))
    assert table.state.attention.last_input == table.now
    assert not table.state.announced
    return True
