"""The login message of a page, and which parts of it the server accepts."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

import asyncssh
import pytest
from cryptography.hazmat.primitives import serialization
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.web.browsing import fingerprint, login_message, new_browser_key
from tui.server.limits import Limits
from tui.web.login import BadMessage, BadSignature, new_challenge, parse_login, signed_text

ORIGIN = "https://games.example.org"
P = 2**255 - 19
EIGHTH = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SMALL = [0, 1, P - 1, P, P + 1, EIGHTH, P - EIGHTH]


def changed_login(**changes: Any) -> tuple[str, str]:
    """Return a login message with changed fields, and its challenge."""
    challenge = new_challenge()
    return json.dumps({**login_message(new_browser_key(), ORIGIN, challenge), **changes}), challenge


def test_signed_challenge_for_this_page_logs_in():
    key, challenge = new_browser_key(), new_challenge()
    message = json.dumps(login_message(key, ORIGIN, challenge, command="join K7M2", lines=True))
    login = parse_login(message, ORIGIN, challenge)
    assert login.fingerprint == fingerprint(key)
    assert (login.command, login.lines, login.size) == ("join K7M2", True, (120, 40))


def test_fingerprint_equals_that_of_ssh():
    key = new_browser_key()
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.OpenSSH,
        serialization.NoEncryption(),
    )
    assert fingerprint(key) == asyncssh.import_private_key(pem).get_fingerprint()


def test_signature_for_another_page_or_challenge_is_refused():
    key, challenge = new_browser_key(), new_challenge()
    message = json.dumps(login_message(key, "https://evil.example.org", challenge))
    with pytest.raises(BadSignature):
        parse_login(message, ORIGIN, challenge)
    message = json.dumps(login_message(key, ORIGIN, challenge))
    with pytest.raises(BadSignature):
        parse_login(message, ORIGIN, new_challenge())


def test_signature_by_another_key_is_refused():
    key, other, challenge = new_browser_key(), new_browser_key(), new_challenge()
    signature = b64encode(other.sign(signed_text(ORIGIN, challenge))).decode()
    with pytest.raises(BadSignature):
        parse_login(
            json.dumps(login_message(key, ORIGIN, challenge, signature=signature)),
            ORIGIN,
            challenge,
        )


@pytest.mark.parametrize("sign", [0, 1 << 255])
@pytest.mark.parametrize("coordinate", SMALL)
def test_weak_key_is_refused_with_any_signature(coordinate: int, sign: int):
    point = (coordinate | sign).to_bytes(32, "little")
    for signature in (bytes(64), point + bytes(32)):
        message, challenge = changed_login(
            key=b64encode(point).decode(), signature=b64encode(signature).decode()
        )
        with pytest.raises(BadSignature, match="the key is weak"):
            parse_login(message, ORIGIN, challenge)


@pytest.mark.parametrize(
    "changes",
    [
        {"key": None},
        {"key": "AAAA"},
        {"key": "no base64!"},
        {"key": "é"},
        {"signature": 7},
        {"signature": b64encode(bytes(63)).decode()},
        {"columns": True},
        {"columns": "80"},
        {"columns": 1e9},
        {"rows": -1},
        {"rows": 10**9},
        {"language": "ru\n" * 20},
        {"language": None},
        {"colours": "plenty"},
        {"colours": ["full"]},
        {"command": "x" * 201},
        {"command": {}},
    ],
)
def test_malformed_login_is_refused(changes: dict[str, Any]):
    message, challenge = changed_login(**changes)
    with pytest.raises(BadMessage):
        parse_login(message, ORIGIN, challenge)


@pytest.mark.parametrize(
    "message", ["", "[]", "null", "7", "{", "[" * 16_000, '{"key": 1e999}', "\x00", b"{}"]
)
def test_malformed_message_is_refused(message: str | bytes):
    with pytest.raises(BadMessage):
        parse_login(message, ORIGIN, "")


@given(st.text() | st.binary() | st.dictionaries(st.text(), st.integers()).map(json.dumps))
def test_arbitrary_message_is_only_refused(message: str | bytes):
    with pytest.raises((BadMessage, BadSignature)):
        parse_login(message, ORIGIN, "challenge")


def test_challenges_are_unique():
    assert len({new_challenge() for _ in range(1000)}) == 1000
    assert Limits().login_seconds < 60
