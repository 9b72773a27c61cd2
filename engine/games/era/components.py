"""Reading the box of Era from `components.toml`, with a user's own values put over it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any, Final

from engine.core.data import ComponentFile, names, one_of, read_components, text, whole
from engine.errors import BadSetup
from engine.games.era.box import (
    KEEP,
    Amounts,
    Building,
    Components,
    Die,
    Disaster,
    DomainRules,
    Face,
    Kit,
    Part,
    PlayerCount,
    Rank,
    ScorchedArea,
    ScoreRow,
    Scoring,
    Solo,
    StepInfo,
    Track,
    Wall,
)
from engine.games.era.room import check_room
from engine.geometry.grid import Grid, Shape
from engine.i18n.text import Names, words

CULTURE: Final = "culture"
COLLECT: Final = re.compile(r"collect_([a-z]+)_([0-9]+)")
ICONS: Final = ("hammers", "swords", "shields", "feather", "skulls")

COLOURS: Final = ("white", "yellow", "orange", "brown", "blue", "gray")
"""The colours in which pieces are made."""

NAMES: Final = ("name_en", "name_ru")
RESOURCES: Final = ("goods", "stone", "wood", "food")

CHANGEABLE: Final = {
    "domain": ("columns", "rows"),
    "domain.keep_start": ("cells",),
    "domain.rules": ("flood_fill_connectivity", "rotation", "mirroring"),
    "tracks": ("start", "max", *NAMES),
    "parts": ("count", "shape", *NAMES),
    "steps": NAMES,
    "dice": ("count", "colour", *NAMES),
    "dice.faces": ("one_of", *ICONS),
    "dice.faces.gain": (*RESOURCES, CULTURE),
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
"""What a user's own data may correct; everything else is rules."""


def components(data: Mapping[str, Any] | None = None) -> Components:
    """The box, with a user's own values put over it where there are any.

    `data` has the structure of `components.toml` and holds only what differs: buildings under
    `buildings`, dice under `dice` and their faces under `faces`, each by its `id` (see
    `engine.core.data`). Raises BadSetup, which names the key, for values that the game cannot be
    played with.
    """
    if not data:
        return _FILE.box
    own = _built(_FILE.merged(data))
    check_room(own)
    return own


def _read(path: Path) -> dict[str, Any]:
    """The file with what the faces of the dice do not show filled in, so that it can be changed."""
    data = read_components(path)
    for die in data["dice"]:
        for face in die["faces"]:
            gain = dict.fromkeys((*RESOURCES, CULTURE), 0) | face.get("gain", {})
            face |= {"one_of": [], **dict.fromkeys(ICONS, 0), **face, "gain": gain}
    return data


def _built(data: Mapping[str, Any]) -> Components:
    meta = data["meta"]
    scorched = next(part for part in data["parts"] if part["id"] == "scorched_area")
    found = Components(
        names=_names(meta),
        players=range(meta["players_min"], meta["players_max"] + 1),
        domain=_domain(data["domain"]),
        tracks=_by_id(_track(one) for one in data["tracks"]),
        parts=_by_id(Part(one["id"], _names(one), _count(one, "parts")) for one in data["parts"]),
        steps=tuple(StepInfo(one["id"], _names(one)) for one in _ordered(data["steps"])),
        dice=_by_id(_die(one) for one in data["dice"]),
        buildings=_by_id(_building(one) for one in data["buildings"]),
        walls=_by_id(_walls(data["walls"])),
        scorched_area=ScorchedArea(
            scorched["id"], _names(scorched), _count(scorched, "parts"), _shape(scorched, "parts")
        ),
        disasters=tuple(_disaster(one) for one in data["disasters"]),
        player_counts={one["players"]: _player_count(one) for one in data["player_counts"]},
        start_kit=_kit(data["start_kit"]),
        solo=_solo(data["solo"]),
        ranks=tuple(Rank(_names(one), one["min"], one["max"]) for one in data["solo_ranks"]),
        idle_rounds=whole(data["safeguard"]["idle_rounds"], "safeguard.idle_rounds", least=1),
        scoring=_scoring(data["scoring"]),
        score_rows=_score_rows(data),
    )
    _check_shapes(found)
    _check_keep_start(found)
    _check_disasters(found.disasters)
    _check_first_player_die(found)
    _check_supply(found)
    return found


_FILE: Final = ComponentFile(Path(__file__).with_name("components.toml"), _built, CHANGEABLE, _read)


def _by_id(things: Iterable[Any]) -> dict[str, Any]:
    return {thing.id: thing for thing in things}


