"""Keys, mouse, pastes and windows of all sizes in the whole app, without debouncing: it paints, no
line is wider than the window, and everything shown is saved."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from textual import events
from textual.pilot import OutOfBounds, Pilot

from engine.i18n.language import LANGUAGES
from engine.storage.sqlite_store import SqliteStore
from screens.app import GuildhallApp
from screens.environment import Environment
from screens.local_app import local_app
from screens.play.play_screen import PlayScreen
from screens.preferences import Preferences
from screens.renderer.surface import Surface
from screens.start import Start, StartMatch, StartMenu, StartReplay
from tests.searches.searching import any_match, lengths_in

EVENTS = 80
KEYS = [
    *("up", "down", "left", "right", "enter", "enter", "escape", "tab", "shift+tab", "space"),
    *("home", "end", "pageup", "pagedown", "backspace", "slash", "full_stop", "question_mark"),
    *"abcdeghiklmnoprstuwy123456789",
    *("N", "U", "H", "A", "S", "ctrl+l", "plus", "minus", "comma", "less_than_sign"),
]
"""All keys except those that end the program, or leave it for a shell."""

SIZES = [(80, 24), (120, 40), (20, 5), (79, 24), (300, 100), (100, 30), (160, 50)]


def search(rng: Random, folder: Path) -> None:
    """Use the program for a while."""
    path = folder / "games.sqlite3"
    store = SqliteStore(path)
    ids = [store.new(any_match(rng, 120)) for _ in range(2)]
    store.close()
    starts: list[Start] = [
        StartMenu(),
        StartMatch(ids[0]),
        StartMatch(ids[0], frozenset({0})),
        StartReplay(ids[1], rng.choice([None, 0, 3])),
    ]
    preferences = Preferences(language=rng.choice(list(LANGUAGES)), pace="0")
    environment = Environment(lambda: SqliteStore(path), folder)
    app = local_app(environment, preferences, rng.choice(starts))
    asyncio.run(_use(app, rng))
    log = folder / "guildhall.log"
    assert not log.exists(), log.read_text()[-3000:]
    lengths_in(path)


async def _use(app: GuildhallApp, rng: Random) -> None:
    async with app.run_test(size=rng.choice(SIZES)) as pilot:
        await pilot.pause()
        for _ in range(EVENTS):
            if app.ending:
                return
            await _do(app, pilot, rng)
            _check(app)


async def _do(app: GuildhallApp, pilot: Pilot[Any], rng: Random) -> None:
    drawn = rng.random()
    if drawn < 0.72:
        await pilot.press(*rng.choices(KEYS, k=rng.choice([1, 1, 1, 4])))
    elif drawn < 0.92:
        at = (rng.randrange(app.size.width), rng.randrange(app.size.height))
        with suppress(OutOfBounds):
            await rng.choice([pilot.click, pilot.hover])(offset=at)
    elif drawn < 0.96:
        app.screen.post_message(events.Paste(rng.choice(["Anna", "x" * 500, "\x1b[31m\n", "漢"])))
    else:
        await pilot.resize_terminal(*rng.choice(SIZES))
    await pilot.pause()


def _check(app: GuildhallApp) -> None:
    screen: Any = app.screen
    for surface in screen.query(Surface):
        lines = surface.canvas.lines()
        assert all(len(line) <= surface.canvas.width for line in lines)
    if isinstance(screen, PlayScreen):
        session = screen.session
        kept = session.store.log(session.id)[1]
        assert session.match.log[: len(kept)] == kept
