"""A page is written in the background, by a key at the end of a game and in a replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.storage.session import Session
from tests.screens.app_harness import AppHarness, press, some_games, text


@pytest.mark.parametrize("replayed", [False, True])
async def test_key_exports_a_finished_match_as_html(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replayed: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b3c4.html").write_text("mine")
    harness = AppHarness(tmp_path, some_games())
    async with harness.app.run_test(size=(80, 24)) as pilot:
        if replayed:
            harness.app.context.replay("b3c4")
        else:
            harness.app.tables.open_table(Session.open(harness.store, "b3c4"), coached=False)
        await pilot.pause()
        await press(pilot, "X")
        await harness.app.workers.wait_for_complete()
        await pilot.pause()
        assert "b3c4-2.html" in " ".join(text(harness.app).split())
    assert (tmp_path / "b3c4.html").read_text() == "mine"
    assert (tmp_path / "b3c4-2.html").read_text().startswith("<!doctype html>")


async def test_unfinished_match_with_secrets_is_not_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    harness = AppHarness(tmp_path, some_games())
    async with harness.app.run_test(size=(80, 24)) as pilot:
        harness.app.tables.open_table(Session.open(harness.store, "k7m2"), coached=False)
        await pilot.pause()
        await press(pilot, "X")
        assert "when the game is over" in text(harness.app)
    assert not list(tmp_path.glob("*.html"))
