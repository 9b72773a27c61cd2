"""How the table of Middle Ages is drawn.

Above stands the display, row by row; below it the event cards and the turn order, then the fief of
who looks and the other fiefs: one line each where there is little room, all as boards from
120 x 40 on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.middle_ages.state import GAP, NO_TOKEN, Kingdom
from engine.match import Foresight
from engine.text import Names, Text, plural, words
from screens import panels
from screens.canvas import Canvas, Rect, clip
from screens.choosing import Choice
from screens.panels import TALL, WIDE
from screens.scene import Scene, TablePainter, Zone

HUES: Final = {
    "field": "hue.yellow",
    "mill": "hue.orange",
    "village": "hue.brown",
    "rampart": "hue.grey",
    "market": "hue.green",
    "barracks": "hue.red",
    "church": "hue.white",
    "palace": "hue.violet",
}

CELL: Final = 12
LABEL: Final = 4
COLUMN: Final = 9
FIEF_WIDTH: Final = 8 * COLUMN
BOARD_WIDTH: Final = 78

LETTERS: Final = [Names(*pair) for pair in ("FП", "MМ", "VД", "RУ", "KР", "BК", "CЦ", "PВ")]

OTHERS: Final = "fiefs"


class MiddleAgesPainter(TablePainter):
    """Paints the table of Middle Ages."""

    roles: Mapping[str, str] = {f"tile.{name}": hue for name, hue in HUES.items()}

    # ------------------------------------------------------------------ the whole

    def headline(self, scene: Scene, width: int) -> Text:
        view: Kingdom = scene.view
        if view.round == 0:
            return words("Placing the lords")
        plan = view.box.rounds[view.round - 1]
        arrow = scene.look.glyphs("right")
        row = f"{plan.row + 1}" + ("" if plan.next_row is None else f"{arrow}{plan.next_row + 1}")
        stacks = "+".join(str(len(stack)) for stack in view.stacks if stack) or "0"
        coins = f"{scene.look.glyphs('coin')}{view.coin_tokens_left}"
        facts: dict[str, object] = {
            "round": view.round,
            "all": len(view.box.rounds),
            "row": row,
            "stack": stacks,
            "discard": len(view.discard),
            "coins": coins,
            "plots": _tokens_left(scene),
        }
        if width < WIDE:
            return words(
                "Round {round}/{all} row {row}  Stack {stack} Discard {discard}  {coins} {plots}",
                **facts,
            )
        return words(
            "Round {round} of {all}, row {row}    Stack {stack}, discard pile {discard}    "
            "Tokens left: {coins} {plots}",
            **facts,
        )

    def paint(self, scene: Scene, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, scene.look.glyphs)
        if width >= WIDE and height >= TALL - 8:
            self._paint_large(scene, canvas)
        else:
            self._paint_small(scene, canvas)
        return canvas

    def _paint_small(self, scene: Scene, canvas: Canvas) -> None:
        """The least: display, events, order, the own fief, a line for two other players each."""
        view: Kingdom = scene.view
        y = paint_display(scene, canvas, 0, 0, lines=2)
        paint_events(scene, canvas, 0, y, canvas.width)
        paint_order(scene, canvas, 1, y + 1, canvas.width - 2)
        seat = _looked_at(scene)
        paint_fief(scene, canvas, 0, y + 2, seat, lines=5)
        others = [other for other in range(view.seats) if other != seat]
        for number, other in enumerate(others):
            x, row = number % 2 * (canvas.width // 2), y + 7 + number // 2
            paint_fief_line(scene, canvas, 1 + x, row, other)

    def _paint_large(self, scene: Scene, canvas: Canvas) -> None:
        """Everything: the display and all fiefs at the left, sheet and log at the right."""
        view: Kingdom = scene.view
        y = paint_display(scene, canvas, 0, 0, lines=2, gap=canvas.height >= 36)
        paint_events(scene, canvas, 0, y, BOARD_WIDTH)
        paint_order(scene, canvas, 1, y + 1, BOARD_WIDTH - 2)
        y += 2
        first = _looked_at(scene)
        seats = [(first + step) % view.seats for step in range(view.seats)]
        lines = 5 if y + 5 * view.seats <= canvas.height else 4
        for seat in seats:
            paint_fief(scene, canvas, 0, y, seat, lines=lines)
            y += lines
        left = BOARD_WIDTH + 1
        canvas.post(left, 0, canvas.height)
        self._paint_side(scene, canvas, left + 2, canvas.width - left - 2)

    def _paint_side(self, scene: Scene, canvas: Canvas, x: int, width: int) -> None:
        y = 0
        for sheet in scene.sheets():
            page = panels.paint_sheet(scene, sheet, width, upright=True)
            if y and y + page.height > canvas.height - 12:
                break
            canvas.blit(page, x, y)
            y += page.height + 1
        canvas.rule(x - 1, y - 1, width + 1)
        title = scene.say(words("Log"))
        canvas.put(x, y - 1, f" {title} ", "title")
        lines = panels.log_lines(scene, last=30)
        canvas.blit(panels.paint_log(scene, lines, width, canvas.height - y), x, y)

    def zones(self, scene: Scene) -> Sequence[Zone]:
        return [Zone(OTHERS, words("All fiefs"))]

    def paint_zone(self, scene: Scene, zone: str, width: int, height: int) -> Canvas:
        view: Kingdom = scene.view
        canvas = Canvas(width, 6 * view.seats, scene.look.glyphs)
        for seat in range(view.seats):
            paint_fief(scene, canvas, 0, 6 * seat, seat, lines=5)
        return canvas

    # ------------------------------------------------------------------ what a choice would do

    def preview(
        self, scene: Scene, choice: Choice | None, foresight: Foresight | None
    ) -> Sequence[Text]:
        if foresight is None:
            return ()
        told = [note.text for note in foresight.notes]
        if told and scene.choosing is not None and scene.choosing.decision.name == "MoveLord":
            return [*told[1:], told[0]]
        return told


PAINTER = MiddleAgesPainter()


def _looked_at(scene: Scene) -> int:
    """Whose fief stands first: who looks, else whose turn it is."""
    if scene.seat is not None and not scene.replaying:
        return scene.seat
    view: Kingdom = scene.view
    return max(0, view.active)


# ---------------------------------------------------------------------- the display


def paint_display(
    scene: Scene, canvas: Canvas, x: int, y: int, *, lines: int, gap: bool = False
) -> int:
    """The four rows of tiles; returns the line after them."""
    view: Kingdom = scene.view
    plan = view.box.rounds[max(1, view.round) - 1]
    for row, tiles in enumerate(view.display):
        mark, role = " ", "dim"
        if row == plan.row:
            mark, role = canvas.glyphs("right"), "title"
        elif row == plan.next_row:
            mark, role = canvas.glyphs("down"), "text"
        canvas.put(x, y, f"{mark}{row + 1}", role)
        for at, tile in enumerate(tiles):
            left = x + LABEL + at * CELL
            if tile == GAP:
                canvas.put(left + 5, y, canvas.glyphs("dot"), "dim")
            else:
                _paint_tile(scene, canvas, left, y, row, at)
            canvas.spot(("display", row + 1, at + 1), Rect(left - 1, y, CELL, lines))
        y += lines + (1 if gap else 0)
    return y


def _paint_tile(scene: Scene, canvas: Canvas, x: int, y: int, row: int, at: int) -> None:
    view: Kingdom = scene.view
    tile = view.box.tiles[view.display[row][at]]
    type_ = view.box.types[tile.type]
    role = f"tile.{type_.id}"
    name = clip(scene.tongue.argument(type_.names), CELL - 5, canvas.glyphs)
    canvas.put(x, y, f"{tile.number:2} ", "dim")
    canvas.put(x + 3, y, name, f"{role} bold")
    back = "hue.blue" if tile.colour == 0 else "hue.orange"
    canvas.put(x, y + 1, canvas.glyphs("bullet" if tile.colour == 0 else "point"), back)
    symbols = canvas.glyphs("farmer") * tile.farmers + canvas.glyphs("chest") * tile.chests
    end = canvas.put(x + 1, y + 1, symbols, role)
    _paint_occupant(scene, canvas, max(end, x + 2), y + 1, x + CELL - 2, row, at)


def _paint_occupant(
    scene: Scene, canvas: Canvas, x: int, y: int, right: int, row: int, at: int
) -> None:
    view: Kingdom = scene.view
    lord, scout = view.lord_on(row, at), view.scout_on(row, at)
    for seat, glyph, attribute in ((lord, "lord", " bold"), (scout, "scout", "")):
        if seat < 0:
            continue
        name = scene.name(seat)
        text = f"{canvas.glyphs(glyph)}{name}"
        if attribute == "":
            text = f"({text})"
        canvas.put(x + 1, y, clip(text, right - x - 1, canvas.glyphs), f"seat.{seat}{attribute}")


def _tokens_left(scene: Scene) -> str:
    view: Kingdom = scene.view
    left = [type_letter(scene, type_) for type_, n in enumerate(view.plot_tokens_left) if n]
    return "".join(left) if left else scene.look.glyphs("dash")


def type_letter(scene: Scene, type_: int) -> str:
    """The letter of a type in the reader's language."""
    return scene.tongue.argument(LETTERS[type_])


