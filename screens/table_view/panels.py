"""The parts of the screen that all games share, painted: header, decision, keys, help, curtain.

The log is in `logs`, the score sheet in `sheets`, the shapes of tables in `shapes` and `cards`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.core.early_end import ending_told
from engine.core.state import State
from engine.help.guide import Guide
from engine.help.rulebook import Rulebook
from engine.i18n.text import Seat, Text, words
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import InputContext
from screens.input_modes.partial_pick import PartialPick
from screens.keys import NAMES
from screens.keys import key_name as name_of_key
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import centred, clean, clip, width_of, wrap, wrap_within
from screens.paint.shapes import RAISED, paint_cap
from screens.paint.too_small import LEAST_WIDTH
from screens.table_view.help_pages import telling
from screens.table_view.preview_text import (
    losses,
    paint_preview,
    paint_sentences,
    preview_lines,
    shortened,
)
from screens.table_view.scene import S, Scene, TablePainter

WIDE = 120
TALL = 40

WHOLE: Final = (buttons.WHOLE,)
"""The place of the key that shows all of the question and of what a choice would bring."""

ASKED: Final = (buttons.ASKED,)
"""The place of the question whether a choice is meant; a click on it does it."""

Key = tuple[str, Text]
"""A key by its English name, and what it does."""

_KEY_NAMES = {
    "arrows": words("arrows"),
    "space": words("Space"),
    **{name.one: name for name in NAMES.values()},
}


def key_name(reader: InputContext, key: str) -> str:
    """What a key is called on the reader's keyboard; the person's own in place of a usual one."""
    if key in reader.own_keys:
        return reader.say(name_of_key(reader.own_keys[key]))
    name = _KEY_NAMES.get(key)
    return key if name is None else reader.say(name)


# ---------------------------------------------------------------------- header and footer


def paint_header(scene: Scene[S], painter: TablePainter[S], width: int) -> Canvas:
    """One line: the game, where it stands, and whose turn it is."""
    canvas = Canvas(width, 1, scene.theme.glyphs)
    canvas.ground(canvas.rect, RAISED)
    x = canvas.put(0, 0, f" {scene.tongue.argument(scene.game.names)} ", "title")
    x = canvas.put(x, 0, f" {scene.say(painter.headline(scene, width))}", "text")
    if scene.real_dice:
        real = scene.say(words("real dice"))
        x = canvas.put(x, 0, f" · {real}", "dim")
    right = width - 1
    turn = whose_turn(scene)
    if turn is not None and width >= WIDE:
        text, role = turn
        right = canvas.put_right(right, 0, clip(f" {text}", width - x - 1, canvas.glyphs), role)
    own = painter.paint_headline(scene, canvas, x, right)
    if turn is not None and width < WIDE and own == right:
        text, role = turn
        canvas.put_right(right, 0, clip(f" {text}", width - x - 1, canvas.glyphs), role)
    return canvas


def whose_turn(scene: Scene[S]) -> tuple[str, str] | None:
    """Whose turn it is, in words and in the player's colour; None between turns."""
    if scene.over:
        return scene.say(words("The game is over")), "title"
    own = scene.waiting is not None and scene.choosing is not None
    seat = scene.choosing.seat if own and scene.choosing is not None else scene.asked
    if seat is None:
        return None
    name = f"{scene.theme.glyphs('turn')} {scene.name(seat)}"
    return name, f"seat.{seat} bold"


KEPT: Final = frozenset({"Enter", "Escape", "?"})
"""Keys that stay in the line of keys where others find no room, besides the last."""

LEAST: Final = frozenset({"arrows", "H", "/", "s", "E"})
"""Keys that are the first to leave it: other ways lead to what they do, or everybody tries them."""


