"""What lies in the box of Troyes: buildings, cards, events, characters, and all their numbers.

The values come from `components.toml`. Inside the game cards, events and characters are known by
their index in the box, buildings by the number of their colour; logs and saved games use the ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from engine.core.data import (
    ComponentFile,
    names,
    one_of,
    whole,
    wholes,
)
from engine.errors import BadSetup
from engine.games.troyes.box import (
    BUILDINGS,
    CARDS_PER_COLOUR,
    CATHEDRAL_PAIRS,
    CHOOSE_BUILDING,
    CONTEST,
    CUBES_PER_RED_DIE,
    EVENT_CUBES,
    EVENTS_WITH_CUBE,
    EXCHANGE,
    LEVY,
    MARAUDING,
    POSITIONS,
    RED_DICE,
    ROLL,
    SPACES,
    YELLOW_DICE,
    Building,
    Card,
    Character,
    Components,
    EventCard,
    Modifier,
    PlayerCount,
)
from engine.games.troyes.dice import ANY, COLOURS, RED, SIDES, WHITE, YELLOW
from engine.i18n.text import words

_ABILITIES: Final = (
    CHOOSE_BUILDING,
    CATHEDRAL_PAIRS,
    CONTEST,
    ROLL,
    CUBES_PER_RED_DIE,
    EVENT_CUBES,
    LEVY,
    EVENTS_WITH_CUBE,
    YELLOW_DICE,
    RED_DICE,
)

_NAMES: Final = ("name_en", "name_ru")

REWARDS: Final = 3
"""How many steps a Character has (section 21)."""

MOST_BLACK: Final = 20
"""More black dice nobody rolls for one event."""

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
"""What a user's own data may correct; everything else is rules."""


def components(data: Mapping[str, Any] | None = None) -> Components:
    """The box, with a user's own values put over it where there are any.

    `data` has the structure of `components.toml` and holds only what differs, cards and events by
    their `id` (see `engine.core.data`). Raises BadSetup, which names the key, for values that the
    game cannot be played with.
    """
    return _built(_FILE.merged(data)) if data else _FILE.box


def _built(data: Mapping[str, Any]) -> Components:
    economy, influence = data["economy"], data["influence"]
    buildings = tuple(
        _building(index, id, data["buildings"][id], economy) for index, id in enumerate(BUILDINGS)
    )
    prices = economy["price_per_foreign_die"]
    counts = [_player_count(one) for one in data["player_counts"]]
    box = Components(
        player_counts={one.players: one for one in counts},
        die_names=tuple(names(one, f"dice.{one['id']}") for one in data["dice"]),
        dice=tuple(one["count"] for one in data["dice"]),
        buildings=buildings,
        cathedral_names=names(data["cathedral"], "cathedral"),
        levels=data["cathedral"]["levels"],
        cathedral_vp=_rewards(data, "vp"),
        cathedral_influence=_rewards(data, "influence"),
        cards=tuple(_card(index, one) for index, one in enumerate(data["activity_cards"])),
        events=(
            _marauding(data["marauding"]),
            *(_event(index, one) for index, one in enumerate(data["event_cards"], 1)),
        ),
        characters=tuple(_character(index, one) for index, one in enumerate(data["characters"])),
        neutral_2p=_neutral(data["initial_neutral_2p"], buildings),
        start_deniers=whole(data["start"]["deniers"], "start.deniers"),
        start_influence=whole(data["start"]["influence"], "start.influence", most=influence["max"]),
        start_vp=data["start"]["victory_points"],
        citizens=data["start"]["citizens_total_each"],
        gray_citizens=data["neutral"]["citizens"],
        income=whole(economy["income"], "economy.income"),
        shortfall_penalty=economy["shortfall_vp_penalty"],
        farm_divisor=economy["agriculture_divisor"],
        pass_first=economy["pass_first_deniers"],
        pass_later=economy["pass_later_deniers"],
        prices=(0, prices["group_of_1"], prices["group_of_2"], prices["group_of_3"]),
        group_most=economy["group_max"],
        influence_most=influence["max"],
        reroll_cost=influence["reroll_cost"],
        recruit_cost=influence["citizen_cost"],
        flip_cost=influence["flip_cost"],
        flip_most=influence["flip_dice_max"],
        red_multiplier=data["black_dice"]["red_multiplier"],
        influence_per_defeated=data["black_dice"]["influence_per_defeated"],
        undefeated_penalty=data["black_dice"]["undefeated_vp_penalty"],
        unmet_penalty=data["events"]["unmet_vp_penalty"],
        influence_per_cube=data["events"]["influence_per_cube"],
        unfinished_event_vp=data["scoring"]["unfinished_event_vp"],
        missing_level_vp=data["scoring"]["cathedral_missing_level_vp"],
        character_vp=tuple(data["scoring"]["character_vp"]),
    )
    _check_pools(box)
    return box


