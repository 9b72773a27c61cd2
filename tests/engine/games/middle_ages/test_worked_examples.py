"""The worked examples of the rules, each by its name."""

from __future__ import annotations

import pytest

from engine.games.middle_ages.rounds import RefillRow
from engine.games.middle_ages.scoring import EndGame, ResolveEvent, standings
from engine.games.middle_ages.tokens import PlacePlotToken, PlaceScout, ReturnTile
from engine.match.match import Match
from tests.engine.games.middle_ages.positions import (
    Lord,
    column,
    fief,
    grave,
    kingdom,
    match_from,
    noted,
    pending_step,
    row,
    run_agenda,
    sizes,
    table,
    turn,
    walk,
)

PINK, BLUE, GREEN = 0, 1, 2
A, B, C, D = 0, 1, 2, 3


@pytest.mark.rule("MID-1.13", "MID-4.7", "MID-4.9", "MID-5.10", "MID-5.11")
def test_we_1_income_of_a_village():
    state = table(Lord(0, (0, 0, 0, 2, 0, 0, 0, 0), takes="village_01"), Lord())
    turn(state, A)
    assert "MID-5.10" in noted(state)
    assert state.coins[A] == 6
    assert fief(state, A) == [0, 0, 1, 2, 0, 0, 0, 0]


@pytest.mark.rule("MID-7.3")
def test_we_2_a_coin_token_on_the_village_column():
    state = table(
        Lord(0, (0, 0, 1, 2, 0, 0, 0, 0), takes="village_03", coin_tokens="village"), Lord()
    )
    turn(state, A)
    assert state.coins[A] == 12


@pytest.mark.rule("MID-7.5")
def test_we_3_legal_places_for_plot_tokens():
    state = table(Lord(takes="palace_01"), Lord())
    pairs = PlacePlotToken(A).options(state)
    assert [where for token, where in pairs if token == "field"] == [
        "mill",
        "village",
        "market",
        "barracks",
        "church",
        "palace",
    ]
    assert len(pairs) == 52


ROUND_ONE = (
    ("FillRow", -1, ("rampart_03", "barracks_01", "field_05", "market_03")),
    ("FillRow", -1, ("church_05", "mill_01", "village_01", "rampart_08")),
    ("FillRow", -1, ("field_02", "mill_03", "market_01", "palace_01")),
    ("FillRow", -1, ("barracks_06", "rampart_06", "village_03", "field_01")),
    ("DrawEvents", -1, ("subsidy", "vast_holdings", "alliance", "earthquake")),
    ("DrawScout", -1, PINK),
    ("PlaceLord", PINK, 4),
    ("DrawScout", -1, BLUE),
    ("PlaceLord", BLUE, 1),
    ("PlaceLord", GREEN, 2),
    ("MoveLord", BLUE, 2),
    ("MoveLord", GREEN, 3),
    ("PlaceScout", GREEN, (3, 4)),
    ("MoveLord", PINK, 1),
    ("RefillRow", -1, ("field_09", "mill_05", "village_06", "church_06")),
)


