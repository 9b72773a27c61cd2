"""Snapshots of the pages of guests before they join a table, at the smallest size and at a
larger one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine.lobby.chat import Chat
from engine.storage.pubsub import Subscription
from screens.app import GuildhallApp
from tests.matrix import usually
from tests.screens.app_harness import SharedStore
from tests.screens.guest_apps import GuestApps

SIZES = [(80, 24), (120, 40)]
PAGES: dict[str, tuple[str, list[str], list[str]]] = {
    "registering": ("Zoe", [], []),
    "lobby": ("Anna", [], ["q"]),
    "lobby_chat": ("Emma", [], ["c"]),
    "lobby_of_new_player": ("Emma", [], []),
    "leaving": ("Anna", [], ["q", "L"]),
    "waiting": ("Clara", ["join", "K4M2"], []),
    "waiting_host": ("Clara", ["join", "K5M2"], []),
    "table_chat": ("Clara", ["join", "K5M2"], ["S", "H", "i"]),
    "new_table": ("Anna", [], ["q", "4", "home", "tab", "right"]),
    "profile": ("Anna", [], ["q", "p", "down"]),
    "own_games": ("Anna", [], ["q", "w"]),
}
"""For each page the guest's name, the command after the host name, and the keys that lead to it."""

LONG = "Сегодня вечером я занят, но завтра с удовольствием: соберёмся часов в семь, если все могут."

Compare = Callable[..., bool]


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use all colours in snapshots, on any terminal, and sequential ids and codes."""
    ids, codes = count(), count()
    monkeypatch.setattr("engine.lobby.matchmaking.draw_id", lambda pairs: f"k{next(ids)}m2")
    monkeypatch.setattr("engine.lobby.join_codes.draw_code", lambda pairs: f"K{next(codes)}M2")
    monkeypatch.setattr("engine.lobby.matchmaking.new_seed", lambda: "7")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GuestApps]:
    """A server with people and tables of every kind."""
    store = SharedStore()
    server = GuestApps(tmp_path, store)
    anna, boris, clara = (server.register(name) for name in ("Anna", "Boris", "Clara"))
    david = server.register("Алексей Константинович")
    server.register("Emma")
    here: list[Subscription] = [store.subscribe(f"person/{one.id}") for one in (boris, david)]
    store.later(hours=-7)
    server.match("middle_ages", anna, boris, picks=-1)
    server.match("middle_ages", anna, boris, clara, picks=6)
    server.match("middle_ages", anna, david, picks=3)
    store.later(hours=4)
    server.match("middle_ages", clara, david, picks=4)
    store.later(hours=2, minutes=45)
    server.table("era", boris, clara, None, None)
    table = server.table("knights", clara, boris, None, "bot:medium", chosen={"win_target": "15"})
    talk = Chat(store)
    talk.post(None, boris, "Who plays [bold red]Era[/] tonight?")
    talk.post(None, david, LONG)
    talk.post(None, anna, "Me, at eight.")
    talk.post(table.id, boris, "Let us wait for David.")
    store.later(minutes=15)
    yield server
    for watch in here:
        watch.close()


def app_for(server: GuestApps, page: str, **preferences: Any) -> tuple[GuildhallApp, list[str]]:
    """Return the app of a guest, and the keys that lead to a page."""
    who, arguments, keys = PAGES[page]
    return server.app(who, *arguments, **preferences), keys


@pytest.mark.parametrize(
    ("language", "size"),
    [
        usually((language == "ru") == (size == min(SIZES)), language, size, id=f"{language}-{name}")
        for language in ("en", "ru")
        for size in SIZES
        for name in [f"{size[0]}x{size[1]}"]
    ],
)
@pytest.mark.parametrize("page", PAGES)
def test_a_page(
    snap_compare: Compare, server: GuestApps, page: str, language: str, size: tuple[int, int]
) -> None:
    app, keys = app_for(server, page, language=language)
    assert snap_compare(app, press=keys, terminal_size=size)


@pytest.mark.parametrize(
    ("page", "preferences"),
    [
        ("lobby", {"theme": "light"}),
        ("lobby", {"colours": "256", "theme": "colour_blind"}),
        ("waiting", {"colours": "16"}),
        ("registering", {"glyphs": "ascii", "theme": "high_contrast"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value.values()),
)
def test_other_colours_and_symbols(
    snap_compare: Compare, server: GuestApps, page: str, preferences: dict[str, Any]
) -> None:
    app, keys = app_for(server, page, **preferences)
    assert snap_compare(app, press=keys, terminal_size=(80, 24))
