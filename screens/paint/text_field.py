# mypy: disable-error-code="text-width"
# The caret counts characters.
"""A single-line text field."""

from __future__ import annotations

from attrs import define

from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clean, cut, padded, width_of


@define
class TextField:
    """A text of at most `most` characters, and the position of the caret in characters. If the text
    is only proposed (`is_proposed`), a character typed as the first key replaces it."""

    text: str = ""
    caret: int = 0
    most: int = 200
    is_proposed: bool = False

    @classmethod
    def of(cls, text: str, most: int = 200, *, is_proposed: bool = False) -> TextField:
        """Return a field containing `text`, with the caret at its end. With `is_proposed`, a
        character typed as the first key replaces the text."""
        return cls(text, len(text), most, is_proposed)

    def press(self, key: str, character: str | None) -> bool:
        """Edit the text or move the caret in response to a key. Return False if the field does not
        use the key, for example the right arrow with the caret at the end."""
        used = self._press(key, character)
        self.is_proposed = self.is_proposed and not used
        return used

    def _press(self, key: str, character: str | None) -> bool:
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
                self._cut(self._word_start(), self.caret)
            case _:
                if character is None or not character.isprintable():
                    return False
                self.insert(character)
        return True

    def insert(self, text: str) -> None:
        """Insert text at the caret, as one line and up to the maximum length. A proposed text is
        replaced."""
        if self.is_proposed:
            self.text, self.caret, self.is_proposed = "", 0, False
        tidy = "".join(char if char.isprintable() else " " for char in text.strip("\r\n"))
        tidy = tidy[: max(0, self.most - len(self.text))]
        self.text = self.text[: self.caret] + tidy + self.text[self.caret :]
        self.caret += len(tidy)

    def _cut(self, start: int, end: int) -> None:
        start, end = max(0, start), min(len(self.text), end)
        self.text = self.text[:start] + self.text[end:]
        self.caret = min(start, len(self.text))

    def _word_start(self) -> int:
        before = self.text[: self.caret].rstrip()
        return before.rfind(" ") + 1

    def _visible_part(self, width: int) -> tuple[str, int]:
        """Return the visible part of the text in `width` cells, and the column of the caret in
        it."""
        letters = [clean(letter) or "?" for letter in self.text]
        first = 0
        while width_of(before := "".join(letters[first : self.caret])) >= max(1, width):
            first += 1
        return cut("".join(letters[first:]), width), width_of(before)

    def caret_column(self, width: int) -> int:
        """Return the column of the caret in a box of `width` cells."""
        _, column = self._visible_part(width)
        return column

    def paint(self, canvas: Canvas, box: Rect, *, active: bool, hint: str = "") -> None:
        """Paint the visible part of the text, underlined, and the caret if `active`. An empty field
        shows `hint`."""
        text, column = self._visible_part(box.width)
        canvas.put(box.x, box.y, padded(text, box.width), "text underline")
        canvas.ground(Rect(box.x, box.y, box.width, 1), "on.raised")
        if not self.text and hint:
            shown = padded(cut(hint, box.width), box.width)
            canvas.put(box.x, box.y, shown, "dim underline")
        if active:
            canvas.tint(box.x + column, box.y, 1, 1, "text reverse")
