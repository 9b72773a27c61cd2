"""Snapshots of a game of Middle Ages, at the smallest size and at a larger one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from engine.workers.pool import WorkerPool
from screens.play.play_screen import PlayScreen
from screens.play.replay_screen import ReplayScreen
from screens.preferences import CONFIRM_NEVER, Preferences
from styles.palette import PALETTES
from styles.themes import theme, theme_name
from tests.screens.games.middle_ages.scenes import played
from tests.screens.playing import Stage, ThinkingClock, pressing

SMALL, LARGE = (80, 24), (120, 40)

Compare = Callable[..., bool]


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use all colours in snapshots, on any terminal."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)


def staged(screen: PlayScreen | ReplayScreen) -> Stage:
    """An app in the colours of the screen's palette."""
    app = Stage(screen)
    palette = PALETTES[screen.state.preferences.theme]
    app.register_theme(theme(palette))
    app.theme = theme_name(palette)
    return app


def playing(players: int, *, language: str = "en", **moment: Any) -> Callable[..., Stage]:
    """The table at a position of a random match."""

    def make(**preferences: Any) -> Stage:
        match = played(players, language=language, **moment)
        store = MemoryStore()
        preferences = {"confirm": CONFIRM_NEVER, "pace": "0", "language": language, **preferences}
        session = Session(store, store.new(match), match)
        screen = PlayScreen(
            session, Preferences(**preferences), thinker=WorkerPool, clock=ThinkingClock()
        )
        return staged(screen)

    return make


def replaying(players: int, at: int, *, language: str = "en") -> Callable[..., Stage]:
    """The replay of a finished match."""

    def make(**preferences: Any) -> Stage:
        match = played(players, picks=1000, language=language)
        return staged(
            ReplayScreen(
                match, Preferences(language=language, **preferences), at=at, thinker=WorkerPool
            )
        )

    return make


PICTURES: dict[str, tuple[Callable[..., Stage], tuple[int, int], Sequence[str], dict[str, str]]] = {
    "placing": (playing(3), SMALL, [], {}),
    "moving": (playing(4, picks=30, until="MoveLord"), LARGE, ["right"], {}),
    "moving_small_ru": (playing(5, picks=40, until="MoveLord", language="ru"), SMALL, [], {}),
    "scout_ru": (playing(5, picks=30, until="PlaceScout", language="ru"), LARGE, ["down"], {}),
    "plot_token_column": (
        playing(2, picks=20, until="PlacePlotToken"),
        SMALL,
        ["2", "right"],
        {},
    ),
    "looking_light": (
        playing(4, picks=45),
        SMALL,
        ["slash", "down", "down"],
        {"theme": "light"},
    ),
    "log": (playing(3, picks=25), SMALL, ["E", "up", "up"], {}),
    "sheet_ru": (playing(4, picks=40, language="ru"), LARGE, ["s"], {"theme": "colour_blind"}),
    "help": (playing(3, picks=25), SMALL, ["question_mark"], {}),
    "fiefs_ascii": (
        playing(3, picks=50),
        LARGE,
        ["tab"],
        {"glyphs": "ascii", "theme": "high_contrast"},
    ),
    "replay": (replaying(4, 60), LARGE, ["right"], {}),
    "end_ru": (playing(5, picks=1000, language="ru"), SMALL, [], {}),
}


@pytest.mark.parametrize("picture", PICTURES)
def test_a_moment_of_the_game(snap_compare: Compare, picture: str) -> None:
    make, size, keys, preferences = PICTURES[picture]
    app = make(**preferences)
    assert snap_compare(app, run_before=pressing(*keys), terminal_size=size)
