"""Start, run and stop a server."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen

from engine.errors import GuildhallError
from engine.i18n.text import Text, verbatim, words
from engine.storage.pubsub import topic_of_host_commands
from screens.lobby.guest import Registration, is_local
from tui.server.authentication import KeyRegistry
from tui.server.bot_supervisor import BotSupervisor
from tui.server.connection_log import write_logs
from tui.server.control_socket import Answer, ControlSocket, Json, Request
from tui.server.host_command_handler import HostCommandHandler
from tui.server.limits import Limits
from tui.server.notification_dispatch import NotifierSettings
from tui.server.pubsub_bridge import PubsubBridge
from tui.server.server_state import ServerState
from tui.server.session_pool import SessionPool
from tui.server.trusted_networks import Network
from tui.ssh.host_key import HOST_KEY, shared_host_key
from tui.ssh.ssh_server import BACKLOG, SshServer
from tui.user_paths import UserPaths
from tui.version import known_version
from tui.web.web_settings import WebSettings

if TYPE_CHECKING:
    from tui.web.web_server import WebServer

ALL_ADDRESSES: Final = "::"

DESCRIPTORS_PER_SESSION: Final = 8
"""Number of file descriptors that the server reserves for each session."""

NOTICE_DELAY: Final = 10.0
"""Seconds after which the admin is told that the server is still starting."""

HOST_SEARCH_SECONDS: Final = 2.0
"""Seconds for which a stopping server looks for other machines."""

LOCAL_NAMES: Final = (".local", ".localdomain", ".lan", ".home", ".internal", ".home.arpa")
"""Suffixes of host names that only a local network knows."""

SPARE_DESCRIPTORS: Final = 500
"""Number of additional file descriptors, for connections before login, the store, and the log."""


_log = logging.getLogger("guildhall.door")


class CannotListen(GuildhallError):
    """Raised if the port cannot be opened."""


@frozen
class ServerSettings:
    """Settings of a server. `print_text` receives each line for the admin. `key` is the file of the
    host key (by default, `HOST_KEY` in the data folder). With `new_key`, that key replaces the one
    that the server's machines have used so far. If `connect_command` is None, it is derived from
    `host` and `port`."""

    paths: UserPaths
    print_text: Callable[[Text], None]
    port: int = 2222
    host: str = ALL_ADDRESSES
    registration: Registration = Registration.INVITE
    limits: Limits = field(factory=Limits)
    notifier_settings: NotifierSettings | None = None
    balancers: tuple[Network, ...] = ()
    connect_command: str | None = None
    key: Path | None = None
    new_key: bool = False
    web: WebSettings | None = None
    preload: bool = True
    """Whether all games are imported before the first session (`SessionPool`)."""


def run_server(settings: ServerSettings) -> None:
    """Run a server until it is stopped. Raises GuildhallError, OSError."""
    os.umask(0o077)
    limits = settings.limits
    _allow_descriptors(
        DESCRIPTORS_PER_SESSION * (limits.sessions + limits.nameless) + SPARE_DESCRIPTORS
    )
    settings.paths.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_logs(settings.paths.data)
    asyncio.run(Server(settings).run())


def _allow_descriptors(wanted: int) -> None:
    """Raise this process's limit of file descriptors to `wanted`, or as far as the system
    allows."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


