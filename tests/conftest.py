"""What every run of the tests needs before the first of them."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

import engine.game
import messages
from tests.toy.game import ENTRY

settings.register_profile(
    "guildhall",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("guildhall")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues as a build does, so that the tests read what the catalogues say."""
    if not hasattr(config, "workerinput"):
        messages.compile_catalogues()


@pytest.fixture(scope="module")
def toy() -> Iterator[str]:
    """The toy game's id, in the catalogue for as long as a module's tests run."""
    engine.game.catalogue()
    engine.game.register(ENTRY)
    yield ENTRY.id
    engine.game.unregister(ENTRY.id)
