"""A real balancer (haproxy) on this computer, configured by `deploy/machines/haproxy.cfg`, in front
of test servers."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

CONFIGURATION: Final = Path(__file__).parents[3] / "deploy" / "machines" / "haproxy.cfg"
PATIENCE: Final = 20.0

NOT_INSTALLED: Final = "there is no haproxy on this computer"


def find_haproxy() -> str | None:
    """Return the path of the balancer's program; None if it is not installed."""
    return shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")


def configuration(own_port: int, ports: Sequence[int]) -> str:
    """Return the configuration for a port of this computer, in front of servers at `ports`, which
    get connections in turn."""
    config = CONFIGURATION.read_text(encoding="utf-8")
    config = re.sub(r"bind .*", f"bind 127.0.0.1:{own_port}", config)
    config = config.replace("balance leastconn", "balance roundrobin").replace(
        "inter 3s", "inter 1s"
    )
    servers = "".join(
        f"    server machine-{n} 127.0.0.1:{port}\n" for n, port in enumerate(ports, 1)
    )
    return re.sub(r"(?:    server machine-.*\n)+", servers, config)


@contextmanager
def balancer(folder: Path, ports: Sequence[int]) -> Iterator[int]:
    """Run a balancer in front of servers at `ports`. Yield its port."""
    program = find_haproxy()
    assert program is not None, NOT_INSTALLED
    with socket.create_server(("127.0.0.1", 0)) as free:
        own_port: int = free.getsockname()[1]
    setup = folder / "haproxy.cfg"
    setup.write_text(configuration(own_port, ports), encoding="utf-8")
    running = subprocess.Popen([program, "-db", "-f", str(setup)], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + PATIENCE
        while not _has_server(own_port):
            assert running.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        yield own_port
    finally:
        running.terminate()
        running.wait(PATIENCE)


def _has_server(own_port: int) -> bool:
    """Return whether a server answers at a port."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", own_port), 2) as connection:
        return connection.recv(20).startswith(b"SSH-2.0-Guildhall")
    return False