class Server:
    """A server: its sockets, its sessions and the bot service."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._closing = asyncio.Event()
        self._closes_everywhere = False
        self._reloading: set[asyncio.Task[bool]] = set()
        self._from_terminal = _has_terminal()

    async def run(self) -> None:
        """Run the server until it is stopped. Raises GuildhallError, OSError."""
        paths, settings = self._settings.paths, self._settings
        with ExitStack() as stack:
            ssh_socket = stack.enter_context(_listening(settings.host, settings.port))
            control = ControlSocket(paths.data, self._answer)
            await control.open()
            stack.callback(control.close)
            registry = stack.enter_context(closing(KeyRegistry(paths)))
            path = settings.key or paths.data / HOST_KEY
            key = shared_host_key(registry.hosts, path, replace=settings.new_key)
            self._web = _web_server(stack, settings.web)
            host, self._port = ssh_socket.getsockname()[:2]
            self._addresses: dict[str, Json] = {
                "host": host,
                "port": self._port,
                "key": key.get_fingerprint(),
                "balancers": [str(balancer) for balancer in settings.balancers],
            }
            if self._web is not None:
                self._addresses["web"] = _web_address(self._web)
            self._create_services(stack, registry)
            ssh = SshServer(self._state)
            self._handle_signals()
            try:
                if await self._is_made_ready():
                    self._open_services()
                    await ssh.open(ssh_socket, key)
                    if self._web is not None:
                        await self._web.open(self._state)
                    self._print_addresses(key.get_fingerprint())
                    await self._closing.wait()
            finally:
                await self._close(ssh)

    def _create_services(self, stack: ExitStack, registry: KeyRegistry) -> None:
        """Create the objects that the front ends share: the bot service, the state with the
        sessions, and the links to other machines."""
        paths, settings = self._settings.paths, self._settings
        connect_command = settings.connect_command or default_connect_command(
            settings.host, self._port
        )
        page = None if self._web is None else self._web.page
        notifier_settings = settings.notifier_settings and evolve(
            settings.notifier_settings,
            connect_command=connect_command,
            page=None if page is None or is_local(page) else page,
        )
        self._bot_supervisor = BotSupervisor(paths, settings.limits.workers, notifier_settings)
        stack.callback(self._bot_supervisor.close)
        self._state = ServerState(
            paths=paths,
            registry=registry,
            session_pool=SessionPool(paths, settings.limits, settings.preload),
            registration=settings.registration,
            limits=settings.limits,
            connect_command=connect_command,
            page=page,
            balancers=settings.balancers,
        )
        self._bridge = PubsubBridge(paths)
        stack.callback(self._bridge.close)
        subscription = registry.subscribe(topic_of_host_commands(self._bridge.id))
        self._host_commands = HostCommandHandler(paths, self._bridge.id, subscription, self._answer)

    def _open_services(self) -> None:
        self._bot_supervisor.open()
        self._bridge.open()
        self._host_commands.open()
        self._state.open()

    async def _close(self, ssh: SshServer) -> None:
        """Stop accepting connections, and end all sessions."""
        is_open_elsewhere = await self._is_open_elsewhere()
        ssh.stop()
        if self._web is not None:
            self._web.stop()
        await self._state.close(is_open_elsewhere=is_open_elsewhere)
        await self._host_commands.close()

    async def _is_open_elsewhere(self) -> bool:
        """Return whether the server continues to run on another machine. False if all machines are
        stopping, or if the store does not answer in time."""
        if self._closes_everywhere:
            return False
        with suppress(GuildhallError, TimeoutError):
            async with asyncio.timeout(HOST_SEARCH_SECONDS):
                return bool(await self._state.registry.other_hosts(self._bridge.id))
        return False

    async def _is_made_ready(self) -> bool:
        """Wait until sessions can be started. If this takes long, tell the admin. Return False if
        the server is stopped in the meantime. Raises NotReady."""
        loop = asyncio.get_running_loop()
        slow = words("The server is starting. On a slow machine, this can take a few minutes.")
        slow_timer = loop.call_later(NOTICE_DELAY, self._settings.print_text, slow)
        opening = loop.create_task(self._state.session_pool.open())
        closing = loop.create_task(self._closing.wait())
        try:
            await asyncio.wait((opening, closing), return_when=asyncio.FIRST_COMPLETED)
            if opening.done():
                opening.result()
            return not self._closing.is_set()
        finally:
            for task in (slow_timer, opening, closing):
                task.cancel()

    def _handle_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._closing.set)
        loop.add_signal_handler(signal.SIGHUP, self._hung_up)

    def _hung_up(self) -> None:
        """Handle SIGHUP: stop if the server's terminal is gone, else reload."""
        if self._from_terminal and not _has_terminal():
            self._closing.set()
            return
        task = asyncio.ensure_future(self._reload())
        self._reloading.add(task)
        task.add_done_callback(self._reloading.discard)

    async def _reload(self) -> bool:
        """Let new sessions and the bot service use the current code, and reload the certificate of
        the web front end. Return False if a fork server with the current code does not start."""
        self._bot_supervisor.reload()
        if self._web is not None:
            self._web.reload_certificate()
        return await self._state.session_pool.reload()

    def _print_addresses(self, fingerprint: str) -> None:
        print_text = self._settings.print_text
        print_text(words("The server is running. Its host key:"))
        print_text(verbatim(fingerprint))
        print_text(words("Friends connect with: {line}", line=self._state.connect_command))
        host = host_of(self._state.connect_command)
        if not is_public(host):
            print_text(
                words(
                    "Friends elsewhere cannot find a computer called {host}. Give its public name "
                    "or address with --connect-command, and open port {port} in your firewall and "
                    "router.",
                    host=host,
                    port=self._port,
                )
            )
        if self._web is not None:
            page = self._web.page
            if is_local(page):
                print_text(
                    words("On this computer, open this page in a browser: {page}", page=page)
                )
            else:
                print_text(words("Friends can open this page in a browser: {page}", page=page))
            for warning in self._web.warnings():
                print_text(warning)
        if self._settings.registration is Registration.INVITE:
            code = self._state.registry.invite_code()
            print_text(words("New players need this invite code: {word}", word=code))
        if self._web is None and find_spec("websockets") is not None:
            print_text(
                words("To let friends connect with a browser too, start the server with --web.")
            )

    def _machine_status(self) -> Answer:
        """Return the process id of the bot service, the version, and the computer's load and number
        of cores."""
        return {
            "thinkers": self._bot_supervisor.pid,
            "version": known_version(),
            "load": round(os.getloadavg()[0], 1),
            "cores": os.cpu_count(),
        }

    async def _answer(self, request: Request) -> Answer:
        try:
            return await self._do(request)
        except GuildhallError as error:
            return {"failed": error.text.plain()}

    async def _do(self, request: Request) -> Answer:
        match request:
            case {"do": "status"}:
                return {"house": {**await self._state.status(), **self._machine_status()}}
            case {"do": "check"}:
                return {"door": {**self._addresses, **self._state.readiness}}
            case {"do": "reload"}:
                return {"done": await self._reload()}
            case {"do": "say", "text": str(text)}:
                return {"told": self._state.announce(text)}
            case {"do": "log", "text": str(text)}:
                _log.info("%s", text)
                return {"done": True}
            case {"do": "stop", **how}:
                self._closes_everywhere = "everywhere" in how
                self._closing.set()
                return {"done": True}
        return {"done": False}


