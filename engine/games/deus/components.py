"""Components of Deus: pieces, gods, tiles, cards.

The values come from `components.toml`. The state identifies resources, types, terrains and cards by
index; a column has the index of its type (DEU-1.8). Logs use ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

from attrs import field, frozen

from engine.core.component_data import MAX_NUMBER, ComponentFile, Data, DataTable, Limits, one_of
from engine.errors import BadSetup
from engine.geometry.hexes import moved, steps_between
from engine.i18n.text import Names

MARITIME, PRODUCTION, SCIENTIFIC, CIVIL, MILITARY, TEMPLE = range(6)
TYPES: Final = ("maritime", "production", "scientific", "civil", "military", "temple")
STANDARD: Final = range(TEMPLE)
"""The types of which every player has pieces. Temples are shared by all players."""

GOLD: Final = "gold"
LAND: Final = "land"
SEA: Final = "sea"
VILLAGE: Final = "village"

SIDES_OF_A_TILE: Final = 6

NAMES: Final = ("name_en", "name_ru")

CHANGEABLE: Final = {
    "end": ("idle_rounds",),
    "geometry": ("tile_lattice",),
    "layout": ("slots", *NAMES),
    "layout_preset": ("slots", *NAMES),
    "tile_side": ("center", "ring"),
    "resource": NAMES,
    "terrain": NAMES,
    "building_type": NAMES,
    "god": NAMES,
    "card": ("copies", "label_en", "label_ru", *NAMES),
    "card.cost": ("wood", "clay", "stone", "wheat", "gold"),
}
"""Keys that custom data may change, by the path of their table. All other values belong to the
rules."""

Axial = tuple[int, int]

ColumnEffect = Literal[
    "vp_per_terrain_region",
    "gold_per_terrain_region",
    "gold_per_region_with",
    "vp_per_region_with",
    "vp_per_region_pair_with",
    "produce_one",
    "produce_per_building_on_terrain",
    "produce_per_building_in_region",
    "sell_for_gold",
    "sell_for_vp",
    "sell_lots_for_vp",
    "buy_resources",
    "draw_per_region_with",
    "vp_per_card_in_column",
    "activate_card",
    "gain_pieces_per_region_with",
    "steal_gold",
    "steal_vp",
    "move_one_army",
    "move_all_armies",
    "gold_per_village",
    "take_village_vp",
]
"""Kinds of effects of activated cards (sections 13 to 18)."""

TempleEffect = Literal[
    "end_vp_per_region_with",
    "end_vp_per_holding",
    "end_vp_per_temple",
    "end_vp_per_color_set",
    "end_vp_per_terrain_region",
]
"""The ways in which temples score at the end of the game (section 19)."""


@frozen
class Resource:
    """One of the four resources, with a limited supply (DEU-1.6)."""

    index: int
    id: str
    names: Names


@frozen
class Terrain:
    """A terrain, such as forest. `kind` is `LAND`, `SEA` or `VILLAGE`, and `resource` is the index
    of the resource that the terrain yields (-1 if there is none; DEU-1.9)."""

    index: int
    id: str
    code: str
    """Letter that abbreviates the terrain."""
    names: Names
    kind: str
    resource: int


@frozen
class God:
    """A god, with its gifts in return for offerings (DEU-11.6 to DEU-11.11)."""

    id: str
    names: Names
    piece: int
    """Type of the piece that an offering brings (-1 if there is none)."""
    gold: Annotated[int, "gold_per_card"] = 0
    resources: Annotated[int, "resources_of_choice_per_card"] = 0
    cards: Annotated[int, "extra_cards_per_card"] = 0
    pieces: Annotated[int, "pieces_of_choice_per_card"] = 0
    """Number of pieces per offered card, of any types that the player chooses. `gold`, `resources`
    and `cards` are also amounts per offered card."""
    vp_for_one: Annotated[int, "vp_if_one_card"] = 0
    vp_for_more: Annotated[int, "vp_if_more_cards"] = 0
    is_wild: Annotated[bool, "copies_one_other_god_of_choice"] = False


@frozen
class BuildingType:
    """A type of building. `index` is also the index of its column, `god` is the index of its god,
    and `pieces` is the number of pieces that each player has (DEU-1.3, DEU-1.8)."""

    index: int
    id: str
    color: str
    letter: str
    names: Names
    on_sea: bool
    pieces: Annotated[int, "pieces_per_player"]
    god: int


@frozen
class Effect:
    """The effect of a card. `holding` is the id of the resource that a temple counts, or `gold`.
    `most` limits the resources or lots in a sale or purchase (0 for no limit in a sale). Numbers,
    texts and lists that the `kind` does not use are 0 or empty; an unused `terrain` or `column` is
    -1, and an unused `per` is 1."""

    kind: ColumnEffect | TempleEffect
    vp: int = 0
    gold: int = 0
    amount: int = 0
    """Number of resources, cards or pieces that each counted region or building gives; for sales,
    the gold or VP for each resource or lot; for purchases, the price of each resource in gold."""
    most: Annotated[int, "max"] = 0
    least: Annotated[int, "min_buildings"] = 0
    """Minimum number of the seat's buildings that a region must have to count."""
    steps: int = 0
    terrain: int = -1
    column: int = -1
    per: int = 1
    holding: str = ""
    resources: tuple[int, ...] = ()


