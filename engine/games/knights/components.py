"""Loading the components of Cities & Knights and Catan from their files `components.toml`, with
custom maps (CK-23.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from engine.core.component_data import ComponentFile, Data, DataTable, Item
from engine.errors import BadSetup
from engine.games.knights.board import Board
from engine.games.knights.component_types import (
    BEGINNER,
    DESERT,
    GENERIC,
    NO_TOKEN,
    Card,
    Components,
    CountsByKind,
    HarborPlace,
    HarborType,
    Island,
    Kind,
    Layout,
    OptionChoice,
    Terrain,
    Track,
)
from engine.i18n.text import Names

CHANGEABLE: Final = {
    "layouts.beginner": ("terrain_by_hex", "number_by_hex"),
    "harbors.places": ("beginner_type",),
}
"""Keys whose values custom data may change, by table: only the map (CK-23.6)."""


def components(data: Data | None = None) -> Components:
    """Return the components, with the custom map of `data`, if any, in place of the beginners'
    island.

    Raises BadSetup, which names the key, for a map on which the game cannot be played.
    """
    return boxed(_FILE, data)


def boxed(file: ComponentFile[Components], data: Data | None) -> Components:
    """Return the components of `file`, with the custom map of `data`, if any. Raises BadSetup like
    `components`."""
    return built(file.merged(data), is_own_map=True) if data else file.box


def built(data: Data, *, is_own_map: bool = False) -> Components:
    box = DataTable(data)
    meta, tokens = box.table("meta"), box.table("number_tokens")
    harbors, layouts = box.table("harbors"), box.table("layouts")
    tracks = {table.id: number for number, table in enumerate(box.tables("improvement_tracks"))}
    kinds = tuple(_kind(table, tracks) for table in box.tables("card_kinds"))
    numbers = {kind.id: number for number, kind in enumerate(kinds)}
    rates = {table.id: table.number("rate") for table in box.tables("trade_rates")}
    hexes = box.table("geometry").tables("hexes")
    shared = {table.id: table.names() for table in box.tables("shared_pieces")}
    terrains = {table.id: _terrain(table, numbers) for table in box.tables("terrains")}
    types = {table.id: _harbor_type(table, numbers) for table in box.tables("harbor_types")}
    values = tokens.numbers("values")
    return box.read(
        Components,
        players=range(meta.number("players_min"), meta.number("players_max") + 1),
        board=Board.of([(table.number("q"), table.number("r")) for table in hexes]),
        kinds=kinds,
        terrains=terrains,
        tracks=tuple(_track(table, numbers, shared) for table in box.tables("improvement_tracks")),
        cards=tuple(_card(table, tracks) for table in box.tables("progress_cards")),
        costs={table.id: _counts(table.table("cost"), numbers) for table in box.tables("costs")},
        pips=dict(zip(values, tokens.numbers("pips"), strict=True)),
        event_faces=next(die.word_list("faces") for die in box.tables("dice") if die.id == "event"),
        bank_rate=rates["bank"],
        merchant_rate=rates["merchant"],
        house_rate=rates["trading_house"],
        fleet_rate=rates["merchant_fleet"],
        harbor_places=tuple(_harbor_place(table) for table in harbors.tables("places")),
        harbor_types=types,
        layouts={key: Layout(key, table.names()) for key, table in _subtables(layouts)},
        beginner=_island(
            layouts.table(BEGINNER), harbors.tables("places"), len(hexes), terrains, types, values
        ),
        is_own_map=is_own_map,
        options={key: _choice(table) for key, table in _subtables(box.table("options"))},
        duel=_duel_preset(box.tables("player_counts")),
    )


_FILE: Final = ComponentFile(Path(__file__).with_name("components.toml"), built, CHANGEABLE)


def _subtables(table: DataTable) -> Iterator[tuple[str, DataTable]]:
    for key, value in table.values.items():
        if isinstance(value, Mapping):
            yield key, table.table(key)


def _glyph(table: DataTable) -> Names:
    return Names(table.word("glyph"), table.word("glyph_ru"))


def _kind(table: DataTable, tracks: Mapping[str, int]) -> Kind:
    return table.read(
        Kind,
        glyph=_glyph(table),
        is_commodity=table.word("class") == "commodity",
        track=tracks.get(table.word("track", "")),
    )


def _pairs(table: DataTable, numbers: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple((numbers[kind], table.number(kind)) for kind in table.values)


def _counts(table: DataTable, numbers: Mapping[str, int]) -> CountsByKind:
    return tuple(table.number(kind, 0) for kind in numbers)


def _terrain(table: DataTable, numbers: Mapping[str, int]) -> Terrain:
    settlement = _pairs(table.table("settlement"), numbers)
    return table.read(
        Terrain,
        glyph=_glyph(table),
        settlement=settlement,
        city=_pairs(table.table("city"), numbers),
        resource=settlement[0][0] if settlement else None,
    )


def _track(table: DataTable, numbers: Mapping[str, int], pieces: Mapping[str, Names]) -> Track:
    return table.read(
        Track,
        commodity=numbers[table.word("commodity")],
        ability=Names(table.word("ability_en"), table.word("ability_ru")),
        metropolis=pieces[table.word("metropolis")],
    )


def _card(table: DataTable, tracks: Mapping[str, int]) -> Card:
    return table.read(
        Card,
        deck=tracks[table.word("deck")] if tracks else 0,
        effect=Names(table.word("effect"), table.word("effect_ru")),
    )


def _harbor_place(table: DataTable) -> HarborPlace:
    sea = (table.number("sea_q"), table.number("sea_r"))
    return table.read(HarborPlace, nodes=table.numbers("nodes"), sea=sea)


def _harbor_type(table: DataTable, numbers: Mapping[str, int]) -> HarborType:
    return table.read(HarborType, kind=None if table.id == GENERIC else numbers[table.id])


def _choice(table: DataTable) -> OptionChoice:
    if "choices" in table:
        return OptionChoice(table.word_list("choices"), table.word("default"))
    choices = range(table.number("min"), table.number("max") + 1)
    return OptionChoice(tuple(map(str, choices)), str(table.number("default")))


def _duel_preset(tables: Sequence[DataTable]) -> dict[str, str]:
    preset = next(table.table("duel_preset") for table in tables if "duel_preset" in table)
    return {key: str(value) for key, value in preset.values.items()}


# ---------------------------------------------------------------------- the map


def _island(
    table: DataTable,
    places: Sequence[DataTable],
    hexes: int,
    terrains: Mapping[str, Terrain],
    types: Mapping[str, HarborType],
    tokens: Sequence[int],
) -> Island:
    """Read the fixed map, which is the beginners' island or a custom one (CK-2.8, CK-23.6). Raises
    BadSetup for a map on which the game cannot be played."""
    terrain_path, number_path = table.where("terrain_by_hex"), table.where("number_by_hex")
    names = table.some_of("terrain_by_hex", terrains)
    given = table.values["number_by_hex"]
    numbers = tuple(given) if isinstance(given, list | tuple) else ()
    for path, entries in ((terrain_path, len(names)), (number_path, len(numbers))):
        if entries != hexes:
            raise BadSetup("Data: {key} must have {n} entries.", key=path, n=hexes)
    checked = tuple(
        _number(name, number, tokens, number_path)
        for name, number in zip(names, numbers, strict=True)
    )
    if DESERT not in names:
        raise BadSetup("Data: {key} needs a desert, where the robber starts.", key=terrain_path)
    harbors = tuple(place.one_of("beginner_type", types) for place in places)
    return Island(names, checked, harbors)


def _number(name: str, number: Item, tokens: Sequence[int], path: str) -> int:
    """Return the token of a hex. Raises BadSetup unless it is legal: a desert has none, and every
    other hex has one (CK-2.9)."""
    legal = (NO_TOKEN,) if name == DESERT else tokens
    if type(number) is int and number in legal:
        return number
    raise BadSetup(
        "Data: {key} must be 0 for a desert and one of {known} for any other hex.",
        key=path,
        known=", ".join(map(str, tokens)),
    )
