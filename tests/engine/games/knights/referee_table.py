"""The table of a second, slow referee of Cities & Knights: plain dicts and lists, read from the
rulebook alone. It uses nothing of the game's own rules, only the component data.

`Table` answers questions about a position; `referee.py` plays from one to the next.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import engine.games.knights

BOX: dict[str, Any] = tomllib.loads(
    (Path(engine.games.knights.__file__).parent / "components.toml").read_text("utf-8")
)

KINDS = [one["id"] for one in BOX["card_kinds"]]
RESOURCES = [one["id"] for one in BOX["card_kinds"] if one["class"] == "resource"]
COMMODITIES = [one["id"] for one in BOX["card_kinds"] if one["class"] == "commodity"]
STOCK = {one["id"]: one["bank"] for one in BOX["card_kinds"]}
TRACKS = {one["id"]: one for one in BOX["improvement_tracks"]}
DECK_OF = {one["id"]: one["deck"] for one in BOX["progress_cards"]}
POINT_CARDS = ("printer", "constitution")
COSTS = {one["id"]: one["cost"] for one in BOX["costs"]}
TERRAINS = {one["id"]: one for one in BOX["terrains"]}
SUPPLY = {one["id"]: one["per_player"] for one in BOX["player_pieces"]}

HEX_NODES = {one["id"]: one["nodes"] for one in BOX["geometry"]["hexes"]}
NEIGHBOUR_HEXES = {one["id"]: one["neighbours"] for one in BOX["geometry"]["hexes"]}
NODES = {one["id"]: one for one in BOX["geometry"]["nodes"]}
EDGES = {one["id"]: (one["a"], one["b"]) for one in BOX["geometry"]["edges"]}
HARBORS = [one["nodes"] for one in BOX["harbors"]["places"]]

NOBODY = -1

Cards = dict[str, int]
Pick = Any


class Over(Exception):
    """The active player has won."""


@dataclass
class Ask:
    """A decision of a seat: its name, its legal picks, and a test of legality if they are too many
    to list."""

    seat: int
    name: str
    options: list[Pick]
    allows: Callable[[Pick], bool]
    whole: bool = True


@dataclass
class Chance:
    """A decision of dice or cards."""

    name: str
    possible: Callable[[Any], bool]


Due = list[Ask] | Chance
Play = Generator[Due, tuple[int, Any], Any]


@dataclass
class Stone:
    """A piece on a node: a settlement, a city, a tipped city or a knight."""

    seat: int
    piece: str
    level: int = 0
    active: bool = False
    ready: bool = False
    promoted: bool = False
    wall: bool = False

    @property
    def is_building(self) -> bool:
        """A building of any form; not a knight."""
        return self.piece != "knight"


@dataclass
class Table:
    """A position, as plain as possible."""

    seats: int
    target: int = 13
    base: int = 7
    layout: str = "random_spiral"
    counted: bool = False
    own_map: Any = None
    terrains: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    harbors: list[str] = field(default_factory=list)
    at: dict[int, Stone] = field(default_factory=dict)
    roads: dict[int, int] = field(default_factory=dict)
    robber: int = NOBODY
    locked: bool = True
    merchant: int = NOBODY
    merchant_owner: int = NOBODY
    bank: Cards = field(default_factory=lambda: dict(STOCK))
    ship: int = 0
    active: int = 0
    award: int = NOBODY
    alchemist: bool = False
    crane: bool = False
    fleet: set[str] = field(default_factory=set)
    dealt: set[int] = field(default_factory=set)
    dice: tuple[int, int] = (0, 0)
    event: str = ""

    def __post_init__(self) -> None:
        everyone = range(self.seats)
        self.hands: list[Cards] = [dict.fromkeys(KINDS, 0) for _ in everyone]
        self.decks: dict[str, list[str]] = {track: [] for track in TRACKS}
        self.progress: list[list[str]] = [[] for _ in everyone]
        self.opened: list[list[str]] = [[] for _ in everyone]
        self.levels = [dict.fromkeys(TRACKS, 0) for _ in everyone]
        self.metropolis: dict[str, int | None] = dict.fromkeys(TRACKS)
        self.defenders = [0 for _ in everyone]
        self.lengths = [0 for _ in everyone]
        self.known: list[Cards] = [dict.fromkeys(KINDS, 0) for _ in everyone]
        self.produced: list[Cards] = [dict.fromkeys(KINDS, 0) for _ in everyone]
        self.arranged: list[Cards] = [dict.fromkeys(KINDS, 0) for _ in everyone]
        self.expected = [0 for _ in everyone]
        self.rolled = [0] * 13
        self.faces = dict.fromkeys(("ship", *(one["event_face"] for one in TRACKS.values())), 0)

    # ------------------------------------------------------------------ seats and cards

    def from_seat(self, seat: int) -> list[int]:
        """In turn order from a seat, once round."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def opponents(self) -> list[int]:
        """CK-17.5: the opponents of the active player, in turn order from the next seat."""
        return self.from_seat(self.active)[1:]

    def size(self, seat: int) -> int:
        """Number of a seat's hand cards."""
        return sum(self.hands[seat].values())

    def can_pay(self, seat: int, cost: Cards) -> bool:
        """Whether a hand holds all these cards."""
        return all(self.hands[seat][kind] >= number for kind, number in cost.items())

    def pay(self, seat: int, cost: Cards) -> None:
        """CK-1.4: everything paid returns to the bank."""
        for kind, number in cost.items():
            self.hands[seat][kind] -= number
            self.bank[kind] += number
            self.forget(seat, kind, number)

    def take(self, seat: int, kind: str, number: int) -> None:
        """Take cards from the bank."""
        self.bank[kind] -= number
        self.hands[seat][kind] += number
        self.known[seat][kind] += number

    def pass_on(self, giver: int, taker: int, cards: Cards, *, unseen: bool = False) -> None:
        """Transfer cards; with `unseen` only the two players know which (CK-24.5), so others must
        assume that any of the giver's cards are gone."""
        for kind, number in cards.items():
            self.hands[giver][kind] -= number
            self.hands[taker][kind] += number
            if not unseen:
                self.forget(giver, kind, number)
                self.known[taker][kind] += number
        if unseen:
            for kind in KINDS:
                self.forget(giver, kind, sum(cards.values()))

    def forget(self, seat: int, kind: str, number: int) -> None:
        """CK-23.9: forget publicly known cards of a hand."""
        self.known[seat][kind] = max(0, self.known[seat][kind] - number)

    # ------------------------------------------------------------------ pieces

    def of(self, seat: int, *pieces: str) -> list[int]:
        """The nodes of a seat's pieces of these kinds."""
        return sorted(n for n, s in self.at.items() if s.seat == seat and s.piece in pieces)

    def buildings(self, seat: int) -> list[int]:
        """The nodes of a seat's buildings."""
        return self.of(seat, "settlement", "city", "tipped")

    def left(self, seat: int, piece: str) -> int:
        """CK-1.5: number of a kind of piece in a seat's supply; a tipped city is a city piece on
        the board (CK-6.18)."""
        mine = [stone for stone in self.at.values() if stone.seat == seat]
        on_board = {
            "road": sum(owner == seat for owner in self.roads.values()),
            "settlement": sum(s.piece == "settlement" for s in mine),
            "city": sum(s.piece in ("city", "tipped") for s in mine),
            "city_wall": sum(s.wall for s in mine),
            "knight_basic": sum(s.level == 1 for s in mine),
            "knight_strong": sum(s.level == 2 for s in mine),
            "knight_mighty": sum(s.level == 3 for s in mine),
        }
        return int(SUPPLY[piece]) - on_board[piece]

    def knights_left(self, seat: int, level: int) -> int:
        """Number of knights of a level in the supply."""
        return self.left(seat, ("knight_basic", "knight_strong", "knight_mighty")[level - 1])

    def available_cities(self, seat: int) -> list[int]:
        """The seat's cities without a metropolis."""
        taken = self.metropolis.values()
        return [node for node in self.of(seat, "city") if node not in taken]

    def metropolis_owner(self, track: str) -> int:
        """The owner of the metropolis of a track."""
        node = self.metropolis[track]
        return NOBODY if node is None else self.at[node].seat

    def limit(self, seat: int) -> int:
        """CK-9.2: maximum hand size without discarding at a seven."""
        return self.base + 2 * sum(s.wall for s in self.at.values() if s.seat == seat)

    def points(self, seat: int) -> int:
        """CK-22.1."""
        worth = {"settlement": 1, "tipped": 1, "city": 2, "knight": 0}
        total = sum(worth[s.piece] for s in self.at.values() if s.seat == seat)
        total += sum(2 for track in TRACKS if self.metropolis_owner(track) == seat)
        total += self.defenders[seat] + len(self.opened[seat])
        total += 2 * (self.award == seat) + (self.merchant_owner == seat)
        return total

    # ------------------------------------------------------------------ places

    def road_ends(self, seat: int) -> set[int]:
        """The nodes where one of the seat's roads ends."""
        return {node for edge, owner in self.roads.items() if owner == seat for node in EDGES[edge]}

    def is_foreign(self, seat: int, node: int) -> bool:
        """Whether another player's piece is on a node."""
        return node in self.at and self.at[node].seat != seat

    def keeps_distance(self, node: int) -> bool:
        """CK-11.7: no building on an adjacent node."""
        return not any(
            near in self.at and self.at[near].is_building for near in NODES[node]["adjacent"]
        )

    def road_places(self, seat: int) -> list[int]:
        """CK-11.2: empty edges next to one of the seat's buildings, or next to one of its roads at
        a node without another player's piece."""
        ends = {node for node in self.road_ends(seat) if not self.is_foreign(seat, node)}
        starts = ends | set(self.buildings(seat))
        return [edge for edge in EDGES if edge not in self.roads and starts & set(EDGES[edge])]

    def settlement_places(self, seat: int) -> list[int]:
        """CK-11.4, CK-11.5."""
        return sorted(
            n for n in self.road_ends(seat) if n not in self.at and self.keeps_distance(n)
        )

    def city_places(self, seat: int) -> list[int]:
        """CK-11.8, CK-6.19: tipped cities first, and these take no city piece."""
        tipped = self.of(seat, "tipped")
        if tipped:
            return tipped
        return self.of(seat, "settlement") if self.left(seat, "city") else []

    def wall_places(self, seat: int) -> list[int]:
        """CK-11.10."""
        if not self.left(seat, "city_wall"):
            return []
        return [node for node in self.of(seat, "city") if not self.at[node].wall]

    def knight_places(self, seat: int) -> list[int]:
        """CK-15.1: empty nodes where one of the seat's roads ends."""
        return sorted(node for node in self.road_ends(seat) if node not in self.at)

    def promotable(self, seat: int) -> list[int]:
        """CK-15.4, CK-15.6, CK-15.8."""
        found = []
        for node in self.of(seat, "knight"):
            knight = self.at[node]
            if (
                knight.level == 3
                or knight.promoted
                or not self.knights_left(seat, knight.level + 1)
            ):
                continue
            if knight.level == 2 and self.levels[seat]["politics"] < 3:
                continue
            found.append(node)
        return found

    def reach(self, seat: int, start: int) -> set[int]:
        """CK-16.3: nodes that a knight reaches over the seat's roads; it passes none with another
        player's piece, but may end there."""
        found, rest = {start}, [start]
        while rest:
            here = rest.pop()
            if here != start and self.is_foreign(seat, here):
                continue
            for edge, owner in self.roads.items():
                if owner == seat and here in EDGES[edge]:
                    (there,) = set(EDGES[edge]) - {here}
                    if there not in found:
                        found.add(there)
                        rest.append(there)
        return found - {start}

    def empty_in_reach(self, seat: int, start: int) -> list[int]:
        """CK-16.4, CK-16.6."""
        return sorted(node for node in self.reach(seat, start) if node not in self.at)

    def weaker_in_reach(self, seat: int, start: int) -> list[int]:
        """CK-16.5: opponents' knights of lower level."""
        level = self.at[start].level
        return sorted(
            node
            for node in self.reach(seat, start)
            if self.is_foreign(seat, node)
            and self.at[node].piece == "knight"
            and self.at[node].level < level
        )

    def hexes_of(self, seat: int) -> list[int]:
        """The hexes next to one of the seat's buildings."""
        mine = set(self.buildings(seat))
        return [hex for hex, nodes in HEX_NODES.items() if mine & set(nodes)]

    def victims(self) -> list[int]:
        """CK-9.8: opponents with a building on the robber's hex and a card."""
        return [
            seat
            for seat in self.opponents()
            if self.robber in self.hexes_of(seat) and self.size(seat)
        ]

    def may_be_removed(self, edge: int) -> bool:
        """CK-19.4: an open road whose removal leaves no knight of its owner without a road."""
        owner, is_open = self.roads[edge], False
        for node in EDGES[edge]:
            others = any(
                node in EDGES[other]
                for other, whose in self.roads.items()
                if whose == owner and other != edge
            )
            own_piece = node in self.at and self.at[node].seat == owner
            if own_piece and self.at[node].piece == "knight" and not others:
                return False
            is_open = is_open or not (others or own_piece)
        return is_open

    def income(self, seat: int) -> int:
        """The cards that a seat's buildings produce in the 36 outcomes of two dice."""
        total = 0
        for hex, number in enumerate(self.numbers):
            if number and hex != self.robber:
                ways = sum(a + b == number for a in range(1, 7) for b in range(1, 7))
                total += ways * sum(
                    sum(self.brings(hex, n).values()) for n in self.at_hex(seat, hex)
                )
        return total

    def at_hex(self, seat: int, hex: int) -> list[int]:
        """The nodes of a seat's buildings at a hex."""
        return [node for node in self.buildings(seat) if node in HEX_NODES[hex]]

    def brings(self, hex: int, node: int) -> Cards:
        """CK-8.2 to CK-8.4: production of a hex for the building on a node."""
        form = "city" if self.at[node].piece == "city" else "settlement"
        cards: Cards = TERRAINS[self.terrains[hex]][form]
        return cards

    # ------------------------------------------------------------------ rates and roads

    def rate(self, seat: int, kind: str) -> int:
        """CK-10.2 to CK-10.8: the best rate for a kind."""
        rates, mine = [4], set(self.buildings(seat))
        for nodes, harbor in zip(HARBORS, self.harbors, strict=True):
            if not mine.isdisjoint(nodes):
                rates += [3] if harbor == "generic" else [2] if harbor == kind else []
        if self.merchant_owner == seat and TERRAINS[self.terrains[self.merchant]]["settlement"].get(
            kind
        ):
            rates.append(2)
        if kind in COMMODITIES and self.levels[seat]["trade"] >= 3:
            rates.append(2)
        if seat == self.active and kind in self.fleet:
            rates.append(2)
        return min(rates)

    def longest_trail(self, seat: int) -> int:
        """CK-12.1, CK-12.2: the longest trail over the seat's roads that passes no other player's
        piece."""
        own = {edge for edge, owner in self.roads.items() if owner == seat}

        def best(here: int, used: frozenset[int]) -> int:
            if used and self.is_foreign(seat, here):
                return 0
            onward = [edge for edge in own - used if here in EDGES[edge]]
            return max(
                (1 + best(sum(EDGES[edge]) - here, used | {edge}) for edge in onward),
                default=0,
            )

        return max((best(node, frozenset()) for node in self.road_ends(seat)), default=0)

    def contribution(self, seat: int) -> int:
        """CK-6.6."""
        return sum(s.level for s in self.at.values() if s.seat == seat and s.active)


def as_bag(cards: Cards) -> tuple[tuple[str, int], ...]:
    """Cards in the form of a pick: kinds with numbers, in the order of the components."""
    return tuple((kind, cards[kind]) for kind in KINDS if cards.get(kind))


def is_bag(value: Any) -> bool:
    """Whether a value names at least one card, each kind once, in the order of the components."""
    if type(value) is not tuple or not value:
        return False
    for part in value:
        if type(part) is not tuple or len(part) != 2:
            return False
        kind, number = part
        if type(kind) is not str or kind not in KINDS or type(number) is not int or number < 1:
            return False
    order = [KINDS.index(kind) for kind, _ in value]
    return order == sorted(set(order))


def bags(hand: Cards, number: int) -> Iterable[tuple[tuple[str, int], ...]]:
    """All ways to choose a number of cards of a hand."""

    def fill(kinds: list[str], rest: int) -> Iterable[Cards]:
        if not kinds:
            if not rest:
                yield {}
            return
        for count in range(min(hand[kinds[0]], rest) + 1):
            for more in fill(kinds[1:], rest - count):
                yield {kinds[0]: count, **more}

    return [as_bag(cards) for cards in fill(KINDS, number)]
