"""The end of the game, the places and the score sheet (MID-12)."""

from __future__ import annotations

import pytest

from engine.core.score_sheet import Sheet
from engine.games.middle_ages import scoring
from engine.games.middle_ages.game import GAME
from engine.games.middle_ages.scoring import EndGame, ResolveEvent
from engine.games.middle_ages.state import PENALTY_PAID
from engine.i18n.text import Text
from tests.engine.games.middle_ages.positions import Lord, noted, run_agenda, table, turn, walk

ALL = (1, 1, 1, 1, 1, 1, 1, 1)


def ended(*lords: Lord):
    """The state after the end of the game."""
    state = table(*lords, round=16)
    state.push(EndGame())
    return run_agenda(state)


def places(*lords: Lord) -> list[int]:
    """The place of every seat at the end."""
    standings = scoring.standings(ended(*lords))
    return [one.place for one in sorted(standings, key=lambda one: one.seat)]


def cells(sheet: Sheet, seat: int) -> dict[str, object]:
    """A row of the score sheet by the keys of its columns."""
    values = [cell.plain() if isinstance(cell, Text) else cell for cell in sheet.rows[seat].cells]
    return dict(zip([column.key for column in sheet.columns], values, strict=True))


@pytest.mark.rule("MID-12.1")
def test_game_ends_after_the_event_of_round_16():
    before = None
    for step, _, state in walk(3, "end"):
        if isinstance(step, EndGame):
            assert state.events_resolved == 4
            assert before is not None
            assert not before[0]
        before = state.over, isinstance(step, ResolveEvent)
    assert state.over
    assert state.agenda == []


@pytest.mark.rule("MID-12.2")
@pytest.mark.parametrize(
    ("counts", "lost"),
    [(ALL, 0), ((0, 1, 1, 1, 1, 1, 1, 1), 10), ((9, 0, 0, 0, 0, 0, 0, 0), 70)],
)
def test_ten_coins_for_every_empty_column(counts, lost):
    lord = Lord(100, counts, coin_tokens="field mill", plot_tokens="field>mill")
    assert ended(lord, Lord()).coins[0] == 100 - lost


@pytest.mark.rule("MID-12.3")
def test_penalty_is_limited_by_available_coins():
    state = ended(Lord(30), Lord(5, ALL))
    assert state.coins == [0, 5]
    assert scoring.total(state, 0) == 0


@pytest.mark.rule("MID-12.4")
def test_richest_player_wins():
    assert places(Lord(50, ALL), Lord(60, ALL), Lord(65, (0, 1, 1, 1, 1, 1, 1, 1))) == [3, 1, 2]


@pytest.mark.rule("MID-12.5")
@pytest.mark.parametrize("earlier", range(8))
def test_ties_are_broken_from_palaces_to_fields(earlier):
    """More of one type beats any number of the types after it in the order."""
    order = [7, 6, 5, 4, 3, 2, 1, 0]
    better, worse = [1] * 8, [1] * 8
    better[order[earlier]] += 1
    for later in order[earlier + 1 :]:
        worse[later] += 3
    assert places(Lord(40, tuple(worse)), Lord(40, tuple(better))) == [2, 1]  # type: ignore[arg-type]


@pytest.mark.rule("MID-12.5")
def test_tied_players_drop_out_at_each_comparison():
    lords = (
        Lord(40, (1, 1, 1, 1, 1, 1, 1, 2)),
        Lord(40, (1, 1, 1, 1, 1, 1, 2, 2)),
        Lord(40, (1, 1, 1, 1, 1, 1, 3, 1)),
    )
    assert places(*lords) == [2, 1, 3]


@pytest.mark.rule("MID-12.6")
def test_players_equal_in_everything_share_the_victory():
    state = ended(Lord(40, ALL), Lord(40, ALL))
    assert [one.place for one in scoring.standings(state)] == [1, 1]
    assert "MID-12.6" in noted(state)


@pytest.mark.rule("MID-12.7")
def test_shared_places_skip_the_next_one():
    more = (2, 1, 1, 1, 1, 1, 1, 1)
    assert places(Lord(40, ALL), Lord(40, ALL), Lord(30, ALL)) == [1, 1, 3]
    assert places(Lord(40, more), Lord(40, ALL), Lord(40, ALL), Lord(9, ALL)) == [1, 2, 2, 4]


@pytest.mark.rule("MID-12.8")
def test_penalties_are_applied_together_after_the_last_event():
    lords = [Lord(50, (1, 0, 0, 0, 0, 0, 0, 1), takes="mill_01"), Lord(50, ALL)]
    state = table(*lords, round=16, events="alliance subsidy earthquake peasants_revolt")
    state.push(ResolveEvent(3), EndGame())
    run_agenda(state)
    assert state.coins == [0, 40]  # both lost their palace before the penalty
    assert scoring.tie_break(state, 0)[0] == 0


def test_end_is_logged():
    state = ended(Lord(50, ALL), Lord(80, (0, 1, 1, 1, 1, 1, 1, 1)))
    assert noted(state) == ["MID-12.2", "MID-12.4", "MID-12.4", "MID-12.4"], (
        "penalties of nothing are not logged"
    )
    tied = ended(Lord(50, ALL), Lord(50, (2, 1, 1, 1, 1, 1, 1, 1)))
    assert noted(tied)[-1] == "MID-12.5"