def _ordered(tables: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(tables, key=lambda table: table["order"])


def _names(table: Mapping[str, Any]) -> Names:
    return names(table, str(table.get("id", "")))


def _count(table: Mapping[str, Any], path: str) -> int:
    return whole(table["count"], f"{path}.{table['id']}.count")


def _amounts(table: Mapping[str, Any], path: str) -> Amounts:
    numbers = {key: whole(number, f"{path}.{key}") for key, number in table.items()}
    return {key: number for key, number in numbers.items() if number}


def _domain(table: Mapping[str, Any]) -> DomainRules:
    rules = table["rules"]
    connectivity = one_of(
        str(rules["flood_fill_connectivity"]), ("4", "8"), "domain.rules.flood_fill_connectivity"
    )
    return DomainRules(
        columns=whole(table["columns"], "domain.columns", least=1, most=len(ascii_uppercase)),
        rows=whole(table["rows"], "domain.rows", least=1, most=len(ascii_uppercase)),
        keep_start=tuple(table["keep_start"]["cells"]),
        diagonal_flood=connectivity == "8",
        rotation=rules["rotation"],
        mirroring=rules["mirroring"],
    )


def _track(table: Mapping[str, Any]) -> Track:
    path, least = f"tracks.{table['id']}", table["min"]
    return Track(
        id=table["id"],
        names=_names(table),
        start=whole(table["start"], f"{path}.start", least=least),
        least=least,
        most=whole(table["max"], f"{path}.max", least=max(table["start"], 1)),
        wraps=table["wraps"],
        lap_points=_lap_points(table),
    )


def _lap_points(table: Mapping[str, Any]) -> int:
    """What is noted for a lap: as many points as the track has spaces, so that nothing is lost or
    won by its length (ERA-6.8, ERA-7.4)."""
    if not table["wraps"]:
        return 0
    spaces: int = table["max"] + 1
    return spaces if table["lap_points"] > 0 else -spaces


def _die(table: Mapping[str, Any]) -> Die:
    path = f"dice.{table['id']}"
    return Die(
        id=table["id"],
        names=_names(table),
        colour=one_of(table["colour"], COLOURS, f"{path}.colour"),
        count=_count(table, "dice"),
        building=table["building"],
        faces=tuple(_face(face, f"{path}.faces.{face['id']}") for face in table["faces"]),
    )


def _face(table: Mapping[str, Any], path: str) -> Face:
    hammers, swords, shields, feathers, skulls = (
        whole(table[icon], f"{path}.{icon}") for icon in ICONS
    )
    return Face(
        id=table["id"],
        gain=_amounts(table["gain"], f"{path}.gain"),
        one_of=tuple(_alternative(one, f"{path}.one_of") for one in table["one_of"]),
        hammers=hammers,
        swords=swords,
        shields=shields,
        feathers=feathers,
        skulls=skulls,
    )


def _alternative(table: Any, path: str) -> Amounts:
    if not isinstance(table, Mapping) or not table:
        raise BadSetup(words("Data: {key} must be a list of what can be gained.", key=path))
    for key in table:
        one_of(key, (*RESOURCES, CULTURE), path)
    return _amounts(table, path)


def _building(table: Mapping[str, Any]) -> Building:
    path = f"buildings.{table['id']}"
    collect = COLLECT.fullmatch(table["effect"])
    return Building(
        id=table["id"],
        names=_names(table),
        count=_count(table, "buildings"),
        shape=_shape(table, "buildings"),
        colour=one_of(table["colour"], COLOURS, f"{path}.colour"),
        vp=whole(table["vp"], f"{path}.vp"),
        cost=_amounts(table["cost"], f"{path}.cost"),
        effect=table["effect"],
        die=table.get("die"),
        collect={collect[1]: int(collect[2])} if collect else {},
        always_walled=table.get("always_walled", False),
        bonus_max=whole(table.get("bonus_max", 0), f"{path}.bonus_max"),
    )


def _walls(table: Mapping[str, Any]) -> list[Wall]:
    names, vp = _names(table), whole(table["vp"], "walls.vp")
    cost = _amounts(table["cost"], "walls.cost")
    return [
        Wall(
            id=_wall_id(one),
            names=Names(f"{names.en} {one['length']}", f"{names.ru} {one['length']}"),
            count=one["count"],
            shape=Shape.drawn(["#" * one["length"]]),
            colour=table["colour"],
            vp=vp,
            cost=cost,
            length=one["length"],
        )
        for one in table["lengths"]
    ]


def _wall_id(table: Mapping[str, Any]) -> str:
    return f"wall_{table['length']}"


def _shape(table: Mapping[str, Any], path: str) -> Shape:
    drawing = table["shape"]
    if all(isinstance(row, str) and not set(row) - set("#.") for row in drawing):
        shape = Shape.drawn(drawing) if "#" in "".join(drawing) else None
        if shape and shape.is_connected():
            return shape
    raise BadSetup(
        words(
            "Data: {key} must be drawn with # and . and hang together.",
            key=f"{path}.{table['id']}.shape",
        )
    )


def _disaster(table: Mapping[str, Any]) -> Disaster:
    path, least = f"disasters.{table['id']}", table["skulls_min"]
    return Disaster(
        id=table["id"],
        names=_names(table),
        skulls_min=whole(least, f"{path}.skulls_min", least=1),
        skulls_max=whole(table["skulls_max"], f"{path}.skulls_max", least=least),
        affects=table["affects"],
    )


def _player_count(table: Mapping[str, Any]) -> PlayerCount:
    return PlayerCount(
        players=table["players"],
        tracking_tokens=table["tracking_tokens"],
        removed_buildings=table["removed_buildings"],
        removed_dice=table["removed_dice"],
        scorched_per_player=table["scorched_per_player"],
    )


def _kit(table: Mapping[str, Any]) -> Kit:
    walls = {_wall_id(one): one["count"] for one in table["walls"]}
    return Kit(buildings=table["buildings"], walls=walls, dice=table["dice"])


def _solo(table: Mapping[str, Any]) -> Solo:
    return Solo(
        opponent=Names(
            text(table["opponent_en"], "solo.opponent_en"),
            text(table["opponent_ru"], "solo.opponent_ru"),
        ),
        rounds=whole(table["rounds"], "solo.rounds", least=1),
        philip_dice=table["philip_dice"],
        philip_take_order=tuple(table["philip_take_order"]),
    )


def _scoring(table: Mapping[str, Any]) -> Scoring:
    numbers = {key: whole(table[key], f"scoring.{key}") for key in CHANGEABLE["scoring"]}
    return Scoring(tie_break=tuple(table["tie_break"]), **numbers)


def _score_rows(data: Mapping[str, Any]) -> tuple[ScoreRow, ...]:
    buildings = {one["id"]: _names(one) for one in data["buildings"]}
    return tuple(
        ScoreRow(one["id"], one["kind"], buildings.get(one["id"]) or _names(one))
        for one in _ordered(data["score_rows"])
    )


def _check_shapes(found: Components) -> None:
    domain = found.domain
    grid = Grid(domain.columns, domain.rows)
    for kind in found.kinds.values():
        ways = kind.shape.rotations() if domain.rotation else [(0, kind.shape)]
        if not any(shape.anchors(grid) for _, shape in ways):
            raise BadSetup(words("Data: {kind} does not fit into the domain.", kind=kind.names))


def _check_keep_start(found: Components) -> None:
    """The keep begins on cells that a keep can cover (ERA-3.6)."""
    domain, keep = found.domain, found.buildings[KEEP]
    grid = Grid(domain.columns, domain.rows)
    known = all(name and name in grid.names for name in domain.keep_start)
    places = [grid.place(grid.cell(name)) for name in domain.keep_start] if known else []
    ways = keep.shape.rotations() if domain.rotation else [(0, keep.shape)]
    covered = Shape.of((row, column) for column, row in places) if places else None
    if covered not in [shape for _, shape in ways]:
        raise BadSetup(
            words(
                "Data: {key} must be cells of the domain that {kind} covers.",
                key="domain.keep_start.cells",
                kind=keep.names,
            )
        )


def _check_disasters(disasters: Sequence[Disaster]) -> None:
    """Each number of skulls from 1 on causes one disaster (ERA-8.1)."""
    due = 1
    for disaster in sorted(disasters, key=lambda one: one.skulls_min):
        if disaster.skulls_min != due:
            raise BadSetup(words("Data: the skulls of the disasters must follow on without gaps."))
        due = disaster.skulls_max + 1


def _check_first_player_die(found: Components) -> None:
    """Rolling it again can break a tie (ERA-3.13)."""
    die = found.first_player_die
    if len({face.swords for face in die.faces}) == 1:
        raise BadSetup(
            words("Data: the faces of {die} must differ in their swords.", die=die.names)
        )


def _check_supply(found: Components) -> None:
    """There is enough for every kit, and a die for every building that gives one (ERA-11.3)."""
    for players in found.players:
        supply = found.supply_after_setup(players)
        left = {**supply.buildings, **supply.walls, **supply.dice}
        left[found.scorched_area.id] = supply.scorched_areas
        for die in found.dice.values():
            left[die.id] = min(left[die.id], left[die.id] - left[die.building])
        short = next((id for id, number in left.items() if number < 0), None)
        if short is not None:
            thing = found.kinds.get(short) or found.dice[short]
            raise BadSetup(
                words(
                    "Data: {kind} is too scarce in a game for {players}.",
                    kind=thing.names,
                    players=players,
                )
            )
