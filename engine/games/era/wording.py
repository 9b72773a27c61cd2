"""Wording shared by modules of Era: lists, amounts, faces of dice, places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, reduce
from typing import Final

from engine.core.common_wording import joined, series
from engine.games.era.component_types import Amounts, Die, Face
from engine.games.era.domain import Placement
from engine.games.era.state import DISASTER, Realm
from engine.i18n.text import Text, place_name, plural, verbatim, words

AMOUNTS: Final[Mapping[str, Text]] = {
    "goods": plural("{n} trade good", "{n} trade goods", 1),
    "stone": plural("{n} stone", "{n} stone", 1),
    "wood": plural("{n} wood", "{n} wood", 1),
    "food": plural("{n} food", "{n} food", 1),
    "culture": plural("{n} culture", "{n} culture", 1),
    DISASTER: plural("{n} disaster point", "{n} disaster points", 1),
}


@cache
def amount(track: str, number: int) -> Text:
    return AMOUNTS[track].counting(number)


def disasters(number: int) -> Text:
    return amount(DISASTER, number)


@cache
def hammers(number: int) -> Text:
    return plural("{n} hammer", "{n} hammers", number)


@cache
def swords(number: int) -> Text:
    return plural("{n} sword", "{n} swords", number)


@cache
def shields(number: int) -> Text:
    return plural("{n} shield", "{n} shields", number)


@cache
def skulls(number: int) -> Text:
    return plural("{n} skull", "{n} skulls", number)


@cache
def dice(number: int) -> Text:
    return plural("{n} die", "{n} dice", number)


def amounts(things: Amounts) -> Text:
    """Return `things` in words, such as "2 stone, 1 wood"; "none" if all amounts are 0."""
    return series(amount(track, number) for track, number in things.items() if number)


def face_words(face: Face) -> Text:
    """Return a face of a die in words, such as "1 wood + 1 hammer + skull" or "2 food or 1
    stone"."""
    parts: list[Text] = [amount(track, number) for track, number in face.gain.items()]
    if face.one_of:
        parts.append(alternatives(face.one_of))
    icons = ((hammers, face.hammers), (swords, face.swords), (shields, face.shields))
    parts += [wording(number) for wording, number in icons if number]
    if face.feathers:
        parts.append(words("feather"))
    if face.skulls:
        parts.append(words("skull") if face.skulls == 1 else skulls(face.skulls))
    return joined(parts, " + ") or words("nothing")


def alternatives(choice: Iterable[Amounts]) -> Text:
    """Return `choice`, the alternatives of an "or" face, in words, such as "2 food or 1 stone"."""
    return reduce(
        lambda first, other: words("{first} or {other}", first=first, other=other),
        map(amounts, choice),
    )


def die_words(die: Die, face: Face | None) -> Text:
    if face is None:
        return words("{die}", die=die.names)
    return words("{die} ({face})", die=die.names, face=face_words(face))


def own_die(state: Realm, seat: int, die: int) -> Text:
    """Return a die of a seat in words, with its face if it is visible."""
    return die_words(state.box.dice[state.dice[seat][die]], state.face(seat, die))


def rolled(state: Realm, seat: int, numbers: Iterable[int]) -> Text:
    """Return the names of the seat's dice in `numbers`, with their faces if they are visible;
    "none" if there are no dice."""
    return joined((own_die(state, seat, die) for die in numbers), "; ") or words("none")


def dice_named(state: Realm, seat: int, numbers: Iterable[int]) -> Text:
    """Return the names of the seat's dice in `numbers`, separated by commas. Each name has the
    die's number, counted from 1, and, if it is visible, its face."""
    named = []
    for number in numbers:
        kind, face = state.box.dice[state.dice[seat][number]].names, state.face(seat, number)
        die = words("{die} {n}", die=kind, n=number + 1)
        if face is not None:
            die = words("{die} ({face})", die=die, face=face_words(face))
        named.append(die)
    return series(named)


def cells_words(piece: Placement) -> Text:
    """Return the cells of a piece in words: the first and the last cell for a straight piece of at
    least `_ROW` cells, otherwise all cells."""
    first, last = piece.cells[0], piece.cells[-1]
    if first == last:
        return verbatim(first)
    lines = {cell[0] for cell in piece.cells}, {cell[1:] for cell in piece.cells}
    is_row = min(map(len, lines)) == 1
    if not is_row or len(piece.cells) < _ROW:
        return verbatim(" ".join(piece.cells))
    return words("{first} to {last}", first=first, last=last)


_ROW: Final = 3
"""Minimum number of cells of a straight piece that is described by its first and last cell."""


def piece_words(piece: Placement, seat: int | None = None) -> Text:
    """Return a piece in words, with the cells that it covers. If `seat` is given, each cell refers
    to its place in that seat's domain (see `place_name`)."""
    cells = verbatim(" ".join(piece.cells))
    if seat is not None:
        places = (place_name(verbatim(cell), ("domain", seat, cell)) for cell in piece.cells)
        cells = joined(places, " ") or cells
    return words("{kind} ({cells})", kind=piece.kind.names, cells=cells)
