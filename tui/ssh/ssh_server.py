"""The SSH front end, which speaks SSH, checks keys, and carries bytes between clients and their
sessions.

Of the server's processes, only the one with this front end holds the host key and the keys of
connections, and imports asyncssh.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping
from typing import Any, Final

import asyncssh
from attrs import define

from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from tui.server.authentication import KeyStanding
from tui.server.client_session import ClientSession
from tui.server.limits import Limits, Meter, client_network
from tui.server.rejection_log import Rejection
from tui.server.server_state import (
    LOGGED_CHARACTERS,
    LOOKUP_FAILED,
    REFUSAL_TEXTS,
    TOO_MANY_LOGINS,
    TOO_MANY_NEWCOMERS,
    ServerState,
)
from tui.server.trusted_networks import UNKNOWN_ADDRESS, is_trusted
from tui.server.weak_keys import is_weak_key
from tui.ssh.proxy_protocol import SIGNATURE, BadProxyHeader, begins_so, parse_proxy_header
from tui.ssh.ssh_channel import SshChannel
from tui.ssh.throttling import PacketThrottle

BACKLOG: Final = 200
"""Number of connections that the kernel queues before they are accepted."""
TAKEN_AT_ONCE: Final = 1
"""Number of connections accepted per turn of the event loop. With one, there is time for a key
exchange before the next connection, so that no more are accepted than can be served."""
SEND_BUFFER: Final = 128 * 1024
"""Size of the kernel's send buffer for a client, in bytes."""

_KEYLESS: Final = words(
    "You connected without a key, and this server identifies people only by their keys. "
    "Create one and connect again: ssh-keygen -t ed25519"
)

_ENGLISH: Final = Translator("en")
"""Translator used until the player is known. It is English, because OpenSSH shows letters beyond
ASCII as `\\320\\222` in the C locale."""

_log = logging.getLogger("guildhall.door")


@define(eq=False)
class SshServer:
    """The listening SSH front end."""

    state: ServerState
    _acceptor: asyncssh.SSHAcceptor | None = None

    async def open(self, listening: socket.socket, key: asyncssh.SSHKey) -> None:
        """Accept connections on the socket `listening`, with the host key `key`."""
        self._acceptor = await asyncssh.listen(
            sock=listening,
            server_factory=lambda: Connection(self.state),
            server_host_keys=[key],
            **_options(self.state.limits),
        )
        listening.listen(BACKLOG)  # raises the backlog that asyncio has set to TAKEN_AT_ONCE

    def stop(self) -> None:
        """Stop accepting connections."""
        if self._acceptor is not None:
            self._acceptor.close()


def _options(limits: Limits) -> Mapping[str, Any]:
    """Return the options for asyncssh, which allow keys, terminals, and keyboard-interactive
    authentication (which always fails, see `Connection`), and turn off everything else."""
    return {
        "config": None,
        "backlog": TAKEN_AT_ONCE,
        "login_timeout": limits.login_seconds,
        "keepalive_interval": limits.alive_seconds,
        "keepalive_count_max": 3,
        "line_editor": False,
        "encoding": None,
        "window": 64 * 1024,
        "public_key_auth": True,
        "password_auth": False,
        "kbdint_auth": True,
        "host_based_auth": False,
        "gss_host": None,
        "agent_forwarding": False,
        "x11_forwarding": False,
        "allow_scp": False,
        "sftp_factory": None,
        "compression_algs": ["none"],
        "kex_algs": ["mlkem768x25519-sha256", "curve25519-sha256", "ecdh-sha2-nistp256"],
        "server_version": "Guildhall",
    }


