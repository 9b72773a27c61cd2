"""Cards offered in exchange for other cards (CK-10.10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.command import PartsCommand
from engine.core.event import Value
from engine.core.parts import Amounts, Kind, MultisetPart
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.knights.choices import first_of
from engine.games.knights.component_types import kinds_in
from engine.games.knights.robber import hand_pool
from engine.games.knights.state import Island, Offer
from engine.games.knights.wording import amount, bagged, kind_name
from engine.i18n.text import Text, words

Bargain = tuple[Amounts, Amounts]
"""The cards given, and the cards wanted in return."""

MAX_RANDOM_CARDS: Final = 2
"""Maximum number of cards on either side of an offer that is listed or chosen at random."""


class BargainCommand(PartsCommand[Island]):
    """Base class of offers and counter-offers, with the cards given and the cards wanted in return
    (CK-10.10)."""

    def purse(self, state: Island, seat: int) -> Amounts:
        """Return the cards that the seat can offer."""
        return hand_pool(state, seat)

    def bag(self, state: Island, seat: int, chosen: tuple[Amounts, ...]) -> MultisetPart | None:
        if not chosen:
            purse = self.purse(state, seat)
            return MultisetPart(purse, 1, spares=len(purse) == len(state.box.kinds))
        if len(chosen) == 1:
            given = [kind for kind, _ in chosen[0]]
            return MultisetPart(
                tuple(
                    supply_kind for supply_kind in state.box.supply if supply_kind[0] not in given
                ),
                1,
            )
        return None

    def in_words(self, state: Island, seat: int, rest: tuple[Any, ...]) -> Text | None:
        if len(rest) != 2:
            return None
        return words("Offer {give} for {want}", give=bagged(rest[0]), want=bagged(rest[1]))

    def possible(self, state: Island, seat: int) -> bool:
        return state.hand_sizes[seat] > 0

    def options(self, state: Island, seat: int) -> Sequence[Bargain]:
        kinds = state.box.kinds
        return [
            (((give.id, number),), ((want.id, 1),))
            for give, have in zip(kinds, state.hands[seat], strict=True)
            for number in range(1, min(have, MAX_RANDOM_CARDS) + 1)
            for want in kinds
            if want is not give
        ]

    def allows(self, state: Island, seat: int, rest: Value) -> bool:
        give = first_of(rest)
        held = give is not None and MultisetPart(hand_pool(state, seat), 1).holds(give)
        return held and super().allows(state, seat, rest)

    def sample(self, state: Island, seat: int, dice: Dice) -> Bargain:
        kinds, hand = state.box.kinds, state.hands[seat]
        give = dice.pick(kinds_in(hand))
        number = dice.roll(min(MAX_RANDOM_CARDS, hand[give]))
        want = dice.below(len(kinds) - 1)
        want += want >= give
        return _cards(kinds[give].id, number), _cards(kinds[want].id, dice.roll(MAX_RANDOM_CARDS))

    def part_name(self, state: Island, seat: int, chosen: tuple[Amounts, ...]) -> Text:
        return words("want") if chosen else words("give")

    def thing_name(
        self, state: Island, seat: int, chosen: tuple[Amounts, ...], thing: Kind
    ) -> Text:
        return kind_name(state.box, state.box.kind_numbers[str(thing)])

    def thing_amount_text(
        self, state: Island, seat: int, chosen: tuple[Amounts, ...], thing: Kind, number: int
    ) -> Text:
        return amount(str(thing), number)

    def thing_place(
        self, state: Island, seat: int, chosen: tuple[Amounts, ...], thing: Kind
    ) -> Place | None:
        return ("want" if chosen else "give", thing)

    def label(self, state: Island, seat: int, chosen: tuple[Amounts, ...]) -> Text:
        side = bagged(chosen[-1])
        return words("for {cards}", cards=side) if len(chosen) > 1 else side

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        refusal = super().refuse(state, seat, rest)
        reason = words(
            "Offer some of your cards for cards of other kinds, at least one on each side."
        )
        return (
            refusal if isinstance(rest, tuple) and len(rest) == 2 else Refusal("CK-10.10", reason)
        )


@cache
def _cards(kind: str, number: int) -> Amounts:
    return ((kind, number),)


def exchange(state: Island, seat: int, other: int, bargain: Offer) -> None:
    """Let two players exchange the cards of `bargain` in view of everyone (CK-10.10, CK-24.4).
    `seat` gives the first part of it, and `other` the second."""
    for giver, taker, counts in ((seat, other, bargain[0]), (other, seat, bargain[1])):
        for kind, number in enumerate(counts):
            if number:
                state.hand_over(giver, taker, kind, number)
