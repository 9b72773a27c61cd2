"""Scoring: values, bonuses, majorities, places, the score sheet (section 12)."""

from __future__ import annotations

import pytest

from engine.games.era.disasters import BurnBuilding
from engine.games.era.game import GAME
from engine.games.era.rounds import EndGame
from engine.games.era.scoring import scores, standings
from tests.engine.games.era.laying import wall
from tests.engine.games.era.positions import Lord, at, begin, building, noted, step, table
from tests.untyped import view_of

CELLS = {
    "keep": "A1 B1 A2 B2",
    "longhouse": "A1 B1",
    "townhouse": "A1 B1 C1",
    "church": "A1 B1 C1 B2",
    "farm": "A1 B1 A2",
    "lumber_mill": "A1 A2 A3 B3",
    "hospital": "B1 A2 B2 C2 B3",
    "monastery": "A1 B1 A2 B2 A3",
    "market": "A1 B1 A2 B2",
    "guildhall": "A1 B1 C1 A2 B2 C2",
    "university": "A1 C1 A2 B2 C2",
    "cathedral": "B1 A2 B2 C2 B3 B4",
}
VALUES = dict(zip(CELLS, (1, 1, 1, 1, 1, 2, 3, 4, 2, 3, 4, 5), strict=True))


def starting_walls(state, seat):
    wall(state.domains[seat], "C6-C9", "D6-G6", "D9-G9")


def bare(state, seat=0):
    """Take the keep out of a domain."""
    state.domains[seat].remove(at(state, "keep", "G7 H7 G8 H8"))


def cell(state, seat, line):
    """A cell of the score sheet."""
    (sheet,) = GAME.sheets(state)
    column = [column.key for column in sheet.columns].index(line)
    found = sheet.rows[seat].cells[column]
    return found if isinstance(found, int) else found.plain()


@pytest.mark.rule("ERA-12.1")
@pytest.mark.parametrize("kind", CELLS)
def test_each_building_scores_its_value(kind):
    state = table(Lord(), Lord())
    bare(state)
    building(state, 0, kind, CELLS[kind])
    value = VALUES[kind] * (2 if kind == "keep" else 1)
    assert scores(state)[0].values == value


@pytest.mark.rule("ERA-12.2", "ERA-14.3", "ERA-14.2")
def test_walled_in_buildings_score_twice_and_keeps_always():
    state = table(Lord(), Lord())
    starting_walls(state, 0)
    building(state, 0, "longhouse", "D7 E7", "A1 B1")
    score = scores(state)[0]
    assert score.buildings == {"keep": (0, 1), "longhouse": (1, 1)}
    assert score.values == 2 + 1 + 2


@pytest.mark.rule("ERA-12.3")
def test_walls_score_nothing():
    state = table(Lord(), Lord())
    before = scores(state)[0].total
    wall(state.domains[0], "A1-A6", "B1-B2")
    assert scores(state)[0].total == before


@pytest.mark.rule("ERA-12.4", "ERA-12.5", "ERA-12.9")
def test_market_scores_its_empty_neighbours_never_doubled():
    state = table(Lord(), Lord())
    building(state, 0, "market", "A1 B1 A2 B2")
    assert scores(state)[0].bonuses == {"market": 4}
    building(state, 0, "market", "D1 E1 D2 E2")
    assert scores(state)[0].bonuses == {"market": 4 + 6}, "C1 and C2 count for both"
    building(state, 0, "scorched_area", "A3 B3 A4 B4")
    assert scores(state)[0].bonuses == {"market": 2 + 6}


@pytest.mark.rule("ERA-12.6")
def test_guildhall_scores_remaining_resources():
    state = table(Lord("1/2/3/4"), Lord())
    building(state, 0, "guildhall", "A1 B1 C1 A2 B2 C2")
    assert scores(state)[0].bonuses == {"guildhall": 10}
    building(state, 0, "guildhall", "A5 B5 C5 A6 B6 C6")
    assert scores(state)[0].bonuses == {"guildhall": 20}


@pytest.mark.rule("ERA-12.7", "ERA-12.10")
def test_university_scores_culture_including_laps():
    state = table(Lord(culture=27), Lord())
    building(state, 0, "university", "A1 C1 A2 B2 C2")
    score = scores(state)[0]
    assert score.bonuses == {"university": 27}
    assert score.culture == 27


