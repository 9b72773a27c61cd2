"""Cards of the science deck (CK-20), except the Alchemist, the Crane and the Printer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from engine.core.event import Value
from engine.core.step import Decision, Place
from engine.errors import Refusal, forbidden
from engine.games.knights.board import members
from engine.games.knights.building import (
    build_road,
    build_wall,
    paid,
    refuse_city,
    refuse_road,
    refuse_wall,
    road_edges,
    upgradable,
    upgrade,
    wallable,
    why_no_city,
    why_no_wall,
)
from engine.games.knights.choices import HEX, PASS, EdgeChoice, NodeChoice, cannot_pay
from engine.games.knights.component_types import ROAD
from engine.games.knights.knights import promotable, promote, refuse_promotion
from engine.games.knights.production import hexes_touched, take_for_hexes
from engine.games.knights.progress import Effect, asking, requiring_any
from engine.games.knights.state import Island
from engine.games.knights.victory import MeasureRoads
from engine.games.knights.wording import amount, hex_label, hex_name
from engine.i18n.text import Text, words

YIELD_EACH: Final = 2
FREE_ROADS: Final = 2
SMITH_KNIGHTS: Final = 2


# ---------------------------------------------------------------------- Engineer


class EngineerCity(NodeChoice[int]):
    """D50: choose the city that gets the wall (CK-20.4)."""

    rules = ("CK-20.4", "CK-11.10")
    asks = words("Which city do you build the wall under?")

    def options(self, state: Island) -> Sequence[int]:
        return members(wallable(state, self.seat))

    def apply(self, state: Island, pick: int) -> None:
        build_wall(state, self.seat, pick, "CK-20.4", None)

    def refuse(self, state: Island, pick: Value) -> Refusal:
        return refuse_wall(state, self.seat, pick)


# ---------------------------------------------------------------------- Inventor


def _movable(state: Island) -> list[int]:
    tokens = state.box.movable_tokens
    return [hex for hex, number in enumerate(state.numbers) if number in tokens]


def _why_no_inventor(state: Island, seat: int) -> Refusal | None:
    if len(set(state.box.movable_tokens).intersection(state.numbers)) > 1:
        return None
    return forbidden("CK-20.5", "There are no two tokens that you could swap.")


class InventorPair(Decision[Island, tuple[int, int]]):
    """D47: choose two tokens to swap (CK-20.5)."""

    rules = ("CK-20.5",)
    parts = 2
    asks = words("Which two tokens do you swap?")
    refuses = words("Swap two different numbers. The tokens 2, 6, 8 and 12 stay where they are.")

    def options(self, state: Island) -> Sequence[tuple[int, int]]:
        hexes, numbers = _movable(state), state.numbers
        return [(one, other) for one in hexes for other in hexes if numbers[one] != numbers[other]]

    def apply(self, state: Island, pick: tuple[int, int]) -> None:
        """Swap the tokens. The robber does not move."""
        one, other = pick
        state.announce(
            "CK-20.5",
            self.seat,
            "{seat} swaps the tokens on {one} and {other}.",
            one=lambda: hex_name(state, one),
            other=lambda: hex_name(state, other),
        )
        swapped = [hex for hex in pick if hex != state.robber]
        for hex in swapped:
            state.count_hex(hex, -1)
        numbers = list(state.numbers)
        numbers[one], numbers[other] = numbers[other], numbers[one]
        state.set_numbers(tuple(numbers))
        for hex in swapped:
            state.count_hex(hex, 1)

    def in_words(self, state: Island, pick: Value) -> Text | None:
        match pick:
            case (int(one), int(other)):
                here, there = hex_label(state, one), hex_label(state, other)
                return words("Swap the tokens on {one} and {other}", one=here, other=there)
        return None

    def label(self, state: Island, chosen: tuple[int, ...]) -> Text:
        return hex_label(state, chosen[-1])

    def target(self, state: Island, chosen: tuple[int, ...]) -> Place | None:
        return (HEX, chosen[-1]) if chosen else None

    def refuse_place(self, state: Island, chosen: tuple[int, ...], place: Place) -> Refusal | None:
        if place[0] != HEX or len(place) != 2:
            return None
        fits = place[1] in self.part_options(state, chosen)
        return None if fits else self.refuse(state, place)


# ---------------------------------------------------------------------- Irrigation and Mining


def _harvest_hexes(state: Island, seat: int, kind: int) -> list[int]:
    terrains, by_id = state.terrains, state.box.terrains
    return [hex for hex in hexes_touched(state, seat) if by_id[terrains[hex]].resource == kind]


def _harvest(kind: str, rule: str) -> Effect:
    """Return the effect of a card that gives two cards of the resource `kind` for each hex of this
    resource next to the seat's buildings, or as many as the bank has (CK-20.6, CK-20.8)."""

    def why_not(state: Island, seat: int) -> Refusal | None:
        number = state.box.kind_numbers[kind]
        if not _harvest_hexes(state, seat, number):
            return forbidden(rule, "None of your buildings is next to a hex of this terrain.")
        if not state.bank[number]:
            return forbidden(rule, "The bank has no cards of that kind.")
        return None

    def play(state: Island, seat: int) -> None:
        number = state.box.kind_numbers[kind]
        hexes = _harvest_hexes(state, seat, number)
        taken = take_for_hexes(state, seat, hexes, number, YIELD_EACH)
        state.announce(rule, seat, "{seat} takes {cards}.", cards=amount(kind, taken))

    return Effect(why_not, play)


