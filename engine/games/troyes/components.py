"""Components of Troyes: buildings, cards, events, characters, and all numbers.

The values come from `components.toml`. In the state, cards, events and characters are identified by
index, and buildings by the number of their colour. Logs and saved games use ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.core.component_data import ComponentFile, Data, DataTable, Item
from engine.errors import BadSetup
from engine.games.troyes import component_types
from engine.games.troyes.component_types import (
    BUILDINGS,
    CARDS_PER_COLOUR,
    SPACES_PER_BUILDING,
    Building,
    Card,
    Character,
    Components,
    EventCard,
    Modifier,
)
from engine.games.troyes.dice import COLOURS, RED, SIDES, WHITE, YELLOW

_AMOUNTS: Final = {
    component_types.CHOOSE_BUILDING: "deniers_per_own_citizen",
    component_types.CATHEDRAL_PAIRS: component_types.CATHEDRAL_PAIRS,
    component_types.CONTEST: "",
    component_types.ROLL: "event_cubes_per_hit",
    component_types.CUBES_PER_RED_DIE: component_types.CUBES_PER_RED_DIE,
    component_types.EVENT_CUBES: component_types.EVENT_CUBES,
    component_types.LEVY: component_types.LEVY,
    component_types.EVENTS_WITH_CUBE: component_types.EVENTS_WITH_CUBE,
    component_types.YELLOW_DICE: component_types.YELLOW_DICE,
    component_types.RED_DICE: component_types.RED_DICE,
}
"""The keys of abilities in the effects of cards, each with the key of the ability's amount, which
is empty if there is no amount."""

_DICE: Final = (*COLOURS, "any")
_NAMES: Final = ("name_en", "name_ru")

REWARDS: Final = 3
"""Number of thresholds of a Character (section 21)."""

CHANGEABLE: Final = {
    "start": ("deniers", "influence"),
    "economy": ("income", "salary_palace", "salary_bishopric", "salary_city_hall"),
    "buildings.palace": _NAMES,
    "buildings.bishopric": ("rows", *_NAMES),
    "buildings.city_hall": ("rows", *_NAMES),
    "initial_neutral_2p": BUILDINGS,
    "activity_cards": ("hire", "divisor", "slots", "round", *_NAMES),
    "activity_cards.effect": (
        "amount",
        "copies",
        "pay_influence",
        "pay_deniers",
        "gain_deniers",
        "gain_influence",
        "gain_vp",
        "deniers_per_own_citizen",
    ),
    "marauding": ("counter", "divisor", "flags", "vp", *_NAMES),
    "event_cards": ("colour", "second", "black", "counter", "divisor", "flags", "vp", *_NAMES),
    "event_cards.effect": ("amount",),
    "characters": ("thresholds", "thresholds_2p", *_NAMES),
}
"""Keys of the values that custom data may change, by table. All other values belong to the
rules."""


def components(data: Data | None = None) -> Components:
    """Return the components, with the custom values of `data` applied. Without `data`, always
    return the same object.

    `data` has the structure of `components.toml`, but contains only the values that differ; cards,
    events and characters are identified by `id` (see `engine.core.component_data`). Raises BadSetup
    for values with which the game cannot be played.
    """
    return _built(_FILE.merged(data)) if data else _FILE.box


def _built(data: Data) -> Components:
    tables = DataTable(data)
    economy, influence, start = (tables.table(key) for key in ("economy", "influence", "start"))
    cathedral, dice = tables.table("cathedral"), tables.tables("dice")
    buildings = tuple(_building(index, id, tables) for index, id in enumerate(BUILDINGS))
    prices = economy.table("price_per_foreign_die")
    box = tables.read(
        Components,
        die_names=tuple(die.names() for die in dice),
        dice=tuple(die.number("count") for die in dice),
        buildings=buildings,
        cathedral_vp=_rewards(cathedral, "vp"),
        cathedral_influence=_rewards(cathedral, "influence"),
        cards=tuple(
            _card(index, table) for index, table in enumerate(tables.tables("activity_cards"))
        ),
        events=(
            _marauding(tables.table("marauding")),
            *(_event(index, table) for index, table in enumerate(tables.tables("event_cards"), 1)),
        ),
        characters=tuple(
            _character(index, table) for index, table in enumerate(tables.tables("characters"))
        ),
        neutral_2p=tuple(
            _neutral_spaces(building, tables.table("initial_neutral_2p")) for building in buildings
        ),
        start_influence=start.integer("influence", most=influence.number("max")),
        prices=(0, *(prices.number(f"group_of_{number}") for number in (1, 2, 3))),
    )
    _check_pools(box)
    return box


_FILE: Final = ComponentFile(Path(__file__).with_name("components.toml"), _built, CHANGEABLE)


_Row = tuple[tuple[int, ...], int]
"""The values that lead to a row of a building, and the row's number of spaces."""


def _building(index: int, id: str, tables: DataTable) -> Building:
    table = tables.table("buildings").table(id)
    rows: list[_Row]
    if table.word("kind") == "cells":
        cells = table.numbers("cells")
        rows = [((value,), 1) for value in cells]
        spaces = [f"{id}.{value}" for value in cells]
    else:
        rows = _rows(table)
        spaces = [
            f"{id}.{row}.{space}"
            for row, (_, length) in enumerate(rows, 1)
            for space in range(1, length + 1)
        ]
    row_of: dict[int, tuple[int, int]] = {}
    begin = 0
    for values, length in rows:
        row_of |= dict.fromkeys(values, (begin, length))
        begin += length
    return Building(
        index,
        id,
        table.names(),
        tables.table("economy").integer(f"salary_{id}"),
        ((0, 0), *(row_of[value] for value in range(1, SIDES + 1))),
        tuple(spaces),
        tuple(values for values, length in rows for _ in range(length)),
    )


