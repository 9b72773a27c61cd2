"""Wording shared by modules of Troyes: dice, amounts, owners, places of citizens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from engine.core.common_wording import joined
from engine.core.event import Value
from engine.core.step import Place
from engine.games.troyes.component_types import BUILDINGS, SPACES_PER_BUILDING
from engine.games.troyes.dice import BLACK_FACES, DIE_OF, FACES, NEUTRAL
from engine.games.troyes.state import SUPPLY, Town
from engine.i18n.text import Argument, Seat, Text, place_name, plural, words


@cache
def deniers(number: int) -> Text:
    return plural("{n} denier", "{n} deniers", number)


@cache
def influence(number: int) -> Text:
    return plural("{n} influence", "{n} influence", number)


@cache
def points(number: int) -> Text:
    return plural("{n} VP", "{n} VP", number)


@cache
def cubes(number: int) -> Text:
    return plural("{n} cube", "{n} cubes", number)


@cache
def times(number: int) -> Text:
    return plural("once", "{n} times", number)


def citizen_of(owner: int) -> Text:
    """Return a phrase for an owner's citizen, for the beginning of a sentence."""
    if owner == NEUTRAL:
        return words("A grey citizen")
    return words("{seat}'s citizen", seat=Seat(owner))


def owner_words(owner: int) -> Text:
    """Return the name of an owner: a player, or grey."""
    return words("grey") if owner == NEUTRAL else Text("{seat}", None, 1, {"seat": Seat(owner)})


def spaced(items: Iterable[Argument]) -> Text:
    """Return items separated by spaces, or "none" if there are no items."""
    return joined(items, " ") or words("none")


def faces_words(faces: Iterable[int]) -> Text:
    """Return dice as the letters of their colours and their values, as in `Y5 Y6`; "none" if there
    are no dice."""
    return spaced(FACES[face] for face in faces)


def black_words(values: Iterable[int]) -> Text:
    """Return black dice as letters and values, as in `K6 K4`; "none" if there are no dice."""
    return spaced(BLACK_FACES[value - 1] for value in values)


def die_words(name: Value, reader: int) -> Text:
    """Return a die on the square in words, with its owner unless the owner is `reader`."""
    district, face, _ = DIE_OF[name]
    if district == reader:
        return Text("{die}", None, 1, {"die": FACES[face]})
    if district == NEUTRAL:
        return words("neutral {die}", die=FACES[face])
    return words("{seat}'s {die}", die=FACES[face], seat=Seat(district))


NOWHERE: Final[Mapping[str, Place]] = {}
"""Empty mapping, for dice without places on the board."""


def group_words(names: Sequence[str], reader: int, places: Mapping[str, Place] = NOWHERE) -> Text:
    """Return the dice of a group in words, those of `reader` first; "no dice" if there are none.
    The words link each die in `places` to its place on the board."""
    order = sorted(names, key=lambda name: (DIE_OF[name][0] != reader, name))
    dice = {name: die_words(name, reader) for name in order}
    names_of_dice = (
        place_name(told, places[name]) if name in places else told for name, told in dice.items()
    )
    return joined(names_of_dice, " + ") or words("no dice")


def place_words(state: Town, place: Value) -> Text:
    if place == SUPPLY:
        return words("from the supply")
    index = state.box.place_index.get(place)
    if index is None:
        return words("from the card {card}", card=state.box.card(place))
    if index >= len(BUILDINGS) * SPACES_PER_BUILDING:
        names = state.box.buildings[index - len(BUILDINGS) * SPACES_PER_BUILDING].names
        return words("expelled from the {building}", building=names)
    building, cell = divmod(index, SPACES_PER_BUILDING)
    kind = state.box.buildings[building]
    values = kind.values[cell]
    first, last = min(values), max(values)
    if first == last:
        text = words("from {building} {value}", building=kind.names, value=first)
        return place_name(text, (kind.id, first))
    begin, _ = kind.row_of[first]
    row = sorted(dict.fromkeys(kind.row_of[1:])).index(kind.row_of[first])
    text = words(
        "from {building} {first}-{last}, space {space}",
        building=kind.names,
        first=first,
        last=last,
        space=cell - begin + 1,
    )
    return place_name(text, (kind.id, row + 1, cell - begin + 1))