_FILE: Final = ComponentFile(Path(__file__).with_name("components.toml"), _built, CHANGEABLE)


def _player_count(table: Mapping[str, Any]) -> PlayerCount:
    return PlayerCount(
        table["players"],
        table["rounds"],
        table["red_event_cards"],
        table["citizens_each"],
        table["characters_each"],
    )


def _colour(name: Any, path: str) -> int:
    return COLOURS.index(one_of(name, COLOURS, path))


def _building(
    index: int, id: str, table: Mapping[str, Any], economy: Mapping[str, Any]
) -> Building:
    if table["kind"] == "cells":
        values: list[tuple[int, ...]] = [(value,) for value in table["cells"]]
        rows = [(value, 1) for value in values]
        spaces = [f"{id}.{value}" for value in table["cells"]]
    else:
        rows = _rows(table["rows"], f"buildings.{id}.rows")
        values = [values for values, length in rows for _ in range(length)]
        spaces = [
            f"{id}.{row}.{space}"
            for row, (_, length) in enumerate(rows, 1)
            for space in range(1, length + 1)
        ]
    row_of: dict[int, tuple[int, int]] = {}
    begin = 0
    for row_values, length in rows:
        row_of |= dict.fromkeys(row_values, (begin, length))
        begin += length
    return Building(
        index,
        id,
        names(table, f"buildings.{id}"),
        whole(economy[f"salary_{id}"], f"economy.salary_{id}"),
        ((0, 0), *(row_of[value] for value in range(1, SIDES + 1))),
        tuple(spaces),
        tuple(values),
    )


def _rows(tables: Any, path: str) -> list[tuple[tuple[int, ...], int]]:
    """The rows from top to bottom; every value leads to one of them, and they have six spaces."""
    right = all(isinstance(one, Mapping) and {"values", "spaces"} <= set(one) for one in tables)
    rows = [(tuple(one["values"]), one["spaces"]) for one in tables] if right else []
    right = right and all(type(spaces) is int and spaces > 0 for _, spaces in rows)
    values = [value for row, _ in rows for value in row]
    if (
        not right
        or any(type(value) is not int for value in values)
        or sorted(values) != list(range(1, SIDES + 1))
        or sum(spaces for _, spaces in rows) != SPACES
    ):
        raise BadSetup(
            words(
                "Data: {key} must be rows of {spaces} spaces in all, and each value from 1 to "
                "{sides} must lead to one of them.",
                key=path,
                spaces=SPACES,
                sides=SIDES,
            )
        )
    return rows


def _rewards(data: Mapping[str, Any], key: str) -> tuple[int, ...]:
    rewards = data["cathedral"]["reward"]
    return tuple(
        next(one[key] for one in rewards if value in one["values"]) for value in range(1, SIDES + 1)
    )


def _card(index: int, table: Mapping[str, Any]) -> Card:
    path = f"activity_cards.{table['id']}"
    effect = table["effect"]
    number = _reader(effect, f"{path}.effect")
    colour = COLOURS.index(table["colour"])
    round = whole(table["round"], f"{path}.round", least=1, most=CARDS_PER_COLOUR)
    slots = table["slots"]
    return Card(
        index=index,
        id=table["id"],
        names=names(table, path),
        bonus=table["set"] == "bonus",
        colour=colour,
        dice=ANY if table["dice"] == "any" else COLOURS.index(table["dice"]),
        round=round,
        position=colour * CARDS_PER_COLOUR + round - 1,
        hire=whole(table["hire"], f"{path}.hire"),
        divisor=whole(table["divisor"], f"{path}.divisor", least=1),
        slots=tuple(whole(vp, f"{path}.slots") for vp in slots),
        ability=next((key for key in _ABILITIES if key in effect), EXCHANGE),
        pay_influence=number("pay_influence"),
        pay_deniers=number("pay_deniers"),
        gain_deniers=number("gain_deniers"),
        gain_influence=number("gain_influence"),
        gain_vp=number("gain_vp"),
        amount=_amount(effect, number),
        contest=effect.get("contest", ""),
        hits=tuple(effect.get("hit_values", ())),
        modifier=_modifier(effect, number) if "modifier" in effect else None,
    )


def _reader(table: Mapping[str, Any], path: str) -> Callable[[str], int]:
    """Reads whole numbers of a table, 0 where there is none."""
    return lambda key: whole(table.get(key, 0), f"{path}.{key}")


