"""Taking back and bringing back (undo and redo): which events, and which of them may come again."""

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
    """What a seat took back and may bring back.

    It stands `apart` if all of it was of the seat's own branch of a `Simultaneous` open at the
    time: then what others do in their branches does not matter to it.
    """

    seat: int
    numbers: tuple[int, ...]
    apart: bool

    @classmethod
    def of(cls, position: Position, seat: int, numbers: tuple[int, ...]) -> UndoneMove:
        """What is about to be taken back in a position."""
        apart = all(
            position.within_together(number) and position.log[number - 1].seat == seat
            for number in numbers
        )
        return cls(seat, numbers, apart)


def numbers_back(position: Position, seat: int, step: str) -> tuple[int, ...]:
    """The events that an undo takes back; raises CannotTakeBack with the barrier."""
    free, barrier = position.free(seat)
    if not free:
        raise CannotTakeBack(barrier)
    turn = position.turns[free[0]]
    indices = free[:1] if step == UNDO else [k for k in free if position.turns[k] == turn]
    return tuple(sorted(position.line[index].number for index in indices))


def numbers_after(position: Position, number: int) -> tuple[int, ...]:
    """The events that a rewind to a number takes back; raises CannotTakeBack if it takes no pick.

    Outcomes that come before the first of these picks stay: they would come out the same again.
    """
    line = position.line
    for index, event in enumerate(line):
        if event.number > number and event.kind == PICK:
            return tuple(one.number for one in line[index:])
    raise CannotTakeBack(words("No moves were made after that."))


def may_rewind(position: Position, numbers: Sequence[int]) -> bool:
    """Whether a log may take back these events by a rewind: the last ones, with a pick in them."""
    line = position.line
    tail = line[max(0, len(line) - len(numbers)) :]
    return any(one.kind == PICK for one in tail) and numbers == tuple(one.number for one in tail)


def can_come_again(position: Position, numbers: Sequence[int]) -> bool:
    """Whether what a rewind takes back could be brought back: not if it begins with outcomes,
    which come out anew at once."""
    return position.log[numbers[0] - 1].kind != CHANCE


def to_bring_back(stack: Sequence[UndoneMove], seat: int) -> int | None:
    """Where the seat's last entry stands among what was taken back, if it can come again.

    What was taken back after it must come first, but for what stands apart from it.
    """
    last = len(stack) - 1
    for index in range(last, -1, -1):
        entry = stack[index]
        if entry.seat == seat:
            return index if entry.apart or index == last else None
        if not entry.apart:
            return None
    return None


def after_a_pick(stack: Sequence[UndoneMove], seat: int, *, everybody: bool) -> list[UndoneMove]:
    """What can still be brought back once a seat has done something else: nothing, or what others
    have taken back in their own branches."""
    keep: list[UndoneMove] = []
    if not everybody:
        for entry in reversed(stack):
            if not entry.apart:
                break
            if entry.seat != seat:
                keep.append(entry)
    return keep[::-1]


def line_with(position: Position, line: Sequence[Event], event: Event) -> list[Event]:
    """A line of play after a take-back or its undoing: `line_of_play` by a shorter way."""
    if event.kind == BACK:
        gone = set(event.value)
        return [one for one in line if one.number not in gone]
    again = [position.log[number - 1] for number in event.value]
    return sorted([*line, *again], key=lambda one: one.number)
