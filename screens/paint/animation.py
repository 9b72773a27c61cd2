"""Animation between two pictures of a table: a frame is a function of the old picture, the new
picture, and the time since the change.

A painter lists the moves: dice that tumble, a piece that glides between places, a card that turns
over, text held back because it reveals the roll. If there are many moves, only some are animated,
so that a frame differs from the new picture in few cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar
from zlib import crc32

from attrs import frozen

from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import SECOND_CELL, width_of

FRAME_MS: Final = 60
"""Milliseconds per frame."""

DURATION_MS: Final = 6 * FRAME_MS
"""Default and maximum duration of an animation in milliseconds."""

MAX_DICE: Final = 5
"""Maximum number of dice animated at a time."""

MAX_PIECES: Final = 2
"""Maximum number of pieces animated at a time."""

MAX_COVERED: Final = 60
"""Maximum number of cells that cards cover while they turn over."""

CELLS_PER_PIECE: Final = 20
"""Reduction of `MAX_COVERED` for each moving piece."""

CELLS_PER_DIE: Final = 10
"""Reduction of `MAX_COVERED` for each moving die."""

MAX_HELD: Final = 10
"""Maximum number of changed cells at a piece's destination. If no more than these change, they keep
their old content until the piece arrives."""

BACK_ROLE: Final = "on.raised"


@frozen
class Tumble:
    """A rolling die. Its cells whose roles begin with `ink` show one of `faces` after another.

    If `whole`, the die shows a single symbol until it rests. Otherwise only the characters in
    `faces` change, and others, such as the letter of a colour, stay.
    """

    place: Spot
    ink: str | tuple[str, ...]
    faces: str = "123456"
    whole: bool = False


@frozen
class Glide:
    """A piece that moves between places, shown as the text `token` in `role`. If `block`, the piece
    has the background of its role; otherwise it keeps the background of the cells that it
    crosses."""

    start: Spot
    end: Spot
    token: str
    role: str
    block: bool = True


@frozen
class Turn:
    """A card that lies face down and is turned over."""

    place: Spot


@frozen
class Late:
    """A place that keeps its old content until the animation ends, because it reveals the roll. If
    `blank`, it is empty instead, because its old content would be read as part of the new roll."""

    place: Spot
    blank: bool = False


Move = Tumble | Glide | Turn | Late

Veil = Mapping[int, Sequence[tuple[int, str, str]]]
"""Cells shown over a picture, by row: column, character, role."""

M = TypeVar("M", Tumble, Glide, Turn, Late)


def frame(
    old: Canvas, new: Canvas, moves: Sequence[Move], ms: int, lasts: int = DURATION_MS
) -> Canvas:
    """Return the picture `ms` milliseconds after the start of an animation of `lasts` milliseconds,
    or `new` itself once the animation is over. Neither canvas is changed."""
    if ms >= lasts:
        return new
    frame, number, progress = new.copy(), ms // FRAME_MS, ms / lasts
    for late in _moves_of_kind(moves, Late):
        if late.blank:
            _empty(frame, late.place)
        else:
            _show_old(frame, old, new, late.place)
    dice = _evenly_spread(_moves_of_kind(moves, Tumble), MAX_DICE)
    pieces = _evenly_spread(_moves_of_kind(moves, Glide), MAX_PIECES)
    room = MAX_COVERED - CELLS_PER_DIE * len(dice) - CELLS_PER_PIECE * len(pieces)
    for card in _moves_of_kind(moves, Turn):
        for rect in new.rects(card.place)[:1]:
            if rect.width * rect.height <= room:
                room -= rect.width * rect.height
                _turn(frame, rect, progress)
    for at, tumble in enumerate(dice):
        if progress < _FIRST_REST + (1 - _FIRST_REST) * at / len(dice):
            _tumble(frame, tumble, (number + at) // 2)
    for piece in pieces:
        _glide(frame, old, new, piece, min(1.0, ms / (lasts - FRAME_MS)))
    return frame


_FIRST_REST: Final = 0.6
"""Fraction of the animation's time after which the first die rests."""


def veil(picture: Canvas, frame: Canvas) -> Veil:
    """Return the cells of `frame` that differ from `picture`, the final picture."""
    rows: dict[int, list[tuple[int, str, str]]] = {}
    for y in range(picture.height):
        if _row(picture, y) == _row(frame, y):
            continue
        below, roles = picture.painted(y), frame.painted(y)
        cells = zip(picture.chars[y], below, frame.chars[y], roles, strict=True)
        rows[y] = [
            (x, char, role)
            for x, (was, under, char, role) in enumerate(cells)
            if (was, under) != (char, role)
        ]
    return rows


