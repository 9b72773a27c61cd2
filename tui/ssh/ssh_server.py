"""The SSH front end: speaks SSH, checks keys, and carries bytes between clients and their sessions.

It is the only process that holds the host key and the keys of connections, and the only one that
knows asyncssh.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping
from typing import Any, Final

import asyncssh
from attrs import define

from engine.i18n.language import Tongue
from engine.i18n.text import Text, words
from tui.server.authentication import KeyStanding
from tui.server.client_session import ClientSession
from tui.server.limits import Limits, Meter, household
from tui.server.rejection_log import Rejection
from tui.server.server_state import (
    LOOKUP_FAILED,
    REFUSALS,
    SHORT,
    TOO_MANY_LOGINS,
    TOO_MANY_NEWCOMERS,
    ServerState,
)
from tui.server.trusted_networks import is_trusted
from tui.server.weak_keys import is_weak_key
from tui.ssh.proxy_protocol import (
    SIGNATURE,
    BadProxyHeader,
    begins_so,
    parse_proxy_header,
)
from tui.ssh.ssh_channel import SshChannel
from tui.ssh.throttling import PacketThrottle

BACKLOG: Final = 200
"""Connections that the system keeps until the door takes them."""
TAKEN_AT_ONCE: Final = 1
"""How many it takes before it looks what those that it has taken already have to say; between two
of them it has time for a key exchange, and so it takes no more of them than it can serve."""
UNSENT: Final = 128 * 1024
"""Bytes that the system keeps for a client that does not take them."""

_KEYLESS: Final = words(
    "You connected without a key, and this server identifies people only by their keys. "
    "Create one and connect again: ssh-keygen -t ed25519"
)

_UNKNOWN: Final = Tongue("en")
"""The language for people of whom nobody knows theirs: OpenSSH shows letters beyond ASCII as
`\\320\\222` where the locale is C."""

_log = logging.getLogger("guildhall.door")


@define(eq=False)
class SshServer:
    """The SSH front end: where it listens."""

    state: ServerState
    _acceptor: asyncssh.SSHAcceptor | None = None

    async def open(self, listening: socket.socket, key: asyncssh.SSHKey) -> None:
        """Let people in who connect to that socket."""
        self._acceptor = await asyncssh.listen(
            sock=listening,
            server_factory=lambda: Connection(self.state),
            server_host_keys=[key],
            **_options(self.state.limits),
        )
        listening.listen(BACKLOG)  # asyncio has it keep only as many as are taken at once

    def stop(self) -> None:
        """Accept nobody more."""
        if self._acceptor is not None:
            self._acceptor.close()


def _options(limits: Limits) -> Mapping[str, Any]:
    """Options of asyncssh: keys and terminals, and nothing else of what it can do."""
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
    """One connection to the door, from the first byte to the last."""

    def __init__(self, door: ServerState) -> None:
        self._door = door
        self._limits = door.limits
        self._offered: dict[str, KeyStanding] = {}
        self._last = ""
        self._counted = False
        self._visit: ClientSession | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._received = Meter(door.limits.sent, door.limits.sent_a_second)
        self._first: bytes | None = b""
        self._greet: Callable[[], None] = _say_nothing
        self.fingerprint = ""
        self.refusal: Text | None = None
        self._told = False

    # ------------------------------------------------------------------ before the login

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody has come: count them, and what they send. Whom a balancer passes on is known
        only when it has said so."""
        self._conn = conn
        came_from = str(conn.get_extra_info("peername", ("?",))[0])
        self.address = household(came_from)
        self._is_balancer = is_trusted(came_from, self._door.balancers)
        self._door.connections.add(self)
        self._brake = PacketThrottle(conn, self._door.exchanges, self._get_on, self.cut)
        if self._door.closing:
            conn.abort()
            return
        if not self._is_balancer:
            self._welcome()
        conn.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
        receive = conn.data_received
        if self._is_balancer:
            # asyncssh greets as soon as this returns, when nobody knows yet who it is
            self._greet = conn._send_version
            vars(conn)["_send_version"] = _say_nothing

        def count_and_receive(data: bytes, datatype: asyncssh.DataType = None) -> None:
            if not self._received.consume(len(data)):
                self.cut("too much is sent")
            elif data := self._after_preface(data):
                receive(data, datatype)
                if self._brake.is_overfull:
                    self.cut("too much is sent")

        # asyncio looks these up on the connection whenever it has something for it
        vars(conn).update(
            data_received=count_and_receive,
            pause_writing=self._hold,
            resume_writing=self._let_go,
        )

    def _after_preface(self, data: bytes) -> bytes:
        """Return the received bytes without a balancer's header."""
        if self._first is None:
            return data
        self._first = said = self._first + data
        if self._is_balancer:
            return self._passed_on(said)
        if not begins_so(said):
            self._first = None
            return said
        if len(said) >= len(SIGNATURE):
            self.cut("it sends a PROXY header, but --trust-proxy does not name it")
        return b""

    def _passed_on(self, said: bytes) -> bytes:
        """Hear from a balancer who it is that comes, as soon as it has said so; what comes after
        that."""
        try:
            told = parse_proxy_header(said)
        except BadProxyHeader as error:
            self.cut(f"{error}, but --trust-proxy names it")
            return b""
        if told is None:
            return b""
        self._first = None
        if told.address is not None:
            self.address = household(told.address)
        elif self._door.reach.is_lost:
            self.abort()  # a balancer that looks is to lead people to another door
            return b""
        self._greet()
        self._welcome()
        return said[told.length :]

    def _welcome(self) -> None:
        self._brake.set_address(self.address)
        self._door.welcome(self)

    def _get_on(self) -> None:
        """The log-in goes on: whoever does nothing goes before."""
        self._door.strangers.renew(self)

    def _hold(self) -> None:
        if self._visit is not None:
            self._visit.hold("tcp")

    def _let_go(self) -> None:
        if self._visit is not None:
            self._visit.let_go("tcp")

    def begin_auth(self, username: str) -> bool:
        """Everybody must show a key; the name does not matter."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Keys are what people come with."""
        return True

    def kbdint_auth_supported(self) -> bool:
        """Whoever shows no key may once ask to be asked for something, and hears what is
        missing."""
        return not (self._offered or self._told)

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        """Nobody comes in by answering questions."""
        self._tell_before_login(_UNKNOWN.say(_KEYLESS))
        return False

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether a key would open the door. It may be shown only: it is nobody's word yet."""
        if is_weak_key(key.algorithm, key.public_data):
            self.cut("its key is nobody's")
            return False
        fingerprint = key.get_fingerprint()
        if fingerprint not in self._offered:
            if len(self._offered) >= self._limits.keys:
                self.cut("too many keys are tried")
                return False
            found = await self._door.look_up(fingerprint)
            if found is None:
                self._tell_before_login(_UNKNOWN.say(LOOKUP_FAILED))
                return False
            self._offered[fingerprint] = found
        standing = self._offered[fingerprint]
        rejection = self._door.refuse_key(self, fingerprint, standing, counted=self._counted)
        self._counted |= standing is not KeyStanding.KNOWN
        if rejection is Rejection.NEWCOMERS_TOO_OFTEN:
            self._turn_away(TOO_MANY_NEWCOMERS)
            return False
        self._last = fingerprint
        if rejection is None:
            return True
        if not self._told:
            self._door.refusals.note(Rejection.SHUT_OUT)
        tongue = Tongue(self._door.language_of(fingerprint, "en"))
        self._tell_before_login(tongue.say(REFUSALS[standing]))
        return False

    def _tell_before_login(self, line: str) -> None:
        """Say once why the door does not open; the client shows it, and goes on trying."""
        if not self._told:
            self._told = True
            self._conn.send_auth_banner(f"{line}\r\n")

    def _turn_away(self, why: Text) -> None:
        _log.info("%s turned away: %s", self.address, why.plain())
        self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, why.plain())

    def _refuse(self, why: Text) -> None:
        """Let nobody in who has logged in, and say why on their terminal, in their language; where
        too many are being told something, there is only what ends a connection."""
        if not self._door.turned_away.add(self.address):
            self._turn_away(why)
            return
        _log.info("%s turned away: %s", self.address, why.plain())
        self.refusal = why

    # ------------------------------------------------------------------ after the login

    def auth_completed(self) -> None:
        """The signature is good: the last key that was shown says who it is."""
        self.fingerprint = self._last
        self._brake.has_logged_in()
        self._door.strangers.remove(self)
        self._door.let_idle(self)
        standing = self._offered[self.fingerprint]
        if self._door.refuse_login(self.fingerprint, standing) is not None:
            self._refuse(TOO_MANY_LOGINS)
        else:
            _log.info("%s came in with %s", self.address, self.fingerprint[:SHORT])
        self._idle = asyncio.get_running_loop().call_later(
            self._limits.idle_connection_seconds, self._conn.abort
        )

    def session_requested(self) -> asyncssh.SSHServerSession[bytes]:
        """A terminal, the only one of this connection."""
        if self._visit is not None:
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "one session a connection"
            )
        self._visit = ClientSession(self._door, self.fingerprint, self.address, self)
        return SshChannel(self._visit, self.begin_session)

    def begin_session(self) -> None:
        """A session has begun: the connection is of use."""
        self._door.forget(self)
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    # ------------------------------------------------------------------ the end

    @property
    def is_browser(self) -> bool:
        """Whether it is that of a browser."""
        return False

    @property
    def has_visit(self) -> bool:
        """Whether a session was begun here, however it stands."""
        return self._visit is not None

    def cut(self, why: str) -> None:
        """End the connection at once: somebody does what no visitor should."""
        _log.warning("%s cut off: %s", self.address, why)
        self._door.refusals.note(Rejection.CUT_OFF)
        self.abort()

    def abort(self) -> None:
        """End the connection at once."""
        self._conn.abort()

    def leave(self) -> None:
        """End the connection in good order."""
        self._conn.close()

    def place_changed(self, place: str) -> None:
        """SSH clients connect anew with words of their own."""

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._brake.end()
        self.begin_session()
        self._door.connections.discard(self)
        if self.refusal is not None:
            self._door.turned_away.remove(self.address)
        if self._visit is not None:
            self._visit.hang_up()


def _say_nothing() -> None:
    """Greet nobody."""
