"""Layout of the table of Middle Ages.

The display is at the top, row by row, as cards; all fiefs are below it under common headings. The
yields of selectable tiles are listed with one line per choice. If there are spare rows or columns,
`TableLayout` adds parts: the yields of one more tile, the log, effects on the cards, events and
score on the right, fiefs with all their tiles, blank rows, frames.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from engine.core.score_sheet import Sheet
from engine.core.step import Decision, Place
from engine.games.middle_ages.components import Tile, components
from engine.games.middle_ages.describe import tokens
from engine.games.middle_ages.state import Kingdom
from engine.i18n.language import Translator
from engine.i18n.text import Named, Text, plural, words
from engine.match.decision_request import DecisionRequest
from engine.match.preview import Preview
from screens.games.middle_ages import player_panels, tooltips
from screens.games.middle_ages.animations import moves
from screens.games.middle_ages.display import (
    paint_display,
    paint_piles,
)
from screens.games.middle_ages.input_modes import ChoosingType, PlacingLord
from screens.games.middle_ages.previews import (
    common_income,
    expected_losses,
    expected_yield,
    is_choosing_tile,
    paint_options,
    unreserved_tile,
)
from screens.games.middle_ages.side_panel import (
    ROUND_RULE,
    paint_coming_events,
    paint_log,
    paint_order,
    paint_side,
    width_of_events,
    width_of_order,
)
from screens.games.middle_ages.symbols import KingdomLabels
from screens.games.middle_ages.table_layout import TableLayout
from screens.input_modes.input_mode import Choice
from screens.input_modes.partial_pick import PartialPick
from screens.paint.animation import Move
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of, wrap
from screens.paint.layout import beside
from screens.paint.shapes import paint_panel
from screens.table_view.panels import headline_room
from screens.table_view.scene import Scene, TablePainter, Zone

BRIEF: Final[Mapping[str, Text | None]] = {
    "{seat} moves the lord to {tile}.": words("moves to {short}"),
    "{seat} picks up the lord.": None,
    "{seat} is drawn at random to place the next lord.": None,
    "{seat} earns {n} coin from the {column} column: {formula}.": plural(
        "earns {n} coin", "earns {n} coins", 1
    ),
    "{seat} gains {n} coin: {symbols} in the fief.": words("gains {n} for {symbols}"),
    "{other} pays {n} coin in tribute to {seat}.": words("{other} pays {n}"),
    "{other} pays {n} coin to {seat}.": words("{other} pays {n}"),
    "{victim} loses {tile} to {seat}'s attack.": words("{victim} loses {tile}"),
    "{seat} places a coin token on the {column} column.": words("places a coin token on {column}"),
    "{seat} places the {token} plot token on the {column} column.": words(
        "places the {token} token on {column}"
    ),
    "{seat} has no tile to return.": None,
    "{seat} leaves the scout where it is.": None,
    "Turn order: {order}.": None,
    "Row {row}: {tiles}.": None,
    "Nobody claims {tile}, so it is discarded.": None,
    "{place}. {seat}: {total}.": None,
}
"""Short forms of messages; None for messages that only repeat what the table shows, such as the
turn order, or that say that nothing has happened."""


HUES: Final = {
    "field": "yellow",
    "mill": "orange",
    "village": "brown",
    "rampart": "grey",
    "market": "green",
    "barracks": "red",
    "church": "white",
    "palace": "violet",
}

FIEFS_ZONE: Final = "fiefs"
PILES_ZONE: Final = "piles"

MIN_EVENT_WIDTH: Final = 7
"""Minimum width to which an event's name is cut to make room for the title of the turn order. The
name of the next event is not cut for this."""

_HIDDEN_RULES: Final = frozenset({"MID-2.10", "MID-4.2", "MID-4.6"})
"""Rules whose notes repeat what the question and the cursor show: where the lord goes, which tile
is taken."""


class MiddleAgesPainter(TablePainter[Kingdom]):
    """Painter of the table of Middle Ages."""

    brief = BRIEF
    zones = (Zone(FIEFS_ZONE, words("All fiefs")), Zone(PILES_ZONE, words("Stacks")))
    explains = frozenset({"MID-11.1"})
    lower_is_better = frozenset({"empty", "graveyard", "penalty"})
    no_best = frozenset({"penalty"})
    chapter = ROUND_RULE
    roles: Mapping[str, str] = {
        **{f"tile.{name}": f"hue.{hue}" for name, hue in HUES.items()},
        **{f"card.{name}": f"tint.{hue}" for name, hue in HUES.items()},
        **{f"card.{name}.1": f"tint.{hue}.1" for name, hue in HUES.items()},
        **{f"block.{name}": f"block.{hue}" for name, hue in HUES.items()},
    }

    # ------------------------------------------------------------------ main page

    def headline(self, scene: Scene[Kingdom], width: int) -> Text:
        view = scene.view
        if view.round == 0:
            return words("setup") if width < 120 else words("Placing the lords")
        if view.over:
            return words("After round {round}", round=view.round)
        facts = {"round": view.round, "all": len(view.box.rounds)}
        if width < 120:
            full = words("Round {round}/{all}", **facts)
            needed = (
                width_of(scene.translate(full)) + width_of_events(scene) + width_of_order(scene)
            )
            fits = needed + 3 <= headline_room(scene, width, turn=False)
            return full if fits else words("{round}/{all}", **facts)
        stacks = "+".join(str(len(stack)) for stack in view.stacks if stack) or "0"
        return words(
            "Round {round} of {all}   stack {stack}   discard {discard}",
            stack=stacks,
            discard=len(view.discard),
            **facts,
        )

    def paint_headline(self, scene: Scene[Kingdom], canvas: Canvas, x: int, right: int) -> int:
        """Paint the coming events, unless a panel shows them, and the letters of the turn order,
        followed by those of the next round if there is room. Return the first column of the turn
        order. If there is none, return `x` if events are painted before the first round, otherwise
        `right`."""
        labels = KingdomLabels.of(scene)
        if canvas.width >= 120 or not scene.view.events:
            room = right - x - 2
            return paint_order(labels, canvas, right, room=room, most_room=room)
        room, most_room = (
            right - x - 2 - width_of_events(scene, max_name_width)
            for max_name_width in (None, MIN_EVENT_WIDTH)
        )
        right = paint_order(labels, canvas, right, room=room, most_room=most_room)
        paint_coming_events(scene, canvas, x + 2, right)
        return right if scene.view.round else x

    def decision_rows(self, width: int, height: int) -> int:
        if height < 27:
            return 7 if height < 24 else 8
        return 10 if height < 48 else 12

    def paint(self, scene: Scene[Kingdom], width: int, height: int) -> Canvas:
        view = scene.view
        canvas = Canvas(width, height, scene.theme.glyphs)
        labels = KingdomLabels.of(scene)
        layout = TableLayout.of(width, height, view.seats)
        table = canvas.rect
        if layout.side:
            table, side = beside(canvas.rect, layout.side)
            paint_side(labels, canvas, side, border=layout.border)
        y = self._paint_display(labels, canvas, table, layout)
        y = self._paint_players(labels, canvas, Rect(0, y, table.width, height - y), layout)
        if layout.log_below:
            paint_log(scene, canvas, Rect(0, y, table.width, height - y), border=False)
        return canvas

    def _paint_display(
        self, labels: KingdomLabels, canvas: Canvas, table: Rect, layout: TableLayout
    ) -> int:
        if not layout.border:
            return paint_display(labels, canvas, table.x, table.y, layout.cards)
        frame = Rect(table.x, table.y, table.width, layout.cards.rows + 2)
        room = paint_panel(canvas, frame, labels.translate(words("Display")))
        paint_display(labels, canvas, room.x, room.y, layout.cards)
        return frame.bottom

    def _paint_players(
        self, labels: KingdomLabels, canvas: Canvas, room: Rect, layout: TableLayout
    ) -> int:
        view = labels.view
        emphasized = labels.scene.emphasized_seat
        heights = [layout.height(seat, emphasized) for seat in range(view.seats)]
        gap = 1 if layout.air else 0
        has_next_income = layout.next_income and not view.over
        rows = 1 + sum(heights) + gap * (view.seats - 1) + has_next_income
        if layout.border:
            frame = Rect(room.x, room.y, room.width, rows + 2)
            fact = labels.translate(words("number of tiles, what the column pays now"))
            inner = paint_panel(canvas, frame, labels.translate(words("Players")), fact)
            room = Rect(inner.x, inner.y, inner.width, inner.height)
        grid = player_panels.Grid.of(
            labels,
            room.x,
            room.width,
            with_formulas=layout.own_in_full,
            counts_below=layout.all_in_full,
        )
        y = title_row = room.y
        player_panels.paint_headings(labels, canvas, y, grid)
        y += 1
        for seat, height in enumerate(heights):
            if height > 1:
                player_panels.paint_fief(labels, canvas, y, seat, grid, title_row=title_row)
            else:
                income = seat == emphasized or grid.columns[0][1] >= 9
                player_panels.paint_line(
                    labels, canvas, y, seat, grid, income=income, title_row=title_row
                )
            y += height + gap
        y -= gap
        if has_next_income:
            player_panels.paint_income_with_one_more(labels.scene, canvas, y, emphasized, grid)
            y += 1
        return y + (1 if layout.border else 0)

    # ------------------------------------------------------------------ further pages

    def paint_zone(self, scene: Scene[Kingdom], zone: str, width: int, height: int) -> Canvas:
        """Paint the page `zone`: either all fiefs with every tile, the income of each column, all
        events and a legend, or the tiles in the stacks and the discard pile."""
        if zone == PILES_ZONE:
            return paint_piles(scene, width)
        view = scene.view
        events = [
            line
            for slot in range(len(view.events))
            for line in wrap(
                scene.translate(tooltips.event(view, slot, reader=scene.seat)), width - 4
            )
        ]
        labels = KingdomLabels.of(scene)
        legend = wrap(scene.translate(labels.legend()), width - 4)
        events += ["", *legend]
        rows = 1 + 4 * view.seats
        canvas = Canvas(width, rows + 1 + len(events), scene.theme.glyphs)
        grid = player_panels.Grid.of(labels, 0, width, with_formulas=True, counts_below=True)
        player_panels.paint_headings(labels, canvas, 0, grid)
        for seat in range(view.seats):
            y = 1 + 4 * seat
            player_panels.paint_fief(labels, canvas, y, seat, grid, title_row=0)
        for y, line in enumerate(events, rows):
            canvas.put(1, y, line, "text")
        return canvas

    # ------------------------------------------------------------------ choosing

    def partial_pick(self, request: DecisionRequest[Kingdom]) -> PartialPick[Kingdom]:
        if request.decision.name in ("PlaceLord", "MoveLord"):
            return PlacingLord(request)
        if request.decision.name in ("PlaceCoinToken", "PlacePlotToken"):
            return ChoosingType(request)
        return PartialPick(request)

    def paint_choices(self, scene: Scene[Kingdom], width: int, height: int) -> Canvas | None:
        if not is_choosing_tile(scene):
            return None
        return paint_options(KingdomLabels.of(scene), width, height)

    def preview(
        self, scene: Scene[Kingdom], choice: Choice | None, pick_preview: Preview[Kingdom] | None
    ) -> Sequence[Text]:
        """Describe the change in coins, then its sources, then the next question. For tiles, return
        only facts that their lines do not show. If `pick_preview` is None, describe the plot token
        that is being chosen."""
        assert choice is not None
        view = scene.view
        if pick_preview is None:
            return [_plot_token_text(scene, choice)]
        after: Kingdom = pick_preview.view
        step = after.agenda[-1] if after.agenda else None
        last_texts: list[Text] = []
        if isinstance(step, Decision) and step.seat == scene.seat and not pick_preview.ends_turn:
            last_texts.append(words("Then: {question}", question=step.question(after)))
        notes = [note for note in pick_preview.notes if note.rule not in _HIDDEN_RULES]
        texts = [note.text for note in notes]
        if is_choosing_tile(scene):
            if after.over:
                last_texts.append(words("The last round will then play out automatically."))
            facts = (expected_losses(scene), unreserved_tile(scene, choice))
            last_texts[:0] = [text for text in facts if text is not None]
            event_text = tooltips.coming_event(view, scene.seat)
            last_texts += [] if event_text is None else [event_text]
            return (
                last_texts
                if common_income(scene) is not None or not view.round
                else [*texts, *last_texts]
            )
        coins = tooltips.coins_changed(view, after)
        continues = any(note.turn > view.turn for note in notes)
        if continues and not after.over:
            texts = [note.text for note in notes if note.turn <= view.turn]
            last_texts = (
                [
                    words(
                        "The following turns will then play out automatically. {coins}", coins=coins
                    )
                ]
                if coins
                else []
            )
        first_texts = [coins] if coins and not continues and not after.over else []
        match choice.place:
            case ("column", int(seat), int(column)):
                pays = tooltips.worked_column_formula(after, seat, column)
                first_texts.append(words("{column}.", column=pays))
        return first_texts + texts + last_texts

    def rows_show_effects(self, scene: Scene[Kingdom]) -> bool:
        return is_choosing_tile(scene)

    def moves(self, before: Kingdom, scene: Scene[Kingdom]) -> Sequence[Move]:
        return moves(before, scene)

    def tracked_sheets(self, sheets: Sequence[Sheet]) -> Sequence[Sheet]:
        """Return only the result sheet, because the notes in a turn summary already explain the
        coins."""
        return sheets[:1]

    def gained(self, change: int) -> Text:
        return plural("{change} coin", "{change} coins", abs(change), change=f"{change:+d}")

    def why(
        self, scene: Scene[Kingdom], pick_preview: Preview[Kingdom], place: Place | None
    ) -> Text | None:
        """Describe the yield of a tile, or the new income of a column. The other income of the turn
        is left out, because it is the same for all choices. None for a choice without a place, or
        if the income of the column does not rise."""
        match place:
            case None:
                return None
            case ("column", int(seat), int(column)):
                view = pick_preview.view
                rises = view.income(seat, column) > scene.view.income(seat, column)
                return tooltips.column_formula(view, seat, column) if rises else None
            case ("display", *_) if scene.seat is not None:
                return expected_yield(scene, place)
        return super().why(scene, pick_preview, place)

    def places_of(self, view: Kingdom, named: Named, seat: int) -> Sequence[Place]:
        """Return the places of `named`: a tile of the display, or a column of the seat's fief."""
        if isinstance(named, Tile):
            return [
                ("display", row, at)
                for row, tiles in enumerate(view.display, 1)
                for at, tile in enumerate(tiles, 1)
                if tile == named.index
            ]
        types = view.box.types
        return [("column", seat, at) for at, type_ in enumerate(types) if type_.names == named]

    def inspect(self, scene: Scene[Kingdom], place: Place) -> Text | None:
        """Return the tooltip of a place on the table; None if the place has none."""
        view = scene.view
        match place:
            case ("display", int(row), int(position)):
                reader = scene.seat if view.round else None
                return tooltips.display_place(view, row - 1, position - 1, reader)
            case ("event", int(number)):
                return tooltips.event(view, number - 1, reader=scene.seat)
            case ("column", int(seat), int(column)):
                return tooltips.fief_column(view, seat, column)
            case player_panels.TOKENS_PLACE:
                return tokens(view)
            case ("graveyard", int(seat)):
                return tooltips.graveyard(view, seat)
            case ("fief", int(seat)):
                return tooltips.fief(view, seat)
        return None

    def spell_out(self, text: str, translator: Translator) -> str:
        return spell_out(text, translator)

    def legend(self, scene: Scene[Kingdom]) -> Sequence[tuple[str, Text]]:
        glyphs = scene.theme.glyphs
        return [
            (glyphs("right"), words("the row being resolved this round")),
            (glyphs("down"), words("the row that the lords move to")),
            (glyphs("lord"), words("a lord, with its owner's letter or name")),
            (glyphs("scout"), words("a scout reserving the tile")),
            (glyphs("farmer"), words("a farmer")),
            (glyphs("chest"), words("a chest")),
            (glyphs("coin"), words("a coin token; a bright letter is a plot token")),
            (glyphs("grave"), words("tiles in the graveyard")),
        ]


