"""Counters for kinds of cards: the digit of a kind adds one of it, wherever kinds are counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.core.parts import Kind
from engine.games.knights.state import Island
from engine.i18n.text import Text, words
from screens.choose.chooser import Reply
from screens.choose.counting import DIGITS, Counting


def columns(counting: Counting[Island]) -> Mapping[Kind, int]:
    """The places of the kinds among all of them."""
    view: Island = counting.choosing.asked.view
    return {kind.id: number for number, kind in enumerate(view.box.kinds)}


def row_of(counting: Counting[Island]) -> int:
    """In which row the pointer is."""
    return counting.counters()[counting.pointed].row


def keys_of(counting: Counting[Island]) -> Sequence[tuple[str, Text]]:
    """The digits of all kinds in place of numbers, and what other counters have."""
    digits = f"1-{len(columns(counting))}"
    usual = [key for key in Counting.keys(counting) if key[0] != DIGITS]
    return [(digits, words("one more of it")), *usual]


def one_more(
    counting: Counting[Island], digit: str | None, without: Callable[[int, Kind], Reply]
) -> Reply | None:
    """One more of the kind of a digit in the row of the pointer, or what is said where it has no
    counter there; None for other characters."""
    kinds = {str(number + 1): kind for kind, number in columns(counting).items()}
    if digit not in kinds:
        return None
    kind, row = kinds[digit], row_of(counting)
    for number, one in enumerate(counting.counters()):
        if (one.row, one.kind) == (row, kind):
            counting.point(number)
            return counting.change(1)
    return without(row, kind)
