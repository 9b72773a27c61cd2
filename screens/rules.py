"""The rulebook on the screen: its sections, its text, and the search in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import ClassVar, Final, NamedTuple

from textual.binding import Binding, BindingType

from engine.game import catalogue, entry
from engine.rulebook import Paragraph, Rulebook, Section, rulebook
from engine.text import Text, words
from screens.canvas import Canvas, Place, Rect, clean, wrap
from screens.page import Hint, Page

SECTION: Final = "section"
WIDEST: Final = 100
"""Lines longer than this are hard to read."""


class Line(NamedTuple):
    """A line of the book as it is shown."""

    text: str
    role: str = "text"
    head: int = 0
    """How many cells at its beginning are a rule's id."""


class RulesScreen(Page):
    """First the sections, then the text from the chosen one on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "Search", id="rules.search"),
        Binding("n", "found(1)", "Next", id="rules.next"),
        Binding("N", "found(-1)", "Previous", id="rules.previous"),
        Binding("b", "next_book", "Another game", id="rules.book"),
        Binding("tab", "section(1)", show=False),
        Binding("shift+tab", "section(-1)", show=False),
    ]

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game
        self.reading = False
        self._sought = ""
        self._found: list[int] = []
        self._at = 0
        self._lines: list[Line] = []
        self._starts: list[int] = []
        self._set_for: tuple[object, ...] = ()

    @property
    def book(self) -> Rulebook:
        """The rules of the game in the reader's language."""
        return rulebook(self.game, self.preferences.language)

    def title_text(self) -> Text:
        """Which game's rules they are."""
        return words("Rules: {game}", game=entry(self.game).names)

    # Painting

    def stops(self) -> Sequence[Place]:
        """The sections, while they are shown."""
        if self.reading:
            return ()
        return [(SECTION, number) for number in range(len(self.book.sections))]

    def paint_body(self, width: int, height: int) -> Canvas:
        """The sections, or the text."""
        if not self.book.sections:
            canvas = Canvas(width, height, self.look_now.glyphs)
            canvas.put(4, 1, self.say(words("This rulebook is not here yet.")), "dim")
            return canvas
        return (
            self._paint_text(width, height) if self.reading else self._paint_sections(width, height)
        )

    def _paint_sections(self, width: int, height: int) -> Canvas:
        sections = self.book.sections
        canvas = Canvas(width, max(height, len(sections) + 2), self.look_now.glyphs)
        for number, section in enumerate(sections):
            canvas.spot((SECTION, number), Rect(2, 1 + number, min(width - 4, 70), 1))
            canvas.put(4, 1 + number, section.title or self.book.title, "text")
        return canvas

    def _paint_text(self, width: int, height: int) -> Canvas:
        self._set(min(width - 6, WIDEST))
        canvas = Canvas(width, max(height, len(self._lines) + 1), self.look_now.glyphs)
        for y, line in enumerate(self._lines):
            canvas.put(3, y, line.text, line.role)
            canvas.tint(3, y, line.head, 1, "key")
        for number in self._found:
            self._tint(canvas, number, "flash" if number == self._found[self._at] else "strong")
        return canvas

    def _tint(self, canvas: Canvas, y: int, role: str) -> None:
        text, sought = _folded(self._lines[y].text), _folded(self._sought)
        at = text.find(sought)
        while at >= 0:
            canvas.tint(3 + at, y, len(sought), 1, f"{role} underline")
            at = text.find(sought, at + len(sought))

    def _set(self, width: int) -> None:
        """Set the book in lines, unless it stands so already."""
        wanted = (self.game, self.preferences.language, self.preferences.glyphs, width)
        if wanted == self._set_for:
            return
        self._set_for = wanted
        self._lines, self._starts = [], []
        for section in self.book.sections:
            self._starts.append(len(self._lines))
            self._lines += set_section(section, width, plain=self.look_now.glyphs.plain)
        self._seek()

    def hints(self) -> Sequence[Hint]:
        """How one reads and searches."""
        hints = [
            Hint(self.key_of("rules.search"), words("search")),
            Hint(self.key_of("rules.book"), words("another game")),
        ]
        if self._found and self.reading:
            hints.append(Hint(self.key_of("rules.next"), words("next place")))
        if self.reading:
            hints.append(Hint("tab", words("next section")))
            hints.append(Hint("escape", words("sections")))
        else:
            hints.insert(0, Hint("enter", words("read")))
            hints.append(Hint("escape", words("back")))
        return hints

    # Reading

    def take(self, place: Place) -> None:
        """Read from a section on."""
        assert isinstance(place, tuple)
        self._read_from(place[1])

    def _read_from(self, section: int) -> None:
        self.reading = True
        self._set(min(self.cells.width - 6, WIDEST))
        self._show_line(self._starts[section])

    def _show_line(self, number: int) -> None:
        self.pointed = None
        self.open_at(number)

    def action_section(self, by: int) -> None:
        """The next section of the text, or the one before; in the list of sections a step."""
        if not self.reading:
            self.action_step(by)
            return
        here = max((n for n, start in enumerate(self._starts) if start <= self.top), default=0)
        if by < 0 and self._starts[here] < self.top:
            by = 0
        self._show_line(self._starts[max(0, min(len(self._starts) - 1, here + by))])

    def back(self) -> None:
        """From the text to the sections, from the sections to where the page was opened."""
        if self.reading:
            self.reading, self.message = False, ""
            self.show()
        else:
            super().back()

    def action_next_book(self) -> None:
        """The rules of the next game that has any."""
        games = [one.id for one in catalogue() if rulebook(one.id).sections]
        at = games.index(self.game) if self.game in games else -1
        if games:
            self.game = games[(at + 1) % len(games)]
            self.reading, self._sought, self.message = False, "", ""
            self.show()

    # Searching

    def action_search(self) -> None:
        """Ask for the words to look for."""
        self.ask(words("Search for:"), self._sought, self.search)

    def search(self, sought: str) -> None:
        """Go to the first place with these words, from here on."""
        self._sought = sought
        if not sought:
            self._found = []
            return
        self.reading = True
        self._set(min(self.cells.width - 6, WIDEST))
        self._seek()
        if not self._found:
            self.tell(words("“{words}” does not occur.", words=sought))
            return
        self._at = next((n for n, line in enumerate(self._found) if line >= self.top), 0)
        self.action_found(0)

    def _seek(self) -> None:
        sought = _folded(self._sought)
        self._found = [
            n for n, line in enumerate(self._lines) if sought and sought in _folded(line.text)
        ]
        self._at = 0

    def action_found(self, by: int) -> None:
        """Go to the next place found, or the one before."""
        if not self._found:
            return
        self._at = (self._at + by) % len(self._found)
        self.message = self.say(
            words("Place {at} of {count}", at=self._at + 1, count=len(self._found))
        )
        self._show_line(max(0, self._found[self._at] - 3))


