"""Number of keys that a table handles: by the core alone, with painting after each, and through an
app.

The same keys, two people at one keyboard; processor time, without the pauses of the app's pilot.
"""

from __future__ import annotations

import asyncio
from random import Random
from time import process_time
from typing import Any

import pytest

from engine.games import catalogue
from screens.preferences import Preferences
from tests.screens.playing import SMALL, new_session, play
from tests.screens.table.headless import HeadlessMatch

pytestmark = pytest.mark.benchmark(timer=process_time)

GAMES = [entry.id for entry in catalogue()]

PREFERENCES: dict[str, Any] = {"confirm": "turn", "pace": "0", "cards": "key"}


def keys_for(benchmark: Any) -> list[str]:
    """Return a person's random keys; only a few without measuring."""
    random = Random(1)
    arrows = ("left", "right", "up", "down")
    lot = [*["enter"] * 6, *["space"] * 2, *arrows * 2, "escape", "w", "plus", "1", "2", "a"]
    return [random.choice(lot) for _ in range(20 if benchmark.disabled else 600)]


def note(benchmark: Any, keys: list[str], log: int) -> None:
    benchmark.extra_info["events"] = log
    if not benchmark.disabled:
        rate = len(keys) / benchmark.stats.stats.min
        benchmark.extra_info["keys per second"] = round(rate)


@pytest.mark.parametrize("paints", [False, True], ids=["unpainted", "painted"])
@pytest.mark.parametrize("game", GAMES)
def test_keys_to_the_core(benchmark: Any, game: str, paints: bool) -> None:
    keys = keys_for(benchmark)

    def begin() -> tuple[tuple[HeadlessMatch], dict[str, Any]]:
        return (HeadlessMatch(new_session(game, 2), Preferences(**PREFERENCES), paints=paints),), {}

    def press(table: HeadlessMatch) -> HeadlessMatch:
        with table:
            table.press(*keys)
        return table

    table = benchmark.pedantic(press, setup=begin, rounds=3)
    note(benchmark, keys, len(table.match.log))


@pytest.mark.parametrize("game", GAMES)
def test_keys_through_an_app(benchmark: Any, game: str) -> None:
    keys, log = keys_for(benchmark), 0

    async def press() -> None:
        nonlocal log
        session = new_session(game, 2)
        app, _ = play(session, **PREFERENCES)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            for key in keys:
                await pilot.press(key)
            await pilot.pause()
        log = len(session.match.log)

    benchmark.pedantic(lambda: asyncio.run(press()), rounds=1)
    note(benchmark, keys, log)
