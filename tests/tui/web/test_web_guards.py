"""Hostile clients of the web server, one for each guard, while another player continues."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.tui.ssh.server_process import (
    PATIENCE,
    ServerProcess,
    Streams,
    close_connections,
    memory_of,
    read_to_end,
    running_server,
    wait_until,
)
from tests.tui.web.browsing import (
    BrowserClient,
    login_message,
    new_browser_key,
    open_browser,
    open_web_connection,
    open_websocket,
    origin,
    register_browser,
)
from tui.web.web_connection import REFUSED_CODE

MEGABYTE = 1024 * 1024
NUMBERS = itertools.count(1)
UPGRADE = (
    "GET /session HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server with open registration and low limits."""
    with running_server(
        tmp_path_factory.mktemp("strict"),
        web={"port": 0},
        login_seconds=4,
        stall_seconds=4,
        alive_seconds=3,
        kill_seconds=2,
        newcomers_per_minute=100_000,
        logins_per_minute=100_000,
        pages_per_minute=100_000,
    ) as server:
        yield server
        assert server.error_log() == ""


@pytest.fixture
async def player(strict: ServerProcess) -> AsyncIterator[BrowserClient]:
    """Connect a player. At the end of the test, a key must still be answered."""
    key, _ = register_browser(strict, f"Anna {next(NUMBERS)}")
    async with open_browser(strict, key) as client:
        await client.wait_for_response()
        yield client
        await client.wait_for_response()


async def upgraded(server: ServerProcess) -> Streams:
    """Open a WebSocket whose frames the test writes itself."""
    connection = await open_web_connection(server)
    key = b64encode(os.urandom(16)).decode()
    host = origin(server).removeprefix("http://")
    connection[1].write(UPGRADE.format(host=host, origin=origin(server), key=key).encode())
    head = await connection[0].readuntil(b"\r\n\r\n")
    assert b" 101 " in head
    return connection


