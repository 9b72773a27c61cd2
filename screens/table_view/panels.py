"""Parts of every table on the screen: header, decision panel, key hints.

The log is in `log_view`, the score sheet in `sheet_view`, the help in `help_pages`, the pass screen
in `pass_screen`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from engine.core.players import ending_text
from engine.core.state import State
from engine.i18n.text import Seat, Text, words
from screens.input_modes.input_mode import InputContext, shows_key
from screens.input_modes.partial_pick import PartialPick
from screens.key_map import WHOLE_BESIDE_COUNTERS
from screens.keys import KEY_NAMES
from screens.keys import key_name as name_of_key
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clean, clip, width_of, wrap
from screens.paint.shapes import RAISED, paint_cap
from screens.table_view.panel_asides import NO_ASIDES, Asides, paint_below
from screens.table_view.preview_text import (
    paint_preview,
    paint_sentences,
    preview_parts,
    shortened,
)
from screens.table_view.scene import S, Scene, TablePainter

WIDE_SCREEN = 120
TALL_SCREEN = 40

FULL_TEXT_PLACE: Final = (buttons.FULL_TEXT,)
"""Place of the key that shows the full question and preview."""

CONFIRMATION_PLACE: Final = (buttons.CONFIRM_PICK,)
"""Place of a confirmation. A click on it confirms."""

Key = tuple[str, Text]
"""A key by its English name, and its effect."""

BACK_KEY: Final = "Escape"
"""English name of the key that returns to the previous list or page."""

_KEY_NAMES = {
    "arrows": words("arrows"),
    "space": words("Space"),
    **{name.one: name for name in KEY_NAMES.values()},
}


def key_name(reader: InputContext, key: str) -> str:
    """Return the name of a key in the reader's language, or the user's own key if it replaces
    `key`."""
    if key in reader.own_keys:
        return reader.translate(name_of_key(reader.own_keys[key]))
    name = _KEY_NAMES.get(key)
    return key if name is None else reader.translate(name)


# ---------------------------------------------------------------------- header and footer


def headline_room(scene: Scene[S], width: int, *, turn: bool = True) -> int:
    """Return the number of columns for the headline: those not needed for the game's name, the
    words "real dice", and the name of the player whose turn it is. Without `turn`, no columns are
    kept for the name of the player."""
    active = whose_turn(scene) if turn else None
    name = width_of(scene.translate(scene.game.names))
    real = width_of(f" · {scene.translate(words('real dice'))}") if scene.real_dice else 0
    return width - name - 3 - real - (0 if active is None else width_of(active[0]) + 2)


def paint_header(scene: Scene[S], painter: TablePainter[S], width: int) -> Canvas:
    """Paint a line with the game, the painter's headline and other facts, and whose turn it is. On
    narrow screens, the turn is not shown if the painter paints facts on the right."""
    canvas = Canvas(width, 1, scene.theme.glyphs)
    canvas.ground(canvas.rect, RAISED)
    x = canvas.put(0, 0, f" {scene.translate(scene.game.names)} ", "title")
    x = canvas.put(x, 0, f" {scene.translate(painter.headline(scene, width))}", "text")
    if scene.real_dice:
        real = scene.translate(words("real dice"))
        x = canvas.put(x, 0, f" · {real}", "dim")
    right = width - 1
    turn = whose_turn(scene)
    if turn is not None and width >= WIDE_SCREEN:
        text, role = turn
        right = canvas.put_right(right, 0, clip(f" {text}", width - x - 1, canvas.glyphs), role)
    own = painter.paint_headline(scene, canvas, x, right)
    if turn is not None and width < WIDE_SCREEN and own == right:
        text, role = turn
        canvas.put_right(right, 0, clip(f" {text}", width - x - 1, canvas.glyphs), role)
    return canvas


def whose_turn(scene: Scene[S]) -> tuple[str, str] | None:
    """Return a text and its role: the name of the player whose turn it is (in a replay, of the
    player whose costly move is shown), or a statement that the game is over. None if nobody must
    choose."""
    if scene.over:
        return scene.translate(words("The game is over")), "title"
    own = scene.waiting is not None and scene.partial_pick is not None
    seat = scene.partial_pick.seat if own and scene.partial_pick is not None else scene.asked_seat
    seat = seat if scene.reviewed is None else scene.reviewed
    if seat is None:
        return None
    name = f"{scene.theme.glyphs('turn')} {scene.name(seat)}"
    return name, f"seat.{seat} bold"


KEPT_KEYS: Final = frozenset({"Enter", "Escape", "?"})
"""Keys that have priority if not all keys fit into the line of keys. Only the last key comes before
them."""

OMITTED_KEYS: Final = frozenset({"arrows", "H", "/", "s", "E"})
"""Keys that are left out first if not all fit, because other keys do the same or everybody tries
them anyway."""


def paint_keys(reader: InputContext, keys: Sequence[Key], width: int, request: str = "") -> Canvas:
    """Paint a line of key hints.

    If not all fit, the last one has priority, because it leaves the page, and then those in
    `KEPT_KEYS`. A `request` to confirm the pick or to repeat an early key comes first, and replaces
    the hint for Enter.
    """
    canvas = Canvas(width, 1, reader.theme.glyphs)
    canvas.ground(canvas.rect, RAISED)
    x = 1
    if request:
        end = canvas.put_clipped(x, 0, width - 2, request, "warn bold", spot=CONFIRMATION_PLACE)
        x = end + 2
    shown = [
        (key, key_name(reader, key), reader.translate(meaning))
        for key, meaning in keys
        if not (request and key == "Enter")
    ]
    for key, name, text in _keys_in_room(shown, width - x):
        place = (buttons.KEY, key)
        start = x
        x = canvas.put(x, 0, name, "key")
        x = canvas.put(x + 1, 0, text, "dim") + 2
        canvas.spot(place, Rect(start, 0, x - start - 2, 1))
    return canvas


def paint_refusal(canvas: Canvas, refusal: str, reader: InputContext, keys: Sequence[Key]) -> None:
    """Cover the first keys in the line of keys with `refusal`, the reason why a key or click did
    nothing. The other keys stay where they are. If Escape has been covered, paint it after the
    reason if there is room."""
    end = 1 + width_of(refusal) + 2
    rects = [rect for place in canvas.spots for rect in canvas.rects(place)]
    covered = Rect(0, 0, max([end, *(rect.right for rect in rects if rect.x < end)]), 1)
    canvas.spots.remove_overlapping(covered)
    canvas.fill(*covered)
    canvas.put(1, 0, refusal, "warn bold")
    back, meaning = (buttons.KEY, BACK_KEY), dict(keys).get(BACK_KEY)
    if meaning is None or canvas.rects(back):
        return
    name, text = key_name(reader, BACK_KEY), reader.translate(meaning)
    room = Rect(end, 0, width_of(name) + 1 + width_of(text), 1)
    if room.right + 2 <= min([canvas.width, *(r.x for r in rects if r.x >= covered.right)]):
        canvas.put(canvas.put(end, 0, name, "key") + 1, 0, text, "dim")
        canvas.spot(back, room)


def _keys_in_room(
    keys: Sequence[tuple[str, str, str]], room: int
) -> Iterator[tuple[str, str, str]]:
    """Yield those of `keys` (English name, shown name, effect) that fit into `room` columns, in
    order. The last key and those in `KEPT_KEYS` have priority, and those in `OMITTED_KEYS` are left
    out first."""
    last = len(keys) - 1
    by_priority = sorted(
        range(last + 1),
        key=lambda n: (n != last, keys[n][0] not in KEPT_KEYS, keys[n][0] in OMITTED_KEYS, n),
    )
    fitting = set()
    room_left = room + 2
    for n in by_priority:
        _, name, text = keys[n]
        needed = width_of(name) + width_of(text) + 3
        if needed <= room_left:
            fitting.add(n)
            room_left -= needed
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
    asides: Asides = NO_ASIDES,
    offers_full_text: bool = True,
) -> Canvas:
    """Paint the decision panel: question, choices with their keys, and below them a preview of the
    choice under the cursor, the turn summary and the coach, or `message` instead of these three. If
    there is nothing to choose, paint who is choosing and what has just happened, or the ranking.

    A message that is `advised`, such as a hint, leaves room for the preview. If something does not
    fit and `offers_full_text`, a key cap at the end leads to the full text.
    """
    canvas = Canvas(width, height, scene.theme.glyphs)
    canvas.ground(canvas.rect, RAISED)
    partial_pick, free = scene.partial_pick, height
    if partial_pick is None:
        title, role = _nothing_to_choose(scene)
        cut, _ = _paint_title(canvas, scene, title, role)
        top = 1 + (_paint_ranking(canvas, scene) if scene.over else 0)
    else:
        cut, top, free = _paint_question(canvas, scene, painter, partial_pick)
    if message and advised:
        cut |= _paint_advice(canvas, scene, painter, message, top, free)
    elif message:
        bottom = (
            height if partial_pick is None or partial_pick.input_mode.line_keys() else height - 1
        )
        start, bottom = _rows_for(canvas, partial_pick, message, top, bottom)
        cut |= paint_message(canvas, message, start, bottom)
    elif partial_pick is not None:
        cut |= paint_below(canvas, scene, painter, top, free, asides)
    elif not scene.over:
        cut |= _paint_last_notes(canvas, scene, top)
    if cut and offers_full_text:
        _paint_full_text_key(canvas, scene)
    _paint_asked_seat_bar(canvas, scene)
    return canvas


def _paint_question(
    canvas: Canvas, scene: Scene[S], painter: TablePainter[S], partial_pick: PartialPick[State]
) -> tuple[bool, int, int]:
    """Paint the question and the choices. Return whether something does not fit, the first row that
    stays free, and the row after the last one."""
    width, height = canvas.width, canvas.height
    name, role = f"{_name_with_time(scene, partial_pick.seat)}:", f"seat.{partial_pick.seat} bold"
    question, chosen = asked_texts(scene, painter, partial_pick)
    shorter = _earlier_parts(scene, partial_pick)
    cut, chosen_cut = _paint_title(canvas, scene, name, role, question, (chosen, *shorter))
    cut |= chosen_cut and not painter.choice_lines(scene)
    own = painter.paint_choices(scene, width, height - 1)
    rows = own or partial_pick.input_mode.paint(scene, width, max(1, height - 3))
    canvas.blit(rows, 0, 1)
    cut |= bool(rows.rects(FULL_TEXT_PLACE))
    return cut, *_free_rows(rows, height)


def _paint_full_text_key(canvas: Canvas, scene: Scene[S]) -> None:
    """Paint the key of the full text at the end of the last row, after an ellipsis if it covers
    text."""
    key = _key_of_full_text(scene)
    width = width_of(key) + FULL_TEXT_KEY_MARGIN
    x, y = canvas.width - width, canvas.height - 1
    if "".join(canvas.chars[y][x:]).strip():
        canvas.put(x - 1, y, canvas.glyphs("ellipsis"), canvas.roles[y][x - 1])
    canvas.fill(x, y, width, 1)
    paint_cap(canvas, x + 1, y, key)
    canvas.spot(FULL_TEXT_PLACE, Rect(x + 1, y, width - 1, 1))


def _key_of_full_text(scene: Scene[S]) -> str:
    """Return the name of the key that shows the full text: the key of `play.whole` or, if the input
    mode uses this key itself, `WHOLE_BESIDE_COUNTERS`."""
    key = scene.key_name_of("play.whole")
    if scene.partial_pick is not None and shows_key(
        scene.partial_pick.input_mode.keys(), key.plain()
    ):
        return scene.translate(name_of_key(WHOLE_BESIDE_COUNTERS))
    return scene.translate(key)


def _free_rows(choices: Canvas, height: int) -> tuple[int, int]:
    """Return the first row that the choices leave free in a panel, and the row after the last one:
    the rows below the choices, or else the largest gap between them. If no row is free, both are
    `height`."""
    used = [y for y in range(choices.height) if any(char != " " for char in choices.chars[y])]
    last = used[-1] + 1 if used else 0
    if 1 + last < height:
        return 1 + last, height
    gaps = [(after - before - 1, before) for before, after in pairwise(used)]
    size, before = max(gaps, default=(0, last))
    return (before + 2, before + 2 + size) if size else (height, height)


def _paint_asked_seat_bar(canvas: Canvas, scene: Scene[S]) -> None:
    seat = scene.partial_pick.seat if scene.partial_pick is not None else scene.asked_seat
    if seat is not None:
        paint_seat_bar(canvas, scene, seat)


def paint_seat_bar(canvas: Canvas, scene: Scene[S], seat: int) -> None:
    """Paint a bar in a seat's colour along the left side of the panel, where the panel is blank."""
    for y in range(0 if scene.theme.tinted else 1, canvas.height):
        if canvas.chars[y][0] == " ":
            canvas.put(0, y, canvas.glyphs("half.left"), f"seat.{seat}")


