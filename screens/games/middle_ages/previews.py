"""Previews of the tiles that can be chosen: one line per choice with its yield, and texts about
income and losses."""

from __future__ import annotations

from typing import Final

from engine.core.common_wording import enumeration, series
from engine.core.step import Place
from engine.games.middle_ages.components import Tile
from engine.games.middle_ages.situations import LATE_ROUNDS
from engine.games.middle_ages.state import NOWHERE, Kingdom
from engine.games.middle_ages.tile_preview import Worth, losses, round_of, worth, worth_there
from engine.games.middle_ages.turn import Income
from engine.i18n.text import Seat, Text, plural, words
from screens.games.middle_ages import tooltips
from screens.games.middle_ages.display import tiles_to_take
from screens.games.middle_ages.symbols import KingdomLabels
from screens.input_modes.input_mode import Choice
from screens.paint import buttons
from screens.paint.canvas import OWN_STYLE, Canvas, Rect
from screens.paint.cells import widest, width_of
from screens.paint.shapes import RAISED, paint_cap
from screens.table_view.scene import Scene

CAP_WIDTH: Final = 4
TOTAL_WIDTH: Final = 4
"""Width of a total, such as `= 12`."""

MIN_FORMULA_WIDTH: Final = 17
MAX_FORMULA_WIDTH: Final = 30


def is_choosing_tile(scene: Scene[Kingdom]) -> bool:
    """Return whether the viewer is choosing a tile of the display, perhaps with an additional
    choice that is not a tile."""
    partial_pick = scene.partial_pick
    if partial_pick is None or partial_pick.chosen or scene.seat is None:
        return False
    return partial_pick.decision.name in ("PlaceLord", "MoveLord", "PlaceScout")


def common_income(scene: Scene[Kingdom]) -> Text | None:
    """Describe the coins that the viewer will receive this turn whichever tile is chosen; None if
    nothing is being chosen, for spectators, before the first round, in another player's turn, and
    if no income is left in this turn."""
    partial_pick = scene.partial_pick
    return (
        None
        if partial_pick is None
        else partial_pick.memo.once("common income", lambda: _common_income(scene))
    )


def _common_income(scene: Scene[Kingdom]) -> Text | None:
    view = scene.view
    seat = scene.seat
    if seat is None or not view.round or view.active != seat:
        return None
    tiles = tiles_to_take(view, seat)
    coins = view.coins[seat]
    if tiles:
        brought = worth(view, seat, tiles[0])
        parts_text = parts(scene, brought)
        if brought.effect:
            parts_text = words("{parts} = {n}", parts=parts_text, n=brought.total)
        facts = {
            "tile": view.box.tiles[tiles[0]],
            "parts": parts_text,
            "before": coins,
            "after": plural("{n} coin", "{n} coins", coins + brought.total),
            "arrow": scene.theme.glyphs("right"),
        }
        if brought.asks:
            return words("You take {tile}: {parts}; {before} {arrow} {after} or more.", **facts)
        return words(
            "You take {tile}: {parts}; {before} {arrow} {after} whatever you choose.",
            **facts,
        )
    column = _column_to_pay(view, seat)
    if column == NOWHERE:
        return None
    income = view.income(seat, column)
    return words(
        "This turn {type} pays {n}: {before} {arrow} {after} whatever you choose.",
        type=view.box.types[column].names,
        n=income,
        before=coins,
        after=plural("{n} coin", "{n} coins", coins + income),
        arrow=scene.theme.glyphs("right"),
    )


def _column_to_pay(view: Kingdom, seat: int) -> int:
    """Return the column whose income the seat will receive later in this turn; `NOWHERE` if there
    is none."""
    for step in reversed(view.agenda):
        if isinstance(step, Income) and step.seat == seat:
            return step.column
    return NOWHERE


def parts(scene: Scene[Kingdom], brought: Worth, *, with_names: bool = False) -> Text:
    """Return a text with the income and, if there is one, the effect of a tile, such as "6 + 6 from
    BCD". With `with_names`, the text contains the players' names instead of their letters."""
    view = scene.view
    type_ = view.box.types[view.box.tile_type[brought.tile]]
    income = brought.income
    if brought.payers:
        letters = KingdomLabels.of(scene).letters
        of_letters = "".join(letters[seat] for seat in brought.payers)
        return words(
            "{income} + {n} from {players}",
            income=income,
            n=brought.effect,
            players=series(map(Seat, brought.payers)) if with_names else of_letters,
        )
    if brought.effect:
        farming = type_.symbol == "farmer"
        symbols_text = (
            plural("{n} farmer", "{n} farmers", brought.effect)
            if farming
            else plural("{n} chest", "{n} chests", brought.effect)
        )
        return words("{income} + {what}", income=income, what=symbols_text)
    if brought.asks:
        return words("{income}, {extra}", income=income, extra=_EXTRA[type_.effect])
    return words("{income}", income=income)


