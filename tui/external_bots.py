"""External programs as bots: `--program NAME=FILE`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from engine.core.players import admit_program
from engine.errors import BadSetup


def admit(named: Iterable[str]) -> None:
    """Register the programs `named`, each given as `mine=./mybot` (a file, or else a command on
    PATH). Raises BadSetup for another form, an invalid name, or a file that is missing or not
    executable."""
    for program in named:
        name, equals, file = program.partition("=")
        if not equals or not file:
            raise BadSetup("{program} does not name a program. Write NAME=FILE.", program=program)
        admit_program(name, _program_path(file))


def _program_path(file: str) -> Path:
    path = Path(file)
    if not path.exists() and (found := shutil.which(file)) is not None:
        path = Path(found)
    if not path.is_file():
        raise BadSetup("There is no program {file}.", file=file)
    if not os.access(path, os.X_OK):
        raise BadSetup("{file} is not executable. Run chmod +x on it.", file=file)
    return path.absolute()
