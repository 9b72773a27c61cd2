"""Random terminal replies between typed keys, in any parts and with any pauses: the lines read are
those typed, and nothing else is sent to the terminal."""

from __future__ import annotations

from collections import Counter
from random import Random
from string import ascii_lowercase, digits

import pytest

from screens.line_mode.line_editor import LineEditor
from screens.terminal.tokenizer import SEQUENCE_SILENCE
from tests.case_counts import COUNTED
from tests.screens.terminal.random_input import Sent, in_pieces, reply
from tests.screens.terminal.test_random_input import Clock, Record

USUALLY, LONG, PARTS = 2_000, 100_000, 4
KEYS = f"{ascii_lowercase}{digits} ывж猫,"
"""Keys that are typed between the replies; Enter is one more."""


class LineTerminal:
    """A terminal in line mode, with its output."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.shown: list[str] = []
        self.lines: list[str] = []
        self.editor = LineEditor(self.shown.append, self.clock)

    def send(self, one: Sent, rng: Random) -> None:
        """Send in parts, with silence after an incomplete sequence."""
        for piece, pause in in_pieces(one.data, rng):
            self.lines += self.editor.feed(piece)
            self.clock.now += pause
            self.lines += self.editor.tick()
        if one.breaks_off:
            self.clock.now += SEQUENCE_SILENCE
            self.lines += self.editor.tick()

    def press(self, key: str) -> None:
        self.lines += self.editor.feed(key.encode())


def send(total: int, seed: str) -> Counter[str]:
    """Send `total` replies between keys; return the number per family."""
    rng, terminal, counts = Random(seed), LineTerminal(), Counter[str]()
    for _ in range(total):
        one, key = reply(rng), rng.choice((*KEYS, "\n"))
        counts[one.family] += 1
        before = terminal.editor.text, [*terminal.lines], [*terminal.shown]
        terminal.send(one, rng)
        assert (terminal.editor.text, terminal.lines, terminal.shown) == before, one
        assert terminal.editor.patience is None, one
        terminal.press(key)
        assert terminal.shown[len(before[2]) :] == [key], one
        ended = [before[0]] if key == "\n" else []
        assert terminal.lines == [*before[1], *ended], one
        assert terminal.editor.text == ("" if ended else before[0] + key), one
        terminal.lines.clear()
        terminal.shown.clear()
    return counts


def test_terminal_replies_are_removed_from_input(record_property: Record) -> None:
    record_property(COUNTED, dict(send(USUALLY, "lines")))


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_many_terminal_replies_are_removed_from_input(part: int, record_property: Record) -> None:
    record_property(COUNTED, dict(send(LONG // PARTS, f"lines {part}")))
