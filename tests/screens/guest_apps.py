"""A server with guests for tests: one store, and an app per guest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from textual.pilot import Pilot

from engine.core.players import Person
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.lobby.waiting_table import WaitingTable
from engine.storage.session import Session
from engine.storage.store import Store
from screens.app import GuildhallApp
from screens.environment import Environment
from screens.lobby.guest import Guest, Registration
from screens.lobby.guest_app import LobbyContext, guest_app
from screens.play.play_screen import PlayScreen
from screens.preferences import Preferences
from tests.screens.app_harness import SharedStore, play_at_random


class GuestApps:
    """The server and its guests."""

    def __init__(self, folder: Path, store: Store | None = None) -> None:
        self.folder = folder
        self.store = store if store is not None else SharedStore()

    @property
    def people(self) -> Users:
        return Users(self.store)

    @property
    def tables(self) -> WaitingTables:
        return WaitingTables(self.store)

    def register(self, name: str) -> Person:
        """Register a player."""
        return self.people.register(name, key_of(name))

    def app(
        self,
        name: str,
        *arguments: str,
        registration: Registration = Registration.INVITE,
        **preferences: Any,
    ) -> GuildhallApp:
        """Return the app of the guest with the key of that name."""
        guest = Guest(
            key_of(name), arguments, registration, connect_command="ssh -p 2222 games.example"
        )
        clock = self.store.clock
        environment = Environment(lambda: self.store, self.folder, clock=clock)
        return guest_app(environment, guest, Preferences(**preferences))

    def table(self, game: str, *players: Person | str | None, **options: Any) -> WaitingTable:
        """Create a waiting table: its host first, then players, bots, or None for free seats."""
        host = players[0]
        assert isinstance(host, Person)
        places = [one.id if isinstance(one, Person) else one for one in players]
        opened = self.tables.create(host, game, options.pop("chosen", None), places, **options)
        for one in players[1:]:
            if isinstance(one, Person):
                opened = self.tables.join(opened.id, one)
        return opened

    def match(self, game: str, *players: Person | str, picks: int = 0, **options: Any) -> str:
        """Start a match with these seats, and make `picks` random picks (-1: to its end)."""
        options.setdefault("ordered", True)
        table = self.table(game, *players, **options)
        id = self.tables.start(table.id, evolve(next_person(players)))
        self.play(id, picks)
        return id

    def play(self, id: str, picks: int) -> None:
        """Make `picks` random picks in a match (-1: to its end)."""
        play_at_random(Session.open(self.store, id), Random(id), picks)


def next_person(players: Sequence[Person | str | None]) -> Person:
    """Return the first person among `players`."""
    return next(one for one in players if isinstance(one, Person))


def context(app: GuildhallApp) -> LobbyContext:
    """Return the context of a guest's app."""
    assert isinstance(app.context, LobbyContext)
    return app.context


def key_of(name: str) -> str:
    """Return the fingerprint of a player's key."""
    return f"SHA256:{name}-key-that-nobody-else-may-read"


@pytest.fixture
def server(tmp_path: Path) -> GuestApps:
    """Return an empty server."""
    return GuestApps(tmp_path)


Three = tuple[Person, Person, Person]


@pytest.fixture
def people(server: GuestApps) -> Three:
    """Register three players."""
    return server.register("Anna"), server.register("Boris"), server.register("Clara")


async def settle(*pilots: Pilot[Any]) -> None:
    """Wait until all published events have been handled and shown at each of these terminals."""
    for _ in range(4):
        for pilot in pilots:
            await pilot.pause()


async def to_lobby(pilot: Pilot[Any]) -> None:
    """Connect, and go back to the lobby if a game was opened directly."""
    await settle(pilot)
    if isinstance(pilot.app.screen, PlayScreen):
        await pilot.press("q")
        await settle(pilot)
