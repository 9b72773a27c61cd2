"""The line of keys says what the keys do on the current page."""

from __future__ import annotations

import pytest

from screens.table.table_state import LOG_PAGE, TABLE_PAGE
from tests.matrix import with_each
from tests.screens.table.headless import HeadlessMatch, picture_text
from tests.screens.table.positions import PLAYERS, positions, seated
from tests.screens.tables import sampled


@pytest.mark.parametrize("size", [(80, 24), (160, 90)])
@with_each(PLAYERS)
def test_key_that_scrolls_is_shown_only_if_a_page_can_be_scrolled(
    game: str, size: tuple[int, int]
) -> None:
    match = next(positions(game, 3, sampled(b"keys"), 1, 25))
    with seated(match, size) as table:
        pages = 0
        table.press("tab")
        while table.state.zone != TABLE_PAGE:
            before = rows(table)
            table.press("enter")
            if table.state.zone != LOG_PAGE:  # where Enter moves to the next line
                pages += 1
                assert ("Enter scroll" in before[-1]) == (rows(table)[:-1] != before[:-1])
            table.press("tab")
        assert pages > 1


def rows(table: HeadlessMatch) -> list[str]:
    return picture_text(table).splitlines()