@pytest.mark.rule(
    "MID-2.9",
    "MID-2.10",
    "MID-2.11",
    "MID-3.3",
    "MID-3.5",
    "MID-4.1",
    "MID-4.2",
    "MID-4.3",
    "MID-5.1",
    "MID-5.16",
    "MID-5.18",
    "MID-6.3",
)
def test_we_4_the_first_round_with_three_players():
    before = match_from(3, *ROUND_ONE[:10])
    assert row(kingdom(before), 1) == ["field_05", "rampart_03", "-", "barracks_01"]
    assert [kingdom(before).box.tiles[tile].id for tile in kingdom(before).discard] == ["market_03"]
    assert kingdom(before).order == [BLUE, GREEN, PINK]

    blue = kingdom(match_from(3, *ROUND_ONE[:11]))
    assert blue.coins[BLUE] == 2

    scouting = match_from(3, *ROUND_ONE[:12])
    targets = [(r, p) for r in (3, 4) for p in (1, 2, 3, 4)]
    assert scouting.options(GREEN) == [*targets, "stay"]
    assert kingdom(match_from(3, *ROUND_ONE[:13])).coins[GREEN] == 2

    attacked = kingdom(match_from(3, *ROUND_ONE[:14]))
    assert sizes(attacked) == "B36 O0 N0 D1"

    state = kingdom(match_from(3, *ROUND_ONE))
    assert state.coins == [4, 0, 2]
    assert fief(state, PINK) == [0, 0, 0, 0, 0, 1, 0, 0]
    assert fief(state, BLUE) == [0] * 8
    assert grave(state, BLUE) == {"field_05"}
    assert fief(state, GREEN) == [0, 0, 0, 1, 0, 0, 0, 0]
    assert len(state.stacks[0]) == 32
    assert state.order == [PINK, BLUE, GREEN]


@pytest.mark.rule(
    "MID-3.3",
    "MID-3.8",
    "MID-4.3",
    "MID-4.4",
    "MID-5.3",
    "MID-5.5",
    "MID-5.7",
    "MID-5.8",
    "MID-5.9",
    "MID-5.13",
    "MID-6.4",
    "MID-6.5",
)
def test_we_5_the_second_round():
    def at(*more: tuple[str, int, object]) -> Match:
        return match_from(3, *ROUND_ONE, *more)

    match = at()
    assert [kingdom(match).box.tiles[tile].id for tile in kingdom(match).discard][1:] == [
        "church_05"
    ]
    assert match.options(PINK) == [1, 2, 3]

    moves: list[tuple[str, int, object]] = [("MoveLord", PINK, 3)]
    match = at(*moves)
    assert kingdom(match).coins == [8, 0, 0]
    assert match.options(BLUE) == [1, 2]

    moves.append(("MoveLord", BLUE, 2))
    match = at(*moves)
    assert kingdom(match).coins[BLUE] == 2
    assert fief(kingdom(match), BLUE) == [1, 0, 1, 0, 0, 0, 0, 0]
    assert grave(kingdom(match), BLUE) == set()
    assert match.options(GREEN) == [1, 4]

    moves.append(("MoveLord", GREEN, 4))
    match = at(*moves)
    assert kingdom(match).scout_row[GREEN] == -1
    targets = [(r, p) for r in (1, 4) for p in (1, 2, 3, 4)]
    assert match.options(GREEN) == [*targets, "stay"]

    moves.append(("PlaceScout", GREEN, "stay"))
    assert kingdom(at(*moves)).coins[GREEN] == 4


@pytest.mark.rule("MID-5.3", "MID-5.4", "MID-5.5", "MID-5.6")
def test_we_6_tribute():
    state = table(
        Lord(5, "mill_01", takes="mill_07"),
        Lord(9, "mill_02"),
        Lord(1),
        Lord(6, "mill_03 mill_04"),
    )
    turn(state, A)
    assert state.coins == [12, 7, 0, 6]


@pytest.mark.rule("MID-1.13", "MID-5.1")
@pytest.mark.parametrize(("on_the_new_tile", "coins"), [(0, 16), (1, 17)])
def test_we_7_farmers(on_the_new_tile, coins):
    data = {"plot_tiles": {"list": [{"id": "field_02", "farmers": on_the_new_tile}]}}
    fief_ = "mill_06 village_04 field_01"
    state = table(Lord(10, fief_, grave="rampart_04", takes="field_02"), Lord(), data=data)
    turn(state, A)
    assert state.coins[A] == coins


@pytest.mark.rule("MID-5.14", "MID-5.15")
def test_we_8_chests():
    fief_ = "mill_10 mill_12 church_05"
    state = table(Lord(10, fief_, grave="palace_05", takes="market_06"), Lord())
    turn(state, A)
    assert state.coins[A] == 19


