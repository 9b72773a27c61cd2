"""How the table of Era is drawn.

At the left lies the own domain, beside it what the player has, his dice and the supply. Rows and
columns to spare buy further things, each by itself: the others in a column, their domains, the log,
frames, a domain of larger cells, what skulls and dice mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from engine.asked import Asked
from engine.foresight import Foresight
from engine.games.era.build import BuildStructure
from engine.games.era.disasters import PlaceScorched
from engine.games.era.domain import Domain
from engine.games.era.ready_made import laid, ready_made
from engine.games.era.setup import PlaceKit
from engine.games.era.state import SETUP, Realm
from engine.state import Note
from engine.step import Place as BoardPlace
from engine.text import Names, Text, words
from screens.canvas import Canvas, Rect
from screens.choosing import Choice, Choosing
from screens.era import meanings
from screens.era.board import LARGE, SMALL, USUAL, Ghost, Scale, paint_domain
from screens.era.choosing import PlacingPieces, SupplyList, piece_in_hand
from screens.era.dice import Slots, paint_dice, paint_small_dice
from screens.era.others import (
    ROUND,
    paint_block,
    paint_column,
    paint_lines,
    paint_log,
    paint_map,
    paint_philip,
    paint_philip_block,
    paint_players,
    put_name,
)
from screens.era.panel import paint_own_choices
from screens.era.player import forecast_lines, paint_tracks, short_forecast
from screens.era.reference import paint_disasters, paint_reference, paint_short_reference
from screens.era.rolling import MarkingDice
from screens.era.signs import LEGEND, LETTERS, ROLES, put_parts
from screens.era.supply import NARROW, Stock, paint_supply, rows_needed
from screens.panels import WIDE, whose_turn
from screens.scene import Scene, TablePainter, Zone
from screens.shapes import paint_panel

BOARD: Final = 30
"""The own domain with its numbers, at two columns a cell."""

SIDE: Final = 49
"""Everything beside it on the smallest screen."""

FRAMED_ROWS: Final = 17
DOMAINS: Final = "domains"
SUPPLY: Final = "supply"
REFERENCE: Final = "reference"

STEPS: Final = {
    "roll": Names("Roll", "Бросок"),
    "collect": Names("Collect", "Сбор"),
    "feed": Names("Feed", "Еда"),
    "disasters": Names("Disasters", "Беды"),
    "build": Names("Build", "Стройка"),
    "extort": Names("Extort", "Набег"),
}
"""The steps in a word each."""


@frozen
class Plan:
    """What a room of so many columns and rows has: `column` is the width of the others' column (0:
    they have lines), `strip` the rows below the own domain, `border` frames, `large` a domain of
    larger cells."""

    width: int
    height: int
    column: int = 0
    strip: int = 0
    border: bool = False
    large: bool = False

    @classmethod
    def of(cls, width: int, height: int) -> Plan:
        """The plan for a room."""
        if width >= 150 and height >= 32:
            return cls(width, height, 0, height - 32, border=True, large=True)
        column = 40 if width >= 120 else 20 if width >= 100 else 0
        if width > 125:
            column = width - 85
        border = column >= 40 and height >= FRAMED_ROWS + 9
        top = FRAMED_ROWS if border else 15
        strip = height - top
        if not border and strip < LEAST_STRIP:
            strip = 0
        return cls(width, height, column, strip, border)


LINED: Final = 40
"""From so many columns on a player has a line."""

MOST_IN_COLUMN: Final = 3
"""With more players the log does not find room in the column of the others."""

LEAST_STRIP: Final = 9

HEADED: Final = 100
"""From this width on the line at the top is told in words."""


BEATS: Final = frozenset({"ERA-6.1", "ERA-7.2", "ERA-8.2"})
"""The rules that collect, that count what was not fed, and that name disasters."""


class EraPainter(TablePainter):
    """Paints the table of Era."""

    roles: Mapping[str, str] = ROLES
    marks: frozenset[str] = frozenset({"die"})

    # ------------------------------------------------------------------ the line at the top

    def headline(self, scene: Scene, width: int) -> Text:
        view: Realm = scene.view
        if view.step == SETUP:
            return words("Setup behind the screens")
        if view.is_solo:
            return words("{round}/{all}", round=view.round, all=view.box.solo.rounds)
        if width < HEADED:
            return words("R{round}", round=view.round)
        return words("Round {round}", round=view.round)

    def paint_headline(self, scene: Scene, canvas: Canvas, x: int, right: int) -> int:
        """The six steps with the present one lit, the tokens, the first player."""
        view: Realm = scene.view
        if view.step == SETUP:
            return right
        turn = whose_turn(scene) if canvas.width < WIDE else None
        room = right - x - 1 - (0 if turn is None else len(turn[0]) + 2)
        tokens = "" if view.is_solo else f"{view.tokens_turned}/{view.tokens}"
        if tokens and canvas.width >= HEADED:
            tokens = f"{scene.say(words('tokens'))} {tokens}"
        x = self._paint_steps(scene, canvas, x + 1, room - len(tokens) - 1)
        if not tokens:
            return right
        x = canvas.put(x + 1, 0, tokens, "warn" if view.tokens_turned else "dim")
        first = scene.say(words("first: {name}", name=scene.name(view.first)))
        if x + 3 + len(first) < right and turn is None:
            canvas.put(x + 3, 0, first, f"seat.{view.first}")
        return right

    def _paint_steps(self, scene: Scene, canvas: Canvas, x: int, room: int) -> int:
        """The steps, the present one lit: with air where there is room; else that one alone."""
        view: Realm = scene.view
        names = {id: scene.tongue.argument(one) for id, one in STEPS.items()}
        whole = sum(map(len, names.values())) + len(names) + 1
        gap = 3 if whole + 2 * len(names) <= room else 1
        if whole > room:
            names = {view.step: names[view.step]}
        for id, name in names.items():
            if id == view.step:
                left, right_ = (" ", " ") if scene.look.tinted else ("[", "]")
                x = canvas.put(x, 0, f"{left}{name}{right_}", "chip.yellow", ground="")
                x += gap - 1 if gap > 1 else 0
            else:
                x = canvas.put(x + 1, 0, name, "dim") + gap - 1
        return x

    def decision_rows(self, width: int, height: int) -> int:
        if height < 27:
            return 7
        return 8

    def begins_chapter(self, note: Note) -> bool:
        return note.rule == ROUND

    # ------------------------------------------------------------------ the whole

    def paint(self, scene: Scene, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, scene.look.glyphs)
        plan = Plan.of(width, height)
        self._paint_own(scene, canvas, plan, 0, 0)
        others = _others(scene)
        if plan.large:
            self._paint_large(scene, canvas, plan, others)
            return canvas
        left = width - plan.column - (1 if plan.column else 0)
        if plan.column:
            area = Rect(left + 1, 0, plan.column, height)
            if plan.column >= 40:
                paint_column(scene, canvas, Rect(*area[:2], area.width - 1, height), others)
            else:
                self._paint_narrow(scene, canvas, area, others)
        if plan.strip and not plan.border:
            self._paint_strip(scene, canvas, Rect(0, height - plan.strip, left, plan.strip), others)
        return canvas

    def repaint(self, scene: Scene, canvas: Canvas, x: int, y: int) -> None:
        """The domain with the piece in hand, the dice with their marks, the supply."""
        rows = canvas.height - 2 - self.decision_rows(canvas.width, canvas.height)
        self._paint_own(scene, canvas, Plan.of(canvas.width, rows), x, y)

    def _paint_own(self, scene: Scene, canvas: Canvas, plan: Plan, x: int, y: int) -> None:
        """What changes while a choice is made: the own domain, its owner's things, the supply."""
        seat = looked_at(scene)
        own = Canvas(plan.width, plan.height, canvas.glyphs)
        if plan.large:
            self._paint_own_large(scene, own, seat)
        elif plan.border:
            self._paint_own_framed(scene, own, plan, seat)
        else:
            self._paint_own_bare(scene, own, plan, seat)
        part = own_part(plan)
        for rect in part:
            shown = Canvas(rect.width, rect.height, canvas.glyphs)
            shown.blit(own, 0, 0, rect)
            canvas.replace(shown, x + rect.x, y + rect.y)

    # ------------------------------------------------------------------ small screens

    def _paint_own_bare(self, scene: Scene, canvas: Canvas, plan: Plan, seat: int) -> None:
        _paint_board(scene, canvas, 0, 0, seat, USUAL)
        rows = plan.height - plan.strip
        side = Rect(BOARD + 1, 0, SIDE, rows)
        canvas.ground(Rect(BOARD, 0, SIDE + 1, rows), "on.surface")
        others = _others(scene)
        lines = 0 if plan.column or plan.strip else max(1, len(others))
        if scene.view.is_solo:
            lines = 2 if not plan.column else 0
        self._paint_side(scene, canvas, side, seat, lines)

    def _paint_side(self, scene: Scene, canvas: Canvas, side: Rect, seat: int, lines: int) -> None:
        """Tracks, dice, what they bring, the supply, the others: what the question is about gets
        the room."""
        view: Realm = scene.view
        stock = stock_of(scene, seat)
        bottom = side.bottom - lines
        y = paint_tracks(scene, canvas, Rect(side.x, side.y, side.width, 3), seat)
        supply = rows_needed(scene, stock, 2)
        spare = bottom - y - supply
        number = len(view.dice[seat])
        rolling = view.step == "roll"
        if view.step == SETUP:
            y += 1
        elif rolling and spare < 5:
            dice = Rect(side.x, y, side.width, bottom - y - 3)
            y = paint_dice(scene, canvas, dice, seat, marked_dice(scene))
            y = max(y, min(bottom - 3, y + 1))
            self._paint_forecast(scene, canvas, side.x, y, side.width, seat)
            y = bottom
        elif spare >= Slots.of(side.width, spare - 3, number).rows(number) + 3:
            dice = Rect(side.x, y, side.width, spare - 3)
            y = paint_dice(scene, canvas, dice, seat, marked_dice(scene))
            self._paint_forecast(scene, canvas, side.x, y, side.width, seat)
            y += 3
        else:
            paint_small_dice(scene, canvas, side.x, y, side.width, seat)
            put_parts(canvas, side.x, y + 1, short_forecast(scene, seat, side.width))
            y += 2
        if y + supply <= bottom:
            room = Rect(side.x, y, 2 * NARROW, supply)
            paint_supply(scene, canvas, room, stock, 2)
        if lines:
            self._paint_lines(scene, canvas, Rect(side.x, bottom, side.width, lines))

    def _paint_forecast(
        self, scene: Scene, canvas: Canvas, x: int, y: int, width: int, seat: int
    ) -> None:
        for row, parts in enumerate(forecast_lines(scene, seat, width, marked_dice(scene))):
            put_parts(canvas, x, y + row, parts)

    def _paint_lines(self, scene: Scene, canvas: Canvas, rect: Rect) -> None:
        if scene.view.is_solo:
            paint_philip(scene, canvas, rect.x, rect.y, rect.width)
        else:
            paint_lines(scene, canvas, rect, _others(scene))

    def _paint_narrow(
        self, scene: Scene, canvas: Canvas, area: Rect, others: Sequence[int]
    ) -> None:
        """A column of blocks, a line for each thing that a player has."""
        if scene.view.is_solo:
            paint_philip_block(scene, canvas, area)
            return
        paint_players(scene, canvas, area, others)

    def _paint_strip(self, scene: Scene, canvas: Canvas, rect: Rect, others: Sequence[int]) -> None:
        """Below the own domain: the log, and the domains of others as far as they have room."""
        small = SMALL.size(scene.view.domain(0))
        room = (small[0] + 1) * len(others)
        if not others or rect.height < small[1] or room > rect.width - 24:
            others = others[: max(0, (rect.width - 28) // (small[0] + 1))]
        if rect.height < small[1]:
            others = []
        x = rect.right - (small[0] + 1) * len(others)
        for number, seat in enumerate(others):
            left = x + 1 + number * (small[0] + 1)
            paint_domain(scene, canvas, left, rect.y, seat, SMALL, spots=False)
            canvas.fill(left, rect.y, small[0], 1)
            put_name(scene, canvas, left, rect.y, seat)
            canvas.spot(("domain", seat), Rect(left, rect.y, *small))
        log = Rect(rect.x, rect.y, x - rect.x, rect.height)
        if scene.view.is_solo:
            y = paint_philip(scene, canvas, log.x + 1, log.y, log.width - 2) + 1
            log = Rect(log.x, y, log.width, log.bottom - y)
        elif len(others) < len(_others(scene)) or others:
            log = self._paint_beside_maps(scene, canvas, log)
        if log.height >= 3:
            paint_log(scene, canvas, log)

    def _paint_beside_maps(self, scene: Scene, canvas: Canvas, room: Rect) -> Rect:
        """What the others have, left of their domains; returns what is left for the log."""
        others = _others(scene)
        if room.width >= LINED:
            lines = Rect(room.x + 1, room.y, room.width - 2, 2 * len(others))
            paint_lines(scene, canvas, lines, others)
            return Rect(room.x, lines.bottom, room.width, room.bottom - lines.bottom)
        y = room.y
        for seat in others:
            y = paint_block(scene, canvas, Rect(room.x + 1, y, room.width - 2, 3), seat)
        if room.bottom - y >= len(scene.view.box.disasters):
            paint_disasters(scene, canvas, Rect(room.x + 1, y, room.width - 2, room.bottom - y))
        return Rect(room.x, room.bottom, room.width, 0)

    # ------------------------------------------------------------------ with frames

    def _paint_own_framed(self, scene: Scene, canvas: Canvas, plan: Plan, seat: int) -> None:
        view: Realm = scene.view
        left = plan.width - plan.column - (1 if plan.column else 0)
        board = Rect(0, 0, BOARD + 4, FRAMED_ROWS)
        self._paint_board_panel(scene, canvas, board, seat, USUAL)
        side = Rect(board.right, 0, left - board.right, FRAMED_ROWS)
        self._paint_things(scene, canvas, side, seat)
        stock = stock_of(scene, seat)
        rows = min(plan.height - FRAMED_ROWS, rows_needed(scene, stock, 2) + 2)
        below = Rect(0, FRAMED_ROWS, left, rows)
        self._paint_supply_panel(scene, canvas, below, stock, 2)
        rest = plan.height - below.bottom
        if rest >= 2:
            area = Rect(0, below.bottom, left, rest)
            if view.seats > MOST_IN_COLUMN:
                paint_log(scene, canvas, area)
            else:
                paint_short_reference(scene, canvas, area)

    def _paint_board_panel(
        self, scene: Scene, canvas: Canvas, rect: Rect, seat: int, scale: Scale
    ) -> None:
        view: Realm = scene.view
        fact = scene.say(words("walled area {n}", n=view.domain(seat).walled_area()))
        active = scene.asked == seat
        room = paint_panel(
            canvas,
            rect,
            scene.name(seat),
            fact,
            role=f"seat.{seat}" if active else "frame",
            title_role=f"seat.{seat} bold",
        )
        _paint_board(scene, canvas, room.x, room.y, seat, scale)

    def _paint_things(self, scene: Scene, canvas: Canvas, rect: Rect, seat: int) -> None:
        """Tracks, dice and what they bring, in a frame."""
        view: Realm = scene.view
        fact = scene.say(roll_fact(view, seat))
        room = paint_panel(canvas, rect, scene.say(words("Resources and dice")), fact)
        y = paint_tracks(scene, canvas, Rect(room.x, room.y, room.width, 4), seat)
        if view.step == SETUP:
            return
        lower = room.bottom - 3
        dice = Rect(room.x, y + 1, room.width, lower - y - 2)
        if dice.height < Slots.of(dice.width, dice.height, len(view.dice[seat])).rows(
            len(view.dice[seat])
        ):
            dice = Rect(room.x, y, room.width, lower - y)
        paint_dice(scene, canvas, dice, seat, marked_dice(scene))
        self._paint_forecast(scene, canvas, room.x, lower, room.width, seat)

    def _paint_supply_panel(
        self, scene: Scene, canvas: Canvas, rect: Rect, stock: Stock, columns: int
    ) -> None:
        seat = scene.seat
        open_ = stock.open is not None
        title = words("Your kit") if stock.kit is not None else words("Supply")
        role = f"seat.{seat}" if open_ and seat is not None else "frame"
        room = paint_panel(canvas, rect, scene.say(title), supply_fact(scene), role=role)
        paint_supply(scene, canvas, room, stock, columns)

    # ------------------------------------------------------------------ large screens

    def _paint_own_large(self, scene: Scene, canvas: Canvas, seat: int) -> None:
        self._paint_board_panel(scene, canvas, Rect(0, 0, 62, 32), seat, LARGE)
        self._paint_things(scene, canvas, Rect(62, 0, 50, 15), seat)
        stock = stock_of(scene, seat)
        self._paint_supply_panel(scene, canvas, Rect(112, 0, 48, 15), stock, 1)

    def _paint_large(self, scene: Scene, canvas: Canvas, plan: Plan, others: Sequence[int]) -> None:
        """Beside and below the large domain: the others with their domains, what skulls and dice
        mean, the log."""
        view: Realm = scene.view
        x, right = 62, 160
        scale = USUAL if len(others) <= 2 else SMALL
        wide = scale.size(view.domain(0))[0] + 4
        for seat in others:
            fact = str(view.domain(seat).walled_area())
            panel = Rect(x, 15, wide, 17)
            room = paint_panel(
                canvas, panel, scene.name(seat), fact, title_role=f"seat.{seat} bold"
            )
            paint_map(scene, canvas, room.x, room.y, seat, scale, title=False)
            x += wide
        if others:
            every = list(range(view.seats))
            paint_players(scene, canvas, Rect(x, 15, right - x, 17), every)
        else:
            room = paint_panel(canvas, Rect(x, 15, right - x, 6), "")
            paint_philip(scene, canvas, room.x, room.y, room.width)
            paint_log(scene, canvas, Rect(x, 21, right - x, 11), border=True)
        below = Rect(0, 32, plan.width, plan.height - 32)
        if plan.width >= 196:
            paint_log(scene, canvas, Rect(161, 0, plan.width - 161, 32), border=True)
        if below.height < 3:
            return
        paint_reference(scene, canvas, Rect(0, below.y, 98, below.height))
        paint_log(scene, canvas, Rect(98, below.y, plan.width - 98, below.height), border=True)

    # ------------------------------------------------------------------ further pages

    def zones(self, scene: Scene) -> Sequence[Zone]:
        return [
            Zone(DOMAINS, words("All domains")),
            Zone(SUPPLY, words("Supply")),
            Zone(REFERENCE, words("Skulls and dice")),
        ]

    def paint_zone(self, scene: Scene, zone: str, width: int, height: int) -> Canvas:
        view: Realm = scene.view
        if zone == SUPPLY:
            stock = Stock()
            canvas = Canvas(width, rows_needed(scene, stock, 1) + 1, scene.look.glyphs)
            paint_supply(scene, canvas, Rect(1, 0, min(60, width - 2), height), stock, 1)
            return canvas
        if zone == REFERENCE:
            canvas = Canvas(width, 16, scene.look.glyphs)
            paint_reference(scene, canvas, Rect(0, 0, width, 16))
            return canvas
        scale = USUAL if view.seats * 32 <= width else SMALL
        wide = scale.size(view.domain(0))[0] + 2
        canvas = Canvas(width, 17, scene.look.glyphs)
        for seat in range(view.seats):
            paint_map(scene, canvas, 1 + seat * wide, 0, seat, scale)
        return canvas

    # ------------------------------------------------------------------ choosing

    def choosing(self, asked: Asked) -> Choosing:
        return PlacingPieces(asked)

    def paint_choices(self, scene: Scene, width: int, height: int) -> Canvas | None:
        return paint_own_choices(scene, width, height)

    def preview(
        self, scene: Scene, choice: Choice | None, foresight: Foresight | None
    ) -> Sequence[Text]:
        chooser = None if scene.choosing is None else scene.choosing.chooser
        if isinstance(chooser, MarkingDice):
            return []
        if piece_in_hand(scene.choosing) is not None:
            return []
        if isinstance(chooser, SupplyList) and not chooser.choosing.chosen:
            return []
        return [note.text for note in foresight.notes] if foresight else []

    def is_step(self, note: Note) -> bool:
        return note.rule in BEATS

    def inspect(self, scene: Scene, place: BoardPlace) -> Text | None:
        view: Realm = scene.view
        match place:
            case ("domain", int(seat), str(cell)):
                return meanings.cell(view, seat, cell)
            case ("die", int(seat), int(number)):
                return meanings.die(view, seat, number)
            case ("supply" | "kit", str(kind)):
                return meanings.supply(view, kind)
            case ("track", int(), str(resource)):
                return meanings.track(view, resource)
            case _:
                return None

    def legend(self, scene: Scene) -> Sequence[tuple[str, Text]]:
        glyphs = scene.look.glyphs
        signs = [(glyphs(glyph), meaning) for glyph, meaning in LEGEND]
        pieces = [
            (scene.tongue.argument(LETTERS[id]), words("{kind}", kind=one.names))
            for id, one in scene.view.box.buildings.items()
        ]
        return [*signs, *pieces]


PAINTER = EraPainter()


def own_part(plan: Plan) -> list[Rect]:
    """Where the own things lie: what is painted again while a choice is made."""
    if plan.large:
        return [Rect(0, 0, 62, 32), Rect(62, 0, 98, 15)]
    left = plan.width - plan.column - (1 if plan.column else 0)
    if plan.border:
        return [Rect(0, 0, left, plan.height)]
    return [Rect(0, 0, min(left, BOARD + 1 + SIDE), plan.height - plan.strip)]


def looked_at(scene: Scene) -> int:
    """Whose domain stands in the middle: who looks, else whose turn it is."""
    if scene.seat is not None:
        return scene.seat
    view: Realm = scene.view
    return max(0, view.active)


def _others(scene: Scene) -> list[int]:
    """The other players in the order of their seats, so that most of them stay where they are when
    the turn passes."""
    view: Realm = scene.view
    return [seat for seat in range(view.seats) if seat != looked_at(scene)]


def marked_dice(scene: Scene) -> Sequence[int]:
    """The dice that are to be rolled again, as far as they are marked."""
    chooser: Any = None if scene.choosing is None else scene.choosing.chooser
    if not isinstance(chooser, MarkingDice) or chooser.keeping:
        return ()
    return [int(str(thing)) for thing in chooser.things]


def stock_of(scene: Scene, seat: int) -> Stock:
    """What the supply shows: the kit in setup, what can be built in Build."""
    view: Realm = scene.view
    choosing = scene.choosing
    piece = piece_in_hand(choosing)
    hand = "" if piece is None else piece.kind
    if choosing is None or choosing.decision.name not in ("BuildStructure", "PlaceKit"):
        return Stock()
    open_ = frozenset(str(kind) for kind in choosing.asked.part_options(()))
    if isinstance(choosing.decision, PlaceKit):
        kit = choosing.decision.left(view)
        return Stock(
            open_, hand, {kind: kit.get(kind, 0) for kind in view.box.kit_to_place(view.seats)}
        )
    return Stock(open_, hand)


def ghost_of(scene: Scene) -> Ghost | None:
    """The piece in hand, if there is one."""
    piece = piece_in_hand(scene.choosing)
    if piece is None:
        return None
    preview = piece.preview()
    if preview.placement is None:
        return None
    fits = piece.refusal() is None
    domain: Domain = piece.domain
    mask = preview.placement.mask
    blocked = mask & domain.taken
    if not fits and isinstance(piece.choosing.decision, PlaceScorched):
        blocked |= mask & domain.enclosed()
    return Ghost(preview.placement, blocked, fits, preview)


def _paint_board(scene: Scene, canvas: Canvas, x: int, y: int, seat: int, scale: Scale) -> None:
    """The own domain with the piece in hand, or as a ready-made set-up would lay it."""
    choosing = scene.choosing
    own = choosing is not None and choosing.seat == seat
    ghost = ghost_of(scene) if own else None
    domain: Domain | None = None
    chooser = None if choosing is None else choosing.chooser
    if own and isinstance(chooser, SupplyList) and chooser.laid_out is not None:
        box = scene.view.box
        ready = next(one for one in ready_made(box, scene.view.seats) if one.id == chooser.laid_out)
        domain = laid(box, ready)
    paint_domain(scene, canvas, x, y, seat, scale, domain=domain, ghost=ghost)


def roll_fact(view: Realm, seat: int) -> Text:
    """Which roll it is, while dice are rolled."""
    if view.step == "roll" and view.rolls[seat]:
        return words("roll {n} of 3", n=view.rolls[seat])
    return words("{n} dice", n=len(view.dice[seat]))


def supply_fact(scene: Scene) -> str:
    """How many hammers are left, while something is built."""
    choosing = scene.choosing
    decision = None if choosing is None else choosing.decision
    if isinstance(decision, BuildStructure):
        return scene.say(words("hammers left: {n}", n=decision.left))
    return ""