@pytest.mark.rule("ERA-12.8")
def test_cathedral_scores_dice_after_the_round():
    state = table(Lord(dice="p p p n"), Lord())
    building(state, 0, "cathedral", "B1 A2 B2 C2 B3 B4")
    assert scores(state)[0].bonuses == {"cathedral": 4}
    state.gained_dice[0] = ("clergy", "burgher")
    assert scores(state)[0].bonuses == {"cathedral": 6}
    state.lost_dice[0] = ("peasant",)
    assert scores(state)[0].bonuses == {"cathedral": 5}


@pytest.mark.rule("ERA-12.9", "ERA-14.11", "ERA-14.12", "ERA-14.13", "ERA-14.14")
def test_bonuses_are_not_doubled_inside_walls():
    state = table(Lord("1/1/1/1", "p p", culture=3), Lord())
    wall(state.domains[0], "A1-F1", "G1-L1", "A14-F14", "G14-L14")
    wall(state.domains[0], "A2-A7", "A8-A13", "L2-L7", "L8-L13")
    building(state, 0, "guildhall", "B2 C2 D2 B3 C3 D3")
    building(state, 0, "university", "B5 D5 B6 C6 D6")
    building(state, 0, "cathedral", "C8 B9 C9 D9 C10 C11")
    building(state, 0, "market", "J3 K3 J4 K4")
    score = scores(state)[0]
    assert score.values == 2 * (1 + 3 + 4 + 5 + 2)
    assert score.bonuses == {"guildhall": 4, "university": 3, "cathedral": 2, "market": 6}


@pytest.mark.rule("ERA-12.10", "ERA-12.11")
@pytest.mark.parametrize(
    ("cultures", "bonuses"),
    [
        ((3, 2, 1), (5, 0, 0)),
        ((30, 30, 29), (5, 5, 0)),
        ((0, 0, 0), (0, 0, 0)),
        ((1, 0, 1), (5, 0, 5)),
    ],
)
def test_most_culture_scores_five_for_all_tied_players(cultures, bonuses):
    state = table(*[Lord(culture=culture) for culture in cultures])
    assert tuple(score.most_culture for score in scores(state)) == bonuses
    assert tuple(score.culture for score in scores(state)) == cultures


@pytest.mark.rule("ERA-12.12")
def test_largest_walled_area_scores_ten_for_all_tied_players():
    state = table(Lord(), Lord(), Lord())
    starting_walls(state, 0)
    assert [score.largest_area for score in scores(state)] == [10, 0, 0]
    starting_walls(state, 2)
    assert [score.largest_area for score in scores(state)] == [10, 0, 10]
    building(state, 0, "scorched_area", "D7 E7 D8 E8")
    assert [score.area for score in scores(state)] == [2, 0, 6]
    assert [score.largest_area for score in scores(state)] == [0, 0, 10]


@pytest.mark.rule("ERA-12.13")
def test_empty_walled_area_scores_nothing():
    state = table(Lord(), Lord())
    wall(state.domains[0], "B2-E2", "B3-B5", "E3-E5", "C5-D5")
    building(state, 0, "scorched_area", "C3 D3 C4 D4")
    assert state.domains[0].enclosed()
    assert [score.largest_area for score in scores(state)] == [0, 0]


@pytest.mark.rule("ERA-12.14", "ERA-12.17")
def test_disaster_points_are_subtracted_and_a_total_may_be_negative():
    state = table(Lord(disaster=27), Lord())
    score = scores(state)[0]
    assert (score.subtotal, score.disaster, score.total) == (2, 27, -25)
    assert standings(state)[-1].total == -25


@pytest.mark.rule("ERA-12.15")
def test_highest_total_wins():
    state = table(Lord(culture=3), Lord(culture=9), Lord(disaster=1))
    assert [(one.seat, one.place) for one in standings(state)] == [(1, 1), (0, 2), (2, 3)]
    step(state, EndGame())
    assert state.over
    assert noted(state, "ERA-12.15")[-1] == "seat 2 wins."


