"""Weak keys: signatures for them can be made without a private key."""

from __future__ import annotations

from base64 import b64encode
from itertools import product
from pathlib import Path
from typing import Final

import asyncssh
import pytest
from asyncssh.packet import String
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.tui.ssh.server_process import running_server, ssh_connection
from tui.server.weak_keys import CURVES, is_weak_key

P: Final = 2**255 - 19
D: Final = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int]
ZERO: Final = (0, 1)


def added(one: Point, other: Point) -> Point:
    """Return the sum of two points of the curve."""
    (x, y), (u, v) = one, other
    k = D * x * u * y * v
    return (x * v + u * y) * pow(1 + k, -1, P) % P, (y * v + x * u) * pow(1 - k, -1, P) % P


def order(point: Point) -> int:
    """Return the order of a point: how often it must be added to itself until it is zero."""
    total, times = point, 1
    while total != ZERO:
        total, times = added(total, point), times + 1
        assert times <= 8
    return times


def first(y: int) -> int | None:
    """Return the first coordinate of the point with the second coordinate `y`."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    for root in (x, x * pow(2, (P - 1) // 4, P) % P):
        if root * root % P == square:
            return root
    return None


def small() -> set[Point]:
    """Return all points of small order: one of order eight, and its multiples."""
    (eighth,) = (
        (x, y)
        for y in sorted(CURVES[b"ssh-ed25519"].small)[:3]
        if (x := first(y)) is not None and order((x, y)) == 8
    )
    points, point = set[Point](), eighth
    while point not in points:
        points.add(point)
        point = added(point, eighth)
    return points


def encodings() -> list[bytes]:
    """Return all encodings of points of small order, including invalid ones."""
    seconds = {y for _, y in small()}
    written = [y + more for y, more in product(seconds, (0, P)) if y + more < 2**255]
    return sorted((y | sign << 255).to_bytes(32, "little") for y in written for sign in (0, 1))


def key(point: bytes, kind: bytes = b"ssh-ed25519") -> asyncssh.SSHKey:
    """Return the public key with a point."""
    return asyncssh.import_public_key(kind + b" " + b64encode(String(kind) + String(point)))


def test_weak_keys_have_eight_and_fourteen_encodings():
    assert len(small()) == 8
    assert sorted(map(order, small())) == [1, 2, 4, 4, 8, 8, 8, 8]
    assert len(encodings()) == 14


@pytest.mark.parametrize("point", encodings(), ids=bytes.hex)
def test_weak_ed25519_key_is_recognised(point: bytes):
    assert is_weak_key(b"ssh-ed25519", key(point).public_data)


def test_signature_verifies_without_a_private_key():
    """The attack is real: a signature of zeros verifies."""
    verified = 0
    for number in range(100):
        try:
            Ed25519PublicKey.from_public_bytes(bytes(32)).verify(bytes(64), b"%d" % number)
        except Exception:
            continue
        verified += 1
    assert 0 < verified < 100


@pytest.mark.parametrize("y", [0, 1, 2**448 - 2**224 - 2, 2**448 - 2**224 - 1, 2**448 - 2**224])
@pytest.mark.parametrize("sign", [0, 0x80])
def test_weak_ed448_key_is_recognised(y: int, sign: int):
    point = y.to_bytes(56, "little") + bytes([sign])
    try:
        Ed448PublicKey.from_public_bytes(point)
    except ValueError:
        return
    assert is_weak_key(b"ssh-ed448", key(point, b"ssh-ed448").public_data)


@pytest.mark.parametrize("kind", ["ssh-ed25519", "ssh-ed448", "ecdsa-sha2-nistp256", "ssh-rsa"])
def test_generated_keys_are_not_weak(kind: str):
    for _ in range(1 if kind == "ssh-rsa" else 20):
        own = asyncssh.generate_private_key(kind)
        assert not is_weak_key(own.algorithm, own.public_data)


class ForgedKey(asyncssh.SSHKeyPair):
    """A key without a private key, which signs with zeros."""

    def __init__(self, point: bytes) -> None:
        kind = b"ssh-ed25519"
        super().__init__(kind, kind, (kind,), (kind,), String(kind) + String(point), None)

    def sign(self, data: bytes) -> bytes:
        """Return a signature of zeros."""
        return String(b"ssh-ed25519") + String(bytes(64))


async def test_weak_key_cannot_log_in(tmp_path: Path):
    with running_server(tmp_path, newcomers_per_minute=1000) as server:
        for point in (bytes(32), b"\1" + bytes(31)):
            for _ in range(20):
                with pytest.raises((asyncssh.Error, OSError)):
                    async with ssh_connection(server, None, only=ForgedKey(point)):  # type: ignore[arg-type]
                        pass
        assert "logged in" not in server.log()
        assert "its key is weak" in server.log()