_EXTRA: Final = {
    "return_from_graveyard": words("return a tile"),
    "place_scout": words("scout"),
    "take_coin_token": words("coin token"),
    "take_plot_token": words("plot token"),
}
"""Short texts for the effects that yield something other than coins, by the effect's name."""


def expected_losses(scene: Scene[Kingdom]) -> Text | None:
    """Describe the viewer's losses through the tiles that other players will take in this round;
    None if there are none, or if the viewer is not moving the lord."""
    partial_pick, seat = scene.partial_pick, scene.seat
    if partial_pick is None or seat is None or partial_pick.decision.name != "MoveLord":
        return None
    lost = losses(scene.view, seat)
    lost_items: list[Text | Tile] = [scene.view.box.tiles[tile] for tile in lost.tiles]
    if lost.coins:
        lost_items.append(plural("{n} coin", "{n} coins", lost.coins))
    if not lost_items:
        return None
    return words(
        "{others} will cost you {what} before your next tile if the lords stay where they are.",
        others=enumeration(Seat(cause) for cause in lost.causes),
        what=enumeration(lost_items),
    )


def unreserved_tile(scene: Scene[Kingdom], choice: Choice) -> Text | None:
    """Name the tile that the viewer's scout would no longer reserve because `choice` moves the lord
    to another tile in the same row; None if there is no such tile."""
    partial_pick, seat, place = scene.partial_pick, scene.seat, choice.place
    if (
        partial_pick is None
        or seat is None
        or place is None
        or partial_pick.decision.name != "MoveLord"
    ):
        return None
    view = scene.view
    row, at = view.scout_row[seat], view.scout_at[seat]
    if row != int(place[1]) - 1 or at == int(place[2]) - 1:
        return None
    tile = view.box.tiles[view.display[row][at]]
    return words("Your scout no longer reserves {tile}.", tile=tile)


def expected_yield(scene: Scene[Kingdom], place: Place) -> Text:
    """Describe the expected yield of the tile at `place` on the display in the round when the tile
    will be taken. If the tile will fill an empty column, say so."""
    view = scene.view
    assert scene.seat is not None
    row, at = int(place[1]) - 1, int(place[2]) - 1
    tile = view.box.tiles[view.display[row][at]]
    brought = worth_there(view, scene.seat, row, at)
    coins = _coins(scene, brought, round_of(view, row))
    if not _fills_column(view, scene.seat, tile):
        return coins
    return words("{coins}; one fewer empty column", coins=coins)


def _coins(scene: Scene[Kingdom], brought: Worth, round: int) -> Text:
    """Describe the coins that a tile brings in a round. Also give their parts if there are
    several, or else the tile's effect if it brings something other than coins."""
    if brought.effect or brought.payers:
        return plural(
            "{n} coin in round {round}: {parts}",
            "{n} coins in round {round}: {parts}",
            brought.total,
            round=round,
            parts=parts(scene, brought, with_names=True),
        )
    coins = plural(
        "{n} coin in round {round}", "{n} coins in round {round}", brought.total, round=round
    )
    if not brought.asks:
        return coins
    type_ = scene.view.box.types[scene.view.box.tile_type[brought.tile]]
    return words("{coins}, {extra}", coins=coins, extra=_EXTRA[type_.effect])


def _fills_column(view: Kingdom, seat: int, tile: Tile) -> bool:
    """Return whether the column of a tile will still be empty once the seat has taken the tile
    under its lord."""
    columns_to_fill = {view.box.tiles[index].type for index in tiles_to_take(view, seat)}
    return not view.count(seat, tile.type) and tile.type not in columns_to_fill


