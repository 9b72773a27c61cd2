"""A settings file with every setting: all of it is read, and nothing is lost when the program
rewrites it."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

from tests.frozen.reaching import DATA, command_ids, guildhall, recorded

FILE = DATA / "settings.toml"

TYPED = "1\n2\n3\n4\n5\n6\n"
"""Whoever types all these takes what the first task of the first game's lesson wants."""


def test_full_settings_file_is_read_without_complaint(home: Path):
    shutil.copy(FILE, home / "settings.toml")
    assert guildhall(home, "list").err == ""


def test_unknown_setting_or_value_is_reported(home: Path):
    (home / "settings.toml").write_text('theme = "runes"\nno_such = 1\n')
    complaint = guildhall(home, "list").err
    assert "theme" in complaint
    assert "no_such" in complaint


def test_every_former_value_of_a_setting_is_readable(home: Path):
    values = recorded("settings_values.json")
    assert set(values) == {
        key for key, value in tomllib.loads(FILE.read_text()).items() if isinstance(value, str)
    }
    for number in range(max(map(len, values.values()))):
        lines = [f'{key} = "{those[number % len(those)]}"' for key, those in values.items()]
        (home / "settings.toml").write_text("\n".join(lines))
        assert guildhall(home, "list").err == "", lines


def test_language_is_taken_from_settings(home: Path):
    shutil.copy(FILE, home / "settings.toml")
    russian = guildhall(home, "list").out
    (home / "settings.toml").unlink()
    assert russian != guildhall(home, "list").out


def test_saved_keys_belong_to_existing_commands():
    keys = tomllib.loads(FILE.read_text())["keys"]
    assert len(keys) >= 94
    assert set(keys) <= command_ids()


def test_rewriting_settings_loses_nothing(home: Path):
    """Whoever has done a task of a lesson has that kept in the file, beside all else."""
    path = home / "settings.toml"
    shutil.copy(FILE, path)
    before = tomllib.loads(path.read_text())
    assert before["shown"] == "lines"
    assert guildhall(home, "learn", "middle_ages", typed=TYPED).code == 0
    after = tomllib.loads(path.read_text())
    assert after["lessons"].pop("middle_ages") >= 1
    assert {key: after.get(key) for key in before} == before
