"""Check the types of all modules that do not belong to a server, as if on Windows.

    python -m tools.check_windows

reports, as errors, calls, signals and modules that do not exist on Windows, unless the code checks
`sys.platform` first.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Final

SOURCES: Final = ("engine", "screens", "styles", "tui", "guildhall_games.py")

LEFT_OUT: Final = (
    "tui/(server|ssh|web)/",
    "tui/guest_session",
    "screens/lobby/guest_app",
    "screens/terminal/driver",
    "screens/line_mode/terminal_modes",
    "engine/storage/pubsub",
)
"""Modules that are not checked: those of servers, those that are not imported on Windows, and those
that do nothing on Windows because it lacks their kind of sockets."""


def main() -> int:
    """Run mypy as if on Windows, and return its exit code."""
    command = [sys.executable, "-m", "mypy", "--platform", "win32", "--no-warn-unreachable"]
    command += ["--follow-imports", "silent", "--cache-dir", ".mypy_cache/windows"]
    command += ["--exclude", "|".join(LEFT_OUT), *SOURCES]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
