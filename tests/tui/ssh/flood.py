"""Hostile clients that request key exchanges from a server as fast as they can, in plain bytes:
they need no library and compute nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from struct import pack

from tests.tui.ssh.server_process import (
    PATIENCE,
    ServerProcess,
    Streams,
    close_connections,
    open_connection,
)

CHUNK = 65536


def _string(data: bytes) -> bytes:
    return pack("!I", len(data)) + data


def packet(payload: bytes) -> bytes:
    """Return a packet of SSH before the key exchange."""
    padding = 8 - (len(payload) + 5) % 8
    padding += 8 if padding < 4 else 0
    return pack("!IB", len(payload) + padding + 1, padding) + payload + bytes(padding)


def _supported_algorithms() -> bytes:
    """Return a list of the algorithms that a client supports."""
    names = (
        *(b"curve25519-sha256", b"ssh-ed25519", b"chacha20-poly1305@openssh.com"),
        *(b"chacha20-poly1305@openssh.com", b"hmac-sha2-256", b"hmac-sha2-256"),
        *(b"none", b"none", b"", b""),
    )
    return b"\x14" + bytes(16) + b"".join(map(_string, names)) + bytes(5)


KEY_EXCHANGE_REQUEST = (
    b"SSH-2.0-x\r\n"
    + packet(_supported_algorithms())
    + packet(b"\x1e" + _string(b"\x09" + bytes(31)))
)
"""Everything that a client sends to request a key exchange."""


async def request_key_exchange(
    server: ServerProcess, address: str, connections: list[Streams]
) -> None:
    """Start a key exchange from an address, and wait until the server has read the request. The
    connection is appended to `connections` at once, so that the caller can close it."""
    connection = await open_connection(server, address)
    connections.append(connection)
    connection[1].write(KEY_EXCHANGE_REQUEST)
    async with asyncio.timeout(PATIENCE):
        with suppress(OSError, asyncio.IncompleteReadError):
            await connection[0].readuntil(b"\n")


@asynccontextmanager
async def flooded_relay(
    server: ServerProcess, address: str, hostile_address: str, each: int
) -> AsyncIterator[int]:
    """Run a relay from `address` to the server, and yield its port. Before each piece of data that
    passes through it, in either direction, `each` hostile clients request key exchanges from
    `hostile_address`."""
    connections: list[Streams] = []
    tasks = set()
    numbers = count(1)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                for _ in range(each):
                    await request_key_exchange(server, hostile_address, connections)
                next(numbers)
                writer.write(data)
        writer.close()

    async def meet(near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, out = await open_connection(server, address)
        connections.extend([(near, back), (far, out)])
        for way in (carry(near, out), carry(far, back)):
            task = asyncio.ensure_future(way)
            tasks.add(task)

    listener = await asyncio.start_server(meet, "127.0.0.1", 0)
    try:
        yield listener.sockets[0].getsockname()[1]
        assert next(numbers) > 6, "received something"
    finally:
        listener.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await close_connections(*connections)
