"""Two guests and a spectator at separate terminals: from sign-up to the table."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import pyte
import pytest

from engine.errors import Conflict
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.users import Users
from engine.storage.session import Session
from engine.storage.sqlite_store import SqliteStore
from tests.laws.driving import Driver
from tests.wire import Terminal

SIZE = (100, 30)
PATIENCE = 120.0
NAMES = ("Anna", "Boris", "Clara")
KEYS = {name: f"SHA256:{name:x<43}" for name in NAMES}
ENTER, ESCAPE, HOME, CONTROL_S, CONTROL_Z = "\r", "\x1b", "\x1b[H", "\x13", "\x1a"
PAGES = ("s", "l", "\t", "?", "G", "C", "/", ESCAPE, ESCAPE)
KILLERS = ("\x1b[1114112u", "\x1b[97:65;2u", "\x1b[99999999999999;1u", "\x1b[48;3000;3000;0;0t")


class Guest:
    """A guest at a terminal: the screen, and all output so far."""

    def __init__(self, home: Path, name: str, terminal: Terminal) -> None:
        self.name = name
        self.terminal = terminal
        self.sent = b""
        self._screen = pyte.Screen(*SIZE)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def screen_text(self) -> str:
        """Return the text on the screen."""
        return "\n".join(self._screen.display)

    def read_output(self, seconds: float = 0.15) -> None:
        """Read output for some seconds, and paint it."""
        data = self.terminal.read(quiet=0.05, patience=seconds)
        self.sent += data
        self._stream.feed(data)

    def wait_until(self, for_: Callable[[str], bool], what: str) -> None:
        """Wait until `for_` is true of the screen. A failure names it as `what`."""
        deadline = time.monotonic() + PATIENCE
        while not for_(self.screen_text):
            assert time.monotonic() < deadline, f"{self.name} waits for {what}:\n{self.screen_text}"
            self.read_output()

    def wait_for(self, text: str) -> None:
        """Wait until a text is on the screen."""
        self.wait_until(lambda screen_text: text in screen_text, text)

    def type(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            self.terminal.type(key)
            self.read_output()


def program(home: Path, name: str) -> list[str]:
    """Return the command that sshd starts for a guest."""
    connect_command = "ssh -p 2222 games.example"
    start = [sys.executable, "-m", "tui", "--home", str(home), "login", KEYS[name]]
    return [*start, "--connect-command", connect_command]


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[list[Guest]]:
    """Yield three guests, who are not registered yet."""
    with ExitStack() as stack:
        yield [
            Guest(tmp_path, name, stack.enter_context(Terminal(program(tmp_path, name), size=SIZE)))
            for name in NAMES
        ]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Open the server's store."""
    store = SqliteStore(tmp_path / "games.sqlite3")
    yield store
    store.close()


def register(guest: Guest, invitation: str) -> None:
    """Register a new player."""
    guest.wait_for("Invite code")
    guest.type(invitation, "\t", guest.name, ENTER)
    guest.wait_for("Online now")
    guest.wait_for(f"{guest.name} (you)")


def open_table(guest: Guest, number: str) -> None:
    """Create a table for the game with that number, and wait until it is shown."""
    guest.type(number)
    guest.wait_for("Create table")
    guest.type(CONTROL_S)
    guest.wait_for("How to join")


@pytest.mark.parametrize(
    "number", [pytest.param("2", id="era"), pytest.param("4", id="knights", marks=pytest.mark.long)]
)
def test_guests_play_and_watch_and_receive_only_their_own_data(
    tmp_path: Path, store: SqliteStore, guests: list[Guest], number: str
) -> None:
    anna, boris, clara = guests
    invitation = Users(store).invite_code()
    for guest in guests:
        register(guest, invitation)
    open_table(anna, number)
    (table,) = WaitingTables(store).open_tables()
    assert table.free == 1
    boris.wait_for("Open tables")
    boris.wait_for("Anna (host)")
    boris.type("i")
    boris.type(table.code, ENTER)
    boris.wait_for("Everyone is here. Anna starts the game.")
    anna.wait_for("Everyone is here. Start when you like.")
    anna.type("b")
    for guest in (anna, boris):
        guest.wait_until(lambda screen_text: "q lobby" in screen_text, "the table")
    clara.wait_for("Watch")
    clara.type(HOME, ENTER)
    clara.wait_until(lambda screen_text: "Online now" not in screen_text, "the table")
    play_at_random(store, table.id, guests)
    seed = store.header(table.id).seed
    assert seed
    keys = [key.removeprefix("SHA256:").rstrip("x") + "xx" for key in KEYS.values()]
    secrets = [
        str(tmp_path),
        str(Path(__file__).parents[3]),
        "SHA256",
        ".py",
        ".sqlite",
        seed,
        *keys,
    ]
    for guest in guests:
        guest.type("q")
        guest.wait_for("Your tables")
        for secret in secrets:
            assert secret.encode() not in guest.sent, f"{guest.name} was sent {secret}"
        assert invitation.encode() not in guest.sent or guest.sent.count(invitation.encode()) == 1
    assert not (tmp_path / "guildhall.log").exists()


def play_at_random(store: SqliteStore, id: str, guests: list[Guest]) -> None:
    """Play on at random from both seats. Everyone opens all pages meanwhile, and types sequences
    that could end a session."""
    session, driver, dice = Session.open(store, id), Driver(5), Random(5)
    for _ in range(10):
        for _ in range(4):
            session.catch_up()
            pending = driver.pending(session.match)
            pick = driver.pick(session.match, pending)
            with suppress(Conflict):
                session.choose(session.ask(pending.seat), pick)
        for _ in range(2):
            press(guests, [dice.choice(PAGES) for _ in guests])
    for key in (*KILLERS, CONTROL_Z, *PAGES):
        press(guests, [key] * len(guests))


def press(guests: list[Guest], keys: list[str]) -> None:
    """Let each guest press a key at the same time."""
    for guest, key in zip(guests, keys, strict=True):
        guest.terminal.type(key)
    for guest in guests:
        guest.read_output(0.05)
