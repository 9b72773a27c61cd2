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

SETUP: Final = Path(__file__).parents[3] / "deploy" / "machines" / "haproxy.cfg"
PATIENCE: Final = 20.0

NONE: Final = "there is no haproxy on this computer"


def find_haproxy() -> str | None:
    """The program of the balancer."""
    return shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")


def set_up(own_port: int, ports: Sequence[int]) -> str:
    """The same setup at a port of this computer, before servers at such ports; each in its turn."""
    config = SETUP.read_text(encoding="utf-8")
    config = re.sub(r"bind .*", f"bind 127.0.0.1:{own_port}", config)
    config = config.replace("balance leastconn", "balance roundrobin").replace(
        "inter 3s", "inter 1s"
    )
    led_to = "".join(
        f"    server machine-{n} 127.0.0.1:{port}\n" for n, port in enumerate(ports, 1)
    )
    return re.sub(r"(?:    server machine-.*\n)+", led_to, config)


@contextmanager
def balancer(folder: Path, ports: Sequence[int]) -> Iterator[int]:
    """The port at which it leads to servers at those ports."""
    program = find_haproxy()
    assert program is not None, NONE
    with socket.create_server(("127.0.0.1", 0)) as free:
        own_port: int = free.getsockname()[1]
    setup = folder / "haproxy.cfg"
    setup.write_text(set_up(own_port, ports), encoding="utf-8")
    running = subprocess.Popen([program, "-db", "-f", str(setup)], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + PATIENCE
        while not _answers(own_port):
            assert running.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        yield own_port
    finally:
        running.terminate()
        running.wait(PATIENCE)


def _answers(own_port: int) -> bool:
    """Whether a server shows itself at a port."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", own_port), 2) as line:
        return line.recv(20).startswith(b"SSH-2.0-Guildhall")
    return False
