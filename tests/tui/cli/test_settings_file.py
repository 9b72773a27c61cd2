"""Settings and the user's own data: read with forbearance, written whole."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadSetup, CannotWrite
from engine.files import MAX_TEXT_LENGTH
from engine.games import load
from screens.preferences import PREFERENCES, Preferences
from tui import own_components, settings_file, toml_writer
from tui.user_paths import UserPaths


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


def test_without_a_file_the_settings_are_the_usual_ones(path: Path):
    assert settings_file.read(path, {}) == (Preferences(), None)
    assert settings_file.read(path, {"LANG": "ru_RU.UTF-8"}) == (Preferences(language="ru"), None)
    assert not path.exists()


def test_settings_come_back_as_they_were_kept(path: Path):
    keys = {"play.undo": "ctrl+z"}
    wanted = Preferences("ru", "light", "ascii", "256", "never", "15", "off", keys)
    settings_file.write(path, wanted)
    assert settings_file.read(path, {"LANG": "en"}) == (wanted, None)
    assert [one.name for one in path.parent.iterdir()] == ["settings.toml"]


def test_every_choice_can_be_kept(path: Path):
    for preference in PREFERENCES:
        for choice in preference.choices:
            changes: dict[str, Any] = {preference.key: choice}
            wanted = evolve(Preferences(), **changes)
            settings_file.write(path, wanted)
            assert settings_file.read(path, {}) == (wanted, None)


@pytest.mark.parametrize("content", [b"language = ", b"\xff\xfe", b"a = 1\na = 2", b"[" * 50])
def test_a_file_that_cannot_be_read_is_told_and_left(path: Path, content: bytes):
    path.parent.mkdir()
    path.write_bytes(content)
    found, complaint = settings_file.read(path, {})
    assert found == Preferences()
    assert complaint is not None
    assert str(path) in complaint.plain()
    assert path.read_bytes() == content


def test_a_value_with_thousands_of_tables_in_one_another_says_nothing(path: Path):
    path.parent.mkdir()
    path.write_text("theme" + ".a" * 5000 + " = 1")
    found, complaint = settings_file.read(path, {})
    assert (found, "theme" in str(complaint)) == (Preferences(), True)


def test_what_is_no_file_or_has_no_end_is_not_read(path: Path):
    path.parent.mkdir()
    path.symlink_to("/dev/zero")
    assert settings_file.read(path, {})[1] is not None
    with pytest.raises(BadSetup, match="Cannot read the data"):
        own_components.read(path)
    path.unlink()
    path.write_text("# " + "x" * MAX_TEXT_LENGTH)
    assert settings_file.read(path, {})[1] is not None
    with pytest.raises(BadSetup, match="too large"):
        own_components.read(path)


def test_there_are_no_data_of_ones_own_in_what_is_no_folder(tmp_path: Path):
    (tmp_path / "home").write_text("")
    assert (
        own_components.read(UserPaths.of(str(tmp_path / "home" / "deeper")).own_data("era")) == {}
    )


def test_what_is_right_in_a_file_counts_and_the_rest_is_told(path: Path):
    path.parent.mkdir()
    path.write_text('theme = "light"\nglyphs = "runes"\nspeed = 3\npace = 2\nkeys = { "a b" = 1 }')
    found, complaint = settings_file.read(path, {})
    assert found == Preferences(theme="light", pace="2")
    assert complaint is not None
    assert complaint.plain().endswith("not valid: glyphs, speed, keys.")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite):
        settings_file.write(tmp_path / "file" / "settings.toml", Preferences())


def test_one_folder_for_everything_by_option_or_environment(tmp_path: Path):
    chosen = UserPaths.of(str(tmp_path), {"GUILDHALL_HOME": "/elsewhere"})
    assert chosen == UserPaths(tmp_path, tmp_path)
    assert UserPaths.of(None, {"GUILDHALL_HOME": str(tmp_path)}) == chosen
    assert chosen.store.parent == chosen.settings.parent == tmp_path
    assert chosen.own_data("era") == tmp_path / "data" / "era.toml"


def test_an_empty_variable_names_no_folder():
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
def test_what_is_written_as_toml_is_read_back(data: dict[str, Any]):
    assert tomllib.loads(toml_writer.dump(data)) == data


# ---------------------------------------------------------------------- own data


def test_the_example_of_own_data_is_one_that_the_game_takes(tmp_path: Path):
    game = load("middle_ages")
    data = own_components.example(game)
    assert data
    path = tmp_path / "middle_ages.toml"
    path.write_text(toml_writer.dump(data))
    assert own_components.read(path) == data
    own_components.check(game, data)


def test_own_data_that_does_not_fit_the_box_is_told(tmp_path: Path):
    with pytest.raises(BadSetup, match="dragons"):
        own_components.check(load("middle_ages"), {"dragons": 3})
    path = tmp_path / "middle_ages.toml"
    assert own_components.read(path) == {}
    path.write_text("= nonsense")
    with pytest.raises(BadSetup, match="Cannot read the data"):
        own_components.read(path)


@pytest.mark.parametrize("name", ["middle_ages", "era"])
def test_whatever_is_listed_may_be_written(name: str):
    """Another value may be refused for what it is, but never because it cannot be changed."""
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


def test_how_far_one_is_in_lessons_is_kept_beside_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings_file.toml"
    settings_file.write(path, Preferences(lessons={"deus": 3}))
    found, complaint = settings_file.read(path)
    assert complaint is None
    assert found.lessons == {"deus": 3}
    path.write_text('lessons = {deus = "far"}\n')
    found, complaint = settings_file.read(path)
    assert complaint is not None
    assert not found.lessons


def test_of_which_games_the_coach_was_sent_away_is_kept_beside_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings_file.toml"
    settings_file.write(path, Preferences(coached={"deus": "off"}))
    assert settings_file.read(path) == (Preferences(coached={"deus": "off"}), None)
    path.write_text('coached = {deus = "loud"}\n')
    found, complaint = settings_file.read(path)
    assert complaint is not None
    assert not found.coached
