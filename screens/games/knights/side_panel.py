"""Panels beside the island: barbarians, players, bank, costs, score, log and, if there is no room
below the island, the player's hand."""

from __future__ import annotations

from typing import Final

from engine.games.knights.production import Balance, balance
from engine.games.knights.state import Island
from engine.i18n.text import Text, plural, words
from screens.games.knights import player_panels
from screens.games.knights.animations import ship_at
from screens.games.knights.costs import CostLines
from screens.games.knights.hand import cards_of, paint_kind
from screens.games.knights.symbols import AWARD, IslandLabels, own_seat
from screens.games.knights.tooltips import TURN_RULE
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import widest, width_of, wrap_within
from screens.paint.shapes import SURFACE, paint_heading, paint_meter
from screens.table_view import log_view
from screens.table_view.scene import Scene
from screens.table_view.sheet_view import paint_sheet

MIN_LOG_HEIGHT = 4
LABEL_WIDTH = 18
"""Minimum width of the labels of the score sheet, blanks included."""


def paint_side(labels: IslandLabels, canvas: Canvas, rect: Rect, *, costs: bool) -> None:
    """Paint the barbarians and the panels of `paint_players`, with the costs if `costs` is true, in
    a column at least 45 cells wide."""
    canvas.ground(rect, SURFACE)
    room = Rect(rect.x + 1, rect.y, rect.width - 2, rect.height)
    y = _paint_barbarians(labels, canvas, room)
    paint_players(labels, canvas, rect, y, costs=costs)


def paint_players(labels: IslandLabels, canvas: Canvas, rect: Rect, y: int, *, costs: bool) -> None:
    """Paint, from row `y` on, the players, the bank, the costs if `costs` is true, the score if
    there is room, and the log."""
    scene = labels.scene
    room = Rect(rect.x + 1, rect.y, rect.width - 2, rect.height)
    paint_heading(
        canvas, Rect(rect.x, y, rect.width, 1), labels.translate(words("Players")), _target(scene)
    )
    y = player_panels.paint_table(labels, canvas, Rect(room.x, y + 1, room.width, 0))
    y = _paint_bank(labels, canvas, Rect(room.x, y, room.width, 0))
    if costs:
        paint_heading(canvas, Rect(rect.x, y, rect.width, 1), labels.translate(words("Costs")))
        lines = CostLines.of(labels, room.width - 1, short=False)
        y = lines.paint(labels, canvas, room.x + 1, y + 1)
    sheet = paint_sheet(
        scene, scene.sheets()[0], rect.width, upright=True, title=False, labels=LABEL_WIDTH
    )
    if rect.bottom - y - 1 - sheet.height >= MIN_LOG_HEIGHT:
        title = labels.translate(words("Score"))
        paint_heading(canvas, Rect(rect.x, y, rect.width, 1), title, _legend_of_awards(labels))
        canvas.blit(sheet, rect.x, y + 1)
        y += 1 + sheet.height
    paint_log(scene, canvas, Rect(rect.x, y, rect.width, rect.bottom - y))


def _target(scene: Scene[Island]) -> str:
    return scene.translate(words("{n} points to win", n=scene.view.win_target))


def _legend_of_awards(labels: IslandLabels) -> str:
    """Return the mark for awards, and the names of the awards that players hold; empty if there are
    none."""
    names = ", ".join(map(labels.translate, labels.awards()))
    return f"{labels.glyphs(AWARD)} {names}" if names else ""


def paint_log(scene: Scene[Island], canvas: Canvas, rect: Rect) -> None:
    """Paint the latest lines of the log below a heading, unless `rect` has only one row."""
    if rect.height < 2:
        return
    paint_heading(canvas, rect, scene.translate(words("Log")))
    page = log_view.paint_tail(scene, rect.width, rect.height - 1, TURN_RULE)
    canvas.blit(page, rect.x - 1, rect.y + 1, Rect(0, 0, rect.width, rect.height - 1))


# ---------------------------------------------------------------------- the barbarians


def affected_players(labels: IslandLabels) -> tuple[str, str]:
    """Return the letters of the players who would gain or lose if the barbarians attacked now, or a
    dash if there are none, and the role to paint them in."""
    forces = balance(labels.view)
    letters = "".join(labels.letters[seat] for seat in forces.concerned)
    if forces.holds:
        return letters or labels.glyphs("dash"), "good"
    return letters or labels.glyphs("dash"), "bad"


def ship_words(view: Island) -> Text:
    """Describe the number of steps until the barbarians attack."""
    steps_left = view.box.attack_step - view.ship
    return plural("{n} step left", "{n} steps left", steps_left)


