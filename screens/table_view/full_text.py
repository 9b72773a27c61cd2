"""Page of the full text, with everything that the decision panel has to cut off."""

from __future__ import annotations

from attrs import evolve

from engine.i18n.text import words
from screens.paint.canvas import Canvas
from screens.table_view.help_pages import paint_lines, wrap_hanging
from screens.table_view.panel_asides import NO_ASIDES, Asides, summary_lines
from screens.table_view.panels import asked_texts, last_texts
from screens.table_view.preview_text import losses, preview_lines
from screens.table_view.scene import S, Scene, TablePainter
from screens.table_view.sheet_view import paint_sheet


def full_text_lines(
    scene: Scene[S], painter: TablePainter[S], message: str, asides: Asides = NO_ASIDES
) -> list[tuple[str, str]]:
    """Return unwrapped lines with their roles: the question in full, the message, the choice under
    the cursor and its preview, the turn summary, and the coach. Without a decision, the message or
    else the last notes come before the summary. Once the game is over, a summary replaces
    everything before it."""
    summarized_at_end = scene.over and asides.summary is not None
    lines = [] if summarized_at_end else _question_lines(scene, painter, message)
    if asides.summary is not None:
        lines += [("", "text"), (scene.translate(asides.summary.title), "title")]
        lines += summary_lines(asides.summary)
    if asides.coach:
        off = words("{key}: turn the coach off", key=scene.key_name_of("play.coach"))
        lines += [
            ("", "text"),
            (scene.translate(words("The coach")), "title"),
            (asides.coach, "good"),
        ]
        lines.append((scene.translate(off), "dim"))
    return lines


def paint_full_text(
    scene: Scene[S],
    painter: TablePainter[S],
    message: str,
    asides: Asides,
    width: int,
) -> Canvas:
    """Paint the page of the full text at its full height, with the table of the summary, if it has
    one, at the end."""
    lines = full_text_lines(scene, painter, message, asides)
    height = sum(len(wrap_hanging(text, width - 4)) for text, _ in lines)
    sheet = None if asides.summary is None else asides.summary.sheet
    table = None if sheet is None else paint_sheet(evolve(scene, earlier_cells={}), sheet, width)
    page = Canvas(width, height + (0 if table is None else 1 + table.height), scene.theme.glyphs)
    page.blit(paint_lines(scene, lines, width, height, 0)[0], 0, 0)
    if table is not None:
        page.blit(table, 0, height + 1)
    return page


def _question_lines(
    scene: Scene[S], painter: TablePainter[S], message: str
) -> list[tuple[str, str]]:
    partial_pick = scene.partial_pick
    if partial_pick is None:
        message_lines = message.split("\n") if message else last_texts(scene)
        return [(line, "warn" if message else "text") for line in message_lines]
    question, chosen = asked_texts(scene, painter, partial_pick)
    asked = f"{scene.name(partial_pick.seat)}: {question}"
    lines = [(asked, f"seat.{partial_pick.seat} bold"), (chosen, "dim"), ("", "text")]
    if message:
        lines += [*((line, "warn") for line in message.split("\n")), ("", "text")]
    input_mode = partial_pick.input_mode
    if own := painter.choice_lines(scene):
        lines += [*own, ("", "text")]
    elif (selection := input_mode.selection()) is not None:
        lines += [(scene.translate(selection), "strong"), ("", "text")]
    return [
        *lines,
        *((loss, "warn") for loss in losses(scene, painter)),
        *((preview_line, "text") for preview_line in preview_lines(scene, painter)),
    ]
