"""Picks of Catan that are worth comparing: in the own turn all that can be done, and of trades
those that the rules of thumb would make, or that make something whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.chance import Dice
from engine.core.command import Pick
from engine.core.event import Value
from engine.core.step import Decision
from engine.games.knights.candidates import NOT_LISTED, best_places
from engine.games.knights.catan.cards import PlentyTake
from engine.games.knights.catan.counsel import advise
from engine.games.knights.catan.main import Main
from engine.games.knights.catan.setup import SecondSettlement
from engine.games.knights.catan.state import CatanIsland
from engine.games.knights.outlook import missing, site_worth, spare, wants
from engine.games.knights.robber import HandCards
from engine.games.knights.setup import SetupSettlement
from engine.games.knights.trade import ACCEPT, DECLINE, TradeResponse


def candidates(
    view: CatanIsland, decision: Decision[CatanIsland, Value], dice: Dice, most: int
) -> Sequence[Value]:
    """Legal picks, what the rules of thumb would do first; about so many at most."""
    first = advise(view, decision, dice)
    rest: Sequence[Value]
    match decision:
        case Main():
            rest = list(_in_turn(view, decision))
        case TradeResponse():
            rest = [pick for pick in ((ACCEPT,), (DECLINE,)) if decision.allows(view, pick)]
        case SetupSettlement() | SecondSettlement():
            rest = best_places(view, decision, site_worth)
        case HandCards() | PlentyTake():
            rest = [decision.sample(view, dice) for _ in range(most // 3)]
        case _:
            rest = decision.options(view)
    found = list(dict.fromkeys([first, *rest]))
    return found if len(found) <= most else [first, *dice.draw(found[1:], most - 1)]


def _in_turn(view: CatanIsland, decision: Main) -> Iterator[Pick]:
    """What can be done with the cards at hand, and what the bank would make whole."""
    seat = decision.seat
    for command in decision.commands(view):
        if command.key not in NOT_LISTED:
            yield from ((command.key, *rest) for rest in command.options(view, seat))
    hand, rates, kinds = view.hands[seat], view.rates(seat), view.box.kinds
    for _, cost in wants(view, seat):
        lack, left = missing(hand, cost), spare(hand, cost)
        free = [number // rate for number, rate in zip(left, rates, strict=True)]
        if 0 < sum(lack) <= sum(free):
            for give in (kind for kind, number in enumerate(free) if number):
                yield from (
                    ("bank", kinds[give].id, kinds[get].id)
                    for get, lacking in enumerate(lack)
                    if lacking and view.bank[get]
                )
