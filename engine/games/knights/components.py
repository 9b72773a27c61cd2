"""Reading the box of Cities & Knights from `components.toml`, with a map of a user's own (CK-23.6).

Rules never name a number that the file has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.core.data import ComponentFile, one_of
from engine.errors import BadSetup
from engine.games.knights.board import Board
from engine.games.knights.box import (
    BEGINNER,
    DESERT,
    GENERIC,
    NO_TOKEN,
    Card,
    Choice,
    Components,
    Counts,
    HarborPlace,
    HarborType,
    Island,
    Kind,
    Layout,
    Limits,
    Piece,
    Points,
    Spiral,
    Terrain,
    Track,
)
from engine.i18n.text import Names, words

CHANGEABLE: Final = {
    "layouts.beginner": ("terrain_by_hex", "number_by_hex"),
    "harbors.places": ("beginner_type",),
}
"""What a user's own data may change: the map, nothing else (CK-23.6)."""


def components(data: Mapping[str, Any] | None = None) -> Components:
    """The box, with a user's own map in the place of the beginners' island where there is one.

    Raises BadSetup, which names the key, for a map that cannot be played on.
    """
    return _built(_FILE.merged(data), is_own_map=True) if data else _FILE.box


def _built(data: Mapping[str, Any], *, is_own_map: bool = False) -> Components:
    meta = data["meta"]
    tracks = {one["id"]: number for number, one in enumerate(data["improvement_tracks"])}
    kinds = tuple(_kind(one, tracks) for one in data["card_kinds"])
    numbers = {kind.id: number for number, kind in enumerate(kinds)}
    rates = {one["id"]: one["rate"] for one in data["trade_rates"]}
    tokens = data["number_tokens"]
    board = Board.of([(one["q"], one["r"]) for one in data["geometry"]["hexes"]])
    terrains = _by_id(_terrain(one, numbers) for one in data["terrains"])
    types = _by_id(_harbor_type(one, numbers) for one in data["harbor_types"])
    return Components(
        names=_names(meta),
        players=range(meta["players_min"], meta["players_max"] + 1),
        board=board,
        kinds=kinds,
        terrains=terrains,
        pieces=tuple(
            Piece(one["id"], _names(one), one["per_player"], one.get("level", 0))
            for one in data["player_pieces"]
        ),
        tracks=tuple(_track(one, numbers, data) for one in data["improvement_tracks"]),
        cards=tuple(_card(one, tracks) for one in data["progress_cards"]),
        costs={one["id"]: _counts(one["cost"], numbers) for one in data["costs"]},
        pips=dict(zip(tokens["values"], tokens["pips"], strict=True)),
        movable_tokens=tuple(tokens["movable_by_inventor"]),
        red_numbers=tuple(tokens["red_values"]),
        event_faces=next(tuple(die["faces"]) for die in data["dice"] if die["id"] == "event"),
        attack_step=data["barbarian_track"]["attack_step"],
        bank_rate=rates["bank"],
        merchant_rate=rates["merchant"],
        house_rate=rates["trading_house"],
        fleet_rate=rates["merchant_fleet"],
        harbor_places=tuple(_harbor_place(one) for one in data["harbors"]["places"]),
        harbor_types=types,
        layouts={
            name: Layout(name, _names(table)) for name, table in _layouts(data["layouts"]).items()
        },
        beginner=_island(data, terrains, types, tuple(tokens["values"])),
        is_own_map=is_own_map,
        spiral=_spiral(data["layouts"]["random_spiral"]),
        points=_points(data["victory_points"]),
        limits=_limits(data["limits"]),
        options=_options(data["options"]),
        duel=_duel(data["player_counts"]),
    )


_FILE: Final = ComponentFile(Path(__file__).with_name("components.toml"), _built, CHANGEABLE)


def _by_id(things: Iterable[Any]) -> dict[str, Any]:
    return {thing.id: thing for thing in things}


def _names(table: Mapping[str, Any]) -> Names:
    return Names(table["name_en"], table["name_ru"])


def _glyph(table: Mapping[str, Any]) -> Names:
    return Names(table["glyph"], table["glyph_ru"])


def _kind(table: Mapping[str, Any], tracks: Mapping[str, int]) -> Kind:
    return Kind(
        table["id"],
        _names(table),
        _glyph(table),
        table["bank"],
        table["class"] == "commodity",
        tracks.get(table.get("track", "")),
    )


