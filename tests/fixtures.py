"""Commands that regenerate recorded fixtures, named by a failing test.

A test that compares with a recording names the command: `pytest.mark.made_by("python -m ...")`, in
which `{game}` stands for the game of the case. Snapshots and `tests/frozen` need no mark.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import pytest

MEANT: Final = "If the change is wanted"

SNAPSHOT: Final = "snap_compare"
"""Fixture of tests that compare with a picture."""

FROZEN: Final = (
    "The records in tests/frozen are never made again to let a test pass: the change breaks saved "
    "games, programs or settings. See tests/frozen/__init__.py."
)


def advice(item: pytest.Item) -> str | None:
    """Return how the fixture of a failed test is made again, or why it must not be; None for a test
    without one."""
    mark = item.get_closest_marker("made_by")
    if mark is not None:
        cases = getattr(item, "callspec", None)
        games = {} if cases is None else {key: str(one) for key, one in cases.params.items()}
        return str(mark.args[0]).format_map(defaultdict(lambda: "GAME", games))
    path = item.nodeid.partition("::")[0]
    if path.startswith("tests/frozen/"):
        return FROZEN
    if SNAPSHOT in getattr(item, "fixturenames", ()):
        return f"python -m pytest {item.nodeid!r} -m 'long or not long' --snapshot-update"
    return None


def add_advice(item: pytest.Item, report: pytest.TestReport) -> None:
    """Add the advice to the report of a failed test."""
    text = advice(item) if report.failed and report.when == "call" else None
    if text is not None:
        report.sections.append((MEANT, text))
