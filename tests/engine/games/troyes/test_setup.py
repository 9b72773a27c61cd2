"""Setup and the initial placement (sections 2 and 3)."""

from __future__ import annotations

import pytest

from engine.core.hidden import Hidden, HiddenValue
from engine.errors import BadSetup
from engine.games.troyes.game import GAME
from engine.games.troyes.rounds import RevealCards
from engine.games.troyes.setup import DealCharacters, PlaceFirst, snake
from tests.engine.games.troyes.positions import (
    GRAY,
    Family,
    begin,
    play_out,
    rule_of,
    step,
    table,
    town,
)
from tests.untyped import options_of, view_of

SEATS = [2, 3, 4]


@pytest.mark.rule("TRO-2.1")
@pytest.mark.parametrize("seats", SEATS)
def test_each_player_has_a_district_and_the_others_are_one(seats):
    match = play_out(begin(seats), until=lambda state: any(state.dice[:4]))
    state = table(match)
    assert len(state.dice) == 5
    assert not any(state.dice[seats:GRAY])
    assert all(state.dice[seat] for seat in range(seats))


@pytest.mark.rule("TRO-2.2")
@pytest.mark.parametrize("seats", SEATS)
def test_initial_money_influence_and_vp(seats):
    state = table(begin(seats))
    assert state.deniers == [5] * seats
    assert state.influence == [4] * seats
    assert state.vp == [0] * seats


@pytest.mark.rule("TRO-2.3")
def test_citizens_by_number_of_players():
    supplies = {seats: table(begin(seats)) for seats in SEATS}
    assert {seats: state.supply for seats, state in supplies.items()} == {
        2: [6, 6], 3: [5] * 3, 4: [4] * 4,
    }  # fmt: skip
    assert all(
        supply + reserve == 12
        for state in supplies.values()
        for supply, reserve in zip(state.supply, state.reserve, strict=True)
    )


@pytest.mark.rule("TRO-2.4", "TRO-20.2")
@pytest.mark.parametrize(("seats", "each"), [(2, 2), (3, 1), (4, 1)])
def test_characters_are_dealt_in_secret(seats, each):
    match = begin(seats)
    state = table(match)
    dealt = [index for hand in state.characters for index in hand]
    assert len(set(dealt)) == len(dealt) == seats * each
    for seat in range(seats):
        view = view_of(match, seat)
        assert view.characters[seat] == state.characters[seat]
        for other in range(seats):
            if other != seat:
                assert isinstance(view.characters[other], Hidden)
                assert len(view.characters[other]) == each
    assert all(isinstance(hand, Hidden) for hand in view_of(match, None).characters)


@pytest.mark.rule("TRO-2.4")
def test_partial_deals_in_a_log_are_refused():
    state = town(Family(), Family(), Family())
    deal = DealCharacters()
    good = (("henry_i",), ("thibaut_ii",), ("urbain_iv",))
    assert deal.check(state, good) is None
    for bad in (
        good[:2], (("henry_i",), ("henry_i",), ("urbain_iv",)), (("x",), *good[1:]), 3,
        ((("henry_i",),), *good[1:]), (("henry_i", "le_florentin"), *good[1:]),
    ):  # fmt: skip
        assert deal.check(state, bad) is not None


@pytest.mark.rule("TRO-22.5")
def test_money_is_public_and_tokens_are_secret():
    match = begin(3)
    view = view_of(match, 1)
    assert view.deniers == [5, 5, 5]
    assert view.vp[1] == 0
    with pytest.raises(HiddenValue):
        assert view.vp[0] > 3


