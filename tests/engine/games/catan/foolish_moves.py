"""Foolish moves in Catan that bots made in real games and none should make again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.game import Game
from engine.games import load
from engine.games.knights.bots.evaluation import missing, site_worth
from engine.games.knights.catan.state import CatanIsland
from engine.match.playout import Runner, choose
from engine.search.win_chances import win_chances
from tests.foolish_moves import FoolishMove

GAME: Final[Game[Any]] = load("catan")

DEAR: Final = 4
"""Number of cards that the bank takes for one without a harbour."""

LITTLE: Final = 2
"""Number of cards that are not worth a Monopoly."""

PLACES: Final = 8
"""Number of places compared for a first settlement."""

MUCH: Final = 0.05
"""Loss of the chance to win that makes a first settlement foolish."""


def _lacks(state: CatanIsland, seat: int, cost: str) -> int:
    return sum(missing(state.hands[seat], state.box.costs[cost]))


def may_trade_for_a_card(state: CatanIsland, decision: Any) -> bool:
    """One trade of four to one would complete a development card, and nothing else. A seven would
    take no cards."""
    seat = decision.seat
    if decision.name != "Main" or not state.deck_sizes[0] or min(state.rates(seat)) < DEAR:
        return False
    costs = ("road", "settlement", "city")
    if _lacks(state, seat, "development") != 1 or min(_lacks(state, seat, c) for c in costs) < 2:
        return False
    is_safe = state.hand_sizes[seat] <= state.discard_limit(seat)
    return is_safe and bool(max(state.hands[seat]) > DEAR)


def trades_for_a_card(state: CatanIsland, decision: Any, pick: Any) -> bool:
    """Make that trade."""
    return bool(pick[0] == "bank")


def may_monopolize_little(state: CatanIsland, decision: Any) -> bool:
    """A Monopoly can be played, and no resource would bring more than two cards."""
    if decision.name != "Main" or not decision.allows(state, ("card", "monopoly")):
        return False
    hand = state.hands[decision.seat]
    kinds = zip(state.box.kinds, state.bank, hand, strict=True)
    return bool(max(kind.bank - left - own for kind, left, own in kinds) <= LITTLE)


def monopolizes_little(state: CatanIsland, decision: Any, pick: Any) -> bool:
    """Play it."""
    return bool(pick == ("card", "monopoly"))


def may_open(state: CatanIsland, decision: Any) -> bool:
    """A first settlement is placed."""
    return bool(decision.name == "SetupSettlement")


def chance_of_opening(state: CatanIsland, seat: int, pick: int) -> float:
    """Chance to win at the beginning of the first turn, after a settlement and quick picks of
    all."""
    after = state.copy()
    choose(after, seat, pick)
    dice = [Dice(b"opening")] * state.seats
    Runner(after, "opening", dice, GAME.quick, moment=GAME.moment, until=1).run()
    return win_chances(GAME, after)[seat]


def opens_badly(state: CatanIsland, decision: Any, pick: Any) -> bool:
    """Choose the place that looks best by itself, though another one leads to a much better
    opening."""
    worth = {node: site_worth(state, decision.seat, node) for node in decision.options(state)}
    places = sorted(worth, key=lambda node: -worth[node])[:PLACES]
    chances = [chance_of_opening(state, decision.seat, node) for node in places]
    return chance_of_opening(state, decision.seat, pick) < max(chances) - MUCH


FOOLISH_MOVES: Final[Mapping[str, FoolishMove]] = {
    "pays four cards for a part of a card": FoolishMove(may_trade_for_a_card, trades_for_a_card),
    "plays Monopoly for little": FoolishMove(may_monopolize_little, monopolizes_little),
    "opens badly": FoolishMove(may_open, opens_badly),
}
"""The foolish moves by name."""
