"""Fixtures shared by the tests of Era: the ground of a domain and pieces named by their cells."""

from __future__ import annotations

import pytest

from engine.games.era.components import components
from engine.games.era.domain import Domain, Ground, ground


@pytest.fixture
def land() -> Ground:
    """The ground of the standard components."""
    return ground(components())


@pytest.fixture
def domain(land: Ground) -> Domain:
    """A domain with the keep in the centre (ERA-3.6)."""
    domain = Domain(land)
    domain.place(land.keep_start)
    return domain
