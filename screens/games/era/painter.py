"""Layout of the table of Era.

The player's own domain is on the left, with resources and dice beside it, and the supply beside or
below it. Larger screens add further parts: the other players in a column, their domains, the log,
frames, larger cells, the reference of skulls and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.common_wording import joined
from engine.core.state import Note
from engine.core.step import Place
from engine.games.era.component_types import Building
from engine.games.era.demands import REFUSAL_DISASTERS
from engine.games.era.disasters import BurnBuilding, LoseBuilding, MakeRoom
from engine.games.era.extort import Demand
from engine.games.era.forecast import points_change_if_lost
from engine.games.era.setup import READY
from engine.games.era.state import SETUP, Realm
from engine.games.era.wording import disasters
from engine.i18n.text import Named, Names, Seat, Text, plural, words
from engine.match.decision_request import DecisionRequest
from engine.match.preview import Preview
from screens.games.era import tooltips
from screens.games.era.animations import moves
from screens.games.era.board import SMALL_SCALE, USUAL_SCALE
from screens.games.era.carried_piece import other_seats, own_area_seat
from screens.games.era.decision_panel import choice_lines, paint_own_choices
from screens.games.era.hint_reasons import reasons
from screens.games.era.input_modes import MarkingDice, PlacingPieces, SupplyList
from screens.games.era.opponents import (
    ROUND_RULE,
    paint_around_large,
    paint_column,
    paint_narrow,
    paint_strip,
    paint_titled_domain,
)
from screens.games.era.own_area import (
    own_area_cache_key,
    paint_bare,
    paint_framed,
    paint_in_hand,
    paint_own_large,
)
from screens.games.era.piece_input import piece_in_hand
from screens.games.era.reference import paint_reference
from screens.games.era.supply import Stock, paint_columns_heading, paint_supply, rows_needed
from screens.games.era.symbols import BUILDING_LETTERS, LEGEND, ROLES
from screens.games.era.table_layout import TableLayout, own_part
from screens.input_modes.input_mode import Choice
from screens.input_modes.partial_pick import PartialPick
from screens.paint.animation import Move
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of
from screens.table_view.panels import WIDE_SCREEN, headline_room, whose_turn
from screens.table_view.scene import Scene, TablePainter, Zone

BRIEF: Final[Mapping[str, Text | None]] = {
    "{seat}: {dice}.": words("rolls {faces}"),
    "{seat} sets aside {dice}.": None,
    "{seat} has stopped rolling.": None,
    "{seat} has {dice} to feed and pays {n} food.": plural(
        "feeds {dice} with {n} food", "feeds {dice} with {n} food", 1
    ),
    "{seat}: {points}, {why}.": words("gets {points}: {why}"),
    "{seat}: {points}.": words("gets {points}"),
    "{seat} is safe from Disease.": words("is safe from Disease"),
    "{seat}'s walls enclose {n} more cell.": plural(
        "encloses {n} more cell", "encloses {n} more cells", 1
    ),
    "{place}. {seat}: {total}.": None,
}
"""Short forms of log messages. They are None for messages that only repeat what the table shows:
dice set aside, the end of rolling, and the final places."""


DOMAINS_ZONE: Final = "domains"
SUPPLY_ZONE: Final = "supply"
REFERENCE_ZONE: Final = "reference"

STEP_NAMES: Final = {
    "roll": Names("Roll", "Бросок"),
    "collect": Names("Collect", "Сбор"),
    "feed": Names("Feed", "Еда"),
    "disasters": Names("Disasters", "Беды"),
    "build": Names("Build", "Стройка"),
    "extort": Names("Extort", "Набег"),
}
"""The steps of a round, in one word each."""


DOMAIN_ROWS: Final = 17
"""Rows of the screen for a domain with its column letters, the header and the line of keys."""

TOKENS_WIDTH: Final = 7
"""Columns of the tokens with their title in the header line."""

WIDTH_WITH_WORDS: Final = 100
"""Minimum width for a header written in words."""


CANNOT_BUILD_RULE: Final = "ERA-9.4"
"""Rule whose notes say that a player cannot use the remaining hammers. A note about another player
is not shown as an effect of a move."""

STEP_RULES: Final = frozenset({"ERA-6.1", "ERA-7.2", "ERA-8.2"})
"""Rules whose notes are about steps of all players (see `is_step`): collecting, unfed dice,
disasters."""


class EraPainter(TablePainter[Realm]):
    """Painter of the table of Era."""

    brief = BRIEF
    zones = (
        Zone(DOMAINS_ZONE, words("All domains")),
        Zone(SUPPLY_ZONE, words("Supply")),
        Zone(REFERENCE_ZONE, words("Skulls and dice")),
    )
    groups_by_round = True
    own_known = frozenset(
        {"ERA-5.1", "ERA-5.2", "ERA-5.4", "ERA-5.5", "ERA-5.10", "ERA-5.11", "ERA-16.8"}
    )
    roles: Mapping[str, str] = ROLES
    evident = frozenset({"ERA-3.11"})
    losses = frozenset({"ERA-9.5"})
    chapter = ROUND_RULE
    marks: frozenset[str] = frozenset({"die"})

    # ------------------------------------------------------------------ header line

    def headline(self, scene: Scene[Realm], width: int) -> Text:
        view = scene.view
        if view.step == SETUP:
            return words("Setup") if view.is_solo else words("Setup behind the screens")
        if view.is_solo:
            facts = {"round": view.round, "all": view.box.solo.rounds}
            full, short = words("Round {round}/{all}", **facts), words("{round}/{all}", **facts)
        else:
            full = words("Round {round}", round=view.round)
            short = words("R{round}", round=view.round)
        needed = width_of(scene.translate(full)) + 1 + _width_of_steps(scene) + TOKENS_WIDTH
        fits = width >= WIDTH_WITH_WORDS or needed <= headline_room(scene, width)
        return full if fits else short

    def paint_headline(self, scene: Scene[Realm], canvas: Canvas, x: int, right: int) -> int:
        """Paint the steps, with the current one highlighted, and, except in a solo game, the tokens
        and the first player, as far as there is room. Paint no steps once the game is over, and
        nothing during setup. Return `right`."""
        view = scene.view
        if view.step == SETUP:
            return right
        turn = whose_turn(scene) if canvas.width < WIDE_SCREEN else None
        room = right - x - 1 - (0 if turn is None else width_of(turn[0]) + 2)
        tokens = "" if view.is_solo else f"{view.tokens_turned}/{view.tokens}"
        if view.tokens_turned == view.tokens and tokens and not view.over:
            tokens = scene.translate(words("last round"))
        elif tokens:
            wide = canvas.width >= WIDTH_WITH_WORDS
            # Translators: before the number of tracking tokens turned to X, such as "end 1/3".
            title = scene.translate(words("end"))
            if wide:
                title = scene.translate(words("tokens"))
            titled = f"{title} {tokens}"
            if wide or _width_of_steps(scene) <= room - width_of(titled) - 1:
                tokens = titled
        if not view.over:
            x = self._paint_steps(scene, canvas, x + 1, room - width_of(tokens) - 1)
        if not tokens:
            return right
        start = x + 1
        x = canvas.put(start, 0, tokens, "warn" if view.tokens_turned else "dim")
        canvas.spot(("tokens",), Rect(start, 0, x - start, 1))
        first = scene.translate(words("first: {name}", name=scene.name(view.first)))
        if x + 3 + width_of(first) < right and turn is None:
            canvas.put(x + 3, 0, first, f"seat.{view.first}")
        return right

    def _paint_steps(self, scene: Scene[Realm], canvas: Canvas, x: int, room: int) -> int:
        """Paint the steps with the current one highlighted, spaced widely if there is room. If
        there is too little room, paint only the current step. Return the column after them."""
        view = scene.view
        names = {id: scene.translate(step) for id, step in STEP_NAMES.items()}
        whole = _width_of_steps(scene)
        gap = 3 if whole + 2 * len(names) <= room else 1
        if whole > room:
            names = {view.step: names[view.step]}
        for id, name in names.items():
            canvas.spot(("step", id), Rect(x + 1, 0, width_of(name), 1))
            if id == view.step:
                opening, closing = (" ", " ") if scene.theme.tinted else ("[", "]")
                x = canvas.put(x, 0, f"{opening}{name}{closing}", "chip.yellow", ground="")
                x += gap - 1 if gap > 1 else 0
            else:
                x = canvas.put(x + 1, 0, name, "dim") + gap - 1
        return x

    def decision_rows(self, width: int, height: int) -> int:
        if height < 27:
            return min(7, height - DOMAIN_ROWS)
        return 8

    # ------------------------------------------------------------------ main page

    def paint(self, scene: Scene[Realm], width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, scene.theme.glyphs)
        layout = TableLayout.of(width, height)
        for rect, part in self._own(scene, layout):
            canvas.blit(part, rect.x, rect.y)
        paint_in_hand(scene, canvas, layout)
        others = other_seats(scene)
        if layout.large:
            paint_around_large(scene, canvas, layout, others)
            return canvas
        left = layout.left
        if layout.column:
            area = Rect(left + 1, 0, layout.column, height)
            if layout.column >= 40:
                paint_column(scene, canvas, Rect(*area[:2], area.width - 1, height), others)
            else:
                paint_narrow(scene, canvas, area, others)
        if layout.strip and not layout.border:
            paint_strip(scene, canvas, Rect(0, height - layout.strip, left, layout.strip), others)
        return canvas

    def repaint(self, scene: Scene[Realm], canvas: Canvas, room: Rect) -> None:
        """Repaint the domain with the piece in hand, the marked dice and the supply."""
        layout = TableLayout.of(room.width, room.height)
        input_mode = None if scene.partial_pick is None else scene.partial_pick.input_mode
        is_marking = isinstance(
            input_mode, MarkingDice
        )  # marking dice changes which cells are clickable
        replace = canvas.replace if is_marking else canvas.replace_cells
        for rect, part in self._own(scene, layout):
            replace(part, room.x + rect.x, room.y + rect.y)
        paint_in_hand(scene, canvas, layout, room.x, room.y)

    def _own(self, scene: Scene[Realm], layout: TableLayout) -> Sequence[tuple[Rect, Canvas]]:
        """Return the parts that show the current choice, with their rectangles: the player's own
        domain, resources, dice and supply."""

        def painted() -> Sequence[tuple[Rect, Canvas]]:
            seat = own_area_seat(scene)
            canvas = Canvas(layout.width, layout.height, scene.theme.glyphs)
            if layout.large:
                paint_own_large(scene, canvas, seat)
            elif layout.border:
                paint_framed(scene, canvas, layout, seat)
            else:
                paint_bare(scene, canvas, layout, seat)
            return [(rect, canvas.part(rect)) for rect in own_part(layout)]

        return scene.cached("own", (layout, *own_area_cache_key(scene)), painted)

    # ------------------------------------------------------------------ further pages

    def paint_zone(self, scene: Scene[Realm], zone: str, width: int, height: int) -> Canvas:
        view = scene.view
        if zone == SUPPLY_ZONE:
            stock = Stock()
            canvas = Canvas(width, rows_needed(scene, stock, 1) + 2, scene.theme.glyphs)
            room = Rect(1, 1, min(60, width - 2), height - 1)
            paint_columns_heading(scene, canvas, Rect(1, 0, room.width, 1), stock, 1)
            paint_supply(scene, canvas, room, stock, 1)
            return canvas
        if zone == REFERENCE_ZONE:
            canvas = Canvas(width, 16, scene.theme.glyphs)
            paint_reference(scene, canvas, Rect(0, 0, width, 16))
            return canvas
        scale = USUAL_SCALE if view.seats * 32 <= width else SMALL_SCALE
        wide = scale.size(view.domain(0))[0] + 2
        canvas = Canvas(width, 17, scene.theme.glyphs)
        for seat in range(view.seats):
            paint_titled_domain(scene, canvas, 1 + seat * wide, 0, seat, scale)
        return canvas

    # ------------------------------------------------------------------ choosing

    def partial_pick(self, request: DecisionRequest[Realm]) -> PartialPick[Realm]:
        return PlacingPieces(request)

    def paint_choices(self, scene: Scene[Realm], width: int, height: int) -> Canvas | None:
        return paint_own_choices(scene, width, height)

    def choice_lines(self, scene: Scene[Realm]) -> Sequence[tuple[str, str]]:
        return choice_lines(scene)

    def preview(
        self, scene: Scene[Realm], choice: Choice | None, pick_preview: Preview[Realm] | None
    ) -> Sequence[Text]:
        input_mode = None if scene.partial_pick is None else scene.partial_pick.input_mode
        if isinstance(input_mode, MarkingDice):
            return []
        if piece_in_hand(scene.partial_pick) is not None:
            return []
        if isinstance(input_mode, SupplyList) and not input_mode.partial_pick.chosen:
            return [_ready_text(scene.view)] if input_mode.choice.value == READY else []
        notes = pick_preview.notes if pick_preview else []
        texts = [
            note.text for note in notes if note.rule != CANNOT_BUILD_RULE or note.seat == scene.seat
        ]
        return [*_losses_with_building(scene, choice), *texts, *_if_refused(scene, choice)]

    def why(
        self, scene: Scene[Realm], pick_preview: Preview[Realm], place: Place | None
    ) -> Text | None:
        """Describe the points, walled area, effects and resources that the viewer gains, and the
        points that the viewer loses or avoids losing; None for spectators, or if there is nothing
        to say."""
        if scene.seat is None:
            return None
        return joined(reasons(scene, pick_preview, scene.seat), ", ")

    def moves(self, before: Realm, scene: Scene[Realm]) -> Sequence[Move]:
        return moves(before, scene)

    def is_step(self, note: Note) -> bool:
        return note.rule in STEP_RULES

    def places_of(self, view: Realm, named: Named, seat: int) -> Sequence[Place]:
        """Return the place of the disaster `named` on the reference; empty if `named` is not a
        disaster."""
        disasters = view.box.disasters
        return [("disaster", disaster.id) for disaster in disasters if disaster.names == named]

    def inspect(self, scene: Scene[Realm], place: Place) -> Text | None:
        return tooltips.inspect(scene.view, place)

    def legend(self, scene: Scene[Realm]) -> Sequence[tuple[str, Text]]:
        glyphs = scene.theme.glyphs
        signs = [(glyphs(glyph), meaning) for glyph, meaning in LEGEND]
        pieces = [
            (scene.translate(BUILDING_LETTERS[id]), words("{kind}", kind=building.names))
            for id, building in scene.view.box.buildings.items()
        ]
        return [*signs, *pieces]


PAINTER = EraPainter()


def _ready_text(view: Realm) -> Text:
    """Return the preview of the choice to be ready at the end of setup."""
    if view.is_solo:
        return words("The first round will start.")
    return words("The round will start once everyone is ready.")


def _width_of_steps(scene: Scene[Realm]) -> int:
    """Return the width of the names of all steps, with the marks of the current one."""
    return sum(width_of(scene.translate(step)) + 1 for step in STEP_NAMES.values()) + 1


def _losses_with_building(scene: Scene[Realm], choice: Choice | None) -> Sequence[Text]:
    """Describe the points and the die, or else the effect, that the player would lose with the
    building under the cursor; empty if no building is to be given up."""
    partial_pick, view, seat = scene.partial_pick, scene.view, scene.seat
    if partial_pick is None or choice is None or seat is None or not choice.chosen:
        return []
    if not isinstance(partial_pick.decision, MakeRoom | BurnBuilding | LoseBuilding):
        return []
    pick: Any = choice.chosen[-1]
    piece = view.domains[seat].geometry.at(pick)
    change = points_change_if_lost(view, seat, piece)
    shown = f"{change:+}" if change else "0"
    texts = [plural("{points} point.", "{points} points.", abs(change), points=shown)]
    kind = piece.kind
    effect = tooltips.effect(view, kind)
    if isinstance(kind, Building) and kind.die is not None:
        die = view.box.dice[kind.die].names
        texts.append(words("From the next round on you will have one {die} fewer.", die=die))
    elif effect is not None:
        texts.append(words("You will lose this effect: {effect}.", effect=effect))
    return texts


def _if_refused(scene: Scene[Realm], choice: Choice | None) -> Sequence[Text]:
    """Describe the price at which the other player may refuse the demand under the cursor; empty
    for other choices."""
    decision = None if scene.partial_pick is None else scene.partial_pick.decision
    if not isinstance(decision, Demand) or choice is None:
        return []
    if choice.value not in scene.view.box.resources:
        return []
    return [
        words(
            "{seat} can refuse and take {points}.",
            seat=Seat(decision.of),
            points=disasters(REFUSAL_DISASTERS),
        )
    ]
