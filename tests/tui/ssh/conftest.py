"""Provides one server shared by all tests that leave it unchanged."""

import sys
from collections.abc import Iterator

import pytest

from tests.tui.ssh.server_process import ServerProcess, running_server

if sys.platform != "linux":
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server with open registration, and with all games imported, as usual."""
    folder = tmp_path_factory.mktemp("server")
    with running_server(
        folder,
        preload=True,
        kill_seconds=2,
        newcomers_per_minute=100_000,
        logins_per_minute=100_000,
    ) as server:
        yield server
        assert server.error_log() == ""
