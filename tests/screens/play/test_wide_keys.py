"""Keys of full width, as a Japanese input method types them, are those of the usual width."""

from __future__ import annotations

import pytest
from textual import events

from engine.play.match import Match
from screens.doing.inputs import KeyPressed
from screens.keys import CHOICE_KEYS, latin_of
from screens.preferences import Preferences
from tests.screens.doing.headless import HeadlessReplay
from tests.screens.playing import at_table, session, shown

GAMES = ("middle_ages", "era", "troyes", "knights", "deus")


def wide(key: str) -> str:
    return chr(ord(key) + 0xFEE0)


def test_every_key_of_a_choice_has_a_wide_one() -> None:
    assert [latin_of(wide(key)) for key in CHOICE_KEYS] == [*CHOICE_KEYS]
    assert latin_of("？") == "?"


@pytest.mark.parametrize("game", GAMES)
async def test_wide_keys_choose_what_the_usual_ones_do(game: str) -> None:
    seen = []
    for change in (str, wide):
        of = session(game, players=2, picks=12)
        async with at_table(of) as (app, screen, pilot):
            await pilot.pause()
            app.post_message(events.Key(change("2"), change("2")))
            await pilot.pause()
            await pilot.pause()
            seen.append((shown(screen), len(of.match.log)))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("digit", ["３", "٣"])
def test_a_step_of_a_replay_is_typed_in_digits_of_any_width_and_script(digit: str) -> None:
    match: Match = session(picks=6).match
    with HeadlessReplay(match, Preferences()) as table:
        table.press("g")
        table.hear(KeyPressed(digit, digit))
        table.hear(KeyPressed("superscript_two", "²"))
        table.press("enter")
        assert table.recording.at == 3
