"""Snapshots of tables: a position of a match on a screen, in all colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from tests.screens.playing import play, pressing

Compare = Callable[..., bool]
"""The fixture `snap_compare`."""


def in_all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use all colours, on any terminal."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)


def looks_the_same(
    compare: Compare,
    match: Match,
    size: tuple[int, int],
    keys: Sequence[str] = (),
    **preferences: Any,
) -> bool:
    """Compare the table with its snapshot after pressing `keys` in a terminal of `size`."""
    store = MemoryStore()
    app, _ = play(Session(store, store.new(match), match), **preferences)
    return compare(app, run_before=pressing(*keys), terminal_size=size)