def paint_keys(reader: InputContext, keys: Sequence[Key], width: int, asked: str = "") -> Canvas:
    """One line: the keys that do something now. Where not all fit, others go before those that are
    always needed, and of these the last one stays longest: it is the way out. What is `asked` once
    more stands first, and says what Enter does."""
    canvas = Canvas(width, 1, reader.theme.glyphs)
    canvas.ground(canvas.rect, RAISED)
    x = 1
    if asked:
        end = canvas.put(x, 0, clip(asked, width - 2, canvas.glyphs), "warn bold", spot=ASKED)
        x = end + 2
    shown = [
        (key, key_name(reader, key), reader.say(meaning))
        for key, meaning in keys
        if not (asked and key == "Enter")
    ]
    for key, name, text in _fitting(shown, width - x):
        place = (buttons.KEY, key)
        start = x
        x = canvas.put(x, 0, name, "key")
        x = canvas.put(x + 1, 0, text, "dim") + 2
        canvas.spot(place, Rect(start, 0, x - start - 2, 1))
    return canvas


def _fitting(keys: Sequence[tuple[str, str, str]], room: int) -> Iterator[tuple[str, str, str]]:
    """The keys that find room, in their order."""
    last = len(keys) - 1
    wanted = sorted(
        range(last + 1), key=lambda n: (n != last, keys[n][0] not in KEPT, keys[n][0] in LEAST, n)
    )
    fitting = set()
    left = room + 2
    for n in wanted:
        _, name, text = keys[n]
        needed = width_of(name) + width_of(text) + 3
        if needed <= left:
            fitting.add(n)
            left -= needed
    return (key for n, key in enumerate(keys) if n in fitting)


# ---------------------------------------------------------------------- the decision


def paint_decision(
    scene: Scene[S],
    painter: TablePainter[S],
    width: int,
    height: int,
    *,
    message: str = "",
    advised: bool = False,
) -> Canvas:
    """The panel that is always there: the question, the choices with their keys, and what the one
    under the pointer would do; or, in place of that, a message. One that advises what is under the
    pointer leaves it the rows below. What does not fit can be read whole by a key whose cap stands
    at the end then."""
    canvas = Canvas(width, height, scene.theme.glyphs)
    canvas.ground(canvas.rect, RAISED)
    choosing = scene.choosing
    if choosing is None:
        title, role = _nothing_to_choose(scene)
        cut = _title(canvas, scene, title, role)
        top = 1 + (_ranking(canvas, scene) if scene.over else 0)
    else:
        name, role = f"{_named(scene, choosing.seat)}:", f"seat.{choosing.seat} bold"
        cut = _title(canvas, scene, name, role, *_question(scene, choosing))
        own = painter.paint_choices(scene, width, height - 1)
        rows = own or choosing.chooser.paint(scene, width, height - 3)
        canvas.blit(rows, 0, 1)
        top = 1 + rows.height
    if message and advised:
        cut |= _advice(canvas, scene, painter, message, top)
    elif message:
        bottom = height if choosing is None or choosing.chooser.line_keys() else height - 1
        start, bottom = _rows_for(canvas, choosing, message, top, bottom)
        cut |= paint_message(canvas, message, start, bottom)
    elif choosing is not None:
        cut |= paint_preview(canvas, scene, painter, top)
    elif not scene.over:
        cut |= _just_happened(canvas, scene, top)
    if cut:
        canvas.fill(width - 4, height - 1, 4, 1)
        paint_cap(canvas, width - 3, height - 1, "+")
        canvas.spot(WHOLE, Rect(width - 3, height - 1, 3, 1))
    _paint_whose(canvas, scene)
    return canvas


def _paint_whose(canvas: Canvas, scene: Scene[S]) -> None:
    seat = scene.choosing.seat if scene.choosing is not None else scene.asked
    if seat is not None:
        paint_bar(canvas, scene, seat)


def paint_bar(canvas: Canvas, scene: Scene[S], seat: int) -> None:
    """The bar in the colour of a seat along the left side of the panel, where nothing stands."""
    for y in range(0 if scene.theme.tinted else 1, canvas.height):
        if canvas.chars[y][0] == " ":
            canvas.put(0, y, canvas.glyphs("half.left"), f"seat.{seat}")


