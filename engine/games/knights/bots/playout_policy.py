"""Playout policy: rules of thumb for settling, building, trading and defence.

They use only the view of the seat that decides. The rules of thumb for turns and for answers to
offers are in `turn_policy`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.parts import Amounts
from engine.core.parts_decision import PartsDecision
from engine.core.step import Decision
from engine.games.knights.action_phase import Main
from engine.games.knights.bots import turn_policy
from engine.games.knights.bots.evaluation import (
    best_swap,
    first_city_worth,
    held_by_others,
    loses_award,
    needs,
    roads_on,
    site_worth,
)
from engine.games.knights.bots.turn_policy import act_alone
from engine.games.knights.cards_science import InventorPair
from engine.games.knights.cards_trade import STOP, Deal, HarborDeal, MasterTake
from engine.games.knights.choices import PASS
from engine.games.knights.production import expected_production
from engine.games.knights.setup import SetupRoad
from engine.games.knights.state import CITY, TIPPED, Island
from engine.games.knights.turn import AlchemistDice

MERCHANT_ROLLS: Final = 18
"""Expected number of rolls before another seat takes the merchant."""


def advise(state: Island, decision: Decision[Island, Value], dice: Dice) -> Value:
    """Return the legal pick that the rules of thumb advise for the decision. For decisions without
    an adviser, return a random pick."""
    adviser = ADVISERS.get(decision.name)
    if adviser is not None:
        return adviser(state, decision)
    return dice.pick(decision.options(state))


Adviser: TypeAlias = Callable[[Island, Any], Value]


def most_valuable(worth: Callable[[Island, int, Any], float]) -> Adviser:
    """Return an adviser that makes the pick with the highest `worth(state, seat, pick)`. The
    adviser picks `PASS` only if there is no other pick."""

    def best(state: Island, decision: Decision[Island, Value]) -> Value:
        picks = [pick for pick in decision.options(state) if pick != PASS]
        return max(picks, key=lambda pick: worth(state, decision.seat, pick)) if picks else PASS

    return best


# ---------------------------------------------------------------------- setup


def _first_road(state: Island, decision: SetupRoad) -> int:
    """Choose the road towards the best site two roads away."""
    board = state.box.board

    def worth(edge: int) -> float:
        one, other = board.ends[edge]
        end = other if one == decision.node else one
        sites = [near for _, near in board.ways[end] if state.sites >> near & 1]
        worths = [site_worth(state, decision.seat, node) for node in sites]
        return max(worths, default=0.0)

    return max(decision.options(state), key=worth)


# ---------------------------------------------------------------------- robber, cards


def _robber_hex(state: Island, decision: Decision[Island, int]) -> int:
    """Choose the hex where the robber harms opponents most and the seat least. Harm to opponents
    with many points counts more."""
    seat, board = decision.seat, state.box.board

    def harm(hex: int) -> float:
        pips = state.box.pips.get(state.numbers[hex], 0)
        total = 0.0
        for node in board.hex_nodes[hex]:
            piece, owner = state.pieces[node], state.owners[node]
            if 0 < piece <= TIPPED:
                size = 2 if piece == CITY else 1
                cards = 0.5 * bool(state.hand_sizes[owner])
                total += -20 if owner == seat else pips * size + state.points(owner) / 3 + cards
        return total

    return max(decision.options(state), key=harm)


def _victim_value(state: Island, seat: int, other: int) -> float:
    return 3 * state.points(other) + state.hand_sizes[other]


def _discard(state: Island, decision: PartsDecision[Island]) -> Amounts:
    """Choose cards to discard or give away: those of which the seat has many and needs few."""
    hand, worth = list(state.hands[decision.seat]), needs(state, decision.seat)
    part = decision.bag(state, ())
    assert part is not None
    for _ in range(part.least):
        kind = max(
            (k for k, have in enumerate(hand) if have), key=lambda k: hand[k] - 2.0 * worth[k]
        )
        hand[kind] -= 1
    discarded = [have - kept for have, kept in zip(state.hands[decision.seat], hand, strict=True)]
    return part.of({kind.id: n for kind, n in zip(state.box.kinds, discarded, strict=True)})


def _need(state: Island, seat: int, kind: str) -> float:
    return needs(state, seat)[state.box.kind_numbers[kind]]


def _monopoly(state: Island, decision: Decision[Island, str]) -> str:
    """Choose a kind of which opponents have many cards and which the seat needs."""
    worth, numbers = needs(state, decision.seat), state.box.kind_numbers

    def gain(kind: str) -> float:
        number = numbers[kind]
        return held_by_others(state, decision.seat, number) + worth[number]

    return max(decision.options(state), key=gain)


def _take_cards(state: Island, decision: MasterTake) -> Amounts:
    """Choose the cards of the shown hand that the seat needs most."""
    worth, numbers = needs(state, decision.seat), state.box.kind_numbers
    part = decision.bag(state, ())
    assert part is not None
    left = dict(part.pool)
    taken = dict.fromkeys(left, 0)
    for _ in range(part.least):
        kind = max((k for k in left if left[k]), key=lambda k: worth[numbers[str(k)]] - taken[k])
        left[kind] -= 1
        taken[kind] += 1
    return part.of(taken)


def _fleet(state: Island, seat: int, kind: str) -> float:
    return state.hands[seat][state.box.kind_numbers[kind]]


def merchant_gain(state: Island, seat: int, hex: int) -> float:
    """Return the expected number of cards that the merchant on `hex` would bring the seat, or -1
    for the desert. The seat is assumed to trade all cards of the hex's resource that it has or will
    produce in `MERCHANT_ROLLS` rolls."""
    kind = state.box.terrains[state.terrains[hex]].resource
    if kind is None:
        return -1.0
    cards = state.hands[seat][kind] + expected_production(state, seat)[kind] * MERCHANT_ROLLS / 36
    rate = state.harbor_rates[seat][kind]
    return cards * (1 / min(state.box.merchant_rate, rate) - 1 / rate)


def _deal(state: Island, decision: HarborDeal) -> Deal:
    """Choose to give a resource of which the seat has many cards and needs few. If no deal is
    possible, stop."""
    hand, numbers = state.hands[decision.seat], state.box.kind_numbers
    options = [pick for pick in decision.options(state) if len(pick) == 2]
    if not options:
        return (STOP,)
    worth = needs(state, decision.seat)
    return max(options, key=lambda pick: hand[numbers[pick[1]]] - worth[numbers[pick[1]]])


def _pillage_value(state: Island, seat: int, node: int) -> float:
    """Return the value of the city on `node` and of its wall, as a negative number."""
    return -site_worth(state, seat, node, CITY) - 2.0 * (state.walls >> node & 1)


def _road(state: Island, decision: Decision[Island, int | str]) -> int | str:
    """Choose the road towards the best site or Longest Road. If no road can be built, pass."""
    worth = roads_on(state, decision.seat)
    options = [edge for edge in decision.options(state) if isinstance(edge, int)]
    return max(options, key=lambda edge: worth.get(edge, 0.0)) if options else PASS


def _road_to_remove(state: Island, decision: Decision[Island, int]) -> int:
    """Choose a road whose loss costs its owner Longest Road, or else a road of the opponent with
    the most points. The seat's own road is the last resort."""
    seat = decision.seat

    def worth(edge: int) -> float:
        owner = state.roads[edge]
        if owner == seat:
            return -1
        return state.points(owner) + 2 * state.win_target * loses_award(state, edge)

    return max(decision.options(state), key=worth)


