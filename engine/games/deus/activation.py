"""Activation of columns: each card from bottom to top, one after the other (section 8).

Gains without a choice and green cards are implemented in `card_effects`, and other effects in the
module of the card's colour. Laboratories are implemented here, because they activate other cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from engine.core.event import Value
from engine.core.step import Place, RuleStep
from engine.core.step_stack import Step
from engine.errors import Refusal, forbidden
from engine.games.deus import armies, card_effects, science, trade
from engine.games.deus.card_effects import (
    SKIP,
    CardDecision,
    activate_cooperative,
    activate_gain,
    announce_skip,
    skip_words,
)
from engine.games.deus.components import TYPES, Card, ColumnEffect, TempleEffect
from engine.games.deus.state import FACE_DOWN, World, type_of
from engine.games.deus.wording import card_name, column_name
from engine.i18n.text import Text, words


class ActivateColumn(RuleStep[World]):
    """Activate the cards of a column, from the card at index `rank` on (DEU-8.1)."""

    name = "FireColumn"
    rules = ("DEU-8.1", "DEU-8.2", "DEU-8.4", "DEU-8.10")

    seat: int
    column: int
    rank: int

    def run(self, state: World) -> None:
        """Activate the cards one by one until one of them needs a choice. Another step activates
        the remaining cards after the choice."""
        cards = state.columns[self.seat][self.column]
        if self.rank == 0:
            state.announce(
                "DEU-8.1", self.seat, "The {column} is activated.", column=column_name(self.column)
            )
        for rank in range(self.rank, len(cards)):
            decision = activate(state, self.seat, cards[rank])
            if decision is not None:
                state.push(decision, activate_column(self.seat, self.column, rank + 1))
                return


activate_column: Final = cache(ActivateColumn)
"""Cached constructor, so that all matches share equal steps."""


class ActivateChosenCard(RuleStep[World]):
    """Activate a single card for a laboratory (DEU-16.3)."""

    name = "FireCard"
    rules = ("DEU-16.3",)

    seat: int
    card: int

    def run(self, state: World) -> None:
        decision = activate(state, self.seat, self.card)
        if decision is not None:
            state.push(decision)


def activate(state: World, seat: int, card: int) -> Step | None:
    """Apply a card's effect and return None, or return the decision that the effect needs
    (DEU-8.4). A face-down card has no effect (DEU-22.8)."""
    if card == FACE_DOWN:
        if state.notes is not None:
            record_face_down(state, seat)
        return None
    face = state.box.cards[card]
    return EFFECTS[face.effect.kind](state, seat, face)


def record_face_down(state: World, seat: int) -> None:
    """Log that a face-down card has no effect. Only the log of the card's owner names the card
    (DEU-22.6)."""
    state.note("DEU-22.8", seat, words("Face-down card: no effect."), but=(seat,))
    card = card_name(state, seat, FACE_DOWN)
    state.note("DEU-22.8", seat, words("{card}: no effect.", card=card), to=(seat,))


def activate_laboratory(state: World, seat: int, card: Card) -> Step | None:
    """Return the decision about which card to activate. Return None if no card in the column named
    by the laboratory is face up (DEU-8.10)."""
    if state.has_face_up_card(seat, card.effect.column):
        return ActivateCard(seat, card.index)
    return None


class ActivateCard(CardDecision[int | str]):
    """D13: choose a card of another column, by its position (counted from 1), or choose none."""

    rules = ("DEU-16.3", "DEU-22.10", "DEU-8.3", "DEU-8.10")

    def column(self, state: World) -> tuple[int, ...]:
        """Return the cards of the column from which a card is activated."""
        return state.columns[self.seat][self.face(state).effect.column]

    def options(self, state: World) -> Sequence[int | str]:
        ranks = [rank for rank, card in enumerate(self.column(state), 1) if card != FACE_DOWN]
        return [SKIP, *ranks]

    def apply(self, state: World, pick: int | str) -> None:
        """Activate the chosen card before the remaining cards of the yellow column, unless the
        effect is skipped."""
        if isinstance(pick, str):
            announce_skip(state, self.seat, self.card)
            return
        target = self.column(state)[pick - 1]
        state.announce(
            "DEU-16.3",
            self.seat,
            "{card}: {target} is activated.",
            card=self.face(state),
            target=state.box.cards[target],
        )
        state.push(ActivateChosenCard(self.seat, target))

    def question(self, state: World) -> Text:
        card = self.face(state)
        column = column_name(card.effect.column)
        return words(
            "{card}: which card in your {column} do you activate?", card=card, column=column
        )

    def label(self, state: World, chosen: tuple[int | str, ...]) -> Text:
        rank = chosen[-1]
        if isinstance(rank, str):
            return skip_words()
        column = self.column(state)
        card = state.box.cards[column[rank - 1]]
        others = (state.box.cards[other] for other in column if other != FACE_DOWN)
        if sum(other.names == card.names for other in others) > 1:
            return words("{card} ({rank})", rank=rank, card=card)
        return words("{card}", card=card)

    def target(self, state: World, chosen: tuple[int | str, ...]) -> Place | None:
        if chosen[-1] == SKIP:
            return None
        return ("column", self.seat, TYPES[self.face(state).effect.column], chosen[-1])

    def refuse(self, state: World, pick: Value) -> Refusal:
        column = self.column(state)
        if type(pick) is int and 1 <= pick <= len(column) and column[pick - 1] == FACE_DOWN:
            return forbidden("DEU-22.10", "A face-down card has no effect.")
        name = column_name(self.face(state).effect.column)
        return forbidden("DEU-16.3", "Choose a card in your {column}.", column=name)

    def refuse_place(
        self, state: World, chosen: tuple[int | str, ...], place: Place
    ) -> Refusal | None:
        if place[0] != "column":
            return None
        own = place[1] == self.seat and type_of(place[2]) == self.face(state).effect.column
        return self.refuse(state, place[3] if own and len(place) > 3 else 0)


Activation = Callable[[World, int, Card], Step | None]
"""Function that returns the decision that a card's effect needs. If no choice is needed, the
function applies the effect, as far as possible, and returns None (DEU-8.4, DEU-8.10)."""

EFFECTS: Final[Mapping[ColumnEffect | TempleEffect, Activation]] = {
    "vp_per_terrain_region": activate_gain,
    "gold_per_terrain_region": activate_gain,
    "gold_per_region_with": activate_gain,
    "vp_per_region_with": activate_gain,
    "vp_per_region_pair_with": activate_gain,
    "vp_per_card_in_column": activate_gain,
    "gold_per_village": activate_gain,
    "produce_per_building_on_terrain": activate_cooperative,
    "produce_one": card_effects.activate_harvest,
    "produce_per_building_in_region": card_effects.activate_harvest,
    "sell_for_gold": trade.activate_sale,
    "sell_for_vp": trade.activate_sale,
    "sell_lots_for_vp": trade.activate_sale,
    "buy_resources": trade.activate_galley,
    "draw_per_region_with": science.activate_school,
    "activate_card": activate_laboratory,
    "gain_pieces_per_region_with": science.activate_workshop,
    "steal_gold": armies.activate_theft,
    "steal_vp": armies.activate_theft,
    "move_one_army": armies.activate_march,
    "move_all_armies": armies.activate_march,
    "take_village_vp": armies.activate_siege_tower,
}
"""The implementation of each kind of card effect. Temples have no effect before the end
of the game (DEU-8.9)."""