def _paint_barbarians(labels: IslandLabels, canvas: Canvas, rect: Rect) -> int:
    """Paint, in two rows, the ship, the strengths of cities and knights, and the outcome of an
    attack. Return the row after them."""
    view = labels.view
    title, fact = labels.translate(words("Barbarians")), labels.translate(ship_words(view))
    paint_heading(canvas, Rect(rect.x - 1, rect.y, rect.width + 2, 1), title, fact)
    forces = balance(view)
    steps = view.box.attack_step
    x = _paint_ship_steps(canvas, rect.x, rect.y + 1, view.ship, steps) + 1
    x = canvas.put(x, rect.y + 1, labels.translate(words("cities {n}", n=forces.cities)), "text")
    x = canvas.put(x, rect.y + 1, " : ", "dim")
    role = "good" if forces.holds else "bad"
    x = canvas.put(
        x, rect.y + 1, labels.translate(words("knights {n}", n=sum(forces.knights))), role
    )
    letters, _ = affected_players(labels)
    label = _outcome_texts(labels.scene, letters, forces)[0] if forces.concerned else ""
    canvas.put_right(rect.right, rect.y + 1, label, f"{role} bold")
    canvas.spot(("ship",), Rect(rect.x, rect.y + 1, rect.width, 1))
    return rect.y + 2


def _paint_ship_steps(canvas: Canvas, x: int, y: int, ship: int, steps: int) -> int:
    """Paint the ship's steps, each clickable. Return the column after them."""
    for step in range(1, steps + 1):
        canvas.spot(ship_at(step), Rect(x + step - 1, y, 1, 1))
    return paint_meter(canvas, x, y, ship, steps, "bad", number=False)


# ---------------------------------------------------------------------- the bank


def _paint_bank(labels: IslandLabels, canvas: Canvas, rect: Rect) -> int:
    """Paint the bank's stock, with the decks in the heading and, if a hand is shown (see
    `own_seat`), its owner's rates below. Return the row after them."""
    view = labels.view
    fact = labels.translate(labels.decks())
    title = labels.translate(words("Bank"))
    paint_heading(canvas, Rect(rect.x - 1, rect.y, rect.width + 2, 1), title, fact)
    decks = Rect(rect.right - width_of(fact) - 2, rect.y, width_of(fact) + 2, 1)
    canvas.spot(("decks",), decks, anchor=decks)
    seat = own_seat(labels.scene)
    rates = view.rates(seat) if seat is not None else None
    step = rect.width // len(view.bank)
    names = [labels.kind_name(kind) for kind in range(len(view.bank))]
    in_words = widest(names) + 3 < step
    for kind, number in enumerate(view.bank):
        x, id = rect.x + kind * step, view.box.kinds[kind].id
        text = f"{names[kind]} {number}" if in_words else f"{labels.kind(kind)}{number:>2}"
        role = labels.kind_role(kind, number)
        canvas.put(x, rect.y + 1, text, f"{role} bold" if number else role, ground="")
        body = Rect(x - 1, rect.y + 1, min(step, width_of(text) + 2), 1)
        canvas.spot(("want", id), body, anchor=body)
        if rates is not None:
            shown = f"{rates[kind]}:1"
            is_bank_rate = rates[kind] == view.box.bank_rate
            canvas.put_right(
                x + width_of(text), rect.y + 2, shown, "dim" if is_bank_rate else "strong"
            )
    return rect.y + (3 if rates is not None else 2)


# ---------------------------------------------------------------------- small window


ROWS_FOR_WORDS: Final = 17
"""Minimum height in rows of the small panels at which the strengths of barbarians and knights are
labelled with words."""


def paint_small_side(labels: IslandLabels, canvas: Canvas, rect: Rect, *, hand: bool) -> None:
    """Paint the ship in one or two rows, then the parts that `paint_small_players` paints, with the
    player's hand if `hand` is true."""
    canvas.ground(rect, SURFACE)
    rows = 2 if rect.height >= ROWS_FOR_WORDS else 1
    _paint_small_ship(labels, canvas, Rect(rect.x, rect.y, rect.width, rows))
    below = Rect(rect.x, rect.y + rows - 1, rect.width, rect.height - rows + 1)
    paint_small_players(labels, canvas, below, hand=hand)


