"""Attacks on villages, and armies (sections 10, 17 and 18)."""

from __future__ import annotations

import pytest

from engine.games.deus.rounds import Turn
from tests.engine.games.deus.positions import (
    Side,
    build,
    noted,
    pending_step,
    pieces,
    refusal,
    run_agenda,
    table,
)
from tests.engine.games.deus.test_turns_and_building import fire
from tests.engine.games.deus.test_worked_examples import NOBODY, PLENTY, cost

# The village 2.3 is next to 2.0 (forest), 2.2 (sea) and 2.4 (mountain).


def attack(*sides: Side, place: str = "2.2", card: str = "galley", **options):
    """The first side builds in the last region next to 2.3."""
    state = table(*sides, **options)
    return run_agenda(state, build(card, cost(card), place))


def builder(on: str) -> Side:
    """A player with a ship to build."""
    return Side(on=on, hand="galley legion farm", has=PLENTY)


@pytest.mark.rule("DEU-10.1", "DEU-10.2", "DEU-10.8")
def test_village_is_attacked_once_it_is_surrounded():
    state = attack(builder("2.0:A 2.4:P"), NOBODY)
    assert state.points[0] == 3
    assert pieces(state, 0, "2.0") == "A"
    assert pieces(state, 0, "2.4") == "P"


@pytest.mark.rule("DEU-10.2")
def test_no_attack_without_an_army_or_with_a_gap():
    assert attack(builder("2.0:S 2.4:P"), NOBODY).points == [0, 0]
    assert attack(builder("2.0:A"), NOBODY).points == [0, 0]
    late = table(Side(on="2.0:S 2.2:B 2.4:P", hand="legion farm", has=PLENTY), NOBODY)
    run_agenda(late, build("legion", cost("legion"), "2.0"))
    assert late.points[0] == 3


@pytest.mark.rule("DEU-10.2", "DEU-10.4")
def test_any_mix_of_players_surrounds_a_village():
    state = attack(builder("2.1:P 2.4:P"), Side(on="2.0:A"))
    assert state.points == [0, 3]


@pytest.mark.rule("DEU-10.3")
def test_attack_is_resolved_before_the_column_is_activated():
    state = attack(builder("2.0:A 2.4:P"), NOBODY)
    assert noted(state).index("DEU-10.2") < noted(state).index("DEU-8.1")


@pytest.mark.rule("DEU-10.4")
def test_most_armies_win():
    state = attack(builder("2.0:A"), Side(on="2.4:ASCPT"))
    assert state.points == [0, 3]
    state = table(
        Side(on="2.0:A 2.1:P 2.2:B", hand="legion farm", has=PLENTY), Side(on="2.4:ASCPT")
    )
    assert state.village_vp[state.map.find("2.3")] == 3
    state = attack(builder("2.0:A 2.4:A"), Side(on="2.5:A"))
    assert state.points == [3, 0]


@pytest.mark.rule("DEU-10.5")
def test_tied_armies_are_decided_by_all_pieces():
    sides = (builder("2.0:AS"), Side(on="2.4:A"), Side(on=""))
    assert attack(*sides).points == [3, 0, 0]
    # the third has most pieces, but no army
    state = attack(
        Side(on="2.0:A", hand="galley farm", has=PLENTY), Side(on="2.4:AC"), villages={"2.3": 5}
    )
    assert state.points[:2] == [2, 2]


@pytest.mark.rule("DEU-10.5", "DEU-8.7")
@pytest.mark.parametrize(("on", "points"), [("2.0:A", [1, 1]), ("2.0:AT", [3, 0])])
def test_temples_count_as_pieces_in_a_tie_of_armies(on: str, points: list[int]):
    assert attack(builder(on), Side(on="2.4:AC")).points == points


@pytest.mark.rule("DEU-10.6")
@pytest.mark.parametrize(("vp", "share"), [(3, 1), (4, 2), (5, 2), (6, 3)])
def test_equal_players_share_rounded_down(vp, share):
    state = attack(builder("2.0:A"), Side(on="2.4:AC"), villages={"2.3": vp})
    assert state.points == [share, share]
    assert state.village_vp[state.map.find("2.3")] == 0
    assert noted(state).count("DEU-10.6") == 2


@pytest.mark.rule("DEU-10.7")
def test_attacked_village_no_longer_counts_for_effects():
    left = {"0.0": 0, "1.5": 0, "2.3": 0, "3.3": 5}
    state = table(Side(on="2.0:A 2.4:A"), NOBODY, villages=left)
    assert fire(state, "ballista").gold[0] == 0
    assert not fire(state, "siege_tower").agenda
    fire(state, "temporary_camps")
    assert refusal(state, ("2.0", "2.3")) == "DEU-18.3"
    past = {pick[1] for pick in pending_step(state).options(state) if pick[0] == "2.4"}
    assert "2.6" in past


@pytest.mark.rule("DEU-10.9")
def test_emptied_village_counts_as_attacked():
    state = fire(table(Side(on="2.0:A"), NOBODY, villages={"2.3": 2}), "siege_tower")
    run_agenda(state, "2.3")
    assert state.map.find("2.3") not in state.villages_left()
    assert "DEU-10.9" in noted(state)