# ---------------------------------------------------------------------- events and order


def paint_events(scene: Scene, canvas: Canvas, x: int, y: int, width: int) -> None:
    """The four event cards with the rounds in which they happen; the past ones dimmed."""
    view: Kingdom = scene.view
    slots = [
        number + 1 for number, plan in enumerate(view.box.rounds) if plan.event_slot is not None
    ]
    room = width // max(1, len(slots))
    for slot, card in enumerate(view.events):
        left = x + slot * room
        done = slot < view.events_resolved
        sign = canvas.glyphs("yes") if done else f"{slots[slot]}"
        name = scene.tongue.argument(view.box.events[card].names)
        role = "closed" if done else "title" if slot == view.events_resolved else "text"
        canvas.put(left, y, f"{sign:>2} ", "dim")
        canvas.put(left + 3, y, clip(name, room - 4, canvas.glyphs), role)
        canvas.spot(("event", slot + 1), Rect(left, y, room - 1, 1))


def paint_order(scene: Scene, canvas: Canvas, x: int, y: int, width: int) -> None:
    """The turn order of this round, and that of the next as far as it is known."""
    view: Kingdom = scene.view
    if view.round == 0:
        canvas.put(x, y, scene.say(words("The order is drawn name by name.")), "dim")
        return
    plan = view.box.rounds[view.round - 1]
    parts = [(words("Now:"), view.turn_order(plan.row))]
    if plan.next_row is not None:
        parts.append((words("Next round:"), view.turn_order(plan.next_row)))
    for title, seats in parts:
        x = canvas.put(x, y, scene.say(title) + " ", "dim")
        for seat in seats:
            role = f"seat.{seat} bold" + (" underline" if seat == view.active else "")
            x = canvas.put(x, y, clip(scene.name(seat), 10, canvas.glyphs), role) + 1
        x += 2


