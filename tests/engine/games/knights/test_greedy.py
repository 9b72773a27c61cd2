"""Strength of the greedy player, and its use of nothing but its seat's view."""

from __future__ import annotations

import re
from inspect import isabstract
from statistics import median
from typing import Any

import pytest

from engine.bots import make_bot
from engine.core.chance import Dice
from engine.core.step import Decision
from engine.games.knights.bots.candidates import candidates
from engine.games.knights.bots.evaluation import wants
from engine.games.knights.bots.playout_policy import ADVISERS, advise
from engine.games.knights.bots.turn_policy import ROUNDS_BETWEEN
from engine.games.knights.production import harm
from engine.games.knights.robber import RobberHex
from engine.games.knights.state import CITY, Island
from engine.match.match import Match
from engine.search.simulation import Observation
from tests.engine.games.knights.positions import bag, deal, give, island, level, points, run_agenda
from tests.untyped import view_of


def game(seats: int, seed: str, greedy: set[int]) -> Match:
    """A game of greedy players against random ones, each greedy pick made from its view."""
    names = [(f"P{seat}", "person") for seat in range(seats)]
    match = Match.begin("knights", names, seed=seed, notes=False, digests=False)
    dice, bot = Dice(seed.encode()), make_bot("random")
    while pending := match.pending():
        seat = pending[0].seat
        decision: Any = pending[0].decision
        if seat in greedy:
            pick = advise(view_of(match, seat), decision, dice)
            assert match.refuse(seat, pick) is None, (decision, pick)
        else:
            pick = bot.choose(Observation.of(match, seat, dice=dice))
        match.choose(seat, pick)
    return match


def winner(match: Match) -> int:
    return match.state.active


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_beats_random_players(seats: int):
    matches = [game(seats, f"greedy {n}", {n % seats}) for n in range(6)]
    assert sum(winner(match) == n % seats for n, match in enumerate(matches)) >= 5
    assert median(match.state.turn for match in matches) <= 120


@pytest.mark.long
def test_greedy_beats_three_random_players_in_95_of_100_games():
    matches = [game(4, f"hundred {n}", {n % 4}) for n in range(100)]
    assert sum(winner(match) == n % 4 for n, match in enumerate(matches)) >= 95
    assert median(match.state.turn for match in matches) <= 120


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_players_finish_their_games(seats: int):
    matches = [game(seats, f"among {n}", set(range(seats))) for n in range(60)]
    assert median(match.state.turn for match in matches) <= 120
    assert max(match.state.turn for match in matches) <= 600


GROWS_GRAIN = 16
"""A node of the beginners' island that produces only grain."""


def advised(state: Island, seat: int) -> Any:
    """The pick of the greedy player in a seat."""
    return advise(state.view(seat), state.agenda[-1], Dice(b"x"))  # type: ignore[arg-type]


def wanting_grain(**rest: int) -> Island:
    """Anna lacks a grain for a settlement, has wool to spare, and Boris produces grain."""
    state = island(2, roads={0: [20]}, settlements={0: [40], 1: [GROWS_GRAIN]})
    give(state, 0, lumber=1, brick=1, wool=4)
    give(state, 1, **rest)
    return state


def test_refused_offer_is_not_repeated_before_something_is_built():
    state = wanting_grain(grain=3)
    state.turn = 9
    pick = advised(state, 0)
    assert pick == ("offer", bag(wool=2), bag(grain=1))
    run_agenda(state, pick, ("decline",))
    assert advised(state, 0)[0] != "offer"
    state.offers = ()
    state.turn += ROUNDS_BETWEEN * state.seats
    assert advised(state, 0)[0] != "offer"
    state.turn += 1
    assert advised(state, 0)[0] != "offer"
    state.replace(GROWS_GRAIN, CITY)
    assert advised(state, 0) == pick


def test_impossible_trades_are_not_offered():
    assert advised(wanting_grain(grain=3), 0)[0] == "offer"
    assert advised(wanting_grain(grain=1, ore=2), 0)[0] != "offer"
    assert advised(wanting_grain(ore=3), 0)[0] != "offer"


def offers_compared(state: Island) -> list[Any]:
    """The offers for grain among the candidates of the search."""
    wanted = bag(grain=1)
    return [pick for pick in compared(state) if pick[0] == "offer" and pick[2] == wanted]


def test_search_considers_an_offer_for_the_missing_card_until_it_is_refused():
    state = wanting_grain(grain=1, ore=2)
    offer = ("offer", bag(wool=2), bag(grain=1))
    assert offers_compared(state) == [offer]
    run_agenda(state, offer, ("decline",))
    state.offers = ()
    assert offers_compared(state) == []
    state.replace(GROWS_GRAIN, CITY)
    assert offers_compared(state) == [offer]


def test_search_does_not_consider_asking_for_cards_that_nobody_has():
    assert offers_compared(wanting_grain(ore=3)) == []


@pytest.mark.parametrize("is_safe", [False, True])
def test_grain_is_not_asked_for_to_activate_a_knight_in_vain(is_safe: bool):
    """Boris's mighty knight can save the island and become Defender without Anna's knight."""
    knights = {0: {12: 1}, 1: {44: 3}}
    state = island(
        2, cities={0: [40]}, settlements={1: [GROWS_GRAIN]}, knights=knights, active=[44] * is_safe
    )
    state.ship = state.box.attack_step - 2
    give(state, 0, wool=3)
    give(state, 1, grain=3)
    assert bool(offers_compared(state)) != is_safe
    assert (advised(state, 0)[0] == "offer") != is_safe


GROWS_BRICK = 47
"""A node that produces only brick."""


