"""Locations of the user's files, and the variables that name them.

`GUILDHALL_SENDMAIL`, `GUILDHALL_MAIL_FROM` and `GUILDHALL_NTFY` belong to the scripts in `deploy`,
which `tests/tui/ssh/test_notification_dispatch.py` starts.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import asyncssh
import pytest

from tests.frozen.exchanging import ROOT
from tests.frozen.reaching import GAMES, guildhall

PLAY = ("play", GAMES[0], "--lines", "--seats", "Anna,Boris")


def test_home_variable_or_option_puts_everything_in_one_folder(home: Path, tmp_path: Path):
    assert guildhall(home, *PLAY).code == 0
    assert (home / "games.sqlite3").is_file()
    (home / "settings.toml").write_text('theme = "runes"\n')
    assert str(home / "settings.toml") in guildhall(home, "list").err
    elsewhere = tmp_path / "elsewhere"
    assert guildhall(home, "--home", elsewhere, *PLAY).code == 0
    assert (elsewhere / "games.sqlite3").is_file()
    assert len(guildhall(home, "list", "--json").json) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other usual folders")
def test_default_folders_are_called_guildhall(tmp_path: Path):
    data, config = tmp_path / "data", tmp_path / "config"
    environment = {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(data),
        "XDG_CONFIG_HOME": str(config),
    }
    assert guildhall(None, *PLAY, environment=environment).code == 0
    assert (data / "guildhall" / "games.sqlite3").is_file()
    (config / "guildhall" / "data").mkdir(parents=True)
    (config / "guildhall" / "settings.toml").write_text('theme = "runes"\n')
    (config / "guildhall" / "data" / "era.toml").write_text("no_such = 1\n")
    assert "settings.toml" in guildhall(None, "list", environment=environment).err
    era = ("play", "era", "--lines", "--seats", "Anna,Boris")
    assert guildhall(None, *era, environment=environment).code == 1


def test_a_variable_names_the_database(home: Path, database: str):
    environment = {"GUILDHALL_STORE": database}
    assert guildhall(home, *PLAY, environment=environment).code == 0
    assert not (home / "games.sqlite3").exists()
    assert len(guildhall(home, "list", "--json", environment=environment).json) == 1
    assert len(guildhall(home, "--database", database, "list", "--json").json) == 1
    assert guildhall(home, "list", "--json").json == []


def test_backup_is_next_to_the_database(home: Path):
    assert guildhall(home, *PLAY).code == 0
    assert list((home / "games.copies").iterdir())


def test_server_uses_existing_host_key(home: Path):
    key = asyncssh.generate_private_key("ssh-ed25519")
    file = home / "host_key"
    file.touch(0o600)
    key.write_private_key(file)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    command = [sys.executable, "-m", "tui", "--home", str(home), "serve", "--port", str(port)]
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            assert any("SHA256:" in line for line in server.stdout), "the server has not started"
            found = asyncio.run(asyncssh.get_server_host_key("127.0.0.1", port))
        finally:
            server.terminate()
    assert found is not None
    assert found.get_fingerprint() == key.get_fingerprint()
