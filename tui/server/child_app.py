"""App for a session on a server. The size of its window is limited, and it has no shell to return
to."""

from __future__ import annotations

from typing import ClassVar

from screens.app import GuildhallApp
from screens.environment import Environment
from screens.lobby.guest import Guest
from screens.lobby.guest_app import guest_app
from screens.preferences import Preferences
from screens.terminal.driver import TerminalDriver
from tui.server.identity import MAX_COLUMNS, MAX_ROWS, MIN_COLUMNS, MIN_ROWS
from tui.server.server_link import ServerLink


class SessionDriver(TerminalDriver):
    """Driver that keeps the window within the server's size limits, whatever size the client's
    terminal reports."""

    smallest: ClassVar = (MIN_COLUMNS, MIN_ROWS)
    largest: ClassVar = (MAX_COLUMNS, MAX_ROWS)

    @property
    def can_suspend(self) -> bool:
        """False, because there is no shell to return to."""
        return False


def session_app(
    environment: Environment, guest: Guest, preferences: Preferences, link: ServerLink
) -> GuildhallApp:
    return guest_app(environment, guest, preferences, SessionDriver, link)
