"""Auto-answers, given in advance: to offers, to demands for cards, and to the question of which
city the barbarians pillage."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from engine.core.event import Value
from engine.core.game import AutoAnswer
from engine.core.parts import Amounts
from engine.games.knights.barbarians import PillageCity
from engine.games.knights.cards_politics_hands import WeddingGift
from engine.games.knights.cards_trade import HarborReturn
from engine.games.knights.component_types import Components
from engine.games.knights.robber import HandCards, SaboteurDiscard, SevenDiscard, counts_of
from engine.games.knights.state import Island
from engine.games.knights.trade import DECLINE, TradeResponse
from engine.i18n.text import Text, words

_OFFERS: Final = frozenset((TradeResponse.name,))
_DISCARDS: Final = frozenset(
    step.name for step in (SevenDiscard, SaboteurDiscard, WeddingGift, HarborReturn)
)

KeptKinds = Callable[[Components], Collection[int]]
"""Function that returns the kinds that a player keeps as long as possible."""


def _decline(view: Island, request: TradeResponse) -> Value:
    return (DECLINE,)


def _decline_without_cards(view: Island, request: TradeResponse) -> Value | None:
    """Return the answer that declines the offer if the seat does not hold all the cards that the
    offer asks for; None otherwise (CK-10.11)."""
    held, wanted = view.hands[request.seat], counts_of(view, request.want)
    lacks = any(have < want for have, want in zip(held, wanted, strict=True))
    return (DECLINE,) if lacks else None


def most_plentiful_cards(
    view: Island, seat: int, number: int, last: Collection[int] = ()
) -> Amounts:
    """Choose `number` cards from the seat's hand one by one, each time from the kind with the most
    cards left. Cards of the kinds in `last` are chosen only if there are no others."""
    left = list(view.hands[seat])
    for _ in range(number):
        kind = max(
            range(len(left)), key=lambda kind_: (left[kind_] > 0, kind_ not in last, left[kind_])
        )
        left[kind] -= 1
    given = (had - has for had, has in zip(view.hands[seat], left, strict=True))
    return tuple(
        (kind.id, count) for kind, count in zip(view.box.kinds, given, strict=True) if count
    )


def _give_up_except(kept: KeptKinds) -> Callable[[Island, HandCards | HarborReturn], Value]:
    def pick(view: Island, request: HandCards | HarborReturn) -> Value:
        if isinstance(request, HandCards):
            owner, number = request.owner_and_number(view)
            return most_plentiful_cards(view, owner, number, kept(view.box))
        held, numbers = view.hands[request.seat], view.box.kind_numbers
        return max(request.options(view), key=lambda option: held[numbers[option]])

    return pick


def _poorest_city(view: Island, request: PillageCity) -> int:
    """Return the node of the city whose hexes produce least often, ignoring the robber. Among
    equals, prefer a city without a wall (CK-6.16)."""
    box = view.box

    def worth(node: int) -> tuple[int, int]:
        pips = sum(box.pips.get(view.numbers[hex], 0) for hex in box.board.node_hexes[node])
        return pips, view.walls >> node & 1

    return min(request.options(view), key=worth)


def _discard(title: Text, kept: KeptKinds) -> AutoAnswer:
    return AutoAnswer(_DISCARDS, title, _give_up_except(kept))


def _kinds_named(*ids: str) -> KeptKinds:
    return lambda box: [box.kind_numbers[id] for id in ids]


_TRADE: Final = {
    "no trade": AutoAnswer(_OFFERS, words("refuse all trades"), _decline),
    "no trade without the cards": AutoAnswer(
        _OFFERS, words("refuse trades you cannot pay for"), _decline_without_cards
    ),
    "most": _discard(words("give up cards: the most plentiful first"), lambda box: ()),
}

IN_CATAN: Final[Mapping[str, AutoAnswer]] = {
    **_TRADE,
    "keep for roads": _discard(
        words("give up cards: lumber and brick last"), _kinds_named("lumber", "brick")
    ),
    "keep for cities": _discard(
        words("give up cards: grain and ore last"), _kinds_named("grain", "ore")
    ),
}

IN_KNIGHTS: Final[Mapping[str, AutoAnswer]] = {
    **_TRADE,
    "keep resources": _discard(words("give up cards: resources last"), lambda box: box.resources),
    "keep commodities": _discard(
        words("give up cards: commodities last"), lambda box: box.commodities
    ),
    "poorest city": AutoAnswer(
        frozenset((PillageCity.name,)),
        words("lose the city that produces least often"),
        _poorest_city,
    ),
}