@pytest.mark.rule("DEU-10.10")
def test_simultaneous_attacks_are_resolved_by_region_id():
    # 2.6 and 2.1 are next to 3.3; 1.3, 1.2 ... are far: one army between two villages ends both
    ring = {"2.3": ["2.0", "2.2", "2.4"], "3.3": ["2.1", "2.6", "3.0", "3.2", "3.4"]}
    on = "2.2:B 2.4:P 2.0:A 2.1:P 2.6:A 3.0:B 3.4:C"
    state = table(Side(on=on, hand="galley farm", has=PLENTY), NOBODY)
    assert all(state.map.find(name) >= 0 for names in ring.values() for name in names)
    run_agenda(state, build("galley", cost("galley"), "3.2"))
    texts = [note.text.plain() for note in state.notes or [] if note.rule == "DEU-10.2"]
    assert [text.split()[1] for text in texts] == ["2.3", "3.3"]
    assert state.points[0] == 8


# ---------------------------------------------------------------- section 17


@pytest.mark.rule("DEU-17.1", "DEU-12.2")
def test_centurion_takes_gold_from_each_neighbour_of_one_army():
    state = table(
        Side(on="2.0:A 0.3:A", gold=1),
        Side(on="2.1:C 2.4:C", gold=5),
        Side(on="2.6:S", gold=1),
        Side(on="3.6:S", gold=9),
    )
    fire(state, "centurion")
    assert pending_step(state).options(state) == ["skip", "2.0"]
    assert refusal(state, "0.3") == "DEU-17.1"
    run_agenda(state, "2.0")
    assert state.gold == [4, 3, 0, 9]


@pytest.mark.rule("DEU-17.1", "DEU-8.10")
def test_centurion_without_effect_is_not_asked():
    assert not fire(table(Side(on="2.0:A"), Side(on="2.1:C")), "centurion").agenda


@pytest.mark.rule("DEU-17.2", "DEU-12.1", "DEU-12.2", "DEU-8.10")
def test_legion_scores_vp_with_or_without_targets():
    for theirs in (3, 0):
        state = table(Side(on="2.0:A", vp=1), Side(on="2.1:C", vp=theirs))
        fire(state, "legion")
        assert pending_step(state).options(state) == ["skip", "2.0"]
        run_agenda(state, "2.0")
        assert state.points == [1 + min(1, theirs), max(0, theirs - 1)]
        assert state.revealed is not None
    shown = table(Side(on="2.0:A"), Side(on="2.1:C", vp=1), options={"points": "open"})
    assert run_agenda(fire(shown, "legion"), "2.0").revealed is None


@pytest.mark.rule("DEU-17.3")
def test_ballista_counts_each_village_once():
    assert fire(table(Side(on="2.0:A 2.4:A"), NOBODY), "ballista").gold[0] == 4
    assert fire(table(Side(on="2.0:A 2.6:A"), NOBODY), "ballista").gold[0] == 8
    assert fire(table(Side(on="2.0:S"), NOBODY), "ballista").gold[0] == 0


@pytest.mark.rule("DEU-17.4")
def test_siege_tower_takes_two_vp_from_one_village():
    state = table(Side(on="2.6:A 2.0:A"), NOBODY)
    fire(state, "siege_tower")
    assert pending_step(state).options(state) == ["skip", "2.3", "3.3"]
    assert refusal(state, "0.0") == "DEU-17.4"
    assert refusal(state, "2.0") == "DEU-17.4"
    run_agenda(state, "3.3")
    assert state.points[0] == 2
    assert state.village_vp[state.map.find("3.3")] == 3
    assert state.notes is not None
    assert "takes 2 VP from village 3.3." in state.notes[-1].text.plain()
    emptied = fire(table(Side(on="2.6:A 2.0:A"), NOBODY, villages={"2.3": 0}), "siege_tower")
    assert refusal(emptied, "2.3") == "DEU-10.7"


# ---------------------------------------------------------------- section 18


@pytest.mark.rule("DEU-18.1")
def test_camps_move_one_army_up_to_four_steps():
    state = fire(table(Side(on="0.3:A 0.4:A"), NOBODY), "temporary_camps")
    there = {pick[1] for pick in pending_step(state).options(state) if pick[0] == "0.3"}
    distance = state.map.hexes.distance
    start = state.map.find("0.3")
    assert {distance(start, state.map.find(name)) for name in there} == {1, 2, 3, 4} - {1}
    run_agenda(state, ("0.3", "1.3"))
    assert not state.agenda
    assert pieces(state, 0, "1.3") == "A"


@pytest.mark.rule("DEU-18.1", "DEU-18.7")
def test_elephants_move_each_army_once():
    state = fire(table(Side(on="0.3:A 2.0:A"), NOBODY), "war_elephants")
    run_agenda(state, ("2.0", "2.1"))
    assert {pick[0] for pick in pending_step(state).options(state)} == {"done", "0.3"}
    assert refusal(state, ("2.1", "2.0")) == "DEU-18.1"
    run_agenda(state, ("done",))
    assert not state.agenda


