"""Roads, settlements, cities and walls, with their costs (CK-11)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Final

from engine.core.event import Value
from engine.errors import Refusal, forbidden
from engine.games.knights.choices import EdgeCommand, NodeCommand, Purchase, first_of, is_number
from engine.games.knights.component_types import CITY_PIECE, ROAD, SETTLEMENT_PIECE, WALL
from engine.games.knights.setup import put_building
from engine.games.knights.state import CITY, SETTLEMENT, Island
from engine.games.knights.victory import claim_victory, measure_roads
from engine.games.knights.wording import edge_label, node_label, priced
from engine.geometry.bit_sets import Mask
from engine.i18n.text import Text, words


def paid(state: Island, seat: int, name: str) -> Text:
    """Pay the cost called `name`, and return the cost in words."""
    cost = state.box.costs[name]
    state.pay(seat, cost)
    return priced(state.box, cost)


# ---------------------------------------------------------------------- roads


def road_edges(state: Island, seat: int) -> Mask:
    """Return the edges where the seat may build a road, ignoring the cost and the supply
    (CK-11.2)."""
    board = state.box.board
    nodes = (state.ends[seat] & ~state.others(seat)) | state.buildings(seat)
    return board.edges_at(nodes) & ~sum(state.networks)


def build_road(state: Island, seat: int, edge: int, rule: str, price: Text | None) -> None:
    """Place a road, and log it under `rule`. `price` is the price in words, or None for a free
    road. Measuring the roads is left to the caller (CK-12.6)."""
    state.lay_road(seat, edge)
    place = partial(edge_label, state, edge)
    if price is None:
        state.announce(rule, seat, "{seat} builds a road at {place} for free.", place=place)
    else:
        state.announce(
            rule, seat, "{seat} builds a road at {place} for {price}.", place=place, price=price
        )


def refuse_road(state: Island, seat: int, edge: Value | None) -> Refusal:
    """Return the reason why the seat cannot build a road on `edge` (CK-11.2)."""
    if not is_number(edge, state.board.edge_count):
        return forbidden("CK-11.2", "That is not an edge of the island.")
    if state.roads[edge] >= 0:
        return forbidden("CK-2.3", "There is already a road there.")
    if state.board.end_masks[edge] & state.ends[seat] & state.others(seat):
        return forbidden("CK-11.3", "You cannot build past another player's piece.")
    return forbidden("CK-11.2", "A road must connect to one of your own roads or buildings.")


class BuildRoad(Purchase, EdgeCommand):
    """D17: build a road (CK-11.2)."""

    key = "road"
    letter = "d"
    rules = ("CK-11.2", "CK-11.1", "CK-11.3")
    weight = 30
    cost: ClassVar[str] = "road"
    does = words("Build a road")
    asks = words("Where do you build the road?")
    piece = ROAD
    used_up = forbidden("CK-1.5", "You have no roads left.")
    no_place = forbidden("CK-11.2", "There is nowhere you could build a road.")

    def places(self, state: Island, seat: int) -> Mask:
        return road_edges(state, seat) if state.left(seat, ROAD) else 0

    def apply(self, state: Island, seat: int, rest: tuple[int]) -> None:
        build_road(state, seat, rest[0], "CK-11.2", paid(state, seat, self.cost))
        measure_roads(state)

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        return refuse_road(state, seat, first_of(rest))


# ---------------------------------------------------------------------- settlements and cities


class BuildSettlement(Purchase, NodeCommand):
    """D18: build a settlement (CK-11.4)."""

    key = "settlement"
    letter = "n"
    rules: ClassVar[tuple[str, ...]] = ("CK-11.4", "CK-11.1", "CK-11.5", "CK-11.7")
    weight = 200
    cost: ClassVar[str] = "settlement"
    does = words("Build a settlement")
    asks = words("Where do you build the settlement?")
    piece = SETTLEMENT_PIECE
    used_up = forbidden("CK-1.5", "You have no settlements left.")
    no_place = forbidden("CK-11.4", "There is nowhere you could build a settlement.")

    def places(self, state: Island, seat: int) -> Mask:
        nodes = state.sites & state.ends[seat]
        if not nodes or not state.left(seat, SETTLEMENT_PIECE):
            return 0
        return nodes & ~state.occupied

    def apply(self, state: Island, seat: int, rest: tuple[int]) -> None:
        price = paid(state, seat, self.cost)
        put_building(state, seat, rest[0], SETTLEMENT)
        state.announce(
            "CK-11.4",
            seat,
            "{seat} builds a settlement at {place} for {price}.",
            place=lambda: node_label(state, rest[0]),
            price=price,
        )
        measure_roads(state)

    def meant(self, state: Island, seat: int) -> Mask:
        return ~state.occupied

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        node = first_of(rest)
        if not is_number(node, state.board.node_count):
            return forbidden("CK-11.4", "That is not a corner of the island.")
        if state.level_at(node) > 0:
            return forbidden("CK-11.5", "There is a knight there.")
        if state.occupied >> node & 1:
            return forbidden("CK-2.3", "Something is already there.")
        if not state.sites >> node & 1:
            return forbidden("CK-11.7", "Buildings must be at least two roads apart.")
        return forbidden("CK-11.4", "A settlement must be at the end of one of your own roads.")


def upgradable(state: Island, seat: int) -> Mask:
    """Return the nodes where the seat can build a city now, ignoring the cost: those of its tipped
    cities or, if there are none and the supply has a city, those of its settlements (CK-6.19,
    CK-11.8)."""
    if state.tipped[seat]:
        return state.tipped[seat]
    return state.settlements[seat] if state.left(seat, CITY_PIECE) else 0


def upgrade(state: Island, seat: int, node: int, rule: str, price: Text) -> None:
    """Turn a settlement or a tipped city into a city, log it under `rule` with `price`, the price
    in words, and check for victory."""
    state.count_income(node, -1)
    state.replace(node, CITY)
    state.count_income(node, 1)
    state.announce(
        rule,
        seat,
        "{seat} builds a city at {place} for {price}.",
        place=lambda: node_label(state, node),
        price=price,
    )
    claim_victory(state)


def refuse_city(state: Island, seat: int, node: Value | None) -> Refusal:
    if is_number(node, state.board.node_count) and state.settlements[seat] >> node & 1:
        return forbidden("CK-6.19", "You must rebuild the tipped city first.")
    return forbidden(
        "CK-11.8", "You can build a city only in place of one of your own settlements."
    )


def why_no_city(state: Island, seat: int) -> Refusal | None:
    """Return a refusal if the seat cannot build a city, ignoring the cost; None if it can."""
    if upgradable(state, seat):
        return None
    if state.settlements[seat]:
        return forbidden("CK-1.5", "You have no cities left.")
    return forbidden("CK-11.8", "You have no settlement that can become a city.")


class BuildCity(Purchase, NodeCommand):
    """D19: replace a settlement or a tipped city with a city (CK-11.8, CK-6.19)."""

    key = "city"
    letter = "c"
    rules: ClassVar[tuple[str, ...]] = ("CK-11.8", "CK-11.1", "CK-11.9", "CK-6.19")
    weight = 200
    cost: ClassVar[str] = "city"
    does = words("Build a city")
    asks = words("Which settlement becomes a city?")

    places = staticmethod(upgradable)

    def meant(self, state: Island, seat: int) -> Mask:
        return state.settlements[seat] | state.tipped[seat]

    def none_left(self, state: Island, seat: int) -> Refusal | None:
        return why_no_city(state, seat) if state.settlements[seat] else None

    def apply(self, state: Island, seat: int, rest: tuple[int]) -> None:
        upgrade(state, seat, rest[0], "CK-11.8", paid(state, seat, self.cost))

    why_no_place = staticmethod(why_no_city)

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        return refuse_city(state, seat, first_of(rest))


# ---------------------------------------------------------------------- walls


_NO_WALLS: Final = forbidden("CK-11.10", "You have no walls left.")


def wallable(state: Island, seat: int) -> Mask:
    """Return the nodes of the seat's cities that can get a wall (CK-11.10)."""
    return state.cities[seat] & ~state.walls if state.left(seat, WALL) else 0