# ---------------------------------------------------------------------- Medicine


def _may_heal(state: Island, seat: int) -> bool:
    return state.holds(seat, state.box.costs["city_medicine"]) and bool(upgradable(state, seat))


def _why_no_medicine(state: Island, seat: int) -> Refusal | None:
    cost = state.box.costs["city_medicine"]
    return why_no_city(state, seat) or cannot_pay(state, seat, cost, "CK-20.7")


class MedicineSettlement(NodeChoice[int]):
    """D48: choose the settlement or tipped city that becomes a city (CK-20.7)."""

    rules = ("CK-20.7", "CK-11.8", "CK-6.19")
    asks = words("Which settlement becomes a city?")

    def options(self, state: Island) -> Sequence[int]:
        return members(upgradable(state, self.seat))

    def apply(self, state: Island, pick: int) -> None:
        upgrade(state, self.seat, pick, "CK-20.7", paid(state, self.seat, "city_medicine"))

    def refuse(self, state: Island, pick: Value) -> Refusal:
        return refuse_city(state, self.seat, pick)


# ---------------------------------------------------------------------- Road Building


def why_no_roads(state: Island, seat: int, rule: str) -> Refusal | None:
    """Return a refusal under `rule` if the seat cannot build a road, ignoring the cost; None if it
    can."""
    if not state.left(seat, ROAD):
        return forbidden(rule, "You have no roads left.")
    if not road_edges(state, seat):
        return forbidden(rule, "There is nowhere you could build a road.")
    return None


class FreeRoad(EdgeChoice[int | str]):
    """D49: place a free road. The second one can be declined (CK-20.10)."""

    rules = ("CK-20.10", "CK-11.2")
    declines: ClassVar[Text] = words("Skip the second road")

    number: int

    def options(self, state: Island) -> Sequence[int | str]:
        edges = members(road_edges(state, self.seat))
        return edges if self.number == 1 else [*edges, PASS]

    def apply(self, state: Island, pick: int | str) -> None:
        if isinstance(pick, str):
            return
        build_road(state, self.seat, pick, self.rules[0], None)
        if self.number < FREE_ROADS and state.left(self.seat, ROAD):
            state.push(type(self)(self.seat, self.number + 1))

    def question(self, state: Island) -> Text:
        if self.number == 1:
            return words("Where do you build your first free road?")
        return words("Where do you build your second free road?")

    def refuse(self, state: Island, pick: Value) -> Refusal:
        return refuse_road(state, self.seat, pick)


# ---------------------------------------------------------------------- Smith


class SmithPromote(NodeChoice[int | str]):
    """D25 for the Smith: promote a knight for free. The second promotion can be declined
    (CK-20.11)."""

    rules = ("CK-20.11", "CK-15.5", "CK-15.6", "CK-15.8")
    declines: ClassVar[Text] = words("Skip the second knight")
    asks = words("Which knight does the Smith promote?")

    number: int

    def options(self, state: Island) -> Sequence[int | str]:
        nodes = members(promotable(state, self.seat))
        return nodes if self.number == 1 else [*nodes, PASS]

    def apply(self, state: Island, pick: int | str) -> None:
        if isinstance(pick, str):
            return
        promote(state, self.seat, pick, "CK-20.11", None)
        if self.number < SMITH_KNIGHTS:
            state.push(SmithPromote(self.seat, self.number + 1))

    def refuse(self, state: Island, pick: Value) -> Refusal:
        return refuse_promotion(state, self.seat, pick)


EFFECTS: Final = {
    "engineer": Effect(why_no_wall, asking(EngineerCity), wallable),
    "inventor": Effect(_why_no_inventor, asking(InventorPair)),
    "irrigation": _harvest("grain", "CK-20.6"),
    "medicine": Effect(_why_no_medicine, asking(MedicineSettlement), _may_heal),
    "mining": _harvest("ore", "CK-20.8"),
    "road_building": Effect(
        lambda state, seat: why_no_roads(state, seat, "CK-20.10"),
        lambda state, seat: state.push(FreeRoad(seat, 1), MeasureRoads()),
    ),
    "smith": requiring_any(
        promotable,
        forbidden("CK-20.11", "You have no knight that you can promote."),
        lambda state, seat: state.push(SmithPromote(seat, 1)),
    ),
}
