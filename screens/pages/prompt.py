"""Rows at the bottom of a page: a message, a line of text to type or a question that a key answers,
and the key hints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from attrs import define
from textual import events

from engine.i18n.text import Text, words
from screens.keys import key_name
from screens.pages.page_frame import MESSAGE_ROWS
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clip, width_of, wrap, wrap_within
from screens.paint.text_field import TextField

KEY_HINT: Final = "key"
"""First element of the place of a key hint."""

MAX_TYPED_LENGTH: Final = 200
"""Default maximum length, in characters, of text typed at the bottom."""

_MOVE_KEYS: Final = frozenset(
    {"up", "down", "tab", "shift+tab", "pageup", "pagedown", "home", "end"}
)
"""Keys that can move the cursor to another stop, which cancels a question about the current
stop."""


class KeyHint(NamedTuple):
    """A key for the bottom line, by its Textual name, and its effect."""

    key: str
    meaning: Text


class TextEntry(NamedTuple):
    """Text being typed at the bottom: the question, the field, and the function that receives the
    text."""

    question: Text
    field: TextField
    done: Callable[[str], None]

    def hints(self) -> Sequence[KeyHint]:
        """Return the keys that end typing."""
        return [KeyHint("enter", words("OK")), KeyHint("escape", words("cancel"))]


class KeyQuestion(NamedTuple):
    """Possible answers to a question. `answers` has the meaning and the function of each key that
    answers it, and `cancel` is the meaning of cancelling."""

    answers: Mapping[str, tuple[Text, Callable[[], None]]]
    cancel: Text

    def hints(self) -> Sequence[KeyHint]:
        """Return the keys of the answers and of cancelling."""
        answers = [KeyHint(key, meaning) for key, (meaning, _) in self.answers.items()]
        return [*answers, KeyHint("escape", self.cancel)]


@define(eq=False)
class Prompt:
    """The rows above the keys of a page: a message, the line being typed, or a question that a key
    answers. `repaint` is called after every change."""

    translate: Callable[[Text], str]
    repaint: Callable[[], None]
    message: str = ""
    entry: TextEntry | None = None
    question: KeyQuestion | None = None

    @property
    def is_open(self) -> bool:
        """Whether the user is typing text or has been asked a question."""
        return self.entry is not None or self.question is not None

    def show_message(self, text: Text) -> None:
        self.message = self.translate(text)
        self.repaint()

    def ask_text(
        self,
        question: Text,
        text: str,
        done: Callable[[str], None],
        *,
        most: int = MAX_TYPED_LENGTH,
    ) -> None:
        """Ask for text of at most `most` characters, with `text` already entered. `done` receives
        the text, without blanks at its ends, unless the user cancels."""
        self.message = ""
        self.entry = TextEntry(question, TextField.of(text, most), done)
        self.repaint()

    def ask_key(self, text: Text, question: KeyQuestion) -> None:
        """Show `text` as a question that the keys in `question` answer. Any other key cancels the
        question, except for `_MOVE_KEYS`, which cancel it only if they move the cursor."""
        self.question = question
        self.show_message(text)

    def cancel(self) -> None:
        """Remove the message and the question."""
        self.message, self.question = "", None
        self.repaint()

    def press(self, event: events.Key) -> bool:
        """Process a key: answer or cancel the question, or edit, finish or cancel the text being
        typed. Return False if the prompt does not use the key."""
        if self.question is not None and event.key not in _MOVE_KEYS:
            answer = self.question.answers.get(event.key)
            self.cancel()
            if answer is not None:
                answer[1]()
        elif self.entry is not None:
            self._press_in_entry(self.entry, event)
        else:
            return False
        return True

    def _press_in_entry(self, entry: TextEntry, event: events.Key) -> None:
        if event.key == "escape":
            self.entry = None
        elif event.key == "enter":
            self.entry = None
            entry.done(entry.field.text.strip())
        else:
            entry.field.press(event.key, event.character)
        self.repaint()

    def rows(self, about: str, width: int, most: int) -> int:
        """Return the number of rows for the message or, if there is none, for `about` on a page of
        `width` columns: at least `MESSAGE_ROWS`, and otherwise at most `most`. Typed text takes
        `MESSAGE_ROWS`."""
        wanted = 0 if self.entry is not None else len(wrap(self.message or about, width - 4))
        return max(MESSAGE_ROWS, min(wanted, most))

    def paint(self, canvas: Canvas, about: str, hints: Sequence[KeyHint], rows: int) -> None:
        """Paint the prompt in `rows` rows, and the keys in the last row. If there is no message,
        paint `about` instead. If nothing is being asked, paint the keys of `hints`."""
        room, bottom = canvas.width - 4, canvas.height - 1
        y = bottom - rows
        if self.entry is not None:
            question = clip(self.translate(self.entry.question), room, canvas.glyphs)
            canvas.put(2, y, question, "strong")
            self.entry.field.paint(canvas, Rect(2, y + 1, room, 1), active=True)
        else:
            role = "warn" if self.message else "text"
            for line in wrap_within(self.message or about, room, rows, canvas.glyphs):
                canvas.put(2, y, line, role)
                y += 1
        open_question = self.question or self.entry
        shown_hints = open_question.hints() if open_question else hints
        paint_key_hints(canvas, bottom, shown_hints, self.translate)


def paint_key_hints(
    canvas: Canvas, y: int, hints: Sequence[KeyHint], translate: Callable[[Text], str]
) -> None:
    """Paint as many hints as fit in row `y`. A click on a hint presses its key."""
    x = 2
    for key, meaning in hints:
        name, text = translate(key_name(key)), translate(meaning)
        end = x + width_of(name) + 1 + width_of(text)
        if end > canvas.width - 1:
            break
        canvas.spot((KEY_HINT, key), Rect(x, y, end - x, 1))
        canvas.put(canvas.put(x, y, name, "key") + 1, y, text, "dim")
        x = end + 3
