"""The table of the second referee of Troyes: plain lists and dicts, read from the data file.

It uses nothing of the engine. Owners are the numbers of seats and GRAY, dice are pairs of a colour
and a value, buildings are lists of rows from the entry to the end.
"""

from __future__ import annotations

import tomllib
from copy import copy, deepcopy
from functools import cache
from pathlib import Path
from typing import Any

GRAY = 4
DATA = Path(__file__).parents[4] / "engine" / "games" / "troyes" / "components.toml"
COLOURS = ["red", "white", "yellow"]
BUILDINGS = ["palace", "bishopric", "city_hall"]

Die = tuple[str, int]


@cache
def in_the_file() -> dict[str, Any]:
    """The unchanged data file."""
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


def read_box(own: dict[str, Any]) -> dict[str, Any]:
    """The data file, with custom values of tables, and of cards by their ids."""
    box = deepcopy(in_the_file())
    for key, values in own.items():
        if isinstance(values, dict):
            box[key].update(values)
            continue
        for value in values:
            next(one for one in box[key] if one["id"] == value["id"]).update(value)
    return box


class Table:
    """The whole table."""

    def __init__(self, seats: int, bonus: bool, own: dict[str, Any]) -> None:
        """TRO-2.2, TRO-2.3: money, influence, citizens; nothing else yet."""
        box = read_box(own)
        self.box = box
        self.count = next(one for one in box["player_counts"] if one["players"] == seats)
        self.cards = {one["id"]: one for one in box["activity_cards"]}
        self.events = {one["id"]: one for one in [box["marauding"], *box["event_cards"]]}
        self.characters = {one["id"]: one for one in box["characters"]}
        self.seats = seats
        self.bonus = bonus
        self.over = False
        self.round = 0
        self.first = 0
        self.deniers: list[int] = [box["start"]["deniers"]] * seats
        self.influence: list[int] = [box["start"]["influence"]] * seats
        self.vp = [0] * seats
        self.dealt: list[tuple[str, ...]] = [()] * seats
        self.supply: list[int] = [self.count["citizens_each"]] * seats
        self.reserve = [box["start"]["citizens_total_each"] - self.supply[0]] * seats
        self.taken: list[list[str]] = [[] for _ in range(seats)]
        self.discarded: list[str] = []
        self.purse = [0] * seats
        self.passed = [False] * seats
        self.dice: dict[int, list[Die]] = {place: [] for place in [*range(seats), GRAY]}
        self.black: list[int] = []
        self.black_taken = 0
        self.rows = {name: empty_rows(box, name) for name in BUILDINGS}
        self.spaces = all_spaces(self.rows)
        self.lying: dict[str, list[int]] = {name: [] for name in BUILDINGS}
        self.gray_supply = box["neutral"]["citizens"]
        self.open: list[str] = []
        self.slots: dict[str, list[int | None]] = {}
        self.illustration: dict[str, list[int]] = {}
        self.cubes: dict[str, list[int]] = {}
        self.row = [Event(self.events["marauding"])]
        self.revealed: list[str] = []
        self.cathedral: dict[int, list[int]] = {value: [] for value in range(1, 7)}
        self.marauding_closed = False


class Event:
    """An event of the row with the owners of its cubes, in the order in which they were placed."""

    def __init__(self, card: dict[str, Any]) -> None:
        self.card = card
        self.id: str = card["id"]
        self.flags: list[int] = []

    def free(self) -> int:
        """Number of flags without a cube."""
        return int(self.card["flags"]) - len(self.flags)


def empty_rows(box: dict[str, Any], name: str) -> list[list[int | None]]:
    """The rows of a building; in the Palace each value has a row of one space."""
    if name == "palace":
        return [[None] for _ in box["buildings"]["palace"]["cells"]]
    return [[None] * row["spaces"] for row in box["buildings"][name]["rows"]]


def row_of_value(t: Table, name: str, value: int) -> int:
    """The number of the row for a value of a die."""
    if name == "palace":
        return value - 1
    rows = t.box["buildings"][name]["rows"]
    return next(number for number, row in enumerate(rows) if value in row["values"])


def space_name(name: str, row: int, column: int) -> str:
    """The name of a space of a building."""
    return f"{name}.{row + 1}" if name == "palace" else f"{name}.{row + 1}.{column + 1}"


def all_spaces(rows: dict[str, list[list[int | None]]]) -> dict[str, tuple[str, int, int]]:
    """All spaces of the buildings by their names."""
    return {
        space_name(name, row, column): (name, row, column)
        for name in BUILDINGS
        for row, owners in enumerate(rows[name])
        for column in range(len(owners))
    }


def owner_at(t: Table, space: str) -> int | None:
    """The owner of the citizen on a space."""
    name, row, column = t.spaces[space]
    return t.rows[name][row][column]


def standing(t: Table, owner: int, name: str) -> int:
    """Number of an owner's citizens standing in a building; expelled ones do not count
    (TRO-16.6)."""
    return sum(row.count(owner) for row in t.rows[name])


def own_cubes(t: Table, seat: int) -> int:
    """Number of a seat's cubes in the cathedral."""
    return sum(column.count(seat) for column in t.cathedral.values())


