"""A TCP relay between client and server that can be paused, as real connections stall."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

BUFFER_SIZE = 4096


class Relay:
    """Relay of bytes in both directions. It passes on bytes from the server only while `flows` is
    set."""

    def __init__(self) -> None:
        self.port = 0
        self.flows = asyncio.Event()
        self.flows.set()

    async def forward(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, down: bool
    ) -> None:
        """Pass on bytes in one direction until the connection ends."""
        try:
            while True:
                if down:
                    await self.flows.wait()
                data = await reader.read(BUFFER_SIZE)
                if not data:
                    break
                writer.write(data)
                await writer.drain()
        except OSError:
            return
        finally:
            writer.close()


@asynccontextmanager
async def relayed(port: int) -> AsyncIterator[Relay]:
    """Run a relay to a port of this computer, with buffers as small as possible."""
    relay = Relay()
    tasks = []

    async def accept(near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        server_socket = socket.socket()
        server_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_SIZE)
        server_socket.connect(("127.0.0.1", port))
        server_socket.setblocking(False)
        far, out = await asyncio.open_connection(sock=server_socket, limit=BUFFER_SIZE)
        tasks.append(asyncio.ensure_future(relay.forward(near, out, down=False)))
        tasks.append(asyncio.ensure_future(relay.forward(far, back, down=True)))

    listener = await asyncio.start_server(accept, "127.0.0.1", 0)
    relay.port = listener.sockets[0].getsockname()[1]
    try:
        yield relay
    finally:
        listener.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