def _pairs(table: Mapping[str, int], numbers: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple((numbers[kind], count) for kind, count in table.items())


def _counts(table: Mapping[str, int], numbers: Mapping[str, int]) -> Counts:
    return tuple(table.get(kind, 0) for kind in numbers)


def _terrain(table: Mapping[str, Any], numbers: Mapping[str, int]) -> Terrain:
    settlement = _pairs(table["settlement"], numbers)
    return Terrain(
        table["id"],
        _names(table),
        _glyph(table),
        table["count"],
        settlement,
        _pairs(table["city"], numbers),
        settlement[0][0] if settlement else None,
    )


def _track(table: Mapping[str, Any], numbers: Mapping[str, int], data: Mapping[str, Any]) -> Track:
    pieces = {one["id"]: _names(one) for one in data["shared_pieces"]}
    return Track(
        id=table["id"],
        names=_names(table),
        color=table["color"],
        commodity=numbers[table["commodity"]],
        event=table["event_face"],
        costs=tuple(table["cost_by_level"]),
        red_most=tuple(table["red_max_by_level"]),
        ability_level=table["ability_level"],
        ability=Names(table["ability_en"], table["ability_ru"]),
        metropolis=pieces[table["metropolis"]],
    )


def _card(table: Mapping[str, Any], tracks: Mapping[str, int]) -> Card:
    return Card(
        table["id"],
        _names(table),
        tracks[table["deck"]],
        table["count"],
        table["timing"],
        Names(table["effect"], table["effect_ru"]),
        table["rule"],
        table["vp"],
    )


def _harbor_place(table: Mapping[str, Any]) -> HarborPlace:
    one, other = table["nodes"]
    sea = (table["sea_q"], table["sea_r"])
    return HarborPlace(table["edge"], (one, other), table["land_hex"], table["side"], sea)


def _harbor_type(table: Mapping[str, Any], numbers: Mapping[str, int]) -> HarborType:
    kind = None if table["id"] == GENERIC else numbers[table["id"]]
    return HarborType(table["id"], _names(table), table["count"], table["rate"], kind)


def _layouts(tables: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: table for name, table in tables.items() if isinstance(table, Mapping)}


def _spiral(table: Mapping[str, Any]) -> Spiral:
    return Spiral(
        tuple(table["token_values"]),
        tuple(table["outer_ring_clockwise"]),
        tuple(table["inner_ring_clockwise"]),
        table["centre"],
    )


def _points(table: Mapping[str, Any]) -> Points:
    return Points(
        settlement=table["settlement"],
        city=table["city"],
        metropolis=table["metropolis_bonus"],
        longest_road=table["longest_road"],
        longest_road_least=table["longest_road_min"],
        defender=table["defender"],
        merchant=table["merchant"],
    )


def _limits(table: Mapping[str, Any]) -> Limits:
    return Limits(
        table["progress_hand"], table["progress_hand_own_turn"], table["discard_per_wall"]
    )


def _options(table: Mapping[str, Any]) -> dict[str, Choice]:
    return {key: _choice(one) for key, one in table.items() if isinstance(one, Mapping)}


def _choice(table: Mapping[str, Any]) -> Choice:
    if "choices" in table:
        return Choice(tuple(table["choices"]), table["default"])
    choices = range(table["min"], table["max"] + 1)
    return Choice(tuple(map(str, choices)), str(table["default"]))


def _duel(tables: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    preset = next(one["duel_preset"] for one in tables if "duel_preset" in one)
    return {key: str(value) for key, value in preset.items()}


# ---------------------------------------------------------------------- the map


def _island(
    data: Mapping[str, Any],
    terrains: Mapping[str, Terrain],
    types: Mapping[str, HarborType],
    tokens: Sequence[int],
) -> Island:
    """The fixed map: the beginners' island, or a user's own (CK-2.8, CK-23.6)."""
    table = data["layouts"][BEGINNER]
    path = f"layouts.{BEGINNER}"
    hexes = len(data["geometry"]["hexes"])
    names = tuple(
        one_of(name, terrains, f"{path}.terrain_by_hex") for name in table["terrain_by_hex"]
    )
    numbers = tuple(table["number_by_hex"])
    for key, values in (("terrain_by_hex", names), ("number_by_hex", numbers)):
        if len(values) != hexes:
            raise BadSetup(
                words("Data: {key} must have {n} entries.", key=f"{path}.{key}", n=hexes)
            )
    _check_numbers(names, numbers, tokens, f"{path}.number_by_hex")
    if DESERT not in names:
        raise BadSetup(
            words(
                "Data: {key} needs a desert, where the robber starts.", key=f"{path}.terrain_by_hex"
            )
        )
    harbors = tuple(
        one_of(place["beginner_type"], types, f"harbors.places.{place['id']}.beginner_type")
        for place in data["harbors"]["places"]
    )
    return Island(names, numbers, harbors)


def _check_numbers(
    names: Sequence[str], numbers: Sequence[Any], tokens: Sequence[int], path: str
) -> None:
    """A desert has no token, every other hex has one (CK-2.9)."""
    for name, number in zip(names, numbers, strict=True):
        legal = (NO_TOKEN,) if name == DESERT else tokens
        if type(number) is not int or number not in legal:
            raise BadSetup(
                words(
                    "Data: {key} must be 0 for a desert and one of {known} for any other hex.",
                    key=path,
                    known=", ".join(map(str, tokens)),
                )
            )
