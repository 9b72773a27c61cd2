"""Development cards: buying them unseen, and playing at most one per turn (CK-25.7 to CK-25.13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.event import Value
from engine.core.hidden import require_visible
from engine.core.parts import Amounts, Kind, MultisetPart
from engine.core.step import Place, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.knights import cards_science
from engine.games.knights.cards_science import why_no_roads
from engine.games.knights.cards_trade import demand_from_everyone, others_have_cards
from engine.games.knights.catan.state import KNIGHT, PILE, CatanIsland
from engine.games.knights.choices import KindChoice
from engine.games.knights.progress import Effect, asking, give_up_card, take_card
from engine.games.knights.robber import CardCounts, Rob, RobberHex, counts_of
from engine.games.knights.state import NOBODY, Island
from engine.games.knights.victory import MeasureRoads, claim_victory
from engine.games.knights.wording import bagged, card_name
from engine.i18n.text import Seat, words

PLENTY: Final = 2
"""Number of resources given by a Year of Plenty."""

MONOPOLY_FOR_NOTHING: Final = 2
"""Rules version from which a Monopoly can be played even if no opponent has cards."""


class DrawCard(RuleStep[CatanIsland]):
    """Draw the top card of the pile. Only its owner sees it (CK-25.7)."""

    rules = ("CK-25.7", "CK-25.8")

    seat: int

    def run(self, state: CatanIsland) -> None:
        """Draw the card. If it is a victory point card, it counts at once and can win the game."""
        seat, cards = self.seat, require_visible(state.decks)
        card = cards[PILE][-1]
        cards[PILE] = cards[PILE][:-1]
        state.deck_sizes[PILE] -= 1
        state.reveal(words("A development card has been drawn."))
        take_card(state, seat, card)
        state.fresh += 1
        if state.notes is not None:
            what = words("{seat} draws {card}.", seat=Seat(seat), card=card_name(state.box, card))
            state.note("CK-25.7", seat, what, to=(seat,))
        claim_victory(state)


# ---------------------------------------------------------------------- playing


def playable(state: CatanIsland, seat: int) -> list[str]:
    """Return the ids of the development cards that a seat may play now, without duplicates
    (CK-25.8)."""
    if state.card_played:
        return []
    ids = dict.fromkeys(state.box.cards[card].id for card in _cards_from_earlier_turns(state, seat))
    return [id for id in ids if id in EFFECTS and EFFECTS[id].can(state, seat)]


def _cards_from_earlier_turns(state: CatanIsland, seat: int) -> Sequence[int]:
    """Return a seat's development cards, except those bought this turn."""
    held = state.progress[seat]
    fresh = state.fresh if seat == state.active else 0
    return held[: len(held) - fresh]


def why_not_playable(state: CatanIsland, seat: int, card: Value | None) -> Refusal:
    """Return the reason why a card cannot be played now (CK-25.8)."""
    box = state.box
    number = box.card_numbers.get(card, -1) if isinstance(card, str) else -1
    if number not in state.progress[seat]:
        return forbidden("CK-25.8", "You do not have that card.")
    if box.cards[number].id not in EFFECTS:
        return forbidden(
            "CK-25.8", "You never play a victory point card. It counts as soon as you have it."
        )
    if state.card_played:
        return forbidden("CK-25.8", "You can play only one development card per turn.")
    if number not in _cards_from_earlier_turns(state, seat):
        return forbidden("CK-25.8", "You bought this card this turn, so you cannot play it yet.")
    reason = EFFECTS[box.cards[number].id].why_not(state, seat)
    return reason or forbidden("CK-25.8", "You cannot play this card now.")


def play(state: CatanIsland, seat: int, card: str) -> None:
    """Place the card face up in front of its owner, then apply its effect.

    Before the effect, a knight can win Largest Army (CK-25.9, CK-25.13). If that wins the game, the
    effect is not applied.
    """
    number = state.box.card_numbers[card]
    give_up_card(state, seat, number)
    state.open_cards[seat] = (*state.open_cards[seat], number)
    state.card_played = True
    state.announce(
        state.box.cards[number].rule,
        seat,
        "{seat} plays {card}.",
        card=card_name(state.box, number),
    )
    if number == KNIGHT:
        _measure_army(state, seat)
    if not state.over:
        EFFECTS[card].play(state, seat)


