"""Citizens in the buildings: placement, pushing, expulsion and protection (section 16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from engine.core.command import Pick
from engine.core.event import Value
from engine.core.parts import SubsetPart
from engine.core.step import Place
from engine.errors import Refusal, forbidden
from engine.games.troyes.component_types import SPACES_PER_BUILDING, Purpose
from engine.games.troyes.dice import NEUTRAL
from engine.games.troyes.group_commands import GroupCommand, take_group
from engine.games.troyes.group_rules import form_group
from engine.games.troyes.groups import PLACE_PURPOSE, Group, dice_for
from engine.games.troyes.influence import die_at, die_place
from engine.games.troyes.state import FREE, SUPPLY, Town
from engine.games.troyes.wording import citizen_of, place_words
from engine.i18n.text import Text, words


@frozen
class Entering:
    """The result of a citizen entering a building.

    `cells` are the owners of the citizens in all spaces of the building afterwards (`FREE` for an
    empty space). `expelled` is the owner of the citizen who is pushed out (`FREE` if none is), and
    `space` is the index of the space that the citizen enters.
    """

    building: int
    space: int
    cells: tuple[int, ...]
    expelled: int


def entry(state: Town, owner: int, building: int, value: int, leaving: int = FREE) -> Entering:
    """Return the result if a citizen of `owner` enters a building with the die value `value`
    (TRO-16.4, 16.5). `leaving` is the index of the space in the same building that the citizen
    leaves first (TRO-16.3); `FREE` for a citizen from anywhere else."""
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
    """Return the result if the seat's citizen enters a building with the die value `value`. The
    citizen comes from `place`, which is a place on the board or the supply."""
    index = -1 if place == SUPPLY else state.box.place_index.get(place, -1)
    first = building * SPACES_PER_BUILDING
    inside = first <= index < first + SPACES_PER_BUILDING
    return entry(state, seat, building, value, index - first if inside else FREE)


def is_protected(state: Town, entering: Entering, mover: int = FREE, place: str = "") -> bool:
    """Whether `entering` is forbidden because it would expel a citizen while another citizen of the
    same colour is lying at the building (TRO-16.8). It is allowed if the citizen lying there is the
    one being placed, that is, if `mover` owns it and `place` is where it lies (TRO-16.10)."""
    if entering.expelled not in state.lying[entering.building]:
        return False
    name = f"{state.box.buildings[entering.building].id}.lying"
    return not (entering.expelled == mover and place == name)


def why_not_enter(state: Town, seat: int, entering: Entering, place: str) -> Refusal | None:
    """Return a refusal if the seat's citizen from `place` would expel a protected citizen
    (TRO-16.8); None otherwise."""
    if entering.expelled == FREE or not is_protected(state, entering, seat, place):
        return None
    return forbidden(
        "TRO-16.8",
        "{citizen} would be expelled, but a citizen of that colour is already lying at the "
        "{building}.",
        citizen=citizen_of(entering.expelled),
        building=state.box.buildings[entering.building].names,
    )


def apply_entry(state: Town, entering: Entering) -> None:
    """Apply `entering` to the state after the citizen has been taken from its old place. An
    expelled citizen is placed on the illustration of the building (TRO-16.6)."""
    state.buildings[entering.building] = entering.cells
    if entering.expelled != FREE:
        lying = state.lying[entering.building]
        state.lying[entering.building] = tuple(sorted((*lying, entering.expelled)))


def log_entry(state: Town, rule: str, owner: int, entering: Entering) -> None:
    """Log the space that a citizen enters, and the expulsion if there is one."""
    space = space_words(state, entering.building, entering.space)
    if owner == NEUTRAL:
        state.announce(rule, -1, "A grey citizen enters {space}.", space=space)
    else:
        state.announce(rule, owner, "{seat}'s citizen enters {space}.", space=space)
    if entering.expelled != FREE:
        seat = entering.expelled if entering.expelled != NEUTRAL else -1
        state.announce(
            "TRO-16.6", seat, "{citizen} is expelled.", citizen=citizen_of(entering.expelled)
        )


def space_words(state: Town, building: int, space: int) -> Text:
    """Return the name of a building's space in words, with the die values that lead to it."""
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
    """Return the place on the board that is called `name`, either a space (`bishopric.1.2`) or the
    expelled citizens of a building (`palace.lying`)."""
    return tuple(int(part) if part.isdigit() else part for part in name.split("."))


def named_space(state: Town, name: str) -> Text:
    return space_words(state, *divmod(state.box.place_index[name], SPACES_PER_BUILDING))


def free_spaces(state: Town) -> list[str]:
    """Return the names of all free spaces in buildings (TRO-3.1)."""
    names = state.box.place_names
    return [
        names[building * SPACES_PER_BUILDING + cell]
        for building, cells in enumerate(state.buildings)
        for cell in range(SPACES_PER_BUILDING)
        if cells[cell] == FREE
    ]


def put(state: Town, owner: int, name: str) -> None:
    """Place a citizen on the free space `name`, without taking it from the supply (TRO-3.1)."""
    building, cell = divmod(state.box.place_index[name], SPACES_PER_BUILDING)
    cells = state.buildings[building]
    state.buildings[building] = (*cells[:cell], owner, *cells[cell + 1 :])


