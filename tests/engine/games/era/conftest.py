"""Fixtures shared by the tests of Era: the geometry of a domain and pieces named by their cells."""

from __future__ import annotations

import pytest

from engine.games.era.components import components
from engine.games.era.domain import Domain, DomainGeometry, geometry_of


@pytest.fixture
def land() -> DomainGeometry:
    """The geometry of the standard components."""
    return geometry_of(components())


@pytest.fixture
def domain(land: DomainGeometry) -> Domain:
    """A domain with the keep in the centre (ERA-3.6)."""
    domain = Domain(land)
    domain.place(land.keep_start)
    return domain
