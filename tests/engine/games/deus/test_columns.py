"""Activation of columns, and effects of civil, production, maritime and scientific cards (sections
8 and 12 to 16)."""

from __future__ import annotations

import pytest

from engine.games.deus.activation import EFFECTS, ActivateColumn
from engine.games.deus.components import TEMPLE, components
from tests.engine.games.deus.positions import (
    Side,
    build,
    held,
    noted,
    pending_step,
    refusal,
    run_agenda,
    table,
)
from tests.engine.games.deus.test_turns_and_building import fire
from tests.engine.games.deus.test_worked_examples import NOBODY, PLENTY, cost

MANY = "0.3:PC 0.4:PSA 0.6:PSCA 1.3:PSCAT 2.4:C 2.1:A 0.2:B 0.1:S"
"""Regions with 2, 3, 4, 5 and 1 pieces."""


def gains(card: str, on: str = MANY, **options):
    """VP and gold from a card without a choice."""
    state = fire(table(Side(on=on, **options), NOBODY), card)
    assert not state.agenda
    return state.points[0], state.gold[0]


# ---------------------------------------------------------------- section 8


@pytest.mark.rule("DEU-8.1", "DEU-8.3", "DEU-8.4")
def test_column_is_activated_from_the_bottom_and_choices_may_be_skipped():
    state = table(
        Side(
            on="0.2:B 2.5:B 1.1:B",
            columns="commercial_sailing_ship_wood small_port_clay galley",
            hand="small_port_stone farm",
            has={"wood": 2, "clay": 3, "stone": 2},
        ),
        NOBODY,
    )
    run_agenda(state, build("small_port_stone", cost("small_port_stone"), "1.2"))
    asked_about = []
    for pick in (2, 0, (), 1):
        decision = pending_step(state)
        asked_about.append(state.box.cards[decision.card].id)
        run_agenda(state, pick)
    assert asked_about == [
        "commercial_sailing_ship_wood",
        "small_port_clay",
        "galley",
        "small_port_stone",
    ]
    assert held(state, 0) == {"wood": 0, "clay": 2, "stone": 0, "wheat": 0}
    assert (state.gold[0], state.points[0]) == (8, 1)
    assert noted(state).count("DEU-8.3") == 2


@pytest.mark.rule("DEU-8.2")
def test_new_piece_counts_immediately():
    state = table(Side(on="0.3:P", hand="lumberjacks_guild farm", has=PLENTY), NOBODY)
    run_agenda(state, build("lumberjacks_guild", cost("lumberjacks_guild"), "0.4"))
    assert state.points[0] == 0
    state = table(Side(on="0.6:P", hand="lumberjacks_guild farm", has=PLENTY), NOBODY)
    run_agenda(state, build("lumberjacks_guild", cost("lumberjacks_guild"), "0.6"))
    assert state.points[0] == 1


@pytest.mark.rule("DEU-8.5", "DEU-8.10")
@pytest.mark.parametrize(
    "card",
    [card.id for card in components().cards if card.type != TEMPLE],
)
def test_impossible_effect_is_skipped(card):
    state = table(Side(on="2.4:T"), NOBODY, supply=0, villages={"2.3": 0})
    before = (state.points[0], state.gold[0], list(state.resources[0]))
    fire(state, card)
    assert not state.agenda
    brings = {"lumberjacks_guild", "stonecutters_guild", "trading_post_mountain"}
    if card not in brings:
        assert (state.points[0], state.gold[0], list(state.resources[0])) == before


@pytest.mark.rule("DEU-8.6", "DEU-1.6", "DEU-1.7")
def test_resources_are_limited_by_the_supply():
    state = fire(table(Side(on="0.4:P 2.1:P 3.1:P"), NOBODY, supply=4), "cooperative_field")
    assert held(state, 0)["wheat"] == 4
    assert state.supply[3] == 0


@pytest.mark.rule("DEU-8.7")
def test_temples_count_as_pieces():
    assert gains("brewery_2", "0.3:PT") == (0, 3)
    assert fire(table(Side(on="0.6:PT"), NOBODY), "sawmill").resources[0][0] == 2


