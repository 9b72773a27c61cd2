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


def test_a_file_with_everything_in_it_is_read_without_a_complaint(home: Path):
    shutil.copy(FILE, home / "settings.toml")
    assert guildhall(home, "list").err == ""


def test_what_is_no_setting_or_no_value_is_complained_of(home: Path):
    (home / "settings.toml").write_text('theme = "runes"\nno_such = 1\n')
    complaint = guildhall(home, "list").err
    assert "theme" in complaint
    assert "no_such" in complaint


def test_every_value_that_a_setting_had_can_be_read(home: Path):
    values = recorded("settings_values.json")
    assert set(values) == {
        key for key, value in tomllib.loads(FILE.read_text()).items() if isinstance(value, str)
    }
    for number in range(max(map(len, values.values()))):
        lines = [f'{key} = "{those[number % len(those)]}"' for key, those in values.items()]
        (home / "settings.toml").write_text("\n".join(lines))
        assert guildhall(home, "list").err == "", lines


def test_the_language_is_that_of_the_file(home: Path):
    shutil.copy(FILE, home / "settings.toml")
    russian = guildhall(home, "list").out
    (home / "settings.toml").unlink()
    assert russian != guildhall(home, "list").out


def test_own_keys_are_those_of_commands_that_there_are():
    keys = tomllib.loads(FILE.read_text())["keys"]
    assert len(keys) >= 94
    assert set(keys) <= command_ids()


def test_nothing_is_lost_when_the_file_is_written_anew(home: Path):
    """Whoever has done a task of a lesson has that kept in the file, beside all else."""
    path = home / "settings.toml"
    shutil.copy(FILE, path)
    before = tomllib.loads(path.read_text())
    assert before["shown"] == "lines"
    assert guildhall(home, "learn", "middle_ages", typed=TYPED).code == 0
    after = tomllib.loads(path.read_text())
    assert after["lessons"].pop("middle_ages") >= 1
    assert {key: after.get(key) for key in before} == before