class Connection(asyncssh.SSHServer):
    """One connection, from its first byte to its last."""

    is_browser = False

    def __init__(self, server_state: ServerState) -> None:
        self._server = server_state
        self._limits = server_state.limits
        self._standings: dict[str, KeyStanding] = {}
        self._last_offered = ""
        self._counted = False
        self._session: ClientSession | None = None
        self._idle_timer: asyncio.TimerHandle | None = None
        self._received = Meter(server_state.limits.sent, server_state.limits.sent_per_second)
        self._preface: bytes | None = b""
        self._send_greeting: Callable[[], None] = _do_nothing
        self.fingerprint = ""
        self.refusal: Text | None = None
        self._has_sent_banner = False

    # ------------------------------------------------------------------ before the login

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Set up the connection: its limits, and the PROXY header if it comes from a load
        balancer."""
        self._conn = conn
        peer = str(conn.get_extra_info("peername", (UNKNOWN_ADDRESS,))[0])
        self.address = client_network(peer)
        self._is_balancer = is_trusted(peer, self._server.balancers)
        self._server.connections.add(self)
        self._throttle = PacketThrottle(
            conn, self._server.exchanges, self._record_progress, self.cut
        )
        if self._server.closing:
            conn.abort()
            return
        if not self._is_balancer:
            self._add_unauthenticated()
        conn.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        receive = conn.data_received
        if self._is_balancer:
            # asyncssh greets as soon as this returns, before the client's address is known
            self._send_greeting = conn._send_version
            vars(conn)["_send_version"] = _do_nothing

        def count_and_receive(data: bytes, datatype: asyncssh.DataType = None) -> None:
            if not self._received.consume(len(data)):
                self.cut("too much is sent")
            elif data := self._after_preface(data):
                receive(data, datatype)
                if self._throttle.is_overfull:
                    self.cut("too much is sent")

        # asyncio looks up these methods on the connection at each event
        vars(conn).update(
            data_received=count_and_receive,
            pause_writing=self._pause_output,
            resume_writing=self._resume_output,
        )

    def _after_preface(self, data: bytes) -> bytes:
        """Return the received bytes, without a load balancer's header. Return no bytes as long as
        they may be the beginning of a header. A client that sends a header but is not a load
        balancer is cut off."""
        if self._preface is None:
            return data
        self._preface = received = self._preface + data
        if self._is_balancer:
            return self._after_proxy_header(received)
        if not begins_so(received):
            self._preface = None
            return received
        if len(received) >= len(SIGNATURE):
            self.cut("it sends a PROXY header, but --trust-proxy does not name it")
        return b""

    def _after_proxy_header(self, received: bytes) -> bytes:
        """Read a load balancer's header once it is complete, and return the bytes after it; until
        then, return no bytes. Close the connection if the header is invalid, or if it names no
        client while the store cannot be reached."""
        try:
            header = parse_proxy_header(received)
        except BadProxyHeader as error:
            self.cut(f"{error}, but --trust-proxy names it")
            return b""
        if header is None:
            return b""
        self._preface = None
        if header.address is not None:
            self.address = client_network(header.address)
        elif self._server.store_probe.is_lost:
            self.abort()  # so that the balancer directs people to another server
            return b""
        self._send_greeting()
        self._add_unauthenticated()
        return received[header.length :]

    def _add_unauthenticated(self) -> None:
        self._throttle.set_address(self.address)
        self._server.add_unauthenticated(self)

    def _record_progress(self) -> None:
        """Record progress of the login, because idle connections are closed first."""
        self._server.unauthenticated.renew(self)

    def _pause_output(self) -> None:
        if self._session is not None:
            self._session.pause_output("tcp")

    def _resume_output(self) -> None:
        if self._session is not None:
            self._session.resume_output("tcp")

    def begin_auth(self, username: str) -> bool:
        """Require a key. The user name does not matter."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Offer key authentication."""
        return True

    def kbdint_auth_supported(self) -> bool:
        """Return whether to offer keyboard-interactive authentication. It is offered once, to a
        client without a key, to tell the client what is missing."""
        return not (self._standings or self._has_sent_banner)

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        """Show the hint about keys, and refuse."""
        self._write_before_login(_ENGLISH.translate(_KEYLESS))
        return False

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Return whether a key may log in. If not, tell the client why, or close the connection.
        The client has not yet proved that it owns the key."""
        if is_weak_key(key.algorithm, key.public_data):
            self.cut("its key is weak")
            return False
        fingerprint = key.get_fingerprint()
        if fingerprint not in self._standings:
            if len(self._standings) >= self._limits.keys:
                self.cut("too many keys are tried")
                return False
            account = await self._server.look_up(fingerprint)
            if account is None:
                self._write_before_login(_ENGLISH.translate(LOOKUP_FAILED))
                return False
            self._standings[fingerprint] = account
        standing = self._standings[fingerprint]
        rejection = self._server.refuse_key(self, fingerprint, standing, counted=self._counted)
        self._counted |= standing is not KeyStanding.KNOWN
        if rejection is Rejection.NEWCOMERS_TOO_OFTEN:
            self._disconnect(TOO_MANY_NEWCOMERS)
            return False
        self._last_offered = fingerprint
        if rejection is None:
            return True
        if not self._has_sent_banner:
            self._server.refusals.note(Rejection.SHUT_OUT)
        translator = Translator(self._server.language_of(fingerprint, "en"))
        self._write_before_login(translator.translate(REFUSAL_TEXTS[standing]))
        return False

    def _write_before_login(self, line: str) -> None:
        """Show the client a line of text before the login. Later calls do nothing, because a client
        may try several keys."""
        if not self._has_sent_banner:
            self._has_sent_banner = True
            self._conn.send_auth_banner(f"{line}\r\n")

    def _disconnect(self, why: Text) -> None:
        _log.info("%s refused: %s", self.address, why.plain())
        self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, why.plain())

    def _refuse(self, why: Text) -> None:
        """Refuse a client after its login, with a message on its terminal in its language. If too
        many clients are being refused, send only a disconnect reason."""
        if not self._server.refused_connections.add(self.address):
            self._disconnect(why)
            return
        _log.info("%s refused: %s", self.address, why.plain())
        self.refusal = why

    # ------------------------------------------------------------------ after the login

    def auth_completed(self) -> None:
        """Complete the login with the key offered last, whose signature is valid."""
        self.fingerprint = self._last_offered
        self._throttle.has_logged_in()
        self._server.unauthenticated.remove(self)
        self._server.add_idle(self)
        standing = self._standings[self.fingerprint]
        if self._server.refuse_login(self.fingerprint, standing) is not None:
            self._refuse(TOO_MANY_LOGINS)
        else:
            _log.info("%s logged in with %s", self.address, self.fingerprint[:LOGGED_CHARACTERS])
        self._idle_timer = asyncio.get_running_loop().call_later(
            self._limits.idle_connection_seconds, self._conn.abort
        )

    def session_requested(self) -> asyncssh.SSHServerSession[bytes]:
        """Open the only session of this connection. Raises ChannelOpenError for a second one."""
        if self._session is not None:
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "one session a connection"
            )
        self._session = ClientSession(self._server, self.fingerprint, self.address, self)
        return SshChannel(self._session, self.stop_waiting)

    def stop_waiting(self) -> None:
        """Stop counting the connection as waiting for its login or its session, and cancel the time
        limit for the start of a session."""
        self._server.forget(self)
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None

    # ------------------------------------------------------------------ the end

    @property
    def has_session(self) -> bool:
        return self._session is not None

    def cut(self, why: str) -> None:
        """Close the connection of a misbehaving client at once, and log the reason."""
        _log.warning("%s cut off: %s", self.address, why)
        self._server.refusals.note(Rejection.CUT_OFF)
        self.abort()

    def abort(self) -> None:
        self._conn.abort()

    def close_after_output(self) -> None:
        """Close the connection once everything has been sent."""
        self._conn.close()

    def return_command_changed(self, place: str) -> None:
        """Do nothing, because SSH clients reconnect with a command of their own."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after the end of the connection."""
        self._throttle.end()
        self.stop_waiting()
        self._server.connections.discard(self)
        if self.refusal is not None:
            self._server.refused_connections.remove(self.address)
        if self._session is not None:
            self._session.hang_up()


def _do_nothing() -> None:
    """Do nothing, in place of asyncssh's greeting."""
