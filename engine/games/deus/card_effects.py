"""Parts shared by card effects (decisions that can be skipped, and gains without a choice), and the
green cards that ask which production building produces (section 14)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from engine.core.event import Value
from engine.core.step import Decision, P, Place
from engine.core.step_stack import Step
from engine.errors import Refusal, forbidden
from engine.games.deus.components import PRODUCTION, Card
from engine.games.deus.state import World
from engine.games.deus.wording import gold, region, resource, vp, within
from engine.geometry.bit_sets import members
from engine.i18n.text import Text, words

SKIP: Final = "skip"
"""Pick that skips an effect (DEU-8.3)."""


def skip_words() -> Text:
    return words("Skip")


def announce_skip(state: World, seat: int, card: int) -> None:
    """Log that a card's effect has been skipped (DEU-8.3)."""
    state.announce("DEU-8.3", seat, "{card}: skipped.", card=state.box.cards[card])


class CardDecision(Decision[World, P]):
    """A decision that a card's effect requires from its owner."""

    card: int

    def face(self, state: World) -> Card:
        """Return the card with the effect."""
        return state.box.cards[self.card]


class ChooseRegion(CardDecision[str]):
    """Choose a region for a card's effect, or none (DEU-8.3)."""

    @abstractmethod
    def places(self, state: World) -> Sequence[int]:
        """Return the regions that may be chosen."""

    @abstractmethod
    def use(self, state: World, place: int) -> None:
        """Apply the effect in `place`."""

    @abstractmethod
    def region_label(self, state: World, place: int) -> Text:
        """Return the region `place` in words, with the result of choosing it."""

    def options(self, state: World) -> Sequence[str]:
        return [SKIP, *map(state.map.id_of, self.places(state))]

    def apply(self, state: World, pick: str) -> None:
        if pick == SKIP:
            announce_skip(state, self.seat, self.card)
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
    """Gain up to `amount` of a resource by a card's effect. The supply limits the gain
    (DEU-8.6)."""
    gained = state.gain_resource(seat, kind, amount)
    if state.notes is not None and gained:
        announce_gain(state, seat, card, resource(state.box.resources[kind].id, gained))


def announce_gain(state: World, seat: int, card: Card, what: Text) -> None:
    state.announce(card.rule, seat, "{card}: {seat} gains {what}.", card=card, what=what)


def yield_of(state: World, seat: int, card: Card) -> int:
    """Return the amount that an effect without a choice would give now, ignoring the limit of the
    supply."""
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
            adjacent = state.map.adjacent_to(state.armies(seat))
            return effect.gold * sum(adjacent >> village & 1 for village in state.villages_left())
    raise AssertionError(f"{effect.kind} asks for a choice")


def activate_gain(state: World, seat: int, card: Card) -> None:
    """Gain gold or VP without a choice (DEU-13.1 to DEU-13.6, DEU-16.2, DEU-17.3). VP are tokens on
    a hidden pile (DEU-12.1)."""
    purse, wording = (state.gold, gold) if card.effect.gold else (state.points, vp)
    amount = yield_of(state, seat, card)
    purse[seat] += amount
    if state.notes is not None and amount:
        announce_gain(state, seat, card, wording(amount))


def activate_cooperative(state: World, seat: int, card: Card) -> None:
    """Gain resources without a choice (DEU-14.3)."""
    (kind,) = card.effect.resources
    gain_resource(state, seat, card, kind, yield_of(state, seat, card))


def harvest(state: World, seat: int, card: Card, place: int) -> tuple[int, int]:
    """Return the resource that a card produces in a region, and its amount (DEU-14.1, DEU-14.2,
    DEU-14.4). The supply limits the amount (DEU-8.6)."""
    kind = state.map.terrains[place].resource
    amount = card.effect.amount
    if card.effect.terrain >= 0:
        amount *= len(state.pieces_in(seat, place))
    return kind, min(amount, state.supply[kind])


def harvests(state: World, seat: int, card: Card) -> list[int]:
    """Return the regions with a production building in which a card would produce something
    (DEU-8.10)."""
    places = state.where[seat][PRODUCTION]
    if card.effect.terrain >= 0:
        places &= state.map.of_terrain[card.effect.terrain]
    return [place for place in members(places) if harvest(state, seat, card, place)[1]]


def activate_harvest(state: World, seat: int, card: Card) -> Step | None:
    """Return the decision about where to produce if there are several regions. Otherwise, produce
    in the only region, if there is one, and return None."""
    places = harvests(state, seat, card)
    if len(places) > 1:
        return Harvest(seat, card.index)
    for place in places:
        gain_resource(state, seat, card, *harvest(state, seat, card, place))
    return None


class Harvest(ChooseRegion):
    """D9: choose one of several production buildings, or none."""

    rules = ("DEU-14.2", "DEU-14.4", "DEU-14.1", "DEU-8.3", "DEU-8.10")

    def question(self, state: World) -> Text:
        return words("{card}: which production building produces?", card=self.face(state))

    def places(self, state: World) -> Sequence[int]:
        return harvests(state, self.seat, self.face(state))

    def use(self, state: World, place: int) -> None:
        card = self.face(state)
        gain_resource(state, self.seat, card, *harvest(state, self.seat, card, place))

    def region_label(self, state: World, place: int) -> Text:
        kind, amount = harvest(state, self.seat, self.face(state), place)
        what = resource(state.box.resources[kind].id, amount)
        return words("{region}: {what}", region=region(state, place), what=what)

    def refuse(self, state: World, pick: Value) -> Refusal:
        place = state.map.find(pick)
        if place < 0:
            return forbidden("DEU-14.1", "Choose a region, or skip.")
        if not state.where[self.seat][PRODUCTION] >> place & 1:
            return forbidden("DEU-14.1", "You have no production building there.")
        terrain = self.face(state).effect.terrain
        if terrain >= 0 and state.map.terrains[place].index != terrain:
            names = within(state.box.terrains[terrain].names)
            return forbidden("DEU-14.4", "The card needs a {terrain}.", terrain=names)
        return forbidden("DEU-8.10", "There is none of that resource left in the supply.")
