"""Take the pictures of the README from the program itself: `make pictures`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from textual.screen import Screen

from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from engine.workers.pool import WorkerPool
from screens.environment import Environment
from screens.local_app import local_app
from screens.play.play_screen import PlayScreen
from screens.play.replay_screen import ReplayScreen
from screens.preferences import CARDS_OFF, Preferences
from screens.start import StartMenu

FOLDER = Path(__file__).with_name("pictures")
NAMES = ("Anna", "Boris", "Clara", "Dmitri")


def played(game: str, players: int, picks: int, decision: str = "") -> Match:
    """Return a match in which the greedy bot has made `picks` picks for all players, and more until
    a decision with the given name."""
    match = Match.begin(game, [(name, "person") for name in NAMES[:players]], seed="pictures")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    while not match.over:
        pending = match.pending()[0]
        if picks <= 0 and decision in ("", pending.decision.name):
            break
        match.choose(pending.seat, session.hint(pending.seat))
        picks -= 1
    assert not decision or not match.over, f"{game} has ended before the picture"
    return match


def play(match: Match) -> Screen[Any]:
    """Return the screen of a match. Nothing covers the table, and each call advances the clock by a
    second."""
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    clock = count(0.0, 1.0).__next__
    return PlayScreen(session, Preferences(cards=CARDS_OFF), thinker=WorkerPool, clock=clock)


def kept(*matches: Match) -> MemoryStore:
    """Return a store with these matches, the last one on top."""
    store = MemoryStore()
    for match in matches:
        store.new(match)
    return store


async def take(
    name: str,
    size: tuple[int, int],
    keys: Sequence[str],
    screen: Any = None,
    store: Callable[[], MemoryStore] = MemoryStore,
) -> None:
    """Take a picture of the app with a screen, after some keys."""
    with TemporaryDirectory() as folder:
        app = local_app(Environment(store, Path(folder)), Preferences(), StartMenu())
        async with app.run_test(size=size) as pilot:
            if screen is not None:
                await app.push_screen(screen)
            await pilot.pause()
            for key in keys:
                await pilot.press(key)
            await pilot.pause()
            app.title = "guildhall"
            app.save_screenshot(f"{name}.svg", str(FOLDER))


async def take_all() -> None:
    """Take all pictures of the README."""
    middle_ages = played("middle_ages", 4, 54, "MoveLord")
    era = played("era", 3, 65, "BuildStructure")
    finished = played("middle_ages", 3, 500)
    store = kept(played("deus", 2, 40), finished, era, middle_ages)
    await take("menu", (80, 24), [], store=lambda: store)
    await take("middle-ages", (120, 40), ["right"], play(middle_ages))
    await take("middle-ages-small", (80, 24), ["right"], play(middle_ages))
    await take("era", (120, 40), ["enter", "n"], play(era))
    await take("troyes", (120, 40), ["right"], play(played("troyes", 3, 42, "TakeTurn")))
    await take("knights", (120, 40), ["space"], play(played("knights", 4, 300, "Main")))
    await take("catan", (120, 40), ["space"], play(played("catan", 4, 160, "Main")))
    await take("deus", (120, 40), ["space", "2", "2", "enter"], play(played("deus", 3, 45, "Turn")))
    await take(
        "replay", (120, 40), [], ReplayScreen(finished, Preferences(), at=50, thinker=WorkerPool)
    )


if __name__ == "__main__":
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    FOLDER.mkdir(exist_ok=True)
    asyncio.run(take_all())
