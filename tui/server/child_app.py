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
    """A driver for terminals that anybody may sit at: no window is larger than the door lets
    through, even one whose size is typed."""

    smallest: ClassVar = (NARROWEST, SHORTEST)
    largest: ClassVar = (WIDEST, TALLEST)

    @property
    def can_suspend(self) -> bool:
        """There is no shell to wake the program from."""
        return False


def session_app(
    environment: Environment, guest: Guest, preferences: Preferences, link: ServerLink
) -> GuildhallApp:
    """Return the app of a session on a server, in any environment."""
    return guest_app(environment, guest, preferences, SessionDriver, link)
