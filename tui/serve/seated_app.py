"""The app as somebody sees it who has come through the door."""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any, ClassVar, Final

from textual.driver import Driver

from engine.i18n.text import words
from screens.guests.guest_app import GuestApp
from screens.terminal.driver import TerminalDriver
from tui.serve.identity import NARROWEST, SHORTEST, TALLEST, WIDEST

LONGEST_MESSAGE: Final = 4096


class SeatedDriver(TerminalDriver):
    """A driver for terminals that anybody may sit at: no window is larger than the door lets
    through, even one whose size is typed."""

    smallest: ClassVar = (NARROWEST, SHORTEST)
    largest: ClassVar = (WIDEST, TALLEST)

    @property
    def can_suspend(self) -> bool:
        """There is no shell to wake the program from."""
        return False


class SeatedApp(GuestApp):
    """The app with a line to the door: what the house has to say comes over it."""

    def __init__(self, *args: Any, line: int, **options: Any) -> None:
        super().__init__(*args, **options)
        self._line = line

    def get_driver_class(self) -> type[Driver]:
        """The driver for guests, whatever the environment says."""
        return SeatedDriver

    def on_ready(self) -> None:
        """Listen to the door from now on."""
        asyncio.get_running_loop().add_reader(self._line, self._hear)

    def on_unmount(self) -> None:
        """Listen no more."""
        asyncio.get_running_loop().remove_reader(self._line)

    def _hear(self) -> None:
        try:
            data = os.read(self._line, LONGEST_MESSAGE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self._line)
            return
        self.tell(words("The house says: {text}", text=json.loads(data)["say"]))
