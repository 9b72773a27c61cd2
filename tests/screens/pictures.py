"""Pictures of a table: a moment of a match on a screen, in all colours."""

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
    """Whatever terminal the tests run on."""
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
    """Whether the table looks as it does in its picture once these keys have been pressed in a
    terminal of so many columns and rows."""
    store = MemoryStore()
    app, _ = play(Session(store, store.new(match), match), **preferences)
    return compare(app, run_before=pressing(*keys), terminal_size=size)