def tradesmen(t: Table, card: str) -> list[int]:
    """The seats that have a citizen on a card."""
    return [one for one in t.slots[card] if one is not None] + t.illustration[card]


def lose_vp(t: Table, seat: int) -> None:
    """TRO-5.4: 2 VP, never below 0."""
    t.vp[seat] = max(0, t.vp[seat] - t.box["economy"]["shortfall_vp_penalty"])


def gain_influence(t: Table, seat: int, amount: int) -> None:
    """TRO-10.6: the excess over 20 is lost."""
    t.influence[seat] = min(t.box["influence"]["max"], t.influence[seat] + amount)


def next_seat(t: Table, seat: int) -> int:
    """The next player clockwise."""
    return (seat + 1) % t.seats


def clockwise(t: Table, seat: int) -> list[int]:
    """All players clockwise from this one."""
    return [(seat + more) % t.seats for more in range(t.seats)]


# ---------------------------------------------------------------------- citizens


def places_of(t: Table, seat: int) -> list[str]:
    """TRO-11.3, TRO-16.2: supply, Activity cards, buildings, expelled citizens."""
    found = ["supply"] if t.supply[seat] > 0 else []
    found += [card for card in t.open if seat in tradesmen(t, card)]
    found += [space for space in t.spaces if owner_at(t, space) == seat]
    found += [f"{name}.lying" for name in BUILDINGS if seat in t.lying[name]]
    return found


def leave(t: Table, seat: int, place: str) -> None:
    """TRO-16.3, TRO-11.9: take a citizen from a place; it becomes a gap and nobody moves up."""
    if place == "supply":
        t.supply[seat] -= 1
    elif place.endswith(".lying"):
        t.lying[place.removesuffix(".lying")].remove(seat)
    elif place in t.open and seat in t.slots[place]:
        t.slots[place][t.slots[place].index(seat)] = None
    elif place in t.open:
        t.illustration[place].remove(seat)
    else:
        name, row, column = t.spaces[place]
        t.rows[name][row][column] = None


def pushed(row: list[int | None], owner: int) -> tuple[list[int | None], int | None]:
    """TRO-16.4, TRO-16.5: the row after an entry, and the owner pushed off its end."""
    after = list(row)
    moving: int | None = owner
    for column in range(len(after)):
        after[column], moving = moving, after[column]
        if moving is None:
            return after, None
    return after, moving


def may_enter(t: Table, owner: int, name: str, value: int) -> bool:
    """TRO-16.8: nobody may be expelled whose colour is already lying at that building."""
    _, off = pushed(t.rows[name][row_of_value(t, name, value)], owner)
    return off is None or off not in t.lying[name]


def may_move(t: Table, seat: int, place: str, name: str, value: int) -> bool:
    """TRO-16.10: protection is judged after the citizen has left its old place."""
    without = copy(t)
    for field in ("supply", "slots", "illustration", "rows", "lying"):
        setattr(without, field, deepcopy(getattr(t, field)))
    leave(without, seat, place)
    return may_enter(without, seat, name, value)


def enter(t: Table, owner: int, name: str, value: int) -> None:
    """TRO-16.5, TRO-16.6: enter a row; a citizen pushed off is laid on the building."""
    number = row_of_value(t, name, value)
    t.rows[name][number], off = pushed(t.rows[name][number], owner)
    if off is not None:
        t.lying[name].append(off)


# ---------------------------------------------------------------------- events


def open_events(t: Table) -> list[Event]:
    """TRO-12.14: the events that can take a cube in this action."""
    return [one for one in t.row if not (one.id == "marauding" and t.marauding_closed)]


def put_cube(t: Table, owner: int, event: Event) -> None:
    """TRO-15.3, TRO-15.4, TRO-15.5: on the next flag, 1 influence, a full card is scored."""
    event.flags.append(owner)
    if owner != GRAY:
        gain_influence(t, owner, t.box["events"]["influence_per_cube"])
    if event.free() == 0:
        complete(t, event)


def complete(t: Table, event: Event) -> None:
    """TRO-15.7 to 15.9: score it, give it to the leader, remove its cubes."""
    for owner, gain in shares(event.flags, *event.card["vp"]).items():
        if owner != GRAY:
            t.vp[owner] += gain
    most = max(event.flags.count(owner) for owner in event.flags)
    winner = next(owner for owner in event.flags if event.flags.count(owner) == most)
    event.flags = []
    if event.id == "marauding":
        t.marauding_closed = True
        return
    t.row.remove(event)
    if winner == GRAY:
        t.discarded.append(event.id)
    else:
        t.taken[winner].append(event.id)


def shares(flags: list[int], first: int, second: int) -> dict[int, int]:
    """TRO-15.6: each colour's share of a completed event."""
    counts = {owner: flags.count(owner) for owner in flags}
    if len(counts) == 1:
        return dict.fromkeys(counts, first + second)
    ranks = sorted(set(counts.values()), reverse=True)
    leaders = [owner for owner in counts if counts[owner] == ranks[0]]
    if len(leaders) > 1:
        return dict.fromkeys(leaders, (first + second) // len(leaders))
    behind = [owner for owner in counts if counts[owner] == ranks[1]]
    return {leaders[0]: first, **dict.fromkeys(behind, second // len(behind))}
