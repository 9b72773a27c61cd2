"""Reaching a server on this computer, for health checks."""

from __future__ import annotations

import ipaddress
from typing import Final

from engine.errors import GuildhallError

PATIENCE: Final = 10.0
"""Maximum seconds for the answer."""


class CheckFailed(GuildhallError):
    """The server accepts no connections."""


def near(host: str) -> str:
    """Return the address at which a server listening on `host` can be reached."""
    return "127.0.0.1" if ipaddress.ip_address(host).is_unspecified else host
