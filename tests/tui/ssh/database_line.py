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


class DatabaseRelay:
    """Relay to a database, through a socket in a folder of its own, until it is cut. The folder
    must have a short path."""

    def __init__(self, folder: Path, database: str) -> None:
        (host,) = re.findall(r"host=([^&]+)", database)
        self._database_socket = f"{unquote(host)}/{SOCKET}"
        self.address = database.replace(host, quote(str(folder), safe=""))
        self._relay_socket = folder / SOCKET
        self._ends: dict[socket.socket, socket.socket] = {}
        self._cut = False
        self._selector = selectors.DefaultSelector()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.restore()
        self._thread.start()

    def restore(self) -> None:
        """Open the relay, or open it again."""
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._relay_socket))
        self._relay_socket.chmod(0o666)
        self._listener.listen()
        self._cut = False
        self._selector.register(self._listener, selectors.EVENT_READ)

    def cut(self) -> None:
        """Close all connections, and accept no more."""
        self._cut = True
        self._relay_socket.unlink()
        self._selector.unregister(self._listener)
        self._listener.close()
        for connection in list(self._ends):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the relay, and remove its folder."""
        if not self._cut:
            self.cut()
        shutil.rmtree(self._relay_socket.parent, ignore_errors=True)

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select(0.1):
                ready = key.fileobj
                assert isinstance(ready, socket.socket)
                with suppress(OSError):
                    if ready is self._listener:
                        self._connect(ready.accept()[0])
                    elif ready in self._ends:
                        self._forward(ready)

    def _connect(self, near: socket.socket) -> None:
        far = socket.socket(socket.AF_UNIX)
        far.connect(self._database_socket)
        for one, other in ((near, far), (far, near)):
            self._ends[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _forward(self, source: socket.socket) -> None:
        try:
            data = source.recv(65536)
            self._ends[source].sendall(data)
        except OSError:
            data = b""
        if not data:
            other = self._ends.pop(source)
            del self._ends[other]
            for end in (source, other):
                self._selector.unregister(end)
                end.close()
