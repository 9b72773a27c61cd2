"""Fixtures of all tests of screens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from screens.paint.canvas import INSIDE, Canvas
from screens.paint.cells import SECOND_CELL
from tests.screens.patience import be_patient
from tests.screens.table.headless import leave_tables

__all__ = ["leave_tables"]


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """Let tests wait for their screens as long as necessary, and no longer."""
    with pytest.MonkeyPatch.context() as patch:
        be_patient(patch)
        yield


@pytest.fixture
def careful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail when text is written over other text or beyond the edge of a canvas."""
    write = Canvas.put_cells

    def checked(
        canvas: Canvas,
        x: int,
        y: int,
        cells: Sequence[str],
        role: str,
        edge: bytes,
        height: int = 1,
    ) -> None:
        text = "".join(cells)
        if text.strip():
            blanks = len(text) - len(text.rstrip())
            assert 0 <= y < canvas.height, f"{text!r} is outside, in row {y}"
            assert x >= 0, f"{text!r} starts outside"
            assert x + len(cells) - blanks <= canvas.width, f"{text!r} is cut off"
            for at, char in enumerate(cells, x):
                if at >= canvas.width or char in (" ", SECOND_CELL):
                    continue
                there, inside = canvas.chars[y][at], canvas.edges[y][at : at + 1] == INSIDE
                blank = there in (" ", char) or not inside
                assert blank, f"{text!r} overwrites {''.join(canvas.chars[y])!r}"
        write(canvas, x, y, cells, role, edge, height)

    monkeypatch.setattr(Canvas, "put_cells", checked)
