"""The other players or Sir Philip: resources, dice, threats of extortion, and domains; and the
log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.era.scoring import scores
from engine.games.era.state import SETUP, Arms, Realm
from engine.i18n.text import plural, words
from screens.games.era.board import SMALL_SCALE, USUAL_SCALE, Scale, paint_domain
from screens.games.era.carried_piece import other_seats
from screens.games.era.dice import paint_small_dice
from screens.games.era.player_meters import threat_of
from screens.games.era.reference import paint_disasters, paint_reference
from screens.games.era.symbols import RESOURCE_LETTERS, SHIELD, SWORD, TRACK_HUES, face_signs
from screens.games.era.table_layout import MIN_LINE_WIDTH, TableLayout
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of
from screens.paint.shapes import paint_chip, paint_panel, short_names
from screens.table_view import log_view
from screens.table_view.player_labels import letters_of
from screens.table_view.scene import Scene

MAX_NAME_WIDTH: Final = 9


def names_of(scene: Scene[Realm], width: int = MAX_NAME_WIDTH) -> list[str]:
    """Return the players' names, shortened to `width` cells in such a way that all differ."""
    return short_names([scene.name(seat) for seat in range(scene.view.seats)], width)


def put_name(scene: Scene[Realm], canvas: Canvas, x: int, y: int, seat: int) -> int:
    """Paint a player's chip and name. Return the column after them."""
    end = paint_chip(canvas, x, y, letters_of(scene)[seat], f"piece.{seat}")
    end = canvas.put(end + 1, y, names_of(scene)[seat], f"seat.{seat} bold")
    canvas.spot(("player", seat), Rect(x, y, end - x, 1))
    return end


def put_stores(scene: Scene[Realm], canvas: Canvas, x: int, y: int, seat: int) -> int:
    """Paint a player's resources with their letters, then swords and shields. Return the column
    after them."""
    view = scene.view
    for resource in view.box.resources:
        value = view.has(seat, resource)
        text = f"{scene.translate(RESOURCE_LETTERS[resource])}{value}"
        x = canvas.put(x, y, text, TRACK_HUES[resource] if value else "dim") + 1
    glyphs = canvas.glyphs
    text = f"{glyphs(SWORD)}{view.swords(seat)} {glyphs(SHIELD)}{view.shields(seat)}"
    return canvas.put(x, y, text, "text")


def paint_lines(scene: Scene[Realm], canvas: Canvas, rect: Rect, seats: Sequence[int]) -> int:
    """Paint a line for each player: resources, threats and walled area. If there are enough rows,
    paint the dice in a second line. Return the row after them."""
    deep = rect.height >= 2 * len(seats)
    y = rect.y
    for seat in seats:
        name = put_name(scene, canvas, rect.x, y, seat)
        x = put_stores(scene, canvas, max(name, rect.x + 4 + MAX_NAME_WIDTH) + 1, y, seat) + 1
        facts = _facts(scene, seat)
        for text, role in facts:
            if x + width_of(text) <= rect.right:
                x = canvas.put(x, y, text, role) + 1
        if deep:
            paint_small_dice(scene, canvas, rect.x + 4, y + 1, rect.width - 5, seat)
        y += 2 if deep else 1
    return y


def _facts(scene: Scene[Realm], seat: int) -> list[tuple[str, str]]:
    """Return texts, each with its role, about whether the viewer can extort the seat or be extorted
    by it (only while the dice are open, and not in a solo game), and about its walled area if it
    has any."""
    view = scene.view
    facts: list[tuple[str, str]] = []
    open_ = view.dice_open and not view.over
    if scene.seat not in (None, seat) and open_ and not view.is_solo:
        threat = threat_of(view.arms(scene.seat), view.arms(seat))
        facts += [(scene.translate(text), role) for text, role in threat]
    area = view.domain(seat).walled_area()
    if area:
        facts.append((scene.translate(words("walled {n}", n=area)), "dim"))
    return facts


def paint_block(scene: Scene[Realm], canvas: Canvas, rect: Rect, seat: int) -> int:
    """Paint a narrow block with a player's name, total (except during setup) and resources, then
    the dice, and then the threats and the walled area, as far as there are rows. Return the row
    after the block."""
    put_name(scene, canvas, rect.x, rect.y, seat)
    if scene.view.step != SETUP:
        put_total(scene, canvas, rect.right, rect.y, seat)
    y = rect.y + 1
    put_stores(scene, canvas, rect.x, y, seat)
    y += 1
    if rect.height >= 3:
        paint_small_dice(scene, canvas, rect.x, y, rect.width, seat)
        y += 1
    if rect.height >= 4:
        x = rect.x
        for text, role in _facts(scene, seat):
            if x + width_of(text) <= rect.right:
                x = canvas.put(x, y, text, role) + 2
        y += 1
    return y


