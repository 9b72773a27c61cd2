"""Undo and redo: the events that an undo removes, and the undone moves that can be redone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from engine.core.event import CHANCE_EVENT, PICK_EVENT, UNDO_EVENT, Event
from engine.errors import CannotTakeBack
from engine.match.position import Position

UNDO: Final = "Undo"
UNDO_TURN: Final = "UndoTurn"
REDO: Final = "Redo"
REWIND: Final = "Rewind"


@frozen
class UndoneMove:
    """The events that a seat undid and may redo, by their `numbers`."""

    seat: int
    numbers: tuple[int, ...]
    apart: bool
    """Whether all undone events are in the seat's branch of the open `Simultaneous`. Then other
    seats' moves in their own branches do not affect them."""

    @classmethod
    def of(cls, position: Position, seat: int, numbers: tuple[int, ...]) -> UndoneMove:
        apart = all(
            position.within_simultaneous(number) and position.log[number - 1].seat == seat
            for number in numbers
        )
        return cls(seat, numbers, apart)


def numbers_undone(position: Position, seat: int, step: str) -> tuple[int, ...]:
    """Return the numbers of the events that the seat's undo of the kind `step` (one pick or a whole
    turn) removes. Raises CannotTakeBack with the reason."""
    free, barrier = position.free(seat)
    if not free:
        raise CannotTakeBack(barrier)
    turn = position.turns[free[0]]
    indices = free[:1] if step == UNDO else [k for k in free if position.turns[k] == turn]
    return tuple(sorted(position.line[index].number for index in indices))


def numbers_after(position: Position, number: int) -> tuple[int, ...]:
    """Return the numbers of the events that a rewind to event `number` removes. Raises
    CannotTakeBack if no pick is among them.

    Outcomes before the first pick are not removed, because they would be drawn again with the same
    result.
    """
    line = position.line
    for index, event in enumerate(line):
        if event.number > number and event.kind == PICK_EVENT:
            return tuple(later.number for later in line[index:])
    raise CannotTakeBack("No moves have been made since then.")


def may_rewind(position: Position, numbers: Sequence[int]) -> bool:
    """Whether a log may undo the events `numbers` by a rewind: they must be the last events of the
    line of play and include a pick."""
    line = position.line
    tail = line[max(0, len(line) - len(numbers)) :]
    return any(event.kind == PICK_EVENT for event in tail) and numbers == tuple(
        event.number for event in tail
    )


def is_redoable(position: Position, numbers: Sequence[int]) -> bool:
    """Whether an undo of the events `numbers` can be redone. It cannot if the first event is an
    outcome, which is drawn again at once."""
    return position.log[numbers[0] - 1].kind != CHANCE_EVENT


def redo_index(stack: Sequence[UndoneMove], seat: int) -> int | None:
    """Return the index in `stack` of the move that the seat undid last; None if there is none, or
    if a move that was undone later must be redone first. Different seats' moves can be redone in
    any order if all of them are `apart`."""
    last = len(stack) - 1
    for index in range(last, -1, -1):
        entry = stack[index]
        if entry.seat == seat:
            return index if entry.apart or index == last else None
        if not entry.apart:
            return None
    return None


def still_redoable(stack: Sequence[UndoneMove], seat: int, *, everybody: bool) -> list[UndoneMove]:
    """Return the moves in `stack` that can still be redone after a pick of `seat`: the moves after
    the last one that is not `apart`, except the seat's own. If the pick affects `everybody`, there
    are none."""
    keep: list[UndoneMove] = []
    if not everybody:
        for entry in reversed(stack):
            if not entry.apart:
                break
            if entry.seat != seat:
                keep.append(entry)
    return keep[::-1]


def line_with(position: Position, line: Sequence[Event], event: Event) -> list[Event]:
    """Return the line of play after the undo or redo `event`, computed from `line`, the line of
    play before it. The result equals that of `line_of_play`."""
    if event.kind == UNDO_EVENT:
        undone = set(event.value)
        return [other for other in line if other.number not in undone]
    again = [position.log[number - 1] for number in event.value]
    return sorted([*line, *again], key=lambda other: other.number)
