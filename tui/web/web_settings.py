"""Settings of the web front end, as given on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from attrs import frozen

from engine.errors import BadSetup

LOOPBACK: Final = "127.0.0.1"


@frozen
class WebSettings:
    """Settings of the web server. `page` is the public address of the page
    (`https://games.example.org/`). If it is None, the address is derived from the certificate or
    from this computer. Without a `certificate`, the server does not use TLS. If `private_key` is
    None, the certificate's file contains the key."""

    port: int
    host: str = LOOPBACK
    page: str | None = None
    certificate: Path | None = None
    private_key: Path | None = None


def checked_page(text: str) -> str:
    """Return a public address with a slash at its end. Raises BadSetup for an address with anything
    but `http` or `https`, a host and an optional port."""
    try:
        parts = urlsplit(text)
        ok = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        page = f"{origin_of(text)}/" if ok else ""
    except ValueError:  # an invalid port or host name
        ok = False
    if not ok or parts.path not in ("", "/") or parts.query or parts.fragment or "@" in text:
        raise BadSetup(
            "--web-url must be the address of the page without a path, such as "
            "https://games.example.org, not {text}.",
            text=text,
        )
    return page


def origin_of(page: str) -> str:
    """Return the origin of a page as browsers write it, such as `https://games.example.org`. The
    scheme's default port is left out."""
    parts = urlsplit(page)
    host = (parts.hostname or "").encode("idna").decode()
    host = f"[{host}]" if ":" in host else host
    default_port = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + (
        f":{parts.port}" if parts.port not in (None, default_port) else ""
    )
