"""The address of a client that a web server in front passes on (`X-Forwarded-For`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from typing import Final

from tui.server.trusted_networks import Network, is_trusted

HEADER: Final = "X-Forwarded-For"
LONGEST: Final = 1000


class BadForwardedAddress(ValueError):
    """A web server in front that is trusted has not named the client's address."""


def client_address(headers: Sequence[str], proxies: Iterable[Network]) -> str:
    """The address of the client by the values of the header: the last one that is not that of a
    proxy, since each adds the one it was connected from. Raises BadForwardedAddress."""
    proxies = tuple(proxies)
    named = ",".join(headers)
    if len(named) > LONGEST:
        raise BadForwardedAddress("the header is too long")
    for text in reversed(named.split(",")):
        address = _without_port(text.strip())
        try:
            if not is_trusted(address, proxies):
                return str(ip_address(address.partition("%")[0]))
        except ValueError:
            raise BadForwardedAddress("the header names no address") from None
    raise BadForwardedAddress("the header names only proxies")


def _without_port(text: str) -> str:
    """An address without the port that some proxies add: `[2001:db8::1]:4711`, `192.0.2.1:4711`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