def _amount(effect: Mapping[str, Any], number: Callable[[str], int]) -> int:
    """The number that goes with a card's ability."""
    key = next((key for key in _ABILITIES if key in effect), "")
    if key == CHOOSE_BUILDING:
        return number("deniers_per_own_citizen")
    if key == ROLL:
        return number("event_cubes_per_hit")
    return number(key) if key and key != CONTEST else 0


def _modifier(effect: Mapping[str, Any], number: Callable[[str], int]) -> Modifier:
    die = effect.get("from", effect.get("die", "any"))
    colour = ANY if die == "any" else COLOURS.index(die)
    return Modifier(
        kind=effect["modifier"],
        die=colour,
        becomes=COLOURS.index(effect["to"]) if "to" in effect else colour,
        amount=number("amount"),
        copies=number("copies"),
        for_placing=not effect.get("not_for_placing", False),
        for_cathedral=not effect.get("not_for_cathedral", False),
    )


def _marauding(table: Mapping[str, Any]) -> EventCard:
    return _event(MARAUDING, {"colour": "red", "second": "", "set": "base", **table}, "marauding")


def _event(index: int, table: Mapping[str, Any], path: str = "") -> EventCard:
    path = path or f"event_cards.{table['id']}"
    effect = table["effect"]
    amount = _reader(effect, f"{path}.effect")
    first_vp, second_vp = wholes(table["vp"], f"{path}.vp", 2)
    second = one_of(table["second"], ("", *COLOURS), f"{path}.second")
    return EventCard(
        index=index,
        id=table["id"],
        names=names(table, path),
        bonus=table["set"] == "bonus",
        colour=_colour(table["colour"], f"{path}.colour"),
        second=COLOURS.index(second) if second else -1,
        black=whole(table["black"], f"{path}.black", most=MOST_BLACK),
        counter=_colour(table["counter"], f"{path}.counter"),
        divisor=whole(table["divisor"], f"{path}.divisor", least=1),
        flags=whole(table["flags"], f"{path}.flags", least=1),
        vp=(first_vp, second_vp),
        effect=effect["kind"],
        amount=max(amount("amount"), amount("cubes"), amount("cubes_each")),
        reach=amount("events"),
        building=BUILDINGS.index(effect["building"]) if "building" in effect else -1,
    )


def _character(index: int, table: Mapping[str, Any]) -> Character:
    path = f"characters.{table['id']}"
    return Character(
        index,
        table["id"],
        names(table, path),
        table["counts"],
        wholes(table["thresholds"], f"{path}.thresholds", REWARDS, rising=True),
        wholes(table["thresholds_2p"], f"{path}.thresholds_2p", REWARDS, rising=True),
    )


def _neutral(
    table: Mapping[str, Any], buildings: tuple[Building, ...]
) -> tuple[tuple[int, ...], ...]:
    """The spaces of gray citizens before the placement of two players: two in each building."""
    spaces_of = [[f"palace.{value}" for value in table["palace"]]]
    for id in BUILDINGS[1:]:
        spaces = [one if isinstance(one, Mapping) else {} for one in table[id]]
        spaces_of.append([f"{id}.{one.get('row')}.{one.get('space')}" for one in spaces])
    for building, chosen in zip(buildings, spaces_of, strict=True):
        if len(set(chosen)) != 2 or not set(chosen) <= set(building.spaces):
            raise BadSetup(
                words(
                    "Data: {key} must be two spaces of that building.",
                    key=f"initial_neutral_2p.{building.id}",
                )
            )
    return tuple(
        tuple(building.spaces.index(name) for name in chosen)
        for building, chosen in zip(buildings, spaces_of, strict=True)
    )


def _check_pools(box: Components) -> None:
    """There is a card for every place, and there are red events for every round (TRO-2.6, 2.7)."""
    positions = {card.position for card in box.cards if not card.bonus}
    if len(positions) != POSITIONS:
        raise BadSetup(words("Data: every colour needs Activity cards of every round from 1 to 3."))
    cards = [event for event in box.events[1:] if not event.bonus]
    reds = sum(event.colour == RED for event in cards)
    rounds = max(one.red_events for one in box.player_counts.values())
    if reds < rounds:
        raise BadSetup(
            words(
                "Data: there must be at least {n} red events, and there are {found}.",
                n=rounds,
                found=reds,
            )
        )
    for event in cards:
        if (event.second in (WHITE, YELLOW)) != (event.colour == RED):
            raise BadSetup(
                words(
                    "Data: {key} must name white or yellow on a red event, and nothing on others.",
                    key=f"event_cards.{event.id}.second",
                )
            )
