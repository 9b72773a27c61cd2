"""A WebSocket client that logs in as the web page does."""

from __future__ import annotations

import asyncio
import json
import socket
from base64 import b64encode
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from engine.core.players import Person
from engine.lobby.users import Users
from tests.tui.ssh.server_process import (
    PATIENCE,
    ServerProcess,
    Streams,
    TerminalClient,
    wait_until,
)
from tui.web.login import fingerprint_of, signed_text


def origin(server: ServerProcess) -> str:
    """Return the origin of a server's page."""
    return server.page.rstrip("/")


def web_port(server: ServerProcess) -> int:
    """Return the port of the web server."""
    port = urlsplit(server.page).port
    assert port is not None
    return port


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def new_browser_key() -> Ed25519PrivateKey:
    """Return a new Ed25519 key, as a browser creates it."""
    return Ed25519PrivateKey.generate()


def fingerprint(key: Ed25519PrivateKey) -> str:
    """Return the fingerprint under which the server registers a key."""
    return fingerprint_of(key.public_key().public_bytes_raw())


def register_browser(server: ServerProcess, name: str) -> tuple[Ed25519PrivateKey, Person]:
    """Register a player with a browser's key, and return both."""
    key = new_browser_key()
    with server.store() as store:
        return key, Users(store).register(name, fingerprint(key))


def login_message(
    key: Ed25519PrivateKey, origin: str, challenge: str, **fields: Any
) -> Mapping[str, Any]:
    """Return the login message of the page, with `fields` in place of its values."""
    return {
        "key": b64encode(key.public_key().public_bytes_raw()).decode(),
        "signature": b64encode(key.sign(signed_text(origin, challenge))).decode(),
        "columns": 120,
        "rows": 40,
        "language": "en",
        "colours": "full",
        "command": "",
        "lines": False,
        **fields,
    }


class BrowserClient(TerminalClient):
    """A logged-in page: its screen, and the JSON messages that it has received."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self.socket = socket
        self.messages: list[Mapping[str, Any]] = []
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for message in self.socket:
                if isinstance(message, str):
                    self.messages.append(json.loads(message))
                else:
                    self.receive(message)

    async def type(self, keys: bytes) -> None:
        """Send keystrokes."""
        await self.socket.send(keys)

    async def send_message(self, **message: Any) -> None:
        """Send a JSON message."""
        await self.socket.send(json.dumps(message))

    async def wait_for_response(self) -> None:
        """Press Ctrl+L, and wait for the first byte of the response."""
        self.clear()
        await self.type(b"\x0c")
        await wait_until(lambda: self.received, "a response to a key")

    async def wait_for_message(self, name: str) -> Any:
        """Wait for a message with the field `name`, and return its value."""
        await wait_until(lambda: any(name in message for message in self.messages), name)
        return next(message[name] for message in self.messages if name in message)

    async def wait_closed(self) -> int | None:
        """Wait for the end of the connection, and return its close code."""
        async with asyncio.timeout(PATIENCE):
            await self._reading
            await self.socket.wait_closed()
        return self.socket.close_code


async def open_web_connection(server: ServerProcess, address: str = "127.0.0.1") -> Streams:
    """Open a TCP connection to the web server without sending anything."""
    return await asyncio.open_connection("127.0.0.1", web_port(server), local_addr=(address, 0))


@asynccontextmanager
async def open_websocket(server: ServerProcess, **options: Any) -> AsyncIterator[ClientConnection]:
    """Open a WebSocket without logging in."""
    options = {"origin": origin(server), "compression": None, **options}
    address = f"{server.page.replace('http', 'ws', 1)}session"
    async with connect(address, host="127.0.0.1", **options) as socket:
        yield socket


@asynccontextmanager
async def open_browser(
    server: ServerProcess,
    key: Ed25519PrivateKey,
    *,
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> AsyncIterator[BrowserClient]:
    """Log in with a key. `fields` replace values of the login message."""
    async with open_websocket(server, **(options or {})) as socket:
        challenge = json.loads(await socket.recv())["challenge"]
        await socket.send(json.dumps(login_message(key, origin(server), challenge, **fields)))
        yield BrowserClient(socket)
