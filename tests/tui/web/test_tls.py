"""The web server with its own certificate."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests.tui.ssh.server_process import (
    ServerProcess,
    close_connections,
    read_to_end,
    running_server,
)
from tests.tui.web.browsing import (
    new_browser_key,
    open_browser,
    open_web_connection,
    origin,
    web_port,
)
from tests.tui.web.certificates import certificate

YEARS = timedelta(days=3650)


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server with a certificate for localhost."""
    folder = tmp_path_factory.mktemp("tls")
    now = datetime.now(UTC)
    chain, key = certificate(folder, "localhost", since=now - YEARS, until=now + YEARS)
    web = {"port": 0, "certificate": str(chain), "private_key": str(key)}
    with running_server(folder, web=web, login_seconds=5, newcomers_per_minute=100_000) as server:
        yield server
        assert server.error_log() == ""


def trusting(server: ServerProcess) -> ssl.SSLContext:
    """Return an SSL context that trusts a server's certificate."""
    return ssl.create_default_context(cafile=str(server.folder / "chain.pem"))


async def test_player_connects_over_https(secured: ServerProcess):
    assert origin(secured).startswith("https://localhost:")
    options = {"ssl": trusting(secured), "server_hostname": "localhost"}
    async with open_browser(secured, new_browser_key(), options=options) as page:
        await page.wait_for_text("Register")
        await page.wait_for_response()


async def test_unfinished_handshakes_block_nobody(secured: ServerProcess):
    lines = []
    for n in range(40):
        line = await open_web_connection(secured, f"127.0.0.{2 + n % 9}")
        line[1].write(b"\x16\x03\x01\x02\x00\x01"[: n % 7])
        lines.append(line)
    options = {"ssl": trusting(secured), "server_hostname": "localhost"}
    async with open_browser(secured, new_browser_key(), options=options) as page:
        await page.wait_for_response()
    assert secured.status()["not logged in"] >= 1
    for line in lines[:3]:
        await read_to_end(line)
    await close_connections(*lines)
    secured.wait_for_status(not_logged_in=0, connections=0)


@pytest.mark.parametrize(
    "sent", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"SSH-2.0-x\r\n", b"\0" * 99]
)
async def test_plain_http_to_the_tls_port_is_closed(secured: ServerProcess, sent: bytes):
    line = await asyncio.open_connection("127.0.0.1", web_port(secured))
    line[1].write(sent)
    assert b"HTTP" not in await read_to_end(line)


async def test_old_tls_versions_are_refused(secured: ServerProcess):
    old = trusting(secured)
    with pytest.warns(DeprecationWarning, match="deprecated"):
        old.maximum_version = ssl.TLSVersion.TLSv1_1
    with pytest.raises((ssl.SSLError, OSError)):
        await asyncio.open_connection(
            "127.0.0.1", web_port(secured), ssl=old, server_hostname="localhost"
        )