def _rows(table: DataTable) -> list[_Row]:
    """Read the rows of a building from top to bottom. Raises BadSetup unless every row has a space,
    every value leads to exactly one row, and there are six spaces."""
    given = table.values["rows"]
    rows = [_row(row_) for row_ in given] if isinstance(given, list | tuple) else []
    values = [value for row, _ in rows for value in row]
    if (
        any(spaces <= 0 for _, spaces in rows)
        or sorted(values) != list(range(1, SIDES + 1))
        or sum(spaces for _, spaces in rows) != SPACES_PER_BUILDING
    ):
        raise BadSetup(
            "Data: the rows of {key} must have {spaces} spaces in all, and each value "
            "from 1 to {sides} must lead to one of the rows.",
            key=table.where("rows"),
            spaces=SPACES_PER_BUILDING,
            sides=SIDES,
        )
    return rows


def _row(row: Item) -> _Row:
    """Read a row. For an invalid row, return 0 spaces."""
    match row:
        case {"values": [*values], "spaces": int(spaces)}:
            numbers = tuple(value for value in values if type(value) is int)
            return numbers, spaces if len(numbers) == len(values) else 0
    return (), 0


def _rewards(cathedral: DataTable, key: str) -> tuple[int, ...]:
    rewards = [(table.numbers("values"), table.number(key)) for table in cathedral.tables("reward")]
    return tuple(
        next(reward for values, reward in rewards if value in values)
        for value in range(1, SIDES + 1)
    )


def _card(index: int, table: DataTable) -> Card:
    effect = table.table("effect")
    colour = COLOURS.index(table.word("colour"))
    ability = next((key for key in _AMOUNTS if key in effect), component_types.EXCHANGE)
    return table.read(
        Card,
        index=index,
        bonus=table.word("set") == "bonus",
        colour=colour,
        dice=_DICE.index(table.word("dice")),
        position=colour * CARDS_PER_COLOUR + table.number("round") - 1,
        ability=ability,
        amount=_amount(effect, _AMOUNTS.get(ability, "")),
        modifier=_modifier(effect) if "modifier" in effect else None,
    )


def _amount(table: DataTable, key: str) -> int:
    """Return the integer under `key`; 0 if it is missing."""
    return table.integer(key) if key in table else 0


def _modifier(effect: DataTable) -> Modifier:
    die = effect.word("from", effect.word("die", "any"))
    return effect.read(
        Modifier,
        die=_DICE.index(die),
        becomes=_DICE.index(effect.word("to", die)),
        for_placing=not effect.flag("not_for_placing"),
        for_cathedral=not effect.flag("not_for_cathedral"),
    )


def _marauding(table: DataTable) -> EventCard:
    values = {"colour": "red", "second": "", "set": "base", **table.values}
    return _event(component_types.MARAUDING, DataTable(values, table.path))


def _event(index: int, table: DataTable) -> EventCard:
    effect = table.table("effect")
    first_vp, second_vp = table.integers("vp", 2)
    return table.read(
        EventCard,
        index=index,
        bonus=table.word("set") == "bonus",
        colour=COLOURS.index(table.one_of("colour", COLOURS)),
        second=("", *COLOURS).index(table.one_of("second", ("", *COLOURS))) - 1,
        counter=COLOURS.index(table.one_of("counter", COLOURS)),
        vp=(first_vp, second_vp),
        amount=max(_amount(effect, key) for key in ("amount", "cubes", "cubes_each")),
        building=("", *BUILDINGS).index(effect.word("building", "")) - 1,
    )


def _character(index: int, table: DataTable) -> Character:
    return table.read(
        Character,
        index=index,
        thresholds=table.integers("thresholds", REWARDS, rising=True),
        thresholds_2p=table.integers("thresholds_2p", REWARDS, rising=True),
    )


def _neutral_spaces(building: Building, table: DataTable) -> tuple[int, ...]:
    """Return the indices of the two spaces of a building that grey citizens occupy before the
    placement, in a game for two. Raises BadSetup unless there are exactly two different spaces,
    both in the building."""
    given = table.values[building.id]
    names = [_space(building, space) for space in given] if isinstance(given, list | tuple) else []
    if len(names) == len(set(names)) == 2 and set(names) <= set(building.spaces):
        return tuple(map(building.spaces.index, names))
    key = table.where(building.id)
    raise BadSetup("Data: {key} must be two spaces in the same building.", key=key)


def _space(building: Building, space: Item) -> str:
    if isinstance(space, Mapping):
        return f"{building.id}.{space.get('row')}.{space.get('space')}"
    return f"{building.id}.{space}"


def _check_pools(box: Components) -> None:
    """Raise BadSetup unless there is a card for every position and a red event for every round, and
    the red events, but no others, name white or yellow as a second colour (TRO-2.6, 2.7). Bonus
    cards are ignored."""
    positions = {card.position for card in box.cards if not card.bonus}
    if len(positions) != component_types.POSITIONS:
        raise BadSetup("Data: every colour needs Activity cards for every round from 1 to 3.")
    cards = [event for event in box.events[1:] if not event.bonus]
    reds = sum(event.colour == RED for event in cards)
    rounds = max(player_count.red_events for player_count in box.player_counts.values())
    if reds < rounds:
        raise BadSetup(
            "Data: there must be at least {n} red events, but there are {found}.",
            n=rounds,
            found=reds,
        )
    for event in cards:
        if (event.second in (WHITE, YELLOW)) != (event.colour == RED):
            raise BadSetup(
                "Data: {key} must be white or yellow on a red event, and empty on others.",
                key=f"event_cards.{event.id}.second",
            )
