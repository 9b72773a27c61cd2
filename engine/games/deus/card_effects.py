"""Activation of columns: each card from the bottom to the top, one after the other (section 8).

Each card's effect is implemented in the module of its colour and found here by its kind.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from attrs import frozen

from engine.core.step import Decision, P, Place, RuleStep
from engine.core.step_stack import Step
from engine.errors import Refusal
from engine.games.deus.components import Card, ColumnEffect, TempleEffect
from engine.games.deus.state import FACE_DOWN, World
from engine.games.deus.wording import FACE_DOWN_CARD, card_name, column_name, gold, resource, vp
from engine.i18n.text import Text, words

SKIP: Final = "skip"
"""Pick that skips an effect (DEU-8.3)."""

Activation = Callable[[World, int, Card], Step | None]
"""Applies an effect that needs no choice, or returns the decision that it needs; None if it is done
or can do nothing (DEU-8.4, DEU-8.10)."""

EFFECTS: Final[dict[ColumnEffect | TempleEffect, Activation]] = {}
"""Implementations of card effects, by kind; temples do nothing before the end (DEU-8.9)."""


def effect(*kinds: ColumnEffect) -> Callable[[Activation], Activation]:
    """Register a function as the implementation of these kinds of effects."""

    def enter(activation: Activation) -> Activation:
        EFFECTS.update(dict.fromkeys(kinds, activation))
        return activation

    return enter


@frozen
class FireColumn(RuleStep[World]):
    """Activate a column from a rank on, counted from 0 (DEU-8.1)."""

    rules = ("DEU-8.1", "DEU-8.2", "DEU-8.4", "DEU-8.10")

    seat: int
    column: int
    rank: int

    def run(self, state: World) -> None:
        """Activate card by card up to the first that needs a choice; the rest follows as another
        step."""
        cards = state.columns[self.seat][self.column]
        if self.rank == 0 and state.story is not None:
            state.tell(
                "DEU-8.1", self.seat, "The {column} is activated.", column=column_name(self.column)
            )
        for rank in range(self.rank, len(cards)):
            decision = activate(state, self.seat, cards[rank])
            if decision is not None:
                state.push(decision, fire_column(self.seat, self.column, rank + 1))
                return


fire_column: Final = cache(FireColumn)
"""Cached constructor: equal steps are shared by all matches."""


@frozen
class FireCard(RuleStep[World]):
    """Activate a single card for a laboratory (DEU-16.3)."""

    rules = ("DEU-16.3",)

    seat: int
    card: int

    def run(self, state: World) -> None:
        decision = activate(state, self.seat, self.card)
        if decision is not None:
            state.push(decision)


def activate(state: World, seat: int, card: int) -> Step | None:
    """Apply a card's effect, or return the decision that it needs (DEU-8.4); a face-down card does
    nothing (DEU-22.8)."""
    if card == FACE_DOWN:
        if state.story is not None:
            tell_face_down(state, seat)
        return None
    face = state.box.cards[card]
    return EFFECTS[face.effect.kind](state, seat, face)


def tell_face_down(state: World, seat: int) -> None:
    """Log that a face-down card does nothing; only its owner reads which card it is (DEU-22.6)."""
    state.note("DEU-22.8", seat, no_effect(FACE_DOWN_CARD), but=(seat,))
    state.note("DEU-22.8", seat, no_effect(card_name(state, seat, FACE_DOWN)), to=(seat,))


def no_effect(card: Text) -> Text:
    """Sentence saying that a card does nothing."""
    return words("{card}: no effect.", card=card)


def skip_words() -> Text:
    """Label of skipping an effect."""
    return words("Skip")


def tell_skip(state: World, seat: int, card: int) -> None:
    """Log that an effect was skipped (DEU-8.3)."""
    state.tell("DEU-8.3", seat, "{card}: skipped.", card=state.box.cards[card])


@frozen
class CardDecision(Decision[World, P]):
    """A decision that the effect of a card needs from its owner."""

    card: int

    def face(self, state: World) -> Card:
        """The card that has the effect."""
        return state.box.cards[self.card]


@frozen
class ChooseRegion(CardDecision[str]):
    """Choose a region for the effect of a card, or none (DEU-8.3)."""

    @abstractmethod
    def places(self, state: World) -> Sequence[int]:
        """Regions that can be chosen."""

    @abstractmethod
    def use(self, state: World, place: int) -> None:
        """Apply the effect in `place`."""

    @abstractmethod
    def region_label(self, state: World, place: int) -> Text:
        """A region in words, with its result."""

    def options(self, state: World) -> Sequence[str]:
        return [SKIP, *map(state.map.name, self.places(state))]

    def apply(self, state: World, pick: str) -> None:
        if pick == SKIP:
            tell_skip(state, self.seat, self.card)
        else:
            self.use(state, state.map.find(pick))

    def label(self, state: World, chosen: tuple[str, ...]) -> Text:
        if chosen[-1] == SKIP:
            return skip_words()
        return self.region_label(state, state.map.find(chosen[-1]))

    def target(self, state: World, chosen: tuple[str, ...]) -> Place | None:
        return None if chosen[-1] == SKIP else ("region", chosen[-1])

    def refuse_place(self, state: World, chosen: tuple[str, ...], place: Place) -> Refusal | None:
        return self.refuse(state, place[1]) if place[0] == "region" else None


# ---------------------------------------------------------------- gains without a choice


def gain_resource(state: World, seat: int, card: Card, kind: int, amount: int) -> None:
    """Gain a resource by a card's effect, limited by the supply (DEU-8.6)."""
    gained = state.gain_resource(seat, kind, amount)
    if state.story is not None and gained:
        tell_gain(state, seat, card, resource(state.box.resources[kind].id, gained))


