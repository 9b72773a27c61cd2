"""The client's address, from the `X-Forwarded-For` header of a trusted proxy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import ip_address
from typing import Final

from tui.server.trusted_networks import Network, is_trusted

FORWARDED_HEADER: Final = "X-Forwarded-For"
MAX_LENGTH: Final = 1000


class BadForwardedAddress(ValueError):
    """Raised if a trusted proxy has sent no usable client address."""


def client_address(headers: Sequence[str], proxies: Iterable[Network]) -> str:
    """Return the client's address from `headers`, the values of the forwarding header. It is the
    last address outside the networks `proxies`, because each proxy appends the address of the
    computer that connected to it. Raises BadForwardedAddress."""
    proxies = tuple(proxies)
    named = ",".join(headers)
    if len(named) > MAX_LENGTH:
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
    """Return an address without the port that some proxies append, as in `[2001:db8::1]:4711` or
    `192.0.2.1:4711`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