@frozen
class Card:
    """A building card, with the number of its copies in the deck (DEU-1.2, DEU-1.8)."""

    index: int
    id: str
    type: int
    names: Names
    label: Names
    """Name that distinguishes the card from others with the same `names`."""
    rule: str
    """Id of the rule for the card's effect."""
    copies: Annotated[int, Limits(most=16)]
    cost: tuple[int, ...]
    """Cost of the card: the amount of each resource, then gold."""
    effect: Effect

    def name_in(self, language: str) -> str:
        """Return the card's `label` in `language`."""
        return self.label.name_in(language)


@frozen
class TileSide:
    """A side of a continent tile. `terrains` has the indices of the terrains: that of the centre,
    then those of the ring, clockwise from the east (DEU-1.5)."""

    id: str
    tile: int
    terrains: tuple[int, ...]


@frozen
class Layout:
    """An arrangement of tiles, given by the centres of its slots (DEU-2.5). `shape` is `standard`
    or, for a preset, a word such as `two_rows`."""

    id: str
    shape: str
    players: int
    names: Names
    slots: tuple[Axial, ...]


@frozen
class PlayerCount:
    """Numbers of tiles, temples and tokens of each resource used with a given number of players
    (DEU-2.5, DEU-3.3)."""

    tiles: int
    temples: int
    resources: Annotated[int, "resources_each"]


@frozen
class Start:
    """Amounts of gold, VP, resources and cards, and numbers of pieces of each type, with which each
    player starts (DEU-3.4 to DEU-3.6)."""

    gold: int
    vp: int
    resources: tuple[int, ...]
    cards: int
    available: Annotated[int, "pieces_on_board_per_type"]
    stock: Annotated[int, "pieces_in_stock_per_type"]


@frozen(eq=False)
class Components:
    """All components, with precomputed tables for fast access."""

    resources: tuple[Resource, ...]
    terrains: tuple[Terrain, ...]
    types: tuple[BuildingType, ...]
    gods: tuple[God, ...]
    cards: tuple[Card, ...]
    tile_sides: Mapping[str, TileSide]
    layouts: tuple[Layout, ...]
    presets: tuple[Layout, ...]
    lattice: tuple[Axial, ...]
    players: Mapping[int, PlayerCount]
    start: Start
    hand_most: Annotated[int, "limits.hand_max"]
    hand_refill: Annotated[int, "limits.hand_refill"]
    temple_vp_most: Annotated[int, "limits.temple_vp_max"]
    gold_for_a_resource: Annotated[int, "limits.gold_per_replaced_resource"]
    edge_vp: Annotated[int, "limits.edge_placement_vp_cost"]
    first_distance: Annotated[int, "limits.first_building_min_distance"]
    idle_rounds: Annotated[int, "end.idle_rounds", Limits(least=1)]
    majorities: Annotated[tuple[str, ...], "final_scoring.majority_categories"]
    majority_vp: Annotated[int, "final_scoring.majority_vp"]
    majority_least: Annotated[int, "final_scoring.majority_min_amount"]
    start_pieces: tuple[int, ...]
    """Numbers of pieces with which the alternative start can be played (DEU-22.1)."""
    start_pieces_of_a_type: Annotated[int, "variant.alternative_start.max_per_type"]
    wildcard_gold: Annotated[int, "variant.wildcard.gold_cost_per_rank"]
    wildcards: Annotated[int, "variant.wildcard.uses_per_player"]

    card_index: Mapping[str, int] = field(init=False)
    type_index: Mapping[str, int] = field(init=False)
    resource_index: Mapping[str, int] = field(init=False)
    god_index: Mapping[str, int] = field(init=False)
    card_ids: tuple[str, ...] = field(init=False)
    card_type: tuple[int, ...] = field(init=False)
    card_needs: tuple[tuple[tuple[int, int], ...], ...] = field(init=False)
    """The resources in each card's cost, as pairs of a resource and its amount. Gold is left
    out."""
    card_price: tuple[int, ...] = field(init=False)
    """Price of each card if all its resources are replaced by gold (DEU-6.2)."""
    deck: tuple[int, ...] = field(init=False)
    """The cards of the deck. Each card appears as often as there are copies of it."""

    def __attrs_post_init__(self) -> None:
        ready = {
            "card_index": {card.id: card.index for card in self.cards},
            "type_index": {one.id: one.index for one in self.types},
            "resource_index": {resource.id: resource.index for resource in self.resources},
            "god_index": {one.id: number for number, one in enumerate(self.gods)},
            "card_ids": tuple(card.id for card in self.cards),
            "card_type": tuple(card.type for card in self.cards),
            "card_needs": tuple(
                tuple((kind, number) for kind, number in enumerate(card.cost[:-1]) if number)
                for card in self.cards
            ),
            "card_price": tuple(
                self.gold_for_a_resource * sum(card.cost[:-1]) + card.cost[-1]
                for card in self.cards
            ),
            "deck": tuple(card.index for card in self.cards for _ in range(card.copies)),
        }
        for name, value in ready.items():
            object.__setattr__(self, name, value)

    def card(self, name: str) -> Card:
        return self.cards[self.card_index[name]]

    def layout(self, seats: int, shape: str) -> Layout | None:
        """Return the layout with the shape `shape` for `seats` players; None if there is none."""
        layouts = {(one.players, one.shape): one for one in (*self.presets, *self.layouts)}
        return layouts.get((seats, shape))


