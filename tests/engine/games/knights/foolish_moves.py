"""Foolish moves in Cities & Knights that bots made in real games and none should make again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from engine.games.knights.action_phase import Main
from engine.games.knights.bots.evaluation import may_lose
from engine.games.knights.building import BuildWall
from engine.games.knights.cards_trade import MerchantHex
from engine.games.knights.component_types import GRAIN
from engine.games.knights.production import expected_production, harm, loss, pips
from engine.games.knights.robber import RobberHex
from engine.games.knights.setup import SetupCity
from engine.games.knights.state import TIPPED, Island, cities_on_board
from engine.games.knights.trade import ACCEPT, COUNTER, TradeResponse
from tests.foolish_moves import FoolishMove

FEW_CARDS: Final = 4
DEAR: Final = 4
NEAR: Final = 4


def _idle(state: Island, seat: int) -> list[int]:
    """The levels of a seat's inactive knights."""
    return [
        state.pieces[node] - TIPPED
        for node in range(state.box.board.node_count)
        if state.knights[seat] & ~state.active_knights & 1 << node
    ]


def _helps_awake(state: Island, seat: int) -> bool:
    """Whether activating all knights of a seat would save the island or its own city, or win a
    Defender, if the attack came now."""
    if state.box.attack_step - state.ship > NEAR:
        return False
    given = [state.contribution(other) for other in range(state.seats)]
    more, lacking = sum(_idle(state, seat)), cities_on_board(state) - sum(given)
    if lacking > 0:
        return more >= lacking or may_lose(state, seat)
    best = max(given[other] for other in state.opponents(seat))
    return given[seat] <= best <= given[seat] + more


def _rate(state: Island, seat: int, kind: str) -> int:
    return state.rates(seat)[state.box.kind_numbers[kind]]


def may_build_a_wall(state: Island, decision: Any) -> bool:
    """The seat holds few cards, and bricks for a wall."""
    if not isinstance(decision, Main) or state.hand_sizes[decision.seat] > FEW_CARDS:
        return False
    return BuildWall().possible(state, decision.seat)


def builds_a_wall(state: Island, decision: Any, pick: Any) -> bool:
    """Build a wall with a hand that a seven would hardly touch."""
    return bool(pick[0] == "wall")


def _holds_too_much(state: Island, seat: int) -> bool:
    """Whether a seven would take half of the hand."""
    return state.hand_sizes[seat] > state.discard_limit(seat)


def may_activate_pointlessly(state: Island, decision: Any) -> bool:
    """A knight can be activated without effect, and no seven would take the grain."""
    if not isinstance(decision, Main) or _holds_too_much(state, decision.seat):
        return False
    seat = decision.seat
    return bool(_idle(state, seat)) and not _helps_awake(state, seat)


def activates_pointlessly(state: Island, decision: Any, pick: Any) -> bool:
    """Pay grain for nothing."""
    return bool(pick[0] == "activate")


def buys_grain_to_wake(state: Island, decision: Any, pick: Any) -> bool:
    """Pay four cards for a grain that only activates a knight."""
    if pick[0] != "bank" or pick[2] != state.box.kinds[GRAIN].id:
        return False
    seat, rate = decision.seat, _rate(state, decision.seat, pick[1])
    hand = list(state.hands[seat])
    hand[state.box.kind_numbers[pick[1]]] -= rate
    hand[GRAIN] += 1
    costs = state.box.costs
    paid = [name for name, cost in costs.items() if all(map(int.__ge__, hand, cost))]
    return rate >= DEAR and set(paid) <= {"knight_activate", "road", "city_wall"}


def may_let_knights_sleep(state: Island, decision: Any) -> bool:
    """The barbarians are near and would win, a city of the seat is in danger, and its inactive
    knights would save it."""
    if not isinstance(decision, Main) or state.box.attack_step - state.ship > NEAR:
        return False
    seat = decision.seat
    given = sum(map(state.contribution, range(state.seats)))
    lacking = cities_on_board(state) - given
    return 0 < lacking <= sum(_idle(state, seat)) and may_lose(state, seat)


