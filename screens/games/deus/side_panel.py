"""Panels beside and below the map of Deus: gods, supply, score, log."""

from __future__ import annotations

from typing import Final

from engine.games.deus.components import God
from engine.games.deus.state import NO_CARD, NOT_YET, World
from engine.games.deus.wording import within
from engine.i18n.text import Text, plural, words
from screens.games.deus.player_panels import score_rows
from screens.games.deus.symbols import WorldLabels, chip
from screens.paint.abbreviation import abbreviated
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clip, widest, width_of
from screens.paint.shapes import SURFACE, paint_chip, paint_heading
from screens.table_view import log_view
from screens.table_view.scene import Scene

ROUND_RULE: Final = "DEU-4.1"
"""Rule of the note that begins a round."""


# ---------------------------------------------------------------------- gods


def god_words(god: God) -> Text:
    """Describe a god's gift for an offering, including the piece of the god's own type, if there is
    one."""
    if god.is_wild:
        return words("the power of another god of your choice")
    if god.gold:
        return plural("{n} gold per card, and a ship", "{n} gold per card, and a ship", god.gold)
    if god.resources:
        return plural(
            "{n} resource per card, and a production building",
            "{n} resources per card, and a production building",
            god.resources,
        )
    if god.cards:
        return plural(
            "{n} extra card per card, and a scientific building",
            "{n} extra cards per card, and a scientific building",
            god.cards,
        )
    if god.vp_for_one:
        return words(
            "{one} VP ({more} for 2+ cards), and a civil building",
            one=god.vp_for_one,
            more=god.vp_for_more,
        )
    return plural(
        "{n} piece of your choice per card", "{n} pieces of your choice per card", god.pieces
    )


def god_words_in_short(god: God) -> Text:
    """Return a short form of a god's gift, or the text of `god_words` if that is already
    short."""
    if god.is_wild:
        return words("any god")
    if god.pieces:
        return plural("{n} piece per card", "{n} pieces per card", god.pieces)
    return god_words(god)


def paint_gods(labels: WorldLabels, canvas: Canvas, rect: Rect) -> None:
    """Paint the gift for an offering to each god, below a title if there is a row for it. If
    there is one row too few for the gods, the last two share a row."""
    view = labels.view
    canvas.fill(*rect, ground=SURFACE)
    title, fact = (
        words("Offerings"),
        words("then refill your hand to {n}", n=view.box.hand_refill),
    )
    top = rect.y
    gods = len(view.box.types)
    if rect.height > gods:
        paint_heading(
            canvas,
            Rect(rect.x, top, rect.width, 1),
            labels.translate(title),
            labels.translate(fact),
        )
        top += 1
    names = [labels.translate(god.names) for god in view.box.gods]
    name_width = widest(names)
    shared = gods > rect.bottom - top
    for type_ in view.box.types:
        line = Rect(rect.x, top + type_.index, rect.width, 1)
        if shared and type_.index >= gods - 2:
            half = rect.width * 3 // 5
            last = type_.index - (gods - 2)
            line = Rect(rect.x + last * half, top + gods - 2, (half, rect.width - half)[last], 1)
        if line.y < rect.bottom:
            _paint_god(labels, canvas, line, view.box.gods[type_.god], type_.index, name_width)


def _paint_god(
    labels: WorldLabels, canvas: Canvas, line: Rect, god: God, type_: int, name_width: int
) -> None:
    """Paint a god's name after the letter of the god's building type, with as much of the gift as
    fits. `name_width` is the width of the widest god's name."""
    end = paint_chip(canvas, line.x, line.y, labels.piece(type_), chip(type_))
    canvas.put(end + 1, line.y, labels.translate(god.names), "strong")
    text, room = labels.translate(god_words(god)), line.right - end - name_width - 4
    if width_of(text) > room:
        text = labels.translate(god_words_in_short(god))
    canvas.put(end + name_width + 3, line.y, abbreviated(text, room), "text")
    canvas.spot(("god", god.id), line, anchor=Rect(end, line.y, name_width + 2, 1))


# ---------------------------------------------------------------------- supply


def temple_words(scene: Scene[World]) -> Text:
    """Describe the number of temples left in the general supply."""
    view = scene.view
    return plural("temple {n}", "temples {n}", view.temples)


def paint_supply_line(labels: WorldLabels, canvas: Canvas, x: int, y: int, width: int) -> None:
    """Paint the supply in one row: the resources (by name if the names fit), and the temples and
    the deck if there is room."""
    view = labels.view
    canvas.fill(x, y, width, 1, ground=SURFACE)
    right = x + width
    title = labels.translate(words("Supply"))
    names = [labels.translate(within(resource.names)) for resource in view.box.resources]
    numbers = [str(view.supply[resource.index]) for resource in view.box.resources]
    if (
        x + width_of(title) + 3 + sum(width_of(resource) + 1 for resource in (*names, *numbers)) + 4
        >= right
    ):
        names = [labels.code(resource.id) for resource in view.box.resources]
    x = canvas.put(x + 1, y, title, "dim") + 2
    for resource, name in zip(view.box.resources, names, strict=True):
        start = x
        x = canvas.put(x, y, f"{name} ", f"resource.{resource.id}")
        x = canvas.put(x, y, str(view.supply[resource.index]), "strong")
        canvas.spot(("supply", resource.id), Rect(start - 1, y, x - start + 2, 1))
        x += 2
    for place, text in (("temples", temple_words(labels.scene)), ("deck", _deck_words(view))):
        label = labels.translate(text)
        if x + width_of(label) < right:
            end = canvas.put(x, y, label, "text")
            canvas.spot(("supply", place), Rect(x - 1, y, end - x + 2, 1))
            x = end + 2


