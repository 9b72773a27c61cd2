"""A session that nobody sits at, played in the zygote before it forks the first one.

What a session makes once and keeps (parsed rules of style, colours, strips, key tables, the
interpreter's own notes on the code) children then find ready, and share.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Final

from styles.colour import Depth

if TYPE_CHECKING:
    from screens.guest_app import GuestApp

GAME: Final = "middle_ages"
"""The game of the rehearsal: the screens are the same for all."""

SIZE: Final = (120, 40)
KEYS: Final = ("right", "left", "enter", "escape")
"""Keys that do no harm at any table."""

LONGEST: Final = 5.0
SHORT: Final = 0.01
"""Seconds that a rehearsal takes at most, however busy the machine is, and between two looks."""

_FINGERPRINT: Final = f"SHA256:{'x' * 43}"


def rehearse(longest: float = LONGEST) -> None:
    """Play a few keys of a session, from the lobby on, with nothing kept and nothing shown, for so
    many seconds at most."""
    asyncio.run(_play(_guest_app(), longest))


def _guest_app() -> GuestApp:
    from engine.gatherings import Gatherings
    from engine.memory import MemoryStore
    from engine.people import People
    from screens.app import House
    from screens.guest import Guest
    from screens.guest_app import GuestApp
    from screens.preferences import Preferences

    store = MemoryStore()
    tables = Gatherings(store)
    person = People(store).register("Anna", _FINGERPRINT)
    table = tables.begin_one(person, GAME, places=[person.id, "greedy"])
    tables.start(table.id, person)
    guest = Guest(_FINGERPRINT, ("join", table.code))
    house = House(lambda: store, Path(gettempdir()), depth=Depth.TRUE, guest=guest)
    return GuestApp(house, Preferences(pace="0"))


async def _play(app: GuestApp, longest: float) -> None:
    from screens.play import PlayScreen

    async with app.run_test(size=SIZE) as pilot:
        with suppress(TimeoutError):
            async with asyncio.timeout(longest):
                while not isinstance(app.screen, PlayScreen):
                    await pilot.pause(SHORT)
                for key in KEYS:
                    await pilot.press(key)
