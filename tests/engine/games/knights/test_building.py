"""Roads, settlements, cities, walls, improvements, metropolises (CK-11, CK-13, CK-14)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.knights.building import refuse_wall
from engine.games.knights.state import CITY, SETTLEMENT, Island, available_cities, cities_on_board
from tests.engine.games.knights.positions import (
    bank,
    deal,
    edges,
    give,
    hand,
    held,
    island,
    level,
    metropolis,
    pending_step,
    points,
    possible,
    refused,
    run_agenda,
    waits,
)

COSTS: dict[str, dict[str, int]] = {
    "road": {"lumber": 1, "brick": 1},
    "settlement": {"lumber": 1, "brick": 1, "wool": 1, "grain": 1},
    "city": {"grain": 2, "ore": 3},
    "wall": {"brick": 2},
    "recruit": {"wool": 1, "ore": 1},
    "activate": {"grain": 1},
    "promote": {"wool": 1, "ore": 1},
}


LAND = island()


@pytest.mark.rule("CK-11.1", "CK-1.4", "CK-15.1", "CK-15.3", "CK-15.4")
@pytest.mark.parametrize("key", COSTS)
def test_building_cost_is_paid_to_the_bank_in_full(key: str):
    def there() -> Island:
        return island(
            2,
            settlements={0: [40]},
            cities={0: [13]},
            roads={0: edges(island(), "13-18", "18-24", "24-30")},
            knights={0: {24: 1}},
        )

    short = there()
    for kind, number in COSTS[key].items():
        give(short, 0, **{kind: number - (kind == next(iter(COSTS[key])))})
    assert possible(short, key) == []
    assert refused(short, (key, 40)).startswith("CK-")
    state = there()
    give(state, 0, **COSTS[key])
    full = {kind: bank(state, kind) for kind in COSTS[key]}
    picks = possible(state, key)
    assert picks
    run_agenda(state, (key, *picks[0]))
    assert hand(state, 0) == {}
    for kind, number in COSTS[key].items():
        assert bank(state, kind) == full[kind] + number


@pytest.mark.rule("CK-1.5", "CK-15.2")
def test_pieces_missing_from_the_supply_cannot_be_built():
    nodes = [0, 2, 11, 15, 21]
    state = island(2, settlements={0: nodes}, roads={0: range(15)}, walls=[])
    give(state, 0, lumber=5, brick=5, wool=5, grain=5, ore=9)
    assert possible(state, "road") == possible(state, "settlement") == []
    assert refused(state, ("road", 40)) == "CK-1.5"
    assert refused(state, ("settlement", 40)) == "CK-1.5"
    cities = island(2, settlements={0: [11]}, cities={0: [0, 2, 15, 21]})
    give(cities, 0, grain=2, ore=3)
    assert possible(cities, "city") == []
    assert refused(cities, ("city", 11)) == "CK-1.5"


@pytest.mark.rule("CK-11.2", "CK-11.3", "CK-15.10")
def test_legal_places_for_roads():
    state = island(
        settlements={0: [13], 1: [23]},
        roads={0: edges(island(), "13-18", "18-23", "18-24"), 1: edges(island(), "23-29")},
        knights={1: {24: 1}, 0: {8: 1}},
    )
    give(state, 0, lumber=1, brick=1)
    legal = {pick[0] for pick in possible(state, "road")}
    assert legal == set(edges(state, "8-13", "9-13"))
    assert refused(state, ("road", *edges(state, "24-30"))) == "CK-11.3"
    assert refused(state, ("road", *edges(state, "17-23"))) == "CK-11.3"
    assert refused(state, ("road", *edges(state, "13-18"))) == "CK-2.3"
    assert refused(state, ("road", *edges(state, "34-39"))) == "CK-11.2"
    assert refused(state, ("road", 72)) == "CK-11.2"
    own = island(2, roads={0: edges(island(), "13-18")}, knights={0: {18: 1}})
    give(own, 0, lumber=1, brick=1)
    assert set(edges(own, "18-23", "18-24")) <= {pick[0] for pick in possible(own, "road")}


@pytest.mark.rule("CK-11.4", "CK-11.5", "CK-11.6", "CK-11.7", "CK-10.9")
def test_legal_places_for_settlements():
    state = island(
        settlements={1: [13]},
        roads={0: edges(island(), "18-24", "24-30", "39-44", "44-48", "8-12")},
        knights={0: {24: 1}, 2: {48: 1}},
    )
    give(state, 0, lumber=1, brick=1, wool=1, grain=1)
    assert {pick[0] for pick in possible(state, "settlement")} == {30, 39, 44, 12}
    assert refused(state, ("settlement", 24)) == "CK-11.5"
    assert refused(state, ("settlement", 48)) == "CK-11.5"
    assert refused(state, ("settlement", 13)) == "CK-2.3"
    assert refused(state, ("settlement", 18)) == "CK-11.7"
    assert refused(state, ("settlement", 50)) == "CK-11.4"
    run_agenda(state, ("settlement", 44))
    assert state.pieces[44] == SETTLEMENT


@pytest.mark.rule("CK-11.8", "CK-11.9", "CK-22.1")
def test_a_city_replaces_a_settlement_even_of_this_turn():
    state = island(2, roads={0: edges(island(), "24-30")})
    give(state, 0, lumber=1, brick=1, wool=1, grain=3, ore=3)
    run_agenda(state, ("settlement", 30), ("city", 30))
    assert state.pieces[30] == CITY
    assert [state.left(0, piece) for piece in (1, 2)] == [5, 3]
    assert state.points(0) == 2


@pytest.mark.rule("CK-11.10", "CK-9.2")
def test_wall_needs_a_city_without_one():
    state = island(2, settlements={0: [0]}, cities={0: [13, 40, 27, 37]}, walls=[13])
    metropolis(state, 0, 0, 40)
    give(state, 0, brick=6)
    assert possible(state, "wall") == [(27,), (37,), (40,)]
    assert refused(state, ("wall", 13)) == "CK-11.10"
    assert refused(state, ("wall", 0)) == "CK-11.10"
    run_agenda(state, ("wall", 40), ("wall", 27))
    assert state.discard_limit(0) == 13
    assert possible(state, "wall") == []
    assert refused(state, ("wall", 37)) == "CK-11.10"


@pytest.mark.rule("CK-11.10")
@pytest.mark.parametrize(
    ("node", "reason"),
    [
        (13, "That city already has a wall."),
        (40, "You can place a wall only under one of your own cities."),
        (54, "You can place a wall only under one of your own cities."),
        (0, "You can place a wall only under one of your own cities."),
    ],
)
def test_existing_wall_is_mentioned_only_for_its_city(node: int, reason: str):
    state = island(2, cities={0: [13, 27], 1: [40]}, walls=[13, 40])
    assert refuse_wall(state, 0, node).reason.plain() == reason


@pytest.mark.rule("CK-11.12", "CK-14.9", "CK-15.11")
def test_pieces_on_the_board_cannot_be_given_up():
    state = island(2, cities={0: [13]}, roads={0: [20]}, knights={0: {18: 1}}, active=[18])
    give(state, 0, lumber=5, brick=5, wool=5, grain=5, ore=5, paper=5, cloth=5, coin=5)
    keys = {pick[0] for pick in pending_step(state).options(state)}
    assert keys <= {
        "bank", "offer", "road", "settlement", "city", "wall", "improve", "recruit", "activate",
        "promote", "move", "displace", "chase", "card", "end",
    }  # fmt: skip
    commands = {command.key for command in pending_step(state).commands(state)}
    assert len(commands) == 15


def line(*pairs: str) -> list[int]:
    """The edges of a road."""
    return edges(LAND, *pairs)


@pytest.mark.rule("CK-11.2", "CK-11.3")
def test_road_continues_from_own_building_between_opponents():
    state = island(
        3,
        settlements={0: [18]},
        roads={0: line("18-24"), 1: line("13-18")},
        knights={1: {24: 1}, 2: {23: 1}},
    )
    give(state, 0, lumber=2, brick=2)
    assert [pick[0] for pick in possible(state, "road")] == line("18-23")
    run_agenda(state, ("road", *line("18-23")))
    assert possible(state, "road") == []


@pytest.mark.rule("CK-11.2", "CK-15.10")
@pytest.mark.parametrize("active", [(), (18,)])
def test_road_stops_at_a_knight_of_an_opponent(
    active: tuple[int, ...],
):
    state = island(2, roads={0: line("13-18")}, knights={1: {18: 1}}, active=active)
    give(state, 0, lumber=1, brick=1)
    assert {pick[0] for pick in possible(state, "road")} == set(line("8-13", "9-13"))


@pytest.mark.rule("CK-11.4", "CK-11.6", "CK-11.7")
def test_settlement_needs_an_own_road_however_isolated():
    state = island(
        3,
        settlements={1: [23]},
        roads={0: line("24-30", "17-23"), 1: line("34-39")},
        knights={1: {30: 2}},
    )
    give(state, 0, lumber=1, brick=1, wool=1, grain=1)
    assert possible(state, "settlement") == [(24,)]
    assert refused(state, ("settlement", 30)) == "CK-11.5"
    assert refused(state, ("settlement", 17)) == "CK-11.7"
    assert refused(state, ("settlement", 39)) == "CK-11.4"


@pytest.mark.rule("CK-11.5", "CK-16.4")
def test_own_knight_must_move_before_a_settlement_is_built():
    state = island(2, roads={0: line("24-30", "30-35")}, knights={0: {24: 1}}, ready=[24])
    give(state, 0, lumber=1, brick=1, wool=1, grain=1)
    assert refused(state, ("settlement", 24)) == "CK-11.5"
    run_agenda(state, ("move", 24, 35), ("settlement", 24))
    assert state.points(0) == 1


@pytest.mark.rule("CK-11.8", "CK-11.10", "CK-1.5")
def test_only_own_settlements_and_cities_can_be_upgraded_or_walled():
    state = island(2, settlements={0: [13], 1: [40]}, cities={1: [27]})
    give(state, 0, grain=2, ore=3, brick=2)
    assert possible(state, "city") == [(13,)]
    assert refused(state, ("city", 40)) == refused(state, ("city", 50)) == "CK-11.8"
    assert possible(state, "wall") == []
    assert refused(state, ("wall", 27)) == refused(state, ("wall", 13)) == "CK-11.10"


@pytest.mark.rule("CK-11.10", "CK-9.2")
def test_wall_raises_only_the_limit_of_its_owner_by_two():
    state = island(2, cities={0: [13], 1: [40]})
    give(state, 0, brick=2)
    before = state.points(0), cities_on_board(state), state.rates(0)
    run_agenda(state, ("wall", 13))
    assert (state.discard_limit(0), state.discard_limit(1)) == (9, 7)
    assert (state.points(0), cities_on_board(state), state.rates(0)) == before
    assert available_cities(state, 0) == 1 << 13


# ---------------------------------------------------------------------- improvements


@pytest.mark.rule("CK-13.1", "CK-13.2", "CK-13.3")
def test_levels_are_bought_in_order_and_need_a_city():
    state = island(2, cities={0: [13]})
    give(state, 0, cloth=6, coin=1)
    run_agenda(state, ("improve", "trade"), ("improve", "trade"), ("improve", "politics"))
    assert state.levels[0] == (2, 1, 0)
    assert hand(state, 0) == {"cloth": 3}
    run_agenda(state, ("improve", "trade"))
    assert state.levels[0] == (3, 1, 0)
    assert refused(state, ("improve", "science")) == "CK-13.1"
    none = island(2, settlements={0: [13]})
    give(none, 0, cloth=5)
    assert possible(none, "improve") == []
    assert refused(none, ("improve", "trade")) == "CK-13.2"


@pytest.mark.rule("CK-13.1")
def test_a_track_ends_at_level_five():
    state = island(2, cities={0: [13, 40]})
    level(state, 0, 5, 0, 0)
    give(state, 0, cloth=12)
    assert possible(state, "improve") == []
    assert refused(state, ("improve", "trade")) == "CK-13.1"
    assert refused(state, ("improve", "magic")) == "CK-13.1"


@pytest.mark.rule("CK-13.8", "CK-13.9", "CK-14.1", "CK-14.2", "CK-14.7")
def test_w14_metropolis_and_available_city():
    state = island(2, cities={0: [13, 40]})
    metropolis(state, 0, 0, 13)
    level(state, 0, 4, 3, 3)
    give(state, 0, coin=4, paper=4, cloth=5)
    before = state.points(0)
    run_agenda(state, ("improve", "politics"))
    assert state.points(0) == before + 2
    assert state.metropolises[1] == 40
    assert refused(state, ("improve", "science")) == "CK-13.8"
    assert possible(state, "improve") == [("trade",)]
    run_agenda(state, ("improve", "trade"))
    assert state.levels[0] == (5, 4, 3)
    assert state.metropolises == [13, 40, -1]


@pytest.mark.rule("CK-13.9")
def test_level_five_needs_an_available_city_but_not_of_the_holder():
    state = island(2, cities={0: [13], 1: [40]})
    metropolis(state, 1, 0, 13)
    metropolis(state, 0, 1, 40)
    level(state, 0, 4, 4, 0)
    give(state, 0, cloth=5, coin=5)
    assert possible(state, "improve") == [("politics",)]
    assert refused(state, ("improve", "trade")) == "CK-13.9"


@pytest.mark.rule("CK-14.4", "CK-14.6", "CK-13.9", "CK-14.2")
def test_w15_a_metropolis_is_taken():
    state = island(2, cities={0: [13], 1: [40, 27]}, walls=[13, 40])
    metropolis(state, 2, 1, 40)
    level(state, 0, 0, 0, 4)
    level(state, 1, 0, 0, 4)
    points(state, 0, 10)
    points(state, 1, 9)
    give(state, 0, paper=5)
    run_agenda(state, ("improve", "science"))
    assert (state.points(0), state.points(1)) == (12, 7)
    assert (state.metropolises[2], state.metropolis_owners[2]) == (13, 0)
    assert state.pieces[40] == CITY
    assert state.walls >> 40 & 1
    assert available_cities(state, 1) == 1 << 40 | 1 << 27
    state.active = 1
    state.agenda[-1] = type(state.agenda[-1])(1)  # type: ignore[call-arg]
    give(state, 1, paper=5)
    run_agenda(state, ("improve", "science"))
    assert state.levels[1] == (0, 0, 5)
    assert state.metropolis_owners[2] == 0


@pytest.mark.rule("CK-14.1", "CK-14.3", "CK-14.7")
def test_owner_chooses_the_metropolis_city_and_later_players_get_none():
    state = island(2, cities={0: [13, 40, 27], 1: [37]})
    metropolis(state, 1, 0, 27)
    level(state, 0, 3, 0, 0)
    give(state, 0, cloth=4)
    run_agenda(state, ("improve", "trade"))
    assert waits(state) == "MetropolisCity 0"
    assert pending_step(state).options(state) == (13, 40)
    assert refused(state, 27) == "CK-14.1"
    run_agenda(state, 40)
    state.agenda[-1] = type(state.agenda[-1])(1)  # type: ignore[call-arg]
    level(state, 1, 3, 0, 0)
    give(state, 1, cloth=4)
    run_agenda(state, ("improve", "trade"))
    assert state.metropolis_owners == [0, 0, -1]


@pytest.mark.rule("CK-14.5", "CK-14.9")
def test_holder_reaching_level_five_keeps_the_metropolis_in_place():
    state = island(2, cities={0: [13, 40]})
    metropolis(state, 0, 0, 13)
    level(state, 0, 4, 0, 0)
    give(state, 0, cloth=5)
    run_agenda(state, ("improve", "trade"))
    assert waits(state) == "Main 0"
    assert state.metropolises[0] == 13


@pytest.mark.rule("CK-13.4", "CK-13.7", "CK-10.7")
@pytest.mark.parametrize(("own", "rate"), [(2, 4), (3, 2), (4, 2), (5, 2)])
def test_trading_house_works_from_level_three(own: int, rate: int):
    state = island(2)
    level(state, 0, own, 0, 0)
    assert state.rates(0) == [4] * 5 + [rate] * 3


@pytest.mark.rule("CK-13.1")
@pytest.mark.parametrize("track", ["trade", "politics", "science"])
@pytest.mark.parametrize("own", range(5))
def test_level_k_costs_k_commodities_of_its_own_track(track: str, own: int):
    kinds = {"trade": "cloth", "politics": "coin", "science": "paper"}
    place = ["trade", "politics", "science"].index(track)

    def having(number: int) -> Island:
        state = island(2, cities={0: [13, 40]})
        level(state, 0, *(own if n == place else 0 for n in range(3)))
        give(state, 0, **{kind: 0 if one == track else 12 for one, kind in kinds.items()})
        give(state, 0, **{kinds[track]: number})
        return state

    assert (track,) not in possible(having(own), "improve")
    assert refused(having(own), ("improve", track)) == "CK-13.1"
    state = run_agenda(having(own + 1), ("improve", track))
    assert hand(state, 0).get(kinds[track], 0) == 0
    assert state.levels[0][place] == own + 1


@pytest.mark.rule("CK-13.2")
def test_own_metropolis_city_suffices_for_improvement():
    state = island(2, cities={0: [13], 1: [40]})
    metropolis(state, 0, 0, 13)
    level(state, 0, 4, 0, 0)
    give(state, 0, paper=3)
    run_agenda(state, ("improve", "science"), ("improve", "science"))
    assert state.levels[0] == (4, 0, 2)
    other = island(2, settlements={0: [13]}, cities={1: [40]})
    give(other, 0, paper=3)
    assert possible(other, "improve") == []


@pytest.mark.rule("CK-13.3")
def test_dice_do_not_restrict_improvements():
    state = island(2, cities={0: [13]})
    state.event, state.dice = "gate_trade", (6, 6)
    give(state, 0, paper=1, coin=3)
    run_agenda(state, ("improve", "science"), ("improve", "politics"), ("improve", "politics"))
    assert state.levels[0] == (0, 2, 1)


@pytest.mark.rule("CK-13.7", "CK-13.4")
def test_every_player_at_level_three_has_the_ability():
    state = island(3)
    for seat, own in enumerate((3, 5, 2)):
        level(state, seat, own, 0, 0)
    assert [state.rates(seat)[5] for seat in range(3)] == [2, 2, 4]
    assert [state.rates(seat)[:5] for seat in range(3)] == [[4] * 5] * 3


@pytest.mark.rule("CK-13.9", "CK-20.3", "CK-14.5")
def test_holder_reaches_level_five_with_crane_without_an_available_city():
    state = island(2, cities={0: [13]})
    metropolis(state, 2, 0, 13)
    level(state, 0, 0, 0, 4)
    give(state, 0, paper=4)
    deal(state, 0, "crane")
    run_agenda(state, ("improve", "science", "crane"))
    assert state.levels[0] == (0, 0, 5)
    assert (state.metropolises[2], waits(state)) == (13, "Main 0")


@pytest.mark.rule("CK-14.4", "CK-14.6", "CK-14.3")
def test_second_player_at_level_five_does_not_take_the_metropolis():
    state = island(3, cities={0: [13], 1: [40], 2: [27]})
    metropolis(state, 0, 1, 40)
    level(state, 0, 4, 0, 0)
    level(state, 1, 5, 0, 0)
    give(state, 0, cloth=5)
    run_agenda(state, ("improve", "trade"))
    assert (state.metropolises[0], state.metropolis_owners[0]) == (40, 1)
    assert state.points(0) == 2


@pytest.mark.rule("CK-14.4", "CK-22.1", "CK-6.14", "CK-11.10")
def test_former_metropolis_keeps_its_wall_and_can_be_lost():
    state = island(2, cities={0: [13, 27], 1: [40]}, walls=[40])
    metropolis(state, 1, 1, 40)
    level(state, 0, 0, 4, 0)
    level(state, 1, 0, 4, 0)
    give(state, 0, coin=5)
    run_agenda(state, ("improve", "politics"), 13)
    assert state.pieces[40] == CITY
    assert state.discard_limit(1) == 9
    assert available_cities(state, 1) == 1 << 40
    assert (state.points(0), state.points(1)) == (6, 2)


@pytest.mark.rule("CK-14.1", "CK-14.7", "CK-4.11")
def test_city_has_one_metropolis_and_the_only_free_city_is_automatic():
    state = island(2, cities={0: [13, 40, 27]})
    metropolis(state, 0, 0, 13)
    metropolis(state, 1, 0, 40)
    level(state, 0, 4, 4, 3)
    give(state, 0, paper=4)
    run_agenda(state, ("improve", "science"))
    assert state.metropolises == [13, 40, 27]
    assert state.points(0) == 12
    assert waits(state) == "Main 0"


@pytest.mark.rule("CK-14.4", "CK-22.2")
def test_metropolis_taken_from_another_wins_when_placed():
    state = island(2, cities={0: [13, 27], 1: [40]})
    metropolis(state, 1, 1, 40)
    level(state, 0, 0, 4, 0)
    level(state, 1, 0, 4, 0)
    points(state, 0, 11)
    points(state, 1, 12)
    give(state, 0, coin=5)
    run_agenda(state, ("improve", "politics"))
    assert refused(state, 40) == "CK-14.1"
    run_agenda(state, 27)
    assert state.over
    assert [state.points(seat) for seat in (0, 1)] == [13, 10]
    assert pending_step(state) is None


# ---------------------------------------------------------------------- the Crane


@pytest.mark.rule("CK-20.3", "CK-13.1", "CK-13.2")
def test_w21_the_crane():
    state = island(2, cities={0: [13]})
    deal(state, 0, "crane", "crane")
    assert possible(state, "improve") == [(t, "crane") for t in ("trade", "politics", "science")]
    run_agenda(state, ("improve", "trade", "crane"))
    assert state.levels[0] == (1, 0, 0)
    assert held(state, 0) == ["crane"]
    assert state.decks[2][0] == state.box.card_numbers["crane"]
    give(state, 0, cloth=2)
    assert possible(state, "improve") == [("trade",)]
    assert refused(state, ("improve", "trade", "crane")) == "CK-20.3"
    run_agenda(state, ("improve", "trade"))
    assert state.levels[0] == (2, 0, 0)
    none: Any = island(2, settlements={0: [13]})
    deal(none, 0, "crane")
    assert possible(none, "improve") == []
    assert refused(none, ("card", "crane")) == "CK-20.3"
