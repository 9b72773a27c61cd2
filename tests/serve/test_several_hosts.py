"""A house on several hosts: one key, the same people."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.community.hosts import Hosts
from engine.storage.kinds import open_at
from tests.serve.houses import new_key
from tui.places import STORE, Places
from tui.serve.hostkey import AnotherKey, house_key
from tui.serve.register import KeyStanding, Register


@pytest.fixture
def hosts(database: str) -> Iterator[Hosts]:
    with closing(open_at(database)) as store:
        yield Hosts(store)


def test_all_hosts_show_the_key_of_the_first(hosts: Hosts, tmp_path: Path):
    first, second = tmp_path / "first", tmp_path / "second"
    shown = house_key(hosts, first).get_fingerprint()
    with pytest.raises(AnotherKey, match="this host has none"):
        house_key(hosts, second)
    assert not second.exists()
    shutil.copy(first, second)
    assert house_key(hosts, second).get_fingerprint() == shown


def test_a_host_with_another_key_is_refused_until_that_is_to_hold(hosts: Hosts, tmp_path: Path):
    first, second = tmp_path / "first", tmp_path / "second"
    shown = house_key(hosts, first).get_fingerprint()
    new = house_key(hosts, second, anew=True).get_fingerprint()
    assert new != shown
    with pytest.raises(AnotherKey, match="--new-key") as refused:
        house_key(hosts, first)
    assert f"{new}, and {first} holds another one, {shown}." in str(refused.value)
    assert house_key(hosts, second).get_fingerprint() == new


def test_a_house_in_a_file_has_whatever_key_lies_beside_it(tmp_path: Path):
    with closing(open_at(tmp_path / "games.sqlite3")) as store:
        keys = [house_key(Hosts(store), tmp_path / name) for name in ("one", "another")]
    assert keys[0] != keys[1]


def test_a_door_does_not_open_with_another_key(database: str, tmp_path: Path):
    with closing(open_at(database)) as store:
        Hosts(store).show_key("SHA256:another")
    arguments = ["--home", str(tmp_path), "serve", "--port", "0"]
    said = subprocess.run(
        [sys.executable, "-m", "tui", *arguments],
        env={**os.environ, STORE: database},
        capture_output=True,
        text=True,
    )
    assert said.returncode == 1
    assert "The house has a key, SHA256:another, and this host has none" in said.stderr
    assert not (tmp_path / "host_key").exists()


def test_people_and_the_word_of_invitation_are_the_same_everywhere(database: str, tmp_path: Path):
    doors = [Register(Places(tmp_path / one, tmp_path / one, database)) for one in ("a", "b")]
    here, there = doors
    key = new_key().get_fingerprint()
    assert here.invitation() == there.invitation()
    here.people.register("Anna", key)
    assert there.name(key) == "Anna"
    there.people.ban("Anna")
    assert here.standing(key) is KeyStanding.BANNED
    for door in doors:
        door.close()