def test_cards_for_the_most_wanted_purchase_are_not_traded():
    def wanting_a_wall(**more: int) -> Island:
        """Anna has a site, a lumber and a brick for it, and lacks a brick for a wall."""
        state = island(2, roads={0: [20]}, cities={0: [40]}, settlements={1: [GROWS_BRICK]})
        give(state, 0, lumber=1, brick=1)
        give(state, 0, **more)
        give(state, 1, brick=3)
        return state

    assert wants(wanting_a_wall(), 0)[0][1] == wanting_a_wall().box.costs["settlement"]
    assert advised(wanting_a_wall(), 0)[0] != "offer"
    assert advised(wanting_a_wall(lumber=1), 0) == ("offer", bag(lumber=1), bag(brick=1))


def test_trade_with_a_player_about_to_win_is_refused():
    def answer(number: int) -> object:
        state: Island = island(2, settlements={1: [13]})
        points(state, 0, number)
        give(state, 0, ore=3)
        give(state, 1, wool=6)
        run_agenda(state, ("offer", bag(ore=2), bag(wool=1)))
        return advise(state.view(1), state.agenda[-1], Dice(b"x"))  # type: ignore[arg-type]

    assert answer(3) == ("accept",)
    assert answer(12) == ("decline",)


def test_search_does_not_consider_helping_a_player_about_to_win():
    state: Island = island(2, settlements={1: [13]})
    points(state, 0, 12)
    give(state, 0, ore=3)
    give(state, 1, wool=6)
    run_agenda(state, ("offer", bag(ore=2), bag(wool=1)))
    assert compared(state) == [("decline",)]


def test_bank_trades_that_lead_to_victory_come_first():
    """Anna has 12 points of 13, a Warlord for her idle knights, and 13 cards for three trades."""
    state = island(2, settlements={0: [12]}, knights={0: {40: 1}})
    points(state, 0, 12)
    deal(state, 0, "warlord")
    give(state, 0, grain=1, ore=1, brick=12)
    picks = []
    while not state.over:
        picks.append(advised(state, 0))
        run_agenda(state, picks[-1])
    assert [pick[0] for pick in picks] == ["bank", "bank", "bank", "city"]


def test_metropolis_that_wins_is_bought():
    state = island(2, cities={0: [12]})
    points(state, 0, 11)
    level(state, 0, 3, 0, 0)
    give(state, 0, cloth=4, grain=2, ore=3)
    assert advised(state, 0) == ("improve", "trade")


def test_no_offer_if_all_others_are_about_to_win():
    state = wanting_grain(grain=3)
    points(state, 1, 12)
    assert advised(state, 0)[0] != "offer"


def compared(state: Island) -> Any:
    """Candidates of the search for the deciding seat."""
    decision: Any = state.agenda[-1]
    return candidates(state.view(decision.seat), decision, Dice(b"x"), 60)


def test_player_making_an_offer_accepts_the_trade():
    state = wanting_grain(grain=3)
    run_agenda(state, advised(state, 0), ("accept",))
    assert list(compared(state)) == [("accept", 1)]


def test_robber_moves_where_it_harms_others_a_lot():
    state = island(2, settlements={0: [0, 13], 1: [GROWS_BRICK, 40]})
    state.push(RobberHex(0))
    harms = [harm(state, 0, hex) for hex in range(state.board.hex_count)]
    assert sorted(compared(state)) == [
        hex for hex, number in enumerate(harms) if 2 * number >= max(harms)
    ]
    assert len(compared(state)) < sum(number > 0 for number in harms)


def decisions(kind: Any = Decision) -> set[str]:
    """The names of all decisions of the game."""
    found = set()
    for one in kind.__subclasses__():
        found |= decisions(one)
        own = re.match(r"engine\.games\.knights\.(?!catan\.)", one.__module__)
        if own and not isabstract(one):
            found.add(one.name)
    return {name for name in found if not name.startswith("_")}


def test_every_decision_has_a_policy():
    assert len(decisions()) > 30
    assert decisions() == set(ADVISERS)


def test_counter_offer_asks_once_for_needed_cards():
    state = island(2, settlements={0: [0], 1: [13]}, cities={1: [40]})
    give(state, 0, wool=2, ore=2, grain=2)
    give(state, 1, wool=5, brick=2)
    run_agenda(state, ("offer", bag(wool=1), bag(brick=1)))
    pick = advised(state, 1)
    assert pick[:2] == ("counter", bag(brick=1))
    assert dict(pick[2]).keys() != {"brick"}
    run_agenda(state, pick)
    assert state.agenda[-1].name == "TradeConfirm"


def test_greedy_players_trade_by_counter_offers_but_not_endlessly():
    matches = [game(4, f"counters {n}", {0, 1, 2, 3}) for n in range(4)]
    line = [event for match in matches for event in match.line]
    offers = [event for event in line if event.step == "Main" and event.value[0] == "offer"]
    taken = [event.value[0] for event in line if event.step == "TradeConfirm"]
    answers = [event.value[0] for event in line if event.step == "TradeResponse"]
    assert len(offers) <= sum(match.state.turn for match in matches) / 2
    assert {"accept", "counter", "withdraw"} <= set(taken)
    assert taken.count("withdraw") < len(offers) / 2
    assert 0 < answers.count("counter") < len(answers) / 2


def test_counter_offer_asks_only_for_cards_the_other_probably_has():
    """Boris may hold one of Clara's ore, but most likely he does not."""
    state = island(3, settlements={0: [0], 1: [13]}, cities={1: [40]})
    give(state, 0, wool=1)
    give(state, 1, wool=5, brick=2)
    give(state, 2, ore=2, grain=2, lumber=4)
    run_agenda(state, ("offer", bag(wool=1), bag(brick=1)))
    pick = advised(state, 1)
    asked_for = dict(pick[2]) if pick[0] == "counter" else {}
    assert not {"ore", "grain"} & asked_for.keys()
