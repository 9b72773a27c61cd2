"""One connection of a browser: a request for the page, or a WebSocket that carries a session."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from tui.server.client_session import ClientSession
from tui.server.limits import Meter, client_network
from tui.server.rejection_log import Rejection
from tui.server.server_state import (
    LOGGED_CHARACTERS,
    LOOKUP_FAILED,
    REFUSAL_TEXTS,
    TOO_MANY_LOGINS,
    TOO_MANY_NEWCOMERS,
)
from tui.server.trusted_networks import UNKNOWN_ADDRESS, is_trusted
from tui.web.login import (
    BadMessage,
    BadSignature,
    Login,
    new_challenge,
    parse_login,
    parse_message,
    parse_size,
)
from tui.web.web_page import MISUNDERSTOOD

if TYPE_CHECKING:
    from websockets.http11 import Request
    from websockets.protocol import Event

    from tui.server.server_state import ServerState
    from tui.web.certificate import Certificate

MAX_UNSENT: Final = 64 * 1024
"""Number of unsent bytes above which the session's output is not read."""
SYSTEM_UNSENT: Final = 128 * 1024
"""Size of the kernel's send buffer, in bytes."""

REFUSED_CODE: Final = 4000
"""Close code after a refusal. It tells the page not to reconnect by itself."""
ENDED_CODE: Final = 4001
"""Close code after the end of a session."""

ALIVE: Final = json.dumps({"alive": True})
"""Message with which the page asks whether the connection still works, and the answer to it."""

TERM: Final = "xterm-256color"

BAD_SIGNATURE: Final = words(
    "The server does not accept this browser's key. Reload the page to try again."
)

_log = logging.getLogger("guildhall.door")


class FrontEnd(Protocol):
    """The part of the web server that a connection needs."""

    state: ServerState
    certificate: Certificate | None

    def language_of(self, request: Request) -> str:
        """Return the language of the page for a request."""

    def origin_of(self, connection: ServerConnection) -> str:
        """Return the origin of a WebSocket, which is always one of the allowed origins."""


