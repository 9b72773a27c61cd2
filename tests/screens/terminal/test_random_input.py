"""Random input to tables of each game, in any parts and with any pauses: replies are never keys,
and every key, click and paste has its meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import pytest
from textual import events
from textual.message import Message

from engine.games import catalogue
from engine.i18n.text import words
from engine.workers.jobs import Job, JobResult
from engine.workers.pool import NoResult, ProgressCallback
from screens.play.play_screen import PlayScreen
from screens.terminal.reader import TerminalReader
from tests.case_counts import COUNTED
from tests.screens.patience import until_idle
from tests.screens.playing import SMALL, Stage, new_session, play, screen_text
from tests.screens.terminal.random_input import IN_PIXELS, Sent, in_pieces, reply, valid

GAMES = [entry.id for entry in catalogue(drafts=True)]
USUALLY, LONG, PARTS = 2_000, 100_000, 20
AT_A_TABLE = 170
"""Number of sequences sent to a position."""
KEY = b"\x1b[C"

Record = Callable[[str, object], None]


class Clock:
    """A clock that only advances by a terminal's pauses."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Nobody:
    """A search without results, so that two tables are equal."""

    async def think(self, question: Job, on_progress: ProgressCallback | None = None) -> JobResult:
        """Raise NoResult."""
        raise NoResult(words("No advice."))

    async def close(self) -> None:
        """No-op."""


def signs_of(message: Message) -> tuple[Any, ...]:
    """Comparable content of a message."""
    if isinstance(message, events.Key):
        return ("key", message.key, message.character)
    if isinstance(message, events.MouseEvent):
        held = (message.shift, message.meta, message.ctrl)
        return (type(message).__name__, message.x, message.y, message.button, *held)
    if isinstance(message, events.Paste):
        return ("paste", message.text)
    return (type(message).__name__,)


def is_typed(message: Message) -> bool:
    """Whether a message is an action of the user."""
    return isinstance(message, (events.InputEvent, events.Paste))


class Terminal:
    """A terminal, with a clock that only advances by its pauses."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.reader = TerminalReader(False, self.clock)

    def send(self, one: Sent, rng: Random) -> Iterator[Message]:
        """Send in parts, and yield the messages read."""
        for piece, pause in in_pieces(one.data, rng):
            yield from self.reader.feed_bytes(piece)
            self.clock.now += pause
            yield from self.reader.tick()
        if one.breaks_off:
            self.clock.now += 1
            yield from self.reader.tick()

    def press(self) -> list[Message]:
        """Press a key, and return the messages read."""
        return [*self.reader.feed_bytes(KEY)]


class Table:
    """A table on a screen."""

    def __init__(self, app: Stage, screen: PlayScreen) -> None:
        self.app, self.screen = app, screen

    def process(self, *messages: Message) -> None:
        """Process a terminal's messages as the driver's thread does."""
        assert self.app._driver is not None
        for message in messages:
            self.app._driver.process_message(message)

    @property
    def kept(self) -> int:
        """Number of events in the store."""
        session = self.screen.session
        return len(session.store.log(session.id)[1])

    @property
    def state(self) -> tuple[Any, ...]:
        """The visible state, and the number of events in the store."""
        return self.kept, self.screen.state.zone, screen_text(self.screen)


@asynccontextmanager
async def two_tables(game: str, picks: int, seed: str) -> AsyncIterator[tuple[Table, Table]]:
    """Two equal tables."""
    async with AsyncExitStack() as stack:
        tables = []
        for _ in range(2):
            session = new_session(game, 2, picks, seed=seed)
            app, screen = play(session, thinker=Nobody())
            app.use_command_palette = False
            await stack.enter_async_context(app.run_test(size=SMALL))
            tables.append(Table(app, screen))
        await until_idle()
        yield tables[0], tables[1]


async def send_to_both(
    table: Table, read: list[Message], other: Table, meant: list[Message]
) -> None:
    """Send messages to two tables, and wait for both."""
    table.process(*read)
    other.process(*meant)
    if read or meant:
        await until_idle()


async def at_a_position(game: str, seed: str, times: int, counts: Counter[str]) -> None:
    """Send `times` sequences to a position of a game."""
    rng = Random(seed)
    terminal = Terminal()
    in_pixels = rng.random() < 0.3
    async with two_tables(game, rng.randrange(60), seed) as (table, other):
        if in_pixels:
            table.process(*terminal.reader.feed_bytes(IN_PIXELS))
            await until_idle()
        assert table.app.screen is table.screen
        for _ in range(times):
            if table.app.screen is not table.screen:
                return
            nobody = rng.random() < 0.5
            one = reply(rng) if nobody else valid(rng, in_pixels)
            counts[one.family] += 1
            before = (table.screen.state, table.kept)
            read, meant = [*terminal.send(one, rng)], one.meant()
            typed = [signs_of(message) for message in read if is_typed(message)]
            assert typed == [signs_of(message) for message in meant], one
            assert terminal.reader.patience is None, one
            pressed = terminal.press()
            assert [*map(signs_of, pressed)] == [("key", "right", None)], one
            await send_to_both(table, read, other, meant)
            if nobody:
                assert (table.screen.state, table.kept) == before, one
            if read or rng.random() < 0.1:
                await send_to_both(table, pressed, other, [events.Key("right", None)])
                assert table.state == other.state, one


async def send_to_all(total: int, first: int = 0) -> Counter[str]:
    """Send `total` sequences to positions of all games, beginning with position `first`; return
    the number per family."""
    counts: Counter[str] = Counter()
    position = first
    while counts.total() < total:
        times = min(AT_A_TABLE, total - counts.total())
        await at_a_position(GAMES[position % len(GAMES)], f"sent {position}", times, counts)
        position += 1
    return counts


async def test_terminal_replies_change_nothing_at_a_table(record_property: Record) -> None:
    record_property(COUNTED, dict(await send_to_all(USUALLY)))


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
async def test_many_terminal_replies_change_nothing_at_a_table(
    part: int, record_property: Record
) -> None:
    counts = await send_to_all(LONG // PARTS, 1_000_000 * (part + 1))
    record_property(COUNTED, dict(counts))