def _measure_army(state: CatanIsland, seat: int) -> None:
    """Give Largest Army to the seat if it has played enough knights, and more than the present
    holder (CK-25.13). If the active player then has enough points, the game ends."""
    size, holder = state.army_size(seat), state.army
    least = state.box.points.largest_army_least if holder == NOBODY else state.army_size(holder) + 1
    if seat == holder or size < least:
        return
    state.army = seat
    if holder == NOBODY:
        state.announce_plural(
            "CK-25.13",
            seat,
            "{seat} takes Largest Army with {n} knight.",
            "{seat} takes Largest Army with {n} knights.",
            size,
        )
    else:
        state.announce_plural(
            "CK-25.13",
            seat,
            "{seat} takes Largest Army from {other} with {n} knight.",
            "{seat} takes Largest Army from {other} with {n} knights.",
            size,
            other=Seat(holder),
        )
    claim_victory(state)


# ---------------------------------------------------------------------- effects


class FreeRoad(cards_science.FreeRoad):
    """D49: place a free road. The second one can be declined (CK-25.10)."""

    name = "FreeRoad"
    rules = ("CK-25.10", "CK-11.2")


class PlentyTake(CardCounts):
    """D53: choose the resources taken with a Year of Plenty (CK-25.11)."""

    rules = ("CK-25.11",)
    asks = words("Which resources do you take?")

    def choice(self, state: Island) -> MultisetPart:
        kinds = zip(state.box.kinds, state.bank, strict=True)
        pool = tuple((kind.id, min(PLENTY, left)) for kind, left in kinds if left)
        number = min(PLENTY, sum(state.bank))
        return MultisetPart(pool, number, number)

    def apply(self, state: Island, pick: Amounts) -> None:
        for kind, number in enumerate(counts_of(state, pick)):
            if number:
                state.take(self.seat, kind, number)
        state.announce("CK-25.11", self.seat, "{seat} takes {cards}.", cards=bagged(pick))

    def thing_place(self, state: Island, chosen: tuple[Amounts, ...], thing: Kind) -> Place:
        return ("give", thing)


class MonopolyKind(KindChoice):
    """D36: choose the resource that all opponents must give (CK-25.12)."""

    rules = ("CK-25.12", "CK-24.4")
    reveals = words("Your opponents have shown whether they have that kind of card.")
    asks = words("Which resource must your opponents give you?")
    refuses = words("Name a resource.")

    def options(self, state: Island) -> Sequence[str]:
        return [kind.id for kind in state.box.kinds]

    def apply(self, state: Island, pick: str) -> None:
        demand_from_everyone(state, self.seat, pick, "CK-25.12")


def _why_no_plenty(state: Island, seat: int) -> Refusal | None:
    if any(state.bank):
        return None
    return forbidden("CK-25.11", "The bank is empty.")


def _why_no_monopoly(state: Island, seat: int) -> Refusal | None:
    if state.rules >= MONOPOLY_FOR_NOTHING or others_have_cards(state, seat):
        return None
    return forbidden("CK-25.12", "No opponent has any cards.")


EFFECTS: Final[Mapping[str, Effect]] = {
    "knight": Effect(lambda state, seat: None, asking(RobberHex, Rob)),
    "road_building": Effect(
        lambda state, seat: why_no_roads(state, seat, "CK-25.10"),
        lambda state, seat: state.push(FreeRoad(seat, 1), MeasureRoads()),
    ),
    "year_of_plenty": Effect(_why_no_plenty, asking(PlentyTake)),
    "monopoly": Effect(_why_no_monopoly, asking(MonopolyKind)),
}
"""The effects of the development cards that can be played, by card id."""