@pytest.mark.rule("ERA-12.16")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("1/0/0/0", "0/7/8/15"),
        ("2/4/0/0", "2/3/8/15"),
        ("2/4/5/0", "2/4/4/15"),
        ("2/4/5/6", "2/4/5/5"),
    ],
)
def test_ties_are_broken_by_goods_stone_wood_food(better, worse):
    state = table(Lord(worse), Lord(better), Lord("0/0/0/0", disaster=1))
    assert [one.seat for one in standings(state)] == [1, 0, 2]
    assert [one.place for one in standings(state)] == [1, 2, 3]
    step(state, EndGame())
    assert noted(state, "ERA-12.16") == ["seat 2 wins the tie-break on remaining resources."]


@pytest.mark.rule("ERA-12.16")
def test_completely_equal_players_share_the_place():
    state = table(Lord("1/1/1/1"), Lord("1/1/1/1"), Lord(disaster=1))
    assert [one.place for one in standings(state)] == [1, 1, 3]
    step(state, EndGame())
    assert noted(state, "ERA-12.16") == ["seat 1, seat 2 share the victory."]
    state = table(Lord(culture=9), Lord("1/0/0/0"), Lord("1/0/0/0"))
    assert [one.place for one in standings(state)] == [1, 2, 2]


@pytest.mark.rule("ERA-12.1", "ERA-12.2", "ERA-12.15")
def test_sheet_has_the_lines_of_the_score_pad_in_order():
    state = table(Lord("1/2/3/4", "p p p", culture=4, disaster=8), Lord())
    starting_walls(state, 0)
    building(state, 0, "longhouse", "D7 E7", "A1 B1")
    building(state, 0, "guildhall", "A4 B4 C4 A5 B5 C5")
    (sheet,) = GAME.sheets(state)
    lines = [one.id for one in state.box.score_rows]
    assert [column.key for column in sheet.columns] == [*lines, "tie", "place"]
    assert [row.seat for row in sheet.rows] == [0, 1]
    assert cell(state, 0, "keep") == "2 (0+1)"
    assert cell(state, 0, "longhouse") == "3 (1+1)"
    assert cell(state, 0, "guildhall") == "3 (1+0)"
    assert cell(state, 0, "bonus_guildhall") == 10
    assert cell(state, 0, "bonus_market") == 0
    assert cell(state, 0, "culture") == 4
    assert cell(state, 0, "most_culture") == "5 (4)"
    assert cell(state, 0, "largest_area") == "10 (6)"
    assert cell(state, 0, "subtotal") == 2 + 3 + 3 + 10 + 4 + 5 + 10
    assert cell(state, 0, "disaster") == -8
    assert cell(state, 0, "total") == 29
    assert cell(state, 0, "tie") == "1/2/3/4"
    assert (cell(state, 0, "place"), cell(state, 1, "place")) == (1, 2)


def test_sheet_of_a_solo_game_has_neither_a_tie_break_nor_places():
    (sheet,) = GAME.sheets(table(Lord("1/2/3/4")))
    assert {"tie", "place"}.isdisjoint(column.key for column in sheet.columns)


def test_lines_of_the_sheet_add_up_to_the_total():
    state = table(Lord("3/2/1/9", "p p n c", culture=26, disaster=3), Lord(culture=26))
    starting_walls(state, 0)
    building(state, 0, "university", "K1 M1 K2 L2 M2")
    building(state, 0, "market", "A1 B1 A2 B2")
    for seat in (0, 1):
        numbers = [cell(state, seat, line.id) for line in state.box.score_rows]
        plain = [n if isinstance(n, int) else int(n.split(" ")[0]) for n in numbers]
        assert sum(plain[:-3]) == plain[-3]
        assert plain[-3] + plain[-2] == plain[-1]


def test_sheet_is_available_while_other_domains_are_hidden():
    match = begin(3)
    match.choose(1, ("farm", "A1", 0))
    totals = [[score.total for score in scores(view_of(match, seat))] for seat in (0, 1, 2)]
    assert totals == [[2, 2, 2], [2, 3, 2], [2, 2, 2]]
    assert GAME.sheets(view_of(match, None))


def test_lost_keep_opens_an_area():
    state = table(Lord(), Lord())
    starting_walls(state, 0)
    building(state, 0, "farm", "A1 B1 A2")
    step(state, BurnBuilding(0), ("keep", "G7", 0))
    assert scores(state)[0].largest_area == 0
