"""Progress cards: drawing, playing and discarding them, and their effects (CK-7, CK-17)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

from attrs import frozen

from engine.core.hidden import Hidden, require_visible
from engine.core.step import TILL_OVER, RuleStep
from engine.core.step_stack import Step
from engine.errors import Refusal
from engine.games.knights.choices import CardChoice
from engine.games.knights.components import components
from engine.games.knights.state import Island
from engine.games.knights.victory import claim_victory
from engine.games.knights.wording import card_name
from engine.geometry.bit_sets import Mask
from engine.i18n.text import Seat, words

Play: TypeAlias = Callable[[Island, int], None]
Targets: TypeAlias = Callable[[Island, int], Sequence[int] | Mask]
Players: TypeAlias = Callable[[Island, int], Sequence[int]]


@frozen
class Effect:
    """The effect of a card: `play` applies it, and `why_not` returns the reason why a seat cannot
    play the card now, or None. `why_not` uses only public information and the seat's hand
    (CK-17.4)."""

    __is_fixed__: ClassVar[bool] = True

    why_not: Callable[[Island, int], Refusal | None]
    play: Play
    can_play: Callable[[Island, int], object] | None = None
    """A function that is faster than `why_not` and whose result is true if the card can be played.
    None if there is no such function."""
    concerns: Players | None = None
    """Function that returns the opponents whom the card would affect. None if it affects no
    particular opponents."""

    def can(self, state: Island, seat: int) -> bool:
        if self.can_play is not None:
            return bool(self.can_play(state, seat))
        return self.why_not(state, seat) is None


def requiring_any(
    targets: Targets, otherwise: Refusal, play: Play, concerns: Players | None = None
) -> Effect:
    """Return the effect of a card that can be played only if `targets` returns any places, players
    or kinds of card; `otherwise` is the refusal if it returns none. `play` and `concerns` are those
    of `Effect`."""

    def why_not(state: Island, seat: int) -> Refusal | None:
        return None if targets(state, seat) else otherwise

    return Effect(why_not, play, targets, concerns)


def among_players(players: Players, otherwise: Refusal, play: Play) -> Effect:
    """Return the effect of a card against the opponents that `players` returns. If there are none,
    the card cannot be played, and the refusal is `otherwise`."""
    return requiring_any(players, otherwise, play, players)


def asking(*steps: Callable[[int], Step]) -> Play:
    """Return a function that pushes `steps`, each created for the seat that plays the card."""
    return lambda state, seat: state.push(*(step(seat) for step in steps))


def richer(state: Island, seat: int) -> list[int]:
    """Return the opponents of `seat` that have more points than `seat` and at least one hand
    card."""
    own, sizes = state.points(seat), state.hand_sizes
    return [o for o in state.opponents(seat) if sizes[o] and state.points(o) > own]


class Draw(RuleStep[Island]):
    """Draw the top card of a deck if the deck is not empty (CK-7.3 to CK-7.5)."""

    rules = ("CK-7.3", "CK-7.4", "CK-7.5", "CK-7.7")

    seat: int
    deck: int

    def run(self, state: Island) -> None:
        """Draw the card, and reveal it if it is Printer or Constitution. If it is not the seat's
        turn and the seat now has too many progress cards, ask for a discard."""
        deck, seat = self.deck, self.seat
        if not state.deck_sizes[deck]:
            return
        cards = require_visible(state.decks)
        card = cards[deck][-1]
        cards[deck] = cards[deck][:-1]
        state.deck_sizes[deck] -= 1
        state.reveal(words("A progress card has been drawn."))
        if state.box.cards[card].is_open:
            lay_open(state, seat, card)
            return
        take_card(state, seat, card)
        self._log_draw(state, card)
        if seat != state.active and state.cards_held(seat) > state.box.limits.progress_hand:
            state.push(ProgressDiscardOffTurn(seat))

    def _log_draw(self, state: Island, card: int) -> None:
        if state.notes is None:
            return
        track = state.box.tracks[self.deck].names
        drawn = words("{seat} draws a {deck} card.", seat=Seat(self.seat), deck=track)
        state.note("CK-7.4", self.seat, drawn, but=(self.seat,))
        what = words("{seat} draws {card}.", seat=Seat(self.seat), card=card_name(state.box, card))
        state.note("CK-7.4", self.seat, what, to=(self.seat,))


def lay_open(state: Island, seat: int, card: int) -> None:
    """Reveal a drawn Printer or Constitution, which counts as a point from now on (CK-7.5). The
    game ends if the active player now has enough points."""
    state.open_cards[seat] = (*state.open_cards[seat], card)
    name = card_name(state.box, card)
    state.announce("CK-7.5", seat, "{seat} draws {card} and reveals it.", card=name)
    claim_victory(state)


def take_card(state: Island, seat: int, card: int) -> None:
    held: Any = state.progress[seat]
    if held.__class__ is not Hidden:
        state.progress[seat] = (*held, card)
    _count_back(state, seat, state.box.cards[card].deck, 1)


def give_up_card(state: Island, seat: int, card: int) -> None:
    held: Any = state.progress[seat]
    if held.__class__ is not Hidden:
        at = held.index(card)
        state.progress[seat] = held[:at] + held[at + 1 :]
    _count_back(state, seat, state.box.cards[card].deck, -1)


def _count_back(state: Island, seat: int, deck: int, change: int) -> None:
    backs = list(state.backs[seat])
    backs[deck] += change
    state.backs[seat] = tuple(backs)


def put_under(state: Island, card: int) -> None:
    """Put a card face down at the bottom of its deck (CK-7.9, CK-17.3)."""
    deck = state.box.cards[card].deck
    decks: Any = state.decks
    if decks.__class__ is not Hidden:
        decks[deck] = (card, *decks[deck])
    state.deck_sizes[deck] += 1


def spend(state: Island, seat: int, card: int) -> None:
    """Reveal a card that is played, and put it at the bottom of its deck before it takes effect
    (CK-17.3)."""
    give_up_card(state, seat, card)
    put_under(state, card)
    state.announce(
        state.box.cards[card].rule, seat, "{seat} plays {card}.", card=card_name(state.box, card)
    )


def redacted_card(card: str) -> tuple[str, Hidden]:
    """Return a progress card as other players see it: its deck, and `Hidden` in place of the card
    (CK-24.1)."""
    box = components()
    return box.tracks[box.cards[box.card_numbers[card]].deck].id, Hidden()


class _ProgressDiscard(CardChoice):
    """Base class: choose a progress card to put at the bottom of its deck, because the seat has too
    many. Until the game is over, nobody else sees which card it is (CK-7.9)."""

    needs_hand = True
    secrecy = TILL_OVER
    always_asks = True
    asks = words("You have too many progress cards. Which one do you discard?")
    refuses = words("You do not have that card.")

    def options(self, state: Island) -> Sequence[str]:
        return list(dict.fromkeys(state.box.cards[card].id for card in state.progress[self.seat]))

    def apply(self, state: Island, pick: str) -> None:
        card = state.box.card_numbers[require_visible(pick)]
        give_up_card(state, self.seat, card)
        put_under(state, card)
        if state.notes is None:
            return
        deck = state.box.tracks[state.box.cards[card].deck].names
        message = words("{seat} discards a {deck} card.", seat=Seat(self.seat), deck=deck)
        state.note("CK-7.9", self.seat, message, but=(self.seat,))
        what = words(
            "{seat} discards {card}.", seat=Seat(self.seat), card=card_name(state.box, card)
        )
        state.note("CK-7.9", self.seat, what, to=(self.seat,))

    def redacted(self, pick: str, reader: int | None) -> tuple[str, Hidden]:
        return redacted_card(pick)


class ProgressDiscardOffTurn(_ProgressDiscard):
    """D7: choose a progress card to discard after drawing a fifth one during another player's turn
    (CK-7.7)."""

    rules = ("CK-7.7", "CK-7.6", "CK-7.9")


class ProgressDiscardEnd(_ProgressDiscard):
    """D51: choose a progress card to discard because the seat ends its turn with five (CK-7.8)."""

    rules = ("CK-7.8", "CK-7.6", "CK-7.9")