def components(data: Data | None = None) -> Components:
    """Return the components, with the custom values of `data` applied.

    `data` has the structure of `components.toml`, but contains only the values that differ. Cards
    (under `card`), sides of tiles (under `tile_side`) and so on are identified by `id` (see
    `engine.core.component_data`). Raises BadSetup for values with which the game cannot be played.
    """
    return _built(_FILE.merged(data)) if data else _FILE.box


def _built(data: Data) -> Components:
    box = DataTable(data)
    resources = box.read_list("resource", Resource)
    kinds = {resource.id: resource.index for resource in resources}
    terrains = tuple(_terrain(n, one, kinds) for n, one in enumerate(box.tables("terrain")))
    grounds = {terrain.id: terrain.index for terrain in terrains}
    gods = tuple(
        table.read(God, piece=TYPES.index(table.word("piece")) if "piece" in table else -1)
        for table in box.tables("god")
    )
    types = _types(box, [god.id for god in gods])
    lattice = _axials(box.table("geometry"), "tile_lattice")
    players = {
        table.number("players"): table.read(PlayerCount) for table in box.tables("player_count")
    }
    extra = box.table("variant").table("alternative_start")
    return box.read(
        Components,
        resources=resources,
        terrains=terrains,
        types=types,
        gods=gods,
        cards=_cards(box, types, kinds, grounds),
        tile_sides={table.id: _tile_side(table, grounds) for table in box.tables("tile_side")},
        layouts=tuple(_layout(table, lattice, players) for table in box.tables("layout")),
        presets=tuple(_layout(table, lattice, players) for table in box.tables("layout_preset")),
        lattice=lattice,
        players=players,
        start=_start(box.table("player_start"), resources),
        start_pieces=(
            extra.number("total_pieces_standard"),
            *sorted(
                extra.numbers("total_pieces_experienced") + extra.numbers("total_pieces_expert"),
                reverse=True,
            ),
        ),
    )


_FILE: Final = ComponentFile(Path(__file__).with_name("components.toml"), _built, CHANGEABLE)


def _terrain(number: int, table: DataTable, kinds: Mapping[str, int]) -> Terrain:
    return table.read(Terrain, index=number, resource=kinds.get(table.word("resource", ""), -1))


def _types(box: DataTable, gods: Sequence[str]) -> tuple[BuildingType, ...]:
    return tuple(
        table.read(
            BuildingType,
            index=number,
            on_sea=table.word("built_on") == SEA,
            god=gods.index(table.word("god")),
        )
        for number, table in enumerate(box.tables("building_type"))
    )


