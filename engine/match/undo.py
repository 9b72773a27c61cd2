"""Undo and redo: which events an undo removes, and which of them can be redone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from engine.core.event import BACK, CHANCE, PICK, Event
from engine.errors import CannotTakeBack
from engine.i18n.text import words
from engine.match.position import Position

UNDO: Final = "Undo"
UNDO_TURN: Final = "UndoTurn"
REDO: Final = "Redo"
REWIND: Final = "Rewind"


@frozen
class UndoneMove:
    """A move that a seat undid and may redo."""

    seat: int
    numbers: tuple[int, ...]
    apart: bool
    """Whether the move was entirely in the seat's own branch of a `Simultaneous` open at the time;
    then moves of others in their branches do not matter to it."""

    @classmethod
    def of(cls, position: Position, seat: int, numbers: tuple[int, ...]) -> UndoneMove:
        """Return the entry for events about to be undone in a position."""
        apart = all(
            position.within_together(number) and position.log[number - 1].seat == seat
            for number in numbers
        )
        return cls(seat, numbers, apart)


def numbers_undone(position: Position, seat: int, step: str) -> tuple[int, ...]:
    """Return the events that an undo removes; raises CannotTakeBack with the barrier."""
    free, barrier = position.free(seat)
    if not free:
        raise CannotTakeBack(barrier)
    turn = position.turns[free[0]]
    indices = free[:1] if step == UNDO else [k for k in free if position.turns[k] == turn]
    return tuple(sorted(position.line[index].number for index in indices))


def numbers_after(position: Position, number: int) -> tuple[int, ...]:
    """Return the events that a rewind to a number removes; raises CannotTakeBack if no pick is
    among them.

    Outcomes before the first of these picks stay: they would be the same again.
    """
    line = position.line
    for index, event in enumerate(line):
        if event.number > number and event.kind == PICK:
            return tuple(later.number for later in line[index:])
    raise CannotTakeBack(words("No moves have been made since then."))


def may_rewind(position: Position, numbers: Sequence[int]) -> bool:
    """Whether a log may undo these events by a rewind: they are the last ones, with a pick among
    them."""
    line = position.line
    tail = line[max(0, len(line) - len(numbers)) :]
    return any(event.kind == PICK for event in tail) and numbers == tuple(
        event.number for event in tail
    )


def is_redoable(position: Position, numbers: Sequence[int]) -> bool:
    """Whether a rewind of these events can be redone: not if it begins with outcomes, which are
    drawn again at once."""
    return position.log[numbers[0] - 1].kind != CHANCE


def redo_index(stack: Sequence[UndoneMove], seat: int) -> int | None:
    """Return the index of the seat's last undone move, if it can be redone.

    Moves undone after it must be redone first, except those `apart` from it.
    """
    last = len(stack) - 1
    for index in range(last, -1, -1):
        entry = stack[index]
        if entry.seat == seat:
            return index if entry.apart or index == last else None
        if not entry.apart:
            return None
    return None


def still_redoable(stack: Sequence[UndoneMove], seat: int, *, everybody: bool) -> list[UndoneMove]:
    """Return the moves that can still be redone after a pick of a seat: none, or those that others
    have undone in their own branches."""
    keep: list[UndoneMove] = []
    if not everybody:
        for entry in reversed(stack):
            if not entry.apart:
                break
            if entry.seat != seat:
                keep.append(entry)
    return keep[::-1]


def line_with(position: Position, line: Sequence[Event], event: Event) -> list[Event]:
    """Return the line of play after an undo or redo; a faster `line_of_play`."""
    if event.kind == BACK:
        gone = set(event.value)
        return [other for other in line if other.number not in gone]
    again = [position.log[number - 1] for number in event.value]
    return sorted([*line, *again], key=lambda other: other.number)
