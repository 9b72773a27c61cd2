"""Determinization for a seat: random cards for the other players, and random decks.

The result agrees with all public information: the number of cards of each kind that are not in the
bank, the hand sizes, and the decks of the progress cards. It also agrees with past events: cards
that were played or returned in view of the seat are at the bottom of their decks, and a player who
accepted an offer has the cards for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import Final, TypeAlias

from attrs import define, field

from engine.core.chance import Dice
from engine.core.event import Event
from engine.core.hidden import is_hidden
from engine.core.parts import Amounts
from engine.core.step import SIMULTANEOUS, Simultaneous
from engine.games.knights.cards_trade import HarborReturn
from engine.games.knights.component_types import Components
from engine.games.knights.improvements import CRANE
from engine.games.knights.production import expected_production
from engine.games.knights.robber import counts_of
from engine.games.knights.state import Island, Table
from engine.games.knights.trade import ACCEPT, Settle, TradeConfirm
from engine.games.knights.turn import ALCHEMIST

UNKNOWN: Final = -1
"""Number that stands for a card that the seat has not seen."""

BASE_ODDS: Final = 3
"""Number added to a player's expected production of each kind, in cards per 36 rolls, when hands
are dealt, so that every player can have every kind."""

Cards: TypeAlias = list[int]


def guess(view: Island, seat: int, past: Sequence[Event], dice: Dice) -> Island:
    """Return a random state that is consistent with `view`. `past` are the events that the seat has
    seen; without them, nothing is known about the order of the decks."""
    return filled_in(view, remembered(view.box, seat, past), dice)


def filled_in(view: Table, memory: Memory, dice: Dice) -> Table:
    """Return a copy of `view` in which all hidden cards have been dealt at random, except where
    public information or `memory` determines them."""
    state = view.copy()
    if any(map(is_hidden, state.hands)):
        _deal_hands(state, dice)
    _fill_in_discards(state, dice)
    _deal_progress(state, memory, dice)
    return state


# ---------------------------------------------------------------------- hands


def _deal_hands(state: Island, dice: Dice) -> None:
    """Deal all cards that are neither in the bank nor in a visible hand to the hidden hands. The
    more of a kind a player's buildings produce, the more likely it is in that player's hand."""
    hidden = [seat for seat in range(state.seats) if is_hidden(state.hands[seat])]
    pool = [kind.bank - left for kind, left in zip(state.box.kinds, state.bank, strict=True)]
    for hand in state.hands:
        if not is_hidden(hand):
            pool = [number - held for number, held in zip(pool, hand, strict=True)]
    if len(hidden) == 1:
        state.hands[hidden[0]] = pool
        return
    hands = {seat: shown_to_hold(state, seat) for seat in hidden}
    for hand in hands.values():
        pool = [number - held for number, held in zip(pool, hand, strict=True)]
    for owner in _seats_owing_commodity(state, hands):
        goods = [kind for kind in state.box.commodities for _ in range(pool[kind])]
        kind = dice.pick(goods)
        hands[owner][kind] += 1
        pool[kind] -= 1
    room = {seat: state.hand_sizes[seat] - sum(hand) for seat, hand in hands.items()}
    odds = {
        seat: [pips + BASE_ODDS for pips in expected_production(state, seat)] for seat in hidden
    }
    cards = [kind for kind, number in enumerate(pool) for _ in range(number)]
    for kind in dice.shuffle(cards):
        weights = [room[seat] * odds[seat][kind] for seat in hidden]
        seat = _by_weight(hidden, weights, dice)
        hands[seat][kind] += 1
        room[seat] -= 1
    for seat, hand in hands.items():
        state.hands[seat] = hand


def _seats_owing_commodity(state: Island, hands: Mapping[int, Sequence[int]]) -> Iterator[int]:
    """Yield the seats that must give a commodity in return for a resource (CK-18.1), and therefore
    have one, but to which none has been dealt yet. `hands` are the cards dealt so far."""
    owing = [step.seat for step in state.agenda if isinstance(step, HarborReturn)]
    for seat in owing:
        if seat in hands and not any(hands[seat][kind] for kind in state.box.commodities):
            yield seat


def _by_weight(seats: Sequence[int], weights: Sequence[int], dice: Dice) -> int:
    drawn = dice.below(sum(weights))
    ends = accumulate(weights)
    return next(seat for seat, end in zip(seats, ends, strict=True) if drawn < end)


def shown_to_hold(state: Island, seat: int) -> list[int]:
    """Return the minimum number of cards of each kind in a seat's hidden hand. It follows from the
    cards that everyone knows, if cards are counted, and from those that the seat has just offered
    or agreed to give."""
    least = list(state.known[seat]) if state.counts_cards else [0] * len(state.bank)
    for step in state.agenda:
        if isinstance(step, Settle | TradeConfirm):
            for who, shown in _shown_in(step):
                if who == seat:
                    least = list(map(max, least, counts_of(state, shown)))
    return least


def _shown_in(step: Settle | TradeConfirm) -> Iterator[tuple[int, Amounts]]:
    """Yield (seat, cards) pairs for the cards that seats have revealed in an offer and its
    answers."""
    yield step.seat, step.give
    for who, answer, give, _ in step.answers:
        yield who, step.want if answer == ACCEPT else give


def _fill_in_discards(state: Island, dice: Dice) -> None:
    """Replace the hidden discards of each seat: if the seat has chosen its discards, by a random
    half of its hand; otherwise by no cards."""
    chosen = set(_seats_with_discards(state))
    for seat, discards in enumerate(state.discards):
        if is_hidden(discards):
            state.discards[seat] = _half(state.hands[seat], dice) if seat in chosen else ()


def _seats_with_discards(state: Island) -> Iterator[int]:
    if state.agenda and state.agenda[-1].sort == SIMULTANEOUS:
        step = state.agenda[-1]
        assert isinstance(step, Simultaneous)
        for seat, steps in step.branches:
            if not steps:
                yield seat


def _half(hand: Sequence[int], dice: Dice) -> tuple[int, ...]:
    cards = [kind for kind, number in enumerate(hand) for _ in range(number)]
    discarded = Counter(dice.draw(cards, len(cards) // 2))
    return tuple(discarded[kind] for kind in range(len(hand)))


# ---------------------------------------------------------------------- progress cards


@define
class Memory:
    """A seat's knowledge about progress cards from past events.

    `under` lists, for each deck, the cards that were put at its bottom, oldest first. `taken`
    counts, for each other seat, the cards that it took from this seat's hand and is still known to
    have.
    """

    under: list[Cards]
    taken: dict[int, Counter[int]] = field(factory=dict)

    @classmethod
    def nothing(cls, box: Components) -> Memory:
        """Return the knowledge of a seat that has seen no events."""
        return cls([[] for _ in box.decks])

    def record_card_under_deck(self, box: Components, seat: int, card: int) -> None:
        """Record that `seat` has put the progress card with the number `card` at the bottom of its
        deck."""
        self.under[box.cards[card].deck].append(card)
        if card in self.taken.get(seat, ()):
            self.taken[seat][card] -= 1

    def goes_unseen(self, box: Components, seat: int, deck: int) -> None:
        """Record that an unknown card of `deck` has left the hand of `seat`. It may be any of the
        `taken` cards of this deck, so none of them is certain to be in the hand any more."""
        for card in self.taken.get(seat, ()):
            if box.cards[card].deck == deck:
                self.taken[seat][card] = 0


def remembered(box: Components, seat: int, past: Sequence[Event]) -> Memory:
    """Return the seat's knowledge about progress cards after the events in `past`."""
    memory = Memory.nothing(box)
    for event in past:
        match event.step, event.value:
            case "Main", ("card", str(card)):
                memory.record_card_under_deck(box, event.seat, box.card_numbers[card])
            case "Main", ("improve", _, str(card)) if card == CRANE:
                memory.record_card_under_deck(box, event.seat, box.card_numbers[card])
            case "PreRoll", str(card) if card == ALCHEMIST:
                memory.record_card_under_deck(box, event.seat, box.card_numbers[card])
            case "ProgressDiscardOffTurn" | "ProgressDiscardEnd", str(card):
                memory.record_card_under_deck(box, event.seat, box.card_numbers[card])
            case "ProgressDiscardOffTurn" | "ProgressDiscardEnd", (str(deck), _):
                track = box.track_numbers[deck]
                memory.under[track].append(UNKNOWN)
                memory.goes_unseen(box, event.seat, track)
            case "SpyTarget", int(owner):
                memory.taken.pop(owner, None)
            case "SpyTake", str(card) if event.seat != seat:
                memory.taken.setdefault(event.seat, Counter())[box.card_numbers[card]] += 1
    return memory