def paint_options(labels: KingdomLabels, width: int, height: int) -> Canvas | None:
    """Paint all choices in at most `height` rows: facts common to all choices and headings if there
    is room, then a line per choice. If a scout can go to more than three places in several rows of
    the display, the places are grouped by row, side by side. Return None if the choices do not fit.
    Everything that does not depend on the cursor is cached."""
    partial_pick = labels.scene.partial_pick
    assert partial_pick is not None
    made_of = ("options", width, height, labels.scene.translator, labels.glyphs)
    canvas = partial_pick.memo.once(made_of, lambda: _paint_all(labels, width, height))
    if canvas is not None:
        for index, choice in enumerate(partial_pick.choices()):
            for line in canvas.rects((buttons.CHOICE, index)):
                pointed = index == partial_pick.input_mode.pointed
                paint_cap(canvas, line.x, line.y, choice.key or " ", pointed=pointed)
    return canvas


def _paint_all(labels: KingdomLabels, width: int, height: int) -> Canvas | None:
    """Paint the choices without their keys. Clickable areas mark the positions of the keys. Return
    None if the choices do not fit."""
    scene = labels.scene
    assert scene.partial_pick is not None
    choices = scene.partial_pick.choices()
    tiles = [n for n, choice in enumerate(choices) if choice.place is not None]
    other_choices = [n for n, choice in enumerate(choices) if choice.place is None]
    rows = sorted({_row(choices[n]) for n in tiles})
    columns = (
        [[n for n in tiles if _row(choices[n]) == row] for row in rows]
        if len(rows) > 1 and len(tiles) > 3
        else [tiles]
    )
    max_rows = max(map(len, columns), default=0)
    shares_row = len(columns) > 1 and len(columns[0]) < max_rows
    other_rows = 0 if not other_choices or shares_row else 1
    room = height - max_rows - other_rows
    if room < 0:
        return None
    income_text = common_income(scene) if room > 0 else None
    has_headings = room > (1 if income_text is not None else 0)
    height_used = min(height, max_rows + other_rows + (income_text is not None) + has_headings)
    canvas = Canvas(width, height_used, labels.glyphs)
    canvas.ground(canvas.rect, RAISED)
    y = 0
    if income_text is not None:
        canvas.put_clipped(2, y, width - 3, labels.translate(income_text), "text")
        y += 1
    for number, column in enumerate(columns):
        x = 1 + number * (width // len(columns))
        room = width // len(columns) - 1
        top = y
        if has_headings:
            _paint_headings(scene, canvas, x, y, room, rows[number] if len(columns) > 1 else None)
            top += 1
        for row, index in enumerate(column):
            _paint_tile(labels, canvas, Rect(x, top + row, room, 1), index)
    for index in other_choices:
        _paint_other(scene, canvas, height_used - 1, index)
    return canvas


def _row(choice: Choice) -> int:
    place = choice.place
    return place[1] if place is not None and isinstance(place[1], int) else 0


def _paint_headings(
    scene: Scene[Kingdom], canvas: Canvas, x: int, y: int, room: int, row: int | None
) -> None:
    """Paint the heading of the lines below. If `row` (counted from 1) is given, the lines are the
    places for a scout in this row of the display, and the heading names the round when their tiles
    will be taken."""
    view = scene.view
    if row is not None:
        ahead = (row - 1 - view.row) % view.box.rows
        text = words("row {row}, yours in round {round}", row=row, round=view.round + ahead)
        canvas.put_clipped(x + 1, y, room, scene.translate(text), "dim")
        return
    left = x + CAP_WIDTH + _card_width(scene) + 1
    head_room = _formula_width(scene, room) + TOTAL_WIDTH + 1
    if not view.round:
        heading = words("coins in round 1 as things stand, and the effect")
        canvas.put_clipped(left, y, room - left, scene.translate(heading), "dim")
        return
    headings = map(
        scene.translate, (words("next round, as things stand"), words("next round, so far"))
    )
    canvas.put(
        left,
        y,
        next((heading for heading in headings if width_of(heading) <= head_room), ""),
        "dim",
    )
    if _shows_order(scene, room):
        canvas.put(_order_at(scene, x, room), y, scene.translate(words("turn order")), "dim")


def _card_width(scene: Scene[Kingdom]) -> int:
    view = scene.view
    longest = widest(scene.translate(type_.names) for type_ in view.box.types)
    return longest + 5


def _formula_width(scene: Scene[Kingdom], room: int) -> int:
    left = room - CAP_WIDTH - _card_width(scene) - TOTAL_WIDTH - 1
    return max(
        10, min(MAX_FORMULA_WIDTH, left if left < 2 * MIN_FORMULA_WIDTH else MIN_FORMULA_WIDTH + 3)
    )


def _order_at(scene: Scene[Kingdom], x: int, room: int) -> int:
    return x + CAP_WIDTH + _card_width(scene) + 1 + _formula_width(scene, room) + TOTAL_WIDTH + 3


def _shows_order(scene: Scene[Kingdom], room: int) -> bool:
    partial_pick = scene.partial_pick
    moving = partial_pick is not None and partial_pick.decision.name == "MoveLord"
    return moving and room - (_order_at(scene, 0, room)) >= 12


def _paint_tile(labels: KingdomLabels, canvas: Canvas, line: Rect, index: int) -> None:
    """Paint a tile as a choice: its card, its yield, and its effect (before the first round) or the
    turn order (later, if there is room). The columns of the key stay blank."""
    scene, view = labels.scene, labels.view
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    assert scene.seat is not None
    choice = partial_pick.choices()[index]
    place = choice.place
    assert place is not None
    row, at = int(place[1]) - 1, int(place[2]) - 1
    tile = view.box.tiles[view.display[row][at]]
    type_ = view.box.types[tile.type]
    card = Rect(line.x + CAP_WIDTH, line.y, _card_width(scene), 1)
    canvas.fill(*card, ground=f"card.{type_.id}")
    canvas.put(card.x, line.y, f"{tile.number:2}", "strong")
    canvas.put(card.x + 3, line.y, labels.translate(type_.names), "text bold")
    canvas.put_right(card.right, line.y, labels.symbols(tile.farmers, tile.chests), "text")
    x = card.right + 1
    brought = worth_there(view, scene.seat, row, at)
    if not view.round:
        canvas.put_right(x + 2, line.y, str(brought.total), "strong")
        x += 4
        effects = map(labels.translate, (tooltips.effect(type_), tooltips.short_effect(type_)))
        fitting = next((effect for effect in effects if width_of(effect) <= line.right - x), "")
        canvas.put(x, line.y, fitting or labels.translate(labels.effect(type_)), "text")
    else:
        width = _formula_width(scene, line.width)
        canvas.put_clipped(x, line.y, width, labels.translate(parts(scene, brought)), "text")
        canvas.put(x + width, line.y, f"={brought.total:>3}", "strong")
        if _shows_order(scene, line.width):
            left = _order_at(scene, line.x, line.width)
            room = line.right - left
            texts = [labels.translate(_order(scene, at))]
            rounds_left = len(view.box.rounds) - view.round
            if rounds_left <= LATE_ROUNDS and _fills_column(view, scene.seat, tile):
                saved = labels.translate(words("+{n} at the end", n=view.box.penalty))
                texts = [f"{texts[0]}; {saved}", saved]
            text = next((version for version in texts if width_of(version) <= room), texts[-1])
            canvas.put_clipped(left, line.y, room, text, "text")
    canvas.spot((buttons.CHOICE, index), line)


def _order(scene: Scene[Kingdom], at: int) -> Text:
    """Return a text about the position of the viewer's lord in the next round's turn order if the
    lord moves to position `at` of the row, judging by the lords that have already moved."""
    view = scene.view
    other_seats = [seat for seat in view.turn_order(view.next_row) if seat != scene.seat]
    lords_before = [seat for seat in other_seats if view.lord_at[seat] < at]
    is_last = len(other_seats) + 1 == view.seats
    if not other_seats:
        return words("1st so far") if at else words("1st")
    if not lords_before:
        if is_last or at == 0:
            return words("1st, before {seat}", seat=Seat(other_seats[0]))
        return words("1st so far, before {seat}", seat=Seat(other_seats[0]))
    rank, last = ORDINALS[len(lords_before)], Seat(lords_before[-1])
    if is_last:
        return words("{rank}, after {seat}", rank=rank, seat=last)
    return words("{rank} so far, after {seat}", rank=rank, seat=last)


ORDINALS: Final = (words("1st"), words("2nd"), words("3rd"), words("4th"), words("5th"))


def _paint_other(scene: Scene[Kingdom], canvas: Canvas, y: int, index: int) -> None:
    """Paint a choice that is not a tile, such as leaving the scout where it is."""
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    x = 1 + CAP_WIDTH
    end = canvas.put(x, y, scene.translate(partial_pick.choices()[index].label), "text")
    line = Rect(1, y, end, 1)
    anchor = Rect(x - 1, y, end + 2 - x, 1)
    canvas.spot((buttons.CHOICE, index), line, anchor=anchor, shade=OWN_STYLE)
