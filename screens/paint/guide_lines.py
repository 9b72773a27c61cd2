"""The guide to a game as lines: topics with passages and tables, laid out to a width."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import StringIO
from typing import Final, NamedTuple

from engine.help.guide import Passage, Topic
from screens.paint.canvas import Canvas
from screens.paint.cells import clean, width_of, wrap

MAX_WIDTH: Final = 100
"""Maximum line length, in columns, that is easy to read."""


class TopicLine(NamedTuple):
    """A line of the guide.

    Its first `head` cells hold the list mark or indentation and the passage's heading, and its last
    `ids` cells the ids of rules. `rules` are the ids of all rules in the passage. `in_list` is true
    in items of a list.
    """

    text: str
    role: str = "text"
    head: int = 0
    ids: int = 0
    rules: tuple[str, ...] = ()
    in_list: bool = False


def paint_line(canvas: Canvas, x: int, y: int, line: TopicLine) -> None:
    """Paint a line, with its heading bright and the rule ids dim."""
    canvas.put(x, y, line.text, line.role)
    canvas.tint(x, y, line.head, 1, "strong bold")
    canvas.tint(x + width_of(line.text) - line.ids, y, line.ids, 1, "dim")


@lru_cache(maxsize=64)
def set_topic(topic: Topic, width: int, *, plain: bool) -> Sequence[TopicLine]:
    """Lay out a topic in lines of at most `width` cells, with ASCII bullets and frames if `plain`.
    The title stays on one line, however long. The result is cached, because laying out a table
    takes milliseconds."""
    lines = [TopicLine(""), TopicLine(topic.title, "title"), TopicLine("")]
    for passage in topic.passages:
        if passage.table:
            rows = set_table(passage.table, width - 2, plain=plain)
            lines += [TopicLine(f"  {row}", rules=passage.rules) for row in rows]
        else:
            lines += _set_passage(passage, width, plain=plain)
        lines.append(TopicLine(""))
    return tuple([line for at, line in enumerate(lines) if not _between_items(lines, at)])


def _between_items(lines: Sequence[TopicLine], at: int) -> bool:
    """Return whether the line at index `at` is a blank line between two items of a list. Such lines
    are left out."""
    return (
        0 < at < len(lines) - 1
        and not lines[at].text
        and lines[at - 1].in_list
        and lines[at + 1].in_list
    )


def _set_passage(passage: Passage, width: int, *, plain: bool) -> list[TopicLine]:
    """Lay out a passage that is not a table in lines of at most `width` cells (at least 20), with
    the ids of its rules at the end."""
    mark = "•" if passage.mark == "-" and not plain else passage.mark
    mark = f"{mark} " if mark else ""
    ids = passage.ids.replace(" ", "")
    words = f"{passage.plain} {ids}" if ids else passage.plain
    parts = wrap(words, max(20, width - width_of(mark) - ids.count(",") - 1))
    unnamed = len(passage.head)  # type: ignore[text-width]
    lines = []
    for number, part in enumerate(parts):
        before = mark if number == 0 else " " * width_of(mark)
        named = len(before) + min(unnamed, len(part)) if unnamed > 0 else 0  # type: ignore[text-width]
        unnamed -= len(part) + 1  # type: ignore[text-width]
        shown = 0
        if ids and number == len(parts) - 1:
            part = f"{part.removesuffix(ids).rstrip()}  {passage.ids}".lstrip()
            shown = width_of(passage.ids)
        lines.append(TopicLine(before + part, "text", named, shown, passage.rules, bool(mark)))
    return lines


def set_table(rows: Sequence[Sequence[str]], width: int, *, plain: bool) -> list[str]:
    """Lay out a table, whose first row has the headings, in lines of at most `width` cells, with a
    frame in ASCII if `plain`."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text as Cell

    head, *body = [[clean(cell) for cell in row] for row in rows]
    table = Table(box=box.ASCII2 if plain else box.SQUARE, pad_edge=True, show_lines=False)
    for cell in head:
        table.add_column(Cell(cell))
    for row in body:
        table.add_row(*(Cell(cell) for cell in row[: len(head)]))
    file = StringIO()
    Console(file=file, width=width, color_system=None).print(table)
    return file.getvalue().splitlines()
