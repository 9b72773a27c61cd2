"""Columns that fire: each card from the bottom to the top, one after the other (section 8).

What a card does is written once, in the chapter of its colour, and found here by its kind.
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
"""The pick that leaves an effect unused (DEU-8.3)."""

Activation = Callable[[World, int, Card], Step | None]
"""Carries out an effect that needs no choice, or gives the decision that it asks for; None if it is
done or can do nothing (DEU-8.4, DEU-8.10)."""

EFFECTS: Final[dict[ColumnEffect | TempleEffect, Activation]] = {}
"""What cards do, by the kind of their effect; temples do nothing before the end (DEU-8.9)."""


def effect(*kinds: ColumnEffect) -> Callable[[Activation], Activation]:
    """Says which kinds of effects a function carries out."""

    def enter(activation: Activation) -> Activation:
        EFFECTS.update(dict.fromkeys(kinds, activation))
        return activation

    return enter


@frozen
class FireColumn(RuleStep[World]):
    """A column is activated from a rank on, counted from 0 (DEU-8.1)."""

    rules = ("DEU-8.1", "DEU-8.2", "DEU-8.4", "DEU-8.10")

    seat: int
    column: int
    rank: int

    def run(self, state: World) -> None:
        """Card by card, up to the first that asks for a choice; the rest waits under it."""
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
"""The step itself, made once: as a value it serves every table."""


@frozen
class FireCard(RuleStep[World]):
    """A single card is activated by a laboratory (DEU-16.3)."""

    rules = ("DEU-16.3",)

    seat: int
    card: int

    def run(self, state: World) -> None:
        decision = activate(state, self.seat, self.card)
        if decision is not None:
            state.push(decision)


def activate(state: World, seat: int, card: int) -> Step | None:
    """Carry out a card's effect, or the decision that it asks for (DEU-8.4); a face-down card does
    nothing (DEU-22.8)."""
    if card == FACE_DOWN:
        if state.story is not None:
            tell_face_down(state, seat)
        return None
    face = state.box.cards[card]
    return EFFECTS[face.effect.kind](state, seat, face)


def tell_face_down(state: World, seat: int) -> None:
    """That a face-down card does nothing; which one it is reads only whose it is (DEU-22.6)."""
    state.note("DEU-22.8", seat, no_effect(FACE_DOWN_CARD), but=(seat,))
    state.note("DEU-22.8", seat, no_effect(card_name(state, seat, FACE_DOWN)), to=(seat,))


def no_effect(card: Text) -> Text:
    """That a card does nothing."""
    return words("{card}: no effect.", card=card)


def skip_words() -> Text:
    """What skipping an effect is called."""
    return words("Skip")


def tell_skip(state: World, seat: int, card: int) -> None:
    """That an effect was not used (DEU-8.3)."""
    state.tell("DEU-8.3", seat, "{card}: skipped.", card=state.box.cards[card])


@frozen
class OfCard(Decision[World, P]):
    """What the effect of a card asks of its owner."""

    card: int

    def face(self, state: World) -> Card:
        """The card that has the effect."""
        return state.box.cards[self.card]


@frozen
class ChooseRegion(OfCard[str]):
    """A region where the effect of a card takes place, or none (DEU-8.3)."""

    @abstractmethod
    def places(self, state: World) -> Sequence[int]:
        """The regions that can be chosen."""

    @abstractmethod
    def use(self, state: World, place: int) -> None:
        """Carry out the effect there."""

    @abstractmethod
    def told_of(self, state: World, place: int) -> Text:
        """A region in words, with what it brings."""

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
        return self.told_of(state, state.map.find(chosen[-1]))

    def target(self, state: World, chosen: tuple[str, ...]) -> Place | None:
        return None if chosen[-1] == SKIP else ("region", chosen[-1])

    def refuse_place(self, state: World, chosen: tuple[str, ...], place: Place) -> Refusal | None:
        return self.refuse(state, place[1]) if place[0] == "region" else None


# ---------------------------------------------------------------- gains without a choice


def gain_resource(state: World, seat: int, card: Card, kind: int, amount: int) -> None:
    """A resource for a card's effect, cut to what the supply has (DEU-8.6)."""
    gained = state.gain_resource(seat, kind, amount)
    if state.story is not None and gained:
        tell_gain(state, seat, card, resource(state.box.resources[kind].id, gained))


def tell_gain(state: World, seat: int, card: Card, what: Text) -> None:
    """What a card has brought."""
    state.tell(card.rule, seat, "{card}: {seat} gains {what}.", card=card, what=what)


def yield_of(state: World, seat: int, card: Card) -> int:
    """How much an effect without a choice brings as things stand, before the supply cuts it."""
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
    """VP, tokens on the hidden pile (DEU-12.1), or gold without a choice (DEU-13.1 to DEU-13.6,
    DEU-16.2, DEU-17.3)."""
    purse, told = (state.gold, gold) if card.effect.gold else (state.points, vp)
    amount = yield_of(state, seat, card)
    purse[seat] += amount
    if state.story is not None and amount:
        tell_gain(state, seat, card, told(amount))


@effect("produce_per_building_on_terrain")
def activate_cooperative(state: World, seat: int, card: Card) -> None:
    """Resources without a choice (DEU-14.3)."""
    (kind,) = card.effect.resources
    gain_resource(state, seat, card, kind, yield_of(state, seat, card))
