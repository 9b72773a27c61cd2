"""The arithmetic shown before a choice is confirmed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import Dice
from engine.games.troyes.actions import Activate, Build, Farm, Fight
from engine.games.troyes.group_preview import more_or_less, preview
from engine.games.troyes.placement import PlaceCitizen
from engine.games.troyes.turn import ACTIONS, TakeTurn
from tests.engine.games.troyes.positions import (
    A,
    F,
    Family,
    J,
    begin,
    own_cubes,
    play_out,
    rule_of,
    table,
    town,
)
from tests.untyped import options_of, table_of

SQUARE = (Family(12, dice="y5 y6 r3"), Family(dice="w1 w3 y3"), Family(14, dice="y2 y5"))


def plain(lines):
    return [line.plain() for line in lines]


@pytest.mark.rule("TRO-9.4", "TRO-9.6", "TRO-11.8", "TRO-12.2")
def test_preview_shows_sum_price_result_and_remainder():
    state = town(*SQUARE, cards="merchant")
    found = preview(state, A, Activate(), ("merchant", "", ("0y5", "0y6", "2y5")))
    assert found.group is not None
    assert (found.group.total, found.group.price, found.hire) == (16, 6, 4)
    assert (found.max_number, found.number) == (8, 8)
    assert [(one.seat, one.deniers) for one in found.changes] == [(A, (12, 18)), (J, (14, 20))]
    assert plain(found.lines()) == [
        "Y5 + Y6 + seat 3's Y5 = 16",
        "3 dice: 6 deniers to seat 3",
        "seat 1: 12 - 4 (hire) - 6 (dice) + 16 = 18 deniers",
        "seat 3: from 14 to 20 deniers",
        "16/2 = 8 times: gain 2 deniers each time",
    ]
    fewer = preview(state, A, Activate(), ("merchant", "", ("0y5", "0y6")), number=3)
    assert (fewer.max_number, fewer.number) == (5, 3)
    assert fewer.changes[0].deniers == (12, 12 - 4 + 6)


def test_account_is_complete_when_it_breaks_even():
    state = town(Family(6), Family(dice="w1"), Family(14, dice="y6"), cards="merchant")
    found = preview(state, A, Activate(), ("merchant", "", ("2y6",)))
    assert found.changes[0].deniers == (6, 6)
    assert "seat 1: 6 - 4 (hire) - 2 (dice) + 6 = 6 deniers" in plain(found.lines())


def test_effect_of_one_die_more_or_less():
    state = town(*SQUARE, cards="merchant")
    others = dict(more_or_less(state, A, Activate(), ("merchant", "", ("0y5", "0y6"))))
    assert set(others) == {"0y5", "0y6", "1y3", "2y2", "2y5"}
    group = others["2y5"].group
    assert group is not None
    assert (group.total, group.price) == (16, 6)
    less = others["0y5"].group
    assert less is not None
    assert less.total == 6


def test_insufficient_dice_are_reported():
    state = town(Family(9, dice="y1"), Family(), cards="merchant")
    found = preview(state, A, Activate(), ("merchant", "", ("0y1",)))
    assert found.refusal is not None
    assert (found.refusal.rule, found.max_number) == ("TRO-11.8", 0)
    assert plain(found.lines()) == [
        "Y1 = 1",
        "1 die: free",
        "The dice add up to 1, but you need 2.",
    ]
    mixed = preview(town(*SQUARE), A, Farm(), ("", ("0r3", "0y5")))
    assert mixed.group is None
    assert mixed.refusal is not None
    assert preview(town(*SQUARE), A, Farm(), ("", ())).lines() == []


@pytest.mark.rule("TRO-13.13", "TRO-17.1")
def test_cube_is_shown_in_the_terms():
    state = town(Family(0, dice="y5 y6"), Family(), cards="priest")
    own_cubes(state, "priest", A, 1)
    found = preview(state, A, Farm(), ("priest", ("0y5", "0y6")))
    assert plain(found.lines()) == [
        "Y5 + Y6 = 8+9 = 17",
        "2 dice: free",
        "seat 1: from 0 to 8 deniers",
        "17/2 = 8 deniers",
    ]
    one = preview(state, A, Farm(), ("priest", ("0y5",)))
    assert plain(one.lines())[0] == "Y5 = 8"


@pytest.mark.rule("TRO-16.4", "TRO-5.2", "TRO-5.6")
def test_placing_preview_shows_expulsion_and_the_next_round():
    state = town(Family(10, dice="w1"), Family(0, dice="r4"), Family(0, stands="palace.4"))
    found = preview(state, A, PlaceCitizen(), ("", ("1r4",)))
    assert plain(found.lines()) == [
        "seat 2's R4",
        "1 die: 2 deniers to seat 2",
        "seat 1: 10 - 2 (dice) = 8 deniers, next round red dice from 0 to 1, salaries from 0 to 2",
        "seat 2: from 0 to 2 deniers",
        "seat 3: next round red dice from 1 to 0, salaries from 2 to 0",
        "Palace 4. seat 3's citizen would be expelled",
    ]


@pytest.mark.rule("TRO-16.3", "TRO-16.5", "TRO-16.10")
def test_nobody_is_expelled_if_the_citizen_leaves_a_gap():
    state = town(
        Family(dice="y1", stands="city_hall.1.2"),
        Family(stands="city_hall.1.1"),
        Family(stands="city_hall.1.3"),
    )
    effects = {
        place: preview(state, A, PlaceCitizen(), ("", ("0y1",), place)).effect
        for place in ("supply", "city_hall.1.2")
    }
    assert {place: text and text.plain() for place, text in effects.items()} == {
        "supply": "City Hall 1-3, space 1. seat 3's citizen would be expelled",
        "city_hall.1.2": "City Hall 1-3, space 1",
    }
    state.lying[2] = (J,)
    found = preview(state, A, PlaceCitizen(), ("", ("0y1",), "supply"))
    assert rule_of(found.refusal) == "TRO-16.8"
    state.lying[2] = (A, J)
    state.buildings[2] = (F, F, J, F, F, F)
    assert rule_of(preview(state, A, PlaceCitizen(), ("", ("0y1",))).refusal) == "TRO-16.8"


@pytest.mark.rule("TRO-12.3", "TRO-12.12", "TRO-12.13", "TRO-11.13")
@pytest.mark.parametrize(
    ("id", "dice", "group", "result"),
    [
        ("chivalry", "r5 r6", ("0r5", "0r6"), "(0 cubes at most)"),
        ("chivalry", "r5 r6 r1 y1", ("0r5", "0r6"), "(2 cubes at most)"),
        ("diplomat", "r5 r6", ("0r5", "0r6"), "(3 cubes at most)"),
        ("miller", "y4 y5", ("0y4", "0y5"), "(8 deniers at most)"),
        ("mercenary", "r6", ("0r6",), "gain 3 deniers each time"),
    ],
)
def test_preview_of_a_card_that_asks_again(id, dice, group, result):
    stands = "palace.1 bishopric.1.1 bishopric.2.1"
    state = town(Family(10, dice=dice, stands=stands), Family(), cards=id)
    lines = plain(preview(state, A, Activate(), (id, "", group)).lines())
    assert [line for line in lines if line.endswith(result)]


def test_closed_places_give_reasons():
    state = town(Family(3, dice="r1"), Family(dice="y2"), cards="merchant", events="war_1 drought")
    menu = TakeTurn(A)
    assert rule_of(menu.refuse_place(state, (), ("activity", 2, 1))) == "TRO-9.6"
    assert rule_of(menu.refuse_place(state, (), ("activity", 0, 1))) == "TRO-5.1"
    assert rule_of(menu.refuse_place(state, (), ("event", 1))) == "TRO-15.2"
    assert rule_of(menu.refuse_place(state, (), ("event", 2))) == "TRO-15.2"
    assert menu.refuse_place(state, (), ("event", 9)) is None
    rules = {command.key: refusal.rule for command, refusal in menu.closed(state)}
    assert rules == {"activate": "TRO-9.6", "fight": "TRO-9.3", "build": "TRO-9.3"}
    assert (("activate", "merchant"), ("activity", 2, 1)) in menu.shortcuts(
        town(Family(30, dice="y6"), Family(), cards="merchant")
    )


def test_every_kind_of_action_has_a_preview():
    state = town(Family(20, dice="y6 w5 r3"), Family(dice="w1"), cards="merchant")
    for command, chosen, words in (
        (Fight(), ("marauding", "", ("0y6",)), "6/3 = 2 cubes, 2 flags left free"),
        (Build(), ("", ("0w5", "1w1")), "column 5 (level 1), column 1 (level 1)"),
        (PlaceCitizen(), ("", ("0r3",)), "Palace 3"),
    ):
        assert words in plain(preview(state, A, command, chosen).lines())
    menu = TakeTurn(A)
    assert plain(menu.summary(state, ("farm", "", ("0y6",))))[0] == "Y6 = 6"
    assert menu.summary(state, ("farm", "")) == ()


def test_preview_comes_true():
    dice = Dice(b"preview")
    keys = {command.key: command for command in ACTIONS}
    seen = 0
    for number in range(8):
        match = begin(3, f"preview {number}", notes=False)
        play_out(match, number, until=lambda state: state.round == 3 and state.step == "actions")
        for _ in range(12):
            state = table(match)
            if state.step != "actions" or not match.pending():
                break
            seat, decision = match.pending()[0].seat, match.pending()[0].decision
            pick: Any = decision.sample(state, dice) if not decision.listed else None
            if pick is not None and pick[0] in keys:
                found = preview(state.view(seat), seat, keys[pick[0]], pick[1:])
                assert found.refusal is None
                before = state.copy()
                foreseen = table_of(match.preview(seat, pick))
                if pick[0] in ("farm", "build", "place", "fight"):
                    changed = {one.seat: one for one in found.changes}
                    for other in range(3):
                        if foreseen.round == before.round and other in changed:
                            assert changed[other].deniers[1] == foreseen.deniers[other]
                    seen += 1
            match.choose(seat, pick if pick is not None else options_of(match, seat)[0])
    assert seen > 10
    assert F == 1
