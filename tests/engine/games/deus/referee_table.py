"""The table of the second referee of Deus, derived slowly from the rules alone.

It shares no code with the game: regions, pieces, cards and resources are their ids, everything is
in plain dicts and lists, and nothing is stored that can be counted. `referee` plays on it.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from itertools import product
from typing import Any

from engine.games.deus.game import GAME

Box = dict[str, Any]
Bag = tuple[tuple[str, int], ...]

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps from a region to its neighbours, in the order of the positions 1 to 6 (DEU-2.2)."""


class Disagreement(AssertionError):
    """The game did something that the referee's rules do not allow."""


def read_box(changes: Mapping[str, Any]) -> Box:
    """The component values, with custom costs, copies and end."""
    box = deepcopy(_box())
    box["end"] |= changes.get("end", {})
    for change in changes.get("card", ()):
        card = next(one for one in box["card"] if one["id"] == change["id"])
        card["cost"] |= change["cost"]
        card["copies"] = change.get("copies", card["copies"])
    return box


@cache
def _box() -> Box:
    return tomllib.loads((GAME.folder / "components.toml").read_text(encoding="utf-8"))


def bags(pool: Mapping[str, int], least: int, most: int) -> list[Bag]:
    """Every multiset of `least` to `most` things of a pool."""
    amounts = product(*(range(min(number, most) + 1) for number in pool.values()))
    return [
        tuple((kind, n) for kind, n in zip(pool, chosen, strict=True) if n)
        for chosen in amounts
        if least <= sum(chosen) <= most
    ]