@pytest.mark.rule("MID-5.16", "MID-5.17", "MID-5.18", "MID-5.19", "MID-5.22")
def test_we_9_attack():
    state = table(
        Lord(4, "barracks_01", takes="barracks_06"),
        Lord(8, "field_01 field_10 rampart_03"),
        Lord(3, "rampart_01 rampart_08"),
        Lord(1, "mill_01 mill_06 church_05"),
    )
    turn(state, A)
    assert state.coins == [11, 6, 3, 0]
    assert [grave(state, seat) for seat in (B, C, D)] == [{"field_10"}, set(), {"mill_06"}]
    assert column(state, B, "field") == ["field_01"]


@pytest.mark.rule("MID-5.7", "MID-5.8", "MID-5.9")
@pytest.mark.parametrize(
    ("returned", "coins", "left"),
    [("rampart_08", 9, {"field_10"}), ("field_10", 7, {"rampart_08"})],
)
def test_we_10_a_tile_returns(returned, coins, left):
    lord = Lord(3, "village_01", grave="field_10 rampart_08", takes="village_04")
    state = table(lord, Lord())
    turn(state, A)
    assert pending_step(state) == ReturnTile(A)
    assert list(pending_step(state).options(state)) == ["field_10", "rampart_08"]
    run_agenda(state, returned)
    assert state.coins[A] == coins
    assert grave(state, A) == left


@pytest.mark.rule("MID-4.8", "MID-5.23", "MID-7.2", "MID-7.3")
@pytest.mark.parametrize(
    ("where", "coins"), [("church", 11), ("field", 9), ("palace", 9), ("mill", 9)]
)
def test_we_11_the_coin_token_counts_at_once(where, coins):
    state = table(Lord(3, "church_01", takes="church_03"), Lord())
    turn(state, A, where)
    assert state.coins[A] == coins


@pytest.mark.rule("MID-4.8", "MID-5.25", "MID-7.3", "MID-7.4")
def test_we_12_the_plot_token_counts_at_once():
    lord = Lord(0, (3, 0, 0, 0, 0, 0, 0, 1), takes="palace_03", coin_tokens="palace")
    state = table(lord, Lord())
    turn(state, A, ("field", "palace"))
    assert state.coins[A] == 20


@pytest.mark.rule("MID-7.1", "MID-7.3", "MID-7.4")
def test_we_13_both_tokens_on_one_column():
    lord = Lord(
        20,
        (1, 0, 0, 1, 0, 0, 0, 2),
        takes="rampart_06",
        coin_tokens="rampart",
        plot_tokens="palace>rampart",
    )
    state = table(lord, Lord())
    turn(state, A, "stay")
    assert state.coins[A] == 35


@pytest.mark.rule("MID-6.1", "MID-6.2", "MID-6.3")
def test_we_14_legal_places_for_the_scout():
    state = table(
        Lord(takes="rampart_03"),
        Lord(at=(2, 1), scout=(4, 2)),
        Lord(),
        round=5,
    )
    turn(state, A, to=3)
    assert pending_step(state) == PlaceScout(A)
    assert set(pending_step(state).options(state)) == {
        (3, 1),
        (3, 2),
        (3, 3),
        (3, 4),
        (4, 1),
        (4, 3),
        (4, 4),
        "stay",
    }


@pytest.mark.rule("MID-10.5", "MID-10.7", "MID-10.9")
def test_we_15_a_row_from_two_stacks():
    state = table(Lord(), Lord(), Lord(), Lord(), round=7)
    index = state.box.tile_index
    orange = [tile.index for tile in state.box.tiles if tile.colour == 1]
    state.stacks = [[index["field_01"], index["church_08"]], orange, []]
    state.discard = [tile.index for tile in state.box.tiles if tile.colour == 0][5:12]
    drawn = ("church_08", "field_01", "mill_04", "palace_04", "rampart_02")
    step = RefillRow(2)
    assert step.check(state, drawn) is None
    assert step.check(state, ("mill_04", *drawn[:2], *drawn[3:])) is not None
    step.apply(state, drawn)
    assert row(state, 3) == ["field_01", "mill_04", "rampart_02", "church_08", "palace_04"]
    assert sizes(state) == "B0 O29 N0 D7"


