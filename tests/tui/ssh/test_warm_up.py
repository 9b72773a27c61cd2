"""The rehearsal of a fork server reaches a table, leaves nothing behind, and is optional."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.tui.ssh.server_process import PATIENCE, new_key, open_session, running_server
from tui.server.warm_up import rehearse

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="servers run on Linux")

FAILING = """
from tui.server import fork_server

def fail():
    raise OSError("no stage")

fork_server.rehearse = fail
fork_server.warm(preload=False)
print("warm")
"""


def test_rehearsal_reaches_a_table_and_leaves_nothing_running():
    before = threading.enumerate()
    assert rehearse(PATIENCE)
    assert threading.enumerate() == before


def test_rehearsal_has_a_time_limit():
    assert not rehearse(0.0)


def test_failing_rehearsal_does_not_stop_the_fork_server():
    run = subprocess.run(
        [sys.executable, "-c", FAILING], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (0, "warm\n"), run.stderr
    assert "no stage" in run.stderr


async def test_sessions_import_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")  # a session's own imports reach its terminal
    key = new_key()
    with running_server(tmp_path, preload=True) as server:
        table = server.start_match(
            "middle_ages", server.register("Anna", key), server.register("Boris", new_key())
        )
        for command, shown in [
            (None, "Guildhall: Anna"),
            (f"join {table}", "Boris"),
            ("lines", "Anna"),
        ]:
            async with open_session(server, key, command) as anna:
                await anna.wait_for_text(shown)
                received = await anna.wait_until_quiet()
            late = [line for line in received.splitlines() if b"import time:" in line]
            assert not late, (command, late)
