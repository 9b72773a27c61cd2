"""A client's session on the server, from the client's request to the exit code."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from typing import Final, Protocol

from engine.errors import GuildhallError
from engine.i18n.language import preferred_language
from engine.i18n.text import Text, words
from screens.exit_codes import CRASHED, FAILED, OK, WRONG_USAGE
from screens.lobby.administration import HELP_COMMAND, usage
from screens.lobby.guest import Registration
from screens.terminal.terminal_reset import RESET_SEQUENCES
from tui.server.admission import Admission, Admissions, NoSeat, PlayerTimeout
from tui.server.authentication import KeyRegistry
from tui.server.channel_proxy import ChannelProxy, open_terminal
from tui.server.client_output import Channel, ClientOutput
from tui.server.control_socket import Answer
from tui.server.identity import (
    DEFAULT_SIZE,
    Call,
    Identity,
    clean_environment,
    clean_size,
    parse_command,
)
from tui.server.limits import Limits
from tui.server.rejection_log import Rejection, RejectionLog
from tui.server.session_link import SessionLink
from tui.server.session_pool import ChildSession, SessionPool

NOTICE_DELAY: Final = 1.5
"""Seconds after which a client with a terminal is told that its session is being prepared. (If no
fork server is ready, the client is told at once.)"""

_log = logging.getLogger("guildhall.door")


class SessionOwner(Protocol):
    """The part of a connection that a session uses."""

    def cut(self, why: str) -> None:
        """Close the connection at once, and log the reason `why`."""

    def close_after_output(self) -> None:
        """Close the connection once everything has been sent."""

    def return_command_changed(self, place: str) -> None:
        """Tell a browser that the command `place` (empty for the lobby) now leads back to the
        player's screen. Do nothing for other clients."""

    @property
    def is_browser(self) -> bool:
        """Whether the client is a browser."""

    @property
    def refusal(self) -> Text | None:
        """Reason why the client is refused; None if it is not."""


class ServerServices(Protocol):
    """The part of the server that a session uses."""

    registry: KeyRegistry
    session_pool: SessionPool
    registration: Registration
    limits: Limits
    connect_command: str
    page: str | None
    sessions: set[ClientSession]
    closing: bool
    farewell: Text
    admissions: Admissions
    refusals: RejectionLog

    def next_number(self) -> int:
        """Return a new session number."""

    def language_of(self, fingerprint: str, otherwise: str) -> str:
        """Return the language that a key's owner has set (English if none), or `otherwise` if the
        key has no owner or the store fails."""

    def publish_departures_soon(self) -> None:
        """After a short delay, notify the subscribers of tables and of the lobby about sessions
        that have ended without unsubscribing."""