# ---------------------------------------------------------------------- fiefs


def paint_fief(scene: Scene, canvas: Canvas, x: int, y: int, seat: int, *, lines: int) -> None:
    """A fief as a board: a title, and for every column its type, tiles, symbols and income."""
    view: Kingdom = scene.view
    _paint_fief_title(scene, canvas, x, y, seat)
    for column, type_ in enumerate(view.box.types):
        left = x + column * COLUMN
        role = f"tile.{type_.id}"
        filled = view.count(seat, column) > 0
        name = clip(scene.tongue.argument(type_.names), COLUMN - 1, canvas.glyphs)
        canvas.put(left + 1, y + 1, name, f"{role} bold" if filled else "closed")
        canvas.spot(("column", seat, column), Rect(left, y + 1, COLUMN, lines - 1))
        symbols = _symbols(scene, seat, column)
        canvas.put(left + 1, y + 2, f"{view.count(seat, column)}", "strong" if filled else "closed")
        canvas.put(left + 3, y + 2, clip(symbols, COLUMN - 3, canvas.glyphs), role)
        formula, token = income_formula(scene, seat, column)
        canvas.put(left + 1, y + 3, formula, "good" if token else "dim")
        if lines > 4:
            income = f"={view.income(seat, column)}{canvas.glyphs('coin')}"
            canvas.put(left + 1, y + 4, income, "text" if filled else "closed")
    _paint_graveyard(scene, canvas, x + FIEF_WIDTH, y + 1, seat, lines - 1)


