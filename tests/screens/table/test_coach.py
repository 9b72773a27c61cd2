"""The coach hides nothing, and every key works as without it."""

from __future__ import annotations

import pytest

from engine.games import catalogue
from screens.paint import buttons
from screens.preferences import Preferences
from tests.screens.playing import new_session
from tests.screens.table.headless import Headless


def seated(game: str, *, coached: bool) -> Headless:
    """Somebody who is asked for the first time, at a table that has no rows for the coach."""
    table = Headless(new_session(game), Preferences(), coached=coached, paints=True)
    if table.state.curtain is not None:
        table.press("space")
    while table.state.motion is not None:
        table.ring()
    assert table.state.choosing is not None
    return table


@pytest.mark.parametrize("game", [one.id for one in catalogue()])
def test_keys_work_the_same_with_the_coach(game: str) -> None:
    for key in ("up", "down", "left", "right", "tab", "E"):
        with seated(game, coached=True) as coached, seated(game, coached=False) as alone:
            assert coached.state.card is None
            coached.press(key)
            alone.press(key)
            assert coached.picture.cursor == alone.picture.cursor, key
            assert coached.state.zone == alone.state.zone
            assert coached.state.message == alone.state.message


@pytest.mark.parametrize("game", [one.id for one in catalogue()])
def test_coach_hides_neither_table_nor_choices(game: str) -> None:
    with seated(game, coached=True) as coached, seated(game, coached=False) as alone:
        with_coach, bare = coached.picture.canvas, alone.picture.canvas
        panel = coached.table.picturing._below.height(coached.state) + 1
        lines, others = with_coach.text().splitlines(), bare.text().splitlines()
        assert lines[:-panel] == others[:-panel]
        choices = [one for one in bare.spots if isinstance(one, tuple) and one[0] == buttons.CHOICE]
        rows = {rect.y for place in choices for rect in bare.rects(place)}
        assert all(lines[y] == others[y] for y in rows)
        assert any("•" in line for line in lines[-panel:])
