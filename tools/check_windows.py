"""Checks the types of everything that needs no server as they are on Windows.

    python -m tools.check_windows

Calls, signals and modules that Windows does not have are errors then, unless the code asks for
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
"""Modules of servers, and those that Windows does not import or that find no folder there."""


def main() -> int:
    """Run mypy; its exit code."""
    command = [sys.executable, "-m", "mypy", "--platform", "win32", "--no-warn-unreachable"]
    command += ["--follow-imports", "silent", "--cache-dir", ".mypy_cache/windows"]
    command += ["--exclude", "|".join(LEFT_OUT), *SOURCES]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
