"""One house for all tests that do it no harm."""

import sys
from collections.abc import Iterator

import pytest

from tests.tui.ssh.houses import House, house

if sys.platform != "linux":
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that is open to anybody."""
    folder = tmp_path_factory.mktemp("house")
    with house(
        folder,
        kill_seconds=2,
        newcomers_a_minute=100_000,
        logins_a_minute=100_000,
    ) as opened:
        yield opened
        assert opened.mistakes() == ""
