"""Loading Era's components from `components.toml`, with custom data applied and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Final

from engine.core.component_data import ComponentFile, Data, DataTable, read_components
from engine.errors import BadSetup
from engine.games.era.component_types import (
    KEEP,
    Amounts,
    Building,
    Components,
    Die,
    Disaster,
    DomainRules,
    Face,
    Kit,
    ScorchedArea,
    ScoreRow,
    StepInfo,
    Track,
    Wall,
)
from engine.games.era.domain import DomainGeometry
from engine.geometry.grid import Grid, Shape
from engine.i18n.text import Names

CULTURE: Final = "culture"
COLLECT: Final = re.compile(r"collect_([a-z]+)_([0-9]+)")
ICONS: Final = ("hammers", "swords", "shields", "feather", "skulls")

COLOURS: Final = ("white", "yellow", "orange", "brown", "blue", "gray")

NAMES: Final = ("name_en", "name_ru")
RESOURCES: Final = ("goods", "stone", "wood", "food")
GAINS: Final = (*RESOURCES, CULTURE)

CHANGEABLE: Final = {
    "domain": ("columns", "rows"),
    "domain.keep_start": ("cells",),
    "domain.rules": ("flood_fill_connectivity", "rotation", "mirroring"),
    "tracks": ("start", "max", *NAMES),
    "parts": ("count", "shape", *NAMES),
    "steps": NAMES,
    "dice": ("count", "colour", *NAMES),
    "dice.faces": ("one_of", *ICONS),
    "dice.faces.gain": GAINS,
    "walls": NAMES,
    "walls.cost": RESOURCES,
    "buildings": ("count", "vp", "colour", "shape", "bonus_max", *NAMES),
    "buildings.cost": RESOURCES,
    "disasters": ("skulls_min", "skulls_max", *NAMES),
    "solo": ("rounds", "opponent_en", "opponent_ru"),
    "safeguard": ("idle_rounds",),
    "scoring": (
        "walled_multiplier",
        "most_culture_bonus",
        "most_culture_min",
        "largest_area_bonus",
        "largest_area_min",
    ),
    "score_rows": NAMES,
}
"""Keys that custom data may change, by the path of their table. All other values belong to the
rules."""


def components(data: Data | None = None) -> Components:
    """Return the components, with the custom values of `data` applied.

    `data` has the structure of `components.toml` but only the values that differ: buildings under
    `buildings`, dice under `dice` and their faces under `faces`, each by its `id` (see
    `engine.core.component_data`). Raises BadSetup for values with which the game cannot be played.
    """
    if not data:
        return _FILE.box
    own = _built(_FILE.merged(data))
    _check_room(own)
    return own


def boxed(own: Data) -> Data:
    """Return all component data with the custom data `own` applied. If `own` is not empty, faces of
    dice have explicit zeros. Raises BadSetup for keys, ids or types that custom data cannot
    have."""
    return _FILE.merged(own) if own else read_components(_FILE.path)


def _read(path: Path) -> Data:
    """Read the component file. Everything that a face of a die does not show is added as an
    explicit zero or empty list, so that custom data can change it."""
    data = read_components(path)
    for die in data["dice"]:
        for face in die["faces"]:
            gain = dict.fromkeys(GAINS, 0) | face.get("gain", {})
            face |= {"one_of": [], **dict.fromkeys(ICONS, 0), **face, "gain": gain}
    return data


def _built(data: Data) -> Components:
    box = DataTable(data)
    meta, walls = box.table("meta"), box.table("walls")
    scorched = next(part for part in box.tables("parts") if part.id == "scorched_area")
    built = box.read(
        Components,
        players=range(meta.number("players_min"), meta.number("players_max") + 1),
        domain=_domain(box.table("domain")),
        tracks={table.id: _track(table) for table in box.tables("tracks")},
        steps=tuple(step.read(StepInfo) for step in _ordered(box, "steps")),
        dice={table.id: _die(table) for table in box.tables("dice")},
        buildings={table.id: _building(table) for table in box.tables("buildings")},
        walls={_wall_id(table): _wall(walls, table) for table in walls.tables("lengths")},
        scorched_area=ScorchedArea(
            scorched.id, scorched.names(), scorched.integer("count"), _shape(scorched)
        ),
        disasters=tuple(_disaster(table) for table in box.tables("disasters")),
        start_kit=_kit(box.table("start_kit")),
        score_rows=_score_rows(box),
    )
    _check_shapes(built)
    _check_keep_start(built)
    _check_disasters(built.disasters)
    _check_first_player_die(built)
    _check_supply(built)
    return built


_FILE: Final = ComponentFile(Path(__file__).with_name("components.toml"), _built, CHANGEABLE, _read)


def _ordered(box: DataTable, key: str) -> list[DataTable]:
    return sorted(box.tables(key), key=lambda table: table.number("order"))


def _domain(table: DataTable) -> DomainRules:
    rules = table.table("rules")
    connectivity = rules.number("flood_fill_connectivity")
    if connectivity not in (4, 8):
        where = rules.where("flood_fill_connectivity")
        raise BadSetup("Data: {key} must be one of {known}.", key=where, known="4, 8")
    return DomainRules(
        columns=table.integer("columns", least=1, most=len(ascii_uppercase)),
        rows=table.integer("rows", least=1, most=len(ascii_uppercase)),
        keep_start=_written(table.table("keep_start"), "cells"),
        diagonal_flood=connectivity == 8,
        rotation=rules.flag("rotation"),
        mirroring=rules.flag("mirroring"),
    )


def _track(table: DataTable) -> Track:
    start, least = table.number("start"), table.number("min")
    return table.read(
        Track,
        start=table.integer("start", least=least),
        least=least,
        most=table.integer("max", least=max(start, 1)),
        lap_points=_lap_points(table),
    )


def _lap_points(table: DataTable) -> int:
    """Return the points recorded for a lap (ERA-6.8, ERA-7.4): 1 per space of the track, so that
    the score does not depend on its length. They are negative if laps cost points, and 0 for a
    track without laps."""
    if not table.flag("wraps"):
        return 0
    spaces = table.number("max") + 1
    return spaces if table.number("lap_points") > 0 else -spaces


def _die(table: DataTable) -> Die:
    return table.read(
        Die,
        colour=table.one_of("colour", COLOURS),
        faces=tuple(_face(face) for face in table.tables("faces")),
    )


def _face(table: DataTable) -> Face:
    return table.read(Face, one_of=_alternatives(table))


def _alternatives(face: DataTable) -> tuple[Amounts, ...]:
    where, values = face.where("one_of"), face.values["one_of"]
    assert isinstance(values, list | tuple), where
    gains = []
    for value in values:
        if not isinstance(value, Mapping) or not value:
            raise BadSetup("Data: {key} must be a list of gains.", key=where)
        DataTable({"one_of": list(value)}, face.path).some_of("one_of", GAINS)
        gains.append(DataTable({where: value}).amounts(where))
    return tuple(gains)


def _building(table: DataTable) -> Building:
    collect = COLLECT.fullmatch(table.word("effect"))
    return table.read(
        Building,
        shape=_shape(table),
        colour=table.one_of("colour", COLOURS),
        die=table.word("die", "") or None,
        collect={collect[1]: int(collect[2])} if collect else {},
    )


def _wall(table: DataTable, length_table: DataTable) -> Wall:
    """Return a wall of the length in `length_table`. `table` has the values common to all walls."""
    names, length = table.names(), length_table.number("length")
    return Wall(
        id=_wall_id(length_table),
        names=Names(f"{length}-cell {names.en}", f"{names.ru} {length}"),
        count=length_table.number("count"),
        shape=Shape.drawn(["#" * length]),
        colour=table.word("colour"),
        vp=table.integer("vp"),
        cost=table.amounts("cost"),
        length=length,
    )


def _wall_id(table: DataTable) -> str:
    return f"wall_{table.number('length')}"


def _shape(table: DataTable) -> Shape:
    drawing = _written(table, "shape")
    if not set("".join(drawing)) - set("#."):
        shape = Shape.drawn(drawing) if "#" in "".join(drawing) else None
        if shape and shape.is_connected():
            return shape
    raise BadSetup(
        "Data: {key} must be drawn with # and . as one connected shape.", key=table.where("shape")
    )


def _written(table: DataTable, key: str) -> tuple[str, ...]:
    """Read a list of words that a user may have changed. Items of other types become "?", which is
    never valid."""
    values = table.values[key]
    assert isinstance(values, list | tuple), table.where(key)
    return tuple(value if isinstance(value, str) else "?" for value in values)


def _disaster(table: DataTable) -> Disaster:
    most = table.integer("skulls_max", least=table.number("skulls_min"))
    return table.read(Disaster, skulls_max=most)


def _kit(table: DataTable) -> Kit:
    walls = {_wall_id(wall): wall.number("count") for wall in table.tables("walls")}
    return table.read(Kit, walls=walls)


def _score_rows(box: DataTable) -> tuple[ScoreRow, ...]:
    buildings = {table.id: table.names() for table in box.tables("buildings")}
    return tuple(
        ScoreRow(row.id, row.word("kind"), buildings.get(row.id) or row.names())
        for row in _ordered(box, "score_rows")
    )


def _check_shapes(box: Components) -> None:
    grid = Grid(box.domain.columns, box.domain.rows)
    for kind in box.kinds.values():
        if not any(shape.anchors(grid) for _, shape in box.domain.turned(kind.shape)):
            raise BadSetup("Data: {kind} does not fit into the domain.", kind=kind.names)


def _check_keep_start(box: Components) -> None:
    """Raise BadSetup unless the cells where the keep starts form a keep (ERA-3.6)."""
    domain, keep = box.domain, box.buildings[KEEP]
    grid = Grid(domain.columns, domain.rows)
    known = all(name and name in grid.names for name in domain.keep_start)
    places = [grid.place(grid.cell(name)) for name in domain.keep_start] if known else []
    covered = Shape.of((row, column) for column, row in places) if places else None
    if covered not in [shape for _, shape in domain.turned(keep.shape)]:
        raise BadSetup(
            "Data: {key} must be the cells of the domain covered by {kind}.",
            key="domain.keep_start.cells",
            kind=keep.names,
        )


def _check_disasters(disasters: Sequence[Disaster]) -> None:
    """Raise BadSetup unless each number of skulls, from 1 to the highest of any disaster, causes
    exactly one disaster (ERA-8.1)."""
    next_skulls = 1
    for disaster in sorted(disasters, key=lambda disaster_: disaster_.skulls_min):
        if disaster.skulls_min != next_skulls:
            raise BadSetup(
                "Data: the skull counts of the disasters must follow one another without gaps."
            )
        next_skulls = disaster.skulls_max + 1


def _check_first_player_die(box: Components) -> None:
    """Raise BadSetup unless rolling again can break a tie (ERA-3.13)."""
    die = box.first_player_die
    if len({face.swords for face in die.faces}) == 1:
        raise BadSetup(
            "Data: the faces of {die} must have different numbers of swords.", die=die.names
        )


def _check_supply(box: Components) -> None:
    """Raise BadSetup unless there are enough pieces and dice for all players, and a die for every
    building that comes with one (ERA-11.3)."""
    for players in box.players:
        supply = box.supply_after_setup(players)
        left = {**supply.buildings, **supply.walls, **supply.dice}
        left[box.scorched_area.id] = supply.scorched_areas
        for die in box.dice.values():
            left[die.id] = min(left[die.id], left[die.id] - left[die.building])
        short = next((id for id, number in left.items() if number < 0), None)
        if short is not None:
            thing = box.kinds.get(short) or box.dice[short]
            raise BadSetup(
                "Data: the count of {kind} is too low for this number of players: {players}.",
                kind=thing.names,
                players=players,
            )


def _check_room(box: Components) -> None:
    """Raise BadSetup unless it is certain that there is room for every starting piece, wherever the
    others are placed (ERA-3.9). Even a player who places at random, such as a bot, then cannot get
    stuck."""
    geometry = DomainGeometry(box)
    for players in box.players:
        kit = box.kit_to_place(players)
        for kind in kit:
            others = {**kit, kind: kit[kind] - 1}
            blocked = sum(
                number * _most_blocked(geometry, kind, other) for other, number in others.items()
            )
            if blocked >= _count_places(geometry, kind):
                raise BadSetup(
                    "Data: the domain is too small: there may be no room for {kind} at the start.",
                    kind=box.kinds[kind].names,
                )


def _count_places(geometry: DomainGeometry, kind: str) -> int:
    """Return the number of places of a kind that do not overlap the keep at the start."""
    keep = geometry.keep_start.mask
    return sum(not place.mask & keep for place in geometry.placements(kind))


def _most_blocked(geometry: DomainGeometry, kind: str, other: str) -> int:
    """Return an upper bound for the number of places of the kind `kind` that one piece of the kind
    `other` can block."""
    shapes = [rotated.shape for rotated in geometry.rotations[kind]]
    return max(
        sum(_overlaps(rotated.shape, shape) for shape in shapes)
        for rotated in geometry.rotations[other]
    )


def _overlaps(one: Shape, other: Shape) -> int:
    """Return the number of relative positions in which two shapes overlap."""
    return len({(y - v, x - u) for y, x in one.squares for v, u in other.squares})
