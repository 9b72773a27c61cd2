"""Keys and ids of components, which users' own files, saved games and programs name; and the folder
of those files."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import pytest

from tests.frozen.reaching import DATA, GAMES, guildhall, recorded
from tests.frozen.recording import components


@pytest.mark.parametrize("game", GAMES)
def test_component_keys_and_ids_still_exist(game: str):
    known = components(game)
    for key, ids in recorded("components.json")[game].items():
        assert key in known
        assert set(ids) <= set(known[key]), key


@pytest.mark.parametrize("game", GAMES)
def test_own_values_are_read_from_user_folder_into_match(game: str, home: Path):
    file = DATA / "own_data" / f"{game}.toml"
    (home / "data").mkdir()
    shutil.copy(file, home / "data")
    assert guildhall(home, "play", game, "--lines", "--seats", "Anna,Boris").code == 0
    (match,) = guildhall(home, "list", "--json").json
    given = guildhall(home, "export", match["id"], "-", "--force")
    header = json.loads(given.out.splitlines()[0])
    assert header["data"] == tomllib.loads(file.read_text(encoding="utf-8"))


def test_own_values_that_name_no_component_are_refused(home: Path):
    (home / "data").mkdir()
    (home / "data" / "era.toml").write_text('[[tracks]]\nid = "no_such"\nstart = 4\n')
    assert guildhall(home, "play", "era", "--lines", "--seats", "Anna,Boris").code == 1