def whole_lines(scene: Scene[S], painter: TablePainter[S], message: str) -> list[tuple[str, str]]:
    """The whole question, the choice under the pointer and all that it would bring, or the whole
    message: lines with their roles, not yet broken."""
    choosing = scene.choosing
    if choosing is None:
        return [(message, "warn")] if message else [(one, "text") for one in _last_told(scene)]
    question, chosen = _question(scene, choosing)
    asked = f"{scene.name(choosing.seat)}: {question}"
    lines = [(asked, f"seat.{choosing.seat} bold"), (chosen, "dim"), ("", "text")]
    if message:
        return [*lines, (message, "warn")]
    chooser = choosing.chooser
    if isinstance(chooser, ChoiceList):
        lines += [(scene.say(chooser.choice.label), "strong"), ("", "text")]
    return [
        *lines,
        *((loss, "warn") for loss in losses(scene, painter)),
        *((preview_line, "text") for preview_line in preview_lines(scene, painter)),
    ]


LEAST_ABOVE: Final = 2
"""The question and the first row of the choices stay above any message."""


def _rows_for(
    canvas: Canvas, choosing: PartialPick[State] | None, message: str, top: int, bottom: int
) -> tuple[int, int]:
    """Between which rows a message stands: below the choices, over the last of them if it is too
    long for that; over the first ones where it would hide the choice under the pointer. From
    `bottom` on the panel shows keys."""
    rows = len(wrap(message, canvas.width - 5))
    start = min(top, max(LEAST_ABOVE, bottom - rows))
    pointed = None if choosing is None else canvas.region((buttons.CHOICE, choosing.pointed))
    if pointed is not None and pointed.y >= start and 1 + rows <= pointed.y:
        return 1, 1 + rows
    return start, bottom


SEVERAL: Final = 3
"""Of so many rows below the choices advice leaves one."""


def _advice(
    canvas: Canvas, scene: Scene[S], painter: TablePainter[S], message: str, top: int
) -> bool:
    """What is advised stands below the choices and covers none of them: where those leave no row,
    it takes that of the question; of several it leaves one for what the choice under the pointer
    would do. Says whether there is more than fits."""
    if top >= canvas.height:
        return paint_message(canvas, message, 0, 1)
    bottom = canvas.height - (canvas.height - top >= SEVERAL)
    below = min(bottom, top + len(wrap(message, canvas.width - 5)))
    cut = paint_message(canvas, message, top, below)
    return (below < canvas.height and paint_preview(canvas, scene, painter, below)) or cut


def paint_message(canvas: Canvas, message: str, top: int, bottom: int | None = None) -> bool:
    """A message in the rows from `top` to `bottom`, in place of what stands there; says whether
    there is more of it than fits."""
    rows = (canvas.height if bottom is None else bottom) - top
    canvas.fill(0, top, canvas.width, rows)
    lines, cut = shortened([message], canvas.width - 5, rows, canvas)
    for row, line in enumerate(lines):
        canvas.put(4, top + row, line, "warn")
    return cut


def _question(scene: Scene[S], choosing: PartialPick[State]) -> tuple[str, str]:
    """What is asked, and the parts chosen so far; those alone, where there is no question."""
    parts = [
        scene.say(choosing.asked.label(choosing.chosen[: number + 1]))
        for number in range(len(choosing.chosen))
    ]
    chosen = " > ".join(parts)
    question = choosing.question
    return (chosen, "") if question is None else (scene.say(question), chosen)


def _title(
    canvas: Canvas, scene: Scene[S], name: str, role: str, question: str = "", chosen: str = ""
) -> bool:
    """Who is asked in the colour of the seat, what is asked and, dim, what was chosen so far if
    there is room for it; where grounds do not part the panel from the table, on a line. Says
    whether there is more of it than fits."""
    if not scene.theme.tinted:
        canvas.rule(0, 0, canvas.width)
    right = canvas.width - 3
    x = canvas.put(
        1 if scene.theme.tinted else 2, 0, f" {clip(name, right - 4, canvas.glyphs)} ", role
    )
    cut = width_of(clean(name)) > right - 4
    for text, written in ((question, "strong"), (chosen and f" {chosen}", "dim")):
        room = right - x
        cut |= width_of(clean(text)) > max(0, room)
        if text and room > 1 and (written == "strong" or width_of(clean(text)) <= room):
            x = canvas.put(x, 0, f"{clip(text, room, canvas.glyphs)} ", written) + 1
    return cut


def _named(scene: Scene[S], seat: int) -> str:
    """Who is asked, and how long is left for the move."""
    name = scene.name(seat)
    return name if scene.left is None else f"{name} ({scene.say(scene.left)})"


