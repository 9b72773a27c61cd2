"""What a zygote is before it forks, and what is shipped with the program."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tui.serve
from tests.serve.houses import wait_until_gone
from tests.wire import Terminal

WARMED = """
import gc, random, sys, threading, warnings
from tui.serve.zygote import warm
warm()
own = [one for one in gc.get_objects() if type(one) is random.Random]
assert threading.active_count() == 1, threading.enumerate()
print(len(own), *sorted(sys.modules))
"""
"""Says how many generators of random numbers there are (the one of `random` is made anew after a
fork, others would repeat), and which modules."""


def test_a_zygote_holds_nothing_that_children_must_not_share():
    frozen = WARMED.replace("own =", "gc.unfreeze(); own =")
    run = subprocess.run(
        [sys.executable, "-c", frozen], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    generators, *modules = run.stdout.split()
    assert generators == "1"
    assert {
        "engine.storage.sqlite",
        "screens.play.play",
        "screens.guests.lobby",
        "tui.serve.seated_app",
    } <= {*modules}
    assert not {"asyncssh", "cryptography", "tui.serve.door"} & {*modules}


def test_the_unit_of_systemd_is_right():
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("no systemd here")
    unit = Path(tui.serve.__file__).with_name("guildhall.service")
    run = subprocess.run([tool, "verify", str(unit)], capture_output=True, text=True, check=False)
    wrong = [line for line in run.stderr.splitlines() if unit.name in line]
    assert not [line for line in wrong if "is not executable" not in line]


def test_a_house_closes_with_the_terminal_that_it_was_opened_from(tmp_path: Path):
    command = [sys.executable, "-m", "tui", "serve", "--port", "0", "--home", str(tmp_path)]
    with Terminal([*command, "--host", "127.0.0.1"]) as terminal:
        terminal.read_until(b"word of invitation", patience=60)
        terminal.hang_up()
        assert terminal.process.wait(60) == 0
    wait_until_gone(tmp_path)
