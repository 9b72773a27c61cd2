"""The user's folders and files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from engine.errors import NoSuchPlace
from engine.files import path_of
from engine.i18n.text import words
from engine.storage.database_url import is_address

NAME = "guildhall"

HOME = "GUILDHALL_HOME"
"""The variable of the environment that names one folder for everything."""

STORE = "GUILDHALL_STORE"
"""The variable of the environment that tells the address of a database in which the store is."""


def _homeless() -> NoSuchPlace:
    return NoSuchPlace(
        words(
            "There is no home folder to save games in. Give a folder in {variable} or with --home.",
            variable=HOME,
        )
    )


@frozen
class UserPaths:
    """The folder of the games and the folder of the settings; the same one, if it was chosen. With
    an address the games are in a database."""

    data: Path
    config: Path
    address: str | None = None

    @classmethod
    def of(cls, home: str | None = None, environment: Mapping[str, str] = os.environ) -> UserPaths:
        """The folder chosen on the command line or in the environment, else the system's usual
        ones; and the database that the environment tells. Raises NoSuchPlace where there is
        none."""
        address = environment.get(STORE) or None
        if address is not None and not is_address(address):
            raise NoSuchPlace(
                words(
                    "{variable} must be the address of a database, such as postgresql://HOST/NAME.",
                    variable=STORE,
                )
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
        """Those of the program that started this one."""
        return cls(Path(data), Path(config), os.environ.get(STORE) or None)

    @property
    def store(self) -> Path:
        """The file of the database."""
        return self.data / "games.sqlite3"

    @property
    def log(self) -> Path:
        """The log of crashes."""
        return self.data / "guildhall.log"

    @property
    def settings(self) -> Path:
        """The file of the settings."""
        return self.config / "settings.toml"

    def own_data(self, game: str) -> Path:
        """The file with the user's own component values of a game."""
        return self.config / "data" / f"{game}.toml"
