"""Common parts of the health checks over SSH and of the web front end."""

from __future__ import annotations

import ipaddress

from engine.errors import GuildhallError


class LoginRefused(GuildhallError):
    """Nobody can log in to the server."""


def near(host: str) -> str:
    """Return the address at which this computer reaches a server that listens on `host`."""
    return "127.0.0.1" if ipaddress.ip_address(host).is_unspecified else host
