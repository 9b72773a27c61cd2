"""What a zygote does with its memory: code that sessions run lies together, holes are filled."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from tests.serve.houses import PATIENCE
from tui.serve.packing import codes_of, lay_together
from tui.serve.rehearsal import rehearse

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="houses are opened on Linux")


def test_a_rehearsal_comes_to_a_table_and_leaves_nothing_running():
    before = threading.enumerate()
    gone_through = {code.co_qualname for code in codes_of(lambda: rehearse(PATIENCE)).values()}
    assert {"AsGuest.admit", "PlayScreen.opened", "PlayScreen.key_pressed"} <= gone_through, (
        gone_through
    )
    assert threading.enumerate() == before


def test_code_that_is_laid_elsewhere_does_the_same():
    def count(first: int = 1) -> list[int]:
        def after(number: int) -> int:
            return number + first

        return [after(number) for number in (1, 2)]

    def idle() -> str:
        return "idle"

    before, other = count.__code__, idle.__code__
    assert lay_together(lambda: print(count())) >= 1
    assert count.__code__ is not before
    assert count.__code__ == before
    assert not {id(one) for one in before.co_consts if one.__class__ is before.__class__} & {
        id(one) for one in count.__code__.co_consts
    }
    assert idle.__code__ is other
    assert (count(), count(10), idle()) == ([2, 3], [11, 12], "idle")


HOLES = """
import ctypes
from tests.serve.houses import PATIENCE
from tui.serve.packing import fill_holes

library = ctypes.CDLL(None)
library.malloc.restype, library.malloc.argtypes = ctypes.c_size_t, [ctypes.c_size_t]
library.free.argtypes = [ctypes.c_size_t]
blocks = [library.malloc(6000) for _ in range(400)]
holes = set(blocks[::2])
for hole in holes:
    library.free(hole)
before = {library.malloc(6000) for _ in range(50)}
fill_holes()
after = {library.malloc(6000) for _ in range(50)}
print(bool(before & holes), bool(after & holes))
"""

FAILING = """
from tui.serve import zygote

def fail():
    raise OSError("no stage")

zygote.rehearse = fail
zygote.warm()
print("warm")
"""


def test_what_is_made_later_lies_in_no_hole():
    run = subprocess.run([sys.executable, "-c", HOLES], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True", "False"]


def test_a_rehearsal_that_goes_wrong_keeps_no_zygote_from_its_work():
    run = subprocess.run(
        [sys.executable, "-c", FAILING], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (0, "warm\n"), run.stderr
    assert "no stage" in run.stderr
