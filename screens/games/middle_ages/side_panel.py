"""Panels beside the table of Middle Ages, if there is room (events, score, log), and the turn order
and coming events in the header."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.middle_ages import scoring
from engine.games.middle_ages.components import EventCard
from engine.games.middle_ages.state import NOWHERE, Kingdom
from engine.i18n.text import words
from screens.games.middle_ages import tooltips
from screens.games.middle_ages.symbols import KingdomLabels
from screens.paint.abbreviation import abbreviated_or_cut
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of, wrap
from screens.paint.layout import shares
from screens.paint.shapes import paint_chip, paint_panel
from screens.table_view import log_view
from screens.table_view.scene import Scene

MIN_LOG_HEIGHT = 4

ROUND_RULE: Final = "MID-3.1"
"""Rule of the note that begins a round."""
EVENT_GAP = 2
"""Number of blank columns after each event in the header."""

EVENT_NUMBER = 2
"""Width of the number of an event's round."""


def paint_side(labels: KingdomLabels, canvas: Canvas, rect: Rect, *, border: bool) -> None:
    """Paint the events, the score as if the game ended now (if there is room), and the log in the
    remaining rows."""
    view = labels.view
    edges = 2 if border else 1
    y = rect.y
    below = view.seats + 1 + edges + MIN_LOG_HEIGHT + edges + 2
    effects = _effects_below(
        labels.scene, rect.width - 4, rect.height - below - len(view.events) - 1
    )
    rows = len(view.events) + 1 + sum(map(len, effects))
    events = Rect(rect.x, y, rect.width, rows + edges)
    _paint_events(labels, canvas, events, effects, border=border)
    y = events.bottom + (0 if border else 1)
    score = Rect(rect.x, y, rect.width, view.seats + 1 + edges)
    if rect.bottom - score.bottom >= MIN_LOG_HEIGHT + edges:
        _paint_score(labels, canvas, score, border=border)
        y = score.bottom + (0 if border else 1)
    paint_log(labels.scene, canvas, Rect(rect.x, y, rect.width, rect.bottom - y), border=border)


def _effects_below(scene: Scene[Kingdom], width: int, room: int) -> Sequence[Sequence[str]]:
    """Return, for each event, its effect wrapped into lines. The lines are left out if the event
    has been resolved, if the effect fits beside the event's name, or if fewer of the `room` rows
    are left than the effect needs. Earlier events have priority."""
    view = scene.view
    effects: list[Sequence[str]] = []
    for slot, card in enumerate(view.events):
        event = view.box.events[card]
        effect = scene.translate(tooltips.event_effect(view, event))
        name = scene.translate(event.names)
        rows = wrap(effect, width - EVENT_NUMBER - 1)
        beside = width_of(name) + width_of(effect) + EVENT_NUMBER + 2 <= width
        if beside or slot < view.events_resolved or len(rows) > room:
            effects.append(())
            continue
        effects.append(rows)
        room -= len(rows)
    return effects


def _paint_events(
    labels: KingdomLabels,
    canvas: Canvas,
    rect: Rect,
    effects: Sequence[Sequence[str]],
    *,
    border: bool,
) -> None:
    """Paint the events with their rounds and effects, and the changes that the next event would
    bring now."""
    view = labels.view
    fact = labels.translate(words("after round"))
    room = paint_panel(canvas, rect, labels.translate(words("Events")), fact, border=border)
    y = room.y
    for slot, card in enumerate(view.events):
        is_resolved, is_next = slot < view.events_resolved, slot == view.events_resolved
        event = view.box.events[card]
        number, first_row = str(tooltips.round_of_slot(view, slot)), y
        canvas.put_right(room.x + 2, y, number, "warn bold" if is_next else "dim")
        name = labels.translate(event.names)
        role = "dim" if is_resolved else "strong" if is_next else "text"
        end = canvas.put_clipped(room.x + 3, y, room.width - 3, name, role)
        effect = labels.translate(tooltips.event_effect(view, event))
        if not effects[slot] and width_of(effect) <= room.right - end - 2:
            canvas.put_right(room.right, y, effect, "dim")
        for line in effects[slot]:
            y += 1
            canvas.put(room.x + EVENT_NUMBER + 1, y, line, "text" if is_next else "dim")
        canvas.spot(("event", slot + 1), Rect(room.x, first_row, room.width, y + 1 - first_row))
        y += 1
        if is_next:
            _paint_changes(labels, canvas, room.x + 3, y, room.right, slot)
            y += 1


