"""Candidate picks of Cities & Knights: the legal picks without wasteful moves, without the less
valuable places, and without trades that neither complete a cost nor are advised by the rules of
thumb."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from math import inf
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.command import Menu, Pick
from engine.core.event import Value
from engine.core.step import Decision
from engine.games.knights.action_phase import Main
from engine.games.knights.bots.bank_trades import EXPENSIVE_RATE
from engine.games.knights.bots.evaluation import (
    first_city_worth,
    missing,
    repeated_terrains,
    roads_on,
    site_worth,
    spare,
)
from engine.games.knights.bots.playout_policy import advise, merchant_gain
from engine.games.knights.bots.turn_policy import (
    END_TURN,
    first_levels,
    has_spare_merchant,
    is_activation_pointless,
    likely_offers,
    must_decline,
    picks_of,
    place_of,
    sensible_wants,
)
from engine.games.knights.cards_trade import MerchantHex
from engine.games.knights.component_types import CountsByKind
from engine.games.knights.production import harm, loss
from engine.games.knights.robber import HandCards, RobberHex
from engine.games.knights.setup import SetupCity, SetupSettlement
from engine.games.knights.state import Island, Table
from engine.games.knights.trade import ACCEPT, DECLINE, TradeConfirm, TradeResponse

SETUP_PLACES: Final = 4
"""Maximum number of places considered for a building in the setup."""

MAX_DIFFERENCE: Final = 2.0
"""Maximum difference between the value of the best place and that of a place that is considered."""

FILTERED_COMMANDS: Final = ("bank", "offer", "road")
"""Keys of the commands for which only some picks are considered."""

MAX_ROADS: Final = 2
"""Maximum number of roads considered: the most valuable ones (see `roads_on`)."""

MERCHANT: Final = ("card", "merchant")
"""Pick that plays a Merchant card."""

NEARLY_BEST: Final = 0.5
"""Minimum effect of a hex that is considered for the robber or the merchant, as a share of the
greatest effect."""

WORTH_MOVING: Final = 1.0
"""Minimum gain, in cards, for which a seat that has the merchant considers playing its only
Merchant card."""


def candidates(
    view: Island, decision: Decision[Island, Value], dice: Dice, most: int
) -> Sequence[Value]:
    """Return up to `most` legal picks, beginning with the one that the rules of thumb advise. If
    there are more than `most` candidates, all but the first are drawn at random."""
    first = advise(view, decision, dice)
    rest: Sequence[Value]
    match decision:
        case Main():
            rest = list(_in_turn(view, decision))
        case SetupSettlement():
            rest = best_places(view, decision, site_worth)
        case SetupCity():
            best = best_places(view, decision, first_city_worth)
            rest = [node for node in best if not repeated_terrains(view, node)]
        case HandCards():
            rest = [decision.sample(view, dice) for _ in range(most // 3)]
        case MerchantHex():
            gain = partial(merchant_gain, view, decision.seat)
            rest = _nearly_best(decision.options(view), gain)
        case _:
            rest = common_candidates(view, decision, first)
    return with_first(first, rest, dice, most)


def common_candidates(
    view: Island, decision: Decision[Any, Value], first: Value
) -> Sequence[Value]:
    """Return the candidates for a decision that both Catan games have. `first` is the pick that the
    rules of thumb advise; the caller adds it, so it need not be among them.

    Counter-offers are left out. There are no candidates if an offer must be declined (see
    `must_decline`), or if `first` trades with a player who has accepted the seat's offer. The
    robber goes only to `harmful_hexes`.
    """
    match decision:
        case TradeResponse() if must_decline(view, decision):
            return ()
        case TradeResponse():
            return [pick for pick in ((ACCEPT,), (DECLINE,)) if decision.allows(view, pick)]
        case TradeConfirm() if isinstance(first, tuple) and first[0] == ACCEPT:
            return ()
        case RobberHex():
            return harmful_hexes(view, decision)
    return decision.options(view)


def harmful_hexes(view: Table, decision: RobberHex) -> list[int]:
    """Return the hexes where the robber costs opponents more cards than the seat, and where either
    this difference or the loss of the leading opponent is nearly the greatest possible (see
    `NEARLY_BEST`)."""
    seat, options = decision.seat, decision.options(view)
    leader = max(view.opponents(seat), key=view.points)
    harmful = [hex for hex in options if harm(view, seat, hex) > 0]
    good = {
        *_nearly_best(harmful, partial(harm, view, seat)),
        *_nearly_best(harmful, partial(loss, view, leader)),
    }
    return [hex for hex in harmful if hex in good]


def _nearly_best(hexes: Sequence[int], effect: Callable[[int], float]) -> list[int]:
    """Return the hexes with a positive `effect` that is at least `NEARLY_BEST` times the greatest
    one."""
    effects = {hex: effect(hex) for hex in hexes}
    least = NEARLY_BEST * max(effects.values(), default=0)
    return [hex for hex in hexes if effects[hex] >= least and effects[hex] > 0]


def with_first(first: Value, rest: Iterable[Value], dice: Dice, most: int) -> Sequence[Value]:
    """Return `first` and the picks in `rest`, without duplicates. If there are more than `most`,
    all but `first` are drawn at random."""
    picks = list(dict.fromkeys([first, *rest]))
    return picks if len(picks) <= most else [first, *dice.draw(picks[1:], most - 1)]


def best_places(
    view: Island,
    decision: Decision[Island, int],
    worth: Callable[[Island, int, int], float],
    most: int = SETUP_PLACES,
    difference: float = MAX_DIFFERENCE,
) -> list[int]:
    """Return up to `most` places that the decision allows, the most valuable first. The value of a
    place is `worth(view, seat, place)`. Places whose value is more than `difference` below the best
    value are left out."""
    worths = {node: worth(view, decision.seat, node) for node in decision.options(view)}
    best = sorted(worths, key=worths.__getitem__, reverse=True)[:most]
    return [node for node in best if worths[node] >= worths[best[0]] - difference]


def _in_turn(view: Island, decision: Main) -> Iterator[Pick]:
    """Yield the possible picks that are not wasteful. Among roads, these are only the best ones;
    among offers and bank trades, only those that help to complete a cost.

    The wasteful picks are: walls and pointless activations of knights, unless the hand is over the
    discard limit; ending the turn if the hand is over the limit and a knight can be activated; and
    playing the seat's only Merchant card if the seat has the merchant and gains little by moving
    it.
    """
    seat = decision.seat
    is_vain = is_activation_pointless(view, seat)
    is_full = view.hand_sizes[seat] > view.discard_limit(seat)
    in_vain = () if is_full else ("wall", "activate") if is_vain else ("wall",)
    picks = list(picks_except(view, decision, {*FILTERED_COMMANDS, *in_vain}))
    prefers_activating = is_full and any(key == "activate" for key, *_ in picks)
    unwanted: dict[Value, bool] = {
        END_TURN: prefers_activating,
        MERCHANT: _keeps_merchant(view, seat),
    }
    yield from (pick for pick in picks if not unwanted.get(pick))
    yield from best_roads(view, decision)
    yield from likely_offers(view, seat)
    cheap = first_levels(view, seat)
    for _, cost in sensible_wants(view, seat):
        yield from trades_for(view, seat, cost, EXPENSIVE_RATE if cost in cheap else inf)


def _keeps_merchant(view: Island, seat: int) -> bool:
    """Whether the seat should not play its only Merchant card, because it has the merchant and no
    other hex is clearly better."""
    if view.merchant_owner != seat or has_spare_merchant(view, seat):
        return False
    gain = partial(merchant_gain, view, seat)
    best = max(map(gain, MerchantHex(seat).options(view)), default=0.0)
    return best < gain(view.merchant) + WORTH_MOVING


def picks_except(view: Table, decision: Menu[Table], left_out: Collection[str]) -> Iterator[Pick]:
    """Yield all picks of a menu, except those of the commands in `left_out`."""
    for command in decision.commands(view):
        if command.key not in left_out:
            yield from picks_of(view, decision.seat, command)


def best_roads(view: Table, decision: Menu[Table]) -> Iterator[Pick]:
    """Yield the picks that build the most valuable roads, up to `MAX_ROADS` of them. Roads that are
    not useful (see `roads_on`) are left out."""
    seat, commands = decision.seat, decision.commands(view)
    roads = [
        pick
        for command in commands
        if command.key == "road"
        for pick in picks_of(view, seat, command)
    ]
    worth = roads_on(view, seat) if roads else {}
    leading = [pick for pick in roads if place_of(pick) in worth]
    yield from sorted(leading, key=lambda pick: -worth[place_of(pick)])[:MAX_ROADS]


def trades_for(
    view: Island, seat: int, cost: CountsByKind, rate_limit: float = inf
) -> Iterator[Pick]:
    """Yield the bank trades at rates below `rate_limit` that bring the hand closer to `cost`. If
    trades cannot complete the cost, yield nothing."""
    hand, rates, kinds = view.hands[seat], view.rates(seat), view.box.kinds
    lack, left = missing(hand, cost), spare(hand, cost)
    free = [number // rate for number, rate in zip(left, rates, strict=True)]
    if not 0 < sum(lack) <= sum(free):
        return
    for give, number in enumerate(free):
        if number and rates[give] < rate_limit:
            yield from (
                ("bank", kinds[give].id, kinds[get].id)
                for get, lacking in enumerate(lack)
                if lacking and view.bank[get]
            )
