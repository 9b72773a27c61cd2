"""Health check of the SSH server, which connects to the server and reads its host key."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Collection

import asyncssh

from tui.server.reachability import TIMEOUT, CheckFailed, near
from tui.server.trusted_networks import Network, is_trusted
from tui.ssh.proxy_protocol import LOCAL_HEADER


def check_health(
    host: str, port: int, fingerprint: str, balancers: Collection[Network] = ()
) -> None:
    """Connect to the server, and compare its host key with `fingerprint`. If this computer's
    address is in one of the networks `balancers`, connect like a load balancer. Raises
    CheckFailed."""
    os.environ.setdefault("LOGNAME", "nobody")  # asyncssh needs it; a container may have none
    try:
        shown = asyncio.run(_key_at(near(host), port, balancers))
    except (OSError, TimeoutError, asyncssh.Error) as error:
        reason = str(error) or type(error).__name__
        raise CheckFailed(
            "The server does not accept connections: {reason}.", reason=reason
        ) from error
    if shown != fingerprint:
        raise CheckFailed("A different server answers on port {port}: {key}.", port=port, key=shown)


async def _key_at(host: str, port: int, balancers: Collection[Network]) -> str:
    async with asyncio.timeout(TIMEOUT):
        line = socket.create_connection((host, port), TIMEOUT)
        if is_trusted(line.getsockname()[0], balancers):
            line.sendall(LOCAL_HEADER)
        key = await asyncssh.get_server_host_key(host, port, sock=line, config=None)
    return "" if key is None else key.get_fingerprint()