def put_total(scene: Scene[Realm], canvas: Canvas, right: int, y: int, seat: int) -> None:
    """Paint the player's points as if the game ended now, after any change from
    `Scene.earlier_cells`: `+4 → 14 points`. The word "points" is left out if it does not fit."""
    total = scores(scene.view)[seat].total
    before = scene.earlier_cells.get(("score", seat, "total"))
    change = total - before if isinstance(before, int) else 0
    arrow = canvas.glyphs("right")
    gained, arrow = (f"{change:+}", f" {arrow} ") if change else ("", "")
    shown = scene.translate(plural("{n} point", "{n} points", total))
    start = right - width_of(f"{gained}{arrow}{shown}")
    if start < 1 or any(sign != " " for sign in canvas.chars[y][start - 1 : right]):
        shown = str(total)
    x = canvas.put_right(right, y, shown, "strong")
    if gained:
        x = canvas.put_right(x, y, arrow, "dim")
        canvas.put_right(x, y, gained, "good" if change > 0 else "bad")


def paint_titled_domain(
    scene: Scene[Realm],
    canvas: Canvas,
    x: int,
    y: int,
    seat: int,
    scale: Scale,
    *,
    title: bool = True,
    tight: bool = False,
) -> None:
    """Paint a domain, below its owner's name and walled area if `title`. If `tight`, name and area
    replace the column letters."""
    domain = scene.view.domain(seat)
    width, height = scale.size(domain)
    top = y + 1 if title and not tight else y
    paint_domain(scene, canvas, x, top, seat, scale, spots=False)
    if title:
        canvas.fill(x, y, width, 1)
        end = put_name(scene, canvas, x, y, seat)
        area = domain.walled_area()
        if end + 1 + width_of(str(area)) <= x + width and area:
            canvas.put_right(x + width, y, f"{area}", "good bold")
    canvas.spot(("domain", seat), Rect(x, top, width, height))


TITLED_DOMAIN_ROWS: Final = 16
"""Rows of a small domain with its title."""


def paint_column(scene: Scene[Realm], canvas: Canvas, rect: Rect, seats: Sequence[int]) -> None:
    """Paint the other players in a column: their domains in pairs as far as there is room (that of
    a single opponent is larger), blocks of these players and the viewer, then the log. In a solo
    game, paint Sir Philip and the log."""
    if not seats:
        paint_solo(scene, canvas, rect)
        return
    y = rect.y
    wide = len(seats) == 1 and rect.width >= 32
    scale = USUAL_SCALE if wide else SMALL_SCALE
    room = rect.width // 2
    seats_left = list(seats)
    beside: Rect | None = None
    tight = len(seats) > 2 and rect.height < 2 * TITLED_DOMAIN_ROWS
    rows = TITLED_DOMAIN_ROWS - 1 if tight else TITLED_DOMAIN_ROWS
    while seats_left and rect.bottom - y >= rows:
        pair, seats_left = seats_left[: 1 if wide else 2], seats_left[1 if wide else 2 :]
        for number, seat in enumerate(pair):
            paint_titled_domain(scene, canvas, rect.x + number * room, y, seat, scale, tight=tight)
        if len(pair) == 1 and not wide:
            beside = Rect(rect.x + room - 1, y, rect.width - room + 1, rows)
        y += rows
    all_seats = [*seats] if scene.seat is None else [*seats, scene.seat]
    area = Rect(rect.x, y + 1, rect.width, rect.bottom - y - 1)
    if beside is not None:
        _paint_blocks(scene, canvas, beside, all_seats)
    else:
        used = _paint_blocks(scene, canvas, area, all_seats)
        area = Rect(area.x, used, area.width, area.bottom - used)
    if area.height >= MIN_LOG_HEIGHT:
        paint_log(scene, canvas, area)


MIN_LOG_HEIGHT: Final = 4

ROUND_RULE: Final = "ERA-4.1"
"""Rule id of the note that begins a round."""


