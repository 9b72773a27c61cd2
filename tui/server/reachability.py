"""Common parts of the health checks: the time limit, the error, and the address of a server on this
computer."""

from __future__ import annotations

import ipaddress
from typing import Final

from engine.errors import GuildhallError

TIMEOUT: Final = 10.0
"""Maximum number of seconds to wait for an answer."""


class CheckFailed(GuildhallError):
    """Raised if a health check fails."""


def near(host: str) -> str:
    """Return the address at which a server listening on the IP address `host` can be reached from
    this computer."""
    return "127.0.0.1" if ipaddress.ip_address(host).is_unspecified else host
