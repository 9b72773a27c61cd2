"""Speed of the geometry of Era: on an open, a crowded and a winding domain."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.era import domain as geometry
from engine.games.era.components import components
from engine.games.era.domain import Domain, geometry_of
from tests.engine.games.era.laying import wall


def grown(cells: int) -> Domain:
    """Return a domain in which random pieces cover at least that many cells."""
    random = Random(14)
    domain = Domain(geometry_of(components()))
    domain.place(domain.geometry.keep_start)
    kinds = list(components().kinds)
    while domain.taken.bit_count() < cells:
        legal = domain.legal(random.choice(kinds))
        if legal:
            domain.place(random.choice(legal))
    return domain


def winding() -> Domain:
    """Return a domain with walls that leave one long way from the outside to the last row."""
    domain = Domain(geometry_of(components()))
    wall(domain, "A1-F1", "G1-L1", "M1-N1", "A2-A7", "A8-A13", "N2-N7", "N8-N13")
    wall(domain, "A14-F14", "G14-L14")
    for row in (3, 7, 11):
        wall(domain, f"B{row}-G{row}", f"H{row}-L{row}")
    for row in (5, 9):
        wall(domain, f"C{row}-H{row}", f"I{row}-M{row}")
    return domain


DOMAINS = {"open": grown(4), "crowded": grown(120), "winding": winding()}


@pytest.fixture(params=DOMAINS)
def domain(request):
    return DOMAINS[request.param]


def test_all_legal_placements_of_all_structures(benchmark, domain):
    kinds = list(components().structures)

    def all_legal():
        geometry.legal_placements.cache_clear()
        return [domain.legal(kind) for kind in kinds]

    assert any(benchmark(all_legal))


def test_which_structures_fit(benchmark, domain):
    kinds = list(components().structures)
    assert any(benchmark(lambda: [domain.has_room_for(kind) for kind in kinds]))


def test_enclosure(benchmark, domain):
    def enclosed():
        geometry.enclosed_by.cache_clear()
        return domain.enclosed()

    assert benchmark(enclosed) & domain.barrier == 0


def test_copy(benchmark, domain):
    assert benchmark(domain.copy) == domain


def test_disease(benchmark, domain):
    assert set(benchmark(domain.diseased)) <= set(domain.buildings())


def test_reading_a_users_own_data(benchmark):
    own = {"buildings": [{"id": "keep", "vp": 2}]}
    assert benchmark(components, own).buildings["keep"].vp == 2
