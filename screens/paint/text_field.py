"""A line of text that a person types (text field)."""

from __future__ import annotations

from attrs import define

from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clean, cut, padded, width_of


@define
class TextField:
    """The text so far, and before which letter the caret stands."""

    text: str = ""
    caret: int = 0
    most: int = 200

    @classmethod
    def of(cls, text: str, most: int = 200) -> TextField:
        """A field with a text in it, the caret at its end."""
        return cls(text, len(text), most)

    def press(self, key: str, character: str | None) -> bool:
        """Do what a key does in a line of text; False if it does nothing there."""
        match key:
            case "left" | "ctrl+b" if self.caret > 0:
                self.caret -= 1
            case "right" | "ctrl+f" if self.caret < len(self.text):
                self.caret += 1
            case "home" | "ctrl+a":
                self.caret = 0
            case "end" | "ctrl+e":
                self.caret = len(self.text)
            case "backspace" | "ctrl+h":
                self._cut(self.caret - 1, self.caret)
            case "delete" | "ctrl+d":
                self._cut(self.caret, self.caret + 1)
            case "ctrl+u":
                self._cut(0, self.caret)
            case "ctrl+k":
                self._cut(self.caret, len(self.text))
            case "ctrl+w":
                self._cut(self._word_before(), self.caret)
            case _:
                if character is None or not character.isprintable():
                    return False
                self.insert(character)
        return True

    def insert(self, text: str) -> None:
        """Put text in before the caret, on one line and as far as there is room."""
        tidy = "".join(char if char.isprintable() else " " for char in text.strip("\r\n"))
        tidy = tidy[: max(0, self.most - len(self.text))]
        self.text = self.text[: self.caret] + tidy + self.text[self.caret :]
        self.caret += len(tidy)

    def _cut(self, start: int, end: int) -> None:
        start, end = max(0, start), min(len(self.text), end)
        self.text = self.text[:start] + self.text[end:]
        self.caret = min(start, len(self.text))

    def _word_before(self) -> int:
        before = self.text[: self.caret].rstrip()
        return before.rfind(" ") + 1

    def _seen(self, width: int) -> tuple[str, int]:
        """What is seen of the text in so many cells, and the column of the caret there."""
        letters = [clean(letter) or "?" for letter in self.text]
        first = 0
        while width_of(before := "".join(letters[first : self.caret])) >= max(1, width):
            first += 1
        return cut("".join(letters[first:]), width), width_of(before)

    def caret_column(self, width: int) -> int:
        """Where the caret stands in a box so wide."""
        _, column = self._seen(width)
        return column

    def paint(self, canvas: Canvas, box: Rect, *, active: bool, hint: str = "") -> None:
        """Draw the part of the text that fits into one line, underlined; the caret if active.

        A field without text shows the hint.
        """
        text, column = self._seen(box.width)
        canvas.put(box.x, box.y, padded(text, box.width), "text underline")
        canvas.ground(Rect(box.x, box.y, box.width, 1), "on.raised")
        if not self.text and hint:
            shown = padded(cut(hint, box.width), box.width)
            canvas.put(box.x, box.y, shown, "dim underline")
        if active:
            canvas.tint(box.x + column, box.y, 1, 1, "text reverse")
