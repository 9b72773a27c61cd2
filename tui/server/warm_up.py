"""Warm-up of the fork server: a session without a player, before the first fork. The children of
the fork server share what a session computes once and caches (parsed styles, colours, strips, key
tables, adaptive bytecode)."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Final

from styles.depth import find_depth

if TYPE_CHECKING:
    from screens.app import GuildhallApp

GAME: Final = "middle_ages"
"""The game that is played. The screens are the same for all games."""

SIZE: Final = (120, 40)
TERMINAL: Final = {"TERM": "xterm-256color"}
"""Environment of a typical terminal over SSH."""
KEYS: Final = ("right", "left", "enter", "escape")
"""Keys that are pressed at the table. Enter may choose a move."""

MAX_SECONDS: Final = 5.0
"""Maximum duration of a warm-up."""

POLL_INTERVAL: Final = 0.01
"""Seconds between two checks whether the table has opened."""

_FINGERPRINT: Final = f"SHA256:{'x' * 43}"


def rehearse(longest: float = MAX_SECONDS) -> bool:
    """Run a session from the lobby to a table, and press `KEYS` there, without saving or showing
    anything. Return whether all keys were pressed within `longest` seconds."""
    with _guest_app() as app:
        return asyncio.run(_play(app, longest))


@contextmanager
def _guest_app() -> Iterator[GuildhallApp]:
    from engine.lobby.matchmaking import WaitingTables
    from engine.lobby.users import Users
    from engine.storage.memory_store import MemoryStore
    from screens.environment import Environment
    from screens.lobby.guest import Guest
    from screens.preferences import Preferences
    from tui.server.child_app import session_app
    from tui.server.server_link import ServerLink

    store = MemoryStore()
    tables = WaitingTables(store)
    person = Users(store).register("Anna", _FINGERPRINT)
    table = tables.create(person, GAME, seats=[person.id, "medium"])
    tables.start(table.id, person)
    guest = Guest(_FINGERPRINT, ("join", table.code))
    environment = Environment(lambda: store, Path(gettempdir()), depth=find_depth(TERMINAL))
    line, server_end = socket.socketpair()
    with line, server_end:
        yield session_app(environment, guest, Preferences(pace="0"), ServerLink(line.fileno()))


async def _play(app: GuildhallApp, longest: float) -> bool:
    from screens.play.play_screen import PlayScreen

    async with app.run_test(size=SIZE, tooltips=True, notifications=True) as pilot:
        with suppress(TimeoutError):
            async with asyncio.timeout(longest):
                while not isinstance(app.screen, PlayScreen):
                    await pilot.pause(POLL_INTERVAL)
                for key in KEYS:
                    await pilot.press(key)
                return True
    return False
