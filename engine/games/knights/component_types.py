"""Types of the components of Cities & Knights and Catan: hand cards, terrains, pieces, tracks,
costs.

Kinds of hand card, tracks, progress cards and pieces are numbered in the order of the data. Logs
and picks use their ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Annotated, Final, TypeAlias

from attrs import field, frozen

from engine.games.knights.board import Board
from engine.i18n.text import Names

CountsByKind: TypeAlias = tuple[int, ...]
"""The number of cards of each kind, in the order of the kinds."""

LUMBER, BRICK, WOOL, GRAIN, ORE, PAPER, CLOTH, COIN = range(8)
"""The kinds of hand card: five resources, then three commodities."""

ALL_KINDS: Final = (LUMBER, BRICK, WOOL, GRAIN, ORE, PAPER, CLOTH, COIN)

TRADE, POLITICS, SCIENCE = range(3)
"""The improvement tracks. Their numbers are also those of the decks of progress cards."""

ROAD, SETTLEMENT_PIECE, CITY_PIECE, WALL, BASIC, STRONG, MIGHTY = range(7)
"""The pieces of a player's supply (CK-1.5)."""

DESERT: Final = "desert"
GENERIC: Final = "generic"

NO_TOKEN: Final = 0
"""Value for a hex without a number token."""

BEGINNER: Final = "beginner"
RANDOM_SPIRAL: Final = "random_spiral"

SHIP: Final = "ship"


def kinds_in(counts: Sequence[int]) -> list[int]:
    """Return the kinds whose count is above 0."""
    return list(compress(ALL_KINDS, counts))


@frozen
class Kind:
    """A kind of hand card (CK-1.4). `bank` is the number of its cards in the game, and `track` the
    number of the improvement track that a commodity pays for (None for a resource)."""

    id: str
    names: Names
    glyph: Names
    bank: int
    is_commodity: bool
    track: int | None


@frozen
class Terrain:
    """A terrain, with its production for a settlement and a city (CK-8.2 to CK-8.4).

    `settlement` and `city` are (kind, number) pairs. `settlement_worth` and `city_worth` are the
    total numbers of cards. `resource` is the kind of resource; it is None for the desert.
    """

    id: str
    names: Names
    glyph: Names
    count: int
    settlement: tuple[tuple[int, int], ...]
    city: tuple[tuple[int, int], ...]
    resource: int | None

    settlement_worth: int = field(init=False)
    city_worth: int = field(init=False)

    @settlement_worth.default
    def _settlement_worth(self) -> int:
        return sum(number for _, number in self.settlement)

    @city_worth.default
    def _city_worth(self) -> int:
        return sum(number for _, number in self.city)


@frozen
class Piece:
    """A kind of piece, with the number per player. Only knights have a level."""

    id: str
    names: Names
    count: Annotated[int, "per_player"]
    level: int = 0


@frozen
class Track:
    """An improvement track.

    `costs` are the numbers of commodities that the levels cost, from level 1 on. `red_most` is, for
    each level from 0 on, the highest red die at which the level yields a card (CK-7.1, CK-13.1).
    """

    id: str
    names: Names
    color: str
    commodity: int
    event: Annotated[str, "event_face"]
    costs: Annotated[tuple[int, ...], "cost_by_level"]
    red_most: Annotated[tuple[int, ...], "red_max_by_level"]
    ability_level: int
    ability: Names
    metropolis: Names


@frozen
class Card:
    """A kind of progress card (CK-18 to CK-20) or, in Catan, of development card (CK-25.7).

    `timing` is "action", "pre_roll" or "on_draw" (see `is_open`); in Catan, "turn" or "never".
    """

    id: str
    names: Names
    deck: int
    count: int
    timing: str
    effect: Names
    rule: str
    points: Annotated[int, "vp"]

    @property
    def is_open(self) -> bool:
        """Whether the card is revealed as soon as it is drawn (CK-7.5)."""
        return self.timing == "on_draw"


@frozen
class HarborPlace:
    """A coast edge with a harbour, and its two nodes (CK-2.4). `hex` is the land hex of the edge,
    `side` the direction of the edge from the centre of this hex (such as "NW"), and `sea` the axial
    coordinates (q, r) of the sea hex beyond the edge."""

    edge: int
    nodes: tuple[int, int]
    hex: Annotated[int, "land_hex"]
    side: str
    sea: tuple[int, int]


@frozen
class HarborType:
    """A type of harbour. `kind` is the kind of card that it trades; it is None for a harbour that
    trades every kind (CK-10.4, CK-10.5)."""

    id: str
    names: Names
    count: int
    rate: int
    kind: int | None


@frozen
class Layout:
    """A way of laying out the island (CK-2.5, CK-2.7, CK-2.8)."""

    id: str
    names: Names


@frozen
class Island:
    """A fixed map: the ids of the terrains and harbour types, and the numbers of the tokens."""

    terrains: tuple[str, ...]
    numbers: tuple[int, ...]
    harbors: tuple[str, ...]


