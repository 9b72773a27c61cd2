"""The components of Catan, with the custom map of a user (CK-23.6)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.core.component_data import ComponentFile, Data
from engine.games.knights.component_types import Components
from engine.games.knights.components import CHANGEABLE, boxed, built


def components(data: Data | None = None) -> Components:
    """Return the components, as for Cities & Knights; raises BadSetup for a map that cannot be
    played on."""
    return boxed(_FILE, data)


_FILE: Final = ComponentFile(Path(__file__).with_name("components.toml"), built, CHANGEABLE)