def _swap(state: Island, decision: InventorPair) -> tuple[int, int]:
    """Choose the two hexes of the swap that gains the seat most in comparison with all other seats
    (see `best_swap`)."""
    _, one, other = best_swap(state, decision.options(state), decision.seat)
    return one, other


VALUE_OF_CARDS: Final = (
    "merchant",
    "wedding",
    "master_merchant",
    "resource_monopoly",
    "saboteur",
    "road_building",
    "commodity_monopoly",
    "crane",
    "warlord",
    "smith",
    "deserter",
    "medicine",
    "bishop",
    "irrigation",
    "mining",
    "spy",
    "merchant_fleet",
    "commercial_harbor",
    "engineer",
    "alchemist",
    "intrigue",
    "inventor",
    "diplomat",
)
"""Ids of the progress cards that a seat can hold, most valuable first."""


def _dice(state: Island, decision: AlchemistDice) -> tuple[int, int]:
    """Choose the dice whose total produces most for the seat and least for opponents. A seat with
    improvements also prefers a low red die."""
    seat = decision.seat
    levels = sum(state.levels[seat])

    def worth(pick: tuple[int, int]) -> float:
        red, yellow = pick
        total = 0.0
        for hex in state.hexes_by_number[red + yellow]:
            if hex == state.robber:
                continue
            for node in state.box.board.hex_nodes[hex]:
                if 0 < state.pieces[node] <= TIPPED:
                    size = 2.0 if state.pieces[node] == CITY else 1.0
                    total += size if state.owners[node] == seat else -0.3 * size
        return total - 0.05 * red * (levels > 0)

    return max(decision.options(state), key=worth)


