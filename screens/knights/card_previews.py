"""What a progress card does, and whom it would concern if it were played now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.games.knights.cards_politics_hands import WEDDING_CARDS
from engine.games.knights.main import EFFECTS
from engine.games.knights.state import Island
from engine.games.knights.wording import cards
from engine.text import Seat, Text, plural, words
from engine.wording import series


def tell_card(view: Island, seat: int, card: str) -> list[Text]:
    """Its effect; then the opponents whom it concerns, with what they have of what it is about."""
    kind = view.box.cards[view.box.card_numbers[card]]
    told = [words("{card}: {effect}.", card=kind.names, effect=kind.effect)]
    effect = EFFECTS.get(card)
    if effect is None or effect.concerns is None:
        return told
    measure = MEASURES.get(card, _held)
    players = (
        words("{seat} ({cards})", seat=Seat(one), cards=measure(view, one))
        for one in effect.concerns(view, seat)
    )
    return [*told, words("Now: {players}.", players=series(players))]


def _held(view: Island, seat: int) -> Text:
    return cards(view.hand_sizes[seat])


def _half(view: Island, seat: int) -> Text:
    return cards(view.hand_sizes[seat] // 2)


def _gift(view: Island, seat: int) -> Text:
    return cards(min(WEDDING_CARDS, view.hand_sizes[seat]))


def _progress(view: Island, seat: int) -> Text:
    number = view.cards_held(seat)
    return plural("{n} progress card", "{n} progress cards", number)


def _knights(view: Island, seat: int) -> Text:
    return plural("{n} knight", "{n} knights", view.knights[seat].bit_count())


MEASURES: Final[Mapping[str, Callable[[Island, int], Text]]] = {
    "saboteur": _half,
    "wedding": _gift,
    "spy": _progress,
    "deserter": _knights,
}
"""What the opponents have, or give, that a card is about; else the cards in their hands."""
