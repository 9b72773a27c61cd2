"""The user's folders and files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from engine.errors import NoSuchPlace
from engine.files import path_of
from engine.storage.database_url import is_address

NAME = "guildhall"

HOME = "GUILDHALL_HOME"
"""Environment variable for a single folder with both games and settings."""

STORE = "GUILDHALL_STORE"
"""Environment variable for the URL of the database with the store."""


def _homeless() -> NoSuchPlace:
    return NoSuchPlace(
        "There is no home folder to save games in. Give a folder in {variable} or with --home.",
        variable=HOME,
    )


@frozen
class UserPaths:
    """The folders of the games and of the settings, which may be the same. With `address`, the
    games are in the database at that URL."""

    data: Path
    config: Path
    address: str | None = None

    @classmethod
    def of(cls, home: str | None = None, environment: Mapping[str, str] = os.environ) -> UserPaths:
        """Return the paths chosen on the command line or in the environment, or else the system's
        usual ones. Raises NoSuchPlace if there are none, or if the URL in `STORE` is invalid."""
        address = environment.get(STORE) or None
        if address is not None and not is_address(address):
            raise NoSuchPlace(
                "{variable} must be the address of a database, such as postgresql://HOST/NAME.",
                variable=STORE,
            )
        chosen = home or environment.get(HOME)
        if chosen:
            folder = path_of(chosen).absolute()
            return cls(folder, folder, address)
        from platformdirs import user_config_path, user_data_path

        try:
            data = user_data_path(NAME, appauthor=False)
            config = user_config_path(NAME, appauthor=False)
        except RuntimeError as error:
            raise _homeless() from error
        if not (data.is_absolute() and config.is_absolute()):
            raise _homeless()
        return cls(data, config, address)

    @classmethod
    def passed_on(cls, data: str, config: str) -> UserPaths:
        """Return the paths that a parent process passes on: the folders as arguments, and the
        database's URL in the environment variable `STORE`."""
        return cls(Path(data), Path(config), os.environ.get(STORE) or None)

    @property
    def store(self) -> Path:
        """Path of the database file."""
        return self.data / "games.sqlite3"

    @property
    def log(self) -> Path:
        """Path of the log of crashes and other errors."""
        return self.data / "guildhall.log"

    @property
    def settings(self) -> Path:
        return self.config / "settings.toml"

    def own_data(self, game: str) -> Path:
        """Return the path of the user's custom data for a game."""
        return self.config / "data" / f"{game}.toml"
