"""Extraction of rows from the pages of a damaged SQLite file that SQLite itself cannot read
(carving).

The first bytes of a page show whether it has rows, so each page can be read without the others,
except for the overflow pages of long rows. Pages in the `-wal` file replace pages in the file
itself. Sizes and offsets are from "Database File Format" at sqlite.org.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from attrs import frozen

_MAGIC: Final = b"SQLite format 3\0"
_USUAL_SIZE: Final = 4096
_FIRST_HEADER: Final = 100
"""Size of the file header at the beginning of the first page, in bytes."""

_INDEX_INNER: Final = 0x02
_INDEX_LEAF: Final = 0x0A
_TABLE_LEAF: Final = 0x0D
_HEADER_LENGTHS: Final = {_INDEX_INNER: 12, _INDEX_LEAF: 8, _TABLE_LEAF: 8}

_WAL_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_WHOLE_SIZES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Number of bytes of an integer, by its serial type."""

Value = str | int | float | bytes | None


class Row(NamedTuple):
    """A row found in a file: its rowid (None for a row of an index or of a table without rowids),
    and its values."""

    number: int | None
    values: tuple[Value, ...]


class _DamagedRow(Exception):
    """Raised if a cell pointer does not point to a valid row."""


def rows_in(path: Path) -> Iterator[Row]:
    """Yield all readable rows of a database file, including the rows of indexes, in no particular
    order. Raises OSError."""
    wal = path.with_name(f"{path.name}-wal")
    yield from _File.of(path.read_bytes(), wal.read_bytes() if wal.exists() else b"").rows()


@frozen
class _File:
    """The pages of a database: all pages of its file, and, by number, newer pages from its WAL.
    `size` is the size of a page, and `usable` the part of it that SQLite uses, in bytes."""

    content: bytes
    newer: Mapping[int, bytes]
    size: int
    usable: int

    @classmethod
    def of(cls, content: bytes, log: bytes) -> _File:
        size, spared = _USUAL_SIZE, 0
        if content.startswith(_MAGIC) and len(content) >= _FIRST_HEADER:
            page_size = int.from_bytes(content[16:18], "big")
            page_size = 65536 if page_size == 1 else page_size
            if page_size >= 512 and page_size & (page_size - 1) == 0:
                size, spared = page_size, content[20]
        return cls(content, _wal_pages(log), size, max(480, size - spared))

    def rows(self) -> Iterator[Row]:
        last = max([-(-len(self.content) // self.size), *self.newer])
        for number in range(1, last + 1):
            yield from self._rows_of(self._page(number), _FIRST_HEADER if number == 1 else 0)

    def _page(self, number: int) -> bytes:
        """Return page number `number`. If it is cut off, it is padded with zeros."""
        page = self.newer.get(number)
        if page is None:
            page = self.content[(number - 1) * self.size : number * self.size]
        return page.ljust(self.size, b"\0")

    def _rows_of(self, page: bytes, begin: int) -> Iterator[Row]:
        kind = page[begin]
        if kind not in _HEADER_LENGTHS:
            return
        count = int.from_bytes(page[begin + 3 : begin + 5], "big")
        pointers = begin + _HEADER_LENGTHS[kind]
        for at in range(pointers, min(pointers + 2 * count, self.size - 1), 2):
            try:
                yield self._row(page, kind, int.from_bytes(page[at : at + 2], "big"))
            except (_DamagedRow, IndexError, struct.error, UnicodeDecodeError):
                continue

    def _row(self, page: bytes, kind: int, at: int) -> Row:
        if kind == _INDEX_INNER:
            at += 4
        length, at = _varint(page, at)
        number = None
        if kind == _TABLE_LEAF:
            number, at = _varint(page, at)
        return Row(number, _values(self._payload(page, kind, at, length)))

    def _payload(self, page: bytes, kind: int, at: int, length: int) -> bytes:
        """Return the payload of `length` bytes that begins at the offset `at` of a page of type
        `kind`, including its overflow pages. Raises _DamagedRow."""
        here = self._local_length(kind, length)
        payload = page[at : at + here]
        following = int.from_bytes(page[at + here : at + here + 4], "big") if here < length else 0
        seen: set[int] = set()
        while len(payload) < length:
            if not following or following in seen or len(seen) * self.usable > length:
                raise _DamagedRow
            seen.add(following)
            page = self._page(following)
            following = int.from_bytes(page[:4], "big")
            payload += page[4 : 4 + min(self.usable - 4, length - len(payload))]
        return payload

    def _local_length(self, kind: int, length: int) -> int:
        """Return how many of the `length` bytes of a row's payload are on the row's own page, whose
        type is `kind`."""
        usable = self.usable
        most = usable - 35 if kind == _TABLE_LEAF else (usable - 12) * 64 // 255 - 23
        if length <= most:
            return length
        least = (usable - 12) * 32 // 255 - 23
        here = least + (length - least) % (usable - 4)
        return here if here <= most else least


def _wal_pages(log: bytes) -> Mapping[int, bytes]:
    """Return the pages in the WAL `log`, by number, as of its last commit."""
    if len(log) < _WAL_HEADER or log[:3] != b"\x37\x7f\x06":
        return {}
    size, salts = int.from_bytes(log[8:12], "big"), log[16:24]
    if size < 512 or size > 65536:
        return {}
    ended: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    for at in range(_WAL_HEADER, len(log) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size):
        number, pages = struct.unpack_from(">II", log, at)
        if log[at + 8 : at + 16] != salts:
            break
        waiting[number] = log[at + _FRAME_HEADER : at + _FRAME_HEADER + size]
        if pages:
            ended |= waiting
            waiting.clear()
    return ended


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """Decode the varint of one to nine bytes at the offset `at`. Return its value and the offset
    after it. Raises IndexError if it is cut off."""
    value = 0
    for count in range(8):
        byte = page[at + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    return value << 8 | page[at + 8], at + 9


def _values(payload: bytes) -> tuple[Value, ...]:
    """Decode the record of a row. Raises _DamagedRow, IndexError or UnicodeDecodeError if the
    record is invalid."""
    end, at = _varint(payload, 0)
    if not 1 < end <= len(payload):
        raise _DamagedRow
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values = []
    for kind in kinds:
        size = _size_of(kind)
        if at + size > len(payload):
            raise _DamagedRow
        values.append(_value(kind, payload[at : at + size]))
        at += size
    if at != len(payload):
        raise _DamagedRow
    return tuple(values)


def _size_of(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    return 8 if kind == 7 else _WHOLE_SIZES.get(kind, 0)


def _value(kind: int, raw: bytes) -> Value:
    if kind == 0:
        return None
    if kind in _WHOLE_SIZES:
        return int.from_bytes(raw, "big", signed=True)
    if kind == 7:
        (value,) = struct.unpack(">d", raw)
        return float(value)
    if kind in (8, 9):
        return kind - 8
    if kind >= 12:
        return raw.decode("utf-8") if kind % 2 else raw
    raise _DamagedRow
