"""Build hook of wheels and editable installations: compiles the catalogues, and generates the
manual page and shell completions."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MakeBeforehand(BuildHookInterface[Any]):
    """Build hook that generates the files of a wheel that are not in git."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate the files that are not in git, if a wheel is built. Hatchling calls this before
        it collects the files."""
        if self.target_name != "wheel":
            return
        sys.path.insert(0, self.root)
        from messages import compile_catalogues

        compile_catalogues()
        from share import write

        self._made = TemporaryDirectory()
        build_data["shared_data"].update(write(Path(self._made.name)))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the generated manual page and completions. Hatchling calls this when the wheel is
        finished."""
        if self.target_name == "wheel":
            self._made.cleanup()
