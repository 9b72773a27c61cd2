"""The fork server before it forks, and the end of processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from screens.exit_codes import CRASHED
from tests.tui.ssh.server_process import wait_until_gone
from tests.wire import Terminal

WARMED = """
import gc, random, sys, threading, warnings
from tui.server.fork_server import warm
warm()
own = [one for one in gc.get_objects() if type(one) is random.Random]
assert threading.active_count() == 1, threading.enumerate()
print(len(own), *sorted(sys.modules))
"""
"""Says how many generators of random numbers there are (the one of `random` is made anew after a
fork, others would repeat), and which modules."""


def test_fork_server_holds_nothing_that_children_must_not_share():
    frozen = WARMED.replace("own =", "gc.unfreeze(); own =")
    run = subprocess.run(
        [sys.executable, "-c", frozen], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    generators, *modules = run.stdout.split()
    assert generators == "1"
    assert {
        "engine.storage.sqlite_store",
        "screens.play.play_screen",
        "screens.lobby.lobby",
        "tui.server.child_app",
    } <= {*modules}
    assert not {"asyncssh", "cryptography", "tui.ssh.ssh_server"} & {*modules}


WORKS = """
import time
from tui.server.cpu_limits import exit_on_runaway_cpu
exit_on_runaway_cpu(lambda told: print(told, flush=True), 1)
end = time.process_time() + 2.1
while time.process_time() < end:
    until = time.process_time() + 0.01
    while time.process_time() < until:
        pass
    if {pauses}:
        time.sleep(0.01)
"""
"""Works for two seconds of the processor, with pauses or without."""


@pytest.mark.parametrize(("pauses", "code"), [(False, CRASHED), (True, 0)])
def test_runaway_session_is_ended(pauses: bool, code: int):
    run = subprocess.run(
        [sys.executable, "-c", WORKS.format(pauses=pauses)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == code, run.stderr
    if code == CRASHED:
        assert "without a pause" in run.stdout
        assert "<string>" in run.stdout


def test_server_ends_with_its_terminal(tmp_path: Path):
    command = [sys.executable, "-m", "tui", "serve", "--port", "0", "--home", str(tmp_path)]
    with Terminal([*command, "--host", "127.0.0.1"]) as terminal:
        terminal.read_until(b"need this invite code", patience=60)
        terminal.hang_up()
        assert terminal.process.wait(60) == 0
    wait_until_gone(tmp_path)
