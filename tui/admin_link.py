"""Control of the running server by an admin's session. The requests go through the control socket,
or through the database that several machines share."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from attrs import frozen

from engine.errors import GuildhallError
from engine.i18n.text import Text, verbatim, words
from engine.lobby.hosts import Hosts
from engine.storage.store import Store
from tui.server.control_socket import Answer, Request, ask
from tui.server.host_command_handler import ask_hosts
from tui.server.status import status_report
from tui.user_paths import UserPaths


@frozen
class AdminLink:
    """Link to the server in the folder of `paths`. If `store` is shared, the link reaches all the
    server's machines."""

    paths: UserPaths
    store: Store

    def status(self) -> Sequence[Text]:
        """Return the lines of the server's status report or, if the store is shared, of the reports
        of all machines, each below a title. Raises ServerClosed, ServerSilent or BadStore."""
        lines: list[Text] = []
        for title, answer in self._ask({"do": "status"}):
            lines += [] if title is None else [title]
            match answer:
                case {"house": dict(status)}:
                    lines += status_report(status)
                case {"failed": str(reason)}:
                    lines.append(verbatim(reason))
                case _:
                    lines.append(words("No answer. The server's log may say why."))
        return lines

    def announce(self, text: str) -> int:
        """Show a message on the screen of every session, and return the number of screens. Machines
        that do not answer count as 0. Raises ServerClosed, ServerSilent or BadStore."""
        terminals = 0
        for _, answer in self._ask({"do": "say", "text": text}):
            match answer:
                case {"told": int(number)}:
                    terminals += number
        return terminals

    def log(self, text: str) -> None:
        """Write a line to the log of this machine's server, if the server is running."""
        with suppress(GuildhallError):
            ask(self.paths.data, {"do": "log", "text": text})

    def _ask(self, request: Request) -> Sequence[tuple[Text | None, Answer | None]]:
        """Return a title and the answer to `request` for each machine; the answer is None if the
        machine does not answer. With a file store, there is one answer, without a title (None).
        Raises ServerClosed, ServerSilent or BadStore."""
        if not self.store.is_shared:
            return [(None, ask(self.paths.data, request))]
        hosts = Hosts(self.store).running()
        answers = ask_hosts(self.store, hosts, request)
        return [
            (words("On {host} ({id}):", host=host.name, id=host.id), answers[host.id])
            for host in hosts
        ]
