"""The server's end of the link between a session and the server."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from engine.i18n.text import printable
from tui.server.identity import MAX_NOTE_SIZE, parse_command

MAX_MESSAGE_LENGTH: Final = 300


class SessionLink:
    """The server's end of the link to a session. Announcements go out. The command that leads back
    to the player's screen comes in, and is passed to `show_place`."""

    def __init__(self, line: socket.socket, show_place: Callable[[str], None]) -> None:
        self._line, self._show_place = line, show_place
        line.setblocking(False)
        asyncio.get_running_loop().add_reader(line, self._read)

    def announce(self, text: str) -> bool:
        """Send up to `MAX_MESSAGE_LENGTH` characters of `text` as an announcement. Return False if
        that is not possible."""
        message = json.dumps({"say": printable(text)[:MAX_MESSAGE_LENGTH]}).encode()
        try:
            self._line.send(message)
        except OSError:
            return False
        return True

    def _read(self) -> None:
        try:
            data = self._line.recv(MAX_NOTE_SIZE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        with suppress(ValueError):
            match json.loads(data):
                case {"place": str(place)} if parse_command(place) is not None:
                    self._show_place(place)

    def close(self) -> None:
        """Close the link. May be called twice."""
        if self._line.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(self._line)
            self._line.close()