def _paint_blocks(scene: Scene[Realm], canvas: Canvas, rect: Rect, seats: Sequence[int]) -> int:
    """Paint blocks of players one below another, as tall as there is room for. Return the row after
    them."""
    high = min(4, max(2, rect.height // max(1, len(seats))))
    if rect.width >= 38:
        high = 2 if rect.height < 3 * len(seats) + MIN_LOG_HEIGHT else 3
    y = rect.y
    for seat in seats:
        if y + 2 > rect.bottom:
            return y
        paint_block(scene, canvas, Rect(rect.x, y, rect.width, min(high, rect.bottom - y)), seat)
        y += high
    return y


def paint_players(scene: Scene[Realm], canvas: Canvas, rect: Rect, seats: Sequence[int]) -> None:
    """Paint a panel with a block for each player and, if there is room, the disasters."""
    title = scene.translate(words("Players"))
    room = paint_panel(canvas, rect, title, scene.translate(words("as of now")))
    high = max(2, min(5, room.height // max(1, len(seats))))
    y = room.y
    for seat in seats:
        if y + 2 > room.bottom:
            return
        shown = Rect(room.x, y, room.width, min(high, 4, room.bottom - y))
        paint_block(scene, canvas, shown, seat)
        y += high
    if room.bottom - y >= len(scene.view.box.disasters):
        paint_disasters(scene, canvas, Rect(room.x, y, room.width, room.bottom - y))


def paint_solo(scene: Scene[Realm], canvas: Canvas, rect: Rect) -> None:
    """Paint the column of a solo game: Sir Philip's dice, the current rank and the next one, then
    the log."""
    y = paint_philip(scene, canvas, rect.x, rect.y, rect.width) + 1
    if rect.bottom - y >= MIN_LOG_HEIGHT:
        paint_log(scene, canvas, Rect(rect.x, y, rect.width, rect.bottom - y))


def paint_philip(scene: Scene[Realm], canvas: Canvas, x: int, y: int, width: int) -> int:
    """Paint Sir Philip's dice and threat in one line and, after setup, the rank in another. Return
    the row after them."""
    view = scene.view
    end = canvas.put(x, y, scene.translate(view.box.solo.opponent), "title") + 1
    canvas.spot(("philip",), Rect(x, y, end - 1 - x, 1))
    for face in view.philip_results():
        text = f" {face_signs(scene, face)} "
        if end + width_of(text) <= x + width:
            end = canvas.put(end, y, text, "text bold", ground="card.gray") + 1
    if scene.seat is not None:
        threat = threat_of_philip(scene)
        if threat and end + 1 + width_of(threat[0]) <= x + width:
            canvas.put(end + 1, y, *threat)
    if view.step == SETUP:
        return y + 1
    total = scores(view)[0].total
    rank = view.box.rank(total)
    line = plural("{n} point: {rank}", "{n} points: {rank}", total, rank=rank.names)
    end = canvas.put(x, y + 1, scene.translate(line), "strong")
    next_rank = view.box.rank(rank.most + 1)
    if next_rank is not rank:
        rank_text = words("{rank} from {n}", rank=next_rank.names, n=rank.most + 1)
        text = scene.translate(rank_text)
        if end + 2 + width_of(text) <= x + width:
            canvas.put(end + 2, y + 1, text, "dim")
    return y + 2


def paint_philip_block(scene: Scene[Realm], canvas: Canvas, rect: Rect) -> None:
    """Paint Sir Philip in a narrow panel: his dice, his threat and, after setup, the player's
    points and the ranks."""
    view = scene.view
    title = scene.translate(view.box.solo.opponent)
    room = paint_panel(canvas, rect, title)
    y = room.y
    canvas.spot(("philip",), Rect(rect.x + 2, rect.y, width_of(title), 1))
    for face in view.philip_results():
        canvas.put(room.x, y, f" {face_signs(scene, face)} ", "text bold", ground="card.gray")
        y += 1
    threat = threat_of_philip(scene)
    if threat is not None:
        canvas.put(room.x, y, *threat)
    y += 2
    if view.step == SETUP:
        return
    total = scores(view)[0].total
    current_rank = view.box.rank(total)
    canvas.put(room.x, y, scene.translate(words("points: {n}", n=total)), "strong")
    for rank in reversed(view.box.ranks):
        y += 1
        if y < room.bottom:
            name = scene.translate(rank.names)
            canvas.put(room.x, y, name, "strong" if rank is current_rank else "dim")
            if rank is not view.box.ranks[0]:
                canvas.put_right(room.right, y, str(rank.least), "dim")


def threat_of_philip(scene: Scene[Realm]) -> tuple[str, str] | None:
    """Return a text, with its role, about whether Sir Philip can extort the player or be extorted;
    None if neither is possible."""
    faces = scene.view.philip_results()
    going = faces and not scene.view.over
    threat = threat_of(scene.view.arms(0), Arms.on(faces)) if going else []
    return next(((scene.translate(text), role) for text, role in threat), None)


def paint_log(scene: Scene[Realm], canvas: Canvas, rect: Rect, *, border: bool = False) -> None:
    """Paint the log: its end, or the part to which it is scrolled. It has a frame if `border`."""
    log_view.paint_panel_of_log(scene, canvas, rect, ROUND_RULE, border=border)


PHILIP_WIDTH: Final = 34
"""Width of Sir Philip's panel."""

WIDTH_WITH_LOG: Final = 196
"""Minimum width of the screen at which the log has a column of its own."""


def paint_others_lines(scene: Scene[Realm], canvas: Canvas, rect: Rect) -> None:
    """Paint the lines of the other players, or Sir Philip's in a solo game."""
    if scene.view.is_solo:
        paint_philip(scene, canvas, rect.x, rect.y, rect.width)
    else:
        paint_lines(scene, canvas, rect, other_seats(scene))


def paint_narrow(scene: Scene[Realm], canvas: Canvas, area: Rect, others: Sequence[int]) -> None:
    """Paint the other players' blocks in a narrow column, or Sir Philip's panel in a solo game."""
    if scene.view.is_solo:
        paint_philip_block(scene, canvas, area)
        return
    paint_players(scene, canvas, area, others)


def paint_strip(scene: Scene[Realm], canvas: Canvas, rect: Rect, others: Sequence[int]) -> None:
    """Paint a strip below the player's own domain: the other players' domains as far as they fit,
    their resources (or Sir Philip's dice), and the log."""
    small = SMALL_SCALE.size(scene.view.domain(0))
    room = (small[0] + 1) * len(others)
    if not others or rect.height < small[1] or room > rect.width - 24:
        others = others[: max(0, (rect.width - 28) // (small[0] + 1))]
    if rect.height < small[1]:
        others = []
    x = rect.right - (small[0] + 1) * len(others)
    for number, seat in enumerate(others):
        left = x + 1 + number * (small[0] + 1)
        paint_titled_domain(scene, canvas, left, rect.y, seat, SMALL_SCALE, tight=True)
    log = Rect(rect.x, rect.y, x - rect.x, rect.height)
    if scene.view.is_solo:
        y = paint_philip(scene, canvas, log.x + 1, log.y, log.width - 2) + 1
        log = Rect(log.x, y, log.width, log.bottom - y)
    elif len(others) < len(other_seats(scene)) or others:
        log = _paint_beside_domains(scene, canvas, log)
    if log.height >= 3:
        paint_log(scene, canvas, log)


def _paint_beside_domains(scene: Scene[Realm], canvas: Canvas, room: Rect) -> Rect:
    """Paint the other players' resources and dice left of their domains and, if `room` is narrow,
    the disasters if they fit. Return the area left for the log, which has no rows if `room` is
    narrow."""
    others = other_seats(scene)
    if room.width >= MIN_LINE_WIDTH:
        lines = Rect(room.x + 1, room.y, room.width - 2, 2 * len(others))
        paint_lines(scene, canvas, lines, others)
        return Rect(room.x, lines.bottom, room.width, room.bottom - lines.bottom)
    y = room.y
    for seat in others:
        y = paint_block(scene, canvas, Rect(room.x + 1, y, room.width - 2, 3), seat)
    if room.bottom - y >= len(scene.view.box.disasters):
        paint_disasters(scene, canvas, Rect(room.x + 1, y, room.width - 2, room.bottom - y))
    return Rect(room.x, room.bottom, room.width, 0)


def paint_around_large(
    scene: Scene[Realm], canvas: Canvas, layout: TableLayout, others: Sequence[int]
) -> None:
    """Paint the surroundings of the large domain: other domains, all players' blocks (or Sir
    Philip's panel) and, as far as there is room, the reference of skulls and dice, and the log."""
    view = scene.view
    x, right = 62, 160
    scale = USUAL_SCALE if len(others) <= 2 else SMALL_SCALE
    panel_width = scale.size(view.domain(0))[0] + 4
    for seat in others:
        fact = str(view.domain(seat).walled_area())
        panel = Rect(x, 15, panel_width, 17)
        room = paint_panel(canvas, panel, scene.name(seat), fact, title_role=f"seat.{seat} bold")
        paint_titled_domain(scene, canvas, room.x, room.y, seat, scale, title=False)
        x += panel_width
    if others:
        all_seats = list(range(view.seats))
        paint_players(scene, canvas, Rect(x, 15, right - x, 17), all_seats)
    else:
        paint_philip_block(scene, canvas, Rect(x, 15, PHILIP_WIDTH, 17))
        paint_log(
            scene, canvas, Rect(x + PHILIP_WIDTH, 15, right - x - PHILIP_WIDTH, 17), border=True
        )
    below = Rect(0, 32, layout.width, layout.height - 32)
    if layout.width >= WIDTH_WITH_LOG and others:
        paint_log(scene, canvas, Rect(161, 0, layout.width - 161, layout.height), border=True)
        paint_reference(scene, canvas, below)
        return
    if below.height < 3:
        return
    paint_reference(scene, canvas, Rect(0, below.y, 98, below.height))
    if others:
        paint_log(scene, canvas, Rect(98, below.y, layout.width - 98, below.height), border=True)