@frozen
class Spiral:
    """The order in which number tokens are laid along a spiral (CK-2.5)."""

    tokens: Annotated[tuple[int, ...], "token_values"]
    outer: Annotated[tuple[int, ...], "outer_ring_clockwise"]
    inner: Annotated[tuple[int, ...], "inner_ring_clockwise"]
    centre: int

    def hexes(self, corner: int, clockwise: bool) -> list[int]:
        outer, inner = list(self.outer), list(self.inner)
        first, within = corner * len(outer) // len(inner), corner
        outer = outer[first:] + outer[:first]
        inner = inner[within:] + inner[:within]
        if not clockwise:
            outer = [outer[0], *outer[:0:-1]]
            inner = [inner[0], *inner[:0:-1]]
        return [*outer, *inner, self.centre]


@frozen
class Points:
    """Points by source, and minimum sizes for the awards (CK-22.1)."""

    settlement: int
    city: int
    longest_road: int
    longest_road_least: Annotated[int, "longest_road_min"]
    metropolis: Annotated[int, "metropolis_bonus"] = 0
    largest_army: int = 0
    largest_army_least: Annotated[int, "largest_army_min"] = 0
    defender: int = 0
    merchant: int = 0


@frozen
class HandLimits:
    """Limits on hands (CK-7.6, CK-9.2). `discard_per_wall` is the number of cards by which a city
    wall raises the discard limit."""

    progress_hand: int
    progress_hand_own_turn: int
    discard_per_wall: int


@frozen
class OptionChoice:
    """An option of the game: its possible values and its default."""

    choices: tuple[str, ...]
    default: str


@frozen(eq=False)
class Components:
    """All components. Mappings are in the order of the data. Their keys are ids, except in `pips`
    and `gates`.

    `pips` maps each number token to the expected number of times that it is rolled in 36 rolls, and
    `duel` has the values of the options in the preset for two players.

    Derived tables: `kind_numbers`, `card_numbers` and `track_numbers` map ids to numbers.
    `resources` and `commodities` are the kinds of each class. `supply` has the id and the number of
    cards of each kind, and `decks` are the numbers of the decks. `best_rate` is the lowest rate of
    any trade with the bank. `most_yielded` is the largest number of cards of a kind that a building
    gets from a hex. `gates` maps the gates on the event die to the numbers of their tracks.
    """

    names: Annotated[Names, "meta.name"]
    players: range
    board: Board
    kinds: tuple[Kind, ...]
    terrains: Mapping[str, Terrain]
    pieces: Annotated[tuple[Piece, ...], "player_pieces"]
    tracks: tuple[Track, ...]
    cards: tuple[Card, ...]
    costs: Mapping[str, CountsByKind]
    pips: Mapping[int, int]
    movable_tokens: Annotated[tuple[int, ...], "number_tokens.movable_by_inventor"]
    red_numbers: Annotated[tuple[int, ...], "number_tokens.red_values"]
    event_faces: tuple[str, ...]
    attack_step: Annotated[int, "barbarian_track.attack_step"]
    bank_rate: int
    merchant_rate: int
    house_rate: int
    fleet_rate: int
    harbor_places: tuple[HarborPlace, ...]
    harbor_types: Mapping[str, HarborType]
    layouts: Mapping[str, Layout]
    beginner: Island
    is_own_map: bool
    spiral: Annotated[Spiral, "layouts.random_spiral"]
    points: Annotated[Points, "victory_points"]
    limits: HandLimits
    options: Mapping[str, OptionChoice]
    duel: Mapping[str, str]
    kind_numbers: Mapping[str, int] = field(init=False)
    card_numbers: Mapping[str, int] = field(init=False)
    track_numbers: Mapping[str, int] = field(init=False)
    resources: tuple[int, ...] = field(init=False)
    commodities: tuple[int, ...] = field(init=False)
    supply: tuple[tuple[str, int], ...] = field(init=False)
    decks: range = field(init=False)
    best_rate: int = field(init=False)
    most_yielded: int = field(init=False)
    gates: Mapping[str, int] = field(init=False)

    @kind_numbers.default
    def _kind_numbers(self) -> Mapping[str, int]:
        return {kind.id: number for number, kind in enumerate(self.kinds)}

    @card_numbers.default
    def _card_numbers(self) -> Mapping[str, int]:
        return {card.id: number for number, card in enumerate(self.cards)}

    @track_numbers.default
    def _track_numbers(self) -> Mapping[str, int]:
        return {track.id: number for number, track in enumerate(self.tracks)}

    @resources.default
    def _resources(self) -> tuple[int, ...]:
        return tuple(n for n, kind in enumerate(self.kinds) if not kind.is_commodity)

    @commodities.default
    def _commodities(self) -> tuple[int, ...]:
        return tuple(n for n, kind in enumerate(self.kinds) if kind.is_commodity)

    @supply.default
    def _supply(self) -> tuple[tuple[str, int], ...]:
        return tuple((kind.id, kind.bank) for kind in self.kinds)

    @decks.default
    def _decks(self) -> range:
        return range(1 + max(card.deck for card in self.cards))

    @best_rate.default
    def _best_rate(self) -> int:
        rates = [harbor.rate for harbor in self.harbor_types.values()]
        return min(self.bank_rate, self.merchant_rate, self.house_rate, self.fleet_rate, *rates)

    @most_yielded.default
    def _most_yielded(self) -> int:
        cards = [
            pair
            for terrain in self.terrains.values()
            for pair in (*terrain.settlement, *terrain.city)
        ]
        return max(number for _, number in cards)

    @gates.default
    def _gates(self) -> Mapping[str, int]:
        return {track.event: number for number, track in enumerate(self.tracks)}
