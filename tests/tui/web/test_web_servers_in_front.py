"""The examples for web servers in docs/web.md, run with these programs if installed."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.tui.ssh.balancer import CONFIGURATION
from tests.tui.ssh.server_process import PATIENCE, running_server
from tests.tui.web.browsing import free_port, new_browser_key, open_browser
from tests.tui.web.certificates import certificate

PAGE = Path(__file__).parents[3] / "docs" / "web.md"


def examples() -> list[str]:
    """Return the indented blocks of the page."""
    text = PAGE.read_text(encoding="utf-8")
    return [
        re.sub("^    ", "", one, flags=re.M) for one in re.findall(r"(?:^    .*\n+)+", text, re.M)
    ]


def example_with(part: str) -> str:
    """Return the block that contains a text."""
    return next(one for one in examples() if part in one)


def caddy(folder: Path, port: int, web: int) -> list[str]:
    """Write the example for Caddy, with a certificate of its own. Return the command."""
    site = example_with("reverse_proxy").replace(
        "games.example.org {", f"https://localhost:{port} {{\n    tls internal"
    )
    options = ("admin off", "auto_https disable_redirects", "skip_install_trust")
    head = "\n".join(("{", *options, f"storage file_system {folder}", "}\n"))
    file = folder / "Caddyfile"
    file.write_text(head + site.replace("127.0.0.1:8080", f"127.0.0.1:{web}"), encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


def nginx(folder: Path, port: int, web: int) -> list[str]:
    """Write the example for nginx, with the other required settings. Return the command."""
    now, year = datetime.now(UTC), timedelta(days=365)
    chain, key = certificate(folder, "localhost", since=now - year, until=now + year)
    location = example_with("proxy_pass").replace("127.0.0.1:8080", f"127.0.0.1:{web}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{paths}{example_with('map $http_upgrade')}"
        f"server {{\nlisten 127.0.0.1:{port} ssl;\nssl_certificate {chain};\n"
        f"ssl_certificate_key {key};\n{location}}}\n}}\n",
        encoding="utf-8",
    )
    return ["nginx", "-e", str(folder / "error.log"), "-c", str(file)]


def haproxy(folder: Path, port: int, web: int) -> list[str]:
    """Write the example for haproxy after the settings of `deploy`. Return the command."""
    now, year = datetime.now(UTC), timedelta(days=365)
    both = folder / "both.pem"
    parts = certificate(folder, "localhost", since=now - year, until=now + year)
    both.write_bytes(b"".join(part.read_bytes() for part in parts))
    site = example_with("frontend web")
    site = re.sub("bind .*", f"bind 127.0.0.1:{port} ssl crt {both}", site)
    site = re.sub(r"machine-\d:8080", f"127.0.0.1:{web}", site)
    settings = CONFIGURATION.read_text(encoding="utf-8").partition("frontend ssh")[0]
    file = folder / "haproxy.cfg"
    file.write_text(f"{settings}{site}", encoding="utf-8")
    return ["haproxy", "-db", "-f", str(file)]


@contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    """Run a web server. Yield once it listens."""
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment)
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        assert process.poll() is None
        yield
    finally:
        process.terminate()
        process.wait()


@pytest.mark.parametrize("make", [caddy, nginx, haproxy])
async def test_proxied_player_connects_with_their_own_address(
    tmp_path: Path, make: Callable[[Path, int, int], list[str]]
):
    if shutil.which(make.__name__) is None:
        pytest.skip(f"{make.__name__} is not installed")
    port, web = free_port(), free_port()
    settings = {"port": web, "page": f"https://localhost:{port}/"}
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    options = {
        "ssl": trusting,
        "server_hostname": "localhost",
        "local_addr": ("127.0.0.7", 0),
        "additional_headers": {"X-Forwarded-For": "203.0.113.66"},
    }
    folder = tmp_path / "front"
    folder.mkdir()
    (tmp_path / "games").mkdir()
    with (
        running_server(tmp_path / "games", balancers="127.0.0.1", web=settings) as server,
        running(make(folder, port, web), port, folder),
    ):
        async with open_browser(server, new_browser_key(), options=options) as page:
            await page.wait_for_text("Register")
            await page.wait_for_response()
        assert "127.0.0.7 logged in from a browser" in server.log()
        assert "203.0.113.66" not in server.log()
