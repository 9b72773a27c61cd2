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

EVERYWHERE: Final = "::"

DESCRIPTORS: Final = 8
"""Number of file descriptors per session."""

NOTICE_DELAY: Final = 10.0
"""Seconds after which the admin is told that the server is still starting."""

HOST_SEARCH_SECONDS: Final = 2.0
"""Seconds for which a stopping server looks for other machines."""

LOCAL_NAMES: Final = (".local", ".localdomain", ".lan", ".home", ".internal", ".home.arpa")
"""Suffixes of host names that only a local network knows."""

SPARE: Final = 500
"""Number of additional file descriptors, for connections before login, the store, and the log."""


_log = logging.getLogger("guildhall.door")


class CannotListen(GuildhallError):
    """Raised if the port cannot be opened."""


@frozen
class ServerSettings:
    """Settings of a server. `print_text` receives each line for the admin."""

    paths: UserPaths
    print_text: Callable[[Text], None]
    port: int = 2222
    host: str = EVERYWHERE
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


def run_server(opening: ServerSettings) -> None:
    """Run a server until it is stopped. Raises GuildhallError, OSError."""
    os.umask(0o077)
    limits = opening.limits
    _allow_descriptors(DESCRIPTORS * (limits.sessions + limits.nameless) + SPARE)
    opening.paths.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_logs(opening.paths.data)
    asyncio.run(Server(opening).run())


