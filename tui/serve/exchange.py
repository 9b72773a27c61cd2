"""The door's tie to the other hosts of the house (membership): a thread that has the store open for
itself, so that the door waits for no database.

In a file there are no others: the host is written down once. In a database it lets itself be seen
until it leaves; while the database is gone the thread comes back to it again and again.
"""

from __future__ import annotations

import logging
import secrets
import socket
import threading
from contextlib import closing, suppress
from typing import Final

from attrs import define, field

from engine.community.hosts import BEAT, Hosts
from engine.errors import GuildhallError
from engine.storage.sql_store import SqlStore
from tui.places import Places
from tui.stores import open_store
from tui.version import known_version

PATIENCE: Final = 2.0
"""For how many seconds the end of the house waits for the database."""

_log = logging.getLogger("guildhall.door")


@define(eq=False)
class Exchange:
    """The tie of one host, which the others know by its `id`."""

    places: Places
    id: str = field(factory=lambda: secrets.token_hex(4))
    _over: threading.Event = field(factory=threading.Event)
    _thread: threading.Thread | None = None

    def open(self) -> None:
        """Be a host of the house from now on, as soon as the store can be written."""
        self._thread = threading.Thread(target=self._run, name="exchange", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Be a host no more."""
        self._over.set()
        if self._thread is not None:
            self._thread.join(PATIENCE)

    def _run(self) -> None:
        """Be seen, over a new connection where one is lost, until the end."""
        told = ""
        while not self._over.is_set():
            try:
                with closing(open_store(self.places)) as store:
                    self._take_part(store)
            except GuildhallError as error:
                if told != (told := str(error)):
                    _log.error("other hosts cannot see this one: %s", told)
            self._over.wait(BEAT.total_seconds())

    def _take_part(self, store: SqlStore) -> None:
        hosts = Hosts(store)
        host = hosts.come(self.id, socket.gethostname(), known_version())
        while not self._over.wait(BEAT.total_seconds() if store.is_shared else None):
            hosts.beat(host)
        with suppress(GuildhallError):
            hosts.leave(host)
