"""What a seat cannot see, filled in fairly (determinization): the others' cards, and the decks.

Whatever the table tells is kept: how many cards of each kind are out of the bank, how many each
hand holds, which decks the progress cards come from. So is what the line of play has told: cards
that were played or that the seat itself gave back lie at the bottom of their decks, and whoever
said yes to an offer holds what was wanted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import Final, TypeAlias

from attrs import define, field

from engine.core.chance import Dice
from engine.core.event import Event
from engine.core.parts import Amounts
from engine.core.state import is_hidden
from engine.core.step import TOGETHER, Simultaneous
from engine.games.knights.bots.evaluation import yields
from engine.games.knights.cards_trade import HarborReturn
from engine.games.knights.component_types import Components
from engine.games.knights.improvements import CRANE
from engine.games.knights.robber import counts_of
from engine.games.knights.state import Island, Table
from engine.games.knights.trade import ACCEPT, Settle, TradeConfirm
from engine.games.knights.turn import ALCHEMIST

UNKNOWN: Final = -1
"""In the place of a card that nobody but its owner has seen."""

BY_CHANCE: Final = 3
"""How many pips a kind counts for in a hand beside those that its owner's buildings have."""

Cards: TypeAlias = list[int]


def guess(view: Island, seat: int, past: Sequence[Event], dice: Dice) -> Island:
    """A table that the seat cannot tell from the true one.

    `past` is the line of play as the seat may read it; without it nothing is known of the decks.
    """
    return filled_in(view, remembered(view.box, seat, past), dice)


def filled_in(view: Table, memory: Memory, dice: Dice) -> Table:
    """A copy of a view in which all that it hides is dealt out, as far as it is not remembered."""
    state = view.copy()
    if any(map(is_hidden, state.hands)):
        _deal_hands(state, dice)
    _set_discards_aside(state, dice)
    _deal_progress(state, memory, dice)
    return state


# ---------------------------------------------------------------------- hands


def _deal_hands(state: Island, dice: Dice) -> None:
    """The cards that are neither in the bank nor seen go to the hands that are hidden, each rather
    to those whose buildings yield its kind."""
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
    for owner in _owe_a_commodity(state, hands):
        goods = [kind for kind in state.box.commodities for _ in range(pool[kind])]
        kind = dice.pick(goods)
        hands[owner][kind] += 1
        pool[kind] -= 1
    room = {seat: state.hand_sizes[seat] - sum(hand) for seat, hand in hands.items()}
    odds = {seat: [pips + BY_CHANCE for pips in yields(state, seat)] for seat in hidden}
    cards = [kind for kind, number in enumerate(pool) for _ in range(number)]
    for kind in dice.shuffle(cards):
        weights = [room[seat] * odds[seat][kind] for seat in hidden]
        seat = _by_weight(hidden, weights, dice)
        hands[seat][kind] += 1
        room[seat] -= 1
    for seat, hand in hands.items():
        state.hands[seat] = hand


def _owe_a_commodity(state: Island, hands: Mapping[int, Sequence[int]]) -> Iterator[int]:
    """Who must give one for a resource (CK-18.1), so has one, and is not known for any."""
    owing = [step.seat for step in state.agenda if isinstance(step, HarborReturn)]
    for seat in owing:
        if seat in hands and not any(hands[seat][kind] for kind in state.box.commodities):
            yield seat


def _by_weight(seats: Sequence[int], weights: Sequence[int], dice: Dice) -> int:
    drawn = dice.below(sum(weights))
    ends = accumulate(weights)
    return next(seat for seat, end in zip(seats, ends, strict=True) if drawn < end)


def shown_to_hold(state: Island, seat: int) -> list[int]:
    """The cards that a hidden hand must hold: those that everybody counts, and those that its owner
    has just offered or said yes with."""
    least = list(state.known[seat]) if state.counts_cards else [0] * len(state.bank)
    for step in state.agenda:
        if isinstance(step, Settle | TradeConfirm):
            for who, shown in _shown_in(step):
                if who == seat:
                    least = list(map(max, least, counts_of(state, shown)))
    return least


def _shown_in(step: Settle | TradeConfirm) -> Iterator[tuple[int, Amounts]]:
    """Who has shown which cards by an offer and the answers to it."""
    yield step.seat, step.give
    for who, answer, give, _ in step.answers:
        yield who, step.want if answer == ACCEPT else give


def _set_discards_aside(state: Island, dice: Dice) -> None:
    """Who has chosen discards that are not shown yet has chosen some half of the hand; whoever has
    none to choose has none there."""
    chosen = set(_have_discarded(state))
    for seat, discards in enumerate(state.discards):
        if is_hidden(discards):
            state.discards[seat] = _half(state.hands[seat], dice) if seat in chosen else ()


def _have_discarded(state: Island) -> Iterator[int]:
    if state.agenda and state.agenda[-1].sort == TOGETHER:
        step = state.agenda[-1]
        assert isinstance(step, Simultaneous)
        for seat, steps in step.branches:
            if not steps:
                yield seat


def _half(hand: Sequence[int], dice: Dice) -> tuple[int, ...]:
    cards = [kind for kind, number in enumerate(hand) for _ in range(number)]
    gone = Counter(dice.draw(cards, len(cards) // 2))
    return tuple(gone[kind] for kind in range(len(hand)))


# ---------------------------------------------------------------------- progress cards


@define
class Memory:
    """What a seat knows of progress cards from the line of play.

    `under` are the cards that went under each deck, the oldest first, and `taken` those that
    another seat took from the own hand and has not played since.
    """

    under: list[Cards]
    taken: dict[int, Counter[int]] = field(factory=dict)

    @classmethod
    def nothing(cls, box: Components) -> Memory:
        """What somebody knows who remembers nothing."""
        return cls([[] for _ in box.decks])

    def goes_under(self, box: Components, seat: int, card: int) -> None:
        """A card that all can see, or the seat's own, goes under its deck."""
        self.under[box.cards[card].deck].append(card)
        if card in self.taken.get(seat, ()):
            self.taken[seat][card] -= 1

    def goes_unseen(self, box: Components, seat: int, deck: int) -> None:
        """Any card of a deck leaves the hand of a seat: what was taken may be gone, too."""
        for card in self.taken.get(seat, ()):
            if box.cards[card].deck == deck:
                self.taken[seat][card] = 0


def remembered(box: Components, seat: int, past: Sequence[Event]) -> Memory:
    """What the line of play, as a seat may read it, has told that seat of progress cards."""
    memory = Memory.nothing(box)
    for event in past:
        match event.step, event.value:
            case "Main", ("card", str(card)):
                memory.goes_under(box, event.seat, box.card_numbers[card])
            case "Main", ("improve", _, str(card)) if card == CRANE:
                memory.goes_under(box, event.seat, box.card_numbers[card])
            case "PreRoll", str(card) if card == ALCHEMIST:
                memory.goes_under(box, event.seat, box.card_numbers[card])
            case "ProgressDiscardOffTurn" | "ProgressDiscardEnd", str(card):
                memory.goes_under(box, event.seat, box.card_numbers[card])
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
    """The cards of each deck that are not seen go to the backs of the others and into the deck, of
    which the bottom may be known; those that are laid open when they are drawn are in no hand."""
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
    """Those cards of a deck that a seat once took and may hold still; they leave the pool."""
    found: Cards = []
    for card in memory.taken.get(seat, Counter()).elements():
        if pool[card] > 0 and len(found) < most:
            found.append(card)
            pool[card] -= 1
    return found
