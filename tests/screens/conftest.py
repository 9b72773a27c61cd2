"""What the tests of screens need before the first of them."""

from collections.abc import Iterator

import pytest
import textual.app
import textual.pilot

from tests.screens.patience import until_idle


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """Tests wait for their screens as long as it takes, and no longer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(textual.app, "wait_for_idle", until_idle)
        patch.setattr(textual.pilot, "wait_for_idle", until_idle)
        yield
