"""What people call files and folders."""

from __future__ import annotations

from pathlib import Path

from engine.errors import NoSuchPlace
from engine.i18n.text import words


def path_of(name: str) -> Path:
    """The file or folder that a person calls so, `~` being the home folder; raises NoSuchPlace."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise NoSuchPlace(words("There is no home folder for {name}.", name=name)) from error
