"""Help at the table: passages about the current question, the guide, the reference card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.core.state import State
from engine.help.guide import Guide, Topic
from engine.help.rulebook import Rulebook
from engine.i18n.text import Text, words
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import width_of, wrap
from screens.paint.guide_lines import MAX_WIDTH, paint_line, set_topic
from screens.table_view.panel_asides import aside_symbols
from screens.table_view.panels import Key, key_name
from screens.table_view.scene import S, Scene, TablePainter

GUIDE_PAGE: Final = "guide"
"""Page with the guide to the game."""

CARD_PAGE: Final = "card"
"""Page with the reference card."""

TWO_COLUMNS: Final = 110
"""Minimum width, in cells, at which the help shows symbols and keys side by side."""

Line = tuple[str, str]
"""An unwrapped line and its role."""


def rule_texts(rules: Iterable[str], guide: Guide, book: Rulebook) -> list[str]:
    """Return the passages of the guide about `rules`, without repetitions. For rules that the guide
    does not cover, return the text of the rulebook. Rule ids are left out, because they are
    for developers."""
    texts: list[str] = []
    for rule in rules:
        passages = guide.passages_on([rule])
        texts += [passage.plain for passage in passages if passage.plain]
        if not passages:
            texts.append(book.text(rule))
    return list(dict.fromkeys(texts))


def heading(rule: str, guide: Guide, book: Rulebook) -> str:
    """Return the heading under which a rule is found in the guide, or else in the rulebook; empty
    if there is none."""
    for topic in (*guide.topics[1:], *guide.topics[:1]):
        if any(rule in passage.rules for passage in topic.passages):
            return topic.title
    section = book.section(rule.partition(".")[0])
    return "" if section is None else section.title


def paint_topics(scene: Scene[State], topics: Sequence[Topic], width: int, height: int) -> Canvas:
    """Paint topics below one another, on a canvas of at least `height` rows."""
    plain = scene.theme.glyphs.plain
    room = min(width - 6, MAX_WIDTH)
    lines = [line for topic in topics for line in set_topic(topic, room, plain=plain)]
    canvas = Canvas(width, max(height, len(lines) + 1), scene.theme.glyphs)
    for y, line in enumerate(lines):
        paint_line(canvas, 3, y, line)
    return canvas


def help_lines(
    scene: Scene[S],
    painter: TablePainter[S],
    keys: Sequence[Key],
    guide: Guide,
    book: Rulebook,
) -> list[Line]:
    """Return unwrapped lines with their roles: the question, passages of the guide (or of the
    rulebook) about it, symbols, and keys. Symbols come before keys, because the table itself shows
    most keys. After the end of the game, keys come before symbols."""
    symbols, keyed = symbol_lines(scene, painter), keys_lines(scene, keys)
    first, second = (keyed, symbols) if scene.over else (symbols, keyed)
    return [*question_lines(scene, guide, book), *first, ("", "text"), *second]


def question_lines(scene: Scene[S], guide: Guide, book: Rulebook) -> list[Line]:
    """Return lines with the viewer's question and the passages of the guide (or of the rulebook)
    about it. If the viewer has no question, return only the passages about the first pending
    decision."""
    lines: list[Line] = []
    if scene.partial_pick is not None:
        lines.append((scene.translate(scene.partial_pick.request.question), "title"))
    for rules in _rules_asked(scene):
        lines += [(passage, "text") for passage in rule_texts(rules, guide, book)]
        lines.append(("", "text"))
    return lines


def symbol_lines(scene: Scene[S], painter: TablePainter[S]) -> list[Line]:
    """Return a title, and a line for each symbol on the table with its meaning."""
    symbols = [
        *painter.legend(scene),
        *scene.presence_symbols,
        *_marks(scene),
        *aside_symbols(scene),
    ]
    lines = [(scene.translate(words("Symbols")), "title")]
    return lines + [
        (f" {sign:>11}  {scene.translate(meaning)}", "text") for sign, meaning in symbols
    ]


def keys_lines(scene: Scene[S], keys: Sequence[Key]) -> list[Line]:
    """Return a title, and a line for each key with its meaning."""
    lines = [(scene.translate(words("Keys (you can also click on them)")), "title")]
    return lines + [(key_line(scene, key, meaning), "text") for key, meaning in keys]


def _marks(scene: Scene[S]) -> Sequence[tuple[str, Text]]:
    """Return the marks on places of the table, with their meanings."""
    sign = scene.theme.glyphs
    return [
        (f"{sign('mark.left')} {sign('mark.right')}", words("you can choose what is between them")),
        (sign("half.left"), words("you can choose the card to the right of it")),
        (f"{sign('point.left')} {sign('point.right')}", words("the cursor is between them")),
    ]


def key_line(scene: Scene[S], key: str, meaning: Text) -> str:
    """Return `key` and its `meaning` as a line of the help."""
    return f" {key_name(scene, key):>11}  {scene.translate(meaning)}"


def _rules_asked(scene: Scene[S]) -> Sequence[Sequence[str]]:
    """Return the ids of the rules of the viewer's decision or, if there is none, of the first
    pending decision, as a sequence of one entry; empty if nobody must decide."""
    if scene.partial_pick is not None:
        request = scene.partial_pick.request
        return [request.decision.part_rules(request.view, scene.partial_pick.chosen)]
    return [pending.decision.part_rules(scene.view, ()) for pending in scene.pending[:1]]


MEANING_COLUMN: Final = 14
"""Column at which the meanings of keys and symbols begin, also in continuation lines."""


def paint_lines(
    scene: Scene[S],
    lines: Sequence[Line],
    width: int,
    height: int,
    top: int,
    places: Mapping[str, Spot] = {},
    columns: Sequence[Sequence[Line]] = (),
) -> tuple[Canvas, int]:
    """Wrap and paint `lines`, and `columns` of lines side by side below them, scrolled down by
    `top` rows. Return the canvas, and the maximum value of `top`. `places` has the places of
    clickable lines, by the lines' texts."""
    cells = [(y, 2, *row) for y, row in enumerate(_wrapped(lines, width - 4, places))]
    below = len(cells)
    for number, column in enumerate(columns):
        x, room = 2 + number * width // len(columns), width // len(columns) - 4
        cells += [(below + y, x, *row) for y, row in enumerate(_wrapped(column, room, places))]
    most = max(0, max((y for y, *_ in cells), default=-1) + 1 - height)
    top = min(top, most)
    canvas = Canvas(width, height, scene.theme.glyphs)
    for row, x, text, role, place in cells:
        y = row - top
        if not 0 <= y < height:
            continue
        canvas.put(x, y, text, role)
        if place is not None:
            canvas.put(x, y, text[:MEANING_COLUMN], "key")
            canvas.spot(place, Rect(x, y, width_of(text), 1))
    paint_scroll_marks(canvas, above=top > 0, below=top < most)
    return canvas, most


def _wrapped(
    lines: Sequence[Line], width: int, places: Mapping[str, Spot]
) -> list[tuple[str, str, Spot | None]]:
    return [
        (part, role, places.get(text)) for text, role in lines for part in wrap_hanging(text, width)
    ]


def wrap_hanging(text: str, width: int) -> list[str]:
    """Wrap a text. If it begins with a key or symbol, the lines after the first are indented to the
    column of the meaning."""
    head, meaning = text[:MEANING_COLUMN], text[MEANING_COLUMN:]
    if not head.startswith(" ") or not meaning:
        return wrap(text, width)
    first, *rest = wrap(meaning, width - MEANING_COLUMN)
    return [head + first, *(" " * MEANING_COLUMN + line for line in rest)]


def paint_scroll_marks(canvas: Canvas, *, above: bool, below: bool) -> None:
    """Paint clickable markers at the right edge if the page can be scrolled up (`above`) or down
    (`below`)."""
    for can_scroll, y, sign, direction in (
        (above, 0, "more.up", -1),
        (below, canvas.height - 1, "more.down", 1),
    ):
        if can_scroll:
            place = (buttons.SCROLL, direction)
            canvas.put(canvas.width - 1, y, canvas.glyphs(sign), "key", spot=place)
