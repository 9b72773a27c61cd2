"""Forecasts of dice and pieces agree with the actual results."""

from __future__ import annotations

import pytest

from engine.games.era.build import BuildStructure
from engine.games.era.collect import Collect
from engine.games.era.disasters import lose
from engine.games.era.domain import Domain, Placement
from engine.games.era.forecast import (
    completion,
    forecast,
    harm,
    points_change_if_lost,
    prospect,
    worth_looking_at,
)
from engine.games.era.placement import newly_enclosed
from engine.games.era.scoring import scores
from tests.engine.games.era.laying import lay, wall
from tests.engine.games.era.positions import Lord, building, step, table, tracks


def closes(domain: Domain, piece: Placement) -> int:
    return newly_enclosed(domain, piece).bit_count()


def test_forecast_equals_what_collecting_gives() -> None:
    state = table(Lord("5/0/7/2", "p_food3 p_wood3 b_goods2 n_sword2 p_hammer2"), Lord())
    previewed = forecast(state, 0)
    assert (previewed.hammers, previewed.swords, previewed.shields, previewed.skulls) == (
        2,
        2,
        0,
        0,
    )
    assert previewed.meal == 5
    assert previewed.hungry == 0
    after = {
        track: store.has + store.comes - store.lost for track, store in previewed.stores.items()
    }
    assert previewed.stores["goods"].lost == 1
    assert previewed.stores["wood"].lost == 2
    step(state, Collect())
    assert tracks(state, 0) == "/".join(str(after[track]) for track in state.box.resources)


def test_dice_to_be_rerolled_are_not_forecast() -> None:
    state = table(Lord("0/0/0/0", "p_food3 p_wood3 p_hammer2"))
    previewed = forecast(state, 0, rolled=(0, 2))
    assert previewed.stores["food"].comes == 0
    assert previewed.hammers == 0
    assert previewed.stores["wood"].comes == 3
    assert previewed.hungry == 3


def test_forecast_separates_certain_gains_from_alternatives() -> None:
    state = table(Lord("0/0/0/0", "p_food2_or_stone1"))
    previewed = forecast(state, 0)
    assert previewed.stores["food"].comes == 0
    assert previewed.stores["food"].perhaps == 2
    assert previewed.stores["stone"].perhaps == 1


@pytest.mark.parametrize(
    ("skulls", "disaster"),
    [(0, None), (1, "robbers"), (2, "disease"), (3, "treachery"), (4, "fire"), (6, "revolt")],
)
def test_forecast_of_disasters_by_number_of_skulls(skulls: int, disaster: str | None) -> None:
    state = table(Lord("3/0/0/0"), Lord(), Lord())
    previewed = harm(state, 0, skulls)
    assert (previewed and previewed.disaster.id) == disaster
    if previewed is None:
        return
    assert previewed.victims == ((1, 2) if disaster == "treachery" else ())
    assert previewed.goods == (3 if disaster == "revolt" else 0)


def test_forecast_of_disease_names_adjacent_buildings() -> None:
    state = table(Lord(), Lord())
    lay(state.domains[0], "longhouse", "A1 B1", "A2 B2", "L1 M1")
    previewed = harm(state, 0, 2)
    assert previewed is not None
    assert previewed.points == 2
    assert [piece.cells[0] for piece in previewed.buildings] == ["A1", "A2"]


def test_piece_preview_equals_the_effect_of_building_it() -> None:
    for pick in (("longhouse", "A1", 0), ("farm", "C7", 0), ("market", "A1", 0)):
        state = table(Lord("3/3/8/3", "p_hammer2"), Lord())
        piece = state.domains[0].geometry.at(pick)
        before = scores(state)[0].total
        previewed = prospect(state, 0, piece)
        assert not state.domains[0].count("longhouse"), "the state is unchanged"
        step(state, BuildStructure(0, 1), pick)
        assert scores(state)[0].total == before + previewed.points
        assert len(state.dice_to_come(0)) == previewed.dice
        assert {track: state.has(0, track) for track in state.box.resources} == dict(previewed.left)
        assert len(state.domains[0].diseased()) == previewed.diseased


