"""Green cards that ask which production building produces (section 14)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from engine.core.event import Value
from engine.core.step_stack import Step
from engine.errors import Refusal, forbidden
from engine.games.deus.board import members
from engine.games.deus.card_effects import ChooseRegion, gain_resource
from engine.games.deus.components import PRODUCTION, Card
from engine.games.deus.state import World
from engine.games.deus.wording import region, resource, within
from engine.i18n.text import Text, words


def harvest(state: World, seat: int, card: Card, place: int) -> tuple[int, int]:
    """The resource that a card produces in a region and its amount, limited by the supply
    (DEU-14.1, DEU-14.2, DEU-14.4, DEU-8.6)."""
    kind = state.map.terrains[place].resource
    amount = card.effect.amount
    if card.effect.terrain >= 0:
        amount *= len(state.pieces_in(seat, place))
    return kind, min(amount, state.supply[kind])


def harvests(state: World, seat: int, card: Card) -> list[int]:
    """Regions with a production building in which a card produces something (DEU-8.10)."""
    places = state.where[seat][PRODUCTION]
    if card.effect.terrain >= 0:
        places &= state.map.of_terrain[card.effect.terrain]
    return [place for place in members(places) if harvest(state, seat, card, place)[1]]


def activate_harvest(state: World, seat: int, card: Card) -> Step | None:
    """Produce at once in a single region; ask if there are several."""
    places = harvests(state, seat, card)
    if len(places) > 1:
        return Harvest(seat, card.index)
    for place in places:
        gain_resource(state, seat, card, *harvest(state, seat, card, place))
    return None


@frozen
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
        return forbidden("DEU-8.10", "The supply has none of that resource left.")