def _nothing_to_choose(scene: Scene[S]) -> tuple[str, str]:
    if scene.over:
        over = scene.say(words("The game is over"))
        return f"{over}. {_last_words(scene)}", "title"
    seat = scene.asked
    if seat is None:
        return "", "title"
    waiting = scene.waiting or words("{seat} is choosing", seat=Seat(seat))
    left = "" if scene.left is None else f", {scene.say(scene.left)}"
    return f"{scene.say(waiting)}{left}", f"seat.{seat} bold"


def _last_words(scene: Scene[S]) -> str:
    """What the rules said last: who has won, and by what; or how people have ended the match."""
    if scene.ended is not None:
        return scene.say(ending_told(scene.ended.ending, len(scene.ended.result)))
    notes = scene.story.last()
    return scene.say(notes[-1].text) if notes else ""


def _ranking(canvas: Canvas, scene: Scene[S]) -> int:
    """The places at the end, the first one first, in as many columns as are needed; returns how
    many rows they take."""
    standings = scene.standings()
    rows = canvas.height - 2
    for number, standing in enumerate(standings):
        x, y = 2 + number // rows * (canvas.width // 2), 1 + number % rows
        line = words(
            "{place}. {seat}: {total}",
            place=standing.place,
            seat=Seat(standing.seat),
            total=standing.total,
        )
        role = f"seat.{standing.seat}" + (" bold" if standing.place == 1 else "")
        canvas.put(x, y, clip(scene.say(line), canvas.width // 2 - 3, canvas.glyphs), role)
    if scene.bests:
        _bests(canvas, scene, canvas.width // 3)
        return rows
    return min(rows, len(standings))


def _bests(canvas: Canvas, scene: Scene[S], x: int) -> None:
    """The best results of people who played alone, as many as there is room for."""
    canvas.put(x, 1, scene.say(words("Best results")), "title")
    for row, (place, line) in enumerate(scene.bests[: canvas.height - 3], 2):
        text = f"{place}. {scene.say(line)}"
        canvas.put(x, row, clip(text, canvas.width - x - 1, canvas.glyphs), "text")


def _just_happened(canvas: Canvas, scene: Scene[S], top: int) -> bool:
    """What was told last, while somebody else is choosing; says whether there is more than fits."""
    return paint_sentences(canvas, _last_told(scene), top, "right", "dim")


def _last_told(scene: Scene[S]) -> list[str]:
    return [scene.say(note.text) for note in scene.story.last()]


# ---------------------------------------------------------------------- help and other pages


def help_lines(
    scene: Scene[S],
    painter: TablePainter[S],
    keys: Sequence[Key],
    guide: Guide,
    book: Rulebook,
) -> list[tuple[str, str]]:
    """What is asked, what the guide tells about it, the keys and the signs: lines with their
    roles, not yet broken. What the guide leaves out is told in the words of the book."""
    lines: list[tuple[str, str]] = []
    if scene.choosing is not None:
        lines.append((scene.say(scene.choosing.asked.question), "title"))
    for rules in _rules_asked(scene):
        lines += [(told, "text") for told in telling(rules, guide, book)]
        lines.append(("", "text"))
    lines.append((scene.say(words("Keys (you can also click on them)")), "title"))
    lines += [(key_line(scene, key, meaning), "text") for key, meaning in keys]
    signs = [*painter.legend(scene), *scene.signs]
    if signs:
        lines += [("", "text"), (scene.say(words("Symbols")), "title")]
        lines += [(f" {sign:>11}  {scene.say(meaning)}", "text") for sign, meaning in signs]
    return lines


def key_line(scene: Scene[S], key: str, meaning: Text) -> str:
    """A key and what it does, as the help has it."""
    return f" {key_name(scene, key):>11}  {scene.say(meaning)}"


def _rules_asked(scene: Scene[S]) -> Sequence[Sequence[str]]:
    """The rules of what the person who looks is asked, or else of what is asked first."""
    if scene.choosing is not None:
        asked = scene.choosing.asked
        return [asked.decision.part_rules(asked.view, scene.choosing.chosen)]
    return [owed.decision.part_rules(scene.view, ()) for owed in scene.owed[:1]]


HANGING: Final = 14
"""Where the meanings of keys and signs begin, and the further lines of them."""


def paint_lines(
    scene: Scene[S],
    lines: Sequence[tuple[str, str]],
    width: int,
    height: int,
    top: int,
    places: Mapping[str, Spot] = {},
) -> tuple[Canvas, int]:
    """Lines of text broken to the width, from row `top` on; and how far it can be scrolled. Some
    lines are keys: they stand for their `places`."""
    rows = [
        (part, role, places.get(text)) for text, role in lines for part in _hung(text, width - 4)
    ]
    most = max(0, len(rows) - height)
    top = min(top, most)
    canvas = Canvas(width, height, scene.theme.glyphs)
    for y, (text, role, place) in enumerate(rows[top : top + height]):
        canvas.put(2, y, text, role)
        if place is not None:
            canvas.put(2, y, text[:HANGING], "key")
            canvas.spot(place, Rect(2, y, width_of(text), 1))
    paint_more(canvas, above=top > 0, below=top < most)
    return canvas, most


def _hung(text: str, width: int) -> list[str]:
    """A text in lines; those that follow a key or a sign stand below its meaning."""
    head, meaning = text[:HANGING], text[HANGING:]
    if not head.startswith(" ") or not meaning:
        return wrap(text, width)
    first, *rest = wrap(meaning, width - HANGING)
    return [head + first, *(" " * HANGING + line for line in rest)]


def paint_more(canvas: Canvas, *, above: bool, below: bool) -> None:
    """Marks at the right edge where a page can be scrolled, as a click on them does."""
    for here, y, sign, way in (
        (above, 0, "more.up", -1),
        (below, canvas.height - 1, "more.down", 1),
    ):
        if here:
            place = (buttons.SCROLL, way)
            canvas.put(canvas.width - 1, y, canvas.glyphs(sign), "key", spot=place)


CURTAIN_BLOCK: Final = (52, 7)
"""The columns and rows of the block with the name."""


def paint_curtain(
    scene: Scene[S],
    painter: TablePainter[S],
    seat: int,
    width: int,
    height: int,
    news: str = "",
) -> Canvas:
    """What everybody may know of where the game stands, then nothing but whom to pass the keyboard
    to, on a block in the colour of the seat, that it can be answered aloud, and what went wrong
    before."""
    canvas = Canvas(width, height, scene.theme.glyphs)
    if width >= LEAST_WIDTH:
        canvas.blit(paint_header(scene, painter, width), 0, 0)
    room, rows = min(width, CURTAIN_BLOCK[0]), CURTAIN_BLOCK[1]
    box = Rect((width - room) // 2, max(1, height // 2 - 5), room, rows)
    block = f"piece.{seat}"
    told = {
        2: words("Pass to {seat}", seat=Seat(seat)),
        4: words("Everyone else, please look away."),
    }
    for row in range(rows):
        text = clip(scene.say(told[row]), room, canvas.glyphs) if row in told else ""
        canvas.put(box.x, box.y + row, centred(text, room), block, ground="")
    canvas.spot((buttons.CURTAIN, seat), box)
    below = (
        (words("Then press Space, or click on the name."), "text"),
        (
            words(
                "Keys pressed too early are ignored. {key}: menu", key=scene.key_to("play.leave")
            ),
            "dim",
        ),
    )
    for y, (sentence, role) in enumerate(below, box.bottom + 1):
        canvas.put_centred(0, y, width, clip(scene.say(sentence), width, canvas.glyphs), role)
    last = box.bottom + 2 + len(below)
    can_speak = any(one.seat == seat and one.decision.speaks is not None for one in scene.owed)
    if can_speak and last < height:
        said = scene.say(words("a: answer openly from now on, without passing the keyboard"))
        said = clip(said, width, canvas.glyphs)
        canvas.put_centred(0, last, width, said, "strong")
        canvas.spot((buttons.ALOUD,), Rect((width - width_of(said)) // 2, last, width_of(said), 1))
        last += 2
    lines = wrap_within(news, width - 4, height - last, canvas.glyphs)
    for row, part in enumerate(lines):
        canvas.put(2, last + row, part, "warn")
    return canvas
