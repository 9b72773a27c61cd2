"""The seat of somebody who has come through the door: a terminal with bounds, and a line to it."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import ClassVar, Final

from attrs import define, field

from engine.i18n.text import Text, words
from screens.app import GuildhallApp
from screens.environment import Environment
from screens.lobby.guest import Guest
from screens.lobby.guest_app import guest_app
from screens.preferences import Preferences
from screens.terminal.driver import TerminalDriver
from tui.server.identity import NARROWEST, SHORTEST, TALLEST, WIDEST

LONGEST_MESSAGE: Final = 4096


class SessionDriver(TerminalDriver):
    """A driver for terminals that anybody may sit at: no window is larger than the door lets
    through, even one whose size is typed."""

    smallest: ClassVar = (NARROWEST, SHORTEST)
    largest: ClassVar = (WIDEST, TALLEST)

    @property
    def can_suspend(self) -> bool:
        """There is no shell to wake the program from."""
        return False


@define(eq=False)
class ServerLink:
    """A line to the door, by its descriptor: what the house has to say comes over it."""

    number: int
    _tell: Callable[[Text], None] | None = field(default=None, init=False)

    def listen(self, tell: Callable[[Text], None]) -> None:
        """Listen to the door from now on."""
        self._tell = tell
        asyncio.get_running_loop().add_reader(self.number, self._hear)

    def stop(self) -> None:
        """Listen no more."""
        asyncio.get_running_loop().remove_reader(self.number)

    def show_place(self, place: Sequence[str]) -> None:
        """Tell the server with which words the person would come back to where they are."""
        with suppress(OSError):  # the server is gone, or takes nothing: it need not know
            os.write(self.number, json.dumps({"place": " ".join(place)}).encode())

    def _hear(self) -> None:
        try:
            data = os.read(self.number, LONGEST_MESSAGE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.stop()
        elif self._tell is not None:
            self._tell(words("Message from the server: {text}", text=json.loads(data)["say"]))


def session_app(
    environment: Environment, guest: Guest, preferences: Preferences, line: int
) -> GuildhallApp:
    """The app of a guest with a line to the door, whatever the environment says."""
    return guest_app(environment, guest, preferences, SessionDriver, ServerLink(line))