def paint_small_players(labels: IslandLabels, canvas: Canvas, rect: Rect, *, hand: bool) -> None:
    """Paint the players beside a small island, beginning in the second row of `rect`, then the
    player's hand (if `hand`), the costs during a choice after setup, and the latest lines of the
    log, as far as there is room."""
    scene = labels.scene
    y = player_panels.paint_small(labels, canvas, Rect(rect.x, rect.y + 1, rect.width, 0))
    seat = own_seat(scene)
    if hand and seat is not None:
        y = _paint_small_hand(labels, canvas, Rect(rect.x, y, rect.width, rect.bottom - y))
    if scene.partial_pick is not None and labels.view.turn:
        lines = CostLines.of(labels, rect.width - 1, short=True)
        if rect.bottom - y > len(lines.lines):
            y = lines.paint(labels, canvas, rect.x + 1, y)
    if rect.bottom > y:
        _paint_last_words(scene, canvas, Rect(rect.x, y, rect.width, rect.bottom - y))


def _paint_small_ship(labels: IslandLabels, canvas: Canvas, rect: Rect) -> None:
    """Paint the ship, the strengths of cities and knights, and the players affected, with as many
    words as fit. If there are two rows, only the strengths are in the second one."""
    view = labels.view
    forces, steps = balance(view), view.box.attack_step
    letters, role = affected_players(labels)
    facts = {"cities": forces.cities, "knights": sum(forces.knights)}
    label = ""
    if forces.concerned:
        full, short = _outcome_texts(labels.scene, letters, forces)
        label = full if steps + 1 + width_of(full) <= rect.width else short
    x = rect.x
    if rect.height > 1:
        ship = labels.translate(words("ship"))
        if width_of(ship) + steps + 3 + width_of(label) <= rect.width:
            x = canvas.put(x, rect.y, ship, "dim") + 1
        strengths = labels.translate(words("cities {cities} : knights {knights}", **facts))
        canvas.put_clipped(rect.x, rect.y + 1, rect.width, strengths, f"{role} bold")
    x = _paint_ship_steps(canvas, x, rect.y, view.ship, steps)
    if rect.height == 1:
        strengths = labels.translate(words("ct{cities}:kn{knights}", **facts))
        x = canvas.put(x + 1, rect.y, strengths, f"{role} bold")
    canvas.spot(("ship",), rect)
    if label and width_of(label) >= rect.right - x:
        label = f"{canvas.glyphs('yes' if forces.holds else 'no')}{letters}"
    canvas.put_right(rect.right, rect.y, label, f"{role} bold")


def _outcome_texts(scene: Scene[Island], letters: str, forces: Balance) -> tuple[str, str]:
    """Return a text and a shorter version of it about the gains or losses of players if the
    barbarians attacked now. `letters` are the letters of the players affected."""
    if not forces.holds:
        full = words("lose a city: {players}", players=letters)
        short = words("lose: {players}", players=letters)
    elif len(forces.concerned) == 1:
        full = words("Defender: {players}", players=letters)
        short = words("1 VP: {players}", players=letters)
    else:
        full = words("a card: {players}", players=letters)
        short = words("card: {players}", players=letters)
    return scene.translate(full), scene.translate(short)


def _paint_small_hand(labels: IslandLabels, canvas: Canvas, rect: Rect) -> int:
    """Paint the player's cards by kind in two rows, then a row per progress card. If not all
    progress cards fit, the last row has the number of missing ones. Return the row that would
    follow if all fitted."""
    view = labels.view
    seat = own_seat(labels.scene)
    assert seat is not None
    y = rect.y
    half = (len(view.hands[seat]) + 1) // 2
    step = (rect.width - 1) // half
    for kind in range(len(view.hands[seat])):
        row, column = divmod(kind, half)
        x = rect.x + 1 + column * step
        paint_kind(canvas, x, y + row, labels.kind(kind), seat, kind, labels)
    y += 2
    cards = cards_of(labels, seat)
    room = rect.bottom - y
    shown = cards if len(cards) <= room else cards[: max(0, room - 1)]
    for row, card in enumerate(shown, y):
        card.paint(canvas, Rect(rect.x, row, rect.width, 1))
    if len(shown) < len(cards):
        canvas.put(rect.x + 1, y + len(shown), f"+{len(cards) - len(shown)}", "dim")
    return y + len(cards)


def _paint_last_words(scene: Scene[Island], canvas: Canvas, rect: Rect) -> None:
    """Paint the latest lines of the log, without a column of names. If there are at least four
    rows, the log has a heading."""
    titled = rect.height >= MIN_LOG_HEIGHT
    if titled:
        paint_heading(canvas, rect, scene.translate(words("Log")))
    room = rect.height - titled
    lines = [
        [(part, line.role) for part in wrap_within(line.text, rect.width - 2, room, canvas.glyphs)]
        for line in log_view.log_lines(scene, last=rect.height)
    ]
    while len(lines) > 1 and sum(map(len, lines)) > room:
        del lines[0]
    rows = [row for line in lines for row in line]
    for row, (part, role) in enumerate(rows, rect.y + titled):
        canvas.put(rect.x + 1, row, part, role)