MIN_ABOVE: Final = 2
"""Minimum number of rows of question and choices that stay visible above a message that covers the
last choices."""


def _rows_for(
    canvas: Canvas, partial_pick: PartialPick[State] | None, message: str, top: int, bottom: int
) -> tuple[int, int]:
    """Return the first row for a message, and the row after the last one. The message is below the
    choices, from row `top` to `bottom`. If it is too long, it covers the last choices. If it would
    hide the choice under the cursor and fits above that choice, it covers the first ones
    instead."""
    rows = len(wrap_lines(message, canvas.width - 5))
    start = min(top, max(MIN_ABOVE, bottom - rows))
    pointed = (
        None
        if partial_pick is None
        else canvas.spots.region((buttons.CHOICE, partial_pick.input_mode.pointed))
    )
    if pointed is not None and pointed.y >= start and 1 + rows <= pointed.y:
        return 1, 1 + rows
    return start, bottom


FULL_TEXT_KEY_MARGIN: Final = 3
"""Blank columns around the key of the full text: one in its cap on each side, and one before it."""

ADVICE_MARGIN_ROWS: Final = 3
"""Minimum number of free rows below the choices at which advice leaves one of them to the
preview."""


def _paint_advice(
    canvas: Canvas,
    scene: Scene[S],
    painter: TablePainter[S],
    message: str,
    top: int,
    free: int,
) -> bool:
    """Paint the advice `message` in the rows from `top` to `free`, which are free below the
    choices. If they are at least `ADVICE_MARGIN_ROWS`, at least one of them is left to the preview.
    If none is free, the advice covers the last row of the panel. Return whether something does not
    fit."""
    if top >= free:
        return paint_message(canvas, message, canvas.height - 1)
    bottom = free - (free - top >= ADVICE_MARGIN_ROWS)
    below = min(bottom, top + len(wrap_lines(message, canvas.width - 5)))
    cut = paint_message(canvas, message, top, below)
    return (
        below < free and paint_preview(canvas, *preview_parts(scene, painter), below, free)
    ) or cut