def lets_knights_sleep(state: Island, decision: Any, pick: Any) -> bool:
    """End the turn with grain in hand, or build a wall that no hand needs."""
    seat = decision.seat
    if pick[0] == "end":
        return bool(state.hands[seat][GRAIN])
    return bool(pick[0] == "wall" and not _holds_too_much(state, seat))


def may_hoard(state: Island, decision: Any) -> bool:
    """A seven would take half of the hand, and there is grain for an inactive knight."""
    if not isinstance(decision, Main) or not _holds_too_much(state, decision.seat):
        return False
    return bool(_idle(state, decision.seat) and state.hands[decision.seat][GRAIN])


def hoards(state: Island, decision: Any, pick: Any) -> bool:
    """End the turn nevertheless."""
    return bool(pick[0] == "end")


def may_buy_a_level(state: Island, decision: Any) -> bool:
    """The seat has a city, a track without a level, and four of a kind."""
    if not isinstance(decision, Main) or not state.cities[decision.seat]:
        return False
    hand = state.hands[decision.seat]
    return max(hand) >= DEAR and 0 in state.levels[decision.seat]


def buys_a_level(state: Island, decision: Any, pick: Any) -> bool:
    """Pay four cards for a commodity that pays for a first level."""
    if pick[0] != "bank" or _rate(state, decision.seat, pick[1]) < DEAR:
        return False
    over = _holds_too_much(state, decision.seat)
    kind = state.box.kind_numbers[pick[2]]
    tracks = enumerate(state.box.tracks)
    first = [one.commodity for at, one in tracks if not state.levels[decision.seat][at]]
    return kind in first and not over


def _fields(state: Island, node: int) -> list[str]:
    return [state.terrains[hex] for hex in state.box.board.node_hexes[node]]


def may_choose_fields(state: Island, decision: Any) -> bool:
    """The seat places its first city."""
    return isinstance(decision, SetupCity)


def chooses_fields(state: Island, decision: Any, pick: Any) -> bool:
    """Place the first city on two fields, without ore and pasture, though another place has ore and
    at most two pips less."""
    lands = _fields(state, pick)
    if lands.count("fields") < 2 or {"mountains", "pasture"} & set(lands):
        return False
    others = [node for node in decision.options(state) if "mountains" in _fields(state, node)]
    return any(pips(state, node) >= pips(state, pick) - 2 for node in others)


def may_help_a_leader(state: Island, decision: Any) -> bool:
    """Another player lacks one level for a metropolis, and the seat is asked for that commodity or
    could offer it."""
    if not isinstance(decision, Main | TradeResponse):
        return False
    return any(_lacks_one(state, other) for other in state.opponents(decision.seat))


def _lacks_one(state: Island, seat: int) -> list[int]:
    """The commodities that may bring a seat a metropolis."""
    return [
        track.commodity
        for at, track in enumerate(state.box.tracks)
        if state.levels[seat][at] == 3 and state.metropolis_owners[at] != seat
    ]


def helps_a_leader(state: Island, decision: Any, pick: Any) -> bool:
    """Offer that commodity, or accept to give it."""
    numbers = state.box.kind_numbers
    if isinstance(decision, TradeResponse):
        given = [numbers[str(kind)] for kind, _ in decision.want]
        return bool(pick[0] == ACCEPT and set(given) & set(_lacks_one(state, decision.to)))
    if pick[0] != "offer":
        return False
    given = [numbers[kind] for kind, _ in pick[1]]
    return any(set(given) & set(_lacks_one(state, o)) for o in state.opponents(decision.seat))


def may_ask_impossible(state: Island, decision: Any) -> bool:
    """The seat receives an offer."""
    return isinstance(decision, TradeResponse)