@pytest.mark.rule("MID-10.4", "MID-10.9")
def test_we_16_the_discard_pile_becomes_a_stack():
    after = {}
    before: set[int] = set()
    for step, _, state in walk(3, "we-16"):
        if isinstance(step, RefillRow):
            after[state.round] = sizes(state)
            if state.round == 10:
                assert len(before) == 10
                assert before == set(state.stacks[2]) | set(state.display[step.row])
        before = set(state.discard)
    assert after[9] == "B0 O0 N0 D9"
    assert after[10] == "B0 O0 N6 D0"
    assert after[11] == "B0 O0 N2 D1"
    assert after[12] == "B0 O0 N0 D0"


@pytest.mark.rule("MID-11.11", "MID-11.14", "MID-9.1")
def test_we_17_invasion_and_ceremonies():
    state = table(
        Lord(0, "field_01 field_02"),
        Lord(0, "field_03 mill_01"),
        Lord(0, "church_01"),
        round=4,
        events="barbarian_invasion",
    )
    state.push(ResolveEvent(0))
    run_agenda(state)
    assert [grave(state, seat) for seat in (A, B, C)] == [
        {"field_02"},
        {"field_03", "mill_01"},
        set(),
    ]

    state = table(Lord(3, (0, 0, 0, 0, 0, 0, 2, 1)), Lord(9), round=4, events="costly_ceremonies")
    state.push(ResolveEvent(0))
    run_agenda(state)
    assert state.coins == [0, 9]


@pytest.mark.rule("MID-12.2", "MID-12.3", "MID-12.4", "MID-12.5")
def test_we_18_the_end():
    state = table(
        Lord(142, (1, 0, 1, 1, 1, 1, 1, 2)),
        Lord(132, (1, 1, 1, 1, 1, 1, 3, 2)),
        Lord(150, (0, 0, 1, 1, 1, 1, 1, 1)),
        round=16,
    )
    state.push(EndGame())
    run_agenda(state)
    assert state.coins == [132, 132, 130]
    assert [(one.seat, one.place) for one in standings(state)] == [(B, 1), (A, 2), (C, 3)]


@pytest.mark.rule("MID-3.9", "MID-3.10", "MID-6.7")
def test_we_19_the_last_rounds():
    four = [Lord(takes="rampart_03"), Lord(scout=(4, 5)), Lord(), Lord()]
    state = turn(table(*four, round=14), A)
    assert set(pending_step(state).options(state)) == {(4, 1), (4, 2), (4, 3), (4, 4), "stay"}

    state = turn(table(Lord(takes="rampart_03"), Lord(), Lord(), Lord(), round=15), A)
    assert "MID-6.7" in noted(state)
    assert state.coins[A] == 2

    state = turn(table(Lord(takes="rampart_03"), Lord(), Lord(), Lord(), round=16), A)
    assert state.lord_row[A] == -1
    assert state.coins[A] == 2

    *_, (_, _, end) = walk(4, "we-19")
    assert end.over
    assert end.events_resolved == 4


@pytest.mark.rule("MID-11.7", "MID-11.10")
def test_we_20_subsidy_and_vast_holdings():
    state = table(Lord(0, grave="field_01 mill_01 palace_01"), Lord(), round=4, events="subsidy")
    state.push(ResolveEvent(0))
    run_agenda(state)
    assert state.coins == [9, 0]

    state = table(
        Lord(0, (1, 0, 4, 0, 0, 1, 0, 2), coin_tokens="mill", plot_tokens="field>church"),
        Lord(),
        round=4,
        events="vast_holdings",
    )
    state.push(ResolveEvent(0))
    run_agenda(state)
    assert state.coins == [8, 0]
