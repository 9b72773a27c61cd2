"""What the zygote does with its memory before it forks (for copy-on-write).

A child shares a page with the zygote until one of them writes to it.

The C library lays what a child makes into the first hole that fits; where holes are scattered among
the zygote's own things, each costs the child a copy of a page, three to four megabytes in all. So
the zygote fills its holes, and what a child makes lies together on pages of its own.

Whoever runs a piece of code writes to it: it counts its users. So what every session runs is laid
together, apart from the many times more that hardly any session does. That saves another megabyte.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FrameType, FunctionType
from typing import Final

HEADER: Final = 8
"""Bytes that the C library keeps before each block."""

STEP: Final = 16
SMALLEST: Final = 32
SMALL: Final = 1024
LARGEST: Final = 64 * 1024
"""Sizes of blocks: there is one every `STEP` bytes; up to `SMALL` each has holes of its own."""

IN_A_ROW: Final = 4
"""After so many blocks next to one another there are no holes of their size left."""

MOST: Final = 20_000
"""So many blocks of a size at most, whatever library there is."""

_left: Final[list[CodeType]] = []
"""Code as it lay before: what is freed would leave holes."""


def lay_together(run: Callable[[], None]) -> int:
    """Lay the code that a run of the program uses next to one another; how many functions use
    it."""
    used = codes_of(run)
    moved: dict[int, CodeType] = {}
    functions = 0
    for function in gc.get_objects():
        if type(function) is FunctionType and id(function.__code__) in used:
            _left.append(function.__code__)
            function.__code__ = _moved(function.__code__, used, moved)
            functions += 1
    return functions


def codes_of(run: Callable[[], None]) -> Mapping[int, CodeType]:
    """The code that a run of the program goes through."""
    used: dict[int, CodeType] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            used[id(frame.f_code)] = frame.f_code

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return used


def _moved(code: CodeType, used: Mapping[int, CodeType], moved: dict[int, CodeType]) -> CodeType:
    """A copy of a piece of code, with copies of those that lie within it."""
    found = moved.get(id(code))
    if found is None:
        constants = tuple(
            _moved(one, used, moved) if isinstance(one, CodeType) and id(one) in used else one
            for one in code.co_consts
        )
        found = moved[id(code)] = code.replace(co_consts=constants)
    return found


def fill_holes() -> int:
    """Fill the holes in what the C library has given out, for as long as the process lives; how
    many blocks that took."""
    library = ctypes.CDLL(None)
    allocate = library.malloc
    allocate.restype, allocate.argtypes = ctypes.c_size_t, [ctypes.c_size_t]
    taken = 0
    for size in _sizes():
        last, row = 0, 0
        for _ in range(MOST):
            block = allocate(size - HEADER)
            taken += 1
            row = row + 1 if block == last + size else 0
            if row == IN_A_ROW:
                break
            last = block
    return taken


def _sizes() -> Iterator[int]:
    """Sizes of blocks, the largest first: what is left over of a hole is filled by smaller ones."""
    size = LARGEST
    while size > SMALL:
        yield size
        size = size * 15 // 16 // STEP * STEP
    yield from range(SMALL, SMALLEST - 1, -STEP)
