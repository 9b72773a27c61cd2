"""What every run of the tests needs before the first of them."""

import pytest

import messages


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues as a build does, so that the tests read what the catalogues say."""
    if not hasattr(config, "workerinput"):
        messages.compile_catalogues()
