"""What moves between two pictures of a table (animation): a frame is a function of the picture
before, the picture that comes and the time since.

A painter says what moves: dice that tumble, a piece that goes from place to place, a card that
turns over, what is told late because it says how the dice fell. Of many things some move and the
others lie there at once, so that a frame is a few cells on the picture that comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar
from zlib import crc32

from attrs import frozen

from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import REST, width_of

FRAME: Final = 60
"""Milliseconds from one frame to the next."""

LASTS: Final = 6 * FRAME
"""Milliseconds after which nothing moves any more."""

MOST_DICE: Final = 5
MOST_PIECES: Final = 2
"""How many of them move at a time."""

MOST_COVERED: Final = 60
OF_PIECE: Final = 20
OF_DIE: Final = 10
"""So many cells are covered by cards that lie on their faces, fewer for what else moves: for each
piece, for each die."""

MOST_HELD: Final = 10
"""So many cells of the place to which a piece goes stay as they were till it is there."""

BACK: Final = "on.raised"


@frozen
class Tumble:
    """A die that rolls: in the roles that begin with `ink` it shows one of `faces` after another.

    As a `whole` it shows one sign and nothing else till it lies; else the letters that are faces
    change, and those beside them, such as the letter of a colour, stand still.
    """

    place: Spot
    ink: str | tuple[str, ...]
    faces: str = "123456"
    whole: bool = False


@frozen
class Glide:
    """A piece that goes from one place to another, as a few letters in a role; a `block` brings its
    own ground along."""

    start: Spot
    end: Spot
    token: str
    role: str
    block: bool = True


@frozen
class Turn:
    """A card that lies on its face and is turned over."""

    place: Spot


@frozen
class Late:
    """What stays as it was till all dice lie, because it tells how they fell."""

    place: Spot


Move = Tumble | Glide | Turn | Late

Veil = Mapping[int, Sequence[tuple[int, str, str]]]
"""Cells that are shown over a picture, by rows: column, letter, role."""

M = TypeVar("M", Tumble, Glide, Turn, Late)


def frame(old: Canvas, new: Canvas, moves: Sequence[Move], ms: int, lasts: int = LASTS) -> Canvas:
    """The picture so many milliseconds after something began to move that moves for `lasts` of
    them: at the end and later, the picture that comes itself. Neither canvas is changed."""
    if ms >= lasts:
        return new
    shown, number, done = new.copy(), ms // FRAME, ms / lasts
    for late in _of(moves, Late):
        _hold(shown, old, new, late.place)
    dice, pieces = _some(_of(moves, Tumble), MOST_DICE), _some(_of(moves, Glide), MOST_PIECES)
    room = MOST_COVERED - OF_DIE * len(dice) - OF_PIECE * len(pieces)
    for card in _of(moves, Turn):
        for rect in new.rects(card.place)[:1]:
            if rect.width * rect.height <= room:
                room -= rect.width * rect.height
                _turn(shown, rect, done)
    for at, tumble in enumerate(dice):
        if done < _LIES + (1 - _LIES) * at / len(dice):
            _tumble(shown, tumble, (number + at) // 2)
    for piece in pieces:
        _glide(shown, old, new, piece, min(1.0, ms / (lasts - FRAME)))
    return shown


_LIES: Final = 0.6
"""The part of the time after which the first die lies."""


def veil(picture: Canvas, shown: Canvas) -> Veil:
    """The cells of a frame that differ from the picture that comes."""
    found: dict[int, list[tuple[int, str, str]]] = {}
    for y in range(picture.height):
        if _row(picture, y) == _row(shown, y):
            continue
        below, roles = picture.painted(y), shown.painted(y)
        cells = zip(picture.chars[y], below, shown.chars[y], roles, strict=True)
        found[y] = [
            (x, char, role)
            for x, (was, under, char, role) in enumerate(cells)
            if (was, under) != (char, role)
        ]
    return found


def _row(canvas: Canvas, y: int) -> tuple[list[str], list[str], list[str]]:
    return canvas.chars[y], canvas.roles[y], canvas.grounds[y]


# ---------------------------------------------------------------------- which move


def _of(moves: Sequence[Move], kind: type[M]) -> list[M]:
    return [move for move in moves if isinstance(move, kind)]


def _some(moves: Sequence[M], most: int) -> Sequence[M]:
    """As many as may move, spread over all of them."""
    if len(moves) <= most:
        return moves
    return [moves[number * len(moves) // most] for number in range(most)]


# ---------------------------------------------------------------------- each in its way


def _tumble(shown: Canvas, die: Tumble, step: int) -> None:
    rects = shown.rects(die.place)[:1]
    for number, (x, y) in enumerate([at for rect in rects for at in _inked(shown, rect, die)]):
        char = die.faces[crc32(f"{die.place} {step} {number}".encode()) % len(die.faces)]
        shown.put(x, y, " " if die.whole and number else char, shown.roles[y][x])


def _inked(canvas: Canvas, rect: Rect, die: Tumble) -> Iterator[tuple[int, int]]:
    """The cells of a die that show its face."""
    for y in range(rect.y, rect.bottom):
        for x in range(rect.x, rect.right):
            char, role = canvas.chars[y][x], canvas.roles[y][x]
            if (
                role.startswith(die.ink)
                and char not in (" ", REST)
                and (die.whole or char in die.faces)
            ):
                yield x, y


def _turn(shown: Canvas, rect: Rect, done: float) -> None:
    """The back of a card, but for a strip in the middle that grows."""
    strip = round(rect.width * done)
    left = rect.x + (rect.width - strip) // 2
    for x, right in ((rect.x, left), (left + strip, rect.right)):
        shown.fill(x, rect.y, right - x, rect.height, ground=BACK)


def _glide(shown: Canvas, old: Canvas, new: Canvas, piece: Glide, way: float) -> None:
    start, end = _stands(old, piece.start, piece), _stands(new, piece.end, piece)
    if start is None or end is None:
        return
    _hold(shown, old, new, piece.end, MOST_HELD)
    way = way * way * (3 - 2 * way)
    x, y = (round(a + (b - a) * way) for a, b in zip(start, end, strict=True))
    shown.put(x, y, piece.token, piece.role, ground="" if piece.block else None)


def _stands(canvas: Canvas, place: Spot, piece: Glide) -> tuple[int, int] | None:
    """Where a piece stands at a place: where something has its role, else in the middle."""
    for rect in canvas.rects(place):
        for y in range(rect.y, rect.bottom):
            roles = canvas.roles[y][rect.x : rect.right]
            if piece.role in roles:
                return rect.x + roles.index(piece.role), y
    anchors, width = canvas.anchors(place), width_of(piece.token)
    if not anchors:
        return None
    middle = anchors[0]
    return middle.x + (middle.width - width) // 2, middle.y + middle.height // 2


def _hold(shown: Canvas, old: Canvas, new: Canvas, place: Spot, most: int | None = None) -> None:
    """Show a place as it was, unless that takes more than so many cells."""
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
            shown.put(x, y, old.chars[y][x], old.roles[y][x], ground=old.grounds[y][x])


def _cell(canvas: Canvas, x: int, y: int) -> tuple[str, str, str]:
    return canvas.chars[y][x], canvas.roles[y][x], canvas.grounds[y][x]