def _paint_fief_title(scene: Scene, canvas: Canvas, x: int, y: int, seat: int) -> None:
    view: Kingdom = scene.view
    role = f"seat.{seat}"
    canvas.rule(x, y, BOARD_WIDTH, "frame")
    end = canvas.put(x + 1, y, f" {canvas.glyphs('lord')} {scene.name(seat)} ", f"{role} bold")
    coins = plural("{n} coin", "{n} coins", view.coins[seat])
    end = canvas.put(end, y, f" {scene.say(coins)} ", "strong")
    facts = [
        plural("{n} farmer", "{n} farmers", view.farmers[seat]),
        plural("{n} chest", "{n} chests", view.chests[seat]),
    ]
    empty = view.empty_columns(seat)
    if empty:
        facts.append(plural("{n} empty column", "{n} empty columns", empty))
    text = "  ".join(scene.say(fact) for fact in facts)
    end = canvas.put(end + 1, y, f" {text} ", "dim")
    if view.scout_row[seat] < 0:
        scout = scene.say(words("scout in hand"))
        canvas.put(end + 1, y, f" {canvas.glyphs('scout')} {scout} ", role)


def _symbols(scene: Scene, seat: int, column: int) -> str:
    view: Kingdom = scene.view
    tiles = [view.box.tiles[tile] for tile in view.fiefs[seat][column]]
    farmers, chests = sum(t.farmers for t in tiles), sum(t.chests for t in tiles)
    glyphs = scene.look.glyphs
    return _times(glyphs("farmer"), farmers) + _times(glyphs("chest"), chests)


def _times(glyph: str, number: int) -> str:
    return "" if number == 0 else glyph if number == 1 else f"{glyph}{number}"


def income_formula(scene: Scene, seat: int, column: int) -> tuple[str, bool]:
    """What the column counts at which rate, such as `3×(V+R)`, and whether a token changed it."""
    view: Kingdom = scene.view
    letters = [type_letter(scene, type_) for type_ in view.income_types(seat, column)]
    counted = "+".join(letters)
    if len(letters) > 1:
        counted = f"({counted})"
    formula = f"{view.rate(seat, column)}{scene.look.glyphs('times')}{counted}"
    token = view.coin_tokens[seat][column] > 0 or view.plot_tokens[seat][column] != NO_TOKEN
    return formula, token


def _paint_graveyard(scene: Scene, canvas: Canvas, x: int, y: int, seat: int, lines: int) -> None:
    view: Kingdom = scene.view
    tiles = view.graveyards[seat]
    canvas.put(x, y, f"{canvas.glyphs('grave')} {len(tiles)}", "text" if tiles else "closed")
    by_type: dict[int, int] = {}
    for tile in tiles:
        by_type[view.box.tile_type[tile]] = by_type.get(view.box.tile_type[tile], 0) + 1
    entries = [
        (_times(type_letter(scene, type_), number), f"tile.{view.box.types[type_].id}")
        for type_, number in sorted(by_type.items())
    ]
    column, row = 0, 1
    for text, role in entries:
        if column + len(text) > 6:
            column, row = 0, row + 1
        if row >= lines:
            break
        column = canvas.put(x + column, y + row, text, role) - x + 1
    canvas.spot(("graveyard", seat), Rect(x, y, 6, lines))


def paint_fief_line(scene: Scene, canvas: Canvas, x: int, y: int, seat: int) -> None:
    """A fief in one line: coins, the number of tiles of every type, graveyard and scout."""
    view: Kingdom = scene.view
    name = clip(scene.name(seat), 8, canvas.glyphs)
    end = canvas.put(x, y, f"{name} ", f"seat.{seat} bold")
    end = canvas.put(end, y, f"{view.coins[seat]}{canvas.glyphs('coin')} ", "strong")
    for column, type_ in enumerate(view.box.types):
        count = view.count(seat, column)
        role = f"tile.{type_.id}" if count else "closed"
        end = canvas.put(end, y, f"{type_letter(scene, column)}{count}", role)
    canvas.put(end, y, f" {canvas.glyphs('grave')}{len(view.graveyards[seat])}", "dim")
    canvas.spot(("fief", seat), Rect(x, y, 38, 1))
