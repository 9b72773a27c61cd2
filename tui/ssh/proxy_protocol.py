"""PROXY protocol, version 2: the header in which a load balancer names the client's address."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address
from struct import Struct
from typing import Final

from attrs import frozen

SIGNATURE: Final = b"\r\n\r\n\0\r\nQUIT\n"
"""Beginning of a header. No SSH client sends it."""

LOCAL_HEADER: Final = SIGNATURE + b"\x20\x00\x00\x00"
"""Header for a load balancer's own connections, such as health checks."""

MAX_LENGTH: Final = 4096
"""Maximum length of a header in bytes, including the extensions that some balancers add."""

_HEAD: Final = Struct("!12sBBH")
_VERSION: Final = 2
_OWN, _PASSED_ON = 0, 1
_UNKNOWN, _TCP4, _TCP6, _ON_ITS_MACHINE = 0x00, 0x11, 0x21, 0x31


class BadProxyHeader(ValueError):
    """Raised for an invalid header."""


@frozen
class ProxyHeader:
    """A parsed header: its length in bytes, and the client's address, which is None if it is
    unknown or if the connection is the balancer's own."""

    address: str | None
    length: int


def parse_proxy_header(received: bytes) -> ProxyHeader | None:
    """Parse the header at the beginning of a connection. Return None if more bytes are needed.
    Raises BadProxyHeader."""
    if not begins_so(received):
        raise BadProxyHeader("no balancer begins so")
    if len(received) < _HEAD.size:
        return None
    _, act, kind, more = _HEAD.unpack_from(received)
    length = _HEAD.size + more
    if act >> 4 != _VERSION or act & 15 not in (_OWN, _PASSED_ON):
        raise BadProxyHeader("a balancer speaks by another version")
    if length > MAX_LENGTH:
        raise BadProxyHeader("a balancer says too much")
    if len(received) < length:
        return None
    return ProxyHeader(_address(act & 15, kind, received[_HEAD.size : length]), length)


def begins_so(received: bytes) -> bool:
    """Return whether the bytes received so far can be the beginning of a header."""
    return SIGNATURE.startswith(received[: len(SIGNATURE)])


def _address(act: int, kind: int, addresses: bytes) -> str | None:
    """Return the client's address, or None if the header does not give it. Raises
    BadProxyHeader."""
    if act == _OWN or kind in (_UNKNOWN, _ON_ITS_MACHINE):
        return None
    if kind == _TCP4 and len(addresses) >= 12:
        return str(IPv4Address(addresses[:4]))
    if kind == _TCP6 and len(addresses) >= 36:
        return str(IPv6Address(addresses[:16]))
    raise BadProxyHeader("a balancer tells an address that is none")
