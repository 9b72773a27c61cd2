"""The card of the coach holds nobody up: a key that it leaves to the table does there what it does
without the coach."""

from __future__ import annotations

import pytest

from engine.games import catalogue
from screens.preferences import Preferences
from screens.table.notice_content import COACH
from tests.screens.playing import session
from tests.screens.table.headless import Headless


def seated(game: str, *, coached: bool) -> Headless:
    """Somebody who is asked for the first time, at a table that has no room for the coach."""
    table = Headless(session(game), Preferences(), coached=coached, paints=True)
    if table.state.curtain is not None:
        table.press("space")
    while table.state.motion is not None:
        table.ring()
    if table.state.must_read:
        table.press("space")
    assert table.state.choosing is not None
    return table


@pytest.mark.parametrize("game", [one.id for one in catalogue()])
def test_a_key_that_puts_the_coach_away_does_what_it_does(game: str) -> None:
    for key in ("up", "down", "left", "right", "tab", "E"):
        with seated(game, coached=True) as coached, seated(game, coached=False) as alone:
            assert [card.title for card in coached.state.cards.lying] == [COACH]
            coached.press(key)
            alone.press(key)
            assert not coached.state.cards.lying
            assert coached.picture.cursor == alone.picture.cursor, key
            assert coached.state.zone == alone.state.zone
            assert coached.state.message == alone.state.message
