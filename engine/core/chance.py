"""Chance that belongs to the match: fair draws that depend on the seed and on their place alone (a
counter-based generator)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 32
_words_of = Struct("<I").iter_unpack

_NONE: Iterator[tuple[int]] = iter(())

_SMALL = 1 << 16
_FAIR_IF_SMALL = _WORD - _SMALL
"""A word below this is fair for every limit up to `_SMALL`."""

TABLE = -1
"""The stream of outcomes that concern the whole table; a seat's own stream has its number."""


def new_seed() -> str:
    """A secret seed from the operating system."""
    return secrets.token_hex(16)


class Dice:
    """An endless stream of fair draws, the same on every machine for the same key."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: Iterator[tuple[int]] = _NONE

    @classmethod
    def at(cls, seed: str, stream: int, count: int) -> Dice:
        """The draws of the `count`-th outcome of a stream: its place in the game decides them."""
        return cls(f"{seed}/{stream}/{count}/".encode())

    @classmethod
    def fresh(cls) -> Dice:
        """Draws that nobody can repeat, for bots that imagine what chance may bring."""
        return cls(secrets.token_bytes(16))

    @property
    def sealed(self) -> bytes:
        """A key that this one decides and from which it cannot be found: for dice of somebody who
        must not know it."""
        return blake2b(self._key, digest_size=32).digest()

    def below(self, limit: int) -> int:
        """A whole number from 0 to `limit` - 1, each equally likely; `limit` is at most 2**32."""
        while True:
            for (word,) in self._words:
                if (word < _FAIR_IF_SMALL and limit <= _SMALL) or word < _WORD - _WORD % limit:
                    return word % limit
            digest = blake2b(self._key + b"%d" % self._block).digest()
            self._words = _words_of(digest)
            self._block += 1

    def fraction(self) -> float:
        """A number from 0 on and below 1, one of so many that are equally far apart."""
        return self.below(_SMALL) / _SMALL

    def roll(self, sides: int = 6) -> int:
        """One die: 1 to `sides`."""
        return self.below(sides) + 1

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def draw(self, items: Sequence[T], count: int) -> list[T]:
        """`count` of the items without putting back, in the order drawn."""
        rest = list(items)
        drawn = []
        for last in range(len(rest) - 1, len(rest) - 1 - count, -1):
            at = self.below(last + 1)
            drawn.append(rest[at])
            rest[at] = rest[last]
        return drawn

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """All items in a random order."""
        return self.draw(items, len(items))