def _deal_progress(state: Island, memory: Memory, dice: Dice) -> None:
    """Deal the unseen progress cards of each deck to the hidden hands and to the deck, whose bottom
    cards may be known. Cards that are revealed when drawn are not dealt to hands."""
    box, seats = state.box, range(state.seats)
    hidden = [seat for seat in seats if is_hidden(state.progress[seat])]
    seen = Counter(chain.from_iterable(state.open_cards))
    for seat in seats:
        if seat not in hidden:
            seen.update(state.progress[seat])
    held: dict[int, Cards] = {seat: [] for seat in hidden}
    decks = []
    for deck, size in enumerate(state.deck_sizes):
        bottom = memory.under[deck][::-1][:size]
        bottom += [UNKNOWN] * (size - len(bottom))
        of_deck = [number for number, card in enumerate(box.cards) if card.deck == deck]
        pool = Counter({card: box.cards[card].count - seen[card] for card in of_deck})
        pool.subtract(card for card in bottom if card != UNKNOWN)
        known = {seat: _taken(memory, seat, pool, state.backs[seat][deck]) for seat in hidden}
        rest = dice.shuffle([card for card in pool.elements() if not box.cards[card].is_open])
        for seat, cards in known.items():
            lack = state.backs[seat][deck] - len(cards)
            held[seat] += [*cards, *(rest.pop() for _ in range(lack))]
        rest += [card for card in pool.elements() if box.cards[card].is_open]
        rest = dice.shuffle(rest)
        decks.append(tuple(rest.pop() if card == UNKNOWN else card for card in bottom))
    for seat, cards in held.items():
        state.progress[seat] = tuple(cards)
    state.decks = decks


def _taken(memory: Memory, seat: int, pool: Counter[int], most: int) -> Cards:
    """Return up to `most` cards of `pool` that the seat once took and may still have, and remove
    them from `pool`."""
    still_held: Cards = []
    for card in memory.taken.get(seat, Counter()).elements():
        if pool[card] > 0 and len(still_held) < most:
            still_held.append(card)
            pool[card] -= 1
    return still_held