@pytest.mark.rule("DEU-18.2")
def test_sea_is_crossed_only_with_own_ships():
    def reached(*sides: Side) -> set[str]:
        state = fire(table(*sides), "temporary_camps")
        return {pick[1] for pick in pending_step(state).options(state) if len(pick) == 2}

    assert "3.0" not in reached(Side(on="3.4:A"), NOBODY)
    assert "3.0" in reached(Side(on="3.4:A 3.0:B"), NOBODY)
    assert "3.0" not in reached(Side(on="3.4:A"), Side(on="3.0:B"))


@pytest.mark.rule("DEU-18.2", "DEU-18.3")
def test_army_passes_enemies_and_villages_but_cannot_stop_there():
    state = fire(table(Side(on="0.3:A"), Side(on="0.1:C")), "temporary_camps")
    there = {pick[1] for pick in pending_step(state).options(state) if pick[0] == "0.3"}
    assert "0.1" not in there
    assert "0.0" not in there
    assert {"1.3", "0.6"} <= there
    assert refusal(state, ("0.3", "0.1")) == "DEU-18.3"
    assert refusal(state, ("0.3", "0.2")) == "DEU-18.2"


@pytest.mark.rule("DEU-18.3", "DEU-18.4")
def test_two_own_armies_never_share_a_region():
    state = fire(table(Side(on="0.3:A 0.4:A"), NOBODY), "war_elephants")
    assert refusal(state, ("0.3", "0.4")) == "DEU-18.3"
    run_agenda(state, ("0.4", "0.6"), ("0.3", "0.4"))
    assert (pieces(state, 0, "0.6"), pieces(state, 0, "0.4")) == ("A", "A")


@pytest.mark.rule("DEU-18.5")
def test_army_leaves_its_ship_behind_and_an_empty_region_empty():
    state = fire(table(Side(on="0.2:AB"), NOBODY), "temporary_camps")
    run_agenda(state, ("0.2", "0.1"))
    assert pieces(state, 0, "0.2") == "B"
    state = fire(table(Side(on="0.3:A"), NOBODY), "temporary_camps")
    run_agenda(state, ("0.3", "0.1"))
    assert state.owner(state.map.find("0.3")) == -1
    assert state.owner(state.map.find("0.1")) == 0


@pytest.mark.rule("DEU-18.6", "DEU-10.1")
def test_stop_occupies_and_may_attack_but_passing_does_not():
    state = fire(table(Side(on="2.0:P 2.2:B 2.6:A"), NOBODY), "temporary_camps")
    run_agenda(state, ("2.6", "2.4"))
    assert state.points[0] == 3
    # from 2.4 to 2.6 the only way leads over 2.0, the last region next to 2.3
    passing = fire(table(Side(on="2.4:PA 2.2:B"), NOBODY), "temporary_camps")
    run_agenda(passing, ("2.4", "2.6"))
    assert passing.points[0] == 0


@pytest.mark.rule("DEU-18.7", "DEU-10.3")
def test_attack_of_one_army_is_resolved_before_the_next_moves():
    state = fire(table(Side(on="2.0:P 2.2:B 2.6:A 3.4:A"), NOBODY), "war_elephants")
    run_agenda(state, ("2.6", "2.4"))
    assert state.points[0] == 3
    assert pending_step(state).name == "MoveArmies"


@pytest.mark.rule("DEU-18.6")
def test_later_buildings_join_an_army():
    state = table(Side(on="0.3:P 1.3:A", hand="forum_2 farm", has=PLENTY), NOBODY)
    state.agenda[:] = [Turn(0)]
    run_agenda(state, build("forum_2", cost("forum_2"), "1.3"))
    assert pieces(state, 0, "1.3") == "CA"


# ---------------------------------------------------------------- wording of the choices


@pytest.mark.parametrize("card", ["centurion", "legion", "siege_tower"])
def test_target_of_a_card_is_a_place_and_skipping_is_not(card: str):
    state = table(Side(on="2.0:A 2.6:A"), Side(on="2.1:C", gold=5, vp=5))
    decision = pending_step(fire(state, card))
    skip, *places = decision.options(state)
    assert (decision.label(state, (skip,)).plain(), decision.target(state, (skip,))) == (
        "Skip",
        None,
    )
    assert places
    for place in places:
        assert decision.target(state, (place,)) == ("region", place)
        assert decision.label(state, (place,)).plain() != "Skip"


@pytest.mark.parametrize(
    ("card", "none", "expected"),
    [("temporary_camps", "skip", "Skip"), ("war_elephants", "done", "Stop moving armies")],
)
def test_army_and_destination_are_places(card: str, none: str, expected: str):
    state = table(Side(on="2.0:A"), NOBODY)
    decision = pending_step(fire(state, card))
    assert decision.target(state, (none,)) is None
    assert decision.label(state, (none,)).plain() == expected
    assert decision.target(state, ("2.0",)) == ("region", "2.0")
    first, *_ = decision.part_options(state, ("2.0",))
    assert decision.target(state, ("2.0", first)) == ("region", first)
    assert decision.label(state, ("2.0", first)).plain() != expected