@pytest.mark.rule("DEU-8.8", "DEU-13.1")
@pytest.mark.parametrize("letter", "PSCAT")
def test_region_is_occupied_by_any_piece(letter):
    assert gains("stonecutters_guild", f"0.3:{letter}") == (1, 0)


@pytest.mark.rule("DEU-8.8")
def test_sea_regions_count_as_occupied():
    state = table(Side(on="0.2:BA 2.2:B"), NOBODY)
    assert state.count_at_least(0, 1) == 2
    assert state.count_at_least(0, 2) == 1


@pytest.mark.rule("DEU-8.9")
def test_temples_have_no_effect_during_the_game():
    for card in components().cards:
        assert (card.effect.kind in EFFECTS) == (card.type != TEMPLE)


@pytest.mark.rule("DEU-8.10")
def test_production_card_with_one_target_is_not_asked():
    state = fire(table(Side(on="0.4:PC 0.6:P"), NOBODY), "farm")
    assert not state.agenda
    assert held(state, 0)["wheat"] == 2
    two = table(Side(on="0.4:PC 0.6:P"), NOBODY, supply={"wheat": 5})
    assert not fire(two, "small_production_building").agenda
    assert held(two, 0)["wheat"] == 1


@pytest.mark.rule("DEU-8.10", "DEU-8.4")
def test_sale_is_asked_even_with_one_option():
    state = fire(table(Side(on="0.2:B", has={"clay": 1}), NOBODY), "small_port_clay")
    assert list(pending_step(state).options(state)) == [0, 1]


# ---------------------------------------------------------------- section 12


@pytest.mark.rule("DEU-12.1", "DEU-12.3", "DEU-3.8")
def test_vp_are_tokens_and_sold_resources_return_to_the_supply():
    state = fire(table(Side(on="0.2:B", has={"clay": 5}, vp=2), NOBODY), "small_port_clay")
    run_agenda(state, 3)
    assert state.points[0] == 5
    assert state.supply == [8, 11, 8, 8]
    state = fire(table(Side(on="0.2:B", gold=5), NOBODY, supply=3), "galley")
    run_agenda(state, (("wood", 1), ("stone", 2)))
    assert state.supply == [2, 3, 1, 3]


# ---------------------------------------------------------------- section 13


@pytest.mark.rule("DEU-13.1")
def test_guilds():
    on = "0.6:P 1.4:C 2.0:A 0.1:S 1.3:P 0.4:C 0.3:A 2.4:P 3.6:S 1.6:C 3.5:P"
    found = {
        name: gains(f"{name}_guild", on)[0]
        for name in ("lumberjacks", "brickmakers", "bakers", "stonecutters")
    }
    assert found == {"lumberjacks": 3, "brickmakers": 3, "bakers": 1, "stonecutters": 4}


@pytest.mark.rule("DEU-13.2")
def test_trading_posts():
    on = "0.6:P 1.4:C 2.0:A 0.1:S 1.3:P 0.4:C 0.3:A"
    found = [gains(f"trading_post_{t}", on)[1] for t in ("forest", "swamp", "mountain", "field")]
    assert found == [9, 6, 3, 3]


@pytest.mark.rule("DEU-13.3")
def test_breweries():
    assert [gains(f"brewery_{n}")[1] for n in (2, 3, 4, 5)] == [12, 15, 16, 10]


