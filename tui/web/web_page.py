"""The web page, a single file per language that contains everything it needs. Its
Content-Security-Policy forbids loading anything else."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Final

from attrs import frozen
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from engine.i18n.language import LANGUAGES, Translator
from engine.i18n.text import Text, verbatim, words
from screens.paint.too_small import MIN_HEIGHT, MIN_WIDTH
from tui.server.identity import MAX_COLUMNS, MAX_ROWS

STATIC_FOLDER: Final = Path(__file__).parent / "static"
LANGUAGE_HEADER: Final = "Accept-Language"

SCRIPTS: Final = (
    "vendor/xterm.js",
    "vendor/addon-fit.js",
    "vendor/addon-unicode11.js",
    "key.js",
    "terminal.js",
    "lines.js",
    "client.js",
)
STYLES: Final = ("vendor/xterm.css", "page.css")
SOURCE_MAP: Final = "//# sourceMappingURL="

MISUNDERSTOOD: Final = words(
    "The page and the server do not understand each other. Reload the page."
)
NO_SCRIPT: Final = words("This page needs JavaScript. You can also connect with SSH.")

PAGE_TEXTS: Final[Mapping[str, Text]] = {
    "to_lines": words("Switch to line mode, for screen readers"),
    "again": words("Connect again"),
    "log": words("Messages from the server"),
    "typed": words("Your answer:"),
    "keys": words("Keyboard"),
    "left": words("Left"),
    "right": words("Right"),
    "up": words("Up"),
    "down": words("Down"),
    "keyboard": words("Show or hide the keyboard"),
    "page": words("This page"),
    "use_lines": words("Line mode: sentences instead of pictures"),
    "colours": words("Colours:"),
    "colours_full": words("all"),
    "colours_256": verbatim("256"),
    "colours_none": words("none"),
    "contrast": words("More contrast"),
    "notify": words("Notify me here when it is my turn"),
    "connecting": words("Connecting …"),
    "lost": words("The connection was lost. Your games are safe. Reconnecting …"),
    "ended": words("You have left the server."),
    "bell": words("Guildhall needs your attention."),
    "misunderstood": MISUNDERSTOOD,
    "other_address": words(
        "This server does not accept logins at the address that you have opened. Open this "
        "address instead:"
    ),
    "not_secure": words(
        "Browsers can log in only over https, or on the computer of the server itself. Open this "
        "page with https, or connect with SSH."
    ),
    "no_ed25519": words(
        "This browser cannot make the key that identifies you (Ed25519). Use a newer browser, or "
        "connect with SSH."
    ),
    "no_storage": words(
        "This browser keeps no data for this page, so it would lose your key. Leave the private "
        "window or allow site data, or connect with SSH."
    ),
    "no_clipboard": words("The browser does not allow copying to the clipboard."),
    "no_notifications": words(
        "The browser does not allow notifications from this page. You can change that in the "
        "browser's settings for this site."
    ),
    "long_paste": words("The text is too long to paste."),
}
"""Texts of the page, by their names in the page's scripts."""


@frozen
class WebPage:
    """The page in one language, plain and compressed, with the hashes of its scripts and its ETag
    (`tag`)."""

    language: str
    body: bytes
    compressed: bytes
    hashes: tuple[str, ...]
    tag: str

    @classmethod
    def compose(cls, language: str, origins: Sequence[str]) -> WebPage:
        """Build the page from its files. The page connects only if its own origin is one of
        `origins`. Raises OSError."""
        translator = Translator(language)
        scripts = [_script(name) for name in SCRIPTS]
        texts = json.dumps(
            {name: translator.translate(text) for name, text in PAGE_TEXTS.items()}
            | {"sizes": [[MIN_WIDTH, MIN_HEIGHT], [MAX_COLUMNS, MAX_ROWS]]}
            | {"origins": list(origins)}
        )
        parts = {
            "language": language,
            "style": "\n".join(_read(name) for name in STYLES),
            "no_script": escape(translator.translate(NO_SCRIPT)),
            "texts": texts.replace("<", "\\u003c"),
            "scripts": "\n".join(f"<script>{script}</script>" for script in scripts),
        }
        page = _read("index.html")
        for name, text in parts.items():
            page = page.replace(f"{{{name}}}", text, 1)
        body = page.encode()
        return cls(
            language,
            body,
            gzip.compress(body, 9, mtime=0),
            tuple(_hash(script) for script in scripts),
            f'"{sha256(body).hexdigest()[:32]}"',
        )

    @property
    def policy(self) -> str:
        """The Content-Security-Policy. It allows only the page's own scripts, connections to the
        page's origin, inline styles (which the terminal sets) and images in data URLs."""
        return (
            "default-src 'none'; "
            f"script-src {' '.join(self.hashes)}; "
            "style-src 'unsafe-inline'; img-src data:; connect-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )

    def response(self, request: Request) -> Response:
        """Return the response to a request for the page."""
        headers = Headers(
            {
                "Content-Security-Policy": self.policy,
                "Content-Language": self.language,
                "ETag": self.tag,
                "Cache-Control": "no-cache",
                "Vary": f"{LANGUAGE_HEADER}, Accept-Encoding",
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
                "Cross-Origin-Opener-Policy": "same-origin",
                "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
                "Connection": "close",
            }
        )
        if self.tag in ",".join(request.headers.get_all("If-None-Match")):
            return Response(HTTPStatus.NOT_MODIFIED, "Not Modified", headers)
        body = self.body
        if "gzip" in ",".join(request.headers.get_all("Accept-Encoding")):
            body = self.compressed
            headers["Content-Encoding"] = "gzip"
        headers["Content-Type"] = "text/html; charset=utf-8"
        headers["Content-Length"] = str(len(body))
        return Response(HTTPStatus.OK, "OK", headers, body)


def read_pages(origins: Sequence[str]) -> dict[str, WebPage]:
    """Return the page of a server with the given `origins`, by language. Raises OSError."""
    return {language: WebPage.compose(language, origins) for language in LANGUAGES}


def preferred_page(accepted: Sequence[str]) -> str:
    """Return the first available language in `accepted`, the values of the Accept-Language header,
    or else English. Browsers list languages in order of preference."""
    for choice in ",".join(accepted).split(","):
        language = choice.partition(";")[0].strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"


def _read(name: str) -> str:
    return (STATIC_FOLDER / name).read_text(encoding="utf-8")


def _script(name: str) -> str:
    """Return a script without the reference to its source map, which is not served."""
    lines = _read(name).split("\n")
    return "\n".join(line for line in lines if not line.startswith(SOURCE_MAP))


def _hash(script: str) -> str:
    """Return the hash of a script for the Content-Security-Policy."""
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
