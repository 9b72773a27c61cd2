"""The settings file. Reading ignores invalid parts, and writing replaces the whole file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import asdict, evolve

from engine.errors import CannotWrite
from engine.files import read_text_file
from engine.i18n.language import preferred_language
from engine.i18n.text import Text, words
from screens.preferences import Preferences, changed

if TYPE_CHECKING:
    from engine.core.component_data import Data


def read(
    path: Path, environment: Mapping[str, str] = os.environ
) -> tuple[Preferences, Text | None]:
    """Return the settings, and an error message if the file is invalid. Missing and invalid
    settings have their defaults, and the default language is that of the environment."""
    defaults = Preferences(language=preferred_language(environment))
    saved = _found(path)
    if saved is None:
        return defaults, words(
            "Cannot read the settings in {file}, so the defaults are used.", file=str(path)
        )
    settled, wrong = changed(defaults, saved)
    if not wrong:
        return settled, None
    from tui import toml_writer

    return settled, words(
        "In {file} these settings are not valid: {keys}.",
        file=str(path),
        keys=", ".join(toml_writer.key(key) for key in wrong),
    )


def write(
    path: Path, preferences: Preferences, environment: Mapping[str, str] = os.environ
) -> None:
    """Write the settings atomically. If the file does not set a language, leave out a language that
    equals the environment's, so that the setting continues to follow the environment. Raises
    CannotWrite."""
    from tui import toml_writer

    settings = asdict(preferences)
    is_usual = preferences.language == preferred_language(environment)
    if is_usual and "language" not in (_found(path) or {}):
        del settings["language"]
    temporary = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary.write_text(toml_writer.dump(settings), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise CannotWrite(
            "Cannot write {file}: {reason}.", file=str(path), reason=reason
        ) from error


def write_changes(path: Path, before: Preferences, after: Preferences) -> None:
    """Write the settings that differ between `before` and `after`. Leave the others as they are in
    the file, because their current values may come from options of the command line. Raises
    CannotWrite."""
    current, old = read(path)[0], asdict(before)
    write(
        path, evolve(current, **{key: new for key, new in asdict(after).items() if new != old[key]})
    )


def _found(path: Path) -> Data | None:
    """Return the contents of the settings file, whose values may be invalid; empty if there is no
    file, and None if it cannot be read or is not TOML."""
    if not path.exists():
        return {}
    import tomllib

    try:
        return tomllib.loads(read_text_file(path))
    except (OSError, ValueError, RecursionError):
        return None
