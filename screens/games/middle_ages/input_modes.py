"""Partial picks of Middle Ages, in which choices have fixed keys."""

from __future__ import annotations

from attrs import define

from engine.core.event import Value
from engine.core.step import Place
from engine.games.middle_ages.state import Kingdom
from screens.input_modes.partial_pick import PartialPick


@define
class PlacingLord(PartialPick[Kingdom]):
    """Partial pick of a tile in one row. The key of a tile is its position."""

    def key_of(self, number: int, value: Value) -> str:
        return str(value)

    def place_of_key(self, key: str) -> Place | None:
        for choice in self.choices():
            match choice.place:
                case (str(kind), int(row), int()) if key.isdecimal():
                    positions = range(1, len(self.request.view.display[row - 1]) + 1)
                    return (kind, row, int(key)) if int(key) in positions else None
        return None


@define
class ChoosingType(PartialPick[Kingdom]):
    """Partial pick of a type of tile, for a plot token or a column. A type has the same key for the
    whole game."""

    def key_of(self, number: int, value: Value) -> str:
        return str(self.request.view.box.type_index[str(value)] + 1)

    def place_of_key(self, key: str) -> Place | None:
        types = self.request.view.box.types
        if not key.isdecimal() or not 0 < int(key) <= len(types):
            return None
        return self.request.target((*self.chosen, types[int(key) - 1].id))
