"""The shell command that starts the program, for messages that name one."""

from __future__ import annotations

import os
from typing import Final

STARTED_AS: Final = "GUILDHALL_STARTED_AS"
"""Environment variable with the command of a launcher such as make, in which `{}` stands for the
arguments."""


def shell_command(arguments: str) -> str:
    """Return the command that starts the program with `arguments` in the same way as this time."""
    return os.environ.get(STARTED_AS, "guildhall {}").replace("{}", arguments)
