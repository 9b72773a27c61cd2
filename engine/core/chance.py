"""Random draws of a match (a counter-based generator). Each outcome depends only on the seed, the
stream and the number of the outcome in its stream."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

# The generator hashes "seed/stream/count/" followed by a block number. Every hash gives 64 bytes,
# read as 32-bit words. Undoing or branching a game therefore needs no generator state: the same
# outcome of the same stream is always drawn from the same words.
T = TypeVar("T")

_WORD_RANGE = 1 << 32
_words_of = Struct("<I").iter_unpack

_NONE: Iterator[tuple[int]] = iter(())

_SMALL = 1 << 16
_FAIR_IF_SMALL = _WORD_RANGE - _SMALL
"""No word below this value is rejected if the limit is at most `_SMALL`."""

TABLE_STREAM = -1
"""The stream for outcomes that concern the whole table. Each seat also has a stream, whose number
is that of the seat."""


def new_seed() -> str:
    """Return a random secret seed: 32 hexadecimal digits."""
    return secrets.token_hex(16)


class Dice:
    """An endless stream of fair random draws. The same key gives the same draws on every
    machine."""

    __slots__ = ("_block", "_key", "words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self.words: Iterator[tuple[int]] = _NONE

    @classmethod
    def at(cls, seed: str, stream: int, count: int) -> Dice:
        """Return the draws for outcome number `count` of `stream` in a match with the seed
        `seed`."""
        return cls(f"{seed}/{stream}/{count}/".encode())

    @classmethod
    def fresh(cls) -> Dice:
        return cls(secrets.token_bytes(16))

    @property
    def sealed(self) -> bytes:
        """Key derived from the key of this stream by a one-way hash, for code that must not learn
        the original key."""
        return blake2b(self._key, digest_size=32).digest()

    def below(self, limit: int) -> int:
        """Return an integer from 0 to `limit` - 1, each equally likely; `limit` is at most
        2**32."""
        while True:
            for (word,) in self.words:
                # Words of the last, incomplete run of `limit` values are rejected: taking them
                # modulo `limit` would favour small results.
                if (
                    word < _FAIR_IF_SMALL and limit <= _SMALL
                ) or word < _WORD_RANGE - _WORD_RANGE % limit:
                    return word % limit
            digest = blake2b(self._key + b"%d" % self._block).digest()
            self.words = _words_of(digest)
            self._block += 1

    def fraction(self) -> float:
        """Return a number from 0 up to but excluding 1, in steps of 1/65536."""
        return self.below(_SMALL) / _SMALL

    def roll(self, sides: int = 6) -> int:
        """Roll one die, and return its face: 1 to `sides`."""
        return self.below(sides) + 1

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def draw(self, items: Sequence[T], count: int) -> list[T]:
        """Draw `count` of the `items` without replacement, and return them in the order drawn."""
        rest = list(items)
        drawn = []
        # A partial Fisher-Yates shuffle: the last remaining item fills the gap of the one drawn.
        for last in range(len(rest) - 1, len(rest) - 1 - count, -1):
            at = self.below(last + 1)
            drawn.append(rest[at])
            rest[at] = rest[last]
        return drawn

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return all `items` in random order."""
        return self.draw(items, len(items))