def columns_filled(state: Town, group: Group) -> list[int] | Refusal:
    """Return the columns, counted from 0, in which the dice of a group place cubes, in the order of
    the dice. Return a refusal if one of the columns is full (TRO-14.1, 14.2).

    With the Prior, the second cube is omitted if its column is full (TRO-23.3).
    """
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
    """Return the column and level of each new cube if cubes are placed in `columns` one after
    another. Columns and levels are counted from 0."""
    heights = list(map(len, state.cathedral))
    places = []
    for column in columns:
        places.append((column, heights[column]))
        heights[column] += 1
    return places


_NOBODY: Final = forbidden("TRO-16.2", "You have no citizen to place. Recruit one first.")


class PlaceCitizen(GroupCommand):
    """Place a citizen in a building with one die (section 16).

    The parts of a pick are a cube, the die, and the place that the citizen leaves.
    """

    key = "place"
    rules = (
        "TRO-16.1", "TRO-16.2", "TRO-16.3", "TRO-16.4", "TRO-16.5", "TRO-16.7", "TRO-16.8",
        "TRO-16.9", "TRO-16.10", "TRO-9.4", "TRO-9.6",
    )  # fmt: skip
    does = words("Place a citizen")
    asks_dice = words("Which die do you use?")
    single = True
    ranked = False

    def purpose(self, state: Town, head: Pick) -> Purpose | Refusal:
        return PLACE_PURPOSE

    def tails(self, state: Town, seat: int, head: Pick, group: Group) -> Sequence[Pick]:
        value, building = group.values[0], group.colour
        return [
            (place,)
            for place in state.places_of(seat)
            if not is_protected(state, enter_from(state, seat, building, value, place), seat, place)
        ]

    def worth(self, purpose: Purpose, group: Group) -> int:
        """Return a number that differs for each combination of colour and value, because each of
        them is a different choice."""
        return group.colour * 10 + group.values[0]

    def usual_tails(self, state: Town, seat: int, head: Pick, group: Group) -> Sequence[Pick]:
        tails = self.tails(state, seat, head, group)
        return tails[:1] if tails and tails[0] == (SUPPLY,) else tails[:3]

    def why_not_tail(
        self, state: Town, seat: int, head: Pick, group: Group, tail: Pick
    ) -> Refusal | None:
        place = tail[0] if len(tail) == 1 else ()
        if not isinstance(place, str) or not state.is_at(seat, place):
            return forbidden("TRO-16.2", "You have no citizen there to place.")
        entering = enter_from(state, seat, group.colour, group.values[0], place)
        return why_not_enter(state, seat, entering, place)

    def why_no_tail(self, state: Town, seat: int) -> Refusal:
        """Return the reason why no citizen can be placed: the seat has none left, or every
        placement would expel a protected citizen."""
        if not state.places_of(seat):
            return _NOBODY
        return forbidden(
            "TRO-16.8",
            "Every die you can pay for would expel a protected citizen, because a citizen of the "
            "same colour is already lying at that building.",
        )

    def use(self, state: Town, seat: int, head: Pick, group: Group, tail: tuple[str]) -> None:
        (place,) = tail
        take_group(state, seat, group)
        state.announce(
            "TRO-16.2",
            seat,
            "{seat} places a citizen {place}.",
            place=lambda: place_words(state, place),
        )
        entering = enter_from(state, seat, group.colour, group.values[0], place)
        state.take_citizen(seat, place)
        apply_entry(state, entering)
        if state.notes is not None:
            log_entry(state, "TRO-16.5" if group.colour else "TRO-16.4", seat, entering)

    def act(self, state: Town, head: Pick, dice: Text, tail: tuple[str]) -> Text:
        origin = place_words(state, tail[0])
        return words("Place a citizen {place} with {dice}", place=origin, dice=dice)

    def marks(self, state: Town, seat: int, chosen: Pick) -> SubsetPart | None:
        """Return None, because the die is chosen from a list."""
        return None

    def part_options(self, state: Town, seat: int, chosen: Pick) -> Sequence[Value]:
        """Return the values of the next part. The first part is a cube, the second a die (as a
        tuple of one name; only dice with which a citizen can be placed), and the third the place
        that the citizen leaves."""
        if len(chosen) != 1:
            return super().part_options(state, seat, chosen)
        (cube,) = chosen
        groups = [
            form_group(self, state, seat, (), cube, (name,))
            for name in dice_for(state, seat, PLACE_PURPOSE, cube)
        ]
        return [
            group.names
            for group in groups
            if isinstance(group, Group) and self.tails(state, seat, (), group)
        ]

    def target(self, state: Town, seat: int, chosen: Pick) -> Place | None:
        match chosen:
            case (_, (die,)):
                return die_place(state, die)
            case (_, _, str(place)):
                return citizen_place(state, place)
        return None

    def refuse_place(self, state: Town, seat: int, chosen: Pick, place: Place) -> Refusal | None:
        name = die_at(state, place) if len(chosen) == 1 else None
        if name is None:
            return None
        group = form_group(self, state, seat, (), chosen[0], (name,))
        if isinstance(group, Refusal):
            return group
        if self.tails(state, seat, (), group):
            return None
        places = state.places_of(seat)
        if not places:
            return _NOBODY
        entering = enter_from(state, seat, group.colour, group.values[0], places[0])
        return why_not_enter(state, seat, entering, places[0])


def citizen_place(state: Town, place: str) -> Place | None:
    """Return the place on the board from which a citizen at `place` is taken; None for the
    supply."""
    index = state.box.place_index.get(place)
    if index is None:
        card = state.open_card(place)
        return None if card is None else card.place
    return space_place(place)
