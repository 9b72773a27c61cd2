"""Input is split into keys as Textual's parser splits it, and throttled by their number."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import time
from collections.abc import Iterable
from itertools import pairwise

import pytest

from screens.terminal.reader import TerminalReader
from screens.terminal.tokenizer import SEQUENCE_SILENCE
from tests.tui.ssh.server_process import ServerProcess, new_key, open_session, wait_until
from tests.tui.ssh.test_limits import Clock
from tui.server.channel_proxy import ChannelProxy
from tui.server.cpu_limits import MAX_NICE
from tui.server.keystrokes import PASTE_END, PASTE_START, Keystrokes
from tui.server.limits import Limits, Meter

BOUNDLESS = 10**9

PIECES = (
    *(b"x", b"\r", b"\n", b"\t", b"\x7f", b"\x00", b"[", b"O", b"~", b";", b"1", b"2", b"999"),
    *(b"\x1b", b"\x1b[", b"\x1bO", b"\x1b[A", b"\x1b[1;5C", b"\x1b[15~", b"\x1bOP", b"\x1b[Z"),
    *(b"\x1b[97;5u", b"\x1b[97;;98:99u", b"\x1b[1114112u", b"\x1b[99z", b"\x1b[?2026;2$y"),
    *(b"\x1b[<35;10;5M", b"\x1b[<0;10;5M", b"\x1b[<64;1;1M", b"\x1b[M !!", b"\x1b[12;4R"),
    *(b"\x1b[65;30;97;1;0;1_", b"\x1b[;;97;1;;9_", b"\x1b[1089::99;5u", b"\x9b", b"\x9b200~"),
    *(b"\xc2\x9b200~", b"\x9b201~", b"\x03", b"\x1b]0;", b"\x1b[M", b"\x1b[M\xc3\xa9!"),
    *(b"\x1b[48;40;120;800;1200t", b"\x1b[I", b"\x1bPq\x1b\\", b"\x1b]0;x\x07", b"\x1bx"),
    *(
        PASTE_START,
        PASTE_END,
        PASTE_START,
        PASTE_END,
        PASTE_START[:3],
        PASTE_END[3:],
        b"line\r\nline\r",
        b"y" * 50,
    ),
    *("ы".encode(), "猫".encode(), b"\xd1", b"\x8b", b"\xff", b"\xf4\xbf\xbf\xbf", b"\xed\xa0\x80"),
)
"""Input of people, programs and attackers."""


def passed_on(chunks: Iterable[bytes]) -> tuple[bytes, float]:
    """Return the input that a session gets from these pieces, and the number of keys counted."""
    meter = Meter(BOUNDLESS, 0)
    strokes, came = Keystrokes(meter), bytearray()
    for chunk in chunks:
        strokes.add(chunk)
        came += strokes.next_bytes()
    assert came + strokes.rest == b"".join(chunks)
    return bytes(came), BOUNDLESS - meter.level


def counted(*chunks: bytes) -> float:
    """Return the number of keys counted for these pieces."""
    return passed_on(chunks)[1]


def parsed(data: bytes) -> int:
    """Return the number of events that a session parses."""
    clock = Clock()
    reader = TerminalReader(False, clock)
    messages = list(reader.feed_bytes(data))
    clock.now += SEQUENCE_SILENCE
    return len([*messages, *reader.tick()])


@pytest.mark.parametrize("seed", range(4))
def test_keystroke_count_is_an_upper_bound(seed: int):
    draw = random.Random(seed)
    for _ in range(150):
        data = b"".join(draw.choices(PIECES, k=draw.randint(1, 12)))
        cuts = sorted(draw.choices(range(len(data) + 1), k=draw.randint(0, 4)))
        chunks = [data[a:b] for a, b in pairwise([0, *cuts, len(data)])]
        came, keys = passed_on(chunks)
        assert keys >= parsed(came), chunks


@pytest.mark.parametrize(
    "typed",
    [
        *(b"x", b"\r", b"\x1b", b"\x03", "ы".encode(), "猫".encode(), "🎲".encode()),
        *(b"\x1b[A", b"\x1b[1;2B", b"\x1bOC", b"\x1b[3~", b"\x1b[15;5~", b"\x1b[Z", b"\x1b[97;5u"),
        *(b"\x1b[99::99;5:1u", b"\x1b[1089:1057:99;2;1057u", b"\x1b[67;46;3;1;8;1_"),
        *(b"\x1b[<35;300;120M", b"\x1b[<0;3;4m", b"\x1b[<65;3;4M", b"\x1b[I"),
    ],
)
def test_typed_keys_are_counted_exactly(typed: bytes):
    assert counted(typed) == parsed(typed) == 1
    assert counted(typed * 20) == 20


def test_paste_counts_one_key_per_line():
    paste = PASTE_START + b"word " * 1000 + b"\r\nmore\rand\nmore" + PASTE_END
    assert counted(paste) == 4
    assert counted(paste[:-4], paste[-4:], b"xyz") == 7
    assert counted(PASTE_START + b"x" * 50) == 1
    assert counted(PASTE_START + b"x\x1b" + b"x" * 50 + PASTE_END) == 1
    assert counted(PASTE_START + b"\x03\x03\n" + PASTE_END) == 4


def test_keys_after_an_unfinished_paste_count():
    clock = Clock()
    strokes = Keystrokes(Meter(10, 0, clock))
    strokes.add(PASTE_START + b"x" * 50)
    assert strokes.next_bytes() == PASTE_START + b"x" * 50
    clock.now += SEQUENCE_SILENCE
    strokes.add(b"y" * 20)
    assert strokes.next_bytes() == b"y" * 9
    assert strokes.late


def test_excess_keys_wait():
    clock = Clock()
    strokes = Keystrokes(Meter(10, 2, clock))
    strokes.add(b"\x1b[A" * 12 + b"x\x1b[B")
    assert strokes.next_bytes() == b"\x1b[A" * 10
    assert strokes.late
    assert strokes.next_bytes() == b""
    clock.now += 1
    strokes.add(b"y")
    assert strokes.next_bytes() == b"\x1b[A" * 2
    clock.now += 10
    assert strokes.next_bytes() == b"x\x1b[By"
    assert not strokes.rest


def test_only_the_last_mouse_move_waits():
    def move(column: int) -> bytes:
        return b"\x1b[<35;%d;1M" % column

    clock = Clock()
    strokes = Keystrokes(Meter(2, 1, clock))
    for column in range(1, 7):
        strokes.add(move(column))
    strokes.add(b"\x1b[<0;6;1M" + move(7) + b"x" + move(8))
    assert strokes.next_bytes() == move(1) + move(2)
    assert strokes.rest == b"\x1b[<0;6;1M" + move(7) + b"x" + move(8)
    clock.now += 2
    assert strokes.next_bytes() == b"\x1b[<0;6;1M" + move(7)
    clock.now += 2
    assert strokes.next_bytes() == b"x" + move(8)


def test_key_acts_where_the_mouse_was():
    clock = Clock()
    strokes = Keystrokes(Meter(1, 1, clock))
    there, elsewhere = b"\x1b[<35;3;1M", b"\x1b[<35;4;1M"
    strokes.add(b"y" + there + b"\r" + elsewhere)
    typed = bytearray()
    for _ in range(4):
        typed += strokes.next_bytes()
        clock.now += 1
    assert typed == b"y" + there + b"\r" + elsewhere


class NullChannel:
    """A channel that discards everything."""

    def write(self, data: bytes) -> None:
        """Discard the data."""


class ClosedChannel:
    """The channel of a client that has disconnected."""

    def __init__(self) -> None:
        self.tries = 0

    def write(self, data: bytes) -> None:
        """Raise the error of a closed channel."""
        self.tries += 1
        raise BrokenPipeError


class NullOwner:
    """The owner of a pipe, which ignores all calls."""

    def cut(self, why: str) -> None:
        """Ignore the call."""
        pytest.fail(why)

    def repaint(self) -> None:
        """Ignore the call."""

    def lower_priority(self) -> None:
        """Ignore the call."""


async def test_pipe_throttles_excess_input():
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    limits = Limits(strokes=20, strokes_per_second=100)
    pipe = ChannelProxy(ours.detach(), NullChannel(), limits, NullOwner())
    pipe.type(b"x" * 70)
    assert theirs.recv(1000) == b"x" * 20
    came = b""
    began = time.monotonic()
    while len(came) < 50:
        came += await asyncio.get_running_loop().sock_recv(theirs, 1000)
        assert len(came) <= 1 + 100 * (time.monotonic() - began)
    pipe.close()
    theirs.close()


async def test_writing_to_a_gone_client_is_no_crash():
    ours, theirs = socket.socketpair()
    gone, mistakes = ClosedChannel(), []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, what: mistakes.append(what))
    pipe = ChannelProxy(ours.detach(), gone, Limits(), NullOwner())
    theirs.send(b"Goodbye.")
    await wait_until(lambda: gone.tries, "a word")
    await asyncio.sleep(0)
    pipe.close()
    theirs.close()
    assert not mistakes


async def test_fast_typing_is_throttled(open_server: ServerProcess):
    """Type 50 keys more than pass at once, at 60 per second. They are too few for the session to
    get the lowest priority, with which it could wait for ever on a busy computer."""
    key = new_key()
    open_server.register("Xenia", key)
    async with open_session(open_server, key) as hasty:
        await hasty.wait_for_text("Guildhall: Xenia")
        began = time.monotonic()
        hasty.type(b"\x1b[B\x1b[A" * 125 + b"q")
        assert await hasty.wait_closed() == 0
    assert time.monotonic() - began > 0.8


async def test_flood_typist_gets_lowest_priority(open_server: ServerProcess):
    async with (
        open_session(open_server, new_key(), size=(80, 24)) as mover,
        open_session(open_server, new_key(), size=(80, 24)) as hasty,
    ):
        pid = await hasty.session_pid(open_server)
        before = open_server.log().count("types too fast")
        mover.type(b"".join(b"\x1b[<35;%d;5M" % (one % 80 + 1) for one in range(1000)))
        hasty.type(b"\x1b[C" * 400)
        await wait_until(lambda: os.getpriority(os.PRIO_PROCESS, pid) == MAX_NICE, "a step back")
        await mover.wait_for_response()
        assert open_server.log().count("types too fast") == before + 1