def wrap_lines(message: str, width: int) -> list[str]:
    """Return the lines of a message, each wrapped."""
    return [row for line in message.split("\n") for row in wrap(line, width)]


def paint_message(canvas: Canvas, message: str, top: int, bottom: int | None = None) -> bool:
    """Paint a message in the rows from `top` to `bottom` (default: to the end of the canvas).
    Return whether something does not fit."""
    rows = (canvas.height if bottom is None else bottom) - top
    canvas.fill(0, top, canvas.width, rows)
    lines, cut = shortened(message.split("\n"), canvas.width - 5, rows, canvas, apart=True)
    for row, line in enumerate(lines):
        canvas.put(4, top + row, line, "warn")
    return cut


def question_texts(scene: Scene[S], partial_pick: PartialPick[State]) -> tuple[str, str]:
    """Return the question, and the parts chosen so far as a phrase. If there is no question, the
    phrase is the first text, and the second one is empty."""
    request = partial_pick.request
    chosen = ""
    if partial_pick.chosen:
        chosen = scene.translate(request.decision.so_far(request.view, partial_pick.chosen))
    question = partial_pick.question
    if question is None:
        return chosen, ""
    return scene.translate(question), chosen


def asked_texts(
    scene: Scene[S], painter: TablePainter[S], partial_pick: PartialPick[State]
) -> tuple[str, str]:
    """Return the question and the parts chosen so far, preceded by the result of the player's last
    move."""
    question, chosen = question_texts(scene, partial_pick)
    return " ".join([*map(scene.translate, painter.before_question(scene)), question]), chosen


