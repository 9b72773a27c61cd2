"""Playout policy: rules of thumb for settling, building, trading and development cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.command import Pick
from engine.core.event import Value
from engine.core.parts import Amounts
from engine.core.step import Decision
from engine.games.knights.bots import playout_policy
from engine.games.knights.bots.bank_trades import bank_trade
from engine.games.knights.bots.evaluation import (
    Want,
    held_by_others,
    missing,
    needs,
    roads_on,
    site_worth,
)
from engine.games.knights.bots.playout_policy import most_valuable
from engine.games.knights.bots.turn_policy import (
    END_TURN,
    is_blocked_by_robber,
    make_offer,
    picks_of,
    place_of,
    sensible_wants,
    winning_pick,
)
from engine.games.knights.catan.action_phase import Main
from engine.games.knights.catan.development_cards import PlentyTake, playable
from engine.games.knights.catan.setup import SecondSettlement
from engine.games.knights.catan.state import KNIGHT, CatanIsland
from engine.games.knights.catan.turn import PreRoll
from engine.games.knights.component_types import ROAD
from engine.games.knights.setup import SetupRoad, SetupSettlement
from engine.games.knights.state import CITY, Island
from engine.games.knights.turn import ROLL

WORTH_A_MONOPOLY: Final = 3
"""Minimum number of cards that a Monopoly must gain to be played."""


def advise(state: CatanIsland, decision: Decision[CatanIsland, Value], dice: Dice) -> Value:
    """Return the legal pick that the rules of thumb advise for the decision. For decisions without
    an adviser, return a random pick."""
    adviser = ADVISERS.get(decision.name)
    return dice.pick(decision.options(state)) if adviser is None else adviser(state, decision)


def quick(state: CatanIsland, decision: Decision[CatanIsland, Value], dice: Dice) -> Value:
    """Return a legal pick for a playout: the pick of `advise`, but without offers to opponents,
    which take many picks and gain little."""
    return (
        act_alone(state, decision) if isinstance(decision, Main) else advise(state, decision, dice)
    )


VARIED_PLACES: Final = 10
"""Number of the most valuable places from which `varied` chooses at random in the setup."""

VARIED_ROADS: Final = 3
"""In the setup, `varied` places one in this many roads at random, on average."""


def varied(state: CatanIsland, decision: Decision[CatanIsland, Value], dice: Dice) -> Value:
    """Return the pick of the playout policy, with some variation in the setup: each settlement goes
    to a random one of the `VARIED_PLACES` best places, and one road in `VARIED_ROADS` is random."""
    if isinstance(decision, SetupSettlement | SecondSettlement):
        worth = {node: site_worth(state, decision.seat, node) for node in decision.options(state)}
        best = sorted(worth, key=lambda node: (-worth[node], node))
        return dice.pick(best[:VARIED_PLACES])
    if isinstance(decision, SetupRoad) and not dice.below(VARIED_ROADS):
        return dice.pick(decision.options(state))
    return quick(state, decision, dice)


# ---------------------------------------------------------------------- the seat's turn


def act(state: CatanIsland, decision: Main) -> Pick:
    """Return the pick of `act_alone`. If that pick ends the turn and there is a good offer, return
    the offer instead."""
    pick = act_alone(state, decision)
    return pick if pick != END_TURN else make_offer(state, decision.seat) or END_TURN


def act_alone(state: CatanIsland, decision: Main) -> Pick:
    """Choose a pick that is not an offer: the first possible one of a winning purchase (or a bank
    trade towards one), a useful card, a purchase, a bank trade, and the end of the turn. No bank
    trades at 4:1 are made for a development card."""
    seat = decision.seat
    wants = sensible_wants(state, seat)
    return (
        winning_pick(state, decision)
        or _play(state, seat)
        or _build(state, decision, wants)
        or bank_trade(state, seat, wants, [state.box.costs["development"]])
        or END_TURN
    )


def _play(state: CatanIsland, seat: int) -> Pick | None:
    """Return a pick that plays a useful card; None if there is none."""
    cards = [card for card in playable(state, seat) if _is_worth_playing(state, seat, card)]
    return ("card", cards[0]) if cards else None


def _is_worth_playing(state: CatanIsland, seat: int, card: str) -> bool:
    match card:
        case "knight":
            return (
                is_blocked_by_robber(state, seat)
                or _wins_army(state, seat)
                or state.cards_held(seat) > 1
            )
        case "monopoly":
            return monopoly_gain(state, seat) >= WORTH_A_MONOPOLY
        case "road_building":
            return state.left(seat, ROAD) > 1
        case _:
            return True


def monopoly_gain(state: Island, seat: int) -> int:
    """Return the number of cards that the best Monopoly would gain."""
    return max(held_by_others(state, seat, kind) for kind in range(len(state.box.kinds)))


def _wins_army(state: CatanIsland, seat: int) -> bool:
    if state.army == seat:
        return False
    most = max(state.army_size(other) for other in state.opponents(seat))
    return state.army_size(seat) + 1 >= max(state.box.points.largest_army_least, most + 1)


def _build(state: CatanIsland, decision: Main, wants: Sequence[Want]) -> Pick | None:
    """Return the pick that builds the most valuable city or, if none is possible, the most valuable
    settlement. If neither is possible, return the pick that builds the best road or buys a
    development card, whichever is wanted more; None if there is none."""
    seat = decision.seat
    picks: dict[str, list[Pick]] = {
        command.key: picks_of(state, seat, command)
        for command in decision.commands(state)
        if command.key in ("city", "settlement", "road", "buy")
    }
    if picks["city"]:
        return max(picks["city"], key=lambda pick: site_worth(state, seat, place_of(pick), CITY))
    if picks["settlement"]:
        return max(picks["settlement"], key=lambda pick: site_worth(state, seat, place_of(pick)))
    costs = state.box.costs
    for _, cost in wants:
        if cost == costs["road"] and picks["road"]:
            roads = roads_on(state, seat)
            return max(picks["road"], key=lambda pick: roads.get(place_of(pick), 0.0))
        if cost == costs["development"] and picks["buy"]:
            return picks["buy"][0]
    return None


# ---------------------------------------------------------------------- cards


def _before_roll(state: CatanIsland, decision: PreRoll) -> str:
    """Choose to play a knight, if possible, when the robber blocks the seat or the knight would win
    Largest Army. Otherwise choose to roll."""
    seat, knight = decision.seat, state.box.cards[KNIGHT].id
    good = is_blocked_by_robber(state, seat) or _wins_army(state, seat)
    return knight if good and knight in decision.options(state) else ROLL


def _plenty(state: CatanIsland, decision: PlentyTake) -> Amounts:
    """Choose the cards one by one. Each is of the kind that `_lacking` returns for the hand and the
    cards already chosen."""
    seat = decision.seat
    part = decision.bag(state, ())
    assert part is not None
    hand, left = list(state.hands[seat]), dict(part.pool)
    taken = dict.fromkeys(left, 0)
    for _ in range(part.least):
        kind = _lacking(state, seat, hand, [k for k in left if left[k] > taken[k]])
        taken[kind] += 1
        hand[state.box.kind_numbers[str(kind)]] += 1
    return part.of(taken)


def _lacking(state: CatanIsland, seat: int, hand: list[int], kinds: list[str | int]) -> str | int:
    """Return one of `kinds` that is missing from `hand` for a wanted cost. Only costs for which one
    or two cards are missing are considered, the most wanted first. If none of `kinds` is missing
    for these costs, return the most needed of `kinds`."""
    numbers, worth = state.box.kind_numbers, needs(state, seat)
    for _, cost in sensible_wants(state, seat):
        lack = missing(hand, cost)
        if 0 < sum(lack) <= 2:
            for kind in kinds:
                if lack[numbers[str(kind)]]:
                    return kind
    return max(kinds, key=lambda kind: worth[numbers[str(kind)]])


_SHARED: Final = (
    *("TradeResponse", "TradeConfirm", "SetupSettlement", "SetupRoad", "SevenDiscard"),
    *("RobberHex", "RobberVictim", "MonopolyKind", "FreeRoad"),
)
"""Names of the decisions with the same advisers as in Cities & Knights."""

ADVISERS: Final[Mapping[str, Callable[[CatanIsland, Any], Value]]] = {
    **{name: playout_policy.ADVISERS[name] for name in _SHARED},
    "SecondSettlement": most_valuable(site_worth),
    "Main": act,
    "PreRoll": _before_roll,
    "PlentyTake": _plenty,
}
"""Advisers by the name of the decision. Other decisions are made at random."""
