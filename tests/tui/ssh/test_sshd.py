"""The alternative entrance: an existing sshd with a forced command."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.tui.ssh.server_process import PATIENCE, SSHClient, new_key

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
SCRIPT = Path(__file__).parents[3] / "deploy" / "guildhall-keys"

EMPTY = Path("/run/sshd")
"""Folder that an sshd of root needs for its child processes. The system creates it with its own
sshd."""

CONFIG = """
ListenAddress 127.0.0.1
Port {port}
HostKey {folder}/host
PidFile none
AuthorizedKeysFile {folder}/keys
PermitRootLogin yes
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
DisableForwarding yes
MaxSessions 1
LogLevel ERROR
"""


def authorized_keys_line(key: asyncssh.SSHKey, home: Path) -> str:
    """Return the line of `authorized_keys` that the script prints for a key."""
    kind, text = key.export_public_key().decode().split()[:2]
    return subprocess.run(
        ["/bin/sh", str(SCRIPT), key.get_fingerprint(), kind, text],
        env={"GUILDHALL": f"{sys.executable} -m tui --home {home}", "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_script_prints_a_restricted_authorized_keys_line(tmp_path: Path):
    key = new_key()
    line = authorized_keys_line(key, tmp_path)
    assert line.startswith('restrict,pty,command="')
    assert f"login {key.get_fingerprint()}" in line
    assert line.count("\n") == 1


@pytest.fixture
def empty_folder() -> Iterator[None]:
    """Create the folder that an sshd of root needs, until the end of the test."""
    wanted = os.geteuid() == 0 and not EMPTY.exists()
    if wanted:
        EMPTY.mkdir(mode=0o755)
    yield
    if wanted:
        EMPTY.rmdir()


def is_listening(port: int) -> bool:
    """Return whether a program listens at a port of this computer."""
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def daemon(tmp_path: Path, empty_folder: None) -> Iterator[tuple[int, asyncssh.SSHKey]]:
    """Run an sshd. Yield its port, and a key that it accepts."""
    if SSHD is None:
        pytest.skip("no sshd here")
    key = new_key()
    (tmp_path / "keys").write_text(authorized_keys_line(key, tmp_path / "home"))
    host = tmp_path / "host"
    host.touch(0o600)
    host.write_bytes(new_key().export_private_key())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = tmp_path / "config"
    config.write_text(CONFIG.format(port=port, folder=tmp_path))
    process = subprocess.Popen([SSHD, "-D", "-e", "-f", str(config)], stderr=subprocess.PIPE)
    until = time.monotonic() + PATIENCE
    while not is_listening(port):
        if process.poll() is not None or time.monotonic() > until:
            process.kill()
            assert process.stderr is not None
            pytest.skip(f"sshd does not start: {process.stderr.read().decode().strip()}")
        time.sleep(0.05)
    yield port, key
    process.terminate()
    process.wait(PATIENCE)
    assert process.stderr is not None
    process.stderr.close()


def log_in(port: int, key: asyncssh.SSHKey) -> Any:
    """Connect to the sshd."""
    return asyncssh.connect(
        *("127.0.0.1", port),
        username=getpass.getuser(),
        client_keys=[key],
        known_hosts=None,
        config=None,
        agent_path=None,
    )


async def test_sshd_user_plays_and_nothing_else(daemon: tuple[int, asyncssh.SSHKey]):
    try:
        async with log_in(*daemon) as connection:
            turns = await connection.run("turns")
    except asyncssh.PermissionDenied:
        pytest.skip("this user may not log in here")
    assert turns.exit_status == 1
    assert "does not know your key" in turns.stderr
    async with log_in(*daemon) as connection:
        other = await connection.run("rm -rf x; id")
    assert other.exit_status == 1
    assert "uid=" not in other.stdout
    async with log_in(*daemon) as connection:
        with pytest.raises((asyncssh.Error, OSError)):
            await connection.start_sftp_client()
    async with log_in(*daemon) as connection:
        process = await connection.create_process(
            term_type="xterm-256color",
            term_size=(120, 40),
            encoding=None,
            stderr=asyncssh.STDOUT,
        )
        newcomer = SSHClient(connection, process)
        await newcomer.wait_for_text("New here")
        newcomer.type(b"\x1b")
        assert await newcomer.wait_closed() == 0
