"""Citizens in the buildings: pushing, expulsion and protection (section 16)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.games.troyes.component_types import SPACES
from engine.games.troyes.dice import NEUTRAL
from engine.games.troyes.groups import Group
from engine.games.troyes.state import FREE, SUPPLY, Town
from engine.games.troyes.wording import citizen_of
from engine.i18n.text import Text, words


@frozen
class Entering:
    """Result of a citizen entering a building by the value of a die.

    `cells` are the spaces afterwards, `expelled` the owner of the citizen who leaves them (FREE:
    none), `space` the space entered.
    """

    building: int
    space: int
    cells: tuple[int, ...]
    expelled: int


def entry(state: Town, owner: int, building: int, value: int, leaving: int = FREE) -> Entering:
    """Compute an entry (TRO-16.4, 16.5). `leaving` is the space of the same building that the
    citizen comes from (TRO-16.3)."""
    cells = state.buildings[building]
    if leaving != FREE:
        cells = (*cells[:leaving], FREE, *cells[leaving + 1 :])
    begin, length = state.box.buildings[building].row_of[value]
    end = begin + length
    row = cells[begin:end]
    gap = row.index(FREE) if FREE in row else length
    expelled = row[-1] if gap == length else FREE
    pushed = (owner, *row[:gap], *row[gap + 1 :])[:length]
    return Entering(building, begin, cells[:begin] + pushed + cells[end:], expelled)


def enter_from(state: Town, seat: int, building: int, value: int, place: str) -> Entering:
    """Compute the entry of a seat's citizen from a place on the board or from its supply."""
    index = -1 if place == SUPPLY else state.box.place_index.get(place, -1)
    first = building * SPACES
    inside = first <= index < first + SPACES
    return entry(state, seat, building, value, index - first if inside else FREE)


def is_protected(state: Town, entering: Entering, mover: int = FREE, place: str = "") -> bool:
    """Whether the placement is forbidden because a citizen of the colour to be expelled is already
    lying there (TRO-16.8), other than the one being placed (TRO-16.10)."""
    if entering.expelled not in state.lying[entering.building]:
        return False
    name = f"{state.box.buildings[entering.building].id}.lying"
    return not (entering.expelled == mover and place == name)


def why_not_enter(state: Town, seat: int, entering: Entering, place: str) -> Refusal | None:
    """Refuse a forbidden placement of a seat's citizen; None if it is allowed."""
    if entering.expelled == FREE or not is_protected(state, entering, seat, place):
        return None
    return forbidden(
        "TRO-16.8",
        "{citizen} would be expelled, but one of that colour is already lying at the {building}.",
        citizen=citizen_of(entering.expelled),
        building=state.box.buildings[entering.building].names,
    )


def apply_entry(state: Town, entering: Entering) -> None:
    """Apply the entry; an expelled citizen is laid on the building's illustration (TRO-16.6)."""
    state.buildings[entering.building] = entering.cells
    if entering.expelled != FREE:
        lying = state.lying[entering.building]
        state.lying[entering.building] = tuple(sorted((*lying, entering.expelled)))


def log_entry(state: Town, rule: str, owner: int, entering: Entering) -> None:
    """Log an entry and an expulsion."""
    space = space_words(state, entering.building, entering.space)
    if owner == NEUTRAL:
        state.tell(rule, -1, "A grey citizen enters {space}.", space=space)
    else:
        state.tell(rule, owner, "{seat} enters {space}.", space=space)
    if entering.expelled != FREE:
        seat = entering.expelled if entering.expelled != NEUTRAL else -1
        state.tell(
            "TRO-16.6", seat, "{citizen} is expelled.", citizen=citizen_of(entering.expelled)
        )


def space_words(state: Town, building: int, space: int) -> Text:
    """A space of a building in words: the values that lead there."""
    kind = state.box.buildings[building]
    values = kind.values[space]
    first, last = min(values), max(values)
    if first == last:
        return words("{building} {value}", building=kind.names, value=first)
    begin = kind.row_of[first][0]
    return words(
        "{building} {first}-{last}, space {space}",
        building=kind.names,
        first=first,
        last=last,
        space=space - begin + 1,
    )


def space_place(name: str) -> Place:
    """Place on the board of a space of a building, or of its expelled citizens."""
    return tuple(int(part) if part.isdigit() else part for part in name.split("."))


def named_space(state: Town, name: str) -> Text:
    """Like `space_words`, for a space given by name."""
    return space_words(state, *divmod(state.box.place_index[name], SPACES))


def free_spaces(state: Town) -> list[str]:
    """Names of all spaces without a citizen (TRO-3.1)."""
    names = state.box.place_names
    return [
        names[building * SPACES + cell]
        for building, cells in enumerate(state.buildings)
        for cell in range(SPACES)
        if cells[cell] == FREE
    ]


def put(state: Town, owner: int, name: str) -> None:
    """Put a citizen on a free space (TRO-3.1)."""
    building, cell = divmod(state.box.place_index[name], SPACES)
    cells = state.buildings[building]
    state.buildings[building] = (*cells[:cell], owner, *cells[cell + 1 :])


def columns_filled(state: Town, group: Group) -> list[int] | Refusal:
    """The columns in which the dice of a group put cubes, in the order of the dice, or a refusal
    (TRO-14.1, 14.2). One of the two dice of a Prior may find its column full (TRO-23.3)."""
    levels = state.box.levels
    heights = list(map(len, state.cathedral))
    columns: list[int] = []
    doubled = len(group.values) > len(group.dice)
    for value in group.values:
        if heights[value - 1] >= levels:
            if doubled and columns:
                break
            return forbidden("TRO-14.2", "Column {value} is full.", value=value)
        heights[value - 1] += 1
        columns.append(value - 1)
    return columns


def cubes_of_columns(state: Town, columns: Iterable[int]) -> list[tuple[int, int]]:
    """The column and the level, both from 0, of each cube put into `columns`."""
    heights = list(map(len, state.cathedral))
    places = []
    for column in columns:
        places.append((column, heights[column]))
        heights[column] += 1
    return places
