"""A store that keeps its matches as long as it lives, without a file."""

from __future__ import annotations

import sqlite3
from typing import Final
from weakref import finalize

from engine.storage.bells import Chimes
from engine.storage.sqlite import SqliteStore

_NOWHERE: Final = ":memory:"


class MemoryStore(SqliteStore):
    """Keeps matches as long as somebody has the store; its bells ring within this program."""

    def __init__(self) -> None:
        self.called = _NOWHERE
        base = sqlite3.connect(_NOWHERE, isolation_level=None, check_same_thread=False)
        self.hold(base, Chimes())
        finalize(self, base.close)
