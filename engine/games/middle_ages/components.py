"""What lies in the box of Middle Ages: plot types, tiles, tokens, event cards, rounds.

The values come from `components.toml`. Inside the game types, columns and tiles are known by their
index, columns and types being the same thing (MID-1.6); logs and saved games use the ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from engine.core.data import ComponentFile, names, one_of, refuse_idle, text, whole
from engine.errors import BadSetup
from engine.i18n.text import Names, words

BLUE: Final = 0
ORANGE: Final = 1
COLOURS: Final = ("blue", "orange")

MOST_PLAYERS: Final = 5

FARMER: Final = "farmer"
CHEST: Final = "chest"

CHANGEABLE: Final = {
    "plot_tiles.list": ("number", "colour", "farmers", "chests"),
    "plot_type": (
        "letter_en",
        "letter_ru",
        "income_rate",
        "effect_amount",
        "name_en",
        "name_ru",
    ),
    "coin_token": ("count", "rate_bonus", "name_en", "name_ru"),
    "plot_token": ("count", "name_en", "name_ru"),
    "event": ("amount", "types", "name_en", "name_ru"),
    "money": ("starting_coins",),
    "fief_board": ("new_tile_goes",),
    "endgame": ("penalty_per_empty_column", "tie_break"),
}
"""What a user's own data may correct; everything else is rules."""


COUNTING_EFFECTS: Final = {
    "gain_per_symbol",
    "take_from_players_with_fewer",
    "attack_players_with_fewer",
}
"""The effects of columns that are worth an amount; the others happen once (MID-5)."""

COUNTING_EVENTS: Final = {
    "gain_per_symbol",
    "gain_per_tile",
    "gain_per_graveyard_tile",
    "gain_per_type_present",
    "pay_per_tile",
}
"""The kinds of events that are worth an amount; the others destroy or return one tile each."""


@frozen
class PlotType:
    """A type of plot tiles, which is a column of the fief (MID-1.7)."""

    index: int
    id: str
    names: Names
    letters: Names
    """The letter that stands for the type where there is no room for its name."""
    effect: str
    amount: int
    symbol: str | None
    """The symbol that the effect pays for."""
    own: int
    """The type of which the effect counts the active player's tiles (-1: none)."""
    others: int
    """The type of which the effect counts the other players' tiles (-1: none)."""
    rate: int
    income_types: tuple[int, ...]


@frozen
class Tile:
    """A plot tile: its type, its number and colour on the back, its symbols (MID-1.2 to 1.5)."""

    index: int
    id: str
    type: int
    number: int
    colour: int
    farmers: int
    chests: int
    names: Names

    def name_in(self, language: str) -> str:
        """The type's name with the number, which tells tiles of one type apart in the display."""
        return f"{self.names.name_in(language)} {self.number}"


@frozen
class EventCard:
    """An event card: what kind of thing it does, how much, and to which types (MID-11)."""

    index: int
    id: str
    names: Names
    kind: str
    amount: int
    symbol: str | None
    types: tuple[int, ...]


@frozen
class RoundPlan:
    """What a round does: the row resolved and the row that lords move to, counted from 0, whether
    the row is refilled, and which event slot follows (MID-1.15, MID-3.2)."""

    row: int
    next_row: int | None
    refill: bool
    event_slot: int | None


