"""Where Guildhall keeps what is the user's own."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

NAME = "guildhall"

HOME = "GUILDHALL_HOME"
"""The variable of the environment that names one folder for everything."""


@frozen
class Places:
    """The folder of the games and the folder of the settings; the same one, if it was chosen."""

    data: Path
    config: Path

    @classmethod
    def of(cls, home: str | None = None, environment: Mapping[str, str] = os.environ) -> Places:
        """The folder chosen on the command line or in the environment; else the system's usual
        ones."""
        chosen = home or environment.get(HOME)
        if chosen:
            folder = Path(chosen).expanduser().absolute()
            return cls(folder, folder)
        from platformdirs import user_config_path, user_data_path

        return cls(user_data_path(NAME, appauthor=False), user_config_path(NAME, appauthor=False))

    @property
    def store(self) -> Path:
        """The file of the store."""
        return self.data / "games.sqlite3"

    @property
    def log(self) -> Path:
        """Where mistakes of the program are written down."""
        return self.data / "guildhall.log"

    @property
    def settings(self) -> Path:
        """The file of the settings."""
        return self.config / "settings.toml"

    def own_data(self, game: str) -> Path:
        """The file with the user's own component values of a game."""
        return self.config / "data" / f"{game}.toml"
