"""How the table of Middle Ages is drawn.

Above stands the display, row by row; below it the event cards and the turn order, then the fief of
who looks and the other fiefs: one line each where there is little room, all as boards from
120 x 40 on, with the score sheet and the log beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import define, frozen

from engine.asked import Asked
from engine.games.middle_ages.components import BLUE
from engine.games.middle_ages.state import GAP, NO_TOKEN, NOWHERE, Kingdom
from engine.games.middle_ages.wording import formula
from engine.match import Foresight
from engine.step import Decision
from engine.step import Place as BoardPlace
from engine.text import Text, plural, words
from screens import logs, sheets
from screens.canvas import Canvas, Rect, clip
from screens.choosing import Choice, Choosing
from screens.middle_ages import meanings
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

LABEL: Final = 4
"""The width of the number of a row of the display."""

WIDEST_CELL: Final = 16
COLUMNS: Final = 8
GRAVEYARD: Final = 6
LEAST_COLUMN: Final = 9
WIDEST_COLUMN: Final = 12
LEAST_SIDE: Final = 39
"""The least width of score sheet and log beside the board."""

OTHERS: Final = "fiefs"

_UNTOLD: Final = frozenset({"MID-2.10", "MID-4.2", "MID-4.6"})
"""What the question and the cursor say already: where the lord goes, which tile is taken."""


@define
class PlacingLord(Choosing):
    """Choosing a tile of one row: the key of a tile is its position."""

    def key_of(self, number: int, value: Any) -> str:
        return str(value)


@frozen
class Measures:
    """How wide the parts of the table are, for a width and a number of players."""

    board: int
    cell: int
    column: int

    @classmethod
    def of(cls, width: int, seats: int, *, least_side: int = 0) -> Measures:
        """The widest board that leaves room for what stands beside it."""
        room = width - least_side - GRAVEYARD - (3 if least_side else 2)
        column = max(LEAST_COLUMN, min(WIDEST_COLUMN, room // COLUMNS))
        board = COLUMNS * column + GRAVEYARD
        return cls(board, min(WIDEST_CELL, (board - LABEL) // (seats + 1)), column)


class MiddleAgesPainter(TablePainter):
    """Paints the table of Middle Ages."""

    roles: Mapping[str, str] = {f"tile.{name}": hue for name, hue in HUES.items()}

    # ------------------------------------------------------------------ the whole

    def headline(self, scene: Scene, width: int) -> Text:
        view: Kingdom = scene.view
        if view.round == 0:
            return words("Placing the lords")
        if view.over:
            return words("After round {round}", round=view.round)
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
        """The least: display, events, order, the own fief, half a line for each other player."""
        view: Kingdom = scene.view
        measures = Measures.of(canvas.width, view.seats)
        y = paint_display(scene, canvas, 0, 0, measures.cell)
        paint_events(scene, canvas, 0, y, canvas.width)
        paint_order(scene, canvas, 1, y + 1, canvas.width - 2)
        seat = _looked_at(scene)
        paint_fief(scene, canvas, 0, y + 2, seat, measures)
        others = [(seat + step) % view.seats for step in range(1, view.seats)]
        half = canvas.width // 2
        for number, other in enumerate(others):
            x, row = number % 2 * half, y + 7 + number // 2
            paint_fief_line(scene, canvas, 1 + x, row, half - 1, other)

    def _paint_large(self, scene: Scene, canvas: Canvas) -> None:
        """Everything: the display and all fiefs at the left, sheet and log at the right.

        The fiefs keep their places, so that a change of turn changes little. Rows to spare go to
        what the next event does, then to the names of the columns in every fief (else they stand
        once above all), then to blank rows within the display.
        """
        view: Kingdom = scene.view
        measures = Measures.of(canvas.width, view.seats, least_side=LEAST_SIDE)
        spare = canvas.height - (8 + 1 + 1 + 1 + 4 * view.seats)
        told = spare > 0
        spare -= told
        whole = spare >= view.seats - 1
        spare -= view.seats - 1 if whole else 0
        y = paint_display(scene, canvas, 0, 0, measures.cell, gap=spare >= 4)
        paint_events(scene, canvas, 0, y, measures.board)
        y += 1
        if told:
            _paint_next_event(scene, canvas, 1, y, measures.board - 1)
            y += 1
        paint_order(scene, canvas, 1, y, measures.board - 2)
        y += 1
        if not whole:
            paint_column_names(scene, canvas, 0, y, measures)
            y += 1
        lines = 5 if whole else 4
        for seat in range(view.seats):
            paint_fief(scene, canvas, 0, y, seat, measures, lines=lines)
            y += lines
        left = measures.board + 1
        canvas.post(left, 0, canvas.height)
        self._paint_side(scene, canvas, left + 2, canvas.width - left - 2)

    def _paint_side(self, scene: Scene, canvas: Canvas, x: int, width: int) -> None:
        y = 0
        for sheet in scene.sheets():
            page = sheets.paint_sheet(scene, sheet, width, upright=True)
            if y and y + page.height > canvas.height - 12:
                break
            canvas.blit(page, x, y)
            y += page.height + 1
        canvas.rule(x - 1, y - 1, width + 1)
        title = scene.say(words("Log"))
        canvas.put(x, y - 1, f" {title} ", "title")
        room = canvas.height - y
        canvas.blit(logs.paint_log(scene, logs.log_lines(scene, last=room), width, room), x, y)

    # ------------------------------------------------------------------ further pages

    def zones(self, scene: Scene) -> Sequence[Zone]:
        return [Zone(OTHERS, words("All fiefs"))]

    def paint_zone(self, scene: Scene, zone: str, width: int, height: int) -> Canvas:
        """All fiefs with every tile of theirs, from the top of its column to the bottom."""
        view: Kingdom = scene.view
        measures = Measures.of(width, view.seats)
        first = _looked_at(scene)
        seats = [(first + step) % view.seats for step in range(view.seats)]
        tallest = [max(1, *map(len, view.fiefs[seat])) for seat in seats]
        canvas = Canvas(width, sum(tallest) + 5 * len(seats), scene.look.glyphs)
        y = 0
        for seat, tiles in zip(seats, tallest, strict=True):
            paint_fief(scene, canvas, 0, y, seat, measures, tiles=tiles)
            y += tiles + 5
        return canvas

    # ------------------------------------------------------------------ choosing

    def choosing(self, asked: Asked) -> Choosing:
        if asked.decision.name in ("PlaceLord", "MoveLord"):
            return PlacingLord(asked)
        return Choosing(asked)

    def preview(
        self, scene: Scene, choice: Choice | None, foresight: Foresight | None
    ) -> Sequence[Text]:
        """The coins first, then what the tile chosen promises, then why, then what is asked."""
        assert choice is not None
        view: Kingdom = scene.view
        if foresight is None:
            return [_token_alone(scene, choice)]
        after: Kingdom = foresight.view
        told = [note.text for note in foresight.notes if note.rule not in _UNTOLD]
        coins = meanings.coins_changed(view, after)
        said = [coins] if coins else []
        if choice.place is not None:
            said += _promised(scene, after, choice.place)
        step = after.agenda[-1] if after.agenda else None
        asked = isinstance(step, Decision) and step.seat == scene.seat and not foresight.ends_turn
        if isinstance(step, Decision) and asked:
            told.append(words("Then: {question}", question=step.question(after)))
        return said + told

    def inspect(self, scene: Scene, place: BoardPlace) -> Text | None:
        """What stands at a place of the table."""
        view: Kingdom = scene.view
        match place:
            case ("display", int(row), int(position)):
                reader = scene.seat if view.round else None
                return meanings.display_place(view, row - 1, position - 1, reader)
            case ("event", int(number)):
                return meanings.event(view, number - 1)
            case ("column", int(seat), int(column)):
                return meanings.fief_column(view, seat, column)
            case ("graveyard", int(seat)):
                return meanings.graveyard(view, seat)
            case ("fief", int(seat)):
                return meanings.fief(view, seat)
        return None

    def legend(self, scene: Scene) -> Sequence[tuple[str, Text]]:
        glyphs = scene.look.glyphs
        return [
            (glyphs("right"), words("the row that is resolved in this round")),
            (glyphs("down"), words("the row that the lords move to")),
            (glyphs("lord"), words("a lord, with the owner's name")),
            (f"({glyphs('scout')})", words("a scout, which reserves the tile")),
            (glyphs("farmer"), words("a farmer")),
            (glyphs("chest"), words("a chest")),
            (glyphs("coin"), words("coins; [in brackets] the tokens on a column")),
            (glyphs("grave"), words("a graveyard and the tiles in it")),
            (glyphs("bullet"), words("a blue back")),
            (glyphs("meeple.out"), words("an orange back")),
        ]


PAINTER = MiddleAgesPainter()


def _looked_at(scene: Scene) -> int:
    """Whose fief stands first: who looks, else whose turn it is."""
    if scene.seat is not None and not scene.replaying:
        return scene.seat
    view: Kingdom = scene.view
    return max(0, view.active)


def _token_alone(scene: Scene, choice: Choice) -> Text:
    """What a plot token will do on whatever column it is put."""
    view: Kingdom = scene.view
    type_ = view.box.types[view.box.type_index[choice.value]]
    return words(
        "{type}: the column that you choose next will count this type too. In your fief: {n}.",
        type=type_.names,
        n=view.count(scene.seat, type_.index) if scene.seat is not None else 0,
    )


def _promised(scene: Scene, after: Kingdom, place: BoardPlace) -> list[Text]:
    """What the tile at a place would pay, or what the column there pays, once a choice is made."""
    match place:
        case ("display", int(row), int(position)) if scene.seat is not None:
            tile = after.box.tiles[after.display[row - 1][position - 1]]
            if not scene.view.round:
                order = words("The lords move from left to right.")
                return [meanings.first_tile(after, tile), order]
            return [meanings.promise(after, scene.seat, tile)]
        case ("column", int(seat), int(column)):
            return [words("{column}.", column=meanings.column_pays(after, seat, column))]
    return []


# ---------------------------------------------------------------------- the display


def paint_display(
    scene: Scene, canvas: Canvas, x: int, y: int, cell: int, *, gap: bool = False
) -> int:
    """The four rows of tiles; returns the line after them."""
    view: Kingdom = scene.view
    resolved, entered = _rows_in_play(view)
    for row, tiles in enumerate(view.display):
        mark, role = " ", "dim"
        if row == resolved:
            mark, role = canvas.glyphs("right"), "title"
        elif row == entered:
            mark, role = canvas.glyphs("down"), "title"
        canvas.put(x, y, f"{mark}{row + 1}", role)
        for at, tile in enumerate(tiles):
            left = x + LABEL + at * cell
            if tile == GAP:
                canvas.put(left + 5, y, canvas.glyphs("dot"), "dim")
            else:
                _paint_tile(scene, canvas, left, y, cell - 1, row, at)
            canvas.spot(("display", row + 1, at + 1), Rect(left - 1, y, cell, 2))
        y += 3 if gap else 2
    return y


def _rows_in_play(view: Kingdom) -> tuple[int, int]:
    """The row that is resolved and the row that lords enter, or NOWHERE."""
    if view.over:
        return NOWHERE, NOWHERE
    if not view.round:
        return NOWHERE, 0
    return view.row, view.next_row


def _paint_tile(
    scene: Scene, canvas: Canvas, x: int, y: int, width: int, row: int, at: int
) -> None:
    """A tile in two lines: number and type, then back, symbols and who stands on it.

    The tile that is about to be taken is underlined.
    """
    view: Kingdom = scene.view
    tile = view.box.tiles[view.display[row][at]]
    type_ = view.box.types[tile.type]
    role = f"tile.{type_.id}"
    lord = view.lord_on(row, at)
    taken = " underline" if lord >= 0 and lord == view.active and row == view.row else ""
    canvas.put(x, y, f"{tile.number:2} ", "dim")
    name = clip(scene.tongue.argument(type_.names), width - 3, canvas.glyphs)
    canvas.put(x + 3, y, name, f"{role} bold{taken}")
    glyph, back = ("bullet", "hue.blue") if tile.colour == BLUE else ("meeple.out", "hue.orange")
    canvas.put(x, y + 1, canvas.glyphs(glyph), back)
    end = canvas.put(x + 1, y + 1, _symbols(canvas, tile.farmers, tile.chests), role)
    left = max(end, x + 2) + 1
    room = x + width - left
    _paint_occupant(scene, canvas, left, y + 1, room, lord, view.scout_on(row, at), taken)


def _paint_occupant(
    scene: Scene, canvas: Canvas, x: int, y: int, room: int, lord: int, scout: int, taken: str
) -> None:
    if lord >= 0:
        name = clip(_marked(canvas, "lord", scene.name(lord)), room, canvas.glyphs)
        canvas.put(x, y, name, f"seat.{lord} bold{taken}")
    elif scout >= 0:
        name = clip(_marked(canvas, "scout", scene.name(scout)), room - 2, canvas.glyphs)
        canvas.put(x, y, f"({name})", f"seat.{scout}")


def _marked(canvas: Canvas, glyph: str, name: str) -> str:
    """A name with a sign before it; in ASCII the sign is a letter and stands apart."""
    return canvas.glyphs(glyph) + (":" if canvas.glyphs.plain else "") + name


def _tokens_left(scene: Scene) -> str:
    view: Kingdom = scene.view
    left = [type_letter(scene, type_) for type_, n in enumerate(view.plot_tokens_left) if n]
    return "".join(left) if left else scene.look.glyphs("dash")


def type_letter(scene: Scene, type_: int) -> str:
    """The letter of a type in the reader's language."""
    view: Kingdom = scene.view
    return scene.tongue.argument(view.box.types[type_].letters)


