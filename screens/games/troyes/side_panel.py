"""Panels beside or below the table of Troyes: score, counts, the player's own Characters and
citizens, log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from engine.core.hidden import is_hidden
from engine.core.score_sheet import Cell, Column, Sheet
from engine.games.troyes.forecast import coming_round, forecast
from engine.games.troyes.scoring import (
    character_points,
    counted,
    counts_words,
    known_characters,
    rewards_words,
    thresholds_words,
)
from engine.games.troyes.state import Town
from engine.games.troyes.wording import deniers
from engine.i18n.text import Text, words
from screens.games.troyes.symbols import TownLabels
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clip, width_of
from screens.paint.shapes import RAISED, paint_chip, paint_panel
from screens.table_view import log_view
from screens.table_view.scene import Scene

MIN_LOG_HEIGHT = 5
MIN_LOG_ROWS = 14
"""Minimum number of rows that must be left for the log if counts that are also shown elsewhere are
painted."""

ESSENTIAL_COUNTS = ("standing", "on_cards", "taken", "cathedral")
"""Counts that the rest of the table does not show as numbers for every player."""

ROUND_RULE: Final = "TRO-4.1"
"""Rule of the note that begins a round."""
COLUMN_WIDTH = 5
LAST_ROUND = words("This is the last round: no more dice, no more salaries.")


def paint_side(labels: TownLabels, canvas: Canvas, rect: Rect) -> None:
    """Paint the score sheet, the other counts that fit, and the log in the remaining rows."""
    scene = labels.scene
    sheets = _fitting_sheets(scene.sheets(), rect.height)
    height = 2 + sum(len(sheet.columns) + 1 for sheet in sheets)
    fact = "" if scene.view.over else scene.translate(_so_far(scene))
    panel = Rect(rect.x, rect.y, rect.width, height)
    room = paint_panel(canvas, panel, scene.translate(words("Score")), fact)
    x = room.right - COLUMN_WIDTH * scene.view.seats
    for seat in range(scene.view.seats):
        paint_chip(
            canvas, x + COLUMN_WIDTH * seat + 2, room.y, labels.letters[seat], f"piece.{seat}"
        )
    y = _paint_sheet(scene, canvas, room, room.y + 1, sheets[0])
    for counts in sheets[1:]:
        canvas.put(room.x, y, scene.translate(words("Citizens and cubes (count)")), "title")
        y = _paint_sheet(scene, canvas, room, y + 1, counts)
    log = Rect(rect.x, rect.y + height, rect.width, rect.height - height)
    paint_log(scene, canvas, log, border=True)


def _so_far(scene: Scene[Town]) -> Text:
    """Return a remark that the score is not final or, if the VP of the choosing player are hidden,
    a remark about the key that shows them."""
    asked = None if scene.partial_pick is None else scene.partial_pick.seat
    if asked is not None and is_hidden(scene.view.vp[asked]):
        return words("hidden; {key} shows yours", key=scene.key_name_of("play.hand"))
    return words("so far")


def _fitting_sheets(sheets: Sequence[Sheet], height: int) -> list[Sheet]:
    """Return the score sheet, and as much of the sheet of other counts as leaves room for the log:
    all counts, only those shown nowhere else, or none."""
    score, counts = sheets
    rows_left = height - len(score.columns) - 4
    if rows_left - len(counts.columns) >= MIN_LOG_ROWS:
        return [score, counts]
    columns = [
        number for number, column in enumerate(counts.columns) if column.key in ESSENTIAL_COUNTS
    ]
    if rows_left - len(columns) < MIN_LOG_HEIGHT:
        return [score]
    rows = [evolve(row, cells=tuple(row.cells[n] for n in columns)) for row in counts.rows]
    columns_shown = tuple(counts.columns[number] for number in columns)
    return [score, evolve(counts, columns=columns_shown, rows=tuple(rows))]


def _paint_sheet(scene: Scene[Town], canvas: Canvas, room: Rect, y: int, sheet: Sheet) -> int:
    """Paint the columns of a sheet as rows, with a cell for each player below the player's chip.
    Return the row after them."""
    begin = room.right - COLUMN_WIDTH * len(sheet.rows)
    for number, column in enumerate(sheet.columns):
        total = column.total or column.key == "place"
        canvas.put(room.x, y, _title(scene, column, begin - room.x), "strong" if total else "dim")
        if total:
            canvas.ground(Rect(room.x - 1, y, room.width + 2, 1), RAISED)
        for at, row in enumerate(sheet.rows):
            cell = row.cells[number]
            before = scene.earlier_cells.get((sheet.key, at, column.key), cell)
            changed = isinstance(cell, int) and before != cell
            text = _cell(scene, cell)
            role = "flash" if changed else _role(cell, total=total)
            canvas.put_right(begin + COLUMN_WIDTH * (at + 1), y, text, role)
        y += 1
    return y


def _title(scene: Scene[Town], column: Column, width: int) -> str:
    """Return the name of a column if it fits, else its short title."""
    name = scene.translate(column.name or column.title)
    shown = name if width_of(name) < width else scene.translate(column.title)
    return clip(shown, width, scene.theme.glyphs)


def _cell(scene: Scene[Town], cell: Cell) -> str:
    if cell is None:
        return ""
    return scene.translate(cell) if isinstance(cell, Text) else str(cell)


def _role(cell: Cell, *, total: bool) -> str:
    if isinstance(cell, int):
        return "strong" if total else "bad" if cell < 0 else "text" if cell else "dim"
    return "closed"


def paint_own_counts(
    scene: Scene[Town], canvas: Canvas, x: int, y: int, width: int, seat: int, *, coming: bool
) -> int:
    """Paint a player's Characters and citizens and, if `coming`, the next round. Return the row
    after them."""
    view = scene.view
    paint_characters(scene, canvas, x, y, width, seat)
    text = words(
        "Citizens: {supply} in the supply, {reserve} to recruit, {standing} in buildings, "
        "{cards} on cards.",
        supply=view.supply[seat],
        reserve=view.reserve[seat],
        standing=view.citizens_in_buildings(seat),
        cards=view.citizens_on_cards(seat),
    )
    canvas.put_clipped(x, y + 1, width - x, scene.translate(text), "text")
    if not coming:
        return y + 2
    text = next_round(view, seat)
    canvas.put_clipped(x, y + 2, width - x, scene.translate(text), "text")
    return y + 3


def next_round(view: Town, seat: int) -> Text:
    """Describe a player's dice, salaries and money in the next round, assuming that the citizens
    stay where they are, or say that there is no next round."""
    coming = coming_round(view)
    if coming > view.rounds:
        return LAST_ROUND
    expected = forecast(view, seat)
    red, white, yellow = expected.dice
    return words(
        "Round {round}, dice: {red} red, {white} white, {yellow} yellow; salaries {salary}, then "
        "{deniers}.",
        round=coming,
        red=red,
        white=white,
        yellow=yellow,
        salary=expected.salary,
        deniers=deniers(expected.deniers),
    )


def paint_characters(
    scene: Scene[Town], canvas: Canvas, x: int, y: int, width: int, seat: int
) -> None:
    """Paint a player's Characters in a line, as far as they fit, or a remark that they are hidden.
    After the game, paint the Characters of all players, with the counts of this player."""
    view = scene.view
    if is_hidden(view.characters[seat]):
        text = words(
            "VP and Characters are hidden. {key} shows yours.",
            key=scene.key_name_of("play.hand"),
        )
        canvas.put_clipped(x, y, width - x, scene.translate(text), "dim")
        return
    for known_character in known_characters(view):
        if not view.over and known_character.index not in view.characters[seat]:
            continue
        progress = words(
            "{counts} {steps}: {rewards} VP; now {n}: {vp} VP",
            counts=counts_words(known_character),
            steps=thresholds_words(view, known_character),
            rewards=rewards_words(view),
            n=counted(view, known_character, seat),
            vp=character_points(view, known_character, seat),
        )
        name, description = scene.translate(known_character), scene.translate(progress)
        if x + width_of(name) + 1 + width_of(description) > width and x > 1:
            return
        x = canvas.put(x, y, name, "hue.violet bold") + 1
        x = canvas.put_clipped(x, y, width - x, description, "text") + 2


def paint_log(scene: Scene[Town], canvas: Canvas, rect: Rect, *, border: bool) -> None:
    """Paint the latest lines of the log, in a frame if `border`. Paint nothing if there are fewer
    than three rows."""
    if rect.height > 2:
        log_view.paint_panel_of_log(scene, canvas, rect, ROUND_RULE, border=border)
