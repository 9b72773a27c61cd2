"""Measures cursor steps up to the end of what they set off: processor time and bytes, at pages and
at a bare widget."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

from attrs import frozen
from textual.app import App

from tests.bench.test_surface_bench import BareApp
from tests.screens.app_harness import AppHarness
from tests.wire import Wire, wired

STEPS: Final = 40

REST: Final = 0.04
"""Seconds between two keys: enough for all frames that Textual draws afterwards, and less than a
page waits before it shows more about an entry."""

Keys = Callable[[Wire], Awaitable[list[str]]]
"""Brings an app to the place of the steps; returns the keys that are then pressed in turns."""


@frozen
class Cost:
    """Cost of a step: milliseconds of processor time, and bytes sent."""

    ms: float
    bytes: int


async def costs(app: App[Any], keys: Keys, steps: int = STEPS) -> list[Cost]:
    """Return the costs of steps at an app of 120 by 40 cells."""
    found: list[Cost] = []
    async with wired(app) as wire:
        pressed = cycle(await keys(wire))
        for _ in range(steps):
            key = next(pressed)
            start = process_time()
            await wire.delay(key)
            await asyncio.sleep(REST)
            found.append(Cost(1000 * (process_time() - start), wire.bytes))
    return found


def middle(found: list[Cost]) -> Cost:
    """Return the median of each figure."""
    return Cost(median(one.ms for one in found), round(median(one.bytes for one in found)))


async def of_bare(wire: Wire) -> list[str]:
    """Steps of a bare widget."""
    return ["right"]


async def of_menu(wire: Wire) -> list[str]:
    """Steps between the games of the menu."""
    return ["down", "down", "down", "up", "up", "up"]


async def of_form(wire: Wire) -> list[str]:
    """Steps in the form of a new game, which shows a table."""
    await wire.press("1")
    return ["down", "down", "down", "up", "up", "up"]


PAGES: Final[dict[str, Keys]] = {"the menu": of_menu, "the form": of_form}


@contextmanager
def page_app() -> Iterator[App[Any]]:
    """Yield the app of a person without games."""
    with TemporaryDirectory() as folder:
        yield AppHarness(Path(folder)).app


def page_costs(keys: Keys, steps: int = STEPS) -> list[Cost]:
    """Return the costs of steps at a page."""
    with page_app() as app:
        return asyncio.run(costs(app, keys, steps))


def bare_costs(steps: int = STEPS) -> list[Cost]:
    """Return the costs of steps at a bare widget."""
    return asyncio.run(costs(BareApp(), of_bare, steps))


if __name__ == "__main__":
    for name, keys in PAGES.items():
        bare, real = middle(bare_costs()), middle(page_costs(keys))
        print(
            f"{name:10} {real.ms:6.2f} ms {real.bytes:6} bytes; "
            f"bare {bare.ms:5.2f} ms {bare.bytes} bytes; {real.ms / bare.ms:.2f} times"
        )
