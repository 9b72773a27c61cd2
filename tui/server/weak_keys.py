"""Public keys that are nobody's: points of small order, for which a signature can be made without a
private key.

The check of a signature multiplies the public key by a number that the message gives. A point of
small order turns out to be zero then for one number in eight, or always, and a signature of nothing
but zeros is good. No key that a program makes is such a point.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen
class _Curve:
    """A curve of Edwards: the prime of its field, the bits of a coordinate, and the second
    coordinates of its points of small order. The first one does not matter: a point and its
    opposite are of the same order."""

    prime: int
    bits: int
    small: frozenset[int]


_25519: Final = 2**255 - 19
_448: Final = 2**448 - 2**224 - 1
_EIGHTH: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
"""The second coordinate of two of the four points of order eight; the others have its opposite."""

_CURVES: Final = {
    b"ssh-ed25519": _Curve(_25519, 255, frozenset({0, 1, _25519 - 1, _EIGHTH, _25519 - _EIGHTH})),
    b"ssh-ed448": _Curve(_448, 455, frozenset({0, 1, _448 - 1})),
}


def is_weak_key(algorithm: bytes, data: bytes) -> bool:
    """Whether a public key, as SSH writes it, is such a point, however that is written: with either
    sign, and with a coordinate that is less than the prime or not."""
    curve = _CURVES.get(algorithm.removeprefix(b"sk-").removesuffix(b"@openssh.com"))
    if curve is None:
        return False
    point = _second_string(data)
    coordinate = int.from_bytes(point, "little") & ((1 << curve.bits) - 1)
    return coordinate % curve.prime in curve.small


def _second_string(data: bytes) -> bytes:
    """The second of the strings of a key as SSH writes it: the point, after the algorithm."""
    start = 4 + int.from_bytes(data[:4], "big")
    end = start + 4 + int.from_bytes(data[start : start + 4], "big")
    return data[start + 4 : end]
