"""What the screens are given from outside: where games and settings are kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from screens.preferences import Preferences
from styles.colour import Depth

if TYPE_CHECKING:
    from engine.core.component_data import Data
    from engine.storage.store import Store
    from engine.workers.pool import Thinker


def _processes_of_its_own() -> Thinker:
    from engine.workers.pool import WorkerPool

    return WorkerPool()


@define
class Environment:
    """What the app is given from outside.

    `folder` holds the games; the log of what went wrong is written there too. `own_data` gives the
    component values that the person has set for a game. `keep_of_games` keeps of the settings what
    they know of single games: how far somebody is in a lesson, the coach. `clock` tells the time.
    `depth` is how many colours the terminal has; without it Textual's guess counts. `drafts` says
    that games which are drafts are listed, too. `make_thinker` makes what bots think with.
    """

    open_store: Callable[[], Store]
    folder: Path
    keep_preferences: Callable[[Preferences], None] = field(default=lambda preferences: None)
    own_data: Callable[[str], Data] = field(default=lambda game: {})
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    depth: Depth | None = None
    drafts: bool = False
    make_thinker: Callable[[], Thinker] = field(default=_processes_of_its_own)
    keep_of_games: Callable[[Preferences], None] = field(default=lambda preferences: None)
