"""The statistics page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from attrs import evolve

from engine.storage.records import Summary
from screens.pages.menu import MenuScreen
from tests.engine.bot_matches import played
from tests.screens.app_harness import AppHarness, press, text


async def test_finished_game_is_counted(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    match = played("era", 2, "7")
    harness.store.new(match)
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "t")
        shown = text(harness.app)
        assert "Statistics: Era" in shown
        heads, row = (line for line in shown.splitlines() if "Average" in line or "(bot)" in line)
        assert heads.split() == ["Player", "Played", "Wins", "Best", "Average", "Last"]
        best = max(one.total for one in match.game.standings(match.state))
        assert row.split()[2:5] == ["2", "1", str(best)]
        await press(pilot, "b")
        assert "No games have been finished yet." in text(harness.app)
        await press(pilot, "escape")
        assert isinstance(harness.app.screen, MenuScreen)


async def test_statistics_are_in_the_menu_once_a_game_was_finished(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    async with harness.app.run_test(size=(80, 24)):
        assert "Statistics" not in text(harness.app)


async def test_selected_player_is_compared_with_the_others(tmp_path: Path) -> None:
    harness = AppHarness(tmp_path)
    match = played("middle_ages", 2, "7")
    seats = (("Anna", "person"), ("Greedy", "bot:greedy"))
    start = datetime(2026, 5, 9, tzinfo=UTC)
    log = [evolve(one, at=start + timedelta(seconds=3 * one.number)) for one in match.log]
    harness.store.add("a2b3", evolve(match.header, seats=seats), log, Summary.of(match))
    async with harness.app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "t")
        shown = text(harness.app)
        assert "Ratings: Middle Ages" in shown
        assert "provisional" in shown
        first = "Anna" if "Anna against" in shown else "Greedy (bot)"
        other = "Greedy (bot)" if first == "Anna" else "Anna"
        assert f"{first} against" in shown
        await harness.app.workers.wait_for_complete()
        await pilot.pause()
        texts = {first: text(harness.app)}
        await press(pilot, "down")
        assert f"{other} against" in text(harness.app)
        await harness.app.workers.wait_for_complete()
        await pilot.pause()
        texts[other] = text(harness.app)
        pace = "Anna: 3 seconds per move (median). In total, tables have waited"
        assert pace in texts["Anna"]
        assert "per move" not in texts["Greedy (bot)"]
