"""Networks of load balancers and proxies that are trusted to name the client's address."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Final, TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network

UNKNOWN_ADDRESS: Final = "?"
"""Address of a client that has already disconnected. It is in no network."""


def is_trusted(address: str, networks: Iterable[Network]) -> bool:
    """Return whether an address is in one of the networks. An IPv4 address may be written as IPv6.
    Raises ValueError for an invalid address."""
    if address == UNKNOWN_ADDRESS:
        return False
    ip = ip_address(address.partition("%")[0])
    plain = getattr(ip, "ipv4_mapped", None) or ip
    return any(plain in network for network in networks)