def test_piece_inside_walls_counts_twice() -> None:
    state = table(Lord("0/0/2/0"), Lord())
    wall(state.domains[0], "C6-C9", "D6-G6", "D9-G9")
    inside = state.domains[0].geometry.at(("longhouse", "D7", 90))
    previewed = prospect(state, 0, inside)
    assert previewed.walled
    assert previewed.points == 2


@pytest.mark.rule("ERA-9.7", "ERA-12.12")
def test_piece_preview_includes_losses_of_others_and_turned_tokens() -> None:
    state = table(Lord("0/9/9/0"), Lord())
    own, other = state.domains
    for domain in (own, other):
        wall(domain, "C6-C9", "D6-G6", "D9-G9")
    lone = prospect(state, 0, own.geometry.at(("wall_3", "N1", 90)))
    assert lone.of_others == {}
    wall(own, "K1-K3", "L1-M1", "L3-M3")
    closing = prospect(state, 0, own.geometry.at(("wall_3", "N1", 90)))
    assert closing.of_others == {1: -state.box.scoring.largest_area_bonus}
    state.supply["farm"] = 2
    farm = own.geometry.at(("farm", "A12", 0))
    assert prospect(state, 0, farm).token == 0
    state.supply["farm"] = 1
    assert prospect(state, 0, farm).token == 1
    state.tokens_turned = state.tokens
    assert prospect(state, 0, farm).token == 0


def test_missing_resources_for_a_structure() -> None:
    state = table(Lord("1/2/0/0"), Lord())
    cost = {id: one.cost for id, one in state.box.buildings.items()}
    assert state.lacks(0, cost["guildhall"]) == {"goods": 4}
    assert state.lacks(0, cost["church"]) == {"wood": 1}
    assert not state.lacks(0, cost["townhouse"])


def test_lost_building_costs_the_cathedral_its_die() -> None:
    state = table(Lord(dice="p p n"), Lord())
    building(state, 0, "longhouse", "C1 D1")
    lost = next(one for one in state.domains[0].buildings() if one.kind.id == "longhouse")
    without = points_change_if_lost(state, 0, lost)
    building(state, 0, "cathedral", "B5 A6 B6 C6 B7 B8")
    assert points_change_if_lost(state, 0, lost) == without - 1
    before = scores(state)[0].total
    lose(state, 0, lost, "ERA-8.18")
    assert scores(state)[0].total == before + without - 1


def test_smallest_closing_wall_equals_the_slow_search() -> None:
    state = table(Lord(), Lord())
    domain = state.domains[0]
    wall(domain, "C6-C9", "D6-G6")
    found = completion(domain, list(state.box.walls))
    slow = {
        length: max(closes(domain, piece) for piece in domain.legal(f"wall_{length}"))
        for length in (2, 3, 4, 5, 6)
    }
    shortest = next(length for length, area in slow.items() if area)
    assert found is not None
    assert found.piece.kind.id == f"wall_{shortest}"
    assert found.cells == slow[shortest]
    assert completion(domain, []) is None


def test_suggested_places_are_sorted_by_value() -> None:
    state = table(Lord(), Lord())
    domain = state.domains[0]
    wall(domain, "C6-C9", "D6-G6")
    first = domain.geometry.at(worth_looking_at(domain, domain.legal("wall_4"))[0])
    assert closes(domain, first) == max(closes(domain, one) for one in domain.legal("wall_4"))
    wall(domain, "D9-G9")
    inside = worth_looking_at(domain, domain.legal("longhouse"))
    assert domain.is_walled_in(domain.geometry.at(inside[0]))
    assert worth_looking_at(domain, ()) == []
    for cell in ("D7 D8", "F7 F8"):
        lay(domain, "longhouse", cell)
    legal = domain.legal("longhouse")
    assert not domain.is_walled_in(domain.geometry.at(worth_looking_at(domain, legal)[0]))
    last = worth_looking_at(domain, legal, disease=False)
    assert domain.is_walled_in(domain.geometry.at(last[0]))
