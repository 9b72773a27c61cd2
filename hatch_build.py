"""What a build does first, of wheels and of editable installations: compile the catalogues."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface[Any]):
    """Compiles each `guildhall.po` into the `guildhall.mo` that goes into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it gathers the files of a wheel."""
        if self.target_name != "wheel":
            return
        sys.path.insert(0, str(Path(self.root)))
        from messages import compile_catalogues

        compile_catalogues()
