"""The channel of a visitor (SSH session channel): a terminal or a command, and bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import asyncssh

from tui.server.client_session import ClientSession


class SshChannel(asyncssh.SSHServerSession[bytes]):
    """Channel of a connection, which passes asyncssh's events on to the client session; `begins` is
    called once everything is known that a session needs."""

    def __init__(self, visit: ClientSession, begins: Callable[[], None]) -> None:
        self._visit = visit
        self._begins = begins
        self._command: str | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is there."""
        self._chan = chan
        chan.set_write_buffer_limits(high=16 * 1024, low=4 * 1024)

    def pty_requested(
        self,
        term_type: str,
        term_size: tuple[int, int, int, int],
        term_modes: Mapping[int, int],
    ) -> bool:
        """A terminal is at the other end."""
        self._visit.set_terminal(term_type, term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """Whoever comes without a word."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Whoever comes with words; they are never given to a shell."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """No files are moved here."""
        return False

    def session_started(self) -> None:
        """All is said: begin."""
        self._begins()
        self._visit.begin(self._chan, self._chan.get_environment_bytes(), self._command)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Something was typed."""
        self._visit.type(data)

    def eof_received(self) -> bool:
        """Nothing more will be typed: a terminal has nothing more to do then."""
        self._visit.end_of_input()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The window has another size."""
        self._visit.resize(width, height)

    def pause_writing(self) -> None:
        """The visitor takes no more for now."""
        self._visit.hold("channel")

    def resume_writing(self) -> None:
        """The visitor takes more again."""
        self._visit.let_go("channel")

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is gone."""
        self._visit.hang_up()