def _earlier_parts(scene: Scene[S], partial_pick: PartialPick[State]) -> Iterator[str]:
    """Yield phrases for the parts chosen so far without the last part, without the last two, and so
    on, down to the first part alone."""
    request = partial_pick.request
    for number in reversed(range(1, len(partial_pick.chosen))):
        yield scene.translate(request.decision.so_far(request.view, partial_pick.chosen[:number]))


def _paint_title(
    canvas: Canvas,
    scene: Scene[S],
    name: str,
    role: str,
    question: str = "",
    chosen: Sequence[str] = ("",),
) -> tuple[bool, bool]:
    """Paint `name` (the name of the player who must choose, or another title), the question and,
    dimmed, the first phrase of `chosen` that fits, or else the beginning of the last one. Without
    tints, paint this text over a horizontal line. Return whether the name or the question was cut
    off, and whether the first phrase did not fit."""
    if not scene.theme.tinted:
        canvas.rule(0, 0, canvas.width)
    right = canvas.width - 3
    x = canvas.put(
        1 if scene.theme.tinted else 2, 0, f" {clip(name, right - 4, canvas.glyphs)} ", role
    )
    cut = width_of(clean(name)) > right - 4 or width_of(clean(question)) > max(0, right - x)
    if question and right - x > 1:
        x = canvas.put(x, 0, f"{clip(question, right - x, canvas.glyphs)} ", "strong") + 1
    room = right - x - 1
    fitting = [phrase for phrase in chosen if width_of(clean(phrase)) <= room]
    if fitting or room >= _MIN_PHRASE_WIDTH:
        canvas.put(
            x + 1, 0, clip((fitting or chosen)[0 if fitting else -1], room, canvas.glyphs), "dim"
        )
    return cut, chosen[0] not in fitting


