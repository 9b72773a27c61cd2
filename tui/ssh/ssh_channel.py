"""SSH session channel for a terminal or a command. It passes bytes in both directions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import asyncssh

from tui.server.client_session import ClientSession


class SshChannel(asyncssh.SSHServerSession[bytes]):
    """Channel that passes asyncssh's events on to the client session. `begins` is called once
    everything that a session needs is known."""

    def __init__(self, session: ClientSession, begins: Callable[[], None]) -> None:
        self._session = session
        self._begins = begins
        self._command: str | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Store the channel and limit its output buffer."""
        self._chan = chan
        chan.set_write_buffer_limits(high=16 * 1024, low=4 * 1024)

    def pty_requested(
        self,
        term_type: str,
        term_size: tuple[int, int, int, int],
        term_modes: Mapping[int, int],
    ) -> bool:
        """Accept a terminal of the given type and size."""
        self._session.set_terminal(term_type, term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """Accept a session without a command."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept a command, which is never passed to a shell."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse subsystems, such as file transfer."""
        return False

    def session_started(self) -> None:
        """Start the session."""
        self._begins()
        self._session.begin(self._chan, self._chan.get_environment_bytes(), self._command)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Pass input to the session."""
        self._session.type(data)

    def eof_received(self) -> bool:
        """Pass on the end of the input. The channel stays open for output."""
        self._session.end_of_input()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Resize the session's terminal."""
        self._session.resize(width, height)

    def pause_writing(self) -> None:
        """Stop reading the session's output, because the client's window is full."""
        self._session.pause_output("channel")

    def resume_writing(self) -> None:
        """Read the session's output again."""
        self._session.resume_output("channel")

    def connection_lost(self, exc: Exception | None) -> None:
        """End the session when its channel is closed."""
        self._session.hang_up()