@pytest.mark.rule("TRO-2.6", "TRO-5.1")
def test_one_card_of_each_colour_for_each_of_three_rounds():
    match = play_out(begin(3), until=lambda state: state.round == 2 and state.step == "actions")
    state = table(match)
    open_ = [state.box.cards[index] for index in state.cards if index >= 0]
    assert sorted((card.colour, card.round) for card in open_) == [
        (colour, round) for colour in range(3) for round in (1, 2)
    ]
    assert not any(card.bonus for card in open_)
    assert RevealCards(1).check(state, ("archer", "priest", "baker")) is not None
    assert RevealCards(1).check(state, ("archer", "priest", "merchant")) is None


@pytest.mark.rule("TRO-2.7", "TRO-4.1")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 4), (3, 5), (4, 6)])
def test_as_many_red_events_as_rounds(seats, rounds):
    state = table(play_out(begin(seats, seed="reds"), 3))
    reds = [index for index in state.revealed_events if state.box.events[index].colour == 0]
    assert (state.round, len(reds), state.red_left) == (rounds, rounds, 0)


@pytest.mark.rule("TRO-2.8")
def test_start_player_is_random_or_chosen():
    drawn = {table(begin(4, seed=str(number))).first for number in range(30)}
    assert drawn == {0, 1, 2, 3}
    assert {table(begin(4, seed=str(n), options={"start": "3"})).first for n in range(5)} == {2}
    with pytest.raises(BadSetup):
        GAME.check(2, {"start": "3"})


@pytest.mark.rule("TRO-3.1", "TRO-3.5")
def test_any_free_space_may_be_chosen_and_no_other():
    match = begin(3, options={"start": "1"})
    match.choose(0, "bishopric.1.2")
    decision = match.decision(1)
    options = options_of(match, 1)
    assert len(options) == 17
    assert "city_hall.2.3" in options
    assert decision.refuse(match.state, "bishopric.1.2").rule == "TRO-3.1"
    assert rule_of(decision.refuse_place(match.state, (), ("bishopric", 1, 2))) == "TRO-3.1"
    assert decision.target(match.state, ("city_hall.2.3",)) == ("city_hall", 2, 3)


@pytest.mark.rule("TRO-3.2")
def test_setup_order_is_reversed_in_the_second_pass():
    state = table(begin(2, options={"start": "2"}))
    assert snake(state) == [1, 0, 0, 1] * 3


@pytest.mark.rule("TRO-3.4")
def test_two_players_start_with_six_neutral_citizens():
    state = table(begin(2))
    assert [cells.count(GRAY) for cells in state.buildings] == [2, 2, 2]
    gray = set(state.box.place_names[:18]) - set(PlaceFirst(0).options(state))
    assert gray == {
        "palace.2", "palace.5", "bishopric.1.2", "bishopric.3.2", "city_hall.1.3", "city_hall.2.3",
    }  # fmt: skip
    assert state.gray_supply == 2
    match = play_out(begin(2), until=lambda state: sum(state.supply) == 2)
    assert len(PlaceFirst(0).options(table(match))) == 2


@pytest.mark.rule("TRO-3.3")
@pytest.mark.parametrize(("seats", "gray"), [(2, 0), (3, 3), (4, 2)])
def test_neutral_citizens_fill_empty_spaces(seats, gray):
    match = play_out(begin(seats), until=lambda state: state.round == 1)
    texts = [note.text.plain() for notes in match.notes for note in notes if note.rule == "TRO-3.3"]
    assert texts == ([f"{gray} grey citizens fill the free spaces."] if gray else [])


@pytest.mark.rule("TRO-23.1")
def test_bonus_cards_join_their_pools():
    state = town(Family(), Family(), bonus=True)
    plain = town(Family(), Family())
    assert "baker" in [card.id for card in RevealCards(1).pool(state, 2)]
    assert [len(RevealCards(n).pool(state, 2)) for n in (1, 2, 3)] == [4, 3, 3]
    assert [len(RevealCards(n).pool(plain, 2)) for n in (1, 2, 3)] == [3, 3, 3]
    step(state, RevealCards(1), ("archer", "priest", "baker"))
    assert state.open_card("baker") is not None
