"""Cards of the politics deck that act on hands (CK-19): Saboteur, Spy and Wedding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.common_wording import series
from engine.core.hidden import Hidden, require_visible
from engine.core.parts import Amounts
from engine.core.step import FOR_EVER, RuleStep, together
from engine.errors import forbidden
from engine.games.knights.cards_trade import take_unseen
from engine.games.knights.choices import CardChoice, PlayerChoice
from engine.games.knights.progress import (
    among_players,
    asking,
    give_up_card,
    redacted_card,
    richer,
    take_card,
)
from engine.games.knights.robber import HandCards, PayDiscards, SaboteurDiscard, hand_pool
from engine.games.knights.state import Island
from engine.games.knights.wording import card_name
from engine.i18n.text import Seat, Text, plural, words

WEDDING_CARDS: Final = 2


# ---------------------------------------------------------------------- Saboteur


def _saboteur_targets(state: Island, seat: int) -> list[int]:
    own = state.points(seat)
    return [o for o in state.opponents(seat) if state.hand_sizes[o] > 1 and state.points(o) >= own]


def _sabotage(state: Island, seat: int) -> None:
    state.push(
        together(
            *((other, [SaboteurDiscard(other)]) for other in _saboteur_targets(state, seat)),
            revealed=words("The discards have been revealed."),
        ),
        PayDiscards("CK-19.6"),
    )


# ---------------------------------------------------------------------- Spy


def _spy_targets(state: Island, seat: int) -> list[int]:
    return [other for other in state.opponents(seat) if state.cards_held(other)]


class SpyTarget(PlayerChoice):
    """D44: choose the opponent whose progress cards the seat looks at (CK-19.7)."""

    rules = ("CK-19.7", "CK-24.6")
    reveals = words("Progress cards have been revealed.")
    asks = words("Whose progress cards do you look at?")
    refuses = words("Choose an opponent who holds a progress card.")

    def options(self, state: Island) -> Sequence[int]:
        return _spy_targets(state, self.seat)

    def label(self, state: Island, chosen: tuple[int, ...]) -> Text:
        return plural(
            "{seat}, {n} progress card",
            "{seat}, {n} progress cards",
            state.cards_held(chosen[-1]),
            seat=Seat(chosen[-1]),
        )

    def apply(self, state: Island, pick: int) -> None:
        held = require_visible(state.progress[pick])
        state.announce(
            "CK-19.7", self.seat, "{seat} looks at {other}'s progress cards.", other=Seat(pick)
        )
        what = series(card_name(state.box, card) for card in held)
        message = words("{other} has {cards}.", other=Seat(pick), cards=what)
        state.note("CK-24.6", self.seat, message, to=(self.seat,))
        if len(held) == 1:
            _take_progress(state, self.seat, pick, held[0])
            return
        state.progress_shown = ((pick, self.seat),)
        state.push(SpyTake(self.seat, pick))


class SpyTake(CardChoice):
    """D45: choose the progress card that is taken (CK-19.7)."""

    rules = ("CK-19.7", "CK-24.6")
    needs_hand = True
    secrecy = FOR_EVER
    always_asks = True
    reveals = words("A progress card has been taken.")
    refuses = words("That player has no such card.")

    owner: int

    def options(self, state: Island) -> Sequence[str]:
        cards = state.box.cards
        return list(dict.fromkeys(cards[card].id for card in state.progress[self.owner]))

    def redacted(self, pick: str, reader: int | None) -> str | tuple[str, Hidden]:
        """Return the card if `reader` is its former owner; for everyone else, return only its
        deck."""
        return pick if reader == self.owner else redacted_card(pick)

    def apply(self, state: Island, pick: str) -> None:
        state.progress_shown = ()
        _take_progress(state, self.seat, self.owner, state.box.card_numbers[pick])

    def question(self, state: Island) -> Text:
        return words("Which progress card do you take from {seat}?", seat=Seat(self.owner))


def _take_progress(state: Island, seat: int, owner: int, card: int) -> None:
    give_up_card(state, owner, card)
    take_card(state, seat, card)
    if state.notes is None:
        return
    both = {"seat": Seat(seat), "owner": Seat(owner)}
    deck = state.box.tracks[state.box.cards[card].deck].names
    message = words("{seat} takes a {deck} card from {owner}.", deck=deck, **both)
    state.note("CK-19.7", seat, message, but=(seat, owner))
    message = words("{seat} takes {card} from {owner}.", card=card_name(state.box, card), **both)
    state.note("CK-19.7", seat, message, to=(seat, owner))


# ---------------------------------------------------------------------- Wedding


class WeddingDue(RuleStep[Island]):
    """Make an opponent with more points give two cards of their own choice, or the whole hand if it
    has at most two cards (CK-19.9)."""

    rules = ("CK-19.9", "CK-4.11")

    seat: int
    to: int

    def run(self, state: Island) -> None:
        if state.hand_sizes[self.seat] > WEDDING_CARDS:
            state.push(WeddingGift(self.seat, self.to))
            return
        require_visible(state.hands[self.seat])
        what = hand_pool(state, self.seat)
        state.reveal(words("Cards have been handed over."))
        take_unseen(state, self.seat, self.to, what, "CK-19.9")


class WeddingGift(HandCards):
    """D46: choose two cards to give (CK-19.9)."""

    rules = ("CK-19.9", "CK-24.5")
    needs_hand = True
    secrecy = FOR_EVER
    reveals = words("Cards have been handed over.")

    to: int

    def owner_and_number(self, state: Island) -> tuple[int, int]:
        return self.seat, WEDDING_CARDS

    def redacted(self, pick: Amounts, reader: int | None) -> Amounts | Hidden:
        """Return the cards if `reader` is the player who gets them; `Hidden` for everyone else."""
        return pick if reader == self.to else Hidden()

    def apply(self, state: Island, pick: Amounts) -> None:
        take_unseen(state, self.seat, self.to, pick, "CK-19.9")

    def question(self, state: Island) -> Text:
        return words("Which two cards do you give {seat}?", seat=Seat(self.to))


EFFECTS: Final = {
    "saboteur": among_players(
        _saboteur_targets,
        forbidden(
            "CK-19.6", "No opponent with 2 or more cards has at least as many points as you."
        ),
        _sabotage,
    ),
    "spy": among_players(
        _spy_targets, forbidden("CK-19.7", "No opponent has a progress card."), asking(SpyTarget)
    ),
    "wedding": among_players(
        richer,
        forbidden("CK-19.9", "No opponent with cards has more points than you."),
        lambda state, seat: state.push(*(WeddingDue(other, seat) for other in richer(state, seat))),
    ),
}
