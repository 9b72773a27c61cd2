"""The slowest cursor step of each game up to its last byte, compared with that of a bare widget.

Target: 1.6 times the processor time, 2.5 at most (medians, measured in turns).
"""

from __future__ import annotations

import asyncio
from itertools import cycle
from statistics import median
from time import process_time
from typing import Any

import pytest
from textual.app import App

from engine.games import catalogue
from screens.play.play_screen import PlayScreen
from screens.table.messages import KeyPressed
from tests.bench.steps import PLAYERS, Step, dearest
from tests.bench.test_surface_bench import BareApp
from tests.screens.playing import new_session, play
from tests.screens.table.headless import CHARACTERS
from tests.wire import Wire, wired

BACK = {"left": "right", "right": "left", "up": "down", "down": "up"}

TURNS, STEPS = 3, 40


def table(game: str, step: Step) -> App[Any]:
    app, _ = play(new_session(game, PLAYERS, step.picks), cards="key")
    return app


async def go_there(wire: Wire, step: Step) -> list[str]:
    """Press the keys of a walk; return two steps, there and back."""
    screen = wire.app.screen
    assert isinstance(screen, PlayScreen)
    for key in step.before:
        screen.dispatch(KeyPressed(key, CHARACTERS.get(key, key if len(key) == 1 else None)))
    await wire.settle()
    for there in (step.key, *BACK):
        if await wire.press(there) and await wire.press(BACK[there]):
            return [there, BACK[there]]
    raise AssertionError("no step leads there and back")


async def measured(app: App[Any], step: Step | None) -> list[float]:
    """Return the milliseconds of processor time of steps."""
    found: list[float] = []
    async with wired(app) as wire:
        keys = cycle(["right"] if step is None else await go_there(wire, step))
        for _ in range(STEPS):
            key = next(keys)
            await asyncio.sleep(0.02)
            start = process_time()
            await wire.delay(key)
            found.append(1000 * (process_time() - start))
    return found


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_most_expensive_cursor_step_versus_bare_widget(benchmark: Any, game: str) -> None:
    """Extra info: the kind of step, both figures, and their ratio."""
    quick = benchmark.disabled
    _, kind, step = dearest(game, 1 if quick else 3, 150 if quick else 500)[0]
    bare: list[float] = []
    real: list[float] = []
    for _ in range(1 if quick else TURNS):
        bare += asyncio.run(measured(BareApp(), None))
        real += asyncio.run(measured(table(game, step), step))
    benchmark.extra_info["step"] = kind
    benchmark.extra_info["ms"] = round(median(real), 2), round(median(bare), 2)
    benchmark.extra_info["times"] = round(median(real) / median(bare), 2)
    benchmark.pedantic(lambda: None)
    assert len(real) == len(bare)
