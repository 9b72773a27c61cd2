"""PROXY protocol: parsing of any bytes, and a server whose balancer is at 127.0.0.1."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from ipaddress import ip_address, ip_network
from struct import pack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.ssh.server_process import (
    ServerProcess,
    Streams,
    close_connections,
    new_key,
    open_connection,
    read_to_end,
    running_server,
    ssh_connection,
    wait_until,
)
from tui.server.control_socket import ask
from tui.server.reachability import CheckFailed
from tui.server.trusted_networks import UNKNOWN_ADDRESS, is_trusted
from tui.ssh.healthcheck import check_health
from tui.ssh.proxy_protocol import (
    LOCAL_HEADER,
    MAX_LENGTH,
    SIGNATURE,
    BadProxyHeader,
    ProxyHeader,
    parse_proxy_header,
)


def header_for(address: str, more: bytes = b"") -> bytes:
    """Return the header of a balancer for a TCP client at an address."""
    known = ip_address(address)
    ours = ip_address("127.0.0.1" if known.version == 4 else "::1")
    header = known.packed + ours.packed + pack("!HH", 50_000, 22) + more
    kind = 0x11 if known.version == 4 else 0x21
    return SIGNATURE + pack("!BBH", 0x21, kind, len(header)) + header


# ---------------------------------------------------------------------- the bytes


@given(st.ip_addresses().map(str), st.binary(max_size=200), st.binary(max_size=50))
def test_header_is_parsed_once_complete(address: str, more: bytes, after: bytes):
    header = header_for(address, more)
    assert parse_proxy_header(header + after) == ProxyHeader(address, len(header))
    assert all(parse_proxy_header(header[:length]) is None for length in range(len(header)))


@given(
    st.one_of(
        st.binary(max_size=300),
        st.binary(max_size=300).map(lambda rest: SIGNATURE + rest),
        st.binary(max_size=300).map(lambda rest: SIGNATURE + b"\x21" + rest),
    )
)
def test_parser_ends_for_any_bytes(sent: bytes):
    try:
        header = parse_proxy_header(sent)
    except BadProxyHeader:
        return
    if header is None:
        assert len(sent) < MAX_LENGTH
    else:
        assert len(SIGNATURE) < header.length <= len(sent)
        assert header.address is None or ip_address(header.address).version in (4, 6)


@pytest.mark.parametrize(
    "header",
    [
        LOCAL_HEADER,
        SIGNATURE + pack("!BBH", 0x20, 0x11, 12) + bytes(12),
        SIGNATURE + pack("!BBH", 0x21, 0x00, 0),
        SIGNATURE + pack("!BBH", 0x21, 0x31, 216) + bytes(216),
    ],
    ids=["its own", "its own, with an address", "unknown", "on its machine"],
)
def test_header_without_address_means_the_balancer(header: bytes):
    assert parse_proxy_header(header + b"SSH") == ProxyHeader(None, len(header))


@pytest.mark.parametrize(
    "header",
    [
        b"SSH-2.0-OpenSSH_9.2",
        b"PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n",
        SIGNATURE + pack("!BBH", 0x11, 0x11, 12),
        SIGNATURE + pack("!BBH", 0x22, 0x11, 12),
        SIGNATURE + pack("!BBH", 0x21, 0x12, 12) + bytes(12),
        SIGNATURE + pack("!BBH", 0x21, 0x11, 11) + bytes(11),
        SIGNATURE + pack("!BBH", 0x21, 0x21, 12) + bytes(12),
        SIGNATURE + pack("!BBH", 0x21, 0x11, 0xFFFF),
    ],
    ids=["none", "version 1", "version", "act", "kind", "short", "short of IPv6", "long"],
)
def test_invalid_header_is_refused(header: bytes):
    with pytest.raises(BadProxyHeader):
        parse_proxy_header(header)


def test_balancers_are_recognised_by_network():
    networks = [ip_network("10.0.0.0/8"), ip_network("fd00::/8")]
    near = ["10.1.2.3", "::ffff:10.1.2.3", "fd00::1%eth0"]
    far = ["11.0.0.1", "fe80::1", UNKNOWN_ADDRESS]
    assert [one for one in [*near, *far] if is_trusted(one, networks)] == near


# ---------------------------------------------------------------------- the server


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server behind a balancer at 127.0.0.1."""
    folder = tmp_path_factory.mktemp("behind")
    with running_server(
        folder, balancers="127.0.0.1 fd00::/8", login_seconds=2, unauthenticated=8
    ) as server:
        yield server