def _paint_changes(
    labels: KingdomLabels, canvas: Canvas, x: int, y: int, right: int, slot: int
) -> None:
    """Paint the change that the event in `slot` would bring for each player now, as far as the
    changes fit, or a remark that nothing changes."""
    changes = _changes(labels, labels.view.box.events[labels.view.events[slot]])
    if not any(changes):
        canvas.put(x, y, labels.translate(words("now: nothing changes")), "dim")
        return
    x = canvas.put(x, y, labels.translate(words("now")), "dim") + 1
    for seat, change in enumerate(changes):
        text = change or "0"
        if x + 3 + width_of(text) > right:
            return
        x = canvas.put(x, y, labels.letters[seat], f"piece.{seat}", ground="")
        x = canvas.put(x, y, text, "text" if change else "dim") + 1


def _changes(labels: KingdomLabels, card: EventCard) -> list[str]:
    """Return a short text for each player about the change that an event would bring now: the
    coins, the letters of the types of the lost tiles, or the size of the graveyard from which a
    tile would return. The text is empty if nothing changes."""
    view, grave = labels.view, labels.glyphs("grave")
    if card.kind == "return_from_graveyard":
        return [f"{grave}{len(tiles)}" if tiles else "" for tiles in view.graveyards]
    lost = ["".join(map(labels.type_letter, types)) for types in tooltips.types_lost(view, card)]
    return [
        f"-{letters}" if letters else f"{coins:+}" if coins else ""
        for letters, coins in zip(lost, tooltips.coins_by(view, card), strict=True)
    ]


def _paint_score(labels: KingdomLabels, canvas: Canvas, rect: Rect, *, border: bool) -> None:
    """Paint, for each player, the coins, the number of empty columns, the coins that these columns
    cost, and the total, which is at least 0."""
    view = labels.view
    fact = "" if view.over else labels.translate(words("as things stand"))
    room = paint_panel(canvas, rect, labels.translate(words("Score")), fact, border=border)
    rights = (room.right - 20, room.right - 13, room.right - 6, room.right)
    risk = words("lost") if view.over else words("risk")
    headings = (words("coins"), words("empty"), risk, words("total"))
    for right, heading in zip(rights, headings, strict=True):
        canvas.put_right(right, room.y, labels.translate(heading), "dim")
    names = labels.short(room.width - 29)
    for seat in range(view.seats):
        y = room.y + 1 + seat
        end = paint_chip(canvas, room.x, y, labels.letters[seat], f"piece.{seat}")
        canvas.put(end + 1, y, names[seat], f"seat.{seat}")
        coins, lost = scoring.balance(view, seat), scoring.penalty(view, seat)
        numbers = (coins, view.empty_columns(seat), lost, scoring.total(view, seat))
        for right, number in zip(rights, numbers, strict=True):
            role = "strong" if right == room.right else "text" if number else "dim"
            canvas.put_right(right, y, str(number), role)


def paint_log(scene: Scene[Kingdom], canvas: Canvas, rect: Rect, *, border: bool) -> None:
    """Paint the latest lines of the log, unless `rect` has only one row."""
    if rect.height > 1:
        log_view.paint_panel_of_log(scene, canvas, rect, ROUND_RULE, border=border)


def order_width(view: Kingdom, *, next_too: bool) -> int:
    """Return the width of the turn order of this round and, if `next_too`, that of the next round;
    0 before the first round and after the game."""
    if not view.round or view.over:
        return 0
    return view.seats + (3 + view.seats if next_too and view.next_row != NOWHERE else 0)