@pytest.mark.rule("DEU-13.4")
@pytest.mark.parametrize(("regions", "vp"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_forum_counts_pairs_of_regions(regions, vp):
    on = " ".join(f"{name}:PC" for name in ("0.3", "0.4", "0.6", "2.1", "2.4")[:regions])
    assert gains("forum_2", f"{on} 3.1:S") == (vp, 0)


@pytest.mark.rule("DEU-13.5", "DEU-13.6")
def test_forum_and_arches():
    assert [gains(card)[0] for card in ("forum_3", "triumphal_arch_4", "triumphal_arch_5")] == [
        3,
        4,
        3,
    ]


# ---------------------------------------------------------------- section 14


@pytest.mark.rule("DEU-14.1", "DEU-14.2")
def test_small_production_building_produces_the_resource_of_its_region():
    state = fire(table(Side(on="0.3:P 0.4:P 0.6:C 0.1:P"), NOBODY), "small_production_building")
    assert pending_step(state).options(state) == ["skip", "0.1", "0.3", "0.4"]
    assert refusal(state, "0.6") == "DEU-14.1"
    run_agenda(state, "0.1")
    assert held(state, 0) == {"wood": 0, "clay": 1, "stone": 0, "wheat": 0}


@pytest.mark.rule("DEU-14.3")
@pytest.mark.parametrize(
    ("terrain", "resource", "on"),
    [
        ("field", "wheat", "0.4:PC 2.1:PC 3.1:C"),
        ("mountain", "stone", "0.3:P 2.4:PS"),
        ("swamp", "clay", "0.1:P 1.3:PSC"),
        ("forest", "wood", "0.6:P 1.4:P 2.0:A"),
    ],
)
def test_cooperatives(terrain, resource, on):
    state = fire(table(Side(on=f"{on} 3.5:P 3.4:P"), NOBODY), f"cooperative_{terrain}")
    extra = 2 if terrain in ("swamp", "forest") else 0
    assert held(state, 0)[resource] == 4 + extra
    assert sum(held(state, 0).values()) == 4 + extra


@pytest.mark.rule("DEU-14.4")
@pytest.mark.parametrize(
    ("card", "resource", "place", "other"),
    [
        ("sawmill", "wood", "0.6", "1.4"),
        ("farm", "wheat", "0.4", "2.1"),
        ("quarry", "stone", "0.3", "2.4"),
        ("brickyard", "clay", "0.1", "1.3"),
    ],
)
def test_region_produces_for_each_of_its_pieces(card, resource, place, other):
    state = fire(table(Side(on=f"{place}:PSC {other}:P"), NOBODY), card)
    assert set(pending_step(state).options(state)) == {"skip", place, other}
    assert refusal(state, "3.0")
    run_agenda(state, place)
    assert held(state, 0)[resource] == 3
    skipped = fire(table(Side(on=f"{place}:PSC {other}:P"), NOBODY), card)
    assert sum(held(run_agenda(skipped, "skip"), 0).values()) == 0


# ---------------------------------------------------------------- section 15


@pytest.mark.rule("DEU-15.1")
def test_sailing_ship_sells_any_number():
    state = fire(table(Side(on="0.2:B", has={"wheat": 9}), NOBODY), "commercial_sailing_ship_wheat")
    assert list(pending_step(state).options(state)) == list(range(10))
    assert run_agenda(state, 7).gold[0] == 28


@pytest.mark.rule("DEU-15.2")
def test_small_port_sells_up_to_six():
    state = fire(table(Side(on="0.2:B", has={"wood": 9}), NOBODY), "small_port_wood")
    assert refusal(state, 7) == "DEU-15.2"
    assert run_agenda(state, 6).points[0] == 6
    assert held(state, 0)["wood"] == 3


@pytest.mark.rule("DEU-15.3")
def test_commercial_port_sells_up_to_two_lots():
    for stone, wood, most in ((5, 5, 2), (1, 5, 1), (5, 0, 0)):
        state = table(Side(on="0.2:B", has={"stone": stone, "wood": wood}), NOBODY)
        fire(state, "commercial_port_stone_wood")
        if not most:
            assert not state.agenda
            continue
        assert list(pending_step(state).options(state)) == list(range(most + 1))
        run_agenda(state, most)
        assert state.points[0] == 3 * most
        assert held(state, 0)["stone"] == stone - most


@pytest.mark.rule("DEU-15.4")
def test_galley_buys_up_to_three():
    state = fire(table(Side(on="0.2:B", gold=2), NOBODY), "galley")
    decision = pending_step(state)
    assert decision.allows(state, (("wood", 2),))
    assert decision.allows(state, (("clay", 1), ("wheat", 1)))
    assert not decision.allows(state, (("wood", 3),))
    rich = fire(table(Side(on="0.2:B", gold=9), NOBODY, supply={"clay": 2, "wood": 9}), "galley")
    assert not pending_step(rich).allows(rich, (("clay", 3),))
    assert not pending_step(rich).allows(rich, (("wood", 4),))
    assert pending_step(rich).allows(rich, ())
    run_agenda(rich, (("wood", 1), ("clay", 2)))
    assert (rich.gold[0], rich.supply) == (6, [8, 0, 0, 0])


# ---------------------------------------------------------------- section 16


@pytest.mark.rule("DEU-16.1")
def test_schools_and_universities():
    for card, drawn in (("school", 4), ("university", 6)):
        state = fire(table(Side(on=MANY), NOBODY), card)
        assert pending_step(state).options(state) == ["skip", "draw"]
        assert len(run_agenda(state, "draw").hands[0]) == drawn


@pytest.mark.rule("DEU-16.2", "DEU-22.9")
def test_academies():
    columns = "farm quarry sawmill legion galley forum_2 forum_3"
    found = [
        fire(table(Side(columns=columns), NOBODY), f"academy_{color}").points[0]
        for color in ("brown", "red", "green", "blue")
    ]
    assert found == [2, 1, 3, 1]


@pytest.mark.rule("DEU-16.3")
def test_laboratory_activates_one_card_before_its_own_column_continues():
    state = table(
        Side(
            on="0.3:PC 0.4:PC",
            columns="laboratory_brown academy_brown brewery_2 forum_2",
        ),
        NOBODY,
    )
    state.agenda[:] = [ActivateColumn(0, 2, 0)]
    run_agenda(state)
    assert pending_step(state).options(state) == ["skip", 1, 2]
    run_agenda(state, 2)
    assert state.points[0] == 1 + 2
    assert state.gold[0] == 0
    rules = [rule for rule in noted(state) if rule in ("DEU-13.4", "DEU-16.2", "DEU-16.3")]
    assert rules == ["DEU-16.3", "DEU-13.4", "DEU-16.2"]
    assert refusal(fire(table(Side(columns="galley"), NOBODY), "laboratory_blue"), 2) == "DEU-16.3"


@pytest.mark.rule("DEU-16.3", "DEU-8.10")
def test_laboratory_may_activate_any_card_of_its_column():
    state = table(Side(columns="galley small_port_clay", has={"clay": 2}), NOBODY)
    fire(state, "laboratory_blue")
    run_agenda(state, 2)
    assert pending_step(state).name == "Sell"
    run_agenda(state, 2)
    assert state.points[0] == 2
    idle = fire(table(Side(columns="galley"), NOBODY), "laboratory_blue")
    assert not run_agenda(idle, 1).agenda


@pytest.mark.rule("DEU-16.4", "DEU-11.5")
def test_workshops():
    for card, number in (("workshop_2", 4), ("workshop_3", 6)):
        state = fire(table(Side(on=MANY, stock=(3, 3, 3, 3, 3)), NOBODY), card)
        decision = pending_step(state)
        assert decision.allows(state, ("take", (("maritime", 3), ("civil", number - 3))))
        assert not decision.allows(state, ("take", (("maritime", 3),)))
        assert not decision.allows(state, ("take", (("maritime", 4), ("civil", number - 4))))
        run_agenda(state, ("take", (("maritime", 3), ("civil", number - 3))))
        assert state.available[0] == [5, 2, 2, 2 + number - 3, 2]
        assert state.stock[0] == [0, 3, 3, 3 - (number - 3), 3]
    state = fire(table(Side(on=MANY, stock=(1, 0, 0, 0, 0)), NOBODY), "workshop_2")
    assert pending_step(state).options(state) == [("skip",), ("take", (("maritime", 1),))]
    assert run_agenda(state, ("skip",)).stock[0] == [1, 0, 0, 0, 0]
