"""Addresses of databases (connection URIs), and how they are told."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlsplit

SCHEMES: Final = ("postgresql", "postgres")

_SECRETS: Final = ("password", "sslpassword")


def is_address(text: str) -> bool:
    """Whether that is the address of a database, be it right or wrong."""
    try:
        return urlsplit(text).scheme in SCHEMES
    except ValueError:
        return False


def place_of(text: str) -> Path | str:
    """Where a store is, as it was written: the path of a file, or an address."""
    return text if is_address(text) else Path(text)


def tells_a_secret(address: str) -> bool:
    """Whether there is a password in an address."""
    parts = urlsplit(address)
    return parts.password is not None or any(
        name in _SECRETS for name, _ in parse_qsl(parts.query, keep_blank_values=True)
    )


def shown(address: str) -> str:
    """An address as everybody may read it: who, which host, which database."""
    parts = urlsplit(address)
    who, _, where = parts.netloc.rpartition("@")
    name = who.partition(":")[0]
    return f"{parts.scheme}://{name}{'@' if name else ''}{where}{parts.path}"
