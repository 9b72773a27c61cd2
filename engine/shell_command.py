"""The shell command that starts the program, for messages that quote it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from typing import Final

STARTED_AS: Final = "GUILDHALL_STARTED_AS"
"""Environment variable with the command of a launcher such as make, in which `{}` stands for the
arguments."""


def shell_command(*arguments: str) -> str:
    """Return the command, quoted for the user's shell, that starts the program with `arguments` in
    the same way as this process was started."""
    quoted = subprocess.list2cmdline(arguments) if os.name == "nt" else shlex.join(arguments)
    before, _, after = os.environ.get(STARTED_AS, "guildhall {}").partition("{}")
    if before.endswith('"'):
        quoted = re.sub(r'[\\"$`]', r"\\\g<0>", quoted)
    elif before.endswith("'"):
        quoted = quoted.replace("'", r"'\''")
    return f"{before}{quoted}{after}"
