"""A player on a shared keyboard reads what a last roll has brought before the pass screen hides
it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.era.roll import LAST_ROLL
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.paint import buttons
from screens.preferences import Preferences
from screens.table.messages import Clicked
from tests.screens.line_mode.line_tables import table as line_table
from tests.screens.table.headless import HeadlessMatch, picture_text
from tests.screens.tables import sampled, step


def before_last_roll() -> Session:
    """Anna may roll her dice for the last time, behind her screen, and then it is Boris's turn."""
    match = Match.begin("era", [("Anna", "person"), ("Boris", "person")], seed="7")
    lots = sampled(b"rolls")
    while not may_roll_last(match):
        step(match, lots)
    store = MemoryStore()
    return Session(store, store.new(match), match)


def may_roll_last(match: Match) -> bool:
    pending = match.pending()[0]
    decision: Any = pending.decision
    return pending.seat == 0 and decision.name == "ChooseDice" and decision.number == LAST_ROLL


def roll(table: HeadlessMatch) -> None:
    """Roll one die for the last time."""
    table.press("space", "enter", "w")
    assert table.state.pass_to == 1


def open_table(session: Session) -> HeadlessMatch:
    return HeadlessMatch(session, Preferences(), size=(80, 24))


@pytest.mark.rule("ERA-5.5")
def test_last_roll_is_shown_to_its_player_only() -> None:
    with open_table(before_last_roll()) as table:
        roll(table)
        text = picture_text(table)
        assert "Only Anna may read this" in text
        assert "Anna rolls: " in text
        table.press("x", "enter", "a")
        assert picture_text(table) == text
        table.press("space")
        assert table.state.pass_to == 1
        assert "Pass to Boris" in picture_text(table)
        assert "rolls" not in picture_text(table)
        table.press("space")
        assert table.state.viewer == 1
        assert "Anna rolls: " not in picture_text(table)


def test_last_roll_is_hidden_by_a_click() -> None:
    with open_table(before_last_roll()) as table:
        roll(table)
        for seat in (0, 1):
            table.now += 10
            assert table.spot((buttons.PASS_SCREEN, seat))
            table.send(Clicked((buttons.PASS_SCREEN, seat)))
        assert table.state.viewer == 1


def test_earlier_keys_do_not_hide_the_roll() -> None:
    with open_table(before_last_roll()) as table:
        roll(table)
        table.press("space", after=0.1)
        assert table.state.private_result is not None


def test_line_mode_waits_until_the_last_roll_is_read() -> None:
    table = line_table(before_last_roll())
    table.begin()
    table.handle_line("")
    table.handle_line("1")
    lines = table.handle_line("")
    assert sum(line.startswith("Anna rolls: ") for line in lines) == 1
    assert lines[-1] == "Press Enter to hide this text."
    lines = table.handle_line("")
    assert lines[-1].startswith("The next part is for Boris only.")