class WebConnection(ServerConnection):
    """A connection of the web server. After the login, it is the owner and the channel of a
    session."""

    is_browser = True

    def __init__(self, *args: Any, front: FrontEnd, **options: Any) -> None:
        super().__init__(*args, **options)
        self._front = front
        self._server_state = front.state
        limits = front.state.limits
        self.fingerprint = ""
        self._translator = Translator("en")
        self.refusal: Text | None = None
        self.peer = self.address = UNKNOWN_ADDRESS
        self._received = Meter(limits.sent, limits.sent_per_second)
        self._messages = Meter(limits.early_packets, limits.early_packets_per_second)
        self._early: bytearray | None = None
        self._securing: asyncio.Task[None] | None = None
        self._is_cut = False
        self._session: ClientSession | None = None
        self._queue: asyncio.Queue[bytes | str | None] = asyncio.Queue()
        self._unsent = 0
        self._code = ENDED_CODE

    # ------------------------------------------------------------------ the connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Set up the connection and its limits. If there is a certificate, queue for TLS."""
        plain = self._plain = cast(asyncio.Transport, transport)
        self.peer = str((plain.get_extra_info("peername") or (UNKNOWN_ADDRESS,))[0])
        self.address = client_network(self.peer)
        state = self._server_state
        state.connections.add(self)
        if state.closing:
            plain.abort()
            return
        raw = plain.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_UNSENT)
        self.is_forwarded = is_trusted(self.peer, state.balancers)
        if not self.is_forwarded:
            state.add_unauthenticated(self)
        if self._front.certificate is None:
            super().connection_made(plain)
            return
        self._early = bytearray()
        plain.pause_reading()
        if state.exchanges.ask(self, self.address):
            self.start_exchange()

    def start_exchange(self) -> None:
        """Start TLS, because it is this connection's turn."""
        self._securing = asyncio.get_running_loop().create_task(self._secure())

    async def _secure(self) -> None:
        """Negotiate TLS, and then continue as on a connection without TLS."""
        certificate = self._front.certificate
        assert certificate is not None
        try:
            secured = await asyncio.get_running_loop().start_tls(
                self._plain,
                self,
                certificate.context,
                server_side=True,
                ssl_handshake_timeout=self._server_state.limits.login_seconds,
            )
        except OSError:  # an SSLError or a ConnectionError, which asyncio reports to nobody else
            self._plain.abort()
            self._forget()
            return
        if secured is None:
            self._forget()
            return
        super().connection_made(secured)
        early, self._early = bytes(self._early or b""), None
        if early:
            self.data_received(early)

    def data_received(self, data: bytes) -> None:
        """Pass on received bytes, or keep them until TLS is set up. Close the connection if there
        are too many."""
        if self._is_cut:
            return
        if not self._received.consume(len(data)):
            self.cut("too much is sent")
        elif self._early is not None:
            self._early += data
        else:
            super().data_received(data)

    def process_event(self, event: Event) -> None:
        """Pass on the request or a frame. Close the connection if there are too many frames."""
        if self._is_cut:
            return
        if self.request is not None and not self._messages.consume():
            self.cut("too many messages are sent")
        else:
            super().process_event(event)

    def eof_received(self) -> None:
        """Pass on the end of the client's data, unless TLS is not set up yet."""
        if self._early is None:
            super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after the end of the connection."""
        self._forget()
        if self._session is not None:
            self._session.hang_up()
        if self._securing is not None and not self._securing.done():
            self._securing.cancel()
        if hasattr(self, "transport"):
            super().connection_lost(exc)

    def _forget(self) -> None:
        """Stop counting the connection, and remove it from the queue of key exchanges."""
        state = self._server_state
        state.exchanges.forget(self, self.address)
        state.forget(self)
        state.connections.discard(self)

    # ------------------------------------------------------------------ interface for the server

    @property
    def has_session(self) -> bool:
        return self._session is not None

    def cut(self, why: str) -> None:
        """Close the connection of a misbehaving client at once, and log the reason."""
        if not self._is_cut:
            self._is_cut = True
            _log.warning("%s cut off: %s", self.address, why)
            self._server_state.refusals.note(Rejection.CUT_OFF)
            self.abort()

    def abort(self) -> None:
        self._plain.abort()

    def close_after_output(self) -> None:
        """Close the connection once the output of its session has been sent, or at once if it has
        no session."""
        if self.has_session:
            self._queue.put_nowait(None)
        else:
            self.abort()

    def set_forwarded(self, address: str) -> None:
        """Use `address`, which a proxy has named, as the client's address, and count the connection
        as one that has not logged in."""
        self.address = client_network(address)
        self._server_state.add_unauthenticated(self)

    # ------------------------------------------------------------------ the channel of a session

    def write(self, data: bytes) -> None:
        """Queue output. If too much is unsent, the session is not read."""
        self._unsent += len(data)
        self._queue.put_nowait(data)
        if self._unsent > MAX_UNSENT and self._session is not None:
            self._session.pause_output("web")

    def exit(self, status: int) -> None:
        """Queue the exit code after the remaining output, then close."""
        restarts = self._server_state.closing
        self._queue.put_nowait(json.dumps({"exit": status, "restarts": restarts}))
        self._queue.put_nowait(None)

    def return_command_changed(self, place: str) -> None:
        """Send the page the command that leads back to the player's screen."""
        self._queue.put_nowait(json.dumps({"place": place}))

    async def _send(self) -> None:
        """Send queued output up to the end marker (None), and close the WebSocket."""
        with suppress(ConnectionClosed):
            while (data := await self._queue.get()) is not None:
                await self.send(data)
                if isinstance(data, bytes):
                    self._unsent -= len(data)
                if self._unsent < MAX_UNSENT // 4 and self._session is not None:
                    self._session.resume_output("web")
            await self.close(self._code)

    # ------------------------------------------------------------------ the session

    async def serve_session(self) -> None:
        """Serve the WebSocket: login, then session, until the connection ends."""
        try:
            async with asyncio.timeout(self._server_state.limits.login_seconds):
                login = await self._log_in()
        except TimeoutError:
            await self._refuse(words("Logging in took too long. Reload the page to try again."))
            return
        if login is not None:
            await self._play(login)

    async def _log_in(self) -> Login | None:
        """Verify the login, and return it. If it was refused, return None after telling the page
        why."""
        challenge = new_challenge()
        await self.send(json.dumps({"challenge": challenge}))
        self._translator = Translator(self._front.language_of(cast("Request", self.request)))
        try:
            login = parse_login(await self.recv(), self._front.origin_of(self), challenge)
        except BadMessage as error:
            _log.info("%s sent no login: %s", self.address, error)
            await self._refuse(MISUNDERSTOOD, CloseCode.POLICY_VIOLATION)
            return None
        except BadSignature as error:
            _log.warning("%s refused: %s", self.address, error)
            self._server_state.refusals.note(Rejection.SHUT_OUT)
            await self._refuse(BAD_SIGNATURE)
            return None
        self.fingerprint = login.fingerprint
        self._translator = Translator(
            self._server_state.language_of(login.fingerprint, login.language)
        )
        why = await self._why_refused(login.fingerprint)
        if why is not None:
            await self._refuse(why)
            return None
        _log.info(
            "%s logged in from a browser with %s",
            self.address,
            login.fingerprint[:LOGGED_CHARACTERS],
        )
        return login

    async def _why_refused(self, fingerprint: str) -> Text | None:
        """Return the reason why a key with a valid signature may not log in; None if it may."""
        state = self._server_state
        standing = await state.look_up(fingerprint)
        if standing is None:
            return LOOKUP_FAILED
        rejection = state.refuse_key(self, fingerprint, standing)
        if rejection is Rejection.SHUT_OUT:
            state.refusals.note(rejection)
            return REFUSAL_TEXTS[standing]
        if rejection is not None:
            return TOO_MANY_NEWCOMERS
        return TOO_MANY_LOGINS if state.refuse_login(fingerprint, standing) else None

    async def _refuse(self, why: Text, code: int = REFUSED_CODE) -> None:
        """Send the reason for a refusal, and close the WebSocket with the close code `code`."""
        with suppress(ConnectionClosed):
            await self.send(json.dumps({"error": self._translator.translate(why)}))
            await self.close(code)

    async def _play(self, login: Login) -> None:
        """Carry bytes between page and session until either ends."""
        state = self._server_state
        limits = state.limits
        self._messages = Meter(limits.packets, limits.packets_per_second)
        session = ClientSession(state, login.fingerprint, self.address, self)
        self._session = session
        if not login.lines:
            session.set_terminal(TERM, *login.size)
        state.forget(self)
        sending = asyncio.create_task(self._send())
        try:
            session.begin(self, login.environment, login.command)
            async for message in self:
                if isinstance(message, bytes):
                    session.type(message)
                elif (fields := parse_message(message)).get("alive") is True:
                    await self.send(ALIVE)
                else:
                    session.resize(*parse_size(fields))
        except BadMessage as error:
            _log.info("%s sent no message: %s", self.address, error)
            await self._refuse(MISUNDERSTOOD, CloseCode.POLICY_VIOLATION)
        except ConnectionClosed:
            pass
        finally:
            session.hang_up()
            sending.cancel()