def _web_server(stack: ExitStack, settings: WebSettings | None) -> WebServer | None:
    """Create the web front end, whose socket `stack` closes; return None if `settings` is None.
    Raises CannotListen, BadCertificate."""
    if settings is None:
        return None
    from tui.web.web_server import WebServer

    return WebServer(settings, stack.enter_context(_listening(settings.host, settings.port)))


def _web_address(web: WebServer) -> Answer:
    """Return the address and port of the web front end, and whether it uses TLS, for a health
    check."""
    host, port = web.address
    return {"host": host, "port": port, "tls": web.certificate is not None}


def _has_terminal() -> bool:
    """Return whether this process has a controlling terminal that can still be opened."""
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY | os.O_CLOEXEC))
    except OSError:
        return False
    return True


def _listening(host: str, port: int) -> socket.socket:
    """Return a listening socket. For `ALL_ADDRESSES`, it listens on IPv4 and, if the system
    supports it, on IPv6. Raises CannotListen."""
    try:
        if host == ALL_ADDRESSES:
            if socket.has_dualstack_ipv6():
                return socket.create_server(
                    (host, port),
                    family=socket.AF_INET6,
                    dualstack_ipv6=True,
                    backlog=BACKLOG,
                )
            host = "0.0.0.0"
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except OSError as error:
        raise CannotListen(
            "Cannot listen on port {port}: {reason}.",
            port=port,
            reason=error.strerror or str(error),
        ) from error


def host_of(connect_command: str) -> str:
    """Return the host in a connect command: the last word, as in `ssh -p 2222 HOST`, without a user
    name before `@`."""
    return connect_command.split()[-1].rpartition("@")[2]


def is_public(host: str) -> bool:
    """Return whether people elsewhere can probably reach a computer by its name or address
    `host`."""
    try:
        return ip_address(host).is_global
    except ValueError:
        return "." in host.rstrip(".") and not host.lower().rstrip(".").endswith(LOCAL_NAMES)


def default_connect_command(host: str, port: int) -> str:
    """Return the connect command for a server at `host`, with the name of this computer if the
    server listens everywhere."""
    name = socket.gethostname() if host in (ALL_ADDRESSES, "0.0.0.0") else host
    return f"ssh {name}" if port == 22 else f"ssh -p {port} {name}"