async def http_answer(server: ServerProcess, path: str, *headers: str) -> bytes:
    """Return the complete response to a request."""
    connection = await open_web_connection(server)
    connection[1].write("\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *headers, "", ""]).encode())
    return await read_to_end(connection)


# ---------------------------------------------------------------------- who may come


@pytest.mark.parametrize(
    "foreign",
    [None, "https://evil.example.org", "null", "http://localhost", "http://localhost:1", ""],
)
async def test_websocket_from_another_page_is_refused(
    strict: ServerProcess, player: BrowserClient, foreign: str | None
):
    with pytest.raises(InvalidStatus) as refused:
        async with open_websocket(strict, origin=foreign):
            pass
    assert refused.value.response.status_code == 403
    assert b"Only the page of this server" in (refused.value.response.body or b"")


async def test_two_origin_headers_are_refused(strict: ServerProcess, player: BrowserClient):
    with pytest.raises(InvalidStatus) as refused:
        async with open_websocket(
            strict, additional_headers=[("Origin", "https://evil.example.org")]
        ):
            pass
    assert refused.value.response.status_code == 403


async def test_replayed_login_is_refused(strict: ServerProcess, player: BrowserClient):
    key = new_browser_key()
    async with open_websocket(strict) as first, open_websocket(strict) as second:
        challenge = json.loads(await first.recv())["challenge"]
        overheard = json.dumps(login_message(key, origin(strict), challenge))
        await second.recv()
        await second.send(overheard)
        assert "does not accept" in json.loads(await second.recv())["error"]
        await second.wait_closed()
        assert second.close_code == REFUSED_CODE
        await first.send(overheard)
        assert isinstance(await first.recv(), bytes)


async def test_challenge_signed_for_another_site_is_refused(
    strict: ServerProcess, player: BrowserClient
):
    async with open_websocket(
        strict, additional_headers={"X-Forwarded-Host": "evil.example.org"}
    ) as page:
        challenge = json.loads(await page.recv())["challenge"]
        login = login_message(new_browser_key(), "https://evil.example.org", challenge)
        await page.send(json.dumps(login))
        assert "does not accept" in json.loads(await page.recv())["error"]


async def test_weak_key_is_refused(strict: ServerProcess, player: BrowserClient):
    async with open_websocket(strict) as page:
        challenge = json.loads(await page.recv())["challenge"]
        nothing = {"key": b64encode(bytes(32)).decode(), "signature": b64encode(bytes(64)).decode()}
        await page.send(json.dumps({**login_message(new_browser_key(), "", challenge), **nothing}))
        assert "does not accept" in json.loads(await page.recv())["error"]


# ---------------------------------------------------------------------- what is said


@pytest.mark.parametrize(
    "first", ["", "hello", "[]", "[" * 15_000, b"\x00\xff" * 100, '{"key": 7}', "{}"]
)
async def test_malformed_first_message_ends_the_connection(
    strict: ServerProcess, player: BrowserClient, first: str | bytes
):
    async with open_websocket(strict) as page:
        await page.recv()
        await page.send(first)
        assert "Reload the page" in json.loads(await page.recv())["error"]
        await page.wait_closed()
        assert page.close_code == 1008


async def test_too_long_message_ends_the_connection(strict: ServerProcess, player: BrowserClient):
    async with open_websocket(strict) as page:
        await page.recv()
        await page.send("x" * 20_000)
        await page.wait_closed()
        assert page.close_code == 1009


@pytest.mark.parametrize("message", ["{", "[]", '{"columns": 80}', '{"columns": 1e99, "rows": 5}'])
async def test_malformed_message_ends_the_session_with_a_sentence(
    strict: ServerProcess, player: BrowserClient, message: str
):
    async with open_browser(strict, new_browser_key()) as page:
        await page.wait_for_response()
        await page.socket.send(message)
        assert "Reload the page" in await page.wait_for_message("error")
        assert await page.wait_closed() == 1008


async def test_silent_client_is_closed_with_a_sentence(
    strict: ServerProcess, player: BrowserClient
):
    async with open_websocket(strict) as page:
        await page.recv()
        assert "took too long" in json.loads(await page.recv())["error"]
        await page.wait_closed()


@pytest.mark.parametrize(
    "frame",
    [
        b"\x82\xfe",
        b"\x82\x85abcdhal",
        b"\x82\x05hello",
        b"\xf2\x80abcd",
        b"\x80\x80abcd",
        b"\x83\x80abcd",
        b"\x81\x82\x00\x00\x00\x00\xff\xfe",
        b"\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\x89\xfe\x01\x00abcd" + b"x" * 256,
    ],
    ids=[
        *("half a head", "half a frame", "unmasked", "reserved bits", "continues nothing"),
        *("unknown kind", "no letters", "a frame without an end", "a ping that is too long"),
    ],
)
async def test_broken_frames_end_the_connection(
    strict: ServerProcess, player: BrowserClient, frame: bytes
):
    connection = await upgraded(strict)
    connection[1].write(frame)
    await read_to_end(connection)


@pytest.mark.parametrize(
    "sent",
    [
        b"SSH-2.0-OpenSSH_9.9\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 500,
        b"POST /session HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 10_000 + b"\r\n",
        b"GET /" + b"a" * 100_000,
        b"\r\n" * 1000,
        b"",
    ],
)
async def test_malformed_request_is_closed(
    strict: ServerProcess, player: BrowserClient, sent: bytes
):
    connection = await open_web_connection(strict)
    connection[1].write(sent)
    answer = await read_to_end(connection)
    assert b"Traceback" not in answer
    assert str(strict.folder).encode() not in answer


@pytest.mark.parametrize(
    "path",
    ["/../SECURITY.md", "/static/key.js", "/%2e%2e/host_key", "/vendor/xterm.js", "//", "/x?/"],
)
async def test_only_the_page_is_served(strict: ServerProcess, player: BrowserClient, path: str):
    assert (await http_answer(strict, path)).startswith(b"HTTP/1.1 404 ")


async def test_balancer_sees_whether_players_can_connect(
    strict: ServerProcess, player: BrowserClient
):
    assert (await http_answer(strict, "/health")).startswith(b"HTTP/1.1 200 ")


# ---------------------------------------------------------------------- how much


async def cut_off(page: BrowserClient, server: ServerProcess, why: str) -> None:
    """Wait until a client has been cut off for the reason `why`."""
    assert await page.wait_closed() == 1006
    assert why in server.log()


async def test_flood_of_keys_is_cut_off(strict: ServerProcess, player: BrowserClient):
    async with open_browser(strict, new_browser_key()) as flood:
        await flood.wait_for_response()

        async def pour() -> None:
            with suppress(ConnectionClosed):
                while True:
                    await flood.type(b"x" * 8192)

        pouring = asyncio.ensure_future(pour())
        await player.wait_for_response()
        await cut_off(flood, strict, "too much is")
        await pouring


async def test_flood_of_small_messages_is_cut_off(strict: ServerProcess, player: BrowserClient):
    async with open_browser(strict, new_browser_key()) as flood:
        await flood.wait_for_response()
        flood.socket.transport.write(b"\x89\x80abcd" * 3000)
        await cut_off(flood, strict, "too many messages are sent")


async def test_flood_before_login_is_cut_off(strict: ServerProcess, player: BrowserClient):
    connection = await upgraded(strict)
    connection[1].write(b"\x89\x80abcd" * 500)
    await read_to_end(connection)
    assert "too many messages are sent" in strict.log()


async def test_long_paste_is_no_flood(strict: ServerProcess, player: BrowserClient):
    async with open_browser(strict, new_browser_key()) as page:
        await page.wait_for_response()
        text = b"\x1b[200~" + b"x" * 32_000 + b"\x1b[201~"
        for start in range(0, len(text), 8192):
            await page.type(text[start : start + 8192])
        await page.wait_for_response()


async def test_client_that_reads_nothing_is_dropped_and_its_buffer_bounded(
    strict: ServerProcess, player: BrowserClient
):
    before = memory_of(strict.process.pid)
    async with open_browser(strict, new_browser_key(), columns=300, rows=120) as page:
        await page.wait_for_response()
        page.socket.transport.pause_reading()

        async def ask() -> None:
            with suppress(ConnectionClosed):
                while True:
                    await page.type(b"\x0c")
                    await asyncio.sleep(0.02)

        asking = asyncio.ensure_future(ask())
        await wait_until(lambda: "takes nothing of what is sent" in strict.log(), "the cut")
        assert memory_of(strict.process.pid) < before + 20 * MEGABYTE
        page.socket.transport.resume_reading()
        await page.wait_closed()
        await asking


async def test_client_that_answers_no_ping_is_dropped(strict: ServerProcess, player: BrowserClient):
    key = new_browser_key()
    connection = await upgraded(strict)
    head = await connection[0].readexactly(2)
    challenge = json.loads(await connection[0].readexactly(head[1]))["challenge"]
    login = json.dumps(login_message(key, origin(strict), challenge)).encode()
    connection[1].write(b"\x81\xfe" + len(login).to_bytes(2, "big") + bytes(4) + login)
    await read_to_end(connection)


async def test_silent_connections_do_not_block_a_friend(tmp_path: Path):
    with running_server(tmp_path, web={"port": 0}, unauthenticated=20, login_seconds=60) as server:
        key, _ = register_browser(server, "Fritz")
        lines = [await open_web_connection(server, f"127.0.0.{2 + n % 5}") for n in range(60)]
        for _ in range(3):
            async with open_browser(server, key) as friend:
                await friend.wait_for_response()
        status = server.status()
        assert 0 < status["not logged in"] <= 20
        assert status["refused"]["crowded out"] >= 40
        await close_connections(*lines)


async def test_rate_limit_is_reported_in_a_sentence(tmp_path: Path):
    with running_server(
        tmp_path,
        web={"port": 0},
        no_minute_passes=True,
        newcomers_per_minute=2,
        logins_per_minute=2,
        sessions_per_key=1,
    ) as server:
        known, _ = register_browser(server, "Otto")
        async with open_browser(server, known) as first, open_browser(server, known) as second:
            await first.wait_for_response()
            await second.wait_for_text("maximum number of sessions")
        async with open_browser(server, known) as third:
            assert "Too many connections" in await third.wait_for_message("error")
        for _ in range(2):
            async with open_browser(server, new_browser_key()) as client:
                await client.wait_for_response()
        async with open_browser(server, new_browser_key()) as client:
            assert "Too many new players" in await client.wait_for_message("error")


async def test_page_requests_are_limited_per_address_and_minute(tmp_path: Path):
    with running_server(tmp_path, web={"port": 0}, pages_per_minute=3) as server:
        for _ in range(3):
            assert (await http_answer(server, "/")).startswith(b"HTTP/1.1 200 ")
        answer = await http_answer(server, "/")
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"wait a minute" in answer
        async with open_browser(server, new_browser_key()) as client:
            await client.wait_for_response()


# ---------------------------------------------------------------------- whose address


async def test_only_a_trusted_proxy_names_the_client_address(tmp_path: Path):
    with running_server(tmp_path, balancers="127.0.0.9", web={"port": 0}) as server:

        async def come(address: str, **headers: Any) -> None:
            options = {"local_addr": (address, 0), "additional_headers": headers}
            async with open_browser(server, new_browser_key(), options=options) as client:
                await client.wait_for_response()

        await come("127.0.0.9", **{"X-Forwarded-For": "6.6.6.6, 203.0.113.7"})
        assert "203.0.113.7 logged in from a browser" in server.log()
        await come("127.0.0.3", **{"X-Forwarded-For": "203.0.113.8"})
        assert "127.0.0.3 logged in from a browser" in server.log()
        assert "--trust-proxy does not name it" in server.log()
        assert "203.0.113.8" not in server.log()
        with pytest.raises(InvalidStatus) as refused:
            await come("127.0.0.9")
        assert refused.value.response.status_code == 400


async def test_proxy_health_check_needs_no_client(tmp_path: Path):
    with running_server(tmp_path, balancers="127.0.0.0/8", web={"port": 0}) as server:
        assert (await http_answer(server, "/health")).startswith(b"HTTP/1.1 200 ")
        assert (await http_answer(server, "/")).startswith(b"HTTP/1.1 400 ")


async def test_flood_of_questions_for_a_sign_of_life_is_cut_off(
    strict: ServerProcess, player: BrowserClient
):
    async with open_browser(strict, new_browser_key()) as flood:
        await flood.wait_for_response()

        async def pour() -> None:
            with suppress(ConnectionClosed):
                while True:
                    await flood.send_message(alive=True)

        pouring = asyncio.ensure_future(pour())
        await player.wait_for_response()
        await cut_off(flood, strict, "too many messages are sent")
        await pouring


async def test_question_for_a_sign_of_life_is_no_login(
    strict: ServerProcess, player: BrowserClient
):
    async with open_websocket(strict) as socket:
        assert "challenge" in json.loads(await socket.recv())
        await socket.send(json.dumps({"alive": True}))
        assert "error" in json.loads(await socket.recv())
        await socket.wait_closed()
        assert socket.close_code == 1008


@pytest.mark.long
async def test_client_that_reads_no_signs_of_life_is_dropped(
    strict: ServerProcess, player: BrowserClient
):
    before = memory_of(strict.process.pid)
    async with open_browser(strict, new_browser_key()) as page:
        await page.wait_for_response()
        page.socket.transport.pause_reading()
        with suppress(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                while True:
                    await page.send_message(alive=True)
                    await asyncio.sleep(0.006)
        assert memory_of(strict.process.pid) < before + 20 * MEGABYTE
        await player.wait_for_response()


@pytest.mark.parametrize("value", [1, "true", None, False, [], {}])
async def test_other_sign_of_life_is_malformed(
    strict: ServerProcess, player: BrowserClient, value: Any
):
    async with open_browser(strict, new_browser_key()) as page:
        await page.wait_for_response()
        await page.send_message(alive=value)
        assert await page.wait_closed() == 1008
