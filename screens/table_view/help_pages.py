"""Help at the table: passages about the current question, the guide, the reference card."""

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
"""Page with the guide to the game."""

CARD: Final = "card"
"""Page with the reference card."""


def telling(rules: Iterable[str], guide: Guide, book: Rulebook) -> list[str]:
    """Passages of the guide about these rules, without repetitions; for rules missing in the
    guide, the rules themselves. Rule ids are omitted: they are for developers."""
    texts: list[str] = []
    for rule in rules:
        passages = guide.telling([rule])
        texts += [passage.plain for passage in passages if passage.plain]
        if not passages:
            texts.append(book.text(rule))
    return list(dict.fromkeys(texts))


def heading(rule: str, guide: Guide, book: Rulebook) -> str:
    """Heading under which a rule is found, in the guide or else in the rulebook; may be empty."""
    for topic in (*guide.topics[1:], *guide.topics[:1]):
        if any(rule in passage.rules for passage in topic.passages):
            return topic.title
    section = book.section(rule.partition(".")[0])
    return "" if section is None else section.title


def paint_topics(scene: Scene[State], topics: Sequence[Topic], width: int, height: int) -> Canvas:
    """Paint topics below one another, at least `height` rows high."""
    plain = scene.theme.glyphs.plain
    room = min(width - 6, WIDEST)
    lines = [line for topic in topics for line in set_topic(topic, room, plain=plain)]
    canvas = Canvas(width, max(height, len(lines) + 1), scene.theme.glyphs)
    for y, line in enumerate(lines):
        paint_line(canvas, 3, y, line)
    return canvas
