"""Database URLs: how to recognize them, and how to show them without secrets."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlsplit

SCHEMES: Final = ("postgresql", "postgres")

_SECRETS: Final = ("password", "sslpassword")


def is_address(text: str) -> bool:
    """Whether `text` is a database URL, even an invalid one."""
    try:
        return urlsplit(text).scheme in SCHEMES
    except ValueError:
        return False


def place_of(text: str) -> Path | str:
    """Return the location of a store as typed by a user, which is a database URL or the path of a
    file."""
    return text if is_address(text) else Path(text)


def contains_password(address: str) -> bool:
    parts = urlsplit(address)
    return parts.password is not None or any(
        name in _SECRETS for name, _ in parse_qsl(parts.query, keep_blank_values=True)
    )


def shown(address: str) -> str:
    """Return a URL without its secrets: only the user, the host and the database."""
    parts = urlsplit(address)
    who, _, where = parts.netloc.rpartition("@")
    name = who.partition(":")[0]
    return f"{parts.scheme}://{name}{'@' if name else ''}{where}{parts.path}"