class ClientSession:
    """A client on a channel, and the process of its session."""

    _output: ClientOutput
    """Output for the server's own messages to the client. Set by `begin`."""

    def __init__(
        self, services: ServerServices, fingerprint: str, address: str, owner: SessionOwner
    ) -> None:
        self._services = services
        self.fingerprint = fingerprint
        self._address = address
        self._owner = owner
        self._term: str | None = None
        self._size = DEFAULT_SIZE
        self._early_input = bytearray()
        self._input_ended = False
        self._proxy: ChannelProxy | None = None
        self._child: ChildSession | None = None
        self._admission: Admission | None = None
        self._player_timeout: PlayerTimeout | None = None
        self._farewell: Text | None = None
        self._has_low_priority = False
        self._hung_up = False
        self._link: SessionLink | None = None
        self._started = datetime.now(UTC)
        self._words: tuple[str, ...] = ()
        self._reads_input = False
        self._task: asyncio.Task[None] | None = None
        self.number = services.next_number()
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def status(self, name: str | None) -> Answer:
        """Return the session's number, start time, command and process id as JSON values, together
        with `name`, the player's name or None if it is unknown."""
        return {
            "number": self.number,
            "name": name,
            "since": self._started.isoformat(timespec="seconds"),
            "words": " ".join(self._words),
            "process": self._child.pid if self._child else None,
        }

    # ------------------------------------------------------------------ events of the channel

    def set_terminal(self, term: str, columns: int, rows: int) -> None:
        """Record that the client has a terminal, and its type and size."""
        self._term = term
        self._size = clean_size(columns, rows)

    def begin(
        self, channel: Channel, variables: Mapping[bytes, bytes], command: str | None
    ) -> None:
        """Start a session for `command` (None for the lobby). If `command` is `help` or invalid, or
        the client is refused, write an answer and close `channel` instead. `variables` are the
        environment variables that the client has sent."""
        environment = clean_environment(variables, self._term)
        preferred = preferred_language(environment)
        language = partial(self._services.language_of, self.fingerprint, preferred)
        self._output = ClientOutput(channel, self._term is not None, language)
        if self._owner.refusal is not None:
            self._refuse(self._owner.refusal, FAILED)
            return
        command_words = parse_command(command or "")
        if command_words is None:
            self._explain(command or "")
            return
        self._words = command_words
        identity = Identity(self.fingerprint, command_words)
        self._reads_input = identity.reads_input
        services = self._services
        try:
            self._admission = services.admissions.admit(
                self.fingerprint, self._address, self._make_room
            )
        except GuildhallError as error:
            if isinstance(error, NoSeat):
                services.refusals.note(error.why)
            self._refuse(error.text, FAILED)
            return
        services.sessions.add(self)
        call = Call(
            self.number,
            identity,
            environment,
            services.registration,
            services.connect_command,
            services.page,
            self._owner.is_browser,
        )
        self._task = asyncio.create_task(self._run_session(call))

    def type(self, data: bytes) -> None:
        """Pass `data` to the session, or buffer it until the session has started. Commands that
        only print ignore it. Too much input closes the connection."""
        if self._player_timeout is not None:
            self._player_timeout.note_input()
        if not self._reads_input:
            return
        if self._child is None:
            self._early_input += data
        if self._proxy is not None:
            self._proxy.type(data)
        elif len(self._early_input) > self._services.limits.typed:
            self.cut("too much is typed")

    def end_of_input(self) -> None:
        """End the input: hang up if the client has a terminal, or else close the session's input.
        If the session has not started yet, this happens when it starts."""
        self._input_ended = True
        if self._term is not None:
            if self._child is not None:
                self.hang_up()
        elif self._reads_input and self._proxy is not None:
            self._proxy.end()

    def resize(self, columns: int, rows: int) -> None:
        self._size = clean_size(columns, rows)
        if self._proxy is not None and self._term is not None:
            self._proxy.resize(columns, rows)

    def pause_output(self, why: str) -> None:
        """Stop reading the session's output for the reason `why`, because the client does not
        accept it."""
        if self._proxy is not None:
            self._proxy.pause_output(why)

    def resume_output(self, why: str) -> None:
        """Withdraw the reason `why` for not reading the session's output."""
        if self._proxy is not None:
            self._proxy.resume_output(why)

    def hang_up(self) -> None:
        """Close the server's end of the session's terminal or socket pair, because the client is
        gone, and kill the session if it does not end within `kill_seconds`."""
        self._hung_up = True
        if self._proxy is not None:
            self._proxy.close()
        self._kill_later()

    def _kill_later(self) -> None:
        """Kill the session if it does not end within `kill_seconds`."""
        if self._child is not None:
            loop = asyncio.get_running_loop()
            kill = loop.call_later(
                self._services.limits.kill_seconds, self._child.signal, signal.SIGKILL
            )
            self._child.ended.add_done_callback(lambda _: kill.cancel())

    # ------------------------------------------------------------------ callbacks of the proxy

    def cut(self, why: str) -> None:
        """Close the connection of a client that misbehaves, for the reason `why`."""
        self._owner.cut(why)

    def repaint(self) -> None:
        """Tell the session to repaint, because the window was resized and is back at its old
        size."""
        if self._child is not None:
            self._child.signal(signal.SIGWINCH)

    def lower_priority(self) -> None:
        """Lower the priority of a session whose client types too fast."""
        if self._child is not None and not self._has_low_priority:
            self._has_low_priority = True
            _log.info(
                "session %d has the lowest priority now: its client types too fast", self.number
            )
            self._child.lower_priority()

    # ------------------------------------------------------------------ callbacks of the server

    def announce(self, text: str) -> bool:
        """Show an announcement in the session. Return False if it cannot be shown."""
        return self._link is not None and self._reads_input and self._link.announce(text)

    def ask_to_end(self) -> None:
        """Ask the session to end and restore the terminal."""
        if self._child is not None:
            self._child.signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill a session that did not end when asked, and restore its terminal."""
        if self._child is not None:
            self._child.signal(signal.SIGKILL)
        self._end(None)

    # ------------------------------------------------------------------ new players

    def _end_if_nameless(self) -> bool:
        """End the session of a new player who has not chosen a name in time. Return False if the
        store cannot be read; the player may stay until it can."""
        try:
            if self._admission is not None and self._services.admissions.settle(self._admission):
                return True
        except GuildhallError:
            return False
        self._dismiss(
            Rejection.NAMELESS,
            words("You did not choose a name in time. Connect again whenever you like."),
        )
        return True

    def _make_room(self) -> None:
        """End the session of a new player whose seat was given to somebody else."""
        self._dismiss(
            Rejection.MADE_ROOM,
            words(
                "You had not chosen a name yet, and other new players were waiting. Reconnect to "
                "try again."
            ),
        )

    def _dismiss(self, rejection: Rejection, farewell: Text) -> None:
        """End the session of a new player with the message `farewell`, and count the rejection."""
        self._services.refusals.note(rejection)
        self._farewell = farewell
        self.ask_to_end()
        self._kill_later()

    # ------------------------------------------------------------------ the session

    async def _run_session(self, call: Call) -> None:
        code: int | None = FAILED
        try:
            session = await self._start_process(call)
            if self._services.closing:
                session.signal(signal.SIGTERM)
            if self._admission is not None and self._admission.is_newcomers:
                limits = self._services.limits
                self._player_timeout = PlayerTimeout(
                    limits.name_seconds, limits.idle_nameless_seconds, self._end_if_nameless
                )
            code = await asyncio.shield(session.ended)
        except GuildhallError as error:
            self._output.write_text(error.text)
        except OSError as error:
            _log.error("no session: %s", error)
            self._output.write_text(
                words(
                    "The server cannot start a session for you right now. Please try again in a "
                    "minute."
                )
            )
        except Exception:
            _log.exception("a session has failed")
        finally:
            self._end(code)

    async def _start_process(self, call: Call) -> ChildSession:
        """Start the session's process on a new terminal or socket pair, and return it. Raises
        NoSession."""

        def ask_to_wait() -> None:
            if self._term is not None:
                self._output.write_text(words("One moment: the server is preparing your session."))

        soon = 0.0 if self._services.session_pool.pid is None else NOTICE_DELAY
        wait = asyncio.get_running_loop().call_later(soon, ask_to_wait)
        try:
            self._child = await self._services.session_pool.ask(call, self._new_terminal)
        finally:
            wait.cancel()
        self._early_input.clear()
        if self._hung_up or (self._input_ended and self._term is not None):
            self.hang_up()
        return self._child

    @contextmanager
    def _new_terminal(self) -> Iterator[tuple[int, int]]:
        """Create a terminal (a socket pair if the client has none) and a link, and yield the
        session's ends of both as descriptors. Ends of an earlier attempt are closed. Raises
        OSError, also if the client is gone."""
        if self._hung_up:
            raise ConnectionError("the client is gone")
        self._close_ends()
        if self._term is not None:
            ours, theirs = open_terminal(*self._size)
        else:
            ours, theirs = (end.detach() for end in socket.socketpair())
        self._proxy = ChannelProxy(ours, self._output.channel, self._services.limits, self)
        if self._early_input:
            self._proxy.type(bytes(self._early_input))
        if self._input_ended and self._term is None:
            self._proxy.end()
        our_line, their_line = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._link = SessionLink(our_line, self._owner.return_command_changed)
        try:
            with their_line:
                yield theirs, their_line.fileno()
        finally:
            os.close(theirs)

    def _close_ends(self) -> None:
        """Close the server's ends of the terminal or socket pair, and of the link."""
        for end in (self._proxy, self._link):
            if end is not None:
                end.close()

    def _end(self, code: int | None) -> None:
        """End the session with the exit code `code` (None if it is unknown). Tell the client why,
        if the session ended unexpectedly or the server ended it. Later calls do nothing."""
        if self.over.done():
            return
        self.over.set_result(None)
        self._services.sessions.discard(self)
        if self._admission is not None:
            self._services.admissions.give_back(self._admission)
        if self._player_timeout is not None:
            self._player_timeout.end()
        if self._proxy is not None:
            self._proxy.drain()
        self._close_ends()
        if code != 0:
            self._services.publish_departures_soon()
        killed = self._was_killed(code)
        if self._term is not None and (killed or self._services.closing):
            self._output.write(RESET_SEQUENCES)
        if self._services.closing:
            self._output.write_text(self._services.farewell)
        elif self._farewell is not None:
            self._output.write_text(self._farewell)
        elif killed:
            _log.error("session %d ended unexpectedly: %s", self.number, code)
            self._output.write_text(
                words(
                    "The session ended unexpectedly. Your games are safe. Connect again to "
                    "continue."
                )
            )
        self._close(FAILED if code is None or code < 0 else code)

    def _was_killed(self, code: int | None) -> bool:
        """Return whether the session has ended abnormally: by a signal or with CRASHED. If `code`
        is None (unknown), return whether the session has a terminal and has not left the alternate
        screen. Once the client has hung up, only SIGKILL counts as abnormal."""
        if self._hung_up and code != -signal.SIGKILL:
            return False
        if code is None:
            screen = self._proxy if self._term is not None else None
            return screen is not None and not screen.left_screen
        return code < 0 or code == CRASHED

    def _explain(self, command: str) -> None:
        """Answer `command`, which is `help` or invalid, with the lines of `usage`, and close the
        channel."""
        is_admin = False
        with suppress(GuildhallError):
            is_admin = self._services.registry.is_admin(self.fingerprint)
        *lines, last = usage(command, is_admin=is_admin)
        for line in lines:
            self._output.write_text(line)
        self._refuse(last, OK if command == HELP_COMMAND else WRONG_USAGE)

    def _refuse(self, why: Text, code: int) -> None:
        self.over.set_result(None)
        self._output.write_text(why)
        self._close(code)

    def _close(self, code: int) -> None:
        self._output.exit(code)
        asyncio.get_running_loop().call_later(
            self._services.limits.stall_seconds, self._owner.close_after_output
        )
