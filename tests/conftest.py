"""What every run of the tests needs before the first of them."""

import sys
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

import engine.game
import messages
from engine.agenda import Step
from engine.game import Entry
from engine.match import Match
from tests.toy.game import ENTRY
from tests.toy.script import Script

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


@pytest.fixture
def scripted() -> Iterator[Callable[..., Match]]:
    """Begin a match of the steps given, the game of the test's own."""

    def begin(*steps: Step, seats: int = 2, seed: str = "1") -> Match:
        module = ModuleType("tests.toy.scripted")
        module.GAME = Script(steps)  # type: ignore[attr-defined]
        sys.modules[module.__name__] = module
        engine.game.register(Entry("script", Script.names, Script.players, module.__name__))
        return Match.begin("script", [(f"P{k}", "person") for k in range(seats)], seed=seed)

    engine.game.catalogue()
    yield begin
    engine.game.unregister("script")
    del sys.modules["tests.toy.scripted"]