def _deck_words(view: World) -> Text:
    return words("deck {n}", n=len(view.deck))


def paint_supply_column(labels: WorldLabels, canvas: Canvas, rect: Rect) -> None:
    """Paint the supply in a narrow column, as far as there are rows: resources, temples, deck,
    discard pile, first player, and the god on top of the discard pile."""
    view = labels.view
    lines: list[tuple[str, str, str, str]] = [
        (
            resource.id,
            labels.translate(resource.names),
            str(view.supply[resource.index]),
            f"resource.{resource.id}",
        )
        for resource in view.box.resources
    ]
    lines += [
        ("temples", labels.translate(words("Temples")), str(view.temples), "text"),
        ("deck", labels.translate(words("Deck")), str(len(view.deck)), "text"),
        ("discard", labels.translate(words("Discard")), str(view.discarded), "text"),
    ]
    y = rect.y
    for place, name, number, role in lines[: rect.height]:
        canvas.fill(rect.x, y, rect.width, 1, ground=SURFACE)
        canvas.put_clipped(rect.x + 1, y, rect.width - 4, name, role)
        empty_role = "dim" if place == "discard" else "bad"
        canvas.put_right(rect.right - 1, y, number, "strong" if number != "0" else empty_role)
        canvas.spot(("supply", place), Rect(rect.x, y, rect.width, 1))
        y += 1
    if y < rect.bottom:
        canvas.fill(rect.x, y, rect.width, 1, ground=SURFACE)
        _paint_first(labels, canvas, rect, y)


def _paint_first(labels: WorldLabels, canvas: Canvas, rect: Rect, y: int) -> None:
    """Paint the first player in row `y`, and the god on top of the discard pile in the next row,
    each if there is one. Leave out the god if the next row is below `rect`."""
    view = labels.view
    if view.first >= 0:
        first = _fitting(labels, rect.width - 4, words("first player"), words("first"))
        canvas.put(rect.x + 1, y, first, "dim")
        canvas.put(rect.right - 2, y, labels.letters[view.first], f"piece.{view.first}", ground="")
    if view.discard_top != NO_CARD and y + 1 < rect.bottom:
        canvas.fill(rect.x, y + 1, rect.width, 1, ground=SURFACE)
        type_ = view.box.card_type[view.discard_top]
        god = view.box.gods[view.box.types[type_].god].names
        forms = (words("on top: {god}", god=god), words("top {god}", god=god))
        label = clip(_fitting(labels, rect.width - 2, *forms), rect.width - 2, canvas.glyphs)
        canvas.put(rect.x + 1, y + 1, label, "dim")


def _fitting(labels: WorldLabels, width: int, long: Text, short: Text) -> str:
    """Return the long form of a label if it fits into `width` columns, else the short one."""
    label = labels.translate(long)
    return label if width_of(label) <= width else labels.translate(short)


def ending_words(view: World) -> list[tuple[str, Text]]:
    """Return texts, each after its key, about the progress towards the end of the game: the
    villages attacked (`villages`), the temples built (`temples`) and, once it is known and until
    the game is over, the last round (`last`). There are none before the map is laid out."""
    if view.board is None:
        return []
    villages = len(view.map.village_regions)
    attacked = villages - len(view.villages_left())
    temples = view.box.players[view.seats].temples
    facts = [
        ("villages", words("villages {n}/{all}", n=attacked, all=villages)),
        ("temples", words("temples {n}/{all}", n=temples - view.temples, all=temples)),
    ]
    if view.final_round != NOT_YET and not view.over:
        facts.append(("last", words("round {n} is the last", n=view.final_round)))
    return facts


# ---------------------------------------------------------------------- score and log


def paint_score(labels: WorldLabels, canvas: Canvas, rect: Rect) -> None:
    """Paint the score as a table with a column per player, in which hidden numbers are `?`."""
    view = labels.view
    canvas.fill(*rect, ground=SURFACE)
    fact = "" if view.over else labels.translate(words("as of now"))
    paint_heading(canvas, rect, labels.translate(words("Score (amounts in brackets)")), fact)
    rows = score_rows(labels.scene)
    title_width = widest(title for title, _ in rows) + 2
    column_width = max(6, min(10, (rect.width - title_width - 1) // view.seats))
    names = labels.short(column_width - 1)
    left = rect.right - 1 - column_width * view.seats
    for seat in range(view.seats):
        canvas.put_right(
            left + column_width * (seat + 1), rect.y + 1, names[seat], f"seat.{seat} bold"
        )
    for number, (title, cells) in enumerate(rows):
        y = rect.y + 2 + number
        if y >= rect.bottom:
            return
        last = number == len(rows) - 1
        canvas.put_clipped(rect.x + 1, y, left - rect.x - 1, title, "strong" if last else "dim")
        for seat, cell in enumerate(cells):
            is_zero = cell in ("0", "?") or cell.startswith("0 ")
            role = "dim" if is_zero else "strong"
            canvas.put_right(left + column_width * (seat + 1), y, cell, role)


def paint_log(scene: Scene[World], canvas: Canvas, rect: Rect) -> None:
    """Paint the log below a title: its end, or the part to which it is scrolled. If `rect` has
    fewer than two rows, paint nothing."""
    if rect.height < 2:
        return
    canvas.fill(*rect, ground=SURFACE)
    paint_heading(canvas, rect, scene.translate(words("Log")))
    painted = log_view.paint_tail(scene, rect.width, rect.height - 1, ROUND_RULE)
    canvas.blit(painted, rect.x - 1, rect.y + 1)
