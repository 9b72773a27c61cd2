"""Help at the table: what the guide tells about what is asked, the guide itself, its card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.core.state import State
from engine.help.guide import Guide, Topic
from engine.help.rulebook import Rulebook
from screens.paint.canvas import Canvas
from screens.paint.guide_lines import WIDEST, paint_line, set_topic
from screens.table_view.scene import Scene

GUIDE: Final = "guide"
"""The page that tells how the game is played."""

CARD: Final = "card"
"""The page to look things up on."""


def telling(rules: Iterable[str], guide: Guide, book: Rulebook) -> list[str]:
    """What is told to people of these rules, each passage once; of a rule that the guide leaves
    out, the rule itself. Ids stay out of it: they are for whoever works on the game."""
    told: list[str] = []
    for rule in rules:
        passages = guide.telling([rule])
        told += [passage.plain for passage in passages if passage.plain]
        if not passages:
            told.append(book.text(rule))
    return list(dict.fromkeys(told))


def heading(rule: str, guide: Guide, book: Rulebook) -> str:
    """Under which heading people find a rule: in the guide, else in the book; may be empty."""
    for topic in (*guide.topics[1:], *guide.topics[:1]):
        if any(rule in passage.rules for passage in topic.passages):
            return topic.title
    section = book.section(rule.partition(".")[0])
    return "" if section is None else section.title


def paint_topics(scene: Scene[State], topics: Sequence[Topic], width: int, height: int) -> Canvas:
    """Topics one below the other, at least so high."""
    plain = scene.theme.glyphs.plain
    room = min(width - 6, WIDEST)
    lines = [line for topic in topics for line in set_topic(topic, room, plain=plain)]
    canvas = Canvas(width, max(height, len(lines) + 1), scene.theme.glyphs)
    for y, line in enumerate(lines):
        paint_line(canvas, 3, y, line)
    return canvas