def _cards(
    box: DataTable,
    types: tuple[BuildingType, ...],
    kinds: Mapping[str, int],
    grounds: Mapping[str, int],
) -> tuple[Card, ...]:
    colors = {one.color: one.index for one in types}
    cards = tuple(
        one.read(
            Card,
            index=number,
            type=TYPES.index(one.word("type")),
            cost=tuple(one.table("cost").integer(kind, most=20) for kind in (*kinds, GOLD)),
            effect=_effect(one.table("effect"), kinds, grounds, colors),
        )
        for number, one in enumerate(box.tables("card"))
    )
    expected, found = box.table("counts").number("cards_total"), sum(card.copies for card in cards)
    if found != expected:
        raise BadSetup(
            "Data: there must be {due} cards, but there are {found}.", due=expected, found=found
        )
    return cards


def _effect(
    table: DataTable,
    kinds: Mapping[str, int],
    grounds: Mapping[str, int],
    colors: Mapping[str, int],
) -> Effect:
    amounts = ("amount", "gold_each", "vp_each", "cards", "pieces")
    lot: tuple[str, ...] = (table.word("resource"),) if "resource" in table else ()
    lot = table.word_list("lot") if "lot" in table else lot
    return table.read(
        Effect,
        kind=_effect_kind(table.word("kind")),
        amount=next((table.number(key) for key in amounts if key in table), 0),
        terrain=grounds.get(table.word("terrain", ""), -1),
        column=colors.get(table.word("column", ""), -1),
        per=table.number("per", table.number("regions_per_vp", 1)),
        resources=tuple(kinds[kind] for kind in lot),
    )


def _effect_kind(word: str) -> ColumnEffect | TempleEffect:
    return next(kind for kind in (*get_args(ColumnEffect), *get_args(TempleEffect)) if kind == word)


def _tile_side(table: DataTable, grounds: Mapping[str, int]) -> TileSide:
    ring = table.values["ring"]
    assert isinstance(ring, list | tuple), table.path
    if len(ring) != SIDES_OF_A_TILE:
        raise BadSetup("Data: {key} must name six terrains.", key=table.where("ring"))
    sides = [one_of(name, grounds, table.path) for name in (table.values["center"], *ring)]
    if sides.count(VILLAGE) != 1:
        raise BadSetup("Data: {key} must have one village.", key=table.path)
    return TileSide(table.id, table.number("tile"), tuple(grounds[name] for name in sides))


def _layout(
    table: DataTable, lattice: tuple[Axial, ...], players: Mapping[int, PlayerCount]
) -> Layout:
    """Read a layout or a preset; error messages call both "layout". Raises BadSetup for invalid
    names or slots."""
    table = DataTable(table.values, f"layout.{table.id}")
    seats, slots, where = table.number("players"), _axials(table, "slots"), table.where("slots")
    tiles = players[seats].tiles
    if len(slots) != tiles:
        raise BadSetup("Data: {key} must have {n} tiles.", key=where, n=tiles)
    if not (do_not_overlap(slots) and is_connected(slots, lattice)):
        raise BadSetup("Data: the tiles in {key} are not next to each other.", key=where)
    return Layout(table.id, table.word("shape", "standard"), seats, table.names(), slots)


def do_not_overlap(slots: tuple[Axial, ...]) -> bool:
    """Whether no two tiles with the centres `slots` overlap (DEU-2.1)."""
    return all(steps_between(*pair) > 2 for pair in combinations(slots, 2))


def is_connected(slots: tuple[Axial, ...], lattice: tuple[Axial, ...]) -> bool:
    """Whether the tiles with the centres `slots` are connected (DEU-2.4). `slots` must not be
    empty. `lattice` has the vectors from the centre of a tile to those of the adjacent tiles."""
    reached = front = {slots[0]}
    while front:
        front = {moved(slot, way) for slot in front for way in lattice} & set(slots) - reached
        reached = reached | front
    return reached == set(slots)


def _axials(table: DataTable, key: str) -> tuple[Axial, ...]:
    """Read the list of coordinates under `key`. Raises BadSetup if the list is empty or an entry is
    invalid."""
    pairs = table.values[key]
    assert isinstance(pairs, list | tuple), table.where(key)
    axials = []
    for pair in pairs:
        match pair:
            case [int(q), int(r)] if (
                type(q) is type(r) is int and max(abs(q), abs(r)) <= MAX_NUMBER
            ):
                axials.append((q, r))
    if not axials or len(axials) != len(pairs):
        raise BadSetup("Data: {key} must be pairs of whole numbers.", key=table.where(key))
    return tuple(axials)


def _start(table: DataTable, resources: tuple[Resource, ...]) -> Start:
    held = table.table("resources")
    return table.read(Start, resources=tuple(held.number(kind.id) for kind in resources))
