"""Database URLs: how to recognize them, and how to show them without secrets."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlsplit

SCHEMES: Final = ("postgresql", "postgres")

_SECRETS: Final = ("password", "sslpassword")


def is_address(text: str) -> bool:
    """Whether `text` can be parsed as a URL, and has the scheme of a database URL."""
    try:
        return urlsplit(text).scheme in SCHEMES
    except ValueError:
        return False


def place_of(text: str) -> Path | str:
    """Return the location of a store from `text`, which a user has typed: a database URL as a str,
    or the path of a file as a Path."""
    return text if is_address(text) else Path(text)


def contains_password(address: str) -> bool:
    parts = urlsplit(address)
    return parts.password is not None or any(
        name in _SECRETS for name, _ in parse_qsl(parts.query, keep_blank_values=True)
    )


def shown(address: str) -> str:
    """Return the database URL `address` without its password and its parameters, which can also
    contain secrets."""
    parts = urlsplit(address)
    who, _, where = parts.netloc.rpartition("@")
    name = who.partition(":")[0]
    return f"{parts.scheme}://{name}{'@' if name else ''}{where}{parts.path}"
