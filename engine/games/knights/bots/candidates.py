"""Picks of Cities & Knights that are worth comparing: in the own turn all that can be done but what
is in vain, and of trades those that the rules of thumb would make, or that make something whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from math import inf
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.command import Menu, Pick
from engine.core.event import Value
from engine.core.step import Decision
from engine.games.knights.action_phase import Main
from engine.games.knights.bots.evaluation import (
    alike_lands,
    first_city_worth,
    missing,
    roads_on,
    site_worth,
    spare,
)
from engine.games.knights.bots.rules_of_thumb import advise
from engine.games.knights.bots.turn_rules_of_thumb import END, picks_of, place_of
from engine.games.knights.bots.wasteful_moves import (
    DEAR,
    first_levels,
    is_vain_to_wake,
    sensible_wants,
)
from engine.games.knights.component_types import Counts
from engine.games.knights.forecast import harm
from engine.games.knights.robber import HandCards, RobberHex
from engine.games.knights.setup import SetupCity, SetupSettlement
from engine.games.knights.state import Island, Table
from engine.games.knights.trade import ACCEPT, DECLINE, TradeConfirm, TradeResponse

PLACES: Final = 4
"""So many places for a first building are looked at."""

NEARLY: Final = 2.0
"""What is worth so much less than the best place is none."""

NOT_LISTED: Final = ("bank", "offer", "road")
"""The commands of which only some picks are looked at."""

ROADS: Final = 2
"""Of roads so many are looked at, those that lead to most."""


def candidates(
    view: Island, decision: Decision[Island, Value], dice: Dice, most: int
) -> Sequence[Value]:
    """Legal picks, what the rules of thumb would do first; about so many at most."""
    first = advise(view, decision, dice)
    rest: Sequence[Value]
    match decision:
        case Main():
            rest = list(_in_turn(view, decision))
        case SetupSettlement():
            rest = best_places(view, decision, site_worth)
        case SetupCity():
            best = best_places(view, decision, first_city_worth)
            rest = [node for node in best if not alike_lands(view, node)]
        case HandCards():
            rest = [decision.sample(view, dice) for _ in range(most // 3)]
        case _:
            rest = of_any_catan(view, decision, first)
    return with_first(first, rest, dice, most)


def of_any_catan(view: Island, decision: Decision[Any, Value], first: Value) -> Sequence[Value]:
    """What is worth comparing with the first in decisions that both games of Catan ask: whoever has
    offered keeps to it, and the robber goes where it costs others more."""
    match decision:
        case TradeResponse():
            return [pick for pick in ((ACCEPT,), (DECLINE,)) if decision.allows(view, pick)]
        case TradeConfirm() if isinstance(first, tuple) and first[0] == ACCEPT:
            return ()
        case RobberHex():
            return [hex for hex in decision.options(view) if harm(view, decision.seat, hex) > 0]
    return decision.options(view)


def with_first(first: Value, rest: Iterable[Value], dice: Dice, most: int) -> Sequence[Value]:
    """So many picks at most: the first, and of the rest as the dice draw."""
    found = list(dict.fromkeys([first, *rest]))
    return found if len(found) <= most else [first, *dice.draw(found[1:], most - 1)]


def best_places(
    view: Island,
    decision: Decision[Island, int],
    worth: Callable[[Island, int, int], float],
) -> list[int]:
    """The places that are worth most: what comes of them shows too late for playouts."""
    worths = {node: worth(view, decision.seat, node) for node in decision.options(view)}
    best = sorted(worths, key=worths.__getitem__, reverse=True)[:PLACES]
    return [node for node in best if worths[node] >= worths[best[0]] - NEARLY]


def _in_turn(view: Island, decision: Main) -> Iterator[Pick]:
    """What can be done with the cards at hand, and what the bank would make whole. Nobody ends a
    turn with too many cards for a seven while a knight can be woken."""
    seat = decision.seat
    is_vain = is_vain_to_wake(view, seat)
    is_full = view.hand_sizes[seat] > view.discard_limit(seat)
    in_vain = () if is_full else ("wall", "activate") if is_vain else ("wall",)
    picks = list(all_but(view, decision, {*NOT_LISTED, *in_vain}))
    wakes_rather = is_full and any(key == "activate" for key, *_ in picks)
    yield from (pick for pick in picks if pick != END or not wakes_rather)
    yield from best_roads(view, decision)
    cheap, waking = first_levels(view, seat), view.box.costs["knight_activate"]
    for _, cost in sensible_wants(view, seat):
        if cost != waking or not is_vain:
            yield from trades_for(view, seat, cost, DEAR if cost in cheap else inf)


def all_but(view: Table, decision: Menu[Table], left_out: Collection[str]) -> Iterator[Pick]:
    """All picks of a menu but those of the commands that are left out."""
    for command in decision.commands(view):
        if command.key not in left_out:
            yield from picks_of(view, decision.seat, command)


def best_roads(view: Table, decision: Menu[Table]) -> Iterator[Pick]:
    """The roads that lead to most, of those that lead somewhere."""
    seat, commands = decision.seat, decision.commands(view)
    roads = [
        pick
        for command in commands
        if command.key == "road"
        for pick in picks_of(view, seat, command)
    ]
    worth = roads_on(view, seat) if roads else {}
    leading = [pick for pick in roads if place_of(pick) in worth]
    yield from sorted(leading, key=lambda pick: -worth[place_of(pick)])[:ROADS]


def trades_for(view: Island, seat: int, cost: Counts, dear: float = inf) -> Iterator[Pick]:
    """Trades with the bank, at rates below `dear`, after which something of that cost lacks a card
    less; none if trades cannot make it whole."""
    hand, rates, kinds = view.hands[seat], view.rates(seat), view.box.kinds
    lack, left = missing(hand, cost), spare(hand, cost)
    free = [number // rate for number, rate in zip(left, rates, strict=True)]
    if not 0 < sum(lack) <= sum(free):
        return
    for give, number in enumerate(free):
        if number and rates[give] < dear:
            yield from (
                ("bank", kinds[give].id, kinds[get].id)
                for get, lacking in enumerate(lack)
                if lacking and view.bank[get]
            )
