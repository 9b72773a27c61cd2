"""A seven, and moving the robber (CK-9)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.hidden import Hidden, require_visible
from engine.core.parts import Amounts, Kind, MultisetPart
from engine.core.parts_decision import BagDecision
from engine.core.step import FOR_EVER, TILL_REVEALED, ChanceStep, Place, RuleStep, together
from engine.core.step_stack import Step
from engine.errors import Refusal, forbidden
from engine.games.knights.choices import HexChoice, PlayerChoice, is_number
from engine.games.knights.component_types import Components, CountsByKind, kinds_in
from engine.games.knights.state import Island, turn_order
from engine.games.knights.wording import amount, bagged, cards, hex_name, kind_name, priced
from engine.i18n.text import Seat, Text, words

_CACHE_SIZE: Final = 1 << 10


class Seven(RuleStep[Island]):
    """Ask for discards from hands above their limits. Then let the active player move the robber
    and steal a card, unless the robber is locked (CK-9.2, CK-9.5)."""

    rules = ("CK-9.1", "CK-9.2", "CK-9.4", "CK-9.5", "CK-9.6")

    def run(self, state: Island) -> None:
        sizes = state.hand_sizes
        over = [
            seat
            for seat in turn_order(state.seats, state.active)
            if sizes[seat] > state.discard_limit(seat)
        ]
        if state.robber_locked:
            state.announce("CK-9.5", -1, "The robber stays where it is until the first attack.")
        else:
            state.push(*_robber_steps(state.active))
        if over:
            state.push(
                together(
                    *((seat, [SevenDiscard(seat)]) for seat in over),
                    revealed=words("The discards have been revealed."),
                ),
                PayDiscards("CK-9.2"),
            )


@cache
def _robber_steps(seat: int) -> tuple[Step, ...]:
    return RobberHex(seat), Rob(seat)


class CardCounts(BagDecision[Island]):
    """Base class of decisions about the number of cards of each kind."""

    def label(self, state: Island, chosen: tuple[Amounts, ...]) -> Text:
        return bagged(chosen[-1])

    def thing_name(self, state: Island, chosen: tuple[Amounts, ...], thing: Kind) -> Text:
        return kind_name(state.box, state.box.kind_numbers[str(thing)])

    def thing_amount_text(
        self, state: Island, chosen: tuple[Amounts, ...], thing: Kind, number: int
    ) -> Text:
        return amount(str(thing), number)


class HandCards(CardCounts):
    """Base class: choose a fixed number of cards from a hand."""

    @abstractmethod
    def owner_and_number(self, state: Island) -> tuple[int, int]:
        """Return the owner of the hand, and the number of cards to choose from it."""

    def choice(self, state: Island) -> MultisetPart:
        owner, number = self.owner_and_number(state)
        return MultisetPart(hand_pool(state, owner), number, number)


class _Discard(HandCards):
    """Base class: secretly choose half of the hand, rounded down. The choices are revealed when
    everyone has chosen (CK-9.4)."""

    needs_hand = True
    secrecy = TILL_REVEALED
    always_asks = True

    def owner_and_number(self, state: Island) -> tuple[int, int]:
        return self.seat, state.hand_sizes[self.seat] // 2

    def apply(self, state: Island, pick: Amounts) -> None:
        state.discards[self.seat] = counts_of(state, require_visible(pick))
        state.announce_provisionally(self.rules[0], self.seat, "{seat} has chosen what to discard.")

    def thing_place(self, state: Island, chosen: tuple[Amounts, ...], thing: Kind) -> Place:
        return ("give", thing)


class SevenDiscard(_Discard):
    """D8: choose cards to discard from a hand above its limit when a seven is rolled (CK-9.2)."""

    rules = ("CK-9.2", "CK-9.4")

    def part_rules(self, state: Island, chosen: tuple[Any, ...]) -> Sequence[str]:
        """Return the rules of the question. In games with walls, include the rule about the largest
        limit that walls allow."""
        return (*self.rules, "CK-9.3") if state.box.tracks else self.rules

    def question(self, state: Island) -> Text:
        size = state.hand_sizes[self.seat]
        facts = {"n": size // 2, "size": size}
        return words("A seven: which {n} of your {size} cards do you discard?", **facts)


class SaboteurDiscard(_Discard):
    """D43: choose cards to discard because of Saboteur (CK-19.6)."""

    rules = ("CK-19.6", "CK-4.10")

    def question(self, state: Island) -> Text:
        size = state.hand_sizes[self.seat]
        facts = {"seat": Seat(state.active), "n": size // 2, "size": size}
        return words("{seat}'s Saboteur: which {n} of your {size} cards do you discard?", **facts)


class PayDiscards(RuleStep[Island]):
    """Pay all discards to the bank at the same time (CK-4.10). `by` is the id of the rule that
    requires the discards."""

    rules = ("CK-9.4", "CK-4.10", "CK-24.4")

    by: str

    def run(self, state: Island) -> None:
        for seat in turn_order(state.seats, state.active):
            discarded = require_visible(state.discards[seat])
            if discarded:
                state.pay(seat, discarded)
                state.discards[seat] = ()
                what = priced(state.box, discarded)
                state.announce(self.by, seat, "{seat} discards {cards}.", cards=what)


def hand_pool(state: Island, seat: int) -> Amounts:
    """Return the cards in the seat's hand as (kind id, number) pairs, without the kinds that the
    hand lacks."""
    kinds, hand = state.box.kinds, state.hands[seat]
    return tuple([(kinds[kind].id, hand[kind]) for kind in kinds_in(hand)])


def counts_of(state: Island, amounts: Amounts) -> CountsByKind:
    """Return the number of cards of each kind according to `amounts`, a sequence of (kind id,
    number) pairs."""
    return _counts(state.box, amounts)


@lru_cache(_CACHE_SIZE)
def _counts(box: Components, amounts: Amounts) -> CountsByKind:
    counts = [0] * len(box.kinds)
    for kind, number in amounts:
        counts[box.kind_numbers[str(kind)]] = number
    return tuple(counts)


# ---------------------------------------------------------------------- moving the robber


class RobberHex(HexChoice):
    """D9: choose the hex to which the robber moves (CK-9.7)."""

    rules = ("CK-9.7", "CK-9.10")
    asks = words("Where does the robber go?")

    def options(self, state: Island) -> Sequence[int]:
        return _others(state.board.hex_count, state.robber)

    def apply(self, state: Island, pick: int) -> None:
        state.move_robber(pick)
        state.announce(
            "CK-9.7",
            self.seat,
            "{seat} moves the robber to {hex}.",
            hex=lambda: hex_name(state, pick),
        )

    def refuse(self, state: Island, pick: Value) -> Refusal:
        if is_number(pick, state.board.hex_count):
            return forbidden("CK-9.7", "You must move the robber to another hex.")
        return forbidden("CK-9.7", "You must place the robber on a land hex.")


@cache
def _others(hexes: int, hex: int) -> tuple[int, ...]:
    return tuple(other for other in range(hexes) if other != hex)


def victims(state: Island, seat: int) -> list[int]:
    """Return the opponents of `seat` that have hand cards and a building at the robber's hex, in
    turn order (CK-9.8)."""
    mask, targets = state.box.board.hex_masks[state.robber], []
    for other in state.opponents(seat):
        if state.hand_sizes[other] and mask & state.buildings(other):
            targets.append(other)
    return targets


class Rob(RuleStep[Island]):
    """Let the player choose a victim of the robber, if there is one (CK-9.8)."""

    rules = ("CK-9.8",)

    seat: int

    def run(self, state: Island) -> None:
        if victims(state, self.seat):
            state.push(RobberVictim(self.seat))


class RobberVictim(PlayerChoice):
    """D10: choose the opponent from whom a card is stolen."""

    rules = ("CK-9.8",)
    asks = words("Who do you take a card from?")
    refuses = words("You can only rob an opponent with cards and a building next to the robber.")

    def part_rules(self, state: Island, chosen: tuple[Any, ...]) -> Sequence[str]:
        """Return the rules of the question. In games with knights, include the rule that knights
        and metropolises protect nobody."""
        return (*self.rules, "CK-9.9") if state.box.tracks else self.rules

    def options(self, state: Island) -> Sequence[int]:
        return victims(state, self.seat)

    def apply(self, state: Island, pick: int) -> None:
        state.push(Steal(self.seat, pick))


class Steal(ChanceStep[Island, str]):
    """Steal a random card from a hand. Only the two players know which card it is (CK-9.8, CK-24.5,
    CK-24.8)."""

    rules = ("CK-9.8", "CK-24.5", "CK-24.8")
    secrecy = FOR_EVER
    reveals = words("A card has been taken at random.")

    seat: int
    victim: int

    def sample(self, state: Island, dice: Dice) -> str:
        drawn = dice.below(state.hand_sizes[self.victim])
        for kind, number in enumerate(state.hands[self.victim]):
            drawn -= number
            if drawn < 0:
                return state.box.kinds[kind].id
        raise AssertionError("the hand is smaller than it is said to be")

    def check(self, state: Island, outcome: Value) -> Text | None:
        kind = state.box.kind_numbers.get(outcome) if isinstance(outcome, str) else None
        if kind is None or not state.hands[self.victim][kind]:
            return words("There is no such card to take.")
        return None

    def redacted(self, outcome: str, reader: int | None) -> str | Hidden:
        """Return the kind of the card if `reader` is one of the two players; `Hidden` for everyone
        else."""
        return outcome if reader in (self.seat, self.victim) else Hidden()

    def apply(self, state: Island, outcome: str) -> None:
        state.hand_over_unseen(self.victim, self.seat, state.box.kind_numbers[outcome])
        log_transfer(state, self.victim, self.seat, amount(outcome, 1), 1, "CK-9.8")


def log_transfer(state: Island, giver: int, taker: int, what: Text, number: int, rule: str) -> None:
    """Log a transfer of `number` cards. Everyone learns the number, but only the two players learn
    the kinds, which `what` names (CK-24.5)."""
    if state.notes is None:
        return
    both = {"giver": Seat(giver), "taker": Seat(taker)}
    message = words("{taker} takes {cards} from {giver}.", cards=cards(number), **both)
    state.note(rule, taker, message, but=(giver, taker))
    message_for_both = words("{taker} takes {cards} from {giver}.", cards=what, **both)
    state.note(rule, taker, message_for_both, to=(giver, taker))
