"""Settings and custom data: read leniently, written completely."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadSetup, CannotWrite
from engine.files import MAX_TEXT_BYTES
from engine.games import load
from screens.preferences import PREFERENCES, Preferences
from tui import own_components, settings_file, toml_writer
from tui.user_paths import UserPaths


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


def test_missing_file_gives_default_settings(path: Path):
    assert settings_file.read(path, {}) == (Preferences(), None)
    assert settings_file.read(path, {"LANG": "ru_RU.UTF-8"}) == (Preferences(language="ru"), None)
    assert not path.exists()


def test_settings_survive_writing_and_reading(path: Path):
    keys = {"play.undo": "ctrl+z"}
    wanted = Preferences("ru", "light", "ascii", "256", "never", "15", "off", keys)
    settings_file.write(path, wanted)
    assert settings_file.read(path, {"LANG": "en"}) == (wanted, None)
    assert [one.name for one in path.parent.iterdir()] == ["settings.toml"]


def test_every_choice_can_be_saved(path: Path):
    for preference in PREFERENCES:
        for choice in preference.choices:
            changes: dict[str, Any] = {preference.key: choice}
            wanted = evolve(Preferences(), **changes)
            settings_file.write(path, wanted)
            assert settings_file.read(path, {}) == (wanted, None)


def test_language_that_was_never_chosen_follows_the_environment(path: Path):
    russian, english = {"LANG": "ru_RU.UTF-8"}, {"LANG": "en_GB.UTF-8"}
    usual = settings_file.read(path, russian)[0]
    settings_file.write(path, evolve(usual, pace="0"), russian)
    assert "language" not in tomllib.loads(path.read_text())
    assert settings_file.read(path, english)[0] == Preferences(pace="0")


@pytest.mark.parametrize("chosen", ["en", "ru"])
def test_chosen_language_stays(path: Path, chosen: str):
    """Also if the user has changed it and changed it back to the language of the environment."""
    environment = {"LANG": "ru_RU.UTF-8"}
    for language in ("en", chosen):
        settings_file.write(path, Preferences(language=language), environment)
    assert settings_file.read(path, environment)[0].language == chosen
    assert settings_file.read(path, {})[0].language == chosen


def test_only_changed_settings_are_written(path: Path):
    settings_file.write(path, Preferences(theme="light"))
    started = Preferences(theme="high_contrast", language="ru")
    settings_file.write_changes(path, started, evolve(started, pace="0"))
    assert settings_file.read(path)[0] == Preferences(theme="light", pace="0")


@pytest.mark.parametrize("content", [b"language = ", b"\xff\xfe", b"a = 1\na = 2", b"[" * 50])
def test_unreadable_file_is_reported_and_left_alone(path: Path, content: bytes):
    path.parent.mkdir()
    path.write_bytes(content)
    found, complaint = settings_file.read(path, {})
    assert found == Preferences()
    assert complaint is not None
    assert str(path) in complaint.plain()
    assert path.read_bytes() == content


def test_deeply_nested_value_is_ignored(path: Path):
    path.parent.mkdir()
    path.write_text("theme" + ".a" * 900 + " = 1")
    found, complaint = settings_file.read(path, {})
    assert (found, "theme" in str(complaint)) == (Preferences(), True)


def test_value_nested_too_deeply_for_the_parser_is_ignored(path: Path):
    path.parent.mkdir()
    path.write_text("theme" + ".a" * 5000 + " = 1")
    found, complaint = settings_file.read(path, {})
    assert (found, complaint is None) == (Preferences(), False)


def test_special_or_endless_file_is_not_read(path: Path):
    path.parent.mkdir()
    path.symlink_to("/dev/zero")
    assert settings_file.read(path, {})[1] is not None
    with pytest.raises(BadSetup, match="Cannot read the data"):
        own_components.read(path)
    path.unlink()
    path.write_text("# " + "x" * MAX_TEXT_BYTES)
    assert settings_file.read(path, {})[1] is not None
    with pytest.raises(BadSetup, match="too large"):
        own_components.read(path)


def test_own_data_below_a_plain_file_is_empty(tmp_path: Path):
    (tmp_path / "home").write_text("")
    assert (
        own_components.read(UserPaths.of(str(tmp_path / "home" / "deeper")).own_data("era")) == {}
    )


def test_valid_settings_are_used_and_invalid_ones_reported(path: Path):
    path.parent.mkdir()
    path.write_text('theme = "light"\nglyphs = "runes"\nspeed = 3\npace = 2\nkeys = { "a b" = 1 }')
    found, complaint = settings_file.read(path, {})
    assert found == Preferences(theme="light", pace="2")
    assert complaint is not None
    assert complaint.plain().endswith("not valid: glyphs, speed, keys.")


def test_unwritable_folder_is_reported(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite):
        settings_file.write(tmp_path / "file" / "settings.toml", Preferences())


def test_option_or_environment_puts_everything_in_one_folder(tmp_path: Path):
    chosen = UserPaths.of(str(tmp_path), {"GUILDHALL_HOME": "/elsewhere"})
    assert chosen == UserPaths(tmp_path, tmp_path)
    assert UserPaths.of(None, {"GUILDHALL_HOME": str(tmp_path)}) == chosen
    assert chosen.store.parent == chosen.settings.parent == tmp_path
    assert chosen.own_data("era") == tmp_path / "data" / "era.toml"


def test_empty_variable_names_no_folder():
    assert UserPaths.of(None, {"GUILDHALL_HOME": ""}) == UserPaths.of(None, {})
    assert UserPaths.of(None, {}).data.name == "guildhall"


plain = st.recursive(
    st.integers(-(2**63), 2**63 - 1)
    | st.booleans()
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text('ab é."\\1-_'), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.text('ab é."\\1-_'), plain, max_size=4))
def test_written_toml_is_read_back(data: dict[str, Any]):
    assert tomllib.loads(toml_writer.dump(data)) == data


# ---------------------------------------------------------------------- own data


def test_example_of_own_data_is_valid(tmp_path: Path):
    game = load("middle_ages")
    data = own_components.example(game)
    assert data
    path = tmp_path / "middle_ages.toml"
    path.write_text(toml_writer.dump(data))
    assert own_components.read(path) == data
    own_components.check(game, data)


def test_own_data_that_does_not_fit_is_reported(tmp_path: Path):
    with pytest.raises(BadSetup, match="dragons"):
        own_components.check(load("middle_ages"), {"dragons": 3})
    path = tmp_path / "middle_ages.toml"
    assert own_components.read(path) == {}
    path.write_text("= nonsense")
    with pytest.raises(BadSetup, match="Cannot read the data"):
        own_components.read(path)


@pytest.mark.parametrize("name", ["middle_ages", "era"])
def test_every_listed_component_value_may_be_changed(name: str):
    """A value may be refused as invalid, but never as unchangeable."""
    game = load(name)
    numbers = [
        pair
        for one in own_components.assumptions(game)
        for pair in own_components.changeable_numbers(one)
    ]
    assert numbers
    box = own_components.values_of_box(game)
    refusals = []
    for path, number in numbers:
        try:
            own_components.check(game, own_components.correction(box, path, number + 1))
        except BadSetup as error:
            refusals.append(error.text.plain())
    assert not [message for message in refusals if "cannot be changed" in message]
    assert len(refusals) < len(numbers)


def test_lesson_progress_is_saved_with_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings_file.toml"
    settings_file.write(path, Preferences(lessons={"deus": 3}))
    found, complaint = settings_file.read(path)
    assert complaint is None
    assert found.lessons == {"deus": 3}
    path.write_text('lessons = {deus = "far"}\n')
    found, complaint = settings_file.read(path)
    assert complaint is not None
    assert not found.lessons


def test_dismissed_coaches_are_saved_with_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings_file.toml"
    settings_file.write(path, Preferences(coached={"deus": "off"}))
    assert settings_file.read(path) == (Preferences(coached={"deus": "off"}), None)
    path.write_text('coached = {deus = "loud"}\n')
    found, complaint = settings_file.read(path)
    assert complaint is not None
    assert not found.coached
