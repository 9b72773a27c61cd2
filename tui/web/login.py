"""Logging in from a browser: a key of Ed25519 that the browser keeps signs the server's challenge.

The signature is bound to the origin of the page, so that no other site can have the challenge of
this server signed and log in with it. The fingerprint is that of the same key in SSH.
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
"""What the signed text begins with: a signature for anything else is not a login."""

ALGORITHM: Final = b"ssh-ed25519"
LARGEST: Final = 1_000_000
"""The largest number of columns or rows that is read as one."""

COLOURS: Final = {
    "full": {b"COLORTERM": b"truecolor"},
    "256": {},
    "none": {b"NO_COLOR": b"1"},
}
"""What a page may say of its colours, and the environment that stands for it."""


class BadMessage(ValueError):
    """A page has sent what no page of ours sends."""


class BadSignature(ValueError):
    """A login whose key or signature is not good."""


@frozen
class Login:
    """A verified login: the key that was checked, the size in cells, the language, the
    colours, the command, and whether line mode is wanted."""

    fingerprint: str
    size: tuple[int, int]
    language: str
    colours: str
    command: str
    lines: bool

    @property
    def environment(self) -> Mapping[bytes, bytes]:
        """The environment that an SSH client would send."""
        return {**COLOURS[self.colours], b"LANG": self.language.encode()}


def new_challenge() -> str:
    """A challenge that nobody can guess, and that is used once."""
    return secrets.token_urlsafe(32)


def signed_text(origin: str, challenge: str) -> bytes:
    """The text that a key signs to log in."""
    return f"{PURPOSE}\n{origin}\n{challenge}".encode()


def parse_login(message: str | bytes, origin: str, challenge: str) -> Login:
    """A login as the page sends it; raises BadMessage, and BadSignature for a key that is anybody's
    or a signature that is not of this key, this origin and this challenge."""
    said = parse_message(message)
    point = _decoded(said.get("key"), 32)
    signature = _decoded(said.get("signature"), 64)
    login = Login(
        fingerprint=fingerprint_of(point),
        size=parse_size(said),
        language=_text(said, "language", 35),
        colours=_text(said, "colours", 8),
        command=_text(said, "command", 200),
        lines=said.get("lines") is True,
    )
    if login.colours not in COLOURS:
        raise BadMessage("colours")
    if is_weak_key(ALGORITHM, _blob(point)):
        raise BadSignature("the key is anybody's")
    try:
        key = Ed25519PublicKey.from_public_bytes(point)
        key.verify(signature, signed_text(origin, challenge))
    except (InvalidSignature, ValueError):
        raise BadSignature("the signature is not good") from None
    return login


def parse_message(message: str | bytes) -> Mapping[str, Any]:
    """Parse a message that is not typed; raises BadMessage."""
    if not isinstance(message, str):
        raise BadMessage("bytes where a message was expected")
    try:
        found = json.loads(message)
    except (ValueError, RecursionError):
        raise BadMessage("not JSON") from None
    if not isinstance(found, dict):
        raise BadMessage("not an object")
    return found


def parse_size(said: Mapping[str, Any]) -> tuple[int, int]:
    """The columns and rows of a message; raises BadMessage."""
    columns, rows = said.get("columns"), said.get("rows")
    if type(columns) is not int or type(rows) is not int:
        raise BadMessage("no size")
    if not (0 <= columns <= LARGEST and 0 <= rows <= LARGEST):
        raise BadMessage("no size of a window")
    return columns, rows


def fingerprint_of(point: bytes) -> str:
    """The fingerprint of a public key, as `ssh-keygen -l` prints it."""
    digest = sha256(_blob(point)).digest()
    return f"SHA256:{b64encode(digest).decode().rstrip('=')}"


def _blob(point: bytes) -> bytes:
    """A public key as SSH writes it."""
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


def _text(said: Mapping[str, Any], name: str, longest: int) -> str:
    text = said.get(name)
    if not isinstance(text, str) or len(text) > longest or not text.isascii():
        raise BadMessage(name)
    return text