@frozen
class Components:
    """Everything in the box, and what is read so often that it is kept ready to hand."""

    types: tuple[PlotType, ...]
    tiles: tuple[Tile, ...]
    events: tuple[EventCard, ...]
    rounds: tuple[RoundPlan, ...]
    rows: int
    events_drawn: int
    coin_tokens: int
    coin_token_bonus: int
    plot_tokens: tuple[int, ...]
    plot_token_names: tuple[Names, ...]
    starting_coins: int
    new_tile_on_top: bool
    penalty: int
    tie_break: tuple[int, ...]
    stacks_used: Mapping[int, tuple[int, ...]]
    """The colours of the tiles that so many players use (MID-2.1 to 2.3)."""

    tile_type: tuple[int, ...] = field(init=False)
    tile_number: tuple[int, ...] = field(init=False)
    backs: tuple[tuple[int, ...], ...] = field(init=False)
    """The tiles of each colour."""
    token_places: tuple[tuple[int, int, tuple[str, str]], ...] = field(init=False)
    """Every plot token with every column whose printed types leave it out (MID-7.5), by their
    indices and by their ids."""
    type_index: Mapping[str, int] = field(init=False)
    tile_index: Mapping[str, int] = field(init=False)
    event_index: Mapping[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        ready = {
            "tile_type": tuple(tile.type for tile in self.tiles),
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
            "type_index": {one.id: one.index for one in self.types},
            "tile_index": {tile.id: tile.index for tile in self.tiles},
            "event_index": {event.id: event.index for event in self.events},
        }
        for name, value in ready.items():
            object.__setattr__(self, name, value)

    def tile(self, name: str) -> Tile:
        """The tile with that id."""
        return self.tiles[self.tile_index[name]]


def components(data: Mapping[str, Any] | None = None) -> Components:
    """The box, with a user's own values put over it where there are any.

    `data` has the structure of `components.toml` and holds only what differs: tiles under
    `plot_tiles.list`, types under `plot_type` and so on, each by its `id` (see `engine.core.data`).
    Raises BadSetup, which names the key, for values that the game cannot be played with.
    """
    if not data:
        return _FILE.box
    own = _FILE.merged(data)
    _refuse_idle_amounts(own, _FILE.tables)
    return _built(own)


def _refuse_idle_amounts(own: Mapping[str, Any], box: Mapping[str, Any]) -> None:
    """Amounts of effects that count nothing, and types of events that look at none."""
    for table, usual in zip(own["plot_type"], box["plot_type"], strict=True):
        if table["effect"] not in COUNTING_EFFECTS:
            path = f"plot_type.{table['id']}.effect_amount"
            refuse_idle(table["effect_amount"], usual["effect_amount"], path)
    for table, usual in zip(own["event"], box["event"], strict=True):
        if table["kind"] not in COUNTING_EVENTS:
            refuse_idle(table["amount"], usual["amount"], f"event.{table['id']}.amount")


def _built(data: Mapping[str, Any]) -> Components:
    index = {one["id"]: number for number, one in enumerate(data["plot_type"])}
    types = tuple(_plot_type(number, one, index) for number, one in enumerate(data["plot_type"]))
    coin_token = data["coin_token"][0]
    return Components(
        types=types,
        tiles=_tiles(data, types, index),
        events=tuple(_event(number, one, index) for number, one in enumerate(data["event"])),
        rounds=tuple(_round(one) for one in data["rounds"]["list"]),
        rows=data["display"]["rows"],
        events_drawn=data["events_setup"]["drawn_per_game"],
        coin_tokens=whole(coin_token["count"], "coin_token.count"),
        coin_token_bonus=whole(coin_token["rate_bonus"], "coin_token.rate_bonus"),
        plot_tokens=tuple(
            whole(one["count"], f"plot_token.{one['id']}.count") for one in data["plot_token"]
        ),
        plot_token_names=tuple(names(one, f"plot_token.{one['id']}") for one in data["plot_token"]),
        starting_coins=whole(data["money"]["starting_coins"], "money.starting_coins"),
        new_tile_on_top=one_of(
            data["fief_board"]["new_tile_goes"], ("top", "bottom"), "fief_board.new_tile_goes"
        )
        == "top",
        penalty=whole(
            data["endgame"]["penalty_per_empty_column"], "endgame.penalty_per_empty_column"
        ),
        tie_break=_types(data["endgame"]["tie_break"], index, "endgame.tie_break"),
        stacks_used={
            one["players"]: tuple(COLOURS.index(colour) for colour in one["colours"])
            for one in data["player_count"]
        },
    )


_FILE: Final = ComponentFile(Path(__file__).with_name("components.toml"), _built, CHANGEABLE)


def _letter(table: Mapping[str, Any], path: str, key: str) -> str:
    return text(table[key], f"{path}.{key}", most=1)


def _plot_type(number: int, table: Mapping[str, Any], index: Mapping[str, int]) -> PlotType:
    path = f"plot_type.{table['id']}"
    return PlotType(
        index=number,
        id=table["id"],
        names=names(table, path),
        letters=Names(_letter(table, path, "letter_en"), _letter(table, path, "letter_ru")),
        effect=table["effect"],
        amount=whole(table["effect_amount"], f"{path}.effect_amount"),
        symbol=table.get("effect_symbol"),
        own=index.get(table.get("effect_compare_own", ""), -1),
        others=index.get(table.get("effect_compare_other", ""), -1),
        rate=whole(table["income_rate"], f"{path}.income_rate"),
        income_types=tuple(index[name] for name in table["income_types"]),
    )


def _tiles(
    data: Mapping[str, Any], types: tuple[PlotType, ...], index: Mapping[str, int]
) -> tuple[Tile, ...]:
    box = data["box"]
    least, most = box["plot_tile_numbers_min"], box["plot_tile_numbers_max"]
    tiles = []
    for number, table in enumerate(data["plot_tiles"]["list"]):
        path = f"plot_tiles.list.{table['id']}"
        tile = Tile(
            index=number,
            id=table["id"],
            type=index[table["type"]],
            number=whole(table["number"], f"{path}.number", least=least, most=most),
            colour=COLOURS.index(one_of(table["colour"], COLOURS, f"{path}.colour")),
            farmers=whole(table["farmers"], f"{path}.farmers"),
            chests=whole(table["chests"], f"{path}.chests"),
            names=types[index[table["type"]]].names,
        )
        tiles.append(tile)
    for colour, key in ((BLUE, "blue_backs"), (ORANGE, "orange_backs")):
        found = sum(tile.colour == colour for tile in tiles)
        if found != box[key]:
            raise BadSetup(
                words(
                    "Data: {found} tiles have a {colour} back, but there must be {due}.",
                    found=found,
                    colour=COLOURS[colour],
                    due=box[key],
                )
            )
    return tuple(tiles)


def _event(number: int, table: Mapping[str, Any], index: Mapping[str, int]) -> EventCard:
    path = f"event.{table['id']}"
    return EventCard(
        index=number,
        id=table["id"],
        names=names(table, path),
        kind=table["kind"],
        amount=whole(table["amount"], f"{path}.amount"),
        symbol=table.get("symbol"),
        types=_types(table["types"], index, f"{path}.types") if "types" in table else (),
    )


def _round(table: Mapping[str, Any]) -> RoundPlan:
    return RoundPlan(
        row=table["row"] - 1,
        next_row=table["lords_to"] - 1 if table["lords_to"] else None,
        refill=table["refill"],
        event_slot=table["event_slot"] - 1 if table["event_slot"] else None,
    )


def _types(names: Any, index: Mapping[str, int], path: str) -> tuple[int, ...]:
    """At least one type, and none twice."""
    types = tuple(index[one_of(name, index, path)] for name in names)
    if not types:
        raise BadSetup(words("Data: {key} must name a type.", key=path))
    if len(set(types)) != len(types):
        raise BadSetup(words("Data: {key} names a type twice.", key=path))
    return types
