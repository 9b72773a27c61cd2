"""Database URLs: how to recognize them, and how to show them without secrets."""

from __future__ import annotations

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