_MIN_PHRASE_WIDTH: Final = 12
"""Minimum number of columns for a phrase that is cut off."""


def _name_with_time(scene: Scene[S], seat: int) -> str:
    """Return the name of the player who must choose, with the time left for the move if it is
    limited."""
    name = scene.name(seat)
    return name if scene.time_left is None else f"{name} ({scene.translate(scene.time_left)})"


def _nothing_to_choose(scene: Scene[S]) -> tuple[str, str]:
    if scene.over:
        over = scene.translate(words("The game is over"))
        return f"{over}. {_ending_text(scene)}", "title"
    seat = scene.asked_seat
    if seat is None:
        return "", "title"
    waiting = scene.waiting or words("{seat} is choosing", seat=Seat(seat))
    time_left = "" if scene.time_left is None else f", {scene.translate(scene.time_left)}"
    return f"{scene.translate(waiting)}{time_left}", f"seat.{seat} bold"


def _ending_text(scene: Scene[S]) -> str:
    """Return the text about the early end of the match or, if it was played to the end, the last
    note, which names the winner. Empty if there are no notes."""
    if scene.ended is not None:
        return scene.translate(ending_text(scene.ended.ending, len(scene.ended.result)))
    notes = scene.history.last()
    return scene.translate(notes[-1].text) if notes else ""


def _paint_ranking(canvas: Canvas, scene: Scene[S]) -> int:
    """Paint the final ranking, in two columns if necessary, and the best results of a solo game.
    Return the number of rows used."""
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
        canvas.put_clipped(x, y, canvas.width // 2 - 3, scene.translate(line), role)
    if scene.bests:
        _paint_best_results(canvas, scene, canvas.width // 3)
        return rows
    return min(rows, len(standings))


def _paint_best_results(canvas: Canvas, scene: Scene[S], x: int) -> None:
    """Paint the best results of solo games, as many as fit."""
    canvas.put(x, 1, scene.translate(words("Best results")), "title")
    for row, (place, line) in enumerate(scene.bests[: canvas.height - 3], 2):
        text = f"{place}. {scene.translate(line)}"
        canvas.put_clipped(x, row, canvas.width - x - 1, text, "text")


def _paint_last_notes(canvas: Canvas, scene: Scene[S], top: int) -> bool:
    """Paint the last notes while somebody else is choosing. Return whether something does not
    fit."""
    return paint_sentences(canvas, last_texts(scene), top, "dim")


def last_texts(scene: Scene[S]) -> list[str]:
    return [scene.translate(note.text) for note in scene.history.last()]