def tell_gain(state: World, seat: int, card: Card, what: Text) -> None:
    """Log what a card has brought."""
    state.tell(card.rule, seat, "{card}: {seat} gains {what}.", card=card, what=what)


def yield_of(state: World, seat: int, card: Card) -> int:
    """Amount that an effect without a choice currently brings, before the limit of the supply."""
    effect = card.effect
    match effect.kind:
        case "vp_per_terrain_region":
            return effect.vp * state.on_terrain(seat, effect.terrain)
        case "gold_per_terrain_region":
            return effect.gold * state.on_terrain(seat, effect.terrain)
        case "gold_per_region_with":
            return effect.gold * state.count_at_least(seat, effect.least)
        case "vp_per_region_with":
            return effect.vp * state.count_at_least(seat, effect.least)
        case "vp_per_region_pair_with":
            return effect.vp * (state.count_at_least(seat, effect.least) // effect.per)
        case "vp_per_card_in_column":
            return effect.vp * state.height(seat, effect.column)
        case "produce_per_building_on_terrain":
            producing = state.where[seat][card.type] & state.map.of_terrain[effect.terrain]
            return effect.amount * producing.bit_count()
        case "gold_per_village":
            near = state.map.beside(state.armies(seat))
            return effect.gold * sum(near >> village & 1 for village in state.villages_left())
    raise AssertionError(f"{effect.kind} asks for a choice")


@effect("vp_per_terrain_region", "vp_per_region_with", "vp_per_region_pair_with")
@effect("gold_per_terrain_region", "gold_per_region_with", "gold_per_village")
@effect("vp_per_card_in_column")
def activate_gain(state: World, seat: int, card: Card) -> None:
    """Gain VP, as tokens on the hidden pile (DEU-12.1), or gold without a choice (DEU-13.1 to
    DEU-13.6, DEU-16.2, DEU-17.3)."""
    purse, wording = (state.gold, gold) if card.effect.gold else (state.points, vp)
    amount = yield_of(state, seat, card)
    purse[seat] += amount
    if state.story is not None and amount:
        tell_gain(state, seat, card, wording(amount))


@effect("produce_per_building_on_terrain")
def activate_cooperative(state: World, seat: int, card: Card) -> None:
    """Gain resources without a choice (DEU-14.3)."""
    (kind,) = card.effect.resources
    gain_resource(state, seat, card, kind, yield_of(state, seat, card))
