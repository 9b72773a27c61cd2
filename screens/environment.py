"""Environment of the app: store, settings, clock, workers and, for guests, the server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from attrs import define, field

from engine.storage.pubsub import Subscription
from screens.preferences import Preferences
from styles.colour import Depth

if TYPE_CHECKING:
    from engine.core.component_data import Data
    from engine.i18n.text import Text
    from engine.storage.store import Store
    from engine.workers.pool import Thinker


def _processes_of_its_own() -> Thinker:
    from engine.workers.pool import WorkerPool

    return WorkerPool()


class ServerControl(Protocol):
    """The running server, as its admins control it. Every method except `log` may raise
    GuildhallError."""

    def status(self) -> Sequence[Text]:
        """Return the lines of the status report about the server, or about each machine if there
        are several."""

    def announce(self, text: str) -> int:
        """Show `text` on the screen of everyone who is connected. Return the number of screens."""

    def log(self, text: str) -> None:
        """Write `text` to the server's log as a line."""


class Announcements(Subscription, Protocol):
    """Announcements of the server's admins, polled like a subscription."""

    @property
    def is_open(self) -> bool:
        """Whether further announcements can come."""

    def announcements(self) -> list[Text]:
        """Return the announcements since the last call."""


@define
class Environment:
    """Everything supplied to the app from outside.

    `folder` contains the error log and, unless they are on a database server, the games. `own_data`
    returns the user's component values for a game. `save_preferences` saves the settings,
    `save_game_settings` only those per game (progress in lessons, coach). `clock` returns the time.
    `depth` is the terminal's colour depth, or None to use Textual's guess. `drafts` is true if
    draft games are listed, too. `make_thinker` creates the `Thinker` that runs searches for bots,
    hints and reviews. `control` is the server that a guest has connected to, or None for a local
    user. `is_store_at_hand` tells whether the store exists and takes only milliseconds to open.
    """

    open_store: Callable[[], Store]
    folder: Path
    save_preferences: Callable[[Preferences], None] = field(default=lambda preferences: None)
    own_data: Callable[[str], Data] = field(default=lambda game: {})
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    depth: Depth | None = None
    drafts: bool = False
    make_thinker: Callable[[], Thinker] = field(default=_processes_of_its_own)
    save_game_settings: Callable[[Preferences], None] = field(default=lambda preferences: None)
    control: ServerControl | None = None
    is_store_at_hand: Callable[[], bool] = field(default=lambda: True)
