"""The connection of one machine to a shared database: a relay that can be cut."""

from __future__ import annotations

import re
import selectors
import shutil
import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

SOCKET: Final = ".s.PGSQL.5432"


class DatabaseLine:
    """Leads to a database by a socket in a folder of its own, until it is cut. The folder must have
    a short path."""

    def __init__(self, folder: Path, database: str) -> None:
        (host,) = re.findall(r"host=([^&]+)", database)
        self._far = f"{unquote(host)}/{SOCKET}"
        self.address = database.replace(host, quote(str(folder), safe=""))
        self._near = folder / SOCKET
        self._ends: dict[socket.socket, socket.socket] = {}
        self._cut = False
        self._selector = selectors.DefaultSelector()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self.mend()
        self._thread.start()

    def mend(self) -> None:
        """Lead there, or again."""
        self._ear = socket.socket(socket.AF_UNIX)
        self._ear.bind(str(self._near))
        self._near.chmod(0o666)
        self._ear.listen()
        self._cut = False
        self._selector.register(self._ear, selectors.EVENT_READ)

    def cut(self) -> None:
        """End all that goes over it, and lead nowhere."""
        self._cut = True
        self._near.unlink()
        self._selector.unregister(self._ear)
        self._ear.close()
        for one in list(self._ends):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Cut it for good."""
        if not self._cut:
            self.cut()
        shutil.rmtree(self._near.parent, ignore_errors=True)

    def _carry(self) -> None:
        while True:
            for key, _ in self._selector.select(0.1):
                one = key.fileobj
                assert isinstance(one, socket.socket)
                with suppress(OSError):
                    if one is self._ear:
                        self._lead(one.accept()[0])
                    elif one in self._ends:
                        self._pass_on(one)

    def _lead(self, near: socket.socket) -> None:
        far = socket.socket(socket.AF_UNIX)
        far.connect(self._far)
        for one, other in ((near, far), (far, near)):
            self._ends[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _pass_on(self, one: socket.socket) -> None:
        try:
            data = one.recv(65536)
            self._ends[one].sendall(data)
        except OSError:
            data = b""
        if not data:
            other = self._ends.pop(one)
            del self._ends[other]
            for end in (one, other):
                self._selector.unregister(end)
                end.close()
