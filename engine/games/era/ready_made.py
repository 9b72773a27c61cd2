"""Ready-made setups: legal placements of all starting pieces, which beginners can use or change
(section 3)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from attrs import frozen

from engine.games.era.component_types import Components
from engine.games.era.domain import Domain, Pick, geometry_of
from engine.i18n.text import Text, words


@frozen
class ReadyMade:
    """A named setup, with the placements of the starting pieces except the keep. The constants of
    this module omit the scorched areas, too; `ready_made` adds them."""

    id: str
    title: Text
    placements: tuple[Pick, ...]


YARD: Final = ReadyMade(
    "yard",
    words("Closed yard (6 cells, two longhouses count twice from the start)"),
    (
        ("wall_4", "C6", 90),
        ("wall_4", "D6", 0),
        ("wall_4", "D9", 0),
        ("longhouse", "D7", 90),
        ("longhouse", "F7", 90),
        ("longhouse", "K4", 0),
        ("farm", "K10", 0),
    ),
)

COURT: Final = ReadyMade(
    "court",
    words("Open court (one more 2-cell wall at E7 encloses 9 cells)"),
    (
        ("wall_4", "H3", 90),
        ("wall_4", "D3", 0),
        ("wall_4", "D4", 90),
        ("farm", "E4", 0),
        ("longhouse", "G5", 90),
        ("longhouse", "K5", 0),
        ("longhouse", "K10", 0),
    ),
)

FIELD: Final = ReadyMade(
    "field",
    words("Wide field (one more 4-cell wall at C8 encloses 12 cells)"),
    (
        ("wall_4", "H9", 90),
        ("wall_4", "D12", 0),
        ("wall_4", "C9", 90),
        ("farm", "D9", 0),
        ("longhouse", "G9", 90),
        ("longhouse", "E11", 0),
        ("longhouse", "K5", 0),
    ),
)

NORTH_WEST: Final = ReadyMade(
    "north_west",
    words("North-west quarter (one more 6-cell wall at B3 encloses 16 cells)"),
    (
        ("wall_4", "G3", 90),
        ("wall_4", "C8", 0),
        ("wall_4", "C3", 0),
        ("longhouse", "C5", 90),
        ("longhouse", "F4", 90),
        ("longhouse", "H9", 90),
        ("farm", "E6", 270),
    ),
)

NORTH_EAST: Final = ReadyMade(
    "north_east",
    words("North-east quarter (one more 6-cell wall at G2 encloses 16 cells)"),
    (
        ("wall_4", "I7", 0),
        ("wall_4", "G3", 90),
        ("wall_4", "L3", 90),
        ("longhouse", "I3", 0),
        ("longhouse", "J6", 0),
        ("longhouse", "E8", 0),
        ("farm", "H5", 0),
    ),
)

SOUTH_EAST: Final = ReadyMade(
    "south_east",
    words("South-east quarter (one more 6-cell wall at M7 encloses 16 cells)"),
    (
        ("wall_4", "H9", 90),
        ("wall_4", "I7", 0),
        ("wall_4", "I12", 0),
        ("longhouse", "L9", 90),
        ("longhouse", "I10", 90),
        ("longhouse", "G5", 90),
        ("farm", "I8", 90),
    ),
)

SOUTH_WEST: Final = ReadyMade(
    "south_west",
    words("South-west quarter (one more 6-cell wall at C13 encloses 16 cells)"),
    (
        ("wall_4", "C8", 0),
        ("wall_4", "H9", 90),
        ("wall_4", "C9", 90),
        ("longhouse", "E12", 0),
        ("longhouse", "D9", 0),
        ("longhouse", "I7", 0),
        ("farm", "F9", 180),
    ),
)

CORNERS: Final = ("A1", "M1", "M13", "A13")
"""Anchors of scorched areas in the corners of the domain, where they do the least harm."""


@lru_cache(maxsize=32)
def ready_made(box: Components, players: int) -> tuple[ReadyMade, ...]:
    """Return the ready-made setups that are legal with the components `box` and use exactly the
    starting pieces for `players` players. Scorched areas are in the corners."""
    kit = Counter(box.kit_to_place(players))
    scorched = [
        (box.scorched_area.id, corner, 0) for corner in CORNERS[: kit[box.scorched_area.id]]
    ]
    layouts = [
        ReadyMade(layout.id, layout.title, (*layout.placements, *scorched)) for layout in _ALL
    ]
    return tuple(layout for layout in layouts if _fits_kit(box, layout, kit))


_ALL: Final = (YARD, COURT, FIELD, NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST)


def laid(box: Components, ready: ReadyMade) -> Domain:
    """Return the domain with the keep and a ready-made setup. Raises ValueError if pieces
    overlap."""
    land = geometry_of(box)
    domain = Domain(land)
    domain.place(land.keep_start)
    for pick in ready.placements:
        domain.place(land.at(pick))
    return domain


def _fits_kit(box: Components, ready: ReadyMade, kit: Counter[str]) -> bool:
    """Whether a setup is legal and uses exactly the pieces in `kit`."""
    if Counter(pick[0] for pick in ready.placements) != +kit:
        return False
    land = geometry_of(box)
    taken = land.keep_start.mask
    for pick in ready.placements:
        piece = land.named(pick)
        if piece is None or piece.mask & taken:
            return False
        taken |= piece.mask
    return True
