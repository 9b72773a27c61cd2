"""Speed of Era: the preview of a placement, the options of a build decision."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.era import domain as geometry
from engine.games.era.build import BuildStructure
from engine.games.era.game import GAME
from engine.games.era.placement import preview
from engine.games.era.state import Realm
from tests.bench.test_era_geometry_bench import DOMAINS


def realm_with(domain: Any) -> Realm:
    """Return a table on which the only player is rich and has this domain."""
    state = GAME.setup(1, {}, {})
    assert isinstance(state, Realm)
    state.domains, state.drafts = [domain.copy()], []
    for resource in state.box.resources:
        state.tracks[0][resource] = state.box.tracks[resource].most
    return state


@pytest.mark.parametrize("name", DOMAINS)
def test_the_preview_of_a_placement(benchmark, name):
    domain = DOMAINS[name]
    picks = [place.pick for kind in ("wall_2", "farm", "longhouse") for place in domain.legal(kind)]
    assert picks

    def fresh():
        geometry.enclosed_by.cache_clear()
        return preview(domain, picks[len(picks) // 2])

    assert benchmark(fresh).refusal is None


@pytest.mark.parametrize("name", DOMAINS)
def test_all_options_of_a_build_decision(benchmark, name):
    state = realm_with(DOMAINS[name])
    decision, domain = BuildStructure(0, 2), state.domains[0]

    def fresh():
        geometry.legal_placements.cache_clear()
        return [place.pick for kind in decision.kinds(state) for place in domain.legal(kind)]

    assert len(benchmark(fresh)) > 10


@pytest.mark.parametrize("name", DOMAINS)
def test_the_next_part_of_a_build_pick(benchmark, name):
    state = realm_with(DOMAINS[name])
    decision = BuildStructure(0, 2)
    assert benchmark(lambda: decision.part_options(state, ("farm",)))