def paint_order(
    labels: KingdomLabels, canvas: Canvas, right: int, *, room: int, most_room: int
) -> int:
    """Paint the turn order of this round, and that of the next round as far as it is known, with a
    title. The letters end before column `right`. Return the first column, or `right` if nothing is
    painted (before the first round and after the game).

    If there is not enough `room`, shorten the title or, if that is not enough, leave out the next
    round. If the turn order of this round with the short title needs more than `most_room`, leave
    out the title as well."""
    view = labels.view
    if not view.round or view.over:
        return right
    title, next_too = _order_shown(labels.scene, room, most_room)
    to_move = view.order[view.order.index(view.active) :] if view.active in view.order else []
    moved = [seat for seat in view.order if seat not in to_move]
    x = begin = right - order_width(view, next_too=next_too) - width_of(title)
    x = canvas.put(x, 0, title, "dim")
    for seat in moved:
        x = canvas.put(x, 0, labels.letters[seat], "dim")
    for seat in to_move:
        x = canvas.put(x, 0, labels.letters[seat], f"piece.{seat}", ground="")
    if next_too and view.next_row != NOWHERE:
        next_order = view.turn_order(view.next_row)
        x = canvas.put(x, 0, f" {canvas.glyphs('right')} ", "dim")
        for seat in next_order:
            x = canvas.put(x, 0, labels.letters[seat], f"piece.{seat}", ground="")
        canvas.put(x, 0, canvas.glyphs("dot") * (view.seats - len(next_order)), "faint")
    return begin


def width_of_order(scene: Scene[Kingdom]) -> int:
    """Return the width of the turn orders of this round and the next with the short title."""
    return order_width(scene.view, next_too=True) + width_of(scene.translate(words("order"))) + 1


def _order_shown(scene: Scene[Kingdom], room: int, most_room: int) -> tuple[str, bool]:
    """Return the title of the turn order, and whether the next round's turn order is also shown. Of
    the versions that fit into `room` cells, those with the next round are preferred, then the
    longer title. If none fits, the next round is left out, and the title is the short one, or empty
    if the turn order with that title needs more than `most_room` cells."""
    titles = [f"{scene.translate(title)} " for title in (words("turn order"), words("order"))]
    for next_too in (True, False):
        for title in titles:
            if order_width(scene.view, next_too=next_too) + width_of(title) <= room:
                return title, next_too
    fits = order_width(scene.view, next_too=False) + width_of(titles[-1]) <= most_room
    return titles[-1] if fits else "", False


def paint_coming_events(scene: Scene[Kingdom], canvas: Canvas, x: int, right: int) -> None:
    """Paint all coming events in a line that begins at column `x` and ends before column `right`.
    If names must be shortened, the longest ones are shortened first, except that of the next event,
    which is shortened only during setup. During setup, the line needs no gap after its last event,
    because no turn order follows."""
    view = scene.view
    numbers, names = _coming(scene)
    lengths = [width_of(name) for name in names]
    room = right - x - _around(numbers) + (0 if view.round else EVENT_GAP)
    full_widths = lengths[: 1 if view.round else 0]
    widths = [*full_widths, *shares(lengths[1 if view.round else 0 :], room - sum(full_widths))]
    for at, (number, name, share) in enumerate(zip(numbers, names, widths, strict=True)):
        start, slot = x, view.events_resolved + at
        x = canvas.put(x, 0, number, "dim" if at else "warn bold")
        shown = abbreviated_or_cut(name, share, canvas.glyphs)
        x = canvas.put(x + 1, 0, shown, "dim" if at else "text")
        canvas.spot(("event", slot + 1), Rect(start, 0, x - start, 1))
        x += EVENT_GAP


def width_of_events(scene: Scene[Kingdom], max_name_width: int | None = None) -> int:
    """Return the width of the line of events with full names. If `max_name_width` is given, all
    names but the first are cut to `max_name_width` cells."""
    numbers, names = _coming(scene)
    first, *other_full_widths = [width_of(name) for name in names] or [0]
    other_widths = (
        other_full_widths
        if max_name_width is None
        else [min(max_name_width, width) for width in other_full_widths]
    )
    return first + sum(other_widths) + _around(numbers)


def _coming(scene: Scene[Kingdom]) -> tuple[list[str], list[str]]:
    """Return the rounds and the names of the coming events."""
    view = scene.view
    slots = range(view.events_resolved, len(view.events))
    names = [scene.translate(view.box.events[view.events[slot]].names) for slot in slots]
    return [str(tooltips.round_of_slot(view, slot)) for slot in slots], names


def _around(numbers: Sequence[str]) -> int:
    """Return the width of the line of events without the names."""
    return sum(width_of(number) + 1 + EVENT_GAP for number in numbers)
