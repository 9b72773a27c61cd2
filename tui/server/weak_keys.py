"""Detection of weak public keys: points of small order, for which signatures can be forged.

To verify a signature, the public key is multiplied by a number that depends on the message. With a
point of small order, the result is the neutral element for at least one number in eight, so that a
forged signature is accepted. Key generators never produce such points.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen
class _Curve:
    """An Edwards curve: its prime, the number of bits of an encoded y coordinate, and the y
    coordinates of its points of small order. The x coordinate does not matter, because a point and
    its negative have the same order."""

    prime: int
    bits: int
    small: frozenset[int]


_25519: Final = 2**255 - 19
_448: Final = 2**448 - 2**224 - 1
_EIGHTH: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
"""The y coordinate of two of the four points of order eight. The other two have its negative."""

CURVES: Final = {
    b"ssh-ed25519": _Curve(_25519, 255, frozenset({0, 1, _25519 - 1, _EIGHTH, _25519 - _EIGHTH})),
    b"ssh-ed448": _Curve(_448, 455, frozenset({0, 1, _448 - 1})),
}


def is_weak_key(algorithm: bytes, data: bytes) -> bool:
    """Return whether a public key in SSH format is a point of small order, in any encoding: with
    either sign, and reduced or not. False if `algorithm`, without `sk-` and `@openssh.com`, is not
    in `CURVES`."""
    curve = CURVES.get(algorithm.removeprefix(b"sk-").removesuffix(b"@openssh.com"))
    if curve is None:
        return False
    point = _second_string(data)
    coordinate = int.from_bytes(point, "little") & ((1 << curve.bits) - 1)
    return coordinate % curve.prime in curve.small


def _second_string(data: bytes) -> bytes:
    """Return the second string of a key in SSH format, which is the point. The first one is the
    algorithm."""
    start = 4 + int.from_bytes(data[:4], "big")
    end = start + 4 + int.from_bytes(data[start : start + 4], "big")
    return data[start + 4 : end]
