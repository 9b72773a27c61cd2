"""Trades with the bank (CK-10.2 to CK-10.9)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import ge
from typing import Any, ClassVar

from engine.core.chance import Dice
from engine.core.command import Command, Pick
from engine.core.event import Value
from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.games.knights.component_types import ALL_KINDS, CountsByKind, kinds_in
from engine.games.knights.state import Island
from engine.games.knights.wording import amount
from engine.i18n.text import Text, words


class BankTrade(Command[Island]):
    """D13: trade cards of one kind for a card of another kind (CK-10.2)."""

    key = "bank"
    letter = "b"
    rules: ClassVar[tuple[str, ...]] = (
        "CK-10.2",
        "CK-10.3",
        "CK-10.4",
        "CK-10.5",
        "CK-10.6",
        "CK-10.7",
        "CK-10.8",
    )
    weight = 2
    does = words("Trade with the bank")

    def _given(self, state: Island, seat: int) -> list[int]:
        """Return the kinds that the seat can give in a trade, because its hand has enough cards of
        them."""
        return list(compress(ALL_KINDS, map(ge, state.hands[seat], state.rates(seat))))

    def options(self, state: Island, seat: int) -> Sequence[tuple[str, str]]:
        if state.hand_sizes[seat] < 2:
            return []
        kinds, bank = state.box.kinds, state.bank
        return [
            (kinds[give].id, kind.id)
            for give in self._given(state, seat)
            for want, kind in enumerate(kinds)
            if want != give and bank[want]
        ]

    def random_pick(self, state: Island, seat: int, dice: Dice) -> Pick | None:
        given = self._given(state, seat)
        wanted = kinds_in(state.bank)
        if not given or not wanted or given == wanted == given[:1]:
            return None
        kinds = state.box.kinds
        while True:
            give, want = dice.pick(given), dice.pick(wanted)
            if give != want:
                return self.key, kinds[give].id, kinds[want].id

    def allows(self, state: Island, seat: int, rest: Value) -> bool:
        kinds = _kinds_of(state, rest)
        if kinds is None or len(kinds) != 2:
            return False
        give, want = kinds
        can_give = state.hands[seat][give] >= state.rates(seat)[give]
        return give != want and state.bank[want] > 0 and can_give

    def apply(self, state: Island, seat: int, rest: tuple[str, str]) -> None:
        numbers = state.box.kind_numbers
        give, want = numbers[rest[0]], numbers[rest[1]]
        rate = state.rates(seat)[give]
        state.bank[give] += rate
        state.lose(seat, give, rate)
        state.take(seat, want, 1)
        state.trades += 1
        state.announce(
            "CK-10.2",
            seat,
            "{seat} trades {give} for {want} with the bank.",
            give=amount(rest[0], rate),
            want=amount(rest[1], 1),
        )

    def in_words(self, state: Island, seat: int, rest: tuple[Any, ...]) -> Text | None:
        if len(rest) != 2:
            return None
        give = amount(rest[0], state.rates(seat)[state.box.kind_numbers[rest[0]]])
        return words("Trade {give} for {want} with the bank", give=give, want=amount(rest[1], 1))

    def label(self, state: Island, seat: int, chosen: tuple[str, ...]) -> Text:
        if len(chosen) > 1:
            return words("take {cards}", cards=amount(chosen[-1], 1))
        rate = state.rates(seat)[state.box.kind_numbers[chosen[0]]]
        return words("give {cards}", cards=amount(chosen[0], rate))

    def question(self, state: Island, seat: int, chosen: tuple[str, ...]) -> Text:
        if chosen:
            return words("Which card do you take from the bank?")
        return words("Which cards do you give to the bank?")

    def target(self, state: Island, seat: int, chosen: tuple[str, ...]) -> Place | None:
        if not chosen:
            return None
        return ("give" if len(chosen) == 1 else "want", chosen[-1])

    def why_not(self, state: Island, seat: int) -> Refusal | None:
        if self._given(state, seat):
            return None
        return forbidden("CK-10.3", "You do not have enough cards of any one kind for the bank.")

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        kinds = _kinds_of(state, rest)
        if kinds is None:
            return forbidden("CK-10.2", "That is not a kind of card.")
        if kinds and state.hands[seat][kinds[0]] < (rate := state.rates(seat)[kinds[0]]):
            give = amount(state.box.kinds[kinds[0]].id, rate)
            return forbidden("CK-10.2", "You must give the bank {cards}.", cards=give)
        if len(kinds) == 2 and kinds[0] == kinds[1]:
            return forbidden("CK-10.2", "Choose a different kind in return.")
        return forbidden("CK-10.2", "The bank has no cards of that kind.")


def _kinds_of(state: Island, rest: Value) -> list[int] | None:
    """Return the kinds whose ids are in `rest`; None if `rest` contains anything else. If `rest` is
    not a tuple, return an empty list."""
    numbers = state.box.kind_numbers
    names = rest if isinstance(rest, tuple) else ()
    kinds = [numbers[name] for name in names if isinstance(name, str) and name in numbers]
    return kinds if len(kinds) == len(names) else None


def bank_price(
    state: Island, seat: int, give: CountsByKind, want: CountsByKind
) -> CountsByKind | None:
    """Return the cards, taken from `give`, that the bank would demand for all of `want`. Return
    None if `give` does not suffice or the bank lacks cards (CK-10.2)."""
    if any(number > left for number, left in zip(want, state.bank, strict=True)):
        return None
    open_, price, rates = sum(want), [0] * len(give), state.rates(seat)
    for kind in sorted(range(len(give)), key=lambda kind: rates[kind]):
        trades = min(open_, give[kind] // rates[kind])
        price[kind] = trades * rates[kind]
        open_ -= trades
    return None if open_ else tuple(price)