# ---------------------------------------------------------------------- events and order


def paint_events(scene: Scene, canvas: Canvas, x: int, y: int, width: int) -> None:
    """The event cards with the rounds after which they happen: the next one in full, the others as
    far as there is room, those that have happened dimmed."""
    view: Kingdom = scene.view
    labels = []
    for slot, card in enumerate(view.events):
        done = slot < view.events_resolved
        number = meanings.round_of_slot(view, slot)
        sign = canvas.glyphs("yes") if done else str(number)
        labels.append((f"{sign:>2} ", scene.tongue.argument(view.box.events[card].names)))
    rooms = _shares([len(sign) + len(name) for sign, name in labels], width, view.events_resolved)
    gap = min(3, (width - sum(rooms) - len(rooms)) // max(1, len(rooms) - 1))
    for slot, ((sign, name), room) in enumerate(zip(labels, rooms, strict=True)):
        next_ = slot == view.events_resolved
        role = "closed" if slot < view.events_resolved else "title" if next_ else "text"
        end = canvas.put(x, y, sign, "dim")
        canvas.put(end, y, clip(name, room - len(sign), canvas.glyphs), role)
        canvas.spot(("event", slot + 1), Rect(x, y, room, 1))
        x += room + 1 + gap


def _shares(lengths: Sequence[int], width: int, first: int) -> list[int]:
    """Room for texts in a line with a blank after each: all of it for the first that matters, what
    is left for the others in equal parts, and no more than each needs."""
    rooms = list(lengths)
    left = width - len(rooms)
    order = [first] if first < len(rooms) else []
    order += sorted(set(range(len(rooms))) - set(order), key=rooms.__getitem__)
    for done, index in enumerate(order):
        fair = left if index == first else left // (len(order) - done)
        rooms[index] = min(rooms[index], fair)
        left -= rooms[index]
    return rooms


def _paint_next_event(scene: Scene, canvas: Canvas, x: int, y: int, width: int) -> None:
    view: Kingdom = scene.view
    slot = view.events_resolved
    if slot < len(view.events):
        texts = [scene.say(meanings.event(view, slot, short=short)) for short in (False, True)]
        text = next((text for text in texts if len(text) < width - 2), texts[-1])
        x = canvas.put(x, y, canvas.glyphs("event"), "dim") + 1
        canvas.put(x, y, clip(text, width - 2, canvas.glyphs), spot=("event", slot + 1))


def paint_order(scene: Scene, canvas: Canvas, x: int, y: int, width: int) -> None:
    """Who has still to move in this round, and the turn order of the next as far as it is known."""
    view: Kingdom = scene.view
    if view.round == 0:
        canvas.put(x, y, scene.say(words("The order is drawn name by name.")), "dim")
        return
    now = view.turn_order(view.row)
    if view.active >= 0 and view.active not in now:
        now = [view.active, *now]
    parts = [(words("Now:"), now)]
    if view.next_row != NOWHERE:
        parts.append((words("Next round:"), view.turn_order(view.next_row)))
    for title, seats in parts:
        if not seats:
            continue
        x = canvas.put(x, y, scene.say(title) + " ", "dim")
        for seat in seats:
            active = seat == view.active and seats is now
            role = f"seat.{seat} bold" + (" underline" if active else "")
            name = clip(scene.name(seat), 10, canvas.glyphs)
            x = canvas.put(x, y, _marked(canvas, "lord", name) if active else name, role) + 1
        x += 2


# ---------------------------------------------------------------------- fiefs


def paint_fief(
    scene: Scene,
    canvas: Canvas,
    x: int,
    y: int,
    seat: int,
    measures: Measures,
    *,
    lines: int = 5,
    tiles: int = 0,
) -> None:
    """A fief as a board: a title, and for every column its type, tiles, symbols and income.

    In four lines the name of a type gives way to its letter. With `tiles` so many tiles of each
    column are shown too, from the top.
    """
    _paint_fief_title(scene, canvas, x, y, seat, measures.board)
    for column in range(COLUMNS):
        left = x + column * measures.column
        canvas.spot(("column", seat, column), Rect(left, y + 1, measures.column, lines - 1 + tiles))
        _paint_column(scene, canvas, left + 1, y + 1, seat, column, measures, lines, tiles)
    _paint_graveyard(scene, canvas, x + COLUMNS * measures.column, y + 1, seat, lines - 1)


def paint_column_names(scene: Scene, canvas: Canvas, x: int, y: int, measures: Measures) -> None:
    """The names of the columns in one line, for fiefs in four lines below it."""
    view: Kingdom = scene.view
    for column, type_ in enumerate(view.box.types):
        name = clip(scene.tongue.argument(type_.names), measures.column - 1, canvas.glyphs)
        canvas.put(x + 1 + column * measures.column, y, name, f"tile.{type_.id}")


def _paint_column(
    scene: Scene,
    canvas: Canvas,
    x: int,
    y: int,
    seat: int,
    column: int,
    measures: Measures,
    lines: int,
    tiles: int,
) -> None:
    view: Kingdom = scene.view
    type_ = view.box.types[column]
    width = measures.column - 1
    count = view.count(seat, column)
    role = f"tile.{type_.id}"
    symbols = _all_symbols(scene, canvas, seat, column)
    if lines > 4:
        name = clip(scene.tongue.argument(type_.names), width, canvas.glyphs)
        canvas.put(x, y, name, f"{role} bold" if count else "closed")
        y += 1
        end = canvas.put(x, y, str(count), "strong" if count else "closed")
        canvas.put(end + 1, y, clip(symbols, width - (end + 1 - x), canvas.glyphs), role)
    else:
        label = f"{type_letter(scene, column)}{count}"
        end = canvas.put(x, y, label, f"{role} bold" if count else "closed")
        canvas.put(end + 1, y, clip(symbols, width - len(label) - 1, canvas.glyphs), role)
    y += 1
    if tiles:
        _paint_tiles(scene, canvas, x, y, seat, column, width)
        y += tiles
    shown, tokens = income_formula(scene, seat, column, width)
    canvas.put(x, y, shown, "good" if tokens else "dim")
    income = f"={view.income(seat, column)}"
    end = canvas.put(x, y + 1, income, "text" if count else "closed")
    if tokens:
        canvas.put(end + 1, y + 1, clip(f"[{tokens}]", width - len(income) - 1), "good")


def _paint_tiles(
    scene: Scene, canvas: Canvas, x: int, y: int, seat: int, column: int, width: int
) -> None:
    view: Kingdom = scene.view
    for tile in reversed(view.fiefs[seat][column]):
        face = view.box.tiles[tile]
        end = canvas.put(x, y, canvas.glyphs("mark.left"), "dim")
        symbols = _symbols(canvas, face.farmers, face.chests) or canvas.glyphs("dash")
        canvas.put(
            end, y, clip(symbols, width - 1, canvas.glyphs), f"tile.{view.box.types[column].id}"
        )
        y += 1


def _paint_fief_title(scene: Scene, canvas: Canvas, x: int, y: int, seat: int, width: int) -> None:
    view: Kingdom = scene.view
    role = f"seat.{seat}"
    canvas.rule(x, y, width, "frame")
    name = clip(scene.name(seat), 14, canvas.glyphs)
    if seat == scene.asked:
        canvas.put(x, y, canvas.glyphs("point.left"), f"{role} bold")
    end = canvas.put(x + 1, y, f" {canvas.glyphs('lord')} {name} ", f"{role} bold")
    coins = scene.say(plural("{n} coin", "{n} coins", view.coins[seat]))
    end = canvas.put(end, y, f" {coins} ", "strong")
    facts = [
        plural("{n} farmer", "{n} farmers", view.farmers[seat]),
        plural("{n} chest", "{n} chests", view.chests[seat]),
    ]
    empty = view.empty_columns(seat)
    if empty:
        facts.append(plural("{n} empty column", "{n} empty columns", empty))
    text = "  ".join(scene.say(fact) for fact in facts)
    end = canvas.put(end + 1, y, f" {text} ", "dim")
    if view.scout_row[seat] == NOWHERE and not view.over:
        scout = scene.say(words("scout in hand"))
        mark = canvas.glyphs("scout")
        shown = f" {mark} {scout} " if end + len(scout) + 5 <= x + width else f" {mark} "
        canvas.put(end + 1, y, shown, role)


def _all_symbols(scene: Scene, canvas: Canvas, seat: int, column: int) -> str:
    """The symbols of a column, several of a kind as a number."""
    view: Kingdom = scene.view
    tiles = [view.box.tiles[tile] for tile in view.fiefs[seat][column]]
    farmers, chests = sum(t.farmers for t in tiles), sum(t.chests for t in tiles)
    return _symbols(canvas, farmers, chests)


def _symbols(canvas: Canvas, farmers: int, chests: int) -> str:
    return _times(canvas.glyphs("farmer"), farmers) + _times(canvas.glyphs("chest"), chests)


def _times(glyph: str, number: int) -> str:
    return "" if number == 0 else glyph if number == 1 else f"{glyph}{number}"


def income_formula(scene: Scene, seat: int, column: int, width: int) -> tuple[str, str]:
    """What the column counts at which rate, such as `3×(V+R)`, and the tokens that changed it.

    Where the sign of multiplication finds no room it is left out, as in `3(V+R+P)`.
    """
    view: Kingdom = scene.view
    shown = scene.say(formula(view, seat, column))
    if len(shown) > width:
        shown = shown.replace("×(", "(")
    tokens = scene.look.glyphs("coin") * view.coin_tokens[seat][column]
    plot = view.plot_tokens[seat][column]
    if plot != NO_TOKEN:
        tokens += type_letter(scene, plot)
    return clip(shown, width, scene.look.glyphs), tokens


def _paint_graveyard(scene: Scene, canvas: Canvas, x: int, y: int, seat: int, lines: int) -> None:
    """The number of tiles in the graveyard, and how many of which type."""
    view: Kingdom = scene.view
    tiles = view.graveyards[seat]
    canvas.put(x, y, f"{canvas.glyphs('grave')} {len(tiles)}", "text" if tiles else "closed")
    by_type = Counter(view.box.tile_type[tile] for tile in tiles)
    column, row = 0, 1
    for type_, number in sorted(by_type.items()):
        text = _times(type_letter(scene, type_), number)
        if column + len(text) > GRAVEYARD:
            column, row = 0, row + 1
        if row >= lines:
            break
        role = f"tile.{view.box.types[type_].id}"
        column = canvas.put(x + column, y + row, text, role) - x + 1
    canvas.spot(("graveyard", seat), Rect(x, y, GRAVEYARD, lines))


def paint_fief_line(scene: Scene, canvas: Canvas, x: int, y: int, width: int, seat: int) -> None:
    """A fief in one line: coins, the number of tiles of every type, graveyard, scout in hand."""
    view: Kingdom = scene.view
    name = clip(scene.name(seat), 9, canvas.glyphs)
    canvas.put(x, y, name, f"seat.{seat} bold")
    end = canvas.put(x + 10, y, f"{view.coins[seat]}{canvas.glyphs('coin')} ", "strong")
    for column, type_ in enumerate(view.box.types):
        count = view.count(seat, column)
        role = f"tile.{type_.id}" if count else "closed"
        end = canvas.put(end, y, f"{type_letter(scene, column)}{count}", role)
    end = canvas.put(end + 1, y, f"{canvas.glyphs('grave')}{len(view.graveyards[seat])}", "dim")
    if view.scout_row[seat] == NOWHERE and not view.over:
        canvas.put(end + 1, y, canvas.glyphs("scout"), f"seat.{seat}")
    canvas.spot(("fief", seat), Rect(x, y, width, 1))