def asks_impossible(state: Island, decision: Any, pick: Any) -> bool:
    """Make a counter-offer for cards that the other player does not have, offer or produce."""
    if pick[0] != COUNTER:
        return False
    numbers, income = state.box.kind_numbers, expected_production(state, decision.to)
    kinds = [numbers[kind] for kind, _ in pick[2]]
    offered = [numbers[str(kind)] for kind, _ in decision.give]
    hand = state.hands[decision.to]
    return any(not hand[one] and not income[one] and one not in offered for one in kinds)


def may_move_the_robber(state: Island, decision: Any) -> bool:
    """The seat moves the robber."""
    return isinstance(decision, RobberHex)


def spares_the_others(state: Island, decision: Any, pick: Any) -> bool:
    """Move the robber to a hex where it costs the others together less than half of what another
    hex would cost them, and the leading one of them too."""
    seat = decision.seat
    leader = max(state.opponents(seat), key=state.points)

    def is_little(effect: Callable[[int], int]) -> bool:
        return 2 * effect(pick) < max(map(effect, decision.options(state)))

    return is_little(partial(harm, state, seat)) and is_little(partial(loss, state, leader))


def may_place_the_merchant(state: Island, decision: Any) -> bool:
    """The seat places the merchant."""
    return isinstance(decision, MerchantHex)


def _cards_gained(state: Island, seat: int, hex: int) -> float:
    """The number of cards that a seat gains by trading at 2:1 the cards in its hand and those of
    the next 18 rolls."""
    kind = state.box.terrains[state.terrains[hex]].resource
    if kind is None:
        return 0.0
    cards = state.hands[seat][kind] + expected_production(state, seat)[kind] / 2
    return cards * max(0.0, 1 / 2 - 1 / state.harbor_rates[seat][kind])


def wastes_the_merchant(state: Island, decision: Any, pick: Any) -> bool:
    """Place the merchant where it brings less than half of what it would bring on another hex."""
    gain = partial(_cards_gained, state, decision.seat)
    return 2 * gain(pick) < max(map(gain, decision.options(state)))


def may_play_a_second_merchant(state: Island, decision: Any) -> bool:
    """The seat has the merchant, and a single Merchant with which it could move it."""
    if not isinstance(decision, Main) or state.merchant_owner != decision.seat:
        return False
    held = [state.box.cards[card].id for card in state.progress[decision.seat]]
    return held.count("merchant") == 1 and decision.allows(state, ("card", "merchant"))


def plays_a_second_merchant(state: Island, decision: Any, pick: Any) -> bool:
    """Play the Merchant though no other hex brings even one more card than the merchant's own."""
    if pick != ("card", "merchant"):
        return False
    seat = decision.seat
    gain = partial(_cards_gained, state, seat)
    return max(map(gain, MerchantHex(seat).options(state))) < gain(state.merchant) + 1


FOOLISH_MOVES: Final[Mapping[str, FoolishMove]] = {
    "builds a wall for few cards": FoolishMove(may_build_a_wall, builds_a_wall),
    "lets knights sleep before a lost attack": FoolishMove(
        may_let_knights_sleep, lets_knights_sleep
    ),
    "wakes knights in vain": FoolishMove(may_activate_pointlessly, activates_pointlessly),
    "keeps too many cards and lets knights sleep": FoolishMove(may_hoard, hoards),
    "buys grain to wake in vain": FoolishMove(may_activate_pointlessly, buys_grain_to_wake),
    "buys a first level with four cards": FoolishMove(may_buy_a_level, buys_a_level),
    "puts the first city on fields": FoolishMove(may_choose_fields, chooses_fields),
    "helps a leader to a metropolis": FoolishMove(may_help_a_leader, helps_a_leader),
    "asks for what is not there": FoolishMove(may_ask_impossible, asks_impossible),
    "moves the robber to little effect": FoolishMove(may_move_the_robber, spares_the_others),
    "wastes the merchant": FoolishMove(may_place_the_merchant, wastes_the_merchant),
    "plays a second Merchant": FoolishMove(may_play_a_second_merchant, plays_a_second_merchant),
}
"""The foolish moves by name."""
