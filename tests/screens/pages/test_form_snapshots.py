"""Snapshots of menu and forms, at the smallest size and at a larger one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from screens.pages.menu import MenuScreen
from tests.screens.app_harness import AppHarness, some_games

SIZES = [(80, 24), (120, 40)]
PAGES = {
    "menu": [],
    "new_game": ["1", "tab", "right", "tab"],
    "saved": ["s", "down"],
    "settings": ["o", "down"],
    "rules": ["r", "down", "down", "down", "enter"],
    "lessons": ["n", "down"],
    "lesson": ["n", "enter"],
}

Compare = Callable[..., bool]


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use all colours in snapshots, on any terminal."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("page", PAGES)
def test_a_page(snap_compare: Compare, tmp_path: Path, page: str, size: tuple[int, int]) -> None:
    app = AppHarness(tmp_path, some_games()).app
    assert snap_compare(app, press=PAGES[page], terminal_size=size, run_before=all_is_found)


async def all_is_found(pilot: Pilot[Any]) -> None:
    """Wait for the table beside a wide menu."""
    await pilot.pause()
    while isinstance(pilot.app.screen, MenuScreen) and pilot.app.screen.table.seeks:
        await pilot.pause(0.05)


@pytest.mark.parametrize(
    ("page", "preferences"),
    [
        ("menu", {"language": "ru", "theme": "light"}),
        ("saved", {"language": "ru", "theme": "colour_blind"}),
        ("new_game", {"glyphs": "ascii", "theme": "high_contrast"}),
        ("lesson", {"language": "ru", "glyphs": "ascii"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value.values()),
)
def test_other_languages_colours_and_symbols(
    snap_compare: Compare, tmp_path: Path, page: str, preferences: dict[str, Any]
) -> None:
    app = AppHarness(tmp_path, some_games(), **preferences).app
    assert snap_compare(app, press=PAGES[page], terminal_size=(80, 24))
