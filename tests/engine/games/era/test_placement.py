"""Previews of placements."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.event import Value
from engine.games.era.domain import Domain
from engine.games.era.placement import MAX_LISTED, choice_of, newly_enclosed, preview, why_not_here
from engine.match.match import Match
from tests.engine.games.era.laying import lay, wall
from tests.engine.games.era.slow_domain import SlowDomain, spot


def named(domain, mask):
    return " ".join(domain.geometry.grid.names_of(mask))


@pytest.mark.rule("ERA-2.10", "ERA-2.13")
def test_preview_shows_newly_enclosed_cells(domain):
    wall(domain, "C6-C9", "D6-G6")
    shown = preview(domain, ("wall_4", "D9", 0))
    assert shown.refusal is None
    assert named(domain, shown.newly_enclosed) == "D7 E7 F7 D8 E8 F8"
    assert shown.walled_area == 6
    assert domain.walled_area() == 0, "nothing was placed"
    assert preview(domain, ("wall_4", "D10", 0)).newly_enclosed == 0


@pytest.mark.rule("ERA-2.14", "ERA-8.7")
def test_preview_shows_buildings_exposed_to_disease(domain):
    (house,) = lay(domain, "longhouse", "A1 B1")
    shown = preview(domain, ("farm", "A2", 0))
    assert [one.kind.id for one in shown.diseased] == ["longhouse", "farm"]
    assert shown.newly_diseased == shown.diseased
    again = preview(domain, ("farm", "A4", 0))
    assert again.diseased == ()
    lay(domain, "farm", "A2 B2 A3")
    third = preview(domain, ("longhouse", "C1", 0))
    assert house in third.diseased
    assert [one.pick for one in third.newly_diseased] == [("longhouse", "C1", 0)]


@pytest.mark.rule("ERA-8.7", "ERA-14.9")
def test_hospital_preview_shows_protected_buildings(domain):
    lay(domain, "longhouse", "F4 G4", "H4 I4")
    shown = preview(domain, ("hospital", "D4", 0))
    assert [one.cells for one in shown.diseased] == [("H4", "I4")]
    assert shown.newly_diseased == ()


@pytest.mark.rule("ERA-2.5", "ERA-2.1", "ERA-2.3", "ERA-8.13")
def test_reasons_why_a_piece_does_not_fit(domain):
    wall(domain, "C6-C9", "D6-G6", "D9-G9")
    (house,) = lay(domain, "longhouse", "A1 B1")

    def why(*pick, scorching=False):
        refusal = why_not_here(domain, pick, scorching=scorching)
        return None if refusal is None else (refusal.rule, refusal.reason.plain())

    assert why("farm", "A2", 0) is None
    assert why("farm", "B1", 0) == ("ERA-2.5", "B1 is taken: Longhouse.")
    assert why("farm", "N14", 0) == (
        "ERA-2.5",
        "The Farm would reach beyond the edge of the domain.",
    )
    assert why("farm", "C1", 45) == ("ERA-2.3", "A piece can only be rotated in quarter turns.")
    assert why("farm", "Z9", 0)[0] == "ERA-2.1"
    assert why("castle", "C1", 0)[0] == "ERA-2.2"
    assert why("market", "A4", 90) == (
        "ERA-2.3",
        "Choose 0° instead: with that rotation, the Market covers the same cells.",
    )
    assert why("scorched_area", "D7", 0) is None
    assert why("scorched_area", "D7", 0, scorching=True) == (
        "ERA-8.13",
        "D7 is enclosed by your walls.",
    )
    assert why("scorched_area", "A3", 0, scorching=True) is None
    nonsense: list[Value] = [7, "farm", (), ("farm",), ("farm", 1, 0), (1, "A1", 0)]
    for pick in [*nonsense, ("farm", "A1", "0")]:
        assert why_not_here(domain, pick) is not None
    assert house.cells == ("A1", "B1")


def test_limited_listing_is_spread_over_all_placements(domain):
    places = domain.legal("farm")
    chosen = choice_of(places)
    assert len(chosen) == len(set(chosen)) == MAX_LISTED
    assert {place.rotation for place in chosen} == {0, 90, 180, 270}
    assert choice_of(places[:5]) == places[:5]


@pytest.mark.rule("ERA-2.13")
@pytest.mark.parametrize("number", range(12))
def test_newly_enclosed_cells_agree_with_the_slow_reference(land, number):
    random = Random(number)
    domain = Domain(land)
    domain.place(land.keep_start)
    slow = SlowDomain()
    slow.pieces.append(("keep", frozenset(map(spot, land.keep_start.cells))))
    kinds = ["wall_2", "wall_3", "wall_4", "wall_5", "wall_6", "keep", "farm"]
    for _ in range(40):
        legal = domain.legal(random.choice(kinds))
        if not legal:
            continue
        place = random.choice(legal)
        before = slow.enclosed()
        slow.pieces.append((place.kind.id, frozenset(map(spot, place.cells))))
        fresh = slow.enclosed() - before
        assert not place.kind.is_barrier or fresh.isdisjoint(map(spot, place.cells))
        cells = land.grid.names_of(newly_enclosed(domain, place))
        assert set(map(spot, cells)) == fresh
        domain.place(place)


def test_a_placement_is_named_by_its_cells() -> None:
    match = Match.begin("era", [("Anna", "person"), ("Boris", "person")], seed="words")
    decision, view = match.decision(0), match.view(0)
    for pick, expected in (
        (("wall_4", "C6", 90), "Place a 4-cell wall at C6 to C9"),
        (("wall_4", "C6", 0), "Place a 4-cell wall at C6 to F6"),
    ):
        told = decision.in_words(view, pick)
        assert told is not None
        assert told.plain() == expected
        assert decision.label(view, pick).plain() == expected.partition(" at ")[2]
