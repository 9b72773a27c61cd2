"""Address of a client behind a balancer, which sends it before anything else (PROXY protocol,
version 2)."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address
from struct import Struct
from typing import Final

from attrs import frozen

SIGNATURE: Final = b"\r\n\r\n\0\r\nQUIT\n"
"""How it begins; nobody who speaks SSH begins so."""

LOCAL: Final = SIGNATURE + b"\x20\x00\x00\x00"
"""What a balancer says whose connection is its own, such as to look whether the door opens."""

LONGEST: Final = 4096
"""How many bytes there may be of it, with all that some balancers add."""

_HEAD: Final = Struct("!12sBBH")
_VERSION: Final = 2
_OWN, _PASSED_ON = 0, 1
_UNKNOWN, _TCP4, _TCP6, _ON_ITS_MACHINE = 0x00, 0x11, 0x21, 0x31


class BadProxyHeader(ValueError):
    """An invalid header."""


@frozen
class ProxyHeader:
    """Parsed header: the client's address, None for one that is not given or is the balancer's own;
    and the length in bytes."""

    address: str | None
    length: int


def parse_proxy_header(said: bytes) -> ProxyHeader | None:
    """Parse the header at the beginning of a connection; None if more bytes are needed. Raises
    BadProxyHeader."""
    if not begins_so(said):
        raise BadProxyHeader("no balancer begins so")
    if len(said) < _HEAD.size:
        return None
    _, act, kind, more = _HEAD.unpack_from(said)
    length = _HEAD.size + more
    if act >> 4 != _VERSION or act & 15 not in (_OWN, _PASSED_ON):
        raise BadProxyHeader("a balancer speaks by another version")
    if length > LONGEST:
        raise BadProxyHeader("a balancer says too much")
    if len(said) < length:
        return None
    return ProxyHeader(_address(act & 15, kind, said[_HEAD.size : length]), length)


def begins_so(said: bytes) -> bool:
    """Whether a connection begins as those of balancers do, as far as it has come."""
    return SIGNATURE.startswith(said[: len(SIGNATURE)])


def _address(act: int, kind: int, told: bytes) -> str | None:
    """Raises BadProxyHeader."""
    if act == _OWN or kind in (_UNKNOWN, _ON_ITS_MACHINE):
        return None
    if kind == _TCP4 and len(told) >= 12:
        return str(IPv4Address(told[:4]))
    if kind == _TCP6 and len(told) >= 36:
        return str(IPv6Address(told[:16]))
    raise BadProxyHeader("a balancer tells an address that is none")
