"""Contents of the box, read from `components.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import frozen

from engine.core.component_data import ComponentFile, Data, DataTable

CHANGEABLE: Final = {"end": ("goal",)}
"""Values that a user's own data may change; everything else is rules."""


@frozen
class Box:
    """The die and the number of points that ends the game."""

    sides: int
    losing_face: int
    goal: int


def components(data: Data | None = None) -> Box:
    """Return the box with a user's own values merged over it; raises BadSetup for invalid
    values."""
    return _built(_FILE.merged(data)) if data else _FILE.box


def _built(data: Data) -> Box:
    die, end = DataTable(data).table("die"), DataTable(data).table("end")
    return Box(
        die.number("sides"), die.number("losing_face"), end.integer("goal", least=1, most=200)
    )


_FILE: Final = ComponentFile(Path(__file__).with_name("components.toml"), _built, CHANGEABLE)
