"""Login from a browser: an Ed25519 key that the browser keeps signs the server's challenge.

The signature covers the origin of the page, so that no other site can log in with it. The
fingerprint is the one that the same key has in SSH.
"""

from __future__ import annotations

import json
import secrets
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from collections.abc import Mapping
from hashlib import sha256
from struct import pack
from typing import Any, Final

from attrs import frozen
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tui.server.weak_keys import is_weak_key

PURPOSE: Final = "guildhall-web-login-v1"
"""Prefix of the signed text, so that signatures made for other purposes are not valid logins."""

ALGORITHM: Final = b"ssh-ed25519"
MAX_EXTENT: Final = 1_000_000
"""Maximum number of columns or rows accepted in a message."""

COLOURS: Final = {
    "full": {b"COLORTERM": b"truecolor"},
    "256": {},
    "none": {b"NO_COLOR": b"1"},
}
"""Environment variables for the colour settings of the page."""


class BadMessage(ValueError):
    """Raised for a message that the page never sends."""


class BadSignature(ValueError):
    """Raised if the key or the signature of a login is invalid."""


@frozen
class Login:
    """A verified login: the fingerprint of the key, the terminal size (columns, rows), the
    language, the colours (a key of `COLOURS`), the command, and whether line mode is wanted."""

    fingerprint: str
    size: tuple[int, int]
    language: str
    colours: str
    command: str
    lines: bool

    @property
    def environment(self) -> Mapping[bytes, bytes]:
        """The environment that an equivalent SSH client would send."""
        return {**COLOURS[self.colours], b"LANG": self.language.encode()}


def new_challenge() -> str:
    """Return a random challenge for a single login."""
    return secrets.token_urlsafe(32)


def signed_text(origin: str, challenge: str) -> bytes:
    """Return the text to sign for a login."""
    return f"{PURPOSE}\n{origin}\n{challenge}".encode()


def parse_login(message: str | bytes, origin: str, challenge: str) -> Login:
    """Parse and verify a login. Raises BadMessage, and BadSignature for a weak key or a signature
    that does not match the key, `origin` and `challenge`."""
    fields = parse_message(message)
    point = _decoded(fields.get("key"), 32)
    signature = _decoded(fields.get("signature"), 64)
    login = Login(
        fingerprint=fingerprint_of(point),
        size=parse_size(fields),
        language=_text(fields, "language", 35),
        colours=_text(fields, "colours", 8),
        command=_text(fields, "command", 200),
        lines=fields.get("lines") is True,
    )
    if login.colours not in COLOURS:
        raise BadMessage("colours")
    if is_weak_key(ALGORITHM, _blob(point)):
        raise BadSignature("the key is weak")
    try:
        key = Ed25519PublicKey.from_public_bytes(point)
        key.verify(signature, signed_text(origin, challenge))
    except (InvalidSignature, ValueError):
        raise BadSignature("the signature is invalid") from None
    return login


def parse_message(message: str | bytes) -> Mapping[str, Any]:
    """Parse a message other than input. Raises BadMessage."""
    if not isinstance(message, str):
        raise BadMessage("bytes where a message was expected")
    try:
        fields = json.loads(message)
    except (ValueError, RecursionError):
        raise BadMessage("not JSON") from None
    if not isinstance(fields, dict):
        raise BadMessage("not an object")
    return fields


def parse_size(fields: Mapping[str, Any]) -> tuple[int, int]:
    """Return the terminal size (columns, rows) that a message gives. Raises BadMessage if it is
    missing or out of range."""
    columns, rows = fields.get("columns"), fields.get("rows")
    if type(columns) is not int or type(rows) is not int:
        raise BadMessage("no size")
    if not (0 <= columns <= MAX_EXTENT and 0 <= rows <= MAX_EXTENT):
        raise BadMessage("no size of a window")
    return columns, rows


def fingerprint_of(point: bytes) -> str:
    """Return the fingerprint of a public key, as `ssh-keygen -l` prints it."""
    return f"SHA256:{b64encode(sha256(_blob(point)).digest()).decode().rstrip('=')}"


def _blob(point: bytes) -> bytes:
    """Return a public key in SSH format."""
    return pack(">I", len(ALGORITHM)) + ALGORITHM + pack(">I", len(point)) + point


def _decoded(text: Any, length: int) -> bytes:
    if not isinstance(text, str):
        raise BadMessage("no key or signature")
    try:
        data = b64decode(text, validate=True)
    except (BadBase64, ValueError):
        raise BadMessage("a key or signature that is not base64") from None
    if len(data) != length:
        raise BadMessage("a key or signature of another length")
    return data


def _text(fields: Mapping[str, Any], name: str, longest: int) -> str:
    text = fields.get(name)
    if not isinstance(text, str) or len(text) > longest or not text.isascii():
        raise BadMessage(name)
    return text
