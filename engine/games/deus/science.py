"""Yellow cards with which players draw cards or take pieces (section 16; laboratories are in
`activation`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.command import Pick
from engine.core.event import Value
from engine.core.parts import Amounts, Kind, MultisetPart
from engine.core.parts_decision import BagDecision
from engine.core.step import Place
from engine.core.step_stack import Step
from engine.games.deus.card_effects import SKIP, CardDecision, announce_skip, skip_words
from engine.games.deus.components import STANDARD, TYPES, Card
from engine.games.deus.drawing import draw, number_to_draw
from engine.games.deus.state import World, type_of
from engine.games.deus.suggestions import evened
from engine.games.deus.wording import cards, piece_series, pieces
from engine.i18n.text import Text, plural, words

DRAW: Final = "draw"
TAKE: Final = "take"

PIECE_NAMES: Final = (
    words("ship"),
    words("production"),
    words("science"),
    words("civil"),
    words("army"),
)
"""One-word names of the standard types of pieces, in type order."""

TakePick = tuple[str] | tuple[str, Amounts]
"""Pick of `TakePieces`: ("skip",) or ("take", pieces)."""


def gained_by_regions(state: World, seat: int, card: Card) -> int:
    """Return the number of cards or pieces that a card gives for the seat's regions with enough
    buildings."""
    return card.effect.amount * state.count_at_least(seat, card.effect.least)


# ---------------------------------------------------------------- school and university


def activate_school(state: World, seat: int, card: Card) -> Step | None:
    """Return the decision about whether to draw. Return None if nothing can be drawn."""
    wanted = gained_by_regions(state, seat, card)
    return DrawCards(seat, card.index) if number_to_draw(state, seat, wanted) else None


class DrawCards(CardDecision[str]):
    """D12: draw as many as possible of the cards that the effect gives, or none."""

    rules = ("DEU-16.1", "DEU-4.5", "DEU-4.6", "DEU-4.7", "DEU-8.3")
    refuses = words("You can draw all of the cards or none.")

    def number(self, state: World) -> int:
        """Return the number of cards that would be drawn."""
        wanted = gained_by_regions(state, self.seat, self.face(state))
        return number_to_draw(state, self.seat, wanted)

    def options(self, state: World) -> Sequence[str]:
        return [SKIP, DRAW]

    def apply(self, state: World, pick: str) -> None:
        if pick == SKIP:
            announce_skip(state, self.seat, self.card)
            return
        state.push(draw(self.seat, self.number(state), "DEU-16.1"))

    def question(self, state: World) -> Text:
        number = cards(self.number(state))
        return words("{card}: do you draw {cards}?", card=self.face(state), cards=number)

    def label(self, state: World, chosen: tuple[str, ...]) -> Text:
        if chosen[-1] == SKIP:
            return skip_words()
        return words("Draw {cards}", cards=cards(self.number(state)))

    def target(self, state: World, chosen: tuple[str, ...]) -> Place | None:
        return None if chosen[-1] == SKIP else ("supply", "deck")


# ---------------------------------------------------------------- workshops


def activate_workshop(state: World, seat: int, card: Card) -> Step | None:
    """Return the decision about which pieces to take. Return None if no pieces can be taken."""
    if gained_by_regions(state, seat, card) and any(state.stock[seat]):
        return TakePieces(seat, card.index)
    return None


class PiecesDecision(BagDecision[World]):
    """Base class of decisions about the number of pieces of each type. The player selects a type by
    selecting the seat's column of that type."""

    def suggest(self, state: World) -> Sequence[Value]:
        return suggested_pieces(state, self.seat, self.choice(state))

    def thing_name(self, state: World, chosen: Pick, thing: Kind) -> Text:
        return piece_name(thing)

    def thing_amount_text(self, state: World, chosen: Pick, thing: Kind, number: int) -> Text:
        return pieces(type_of(thing), number)

    def thing_place(self, state: World, chosen: Pick, thing: Kind) -> Place:
        return ("column", self.seat, thing)


class TakePieces(PiecesDecision):
    """D14: take the pieces that the card gives, or none. If the stock has fewer pieces, take all
    that are left. A pick is ("take", pieces) or ("skip",)."""

    rules = ("DEU-16.4", "DEU-11.5", "DEU-8.3")
    parts = 2

    card: int

    def number(self, state: World) -> int:
        """Return the number of pieces that would be taken."""
        gained = gained_by_regions(state, self.seat, state.box.cards[self.card])
        return min(gained, sum(state.stock[self.seat]))

    def part_options(self, state: World, chosen: Pick) -> Sequence[str]:
        return () if chosen else (SKIP, TAKE)

    def choice(self, state: World) -> MultisetPart:
        return stock_bag(state, self.seat, self.number(state))

    def bag(self, state: World, chosen: Pick) -> MultisetPart | None:
        return self.choice(state) if chosen == (TAKE,) else None

    def apply(self, state: World, pick: TakePick) -> None:
        if len(pick) == 1:
            announce_skip(state, self.seat, self.card)
            return
        take_pieces(state, self.seat, pick[1])
        state.announce(
            "DEU-16.4",
            self.seat,
            "{card}: {seat} gains {pieces}.",
            card=state.box.cards[self.card],
            pieces=lambda: piece_amounts(pick[1]),
        )

    def question(self, state: World) -> Text:
        return plural(
            "{card}: which piece do you take?",
            "{card}: which {n} pieces do you take?",
            self.number(state),
            card=state.box.cards[self.card],
        )

    def in_words(self, state: World, pick: Value) -> Text | None:
        if not isinstance(pick, tuple) or len(pick) != 2:
            return None
        return words("Take {pieces}", pieces=self.label(state, pick))

    def label(self, state: World, chosen: Pick) -> Text:
        if chosen == (SKIP,):
            return skip_words()
        if chosen == (TAKE,):
            return words("Take pieces")
        return super().label(state, chosen)

    def suggest(self, state: World) -> Sequence[Value]:
        return [(TAKE, suggested_piece) for suggested_piece in super().suggest(state)]


def stock_bag(state: World, seat: int, number: int) -> MultisetPart:
    """Return a part that chooses exactly `number` pieces, of any of the five types, from the seat's
    stock."""
    stock = state.stock[seat]
    pool = tuple((TYPES[type_], min(stock[type_], number)) for type_ in STANDARD if stock[type_])
    return MultisetPart(pool, number, number)


def take_pieces(state: World, seat: int, amounts: Amounts) -> None:
    """Move pieces from the stock to the player board (DEU-11.5)."""
    for kind, number in amounts:
        state.gain_piece(seat, type_of(kind), number)


def piece_amounts(amounts: Amounts) -> Text:
    numbers = [0] * len(STANDARD)
    for kind, number in amounts:
        numbers[type_of(kind)] = number
    return piece_series(numbers)


def piece_name(thing: Kind) -> Text:
    return PIECE_NAMES[type_of(thing)]


def suggested_pieces(state: World, seat: int, bag: MultisetPart) -> list[Amounts]:
    """Return picks from `bag` that even out the number of available pieces of each type: first
    regardless of the hand, then after setting aside a piece for each card in the hand. Equal picks
    are returned once."""
    hand = [state.box.card_type[card] for card in state.hands[seat]]
    available = state.available[seat]
    suggestions = []
    for by_hand in (False, True):
        have = {
            kind: available[type_of(kind)] - (hand.count(type_of(kind)) if by_hand else 0)
            for kind, _ in bag.pool
        }
        suggestions.append(evened(have, bag))
    return list(dict.fromkeys(suggestions))
