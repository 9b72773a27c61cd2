"""Bots in Catan: random moves, rules of thumb, and results."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots import make_bot
from engine.core.chance import Dice
from engine.games.knights.catan.action_phase import COMMANDS
from engine.games.knights.catan.bots.candidates import candidates
from engine.games.knights.catan.bots.playout_policy import act, act_alone, advise
from engine.games.knights.catan.turn import BeginTurn
from engine.search.simulation import Observation
from tests.engine.games.catan.positions import begin, island, show
from tests.engine.games.knights.positions import (
    bag,
    deal,
    edges,
    give,
    pending_step,
    run_agenda,
    step,
)


@pytest.mark.parametrize("seats", [2, 4])
def test_random_bot_tries_every_possible_command(seats: int):
    match = begin(seats, seed="lots")
    bot, dice = make_bot("random"), Dice(b"lots")
    while not match.over:
        pending: Any = match.pending()[0]
        state: Any = match.state
        if pending.decision.name == "Main":
            tried = pending.decision.affordable(state)
            for place, command in enumerate(COMMANDS):
                assert tried >> place & 1 or not command.possible(state, pending.seat), command.key
        match.choose(pending.seat, bot.choose(Observation.of(match, pending.seat, dice=dice)))


def pick(state: Any) -> Any:
    """The pick of the rules of thumb in the action phase."""
    return act(state, pending_step(state))


def test_city_is_preferred_where_it_yields_most():
    state = island(2, settlements={0: [12, 16]})
    give(state, 0, grain=2, ore=3, lumber=1, brick=1)
    assert pick(state) == ("city", 12)


def test_card_is_bought_if_nothing_better_is_possible():
    state = island(2, settlements={0: [12]})
    give(state, 0, wool=1, grain=1, ore=1)
    assert pick(state) == ("buy",)
    assert ("buy",) in candidates(state, pending_step(state), Dice(b"x"), 8)


def test_bank_trade_completes_a_wanted_purchase():
    state = island(2, settlements={0: [12]})
    give(state, 0, lumber=4, grain=2, ore=2)
    assert act_alone(state, pending_step(state)) == ("bank", "lumber", "ore")


def test_bank_trades_that_lead_to_victory_come_first():
    state = island(2, settlements={0: [12]})
    state.win_target = state.points(0) + 1
    deal(state, 0, "knight", "monopoly")
    give(state, 0, grain=1, ore=2, lumber=8)
    picks = []
    while not state.over:
        picks.append(act_alone(state, pending_step(state)))
        run_agenda(state, picks[-1])
    assert [made[0] for made in picks] == ["bank", "bank", "city"]


def test_four_cards_are_not_traded_for_part_of_a_development_card():
    state = island(2, settlements={0: [12]})
    give(state, 0, wool=5, grain=1)
    assert act_alone(state, pending_step(state)) == ("end",)
    tried: Any = candidates(state, pending_step(state), Dice(b"x"), 60)
    assert not any(pick[0] == "bank" for pick in tried)


def offers_considered(state: Any) -> list[Any]:
    tried: Any = candidates(state, pending_step(state), Dice(b"x"), 60)
    return [pick for pick in tried if pick[0] == "offer"]


def test_an_offer_for_the_missing_card_is_considered_until_it_is_refused():
    state = island(2, settlements={0: [12], 1: [40]})
    give(state, 0, grain=2, ore=2, wool=2)
    give(state, 1, ore=1, brick=3)
    offer = ("offer", bag(wool=1), bag(ore=1))
    assert offers_considered(state) == [offer]
    run_agenda(state, offer, ("decline",))
    state.offers = ()
    assert offers_considered(state) == []


def test_cards_that_nobody_else_has_are_not_asked_for():
    state = island(2, settlements={0: [12], 1: [40]})
    give(state, 0, grain=2, ore=2, wool=2)
    give(state, 1, brick=4)
    assert offers_considered(state) == []


@pytest.mark.parametrize(("robber", "played", "plays"), [(4, 0, True), (9, 0, False), (9, 2, True)])
def test_knight_is_played_to_free_own_land_or_for_the_army(robber: int, played: int, plays: bool):
    state = island(2, settlements={0: [12]})
    state.move_robber(robber)
    show(state, 0, *["knight"] * played)
    deal(state, 0, "knight")
    assert pick(state)[0] == ("card" if plays else "end")
    state.agenda.clear()
    step(state, BeginTurn(0))
    assert advise(state, pending_step(state), Dice(b"x")) == ("knight" if plays else "roll")


def test_year_of_plenty_completes_the_next_purchase():
    state = island(2, settlements={0: [23]})
    state.lay_road(0, edges(state, "18-23")[0])
    state.lay_road(0, edges(state, "13-18")[0])
    deal(state, 0, "year_of_plenty")
    give(state, 0, lumber=1, brick=1)
    step(state, pending_step(state), ("card", "year_of_plenty"))
    assert advise(state, pending_step(state), Dice(b"x")) == bag(wool=1, grain=1)


@pytest.mark.parametrize(("bricks", "plays"), [(0, False), (2, False), (3, True)])
def test_monopoly_is_not_played_for_two_cards(bricks: int, plays: bool):
    state = island(2, settlements={0: [12]})
    deal(state, 0, "monopoly")
    give(state, 1, brick=bricks, wool=2, ore=2, grain=2)
    tried = candidates(state, pending_step(state), Dice(b"x"), 60)
    assert (pick(state) == ("card", "monopoly")) is plays
    assert (("card", "monopoly") in tried) is plays
