"""What the tests of Era share: the ground of a domain and pieces named by the cells they cover."""

from __future__ import annotations

import pytest

from engine.games.era.components import components
from engine.games.era.domain import Domain, Ground, ground


@pytest.fixture
def land() -> Ground:
    """The ground of the box."""
    return ground(components())


@pytest.fixture
def domain(land: Ground) -> Domain:
    """A domain with the keep in the centre (ERA-3.6)."""
    domain = Domain(land)
    domain.place(land.keep_start)
    return domain
