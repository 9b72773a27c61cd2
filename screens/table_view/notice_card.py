"""Cards with tasks of a lesson, shown page by page in place of the decision, and lines of turn
summaries."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from attrs import evolve, frozen

from engine.core.state import State
from engine.core.step import Place
from engine.i18n.text import Text, words
from screens.paint import buttons
from screens.paint.canvas import Canvas
from screens.paint.cells import clip, width_of, wrap
from screens.table_view.scene import Scene

NOTICE_PLACE: Final = (buttons.NOTICE,)
"""Place of a card on the canvas. A click on it shows the next page or, on the last page, closes the
card."""

MARGIN: Final = 2
"""Number of blank cells on each side of the text."""


@frozen
class CardLine:
    """A line of a card or turn summary: text, role, and a name before the text."""

    text: str
    role: str = "text"
    name: str = ""
    name_role: str = "text"


_SENTENCE_END: Final = re.compile(r"(?<=[.!?]) +")


def _wrapped(lines: Iterable[CardLine], width: int) -> list[CardLine]:
    """Return the lines without their names, wrapped between the margins."""
    return [
        CardLine(part, line.role) for line in lines for part in wrap(line.text, width - 2 * MARGIN)
    ]


@frozen
class Notice:
    """A text that replaces the decision, and blocks all choices until it is closed. The table stays
    visible. `places` are the places on the table to choose in order to solve the task."""

    title: Text
    lines: Sequence[CardLine]
    places: Collection[Place] = ()

    def pages(self, width: int, height: int) -> list[list[CardLine]]:
        """Return the rows of text on each page of a panel of `width` by `height` cells, below its
        title. Each page ends at the end of a sentence, unless the sentence is longer than a
        page."""
        size = max(1, height - 1)
        pages: list[list[CardLine]] = [[]]
        for line in self.lines:
            for number, sentence in enumerate(_SENTENCE_END.split(line.text)):
                *before, last = pages[-1] if number else [*pages[-1], evolve(line, text="")]
                longer = [*before, evolve(last, text=f"{last.text} {sentence}".lstrip())]
                if pages[-1] and len(_wrapped(longer, width)) > size:
                    pages.append([evolve(line, text=sentence)])
                else:
                    pages[-1] = longer
        return [
            rows[at : at + size]
            for rows in (_wrapped(page, width) for page in pages)
            for at in range(0, len(rows), size)
        ] or [[]]

    def paint(self, scene: Scene[State], width: int, height: int, page: int) -> Canvas:
        """Paint the page with the index `page`, or the last page if there are fewer."""
        canvas = Canvas(width, height, scene.theme.glyphs)
        pages = self.pages(width, height)
        page = min(page, len(pages) - 1)
        canvas.rule(0, 0, width)
        hint = scene.translate(words("Space: continue"))
        go_on = f" {page + 1}/{len(pages)}  {hint} " if len(pages) > 1 else f" {hint} "
        end = width - MARGIN - width_of(go_on)
        title = clip(scene.translate(self.title), end - MARGIN - 3, canvas.glyphs)
        canvas.put(MARGIN, 0, f" {title} ", "title")
        canvas.put(end, 0, go_on, "warn")
        for y, row in enumerate(pages[page], 1):
            canvas.put(MARGIN, y, row.text, row.role)
        canvas.spot(NOTICE_PLACE, canvas.rect)
        return canvas