def _folded(text: str) -> str:
    """Text as the search compares it: letters alone count, one for one."""
    return text.lower().replace("ё", "е")


# ---------------------------------------------------------------------- setting text


def set_section(section: Section, width: int, *, plain: bool) -> list[Line]:
    """A section in lines of at most `width` cells."""
    lines = [Line(""), Line(section.title, "title"), Line("")]
    for paragraph in section.paragraphs:
        rest = paragraph.plain()
        if paragraph.id:
            lines += _set_rule(paragraph, width)
            rest = rest[1:]
        for kind, block in _blocks(rest):
            if kind == "table":
                lines += [Line(f"  {row}") for row in set_table(block, width - 2, plain=plain)]
            else:
                lines += [line for text in block for line in _set_text(text, width)]
        lines.append(Line(""))
    return lines


def _set_rule(rule: Paragraph, width: int) -> list[Line]:
    """A rule: its id and words, and below them where it comes from."""
    first, *others = wrap(f"{rule.id}  {rule.text}", max(20, width - 2))
    lines = [Line(first, "text", len(rule.id)), *(Line(f"  {line}") for line in others)]
    if rule.source:
        lines += [Line(f"  {line}", "dim") for line in wrap(rule.source, max(20, width - 2))]
    return lines


def _blocks(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Runs of lines: tables and the rest."""
    kind = ""
    block: list[str] = []
    for line in lines:
        this = "table" if line.lstrip().startswith("|") else "text"
        if this != kind and block:
            yield kind, block
            block = []
        kind = this
        block.append(line)
    if block:
        yield kind, block


def _set_text(text: str, width: int) -> list[Line]:
    indent = " " * (len(text) - len(text.lstrip()))
    role = "dim" if text.strip().startswith("[") else "text"
    parts = wrap(text.strip(), max(20, width - len(indent)))
    return [Line(indent + part if part else "", role) for part in parts]


def set_table(rows: Sequence[str], width: int, *, plain: bool) -> list[str]:
    """A table, written with bars as in the source, in lines of at most `width` cells."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text as Cell

    head, *body = [
        [clean(cell.strip()) for cell in row.strip().strip("|").split("|")]
        for row in rows
        if not set(row) <= set("| :-")
    ]
    table = Table(box=box.ASCII2 if plain else box.SQUARE, pad_edge=True, show_lines=False)
    for cell in head:
        table.add_column(Cell(cell))
    for row in body:
        table.add_row(*(Cell(cell) for cell in row[: len(head)]))
    file = StringIO()
    Console(file=file, width=width, color_system=None).print(table)
    return file.getvalue().splitlines()
