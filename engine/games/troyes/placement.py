"""Citizens in the buildings: who is pushed where, who is expelled, who protects (section 16)."""

from __future__ import annotations

from attrs import frozen

from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.games.troyes.component_types import SPACES
from engine.games.troyes.dice import NEUTRAL
from engine.games.troyes.state import FREE, SUPPLY, Town
from engine.games.troyes.wording import citizen_of
from engine.i18n.text import Text, words


@frozen
class Entering:
    """What happens when a citizen enters a building by the value of a die.

    `cells` are the spaces afterwards, `expelled` whose citizen leaves them (FREE: nobody's),
    `space` the space entered.
    """

    building: int
    space: int
    cells: tuple[int, ...]
    expelled: int


def entry(state: Town, owner: int, building: int, value: int, leaving: int = FREE) -> Entering:
    """What would happen (TRO-16.4, 16.5). `leaving` is a space of the same building that the
    citizen has left for it (TRO-16.3)."""
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
    """What would happen if a seat's citizen came from a place of the board or its supply."""
    index = -1 if place == SUPPLY else state.box.place_index.get(place, -1)
    first = building * SPACES
    inside = first <= index < first + SPACES
    return entry(state, seat, building, value, index - first if inside else FREE)


def is_protected(state: Town, found: Entering, mover: int = FREE, place: str = "") -> bool:
    """Whether the placement is forbidden, because one of the colour that would be expelled lies
    there already (TRO-16.8), and it is not the very one that is placed (TRO-16.10)."""
    if found.expelled not in state.lying[found.building]:
        return False
    name = f"{state.box.buildings[found.building].id}.lying"
    return not (found.expelled == mover and place == name)


def why_not_enter(state: Town, seat: int, found: Entering, place: str) -> Refusal | None:
    """Why a seat's citizen may not be placed so; None if he may."""
    if found.expelled == FREE or not is_protected(state, found, seat, place):
        return None
    return forbidden(
        "TRO-16.8",
        "{citizen} would be expelled, but one of that colour is already lying at the {building}.",
        citizen=citizen_of(found.expelled),
        building=state.box.buildings[found.building].names,
    )


def settle(state: Town, found: Entering) -> None:
    """Let it happen; whoever is expelled lies on the drawing of the building (TRO-16.6)."""
    state.buildings[found.building] = found.cells
    if found.expelled != FREE:
        lying = state.lying[found.building]
        state.lying[found.building] = tuple(sorted((*lying, found.expelled)))


def tell_entry(state: Town, rule: str, owner: int, found: Entering) -> None:
    """Say who has entered where, and who was expelled."""
    space = space_words(state, found.building, found.space)
    if owner == NEUTRAL:
        state.tell(rule, -1, "A grey citizen enters {space}.", space=space)
    else:
        state.tell(rule, owner, "{seat} enters {space}.", space=space)
    if found.expelled != FREE:
        seat = found.expelled if found.expelled != NEUTRAL else -1
        state.tell("TRO-16.6", seat, "{citizen} is expelled.", citizen=citizen_of(found.expelled))


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
    """The place on the table of a space of a building, or of those who lie there."""
    return tuple(int(part) if part.isdigit() else part for part in name.split("."))


def named_space(state: Town, name: str) -> Text:
    """As `space_words`, of a space by its name."""
    return space_words(state, *divmod(state.box.place_index[name], SPACES))


def free_spaces(state: Town) -> list[str]:
    """The names of all spaces without a citizen (TRO-3.1)."""
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