def build_wall(state: Island, seat: int, node: int, rule: str, price: Text | None) -> None:
    state.walls |= 1 << node
    place = partial(node_label, state, node)
    if price is None:
        state.announce(rule, seat, "{seat} builds a wall at {place} for free.", place=place)
    else:
        state.announce(
            rule, seat, "{seat} builds a wall at {place} for {price}.", place=place, price=price
        )


def refuse_wall(state: Island, seat: int, node: Value | None) -> Refusal:
    if is_number(node, state.board.node_count) and state.walls & state.cities[seat] & 1 << node:
        return forbidden("CK-11.10", "That city already has a wall.")
    return forbidden("CK-11.10", "You can place a wall only under one of your own cities.")


def why_no_wall(state: Island, seat: int) -> Refusal | None:
    """Return a refusal if the seat cannot build a wall, ignoring the cost; None if it can."""
    if not state.left(seat, WALL):
        return _NO_WALLS
    if not wallable(state, seat):
        return forbidden("CK-11.10", "You have no city without a wall.")
    return None


class BuildWall(Purchase, NodeCommand):
    """D20: build a city wall (CK-11.10)."""

    key = "wall"
    letter = "w"
    rules = ("CK-11.10", "CK-11.1")
    weight = 10
    cost: ClassVar[str] = "city_wall"
    does = words("Build a city wall")
    asks = words("Which city do you build the wall under?")

    places = staticmethod(wallable)

    def meant(self, state: Island, seat: int) -> Mask:
        return state.cities[seat]

    def none_left(self, state: Island, seat: int) -> Refusal | None:
        return None if state.left(seat, WALL) else _NO_WALLS

    def apply(self, state: Island, seat: int, rest: tuple[int]) -> None:
        build_wall(state, seat, rest[0], "CK-11.10", paid(state, seat, self.cost))

    why_no_place = staticmethod(why_no_wall)

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        return refuse_wall(state, seat, first_of(rest))