# ---------------------------------------------------------------------- the score sheet


def test_result_sheet():
    lord = Lord(33, "field_01 mill_06 mill_10 palace_01", grave="church_01")
    sheet = scoring.result_sheet(table(lord, Lord(40, ALL)))
    assert [column.key for column in sheet.columns] == [
        "coins",
        "empty",
        "penalty",
        "total",
        "rank",
        "field",
        "mill",
        "village",
        "rampart",
        "market",
        "barracks",
        "church",
        "palace",
        "farmers",
        "chests",
        "graveyard",
        "tie",
    ]
    found = cells(sheet, 0)
    assert [found[key] for key in ("coins", "empty", "penalty", "total", "rank")] == [
        33,
        5,
        50,
        0,
        2,
    ]
    assert [found[key] for key in ("field", "mill", "palace", "farmers", "chests")] == [
        1,
        2,
        1,
        1,
        1,
    ]
    assert found["graveyard"] == 1
    assert found["tie"] == "10000021"


def test_coins_before_the_penalty_are_shown_after_the_end():
    state = ended(Lord(33, (0, 0, 1, 1, 1, 1, 1, 1)), Lord(5, ALL))
    found = cells(scoring.result_sheet(state), 0)
    assert (found["coins"], found["penalty"], found["total"]) == (33, -20, 13)
    assert state.coins[0] == 13


def test_penalty_above_the_balance_is_shown_in_full_and_paid_in_part():
    state = ended(Lord(5), Lord())
    found = cells(scoring.result_sheet(state), 0)
    assert (found["coins"], found["penalty"], found["total"]) == (5, -80, 0)
    assert state.ledgers[0][PENALTY_PAID] == -5


@pytest.mark.rule("MID-12.3", "MID-12.7")
def test_total_is_called_final_score_only_after_the_end():
    state = table(Lord(5), Lord())
    going = {column.key: column for column in scoring.result_sheet(state).columns}
    assert cells(scoring.result_sheet(state), 0)["total"] == 0
    assert going["penalty"].title.plain() == "Risk"
    assert "current risk" in going["total"].meaning.plain()
    assert "never below 0" in going["total"].meaning.plain()
    assert "current totals" in going["rank"].meaning.plain()
    over = {column.key: column for column in scoring.result_sheet(ended(Lord(5), Lord())).columns}
    assert over["total"].meaning.plain() == "Final score"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_income_sheet_adds_up_at_every_moment(seats):
    for _, _, state in walk(seats, "sources"):
        sheet = scoring.source_sheet(state)
        for seat in range(seats):
            found = cells(sheet, seat)
            total = found.pop("sum")
            assert total == state.coins[seat] == sum(found.values())  # type: ignore[arg-type]


def test_income_sheet_names_every_source():
    state = table(Lord(0, "mill_06", takes="mill_07"), Lord(1))
    turn(state, 0)
    found = cells(scoring.source_sheet(state), 0)
    assert (found["tribute"], found["income_mill"]) == (1, 4)
    assert cells(scoring.source_sheet(state), 1)["tribute_paid"] == -1
    data = {"money": {"starting_coins": 3}}
    fresh = cells(scoring.source_sheet(GAME.setup(2, {}, data)), 0)
    assert (fresh["start"], fresh["sum"]) == (3, 3)


def test_tile_value_sheet_previews_one_more_tile():
    lords = (
        Lord(0, (2, 1, 1, 1, 0, 1, 0, 0), coin_tokens="field"),
        Lord(0, (9, 9, 9, 9, 0, 0, 0, 0)),
    )
    before = table(*lords)
    promised = cells(scoring.what_if_sheet(before), 0)
    for type_ in before.box.types:
        lord = Lord(0, (2, 1, 1, 1, 0, 1, 0, 0), coin_tokens="field", takes=f"{type_.id}_04")
        state = turn(table(lord, Lord(0, (0, 4, 0, 4, 0, 0, 0, 0))), 0)
        picks = {
            "PlaceScout": "stay",
            "PlaceCoinToken": "mill",
            "PlacePlotToken": ("palace", "mill"),
        }
        while state.agenda:
            run_agenda(state, picks[state.agenda[-1].name])
        assert state.ledgers[0][type_.index] == promised[type_.id]


def test_game_has_three_score_sheets():
    state = table(Lord(), Lord())
    assert [sheet.key for sheet in GAME.sheets(state)] == ["result", "sources", "what_if"]
    assert [row.seat for row in GAME.sheets(state)[0].rows] == [0, 1]
    assert GAME.standings(state) == scoring.standings(state)


def test_smaller_debt_ranks_higher_until_the_end():
    state = table(Lord(5), Lord(9), Lord(33, (0, 0, 1, 1, 1, 1, 1, 1)))
    found = [(one.seat, one.place, one.total) for one in scoring.standings(state)]
    assert found == [
        (2, 1, 13),
        (1, 2, 0),
        (0, 3, 0),
    ]
