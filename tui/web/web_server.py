"""The web front end: its socket, its responses, and which pages may open a WebSocket."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from typing import Final

from attrs import define, field
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from engine.i18n.text import Text, words
from screens.lobby.guest import is_local
from tui.server.limits import Meters
from tui.server.server_state import ServerState
from tui.web.certificate import BadCertificate, Certificate
from tui.web.forwarded import FORWARDED_HEADER, BadForwardedAddress, client_address
from tui.web.healthcheck import HEALTH_PATH
from tui.web.web_connection import MAX_UNSENT, WebConnection
from tui.web.web_page import LANGUAGE_HEADER, WebPage, preferred_page, read_pages
from tui.web.web_settings import LOOPBACK, WebSettings, origin_of

SOCKET_PATH: Final = "/session"
"""Path of the page's WebSocket."""
MAX_MESSAGE_LENGTH: Final = 16 * 1024
"""Maximum size of a browser's message, in bytes."""
WAITING_MESSAGES: Final = 8
"""Number of queued messages above which a connection is not read."""

_log = logging.getLogger("guildhall.door")

_quiet = logging.getLogger("guildhall.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False
"""Turn off the library's log about misbehaving clients, because these are counted and logged
here."""


@define(eq=False)
class WebServer:
    """The web front end of a server, on a listening socket. The constructor raises BadCertificate
    if the certificate is unusable."""

    settings: WebSettings
    _listening: socket.socket
    certificate: Certificate | None = field(init=False)
    page: str = field(init=False)
    state: ServerState = field(init=False)
    _origins: frozenset[str] = field(init=False)
    _pages: dict[str, WebPage] = field(init=False)
    _requests: Meters = field(init=False)
    _server: Server | None = field(default=None, init=False)
    _has_warned: bool = field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        settings = self.settings
        self.certificate = None
        if settings.certificate is not None:
            key = settings.private_key or settings.certificate
            self.certificate = Certificate.load(settings.certificate, key)
        origins = self._known_origins(self._listening.getsockname()[1])
        self.page = f"{origins[0]}/"
        self._origins = frozenset(origins)
        self._pages = read_pages(origins)

    def _known_origins(self, port: int) -> list[str]:
        """Return the origins that may open a WebSocket. The first one is that of the page."""
        if self.settings.page is not None:
            return [origin_of(self.settings.page)]
        if self.certificate is not None and self.certificate.names:
            return [origin_of(f"https://{name}:{port}/") for name in self.certificate.names]
        scheme = "http" if self.certificate is None else "https"
        return [
            origin_of(f"{scheme}://{host}:{port}/") for host in ("localhost", LOOPBACK, "[::1]")
        ]

    def warnings(self) -> Iterator[Text]:
        """Yield warnings for the admin when the server starts."""
        if self.certificate is None and (self.settings.page is None or not self._is_secure):
            yield words(
                "Browsers can log in only over https, or on this computer. For others, put a web "
                "server with a certificate in front and name it with --web-url, or use "
                "--web-cert and --web-key."
            )
        if self.certificate is not None and (warning := self.certificate.warning()) is not None:
            yield warning

    @property
    def _is_secure(self) -> bool:
        return self.page.startswith("https:") or is_local(self.page)

    async def open(self, state: ServerState) -> None:
        """Start answering requests."""
        self.state = state
        limits = state.limits
        self._requests = Meters(limits.pages_per_minute)
        self._server = await serve(
            _live,
            sock=self._listening,
            process_request=self._answer,
            create_connection=partial(WebConnection, front=self),  # type: ignore[arg-type]
            max_size=MAX_MESSAGE_LENGTH,
            max_queue=WAITING_MESSAGES,
            write_limit=MAX_UNSENT // 2,
            compression=None,
            open_timeout=limits.login_seconds,
            close_timeout=limits.stall_seconds,
            ping_interval=limits.alive_seconds,
            ping_timeout=2 * limits.alive_seconds,
            server_header="Guildhall",
            logger=_quiet,
        )

    @property
    def address(self) -> tuple[str, int]:
        """Address and port on which the server listens."""
        host, port = self._listening.getsockname()[:2]
        return str(host), int(port)

    def stop(self) -> None:
        """Stop accepting connections. Open connections are kept."""
        if self._server is not None:
            self._server.close(close_connections=False)

    def reload_certificate(self) -> None:
        """Read the certificate's files again. If they are unusable, keep the old certificate and
        log the error."""
        if self.certificate is not None:
            try:
                self.certificate.reload()
            except BadCertificate as error:
                _log.error("the certificate was not reloaded: %s", error)

    def language_of(self, request: Request) -> str:
        return preferred_page(request.headers.get_all(LANGUAGE_HEADER))

    def origin_of(self, connection: ServerConnection) -> str:
        """Return the origin of a WebSocket, which is always one of the allowed origins."""
        assert connection.request is not None
        return _origin(connection.request)

    # ------------------------------------------------------------------ requests

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the response to a request; None if the request opens the WebSocket."""
        assert isinstance(connection, WebConnection)
        path = request.path.partition("?")[0]
        if path == HEALTH_PATH:
            return self._health()
        forwarded = request.headers.get_all(FORWARDED_HEADER)
        if connection.is_forwarded:
            try:
                connection.set_forwarded(client_address(forwarded, self.state.balancers))
            except BadForwardedAddress as error:
                _log.warning("%s is a proxy: %s", connection.peer, error)
                return _plain(HTTPStatus.BAD_REQUEST, f"{FORWARDED_HEADER}: {error}.")
        elif forwarded and not self._has_warned:
            self._has_warned = True
            _log.warning(
                "%s names another address in %s, and --trust-proxy does not name it: ignored",
                connection.peer,
                FORWARDED_HEADER,
            )
        if path == SOCKET_PATH:
            return self._open_socket(connection, request)
        if not self._requests.consume(connection.address):
            return _plain(HTTPStatus.TOO_MANY_REQUESTS, "Too many requests: wait a minute.")
        if path != "/":
            return _plain(HTTPStatus.NOT_FOUND, "There is no such page here.")
        return self._pages[self.language_of(request)].response(request)

    def _open_socket(self, connection: WebConnection, request: Request) -> Response | None:
        """Return a response that refuses a WebSocket; None if it may be opened."""
        if _origin(request) not in self._origins:
            _log.info("%s refused: a WebSocket from another page", connection.address)
            return _plain(
                HTTPStatus.FORBIDDEN, "Only the page of this server can log in. See --web-url."
            )
        return None

    def _health(self) -> Response:
        """Return a response that tells a load balancer whether players can connect."""
        if all(self.state.readiness.values()):
            return _plain(HTTPStatus.OK, "ready")
        return _plain(HTTPStatus.SERVICE_UNAVAILABLE, "not ready")


async def _live(connection: ServerConnection) -> None:
    assert isinstance(connection, WebConnection)
    await connection.serve_session()


def _origin(request: Request) -> str:
    """Return the value of the Origin header, or an empty string unless it occurs exactly once."""
    values = request.headers.get_all("Origin")
    return values[0] if len(values) == 1 else ""


def _plain(status: HTTPStatus, text: str) -> Response:
    body = f"{text}\n".encode()
    headers = Headers(
        {
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Length": str(len(body)),
            "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
            "Connection": "close",
        }
    )
    return Response(status, status.phrase, headers, body)