def _allow_descriptors(wanted: int) -> None:
    """Raise this process's limit of file descriptors to `wanted`, if the system allows it."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


class Server:
    def __init__(self, opening: ServerSettings) -> None:
        self._settings = opening
        self._closing = asyncio.Event()
        self._closes_everywhere = False
        self._reloading: set[asyncio.Task[bool]] = set()
        self._from_terminal = _has_terminal()
        self._web: WebServer | None = None

    async def run(self) -> None:
        paths, opening = self._settings.paths, self._settings
        with ExitStack() as stack:
            listening = stack.enter_context(_listening(opening.host, opening.port))
            control = ControlSocket(paths.data, self._answer)
            await control.open()
            stack.callback(control.close)
            register = stack.enter_context(closing(KeyRegistry(paths)))
            path = opening.key or paths.data / HOST_KEY
            key = shared_host_key(register.hosts, path, replace=opening.new_key)
            host, port = listening.getsockname()[:2]
            self._place: dict[str, Json] = {
                "host": host,
                "port": port,
                "key": key.get_fingerprint(),
                "balancers": [str(balancer) for balancer in opening.balancers],
            }
            came_by = opening.connect_command or default_connect_command(opening.host, port)
            web = self._web = _web_server(stack, opening)
            page = None if web is None else web.page
            if web is not None:
                self._place["web"] = _web_place(web)
            notifier_settings = opening.notifier_settings and evolve(
                opening.notifier_settings,
                connect_command=came_by,
                page=None if page is None or is_local(page) else page,
            )
            self.thinkers = BotSupervisor(paths, opening.limits.workers, notifier_settings)
            stack.callback(self.thinkers.close)
            pool = SessionPool(paths, opening.limits, opening.preload)
            self.state = ServerState(
                paths,
                register,
                pool,
                opening.registration,
                opening.limits,
                came_by,
                page,
                opening.balancers,
            )
            ssh = SshServer(self.state)
            self.exchange = PubsubBridge(paths)
            stack.callback(self.exchange.close)
            subscription = register.subscribe(topic_of_host_commands(self.exchange.id))
            self.desk = HostCommandHandler(paths, self.exchange.id, subscription, self._answer)
            self._handle_signals()
            try:
                if await self._is_made_ready():
                    self.thinkers.open()
                    self.exchange.open()
                    self.desk.open()
                    self.state.open()
                    await ssh.open(listening, key)
                    if web is not None:
                        await web.open(self.state)
                    self._print_addresses(key.get_fingerprint())
                    await self._closing.wait()
            finally:
                is_open_elsewhere = await self._is_open_elsewhere()
                ssh.stop()
                if web is not None:
                    web.stop()
                await self.state.close(is_open_elsewhere=is_open_elsewhere)
                await self.desk.close()

    async def _is_open_elsewhere(self) -> bool:
        """Return whether another machine of the server continues to run. False if that cannot be
        found out in time."""
        if self._closes_everywhere:
            return False
        with suppress(GuildhallError, TimeoutError):
            async with asyncio.timeout(HOST_SEARCH_SECONDS):
                return bool(await self.state.register.other_hosts(self.exchange.id))
        return False

    async def _is_made_ready(self) -> bool:
        """Wait until sessions can be started. If this takes long, tell the admin. Return False if
        the server is stopped in the meantime. Raises NotReady."""
        loop = asyncio.get_running_loop()
        slow = words("The server is starting. On a slow machine, this can take a few minutes.")
        slow_timer = loop.call_later(NOTICE_DELAY, self._settings.print_text, slow)
        opening = loop.create_task(self.state.session_pool.open())
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
        """Let new sessions and the bot service use the current code. Return False if that code does
        not start."""
        self.thinkers.reload()
        if self._web is not None:
            self._web.reload_certificate()
        return await self.state.session_pool.reload()

    def _print_addresses(self, fingerprint: str) -> None:
        print_text = self._settings.print_text
        print_text(words("The server is running. Its host key:"))
        print_text(verbatim(fingerprint))
        print_text(words("Friends connect with: {line}", line=self.state.connect_command))
        host = host_of(self.state.connect_command)
        if not is_public(host):
            print_text(
                words(
                    "Friends elsewhere cannot find a computer called {host}. Give its public name "
                    "or address with --connect-command, and open port {port} in your firewall and "
                    "router.",
                    host=host,
                    port=self._place["port"],
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
            word = self.state.register.invite_code()
            print_text(words("New players need this invite code: {word}", word=word))
        if self._web is None and find_spec("websockets") is not None:
            print_text(
                words("To let friends connect with a browser too, start the server with --web.")
            )

    def _load(self) -> Answer:
        """Return the process id of the bot service, the version, and the computer's load and number
        of cores."""
        return {
            "thinkers": self.thinkers.pid,
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
                return {"house": {**await self.state.status(), **self._load()}}
            case {"do": "check"}:
                return {"door": {**self._place, **self.state.readiness}}
            case {"do": "reload"}:
                return {"done": await self._reload()}
            case {"do": "say", "text": str(text)}:
                return {"told": self.state.announce(text)}
            case {"do": "log", "text": str(text)}:
                _log.info("%s", text)
                return {"done": True}
            case {"do": "stop", **how}:
                self._closes_everywhere = "everywhere" in how
                self._closing.set()
                return {"done": True}
        return {"done": False}


def _web_server(stack: ExitStack, opening: ServerSettings) -> WebServer | None:
    """Create the web front end. Return None if `opening` has none. Raises CannotListen,
    BadCertificate."""
    if opening.web is None:
        return None
    from tui.web.web_server import WebServer

    settings = opening.web
    return WebServer(settings, stack.enter_context(_listening(settings.host, settings.port)))


def _web_place(web: WebServer) -> Answer:
    """Return the address of the web front end for a health check."""
    host, port = web.address
    return {"host": host, "port": port, "tls": web.certificate is not None}


def _has_terminal() -> bool:
    """Return whether this process still has a terminal."""
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY | os.O_CLOEXEC))
    except OSError:
        return False
    return True


def _listening(host: str, port: int) -> socket.socket:
    """Return a listening socket. For `EVERYWHERE`, it listens on IPv4 and IPv6. Raises
    CannotListen."""
    try:
        if host == EVERYWHERE:
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
    """Return the host in a connect command such as `ssh -p 2222 HOST`, of which it is the last
    word."""
    return connect_command.split()[-1].rpartition("@")[2]


def is_public(host: str) -> bool:
    """Return whether others can probably reach a host by this name or address."""
    try:
        return ip_address(host).is_global
    except ValueError:
        return "." in host.rstrip(".") and not host.lower().rstrip(".").endswith(LOCAL_NAMES)


def default_connect_command(host: str, port: int) -> str:
    """Return the connect command for a server at `host`, with the name of this computer if the
    server listens everywhere."""
    name = socket.gethostname() if host in (EVERYWHERE, "0.0.0.0") else host
    return f"ssh {name}" if port == 22 else f"ssh -p {port} {name}"
