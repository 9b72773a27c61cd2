"""App of a session on a server: its terminal has a maximum size, and no shell behind it."""

from __future__ import annotations

from typing import ClassVar

from screens.app import GuildhallApp
from screens.environment import Environment
from screens.lobby.guest import Guest
from screens.lobby.guest_app import guest_app
from screens.preferences import Preferences
from screens.terminal.driver import TerminalDriver
from tui.server.identity import NARROWEST, SHORTEST, TALLEST, WIDEST
from tui.server.session_process import ServerLink


class SessionDriver(TerminalDriver):
    """Driver with a limited window size, including sizes reported by the terminal itself."""

    smallest: ClassVar = (NARROWEST, SHORTEST)
    largest: ClassVar = (WIDEST, TALLEST)

    @property
    def can_suspend(self) -> bool:
        """False: there is no shell to return to."""
        return False


def session_app(
    environment: Environment, guest: Guest, preferences: Preferences, link: ServerLink
) -> GuildhallApp:
    """Return the app of a session on a server."""
    return guest_app(environment, guest, preferences, SessionDriver, link)