_CITY: Final = most_valuable(lambda state, seat, node: site_worth(state, seat, node, CITY))
"""Adviser that chooses the most valuable node for a city."""

_KNIGHT_PLACE: Final = most_valuable(lambda state, seat, node: -site_worth(state, seat, node))
"""Adviser that chooses the node where a knight blocks the least valuable site."""

_LEADER: Final = most_valuable(lambda state, seat, other: state.points(other))
_STRONGEST: Final = most_valuable(lambda state, seat, node: state.pieces[node])
_WORST_CARD: Final = most_valuable(lambda state, seat, card: VALUE_OF_CARDS.index(card))

ADVISERS: Final[Mapping[str, Adviser]] = {
    "Main": turn_policy.act,
    "TradeResponse": turn_policy.answer,
    "TradeConfirm": turn_policy.choose_answer,
    "SetupSettlement": most_valuable(site_worth),
    "SetupCity": most_valuable(first_city_worth),
    "SetupRoad": _first_road,
    "PreRoll": lambda state, decision: decision.options(state)[-1],
    "AlchemistDice": _dice,
    "TieDeck": lambda state, decision: decision.options(state)[0],
    "PillageCity": most_valuable(_pillage_value),
    "ProgressDiscardOffTurn": _WORST_CARD,
    "ProgressDiscardEnd": _WORST_CARD,
    "SevenDiscard": _discard,
    "SaboteurDiscard": _discard,
    "WeddingGift": _discard,
    "RobberHex": _robber_hex,
    "RobberVictim": most_valuable(_victim_value),
    "Aqueduct": most_valuable(_need),
    "MetropolisCity": _CITY,
    "MedicineSettlement": _CITY,
    "EngineerCity": _CITY,
    "Relocate": _KNIGHT_PLACE,
    "HarborDeal": _deal,
    "HarborReturn": most_valuable(lambda state, seat, kind: -_need(state, seat, kind)),
    "MasterTarget": most_valuable(_victim_value),
    "MasterTake": _take_cards,
    "MerchantHex": most_valuable(merchant_gain),
    "FleetKind": most_valuable(_fleet),
    "MonopolyKind": _monopoly,
    "DeserterTarget": _LEADER,
    "DeserterKnight": most_valuable(lambda state, seat, node: -state.pieces[node]),
    "DeserterPlace": _KNIGHT_PLACE,
    "DiplomatRoad": _road_to_remove,
    "DiplomatReplace": _road,
    "IntrigueKnight": _STRONGEST,
    "SpyTarget": _LEADER,
    "SpyTake": most_valuable(lambda state, seat, card: -VALUE_OF_CARDS.index(card)),
    "InventorPair": _swap,
    "FreeRoad": _road,
    "SmithPromote": _STRONGEST,
}
"""Advisers by the name of the decision. All other decisions are made at random."""


def quick(state: Island, decision: Decision[Island, Value], dice: Dice) -> Value:
    """Return a legal pick by the rules of thumb, in about 0.05 ms. Offers to opponents are left
    out, because offers take many picks and gain little."""
    if isinstance(decision, Main):
        return act_alone(state, decision)
    return advise(state, decision, dice)
