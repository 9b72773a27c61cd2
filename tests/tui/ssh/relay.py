"""A TCP relay between client and server that can be paused, as real connections stall."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

TINY = 4096


class Relay:
    """Carries bytes both ways; what the server sends, only while it flows."""

    def __init__(self) -> None:
        self.port = 0
        self.flows = asyncio.Event()
        self.flows.set()

    async def carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, down: bool
    ) -> None:
        """Carry bytes one way until there are no more."""
        try:
            while True:
                if down:
                    await self.flows.wait()
                data = await reader.read(TINY)
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
    """A relay to that port of this computer, with as little room for what waits as can be."""
    relay = Relay()
    tasks = []

    async def meet(near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, TINY)
        line.connect(("127.0.0.1", port))
        line.setblocking(False)
        far, out = await asyncio.open_connection(sock=line, limit=TINY)
        tasks.append(asyncio.ensure_future(relay.carry(near, out, down=False)))
        tasks.append(asyncio.ensure_future(relay.carry(far, back, down=True)))

    listener = await asyncio.start_server(meet, "127.0.0.1", 0)
    relay.port = listener.sockets[0].getsockname()[1]
    try:
        yield relay
    finally:
        listener.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
