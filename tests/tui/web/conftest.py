"""Provides one server with a web front end, shared by all tests that leave it unchanged."""

import sys
from collections.abc import Iterator

import pytest

from tests.tui.ssh.server_process import ServerProcess, running_server

if sys.platform != "linux":
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def web_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server with a web page and open registration."""
    with running_server(
        tmp_path_factory.mktemp("web"),
        web={"port": 0},
        login_seconds=8,
        stall_seconds=6,
        kill_seconds=2,
        newcomers_per_minute=100_000,
        logins_per_minute=100_000,
        pages_per_minute=100_000,
    ) as server:
        yield server
        assert server.error_log() == ""
