"""The settings file. Reading ignores invalid parts, and writing replaces the whole file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from attrs import asdict

from engine.errors import CannotWrite
from engine.files import written_in
from engine.i18n.language import preferred_language
from engine.i18n.text import Text, words
from screens.preferences import Preferences, changed


def read(
    path: Path, environment: Mapping[str, str] = os.environ
) -> tuple[Preferences, Text | None]:
    """Return the settings, and an error message if the file is invalid. Missing and invalid
    settings have their defaults, and the default language is that of the environment."""
    usual = Preferences(language=preferred_language(environment))
    if not path.exists():
        return usual, None
    import tomllib

    try:
        found = tomllib.loads(written_in(path))
    except (OSError, ValueError, RecursionError):
        return usual, words(
            "Cannot read the settings in {file}, so the defaults are used.", file=str(path)
        )
    settled, wrong = changed(usual, found)
    if not wrong:
        return settled, None
    from tui import toml_writer

    return settled, words(
        "In {file} these settings are not valid: {keys}.",
        file=str(path),
        keys=", ".join(toml_writer.key(key) for key in wrong),
    )


def write(path: Path, wanted: Preferences) -> None:
    """Write the settings atomically. Raises CannotWrite."""
    from tui import toml_writer

    spare = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        spare.write_text(toml_writer.dump(asdict(wanted)), encoding="utf-8")
        spare.replace(path)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise CannotWrite(
            "Cannot write {file}: {reason}.", file=str(path), reason=reason
        ) from error