PAINTER = MiddleAgesPainter()


def _plot_token_text(scene: Scene[Kingdom], choice: Choice) -> Text:
    """Describe the effect of the plot token `choice`, with the number of tiles of its type in the
    viewer's fief."""
    view = scene.view
    type_ = view.box.types[view.box.type_index[str(choice.value)]]
    return words(
        "{type}: the column you choose next will also count this type. In your fief: {count}.",
        type=type_.names,
        count=view.count(scene.seat, type_.index) if scene.seat is not None else 0,
    )


_FORMULA: Final = re.compile(r"(?<=\d×)\(?[^\W\d_](?:\+[^\W\d_])*\)?(?!\w)")
_TIE_BREAK: Final = re.compile(r"(?<!\d)\d{8}(?!\d)")


def spell_out(text: str, translator: Translator) -> str:
    """Return `text` with formulas and tie-breaks spelled out: `2×(F+P)` becomes "2×(Field+Palace)",
    and the digits of a tie-break are separated."""
    names = _names(translator.language)

    def spell_out_letters(found: re.Match[str]) -> str:
        return "".join(names.get(letter, letter) for letter in found[0])

    return _TIE_BREAK.sub(lambda found: ", ".join(found[0]), _FORMULA.sub(spell_out_letters, text))


@cache
def _names(language: str) -> Mapping[str, str]:
    types = components().types
    return {type_.letters.name_in(language): type_.names.name_in(language) for type_ in types}