@asynccontextmanager
async def connection_with(
    server: ServerProcess, *header: bytes, at: str = "127.0.0.1"
) -> AsyncIterator[Streams]:
    """Connect from the address `at`, and send a header piece by piece."""
    connection = await open_connection(server, at)
    for piece in header:
        connection[1].write(piece)
        await connection[1].drain()
        await asyncio.sleep(0.05)
    yield connection
    await close_connections(connection)


async def test_players_are_identified_by_their_own_address(behind: ServerProcess):
    key = new_key()
    behind.register("Anna", key)
    for address in ("192.0.2.7", "2001:db8:1:2:3::7"):
        connection = socket.create_connection(("127.0.0.1", behind.port))
        connection.sendall(header_for(address))
        async with ssh_connection(behind, key, sock=connection):
            pass
    await wait_until(lambda: "192.0.2.7 logged in" in behind.log())
    await wait_until(lambda: "2001:db8:1::/56 logged in" in behind.log())
    assert "127.0.0.1 logged in" not in behind.log()


async def test_limits_apply_to_forwarded_addresses(behind: ServerProcess):
    header = header_for("192.0.2.8")
    lines = []
    for piece in [header] * 9:
        lines.append(await open_connection(behind, "127.0.0.1"))
        lines[-1][1].write(piece)
        behind.wait_for_status(not_logged_in=min(len(lines), 8))
    assert b"Guildhall" in await read_to_end(lines[0])
    async with connection_with(behind, header_for("192.0.2.9")):
        assert b"Guildhall" in await read_to_end(lines[1])
        behind.wait_for_status(not_logged_in=8)
    await close_connections(*lines[2:])
    behind.wait_for_status(not_logged_in=0)


async def test_header_may_arrive_in_pieces(behind: ServerProcess):
    header = header_for("192.0.2.10") + b"SSH-2.0-somebody\r\n"
    async with connection_with(
        behind, header[:5], header[5:20], header[20:30], header[30:]
    ) as connection:
        assert await connection[0].readuntil(b"curve25519")
        assert behind.status()["not logged in"] == 1


async def test_silent_balancer_times_out(behind: ServerProcess):
    async with connection_with(behind, header_for("192.0.2.11")[:20]) as connection:
        assert await read_to_end(connection) == b""
    behind.wait_for_status(connections=0)


@pytest.mark.parametrize(
    ("at", "header", "why"),
    [
        ("127.0.0.1", b"SSH-2.0-OpenSSH_9.2\r\n", "no balancer begins so"),
        ("127.0.0.1", SIGNATURE + bytes(range(200)), "another version"),
        ("127.0.0.3", header_for("192.0.2.12"), "--trust-proxy does not name it"),
        ("127.0.0.3", LOCAL_HEADER, "--trust-proxy does not name it"),
    ],
    ids=["without", "wrong", "not named", "not named, its own"],
)
async def test_bad_header_is_refused_and_logged(
    behind: ServerProcess, at: str, header: bytes, why: str
):
    async with connection_with(behind, header[:7], header[7:], at=at) as connection:
        assert b"curve25519" not in await read_to_end(connection)
    assert f"{at} cut off" in behind.log()
    assert why in behind.log()
    assert "192.0.2.12" not in behind.log()


async def test_other_connections_need_no_header(behind: ServerProcess):
    key = new_key()
    behind.register("Boris", key)
    async with ssh_connection(behind, key, local_addr=("127.0.0.4", 0)):
        pass
    await wait_until(lambda: "127.0.0.4 logged in" in behind.log())


def test_health_check_works_from_a_balancer_network(behind: ServerProcess):
    check = ask(behind.folder, {"do": "check"})["door"]
    assert isinstance(check, dict)
    networks = [ip_network(one) for one in check["balancers"]]
    check_health(check["host"], check["port"], check["key"], networks)
    with pytest.raises(CheckFailed):
        check_health(check["host"], check["port"], check["key"], [])
