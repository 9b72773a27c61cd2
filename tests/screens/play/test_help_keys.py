"""Keys in the help can be clicked, which matters where the key hints have no room."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games import catalogue
from screens.key_map import PLAY_COMMANDS, TABLE_COMMANDS
from screens.paint import buttons
from screens.table.table_state import HELP_PAGE
from screens.table_view.help_pages import GUIDE_PAGE
from tests.screens.playing import at_table, click, new_session, press, screen_text
from tests.screens.table.headless import picture_text
from tests.screens.table.positions import seated
from tests.screens.tables import advance, sampled

HELP_KEY = "question_mark"


async def test_every_command_of_a_table_can_be_clicked_in_the_help() -> None:
    async with at_table(new_session(picks=9)) as (_, screen, pilot):
        await press(pilot, HELP_KEY)
        found: set[Any] = set()
        for _ in range(20):
            found |= {one for one in screen.surface.canvas.spots if _is_key(one)}
            await press(pilot, "pagedown")
        names = {command.name for command in (*PLAY_COMMANDS, *TABLE_COMMANDS)}
        assert names <= {name for *_, name in found}


def _is_key(place: Any) -> bool:
    return bool(place[:2] == (buttons.KEY, HELP_PAGE))


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_help_after_the_end_begins_with_the_keys_of_a_finished_game(game: str) -> None:
    match = advance(new_session(game, 2).match, sampled(b"end"), 5000)
    with seated(match, (80, 40)) as table:
        while table.state.card is not None:
            table.press("space")
        table.press("?")
        lines = picture_text(table).splitlines()
        heading = next(n for n, line in enumerate(lines) if line.strip().startswith("Keys"))
        assert "play again with the same players" in lines[heading + 1]
        assert not any("confirm" in line or "what a bot would play" in line for line in lines)


async def test_click_in_the_help_equals_the_key() -> None:
    async with at_table(new_session(picks=9), size=(120, 100)) as (app, screen, pilot):
        await press(pilot, HELP_KEY)
        await click(app, pilot, (buttons.KEY, HELP_PAGE, "I"))
        await pilot.pause()
        assert screen.state.zone == GUIDE_PAGE


async def test_undo_by_click_in_the_help_can_be_redone_by_click() -> None:
    session = new_session("knights", players=2)
    async with at_table(session, size=(120, 100)) as (app, _, pilot):
        await press(pilot, "enter")
        picked = len(session.match.line)
        await press(pilot, HELP_KEY)
        for key, left in (("u", picked - 1), ("r", picked)):
            await click(app, pilot, (buttons.KEY, HELP_PAGE, key))
            await pilot.pause()
            assert len(session.match.line) == left


async def test_help_explains_the_marks_of_choices() -> None:
    async with at_table(new_session(picks=9), size=(120, 100)) as (_, screen, pilot):
        await press(pilot, HELP_KEY, "end")
        for sign in ("› ‹  you can choose", "▌  you can choose", "» «  the cursor"):
            assert sign in screen_text(screen)
