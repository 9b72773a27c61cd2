"""Components of Middle Ages: plot types, tiles, tokens, event cards, rounds.

The values come from `components.toml`. The code identifies types, columns, tiles and events by
index; a column has the same index as its type (MID-1.6). Logs and saved games use ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

from attrs import field, frozen

from engine.core.component_data import ComponentFile, Data, DataTable, refuse_idle
from engine.errors import BadSetup
from engine.i18n.text import Names, plural

BLUE: Final = 0
ORANGE: Final = 1
COLOURS: Final = ("blue", "orange")

FARMER: Final = "farmer"
CHEST: Final = "chest"

CHANGEABLE: Final = {
    "plot_tiles.list": ("number", "colour", "farmers", "chests"),
    "plot_type": ("letter_en", "letter_ru", "income_rate", "effect_amount", "name_en", "name_ru"),
    "coin_token": ("count", "rate_bonus", "name_en", "name_ru"),
    "plot_token": ("count", "name_en", "name_ru"),
    "event": ("amount", "types", "name_en", "name_ru"),
    "money": ("starting_coins",),
    "fief_board": ("new_tile_goes",),
    "endgame": ("penalty_per_empty_column", "tie_break"),
}
"""Keys of the values that custom data may change, by table. All other values belong to the
rules."""


EFFECTS_WITHOUT_AMOUNT: Final = {
    "return_from_graveyard",
    "place_scout",
    "take_coin_token",
    "take_plot_token",
    "destroy_one_of_each",
}
"""Kinds of effects of columns and events that have no amount (MID-5, MID-11)."""


@frozen
class PlotType:
    """A type of plot tile, and its column of the fief (MID-1.7).

    `effect` is a key of `tokens.EFFECTS`, such as "gain_per_symbol". `rate` is the income without
    tokens, in coins per tile of the types in `income_types`.
    """

    index: int
    id: str
    names: Names
    letters: Names
    """The one-letter abbreviation of the type's name."""
    effect: str
    amount: Annotated[int, "effect_amount"]
    symbol: str | None
    """The symbol for which the effect pays; None if it pays for no symbol."""
    own: int
    """The type of the active player's tiles that the effect counts; -1 if it counts none."""
    others: int
    """The type of the other players' tiles that the effect counts; -1 if it counts none."""
    rate: Annotated[int, "income_rate"]
    income_types: tuple[int, ...]


@frozen
class Tile:
    """A plot tile: its type, the number and colour on its back, and its symbols (MID-1.2 to
    1.5)."""

    index: int
    id: str
    type: int
    number: int
    colour: int
    farmers: int
    chests: int
    names: Names

    def name_in(self, language: str) -> str:
        """Return the name of the type with the tile's number, which helps to distinguish tiles of
        the same type in the display."""
        return f"{self.names.name_in(language)} {self.number}"


@frozen
class EventCard:
    """An event card: its kind, such as "gain_per_tile" (see `events.AT_ONCE`), its amount, and the
    symbol or the types to which it applies (MID-11)."""

    index: int
    id: str
    names: Names
    kind: str
    amount: int
    symbol: str | None
    types: tuple[int, ...]


@frozen
class RoundPlan:
    """The plan of a round (MID-1.15, MID-3.2).

    `row` is the row to resolve, and `next_row` the row to which the lords move (None in the last
    round). `refill` is whether the row is refilled. `event_slot` is the slot of the event that
    follows (None if there is no event). Rows and slots count from 0.
    """

    row: int
    next_row: int | None
    refill: bool
    event_slot: int | None


