"""Check the types of modules as if on Windows.

    python -m tools.check_windows

reports an error for each call, signal or module that does not exist on Windows, unless the code
checks `sys.platform` first. A module is checked only if it imports a standard-library module that
differs between platforms, and if its path has no prefix in `EXCLUDED_PREFIXES`. Imports of
Guildhall's own modules are not followed, since the usual run of mypy checks their types; errors of
the kinds that missing imports can cause are ignored.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import mypy

SOURCES: Final = ("engine", "screens", "styles", "tui", "guildhall_games.py")

EXCLUDED_PREFIXES: Final = (
    "tui/server/",
    "tui/ssh/",
    "tui/web/",
    "tui/guest_session",
    "screens/lobby/guest_app",
    "screens/terminal/driver",
    "screens/line_mode/terminal_modes",
    "engine/storage/pubsub",
)
"""Prefixes of the paths of modules that are not checked: those of servers, those that are not
imported on Windows, and those that do nothing on Windows because it lacks their kind of sockets."""

IGNORED: Final = ("call-arg", "misc", "type-var")
"""Codes of errors that are ignored, because imports that are not followed cause them. The code for
names that do not exist on Windows is `attr-defined`."""

STUBS: Final = Path(mypy.__file__).parent / "typeshed" / "stdlib"
"""Folder of mypy's type stubs for the standard library."""


def main() -> int:
    """Run mypy as if on Windows, and return its exit code."""
    command = [sys.executable, "-m", "mypy", "--platform", "win32", "--config-file", ""]
    command += ["--follow-imports", "skip", "--cache-dir", ".mypy_cache/windows"]
    for code in IGNORED:
        command += ["--disable-error-code", code]
    return subprocess.run([*command, *map(str, checked())], check=False).returncode


def checked() -> Iterator[Path]:
    """Yield the files of `SOURCES` to check (see the docstring of the module)."""
    for source in map(Path, SOURCES):
        for path in sorted(source.rglob("*.py")) if source.is_dir() else [source]:
            if path.as_posix().startswith(EXCLUDED_PREFIXES):
                continue
            if any(map(differs, imported(path.read_text(encoding="utf-8")))):
                yield path


def imported(code: str) -> Iterator[str]:
    """Yield the names of the top-level packages and modules that the module with the source `code`
    imports."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


@cache
def differs(package: str) -> bool:
    """Return whether a package or module of the standard library differs between platforms; False
    for all others."""
    files = [STUBS / f"{package}.pyi", *(STUBS / package).rglob("*.pyi")]
    return any("sys.platform" in path.read_text("utf-8") for path in files if path.is_file())


if __name__ == "__main__":
    sys.exit(main())
