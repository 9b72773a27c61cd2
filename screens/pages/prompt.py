"""Prompts at the bottom of a page: a line of text to type, or a confirmation by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.i18n.text import Text, words
from screens.keys import key_name
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of
from screens.paint.text_field import TextField

KEY_HINT: Final = "key"
"""First word of the place of a key at the bottom."""


class KeyHint(NamedTuple):
    """A key for the bottom line, as Textual calls it, and its effect."""

    key: str
    meaning: Text


class TypedLine(NamedTuple):
    """Text being typed at the bottom: question, field, and the function that receives it."""

    question: Text
    field: TextField
    done: Callable[[str], None]

    def hints(self) -> Sequence[KeyHint]:
        """Keys that end typing."""
        return [KeyHint("enter", words("OK")), KeyHint("escape", words("cancel"))]


class Confirmation(NamedTuple):
    """Question before an irreversible action: answers by key, with meanings and functions, and
    the meaning of cancelling."""

    answers: Mapping[str, tuple[Text, Callable[[], None]]]
    leave: Text

    def hints(self) -> Sequence[KeyHint]:
        """Keys of the answers and of cancelling."""
        answers = [KeyHint(key, meaning) for key, (meaning, _) in self.answers.items()]
        return [*answers, KeyHint("escape", self.leave)]


def paint_key_hints(
    canvas: Canvas, y: int, hints: Sequence[KeyHint], translate: Callable[[Text], str]
) -> None:
    """Paint as many hints as fit in row `y`; a click on one presses its key."""
    x = 2
    for key, meaning in hints:
        name, text = translate(key_name(key)), translate(meaning)
        end = x + width_of(name) + 1 + width_of(text)
        if end > canvas.width - 1:
            break
        canvas.spot((KEY_HINT, key), Rect(x, y, end - x, 1))
        canvas.put(canvas.put(x, y, name, "key") + 1, y, text, "dim")
        x = end + 3