@frozen
class Components:
    """All components, with precomputed tables for fast access."""

    types: tuple[PlotType, ...]
    tiles: tuple[Tile, ...]
    events: tuple[EventCard, ...]
    rounds: tuple[RoundPlan, ...]
    rows: Annotated[int, "display.rows"]
    events_drawn: Annotated[int, "events_setup.drawn_per_game"]
    coin_tokens: int
    coin_token_bonus: int
    plot_tokens: tuple[int, ...]
    plot_token_names: tuple[Names, ...]
    starting_coins: Annotated[int, "money.starting_coins"]
    new_tile_on_top: bool
    penalty: Annotated[int, "endgame.penalty_per_empty_column"]
    tie_break: tuple[int, ...]
    stacks_used: Mapping[int, tuple[int, ...]]
    """The colours of the tiles in use, by number of players (MID-2.1 to 2.3)."""

    tile_type: tuple[int, ...] = field(init=False)
    tile_number: tuple[int, ...] = field(init=False)
    backs: tuple[tuple[int, ...], ...] = field(init=False)
    """The tiles of each colour."""
    token_places: tuple[tuple[int, int, tuple[str, str]], ...] = field(init=False)
    """Every pair of a plot token and a column whose printed types do not include the token's type
    (MID-7.5). Each entry has the indices of the two, then their ids."""
    frequency: tuple[float, ...] = field(init=False)
    """The share of each type among the tiles."""
    paying: tuple[float, ...] = field(init=False)
    """For each column, the expected income per turn from each tile that the column counts, if tiles
    are taken at random and there are no tokens."""
    growth: tuple[float, ...] = field(init=False)
    """For each type, the amount by which another tile of that type increases the expected income
    per turn, if tiles are taken at random and there are no tokens."""
    type_index: Mapping[str, int] = field(init=False)
    tile_index: Mapping[str, int] = field(init=False)
    event_index: Mapping[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        tile_type = tuple(tile.type for tile in self.tiles)
        frequency = tuple(
            tile_type.count(plot_type.index) / len(tile_type) for plot_type in self.types
        )
        paying = tuple(frequency[plot_type.index] * plot_type.rate for plot_type in self.types)
        ready = {
            "tile_type": tile_type,
            "frequency": frequency,
            "paying": paying,
            "growth": tuple(
                sum(
                    paying[plot_type.index]
                    for plot_type in self.types
                    if grown.index in plot_type.income_types
                )
                for grown in self.types
            ),
            "tile_number": tuple(tile.number for tile in self.tiles),
            "backs": tuple(
                tuple(tile.index for tile in self.tiles if tile.colour == colour)
                for colour in range(len(COLOURS))
            ),
            "token_places": tuple(
                (token.index, column.index, (token.id, column.id))
                for token in self.types
                for column in self.types
                if token.index not in column.income_types
            ),
            "type_index": {plot_type.id: plot_type.index for plot_type in self.types},
            "tile_index": {tile.id: tile.index for tile in self.tiles},
            "event_index": {event.id: event.index for event in self.events},
        }
        for name, value in ready.items():
            object.__setattr__(self, name, value)

    def tile(self, name: str) -> Tile:
        return self.tiles[self.tile_index[name]]


def components(data: Data | None = None) -> Components:
    """Return the components, with the custom values of `data` applied.

    `data` has the structure of `components.toml` but only the values that differ: tiles under
    `plot_tiles.list`, types under `plot_type` and so on, each with its `id` (see
    `engine.core.component_data`). Raises BadSetup for values with which the game cannot be played.
    """
    if not data:
        return _FILE.box
    own = _FILE.merged(data)
    _refuse_idle_amounts(DataTable(own), DataTable(_FILE.tables))
    return _built(own)


def _refuse_idle_amounts(own: DataTable, box: DataTable) -> None:
    """Raise BadSetup if custom data give an amount to an effect or event that has none."""
    for key, kind, amount in (
        ("plot_type", "effect", "effect_amount"),
        ("event", "kind", "amount"),
    ):
        for table, default in zip(own.tables(key), box.tables(key), strict=True):
            if table.word(kind) in EFFECTS_WITHOUT_AMOUNT:
                refuse_idle(table.values[amount], default.values[amount], table.where(amount))


def _built(data: Data) -> Components:
    box = DataTable(data)
    index = {table.id: number for number, table in enumerate(box.tables("plot_type"))}
    types = tuple(_plot_type(index[table.id], table, index) for table in box.tables("plot_type"))
    coin_token = box.tables("coin_token")[0]
    return box.read(
        Components,
        types=types,
        tiles=_tiles(box, types, index),
        events=tuple(
            _event(number, table, index) for number, table in enumerate(box.tables("event"))
        ),
        rounds=tuple(_round(table) for table in box.table("rounds").tables("list")),
        coin_tokens=coin_token.integer("count"),
        coin_token_bonus=coin_token.integer("rate_bonus"),
        plot_tokens=tuple(table.integer("count") for table in box.tables("plot_token")),
        plot_token_names=tuple(table.names() for table in box.tables("plot_token")),
        new_tile_on_top=box.table("fief_board").one_of("new_tile_goes", ("top", "bottom")) == "top",
        tie_break=_types(box.table("endgame"), "tie_break", index),
        stacks_used={
            table.number("players"): tuple(
                COLOURS.index(colour) for colour in table.word_list("colours")
            )
            for table in box.tables("player_count")
        },
    )


_FILE: Final = ComponentFile(Path(__file__).with_name("components.toml"), _built, CHANGEABLE)


def _plot_type(number: int, table: DataTable, index: Mapping[str, int]) -> PlotType:
    return table.read(
        PlotType,
        index=number,
        letters=Names(table.text("letter_en", most=1), table.text("letter_ru", most=1)),
        symbol=table.word("effect_symbol", "") or None,
        own=index.get(table.word("effect_compare_own", ""), -1),
        others=index.get(table.word("effect_compare_other", ""), -1),
        income_types=tuple(index[name] for name in table.word_list("income_types")),
    )


def _tiles(
    data: DataTable, types: tuple[PlotType, ...], index: Mapping[str, int]
) -> tuple[Tile, ...]:
    box = data.table("box")
    least, most = box.number("plot_tile_numbers_min"), box.number("plot_tile_numbers_max")
    tiles = tuple(
        table.read(
            Tile,
            index=number,
            type=index[table.word("type")],
            number=table.integer("number", least=least, most=most),
            colour=COLOURS.index(table.one_of("colour", COLOURS)),
            names=types[index[table.word("type")]].names,
        )
        for number, table in enumerate(data.table("plot_tiles").tables("list"))
    )
    for number, colour in enumerate(COLOURS):
        actual, expected = (
            sum(tile.colour == number for tile in tiles),
            box.number(f"{colour}_backs"),
        )
        if actual != expected:
            raise BadSetup(
                plural(
                    "Data: {n} tile has the back colour {colour}, but there must be {due}.",
                    "Data: {n} tiles have the back colour {colour}, but there must be {due}.",
                    actual,
                    colour=colour,
                    due=expected,
                )
            )
    return tiles


def _event(number: int, table: DataTable, index: Mapping[str, int]) -> EventCard:
    return table.read(
        EventCard,
        index=number,
        symbol=table.word("symbol", "") or None,
        types=_types(table, "types", index) if "types" in table else (),
    )


def _round(table: DataTable) -> RoundPlan:
    return table.read(
        RoundPlan,
        row=table.number("row") - 1,
        next_row=_slot(table, "lords_to"),
        event_slot=_slot(table, "event_slot"),
    )


def _slot(table: DataTable, key: str) -> int | None:
    """Read a number that counts from 1, and return it counted from 0. Return None for 0."""
    return table.number(key) - 1 if table.number(key) else None


def _types(table: DataTable, key: str, index: Mapping[str, int]) -> tuple[int, ...]:
    """Return the types under `key`. Raises BadSetup if there are none, or if a type is unknown or
    named twice."""
    types = tuple(index[name] for name in table.some_of(key, index))
    if not types:
        raise BadSetup("Data: {key} must name a type.", key=table.where(key))
    if len(set(types)) != len(types):
        raise BadSetup("Data: {key} names a type twice.", key=table.where(key))
    return types
