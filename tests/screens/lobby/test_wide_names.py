"""Wide names in the lobby, at waiting tables and on other pages: every row of the terminal has
its exact width, and no name is lost."""

from __future__ import annotations

import pyte
import pytest
from textual.geometry import Size
from wcwidth import wcswidth

from engine.core.players import Person
from engine.lobby.chat import Chat
from screens.app import GuildhallApp
from screens.lobby.waiting_table import WaitingTableScreen
from tests.screens.guest_apps import GuestApps, context, server
from tests.wire import Wire, wired

__all__ = ["server"]

NAMES = ("李明", "はなこ", "김철수", "佐々木まりあ")
SIZES = [(80, 24), (120, 40)]


@pytest.fixture
def people(server: GuestApps) -> list[Person]:
    """Four people with wide names, who have sent messages."""
    found = [server.register(name) for name in NAMES]
    for one in found:
        Chat(server.store).post(None, one, "日本語のとても長い行です " * 6)
    return found


class Glass:
    """The content of a terminal after redrawing an app."""

    def __init__(self, wire: Wire, app: GuildhallApp, size: tuple[int, int]) -> None:
        self.wire = wire
        app.action_redraw()
        self.terminal = pyte.Screen(*size)
        self.stream = pyte.Stream(self.terminal)

    async def check(self, *names: str) -> None:
        """Check the current content, including these names."""
        await self.wire.settle()
        self.stream.feed(self.wire.sent.replace("\n", "\r\n"))
        self.wire.mark()
        width, height = Size(self.terminal.columns, self.terminal.lines)
        cells = [[self.terminal.buffer[y][x].data for x in range(width)] for y in range(height)]
        rows = ["".join(row) for row in cells]
        assert [wcswidth(row) for row in rows] == [width] * height
        shown = "\n".join(rows)
        assert "??" not in shown
        for name in names:
            assert name in shown, shown


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_lobby_and_its_pages(
    server: GuestApps, people: list[Person], size: tuple[int, int]
) -> None:
    first, second, third, fourth = people
    server.match("era", second, third, first, picks=30)
    server.match("middle_ages", first, second, third, fourth, picks=-1)
    server.table("deus", fourth, first, None)
    app = server.app(first.name)
    async with wired(app, size=size) as wire:
        await wire.settle()
        glass = Glass(wire, app, size)
        await glass.check(second.name, third.name)
        await wire.pilot.press("q")
        await glass.check(first.name, fourth.name)
        for key in ("c", "escape", "p", "escape", "M"):
            await wire.pilot.press(key)
            await glass.check()


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_waiting_table(
    server: GuestApps, people: list[Person], size: tuple[int, int]
) -> None:
    table = server.table("era", *people)
    for one in people:
        Chat(server.store).post(table.id, one, "はい")
    app = server.app(people[0].name)
    async with wired(app, size=size) as wire:
        await wire.settle()
        context(app).open_waiting(table.id)
        await wire.settle()
        glass = Glass(wire, app, size)
        await glass.check(*NAMES)
        assert isinstance(app.screen, WaitingTableScreen)
        for key in ("d", "S", "日", "本", "left", "backspace", "enter"):
            await wire.pilot.press(key)
            await glass.check(*NAMES[1:])


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_match_of_other_players(
    server: GuestApps, people: list[Person], size: tuple[int, int]
) -> None:
    first, second, *_ = people
    server.match("middle_ages", first, second, picks=12)
    app = server.app(first.name)
    async with wired(app, size=size) as wire:
        await wire.settle()
        glass = Glass(wire, app, size)
        await glass.check(first.name, second.name)
        for key in (
            "right",
            "down",
            "left",
            "E",
            "escape",
            "s",
            "escape",
            "S",
            "木",
            "escape",
            "t",
        ):
            await wire.pilot.press(key)
            await glass.check()