class Table:
    """A position; the fields are named after their content."""

    def __init__(self, seats: int, box: Box) -> None:
        self.box = box
        self.seats = list(range(seats))
        self.cards: dict[str, Any] = {card["id"]: card for card in box["card"]}
        self.types: dict[str, Any] = {one["id"]: one for one in box["building_type"]}
        self.standard = [one for one in self.types if one != "temple"]
        self.kinds: list[str] = [one["id"] for one in box["resource"]]
        self.limits: dict[str, int] = box["limits"]
        count = next(one for one in box["player_count"] if one["players"] == seats)
        start = box["player_start"]

        self.terrain: dict[str, str] = {}
        self.place: dict[str, tuple[int, int]] = {}
        self.beside: dict[str, list[str]] = {}
        self.pieces: dict[str, list[tuple[int, str]]] = {}
        self.village_vp: dict[str, int] = {}
        self.attacked: list[str] = []

        self.supply: dict[str, int] = {
            kind: count["resources_each"] - seats * start["resources"][kind] for kind in self.kinds
        }
        self.temples: int = count["temples"]
        self.resources: list[dict[str, int]] = [dict(start["resources"]) for _ in self.seats]
        self.gold: list[int] = [start["gold"] for _ in self.seats]
        self.vp: list[int] = [start["vp"] for _ in self.seats]
        self.available = [
            dict.fromkeys(self.standard, start["pieces_on_board_per_type"]) for _ in self.seats
        ]
        self.stock = [
            dict.fromkeys(self.standard, start["pieces_in_stock_per_type"]) for _ in self.seats
        ]

        self.deck: list[str] = [c["id"] for c in box["card"] for _ in range(c["copies"])]
        self.discard: list[str] = []
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.columns: list[dict[str, list[dict[str, Any]]]] = [
            {type_: [] for type_ in self.types} for _ in self.seats
        ]
        self.wildcards_left = [0 for _ in self.seats]

        self.first = -1
        self.round = 0
        self.active = -1
        self.constructions = 0
        self.idle = 0
        self.final_round = 0
        self.over = False

    # ------------------------------------------------------------------ the map

    def lay(self, slots: Sequence[Any], tiles: Sequence[Any]) -> None:
        """Lay the tiles and their villages' VP (DEU-2.2, DEU-2.3, DEU-3.2)."""
        sides = {one["id"]: one for one in self.box["tile_side"]}
        for slot, ((q, r), (side, rotation)) in enumerate(zip(slots, tiles, strict=True)):
            self.terrain[f"{slot}.0"], self.place[f"{slot}.0"] = sides[side]["center"], (q, r)
            for printed, terrain in enumerate(sides[side]["ring"], start=1):
                position = (printed - 1 + rotation) % 6 + 1
                over, down = STEPS[position - 1]
                self.terrain[f"{slot}.{position}"] = terrain
                self.place[f"{slot}.{position}"] = (q + over, r + down)
        self.pieces = {region: [] for region in self.terrain}
        for region, (q, r) in self.place.items():
            around = [(q + over, r + down) for over, down in STEPS]
            self.beside[region] = [one for one, at in self.place.items() if at in around]
        for region, terrain in self.terrain.items():
            if terrain == "village":
                self.village_vp[region] = len(self.near(region))

    def near(self, region: str) -> list[str]:
        """The neighbours of a region (DEU-2.1)."""
        return self.beside[region]

    def distance(self, start: str, goal: str) -> int:
        """Number of steps between two regions, over any regions (DEU-2.7)."""
        reached, steps = {start}, 0
        while goal not in reached:
            reached |= {near for region in reached for near in self.near(region)}
            steps += 1
        return steps

    def kind(self, region: str) -> str:
        """land, sea or village."""
        found = next(one for one in self.box["terrain"] if one["id"] == self.terrain[region])
        return str(found["kind"])

    def yields(self, region: str) -> str:
        """The resource of a land region (DEU-1.9)."""
        found = next(one for one in self.box["terrain"] if one["id"] == self.terrain[region])
        return str(found["resource"])

    def is_edge(self, region: str) -> bool:
        """Fewer than 6 neighbours (DEU-2.6)."""
        return len(self.near(region)) < 6

    def check_map(self, slots: Sequence[Any], tiles: Sequence[Any]) -> None:
        """No tile twice, all connected, no two villages adjacent (DEU-2.4, 2.8, 3.1, 22.4)."""
        lattice = [tuple(one) for one in self.box["geometry"]["tile_lattice"]]
        count = next(one for one in self.box["player_count"] if one["players"] == len(self.seats))
        reached = [slots[0]]
        for q, r in reached:
            beside = [(q + over, r + down) for over, down in lattice]
            reached += [one for one in slots if one in beside and one not in reached]
        villages = [region for region in self.terrain if self.terrain[region] == "village"]
        good = (
            len(set(slots)) == len(slots) == len(tiles) == count["tiles"]
            and len(reached) == len(slots)
            and len({side[0] for side, _ in tiles}) == len(tiles)
            and all(0 <= rotation < 6 for _, rotation in tiles)
            and len(set(self.place.values())) == 7 * len(tiles)
            and not any(other in villages for one in villages for other in self.near(one))
        )
        if not good:
            raise Disagreement(f"no map: {slots} {tiles}")

    # ------------------------------------------------------------------ pieces on the map

    def own(self, seat: int, region: str) -> list[str]:
        """The types of a seat's pieces in a region."""
        return [type_ for owner, type_ in self.pieces[region] if owner == seat]

    def occupied(self, seat: int) -> list[str]:
        """The regions with a piece of a seat (DEU-8.8)."""
        return [region for region in self.terrain if self.own(seat, region)]

    def with_at_least(self, seat: int, number: int) -> int:
        """Number of "n+ regions" of a seat, temples included (DEU-8.7)."""
        return sum(len(self.own(seat, region)) >= number for region in self.terrain)

    def on_terrain(self, seat: int, terrain: str) -> int:
        """Number of regions of a terrain that a seat occupies."""
        return sum(self.terrain[region] == terrain for region in self.occupied(seat))

    def with_piece(self, seat: int, type_: str) -> list[str]:
        """The regions with a seat's piece of a type."""
        return [region for region in self.terrain if type_ in self.own(seat, region)]

    def villages(self) -> list[str]:
        """The villages that have not been attacked."""
        return [village for village in self.village_vp if village not in self.attacked]

    def neighbours_of_army(self, seat: int, army: str) -> list[int]:
        """The opponents that occupy a region next to an army (DEU-17.1)."""
        near = self.near(army)
        return [
            other
            for other in self.seats
            if other != seat and any(self.own(other, region) for region in near)
        ]

    # ------------------------------------------------------------------ where to build

    def places(self, seat: int, type_: str) -> dict[str, int]:
        """Regions where a piece may be built, with their prices in VP (section 7, DEU-9.4)."""
        built_on = self.types[type_]["built_on"]
        right = [region for region in self.terrain if self.kind(region) == built_on]
        if type_ == "temple":
            owned = [region for region in right if self.own(seat, region)]
            return {region: 0 for region in owned if "temple" not in self.own(seat, region)}
        if not self.occupied(seat):
            return dict.fromkeys(self.first_places(seat, right), 0)
        free = [region for region in right if self.is_near_own(seat, region, type_)]
        result = dict.fromkeys(free, 0)
        price = self.limits["edge_placement_vp_cost"]
        if self.vp[seat] >= price:
            for region in right:
                if region not in free and not self.pieces[region] and self.is_edge(region):
                    result[region] = price
        return result

    def is_near_own(self, seat: int, region: str, type_: str) -> bool:
        """Own region without that type, or empty next to an own one (DEU-7.3, DEU-7.4)."""
        if self.pieces[region]:
            return bool(self.own(seat, region)) and type_ not in self.own(seat, region)
        return any(self.own(seat, other) for other in self.near(region))

    def first_places(self, seat: int, right: Sequence[str]) -> list[str]:
        """Empty edge regions, far from opponents if possible (DEU-7.1, DEU-7.2)."""
        empty = [region for region in right if self.is_edge(region) and not self.pieces[region]]
        taken = [other for other in self.terrain if self.pieces[other]]
        least = self.limits["first_building_min_distance"]
        far = [
            region
            for region in empty
            if all(self.distance(region, other) >= least for other in taken)
        ]
        return far or empty

    # ------------------------------------------------------------------ what to pay, what to build

    def payments(self, seat: int, card: str) -> list[Bag]:
        """The ways to pay for a card, each resource by a token or by 4 gold (section 6)."""
        cost = self.cards[card]["cost"]
        result = []
        for tokens in product(*(range(cost[kind] + 1) for kind in self.kinds)):
            paid = dict(zip(self.kinds, tokens, strict=True))
            replaced = sum(cost[kind] - paid[kind] for kind in self.kinds)
            paid["gold"] = cost["gold"] + replaced * self.limits["gold_per_replaced_resource"]
            if paid["gold"] <= self.gold[seat] and all(
                paid[kind] <= self.resources[seat][kind] for kind in self.kinds
            ):
                result.append(tuple((kind, number) for kind, number in paid.items() if number))
        return result

    def may_build_temple(self, seat: int) -> bool:
        """The n-th temple needs n - 1 cards in every standard column (DEU-9.2)."""
        needed = len(self.columns[seat]["temple"])
        return all(len(self.columns[seat][type_]) >= needed for type_ in self.standard)

    def builds(self, seat: int) -> list[tuple[Any, ...]]:
        """Every face-up construction (DEU-4.3, DEU-5.1, DEU-7.10, DEU-9.5, DEU-9.6)."""
        result: list[tuple[Any, ...]] = []
        for card in sorted(set(self.hands[seat])):
            type_ = self.cards[card]["type"]
            payments = self.payments(seat, card)
            if type_ == "temple" and not self.may_build_temple(seat):
                continue
            if type_ != "temple" and not self.available[seat][type_]:
                continue
            if type_ == "temple" and not self.temples:
                result += [("build", card, paid) for paid in payments]
                continue
            places = self.places(seat, type_) if payments else {}
            result += [("build", card, paid, place) for paid in payments for place in places]
        return result

    def builds_face_down(self, seat: int) -> list[tuple[Any, ...]]:
        """Every construction of a wildcard (DEU-22.6 to DEU-22.8)."""
        if not self.wildcards_left[seat]:
            return []
        result: list[tuple[Any, ...]] = []
        for type_ in self.standard:
            if self.available[seat][type_] and self.gold[seat] >= self.rank_price(seat, type_):
                places, cards = self.places(seat, type_), sorted(set(self.hands[seat]))
                result += [("wildcard", card, type_, at) for card in cards for at in places]
        return result

    def rank_price(self, seat: int, type_: str) -> int:
        """Price of the next card of a column face down (DEU-22.7)."""
        each: int = self.box["variant"]["wildcard"]["gold_cost_per_rank"]
        return each * (len(self.columns[seat][type_]) + 1)

    def hand_tokens(self, seat: int) -> list[str]:
        """The cards of a hand, the second of two equal ones as "farm 2"."""
        seen: Counter[str] = Counter()
        result = []
        for card in self.hands[seat]:
            seen[card] += 1
            result.append(card if seen[card] == 1 else f"{card} {seen[card]}")
        return result

    # ------------------------------------------------------------------ armies

    def marches(self, seat: int, army: str, most: int) -> list[str]:
        """Regions where an army may stop after 1 to `most` steps (DEU-18.2, DEU-18.3, DEU-9.7)."""
        if sorted(self.own(seat, army)) == ["military", "temple"]:
            return []
        reached = [army]
        for _ in range(most):
            reached += [
                region
                for region in self.terrain
                if region not in reached
                and self.may_pass(seat, region)
                and any(other in reached for other in self.near(region))
            ]
        return [region for region in reached if region != army and self.may_stop(seat, region)]

    def may_pass(self, seat: int, region: str) -> bool:
        """Any land and any village, sea only with a ship of the seat (DEU-18.2)."""
        return self.kind(region) != "sea" or "maritime" in self.own(seat, region)

    def may_stop(self, seat: int, region: str) -> bool:
        """Empty or own land, sea with an own ship; no second army, no village (DEU-18.3)."""
        if self.kind(region) == "village" or "military" in self.own(seat, region):
            return False
        if self.kind(region) == "sea":
            return "maritime" in self.own(seat, region)
        return not self.pieces[region] or bool(self.own(seat, region))

    # ------------------------------------------------------------------ scores

    def holding(self, seat: int, what: str) -> int:
        """Gold or a resource that a seat has."""
        return self.gold[seat] if what == "gold" else self.resources[seat][what]

    def temple_score(self, seat: int, card: str) -> int:
        """Points of a temple card at the end, at most 12 (section 19)."""
        effect = self.cards[card]["effect"]
        match effect["kind"]:
            case "end_vp_per_region_with":
                number = self.with_at_least(seat, effect["min_buildings"])
            case "end_vp_per_holding":
                number = self.holding(seat, effect["holding"]) // effect["per"]
            case "end_vp_per_temple":
                number = len(self.columns[seat]["temple"])
            case "end_vp_per_color_set":
                number = min(len(self.columns[seat][type_]) for type_ in self.standard)
            case "end_vp_per_terrain_region":
                number = self.on_terrain(seat, effect["terrain"])
            case kind:
                raise Disagreement(f"no temple: {kind}")
        return int(min(effect["vp"] * number, self.limits["temple_vp_max"]))

    def temple_scores(self, seat: int) -> list[int]:
        """Points of all temples of a seat."""
        return [self.temple_score(seat, one["card"]) for one in self.columns[seat]["temple"]]

    def majority_score(self, seat: int, what: str) -> int:
        """2 VP for everyone who has most of it, if they have any (DEU-21.3)."""
        most = max(self.holding(other, what) for other in self.seats)
        scored = most >= 1 and self.holding(seat, what) == most
        return int(self.box["final_scoring"]["majority_vp"]) if scored else 0

    def total(self, seat: int) -> int:
        """VP tokens, temples and majorities (section 21)."""
        majorities = self.box["final_scoring"]["majority_categories"]
        return (
            self.vp[seat]
            + sum(self.temple_scores(seat))
            + sum(self.majority_score(seat, what) for what in majorities)
        )

    def ranking(self) -> list[int]:
        """Every seat's place, with shared places (DEU-21.5)."""
        totals = [self.total(seat) for seat in self.seats]
        return [1 + sum(other > mine for other in totals) for mine in totals]

    def clockwise(self, seat: int) -> Iterator[int]:
        """All seats, this one first (DEU-4.1)."""
        return ((seat + steps) % len(self.seats) for steps in self.seats)
