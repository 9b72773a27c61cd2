"""Drawing cards, refilling hands, and reshuffling the deck (section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.core.chance import Dice
from engine.core.common_wording import series
from engine.core.event import Value
from engine.core.hidden import Hidden, require_visible
from engine.core.step import TILL_OVER, ChanceStep, RuleStep
from engine.games.deus.scoring import finish
from engine.games.deus.state import NO_CARD, World
from engine.games.deus.wording import cards
from engine.i18n.text import Text, plural, words


def number_to_draw(state: World, seat: int, wanted: int) -> int:
    """Return how many of the `wanted` cards can be drawn. The limits are the hand limit (DEU-4.5)
    and the cards left in the deck and the discard pile (DEU-4.7)."""
    room = state.box.hand_most - len(state.hands[seat])
    return max(0, min(wanted, room, state.cards_to_draw()))


def _are_among(cards: Sequence[int], pile: Sequence[int]) -> bool:
    return all(cards.count(card) <= pile.count(card) for card in cards)


class Draw(ChanceStep[World, tuple[str, ...]]):
    """Draw `number` cards from the deck and, if necessary, from the reshuffled discard pile
    (DEU-3.6, DEU-4.6). `rule` is the id of the rule given in the log."""

    rules = ("DEU-3.6", "DEU-4.4", "DEU-4.5", "DEU-4.6", "DEU-11.4")
    secrecy = TILL_OVER
    reveals = words("Cards have since been drawn.")

    seat: int
    number: int
    rule: str

    def sample(self, state: World, dice: Dice) -> tuple[str, ...]:
        """Return the ids of cards drawn at random: from the deck and, if it has too few, the rest
        from the discard pile."""
        deck = state.deck
        if self.number <= len(deck):
            drawn = dice.draw(deck, self.number)
        else:
            pile = [*state.discard, state.discard_top]
            drawn = [*deck, *dice.draw(pile, self.number - len(deck))]
        names = state.box.card_ids
        return tuple([names[card] for card in drawn])

    def check(self, state: World, outcome: Value) -> Text | None:
        if isinstance(outcome, tuple) and len(outcome) == self.number:
            index = state.box.card_index
            drawn = [index.get(str(name), NO_CARD) for name in outcome]
            first, rest = drawn[: len(state.deck)], drawn[len(state.deck) :]
            pile = [*state.discard, state.discard_top] if rest else ()
            if NO_CARD not in drawn and _are_among(first, state.deck) and _are_among(rest, pile):
                return None
        return plural(
            "This card is not in the deck.",
            "These {n} cards are not all in the deck.",
            self.number,
        )

    def apply(self, state: World, outcome: tuple[str, ...]) -> None:
        """Move the drawn cards from the deck to the hand. If the deck is empty afterwards,
        reshuffle the discard pile at once, if it has cards (DEU-4.6)."""
        index, seat = state.box.card_index, self.seat
        drawn = [index[name] for name in outcome]
        reshuffled = self._remove_from_deck(state, drawn)
        state.add_to_hand(seat, drawn)
        if state.notes is not None:
            self._log_draw(state, drawn)
            if reshuffled:
                state.announce("DEU-4.6", -1, "The discard pile is shuffled to form a new deck.")

    def _remove_from_deck(self, state: World, drawn: list[int]) -> bool:
        """Remove the cards `drawn` from the deck. Whenever the deck is empty, reshuffle the discard
        pile, if it has cards (DEU-4.6). Return whether it was reshuffled."""
        reshuffled = False
        deck = require_visible(state.deck)
        for card in drawn:
            if not deck:
                state.reshuffle()
                deck, reshuffled = state.deck, True
            deck.remove(card)
        if not deck and state.discard_top != NO_CARD:
            state.reshuffle()
            reshuffled = True
        return reshuffled

    def _log_draw(self, state: World, drawn: list[int]) -> None:
        seat = self.seat
        state.announce(self.rule, seat, "{seat} draws {cards}.", cards=cards(len(drawn)))
        names = series(state.box.cards[card] for card in drawn)
        state.note(self.rule, seat, words("Drawn: {cards}.", cards=names), to=(seat,))

    def redacted(self, outcome: tuple[str, ...], reader: int | None) -> tuple[str, ...] | Hidden:
        return outcome if reader == self.seat else Hidden(len(outcome))


draw: Final = cache(Draw)
"""Cached constructor, so that all matches share equal steps."""


class Refill(RuleStep[World]):
    """Refill a hand to the number of cards set in the components (DEU-4.4, DEU-11.4). If too few
    cards are left, draw all of them and end the game (DEU-4.8)."""

    rules = ("DEU-4.4", "DEU-4.8", "DEU-11.4", "DEU-20.5")

    seat: int
    rule: str

    def run(self, state: World) -> None:
        missing = state.box.hand_refill - len(state.hands[self.seat])
        if missing <= 0:
            return
        drawn = min(missing, state.cards_to_draw())
        if drawn < missing:
            state.push(NoMoreCards(self.seat))
        if drawn:
            state.push(draw(self.seat, drawn, self.rule))


refill: Final = cache(Refill)
"""Cached constructor, so that all matches share equal steps."""


class NoMoreCards(RuleStep[World]):
    """End the game because a hand could not be refilled (DEU-4.8)."""

    rules = ("DEU-4.8", "DEU-20.5")

    seat: int

    def run(self, state: World) -> None:
        state.announce(
            "DEU-4.8",
            self.seat,
            "The deck and the discard pile are empty, so {seat} cannot draw any more cards.",
        )
        finish(state)