def _row(canvas: Canvas, y: int) -> tuple[list[str], list[str], list[str]]:
    return canvas.chars[y], canvas.roles[y], canvas.grounds[y]


# ---------------------------------------------------------------------- selection


def _moves_of_kind(moves: Sequence[Move], kind: type[M]) -> list[M]:
    return [move for move in moves if isinstance(move, kind)]


def _evenly_spread(moves: Sequence[M], most: int) -> Sequence[M]:
    """Return at most `most` of the moves, evenly spread over all of them."""
    if len(moves) <= most:
        return moves
    return [moves[number * len(moves) // most] for number in range(most)]


# ---------------------------------------------------------------------- moves


def _tumble(frame: Canvas, die: Tumble, step: int) -> None:
    rects = frame.rects(die.place)[:1]
    for number, (x, y) in enumerate([at for rect in rects for at in _inked(frame, rect, die)]):
        char = die.faces[crc32(f"{die.place} {step} {number}".encode()) % len(die.faces)]  # type: ignore[text-width]
        frame.put(x, y, " " if die.whole and number else char, frame.roles[y][x])


def _inked(canvas: Canvas, rect: Rect, die: Tumble) -> Iterator[tuple[int, int]]:
    """Yield the positions (column, row) of a die's cells that show its face."""
    for y in range(rect.y, rect.bottom):
        for x in range(rect.x, rect.right):
            char, role = canvas.chars[y][x], canvas.roles[y][x]
            if (
                role.startswith(die.ink)
                and char not in (" ", SECOND_CELL)
                and (die.whole or char in die.faces)
            ):
                yield x, y


def _turn(frame: Canvas, rect: Rect, progress: float) -> None:
    """Paint the back of a card, except for a strip in the middle, whose share of the width is
    `progress`."""
    strip = round(rect.width * progress)
    left = rect.x + (rect.width - strip) // 2
    for x, right in ((rect.x, left), (left + strip, rect.right)):
        frame.fill(x, rect.y, right - x, rect.height, ground=BACK_ROLE)


def _glide(frame: Canvas, old: Canvas, new: Canvas, piece: Glide, progress: float) -> None:
    start, end = _position_of(old, piece.start, piece), _position_of(new, piece.end, piece)
    if start is None or end is None:
        return
    _show_old(frame, old, new, piece.end, MAX_HELD)
    progress = progress * progress * (3 - 2 * progress)
    x, y = (round(a + (b - a) * progress) for a, b in zip(start, end, strict=True))
    frame.put(x, y, piece.token, piece.role, ground="" if piece.block else None)


def _position_of(canvas: Canvas, place: Spot, piece: Glide) -> tuple[int, int] | None:
    """Return the position of a piece at a place: the first cell that has the piece's role, or else
    the middle of the place. None if the place is not on the canvas."""
    for rect in canvas.rects(place):
        for y in range(rect.y, rect.bottom):
            roles = canvas.roles[y][rect.x : rect.right]
            if piece.role in roles:
                return rect.x + roles.index(piece.role), y
    anchors, width = canvas.spots.anchors(place), width_of(piece.token)
    if not anchors:
        return None
    middle = anchors[0]
    return middle.x + (middle.width - width) // 2, middle.y + middle.height // 2


def _show_old(
    frame: Canvas, old: Canvas, new: Canvas, place: Spot, most: int | None = None
) -> None:
    """Show the old content of a place. With `most`, do nothing if the place has moved or changed
    its shape, or if more than `most` of its cells differ."""
    rects = new.rects(place)
    if most is not None and old.rects(place) != rects:
        return
    cells = [
        (x, y)
        for rect in rects
        for y in range(rect.y, rect.bottom)
        for x in range(rect.x, rect.right)
        if _cell(old, x, y) != _cell(new, x, y)
    ]
    if most is None or len(cells) <= most:
        for x, y in cells:
            frame.put(x, y, old.chars[y][x], old.roles[y][x], ground=old.grounds[y][x])


def _empty(frame: Canvas, place: Spot) -> None:
    for rect in frame.rects(place):
        frame.fill(rect.x, rect.y, rect.width, rect.height)


def _cell(canvas: Canvas, x: int, y: int) -> tuple[str, str, str]:
    return canvas.chars[y][x], canvas.roles[y][x], canvas.grounds[y][x]
