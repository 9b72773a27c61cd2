"""The session's end of the link between a session and its server."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress

from attrs import define, field

from engine.i18n.text import Text, words
from tui.server.identity import MAX_NOTE_SIZE


@define(eq=False)
class ServerLink:
    """Link of a session to its server: announcements come in, and the command that leads back to
    the player's screen goes out.

    Screens call `listen` in their event loop. Line mode polls the link like a subscription.
    """

    _number: int
    is_open: bool = field(default=True, init=False)
    _announcements: list[Text] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        os.set_blocking(self._number, False)

    def fileno(self) -> int:
        return self._number

    def clear(self) -> None:
        """Read an announcement, if there is one. If the server is gone, set `is_open` to False."""
        try:
            data = os.read(self._number, MAX_NOTE_SIZE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            text = words("Message from the server: {text}", text=json.loads(data)["say"])
            self._announcements.append(text)
        else:
            self.is_open = False

    def announcements(self) -> list[Text]:
        """Return the announcements since the last call."""
        announcements, self._announcements = self._announcements, []
        return announcements

    def close(self) -> None:
        """Do nothing, because the link lasts as long as the process."""

    def listen(self, show: Callable[[Text], None]) -> None:
        """Pass announcements to `show`, in the running event loop."""

        def read() -> None:
            self.clear()
            for text in self.announcements():
                show(text)
            if not self.is_open:
                self.stop()

        asyncio.get_running_loop().add_reader(self._number, read)

    def stop(self) -> None:
        asyncio.get_running_loop().remove_reader(self._number)

    def show_place(self, place: Sequence[str]) -> None:
        """Send the server the words of the command that leads back to the player's screen
        (`place`). If the server is gone, do nothing."""
        with suppress(OSError):
            os.write(self._number, json.dumps({"place": " ".join(place)}).encode())
