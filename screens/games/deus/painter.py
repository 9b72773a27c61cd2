"""Layout of the table of Deus.

On screens at least 116 cells wide, the map is on the left. Below the map are the player's columns
in order of activation, and below these the column that is being activated, or that a building would
activate, or otherwise the gods. Players, hand, score and log are on the right. On smaller screens,
players and hand are below the map, an activated column takes the place of the hand, and pages show
the parts for which there is no room.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine.core.common_wording import joined
from engine.core.score_sheet import Sheet
from engine.core.state import Note
from engine.core.step import Place
from engine.games.deus.state import NO_CARD, NOT_YET, World
from engine.games.deus.wording import vp
from engine.i18n.text import Seat, Text, words
from engine.match.decision_request import DecisionRequest
from engine.match.preview import Preview
from screens.games.deus import hand, player_panels, side_panel, tooltips
from screens.games.deus.animations import moves
from screens.games.deus.board import map_cache_key, paint_map
from screens.games.deus.column_activation import ColumnActivation
from screens.games.deus.column_preview import activation_of, paint_activation
from screens.games.deus.input_modes import (
    DeusChoosing,
    card_being_built,
    marked_cards,
)
from screens.games.deus.previews import preview
from screens.games.deus.region import WAVES, Measures
from screens.games.deus.symbols import ROLES, VILLAGE_LETTER, WorldLabels
from screens.games.deus.table_layout import TITLED_HEIGHT, WIDE_TABLE, TableLayout
from screens.input_modes.input_mode import Choice
from screens.input_modes.partial_pick import PartialPick
from screens.paint.animation import Move
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of
from screens.paint.shapes import SURFACE, paint_heading
from screens.table_view.panels import WIDE_SCREEN
from screens.table_view.scene import Scene, TablePainter, Zone
from screens.table_view.sheet_changes import changed_sheet

BRIEF: Final[Mapping[str, Text | None]] = {
    "{seat} builds {card} in {region} for {paid}.": words("builds {card} in {region} for {paid}"),
    "{seat} offers {cards}, {card} on top, to {god}.": words(
        "offers {cards} to {god}, {card} on top"
    ),
    "{card}: {seat} gains {what}.": words("{card} gives {what}"),
    "{card}: {seat} gains {pieces}.": words("{card} gives {pieces}"),
    "{card}: {seat} takes {what} from village {region}.": words(
        "{card} takes {what} from village {region}"
    ),
    "{god}: {seat} gains {what}.": words("gains {what}"),
    "{card}: {seat} moves an army from {start} to {end}.": words(
        "moves an army from {start} to {end}"
    ),
    "The {column} is activated.": None,
    "The discard pile is shuffled to form a new deck.": None,
    "{place}. {seat}: {total}.": None,
}
"""Short forms of log messages. They are None for the activation of a column, which its yields show,
for the shuffling of the deck, and for the final places."""


COLUMNS_ZONE: Final = "columns"
GODS_ZONE: Final = "gods"
MAP_ZONE: Final = "map"


class DeusPainter(TablePainter[World]):
    """Painter of the table of Deus."""

    brief = BRIEF
    zones = (
        Zone(COLUMNS_ZONE, words("All columns")),
        Zone(GODS_ZONE, words("Gods and supply")),
        Zone(MAP_ZONE, words("Map")),
    )
    own_known = frozenset({"DEU-11.4", "DEU-11.8"})
    roles: Mapping[str, str] = ROLES
    marks: frozenset[str] = frozenset()
    board_signs = (VILLAGE_LETTER,)
    chapter = side_panel.ROUND_RULE

    # ------------------------------------------------------------------ main page

    def headline(self, scene: Scene[World], width: int) -> Text:
        view = scene.view
        if view.over:
            return words("After round {round}", round=view.round)
        if not view.round:
            return words("Setting up")
        if width < WIDE_TABLE:
            return words("Round {round}", round=view.round)
        return words(
            "Round {round}   first player {seat}   deck {deck}, discard {discard}",
            round=view.round,
            seat=Seat(view.first),
            deck=len(view.deck),
            discard=view.discarded,
        )

    def paint_headline(self, scene: Scene[World], canvas: Canvas, x: int, right: int) -> int:
        """Paint the progress towards the end of the game and, in a wide header, the god on top of
        the discard pile, as far as there is room. In a narrow header, paint the legend of the
        players' lines after setup, if there are more than two players or the log takes the place of
        the hand. Return the column at which the free space ends, which is always `right`."""
        view = scene.view
        x += 2
        facts = [
            (text, "warn" if key == "last" else "text")
            for key, text in side_panel.ending_words(view)
        ]
        if view.final_round != NOT_YET:
            facts.reverse()
        if view.discard_top != NO_CARD and canvas.width >= WIDE_TABLE:
            type_ = view.box.types[view.box.card_type[view.discard_top]]
            facts.append((words("on top: {god}", god=view.box.gods[type_.god].names), "dim"))
        if (
            canvas.width < WIDE_TABLE
            and view.round
            and (view.seats > 2 or _log_replaces_hand(scene))
        ):
            facts += [(text, "dim") for text in player_panels.signs_in_short(WorldLabels.of(scene))]
        end = right - (_TURN_WIDTH if canvas.width < WIDE_SCREEN else 0)
        for text, role in facts:
            fact = scene.translate(text)
            if x + width_of(fact) + 2 < end:
                x = canvas.put(x, 0, fact, role) + 2
        return right

    def summary_sheet(
        self, scene: Scene[World], before: World, notes: Sequence[Note]
    ) -> Sheet | None:
        """Return the goods that have changed for the viewer (for spectators, for any player) as a
        table with all players; None if there are none."""
        was, now = player_panels.goods_sheet(before), player_panels.goods_sheet(scene.view)
        return changed_sheet([was], [now], scene.seat)

    def paint(self, scene: Scene[World], width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, scene.theme.glyphs)
        labels, plan = WorldLabels.of(scene), self._plan(scene, width, height)
        if plan.pairs:
            self._paint_wide(labels, canvas, plan)
        else:
            self._paint_narrow(labels, canvas, plan)
        for rect, part in self._parts_of_choice(labels, plan):
            canvas.blit(part, rect.x, rect.y)
        return canvas

    def repaint(self, scene: Scene[World], canvas: Canvas, room: Rect) -> None:
        for rect, part in self.following(scene, room):
            canvas.replace(part, rect.x, rect.y)

    def following(self, scene: Scene[World], room: Rect) -> Sequence[tuple[Rect, Canvas]]:
        """Return the map and, if they are shown, the activated or previewed column and the hand,
        with their rectangles."""
        labels, plan = WorldLabels.of(scene), self._plan(scene, room.width, room.height)
        parts = self._parts_of_choice(labels, plan)
        return [(rect.moved(room.x, room.y), part) for rect, part in parts]

    def _plan(self, scene: Scene[World], width: int, height: int) -> TableLayout:
        """Return the layout of the table, which is cached during a decision."""
        view, seat = scene.view, hand.whose_hand(scene)
        own_rows = player_panels.rows_of_columns(view, scene.emphasized_seat)
        all_rows = sum(_rows_with_title(view, seat) for seat in range(view.seats))
        no_hand = -1 if scene.replaying else 0
        cards = no_hand if seat is None else len(view.hands[seat])
        if scene.partial_pick is None:
            return TableLayout.of(view, width, height, own_rows, all_rows, cards)
        made_of = ("plan", width, height, own_rows, all_rows, cards)
        return scene.partial_pick.memo.once(
            made_of, lambda: TableLayout.of(view, width, height, own_rows, all_rows, cards)
        )

    def _parts_of_choice(
        self, labels: WorldLabels, layout: TableLayout
    ) -> Iterator[tuple[Rect, Canvas]]:
        """Yield the parts of the table that follow the cursor or show the current choice, with
        their rectangles."""
        yield layout.map, self._map(labels, layout)
        activation = activation_of(labels.scene)
        if activation is not None:
            yield layout.activation, self._activation(labels, layout, activation)
        if layout.hand.height and (
            layout.pairs or (activation is None and not _log_replaces_hand(labels.scene))
        ):
            yield layout.hand, self._hand(labels, layout)

    def _map(self, labels: WorldLabels, layout: TableLayout) -> Canvas:

        def painted() -> Canvas:
            canvas = Canvas(layout.map.width, layout.map.height, labels.glyphs)
            paint_map(labels, canvas, canvas.rect, layout.measures)
            return canvas

        return labels.scene.cached(
            "map", (layout.map, *map_cache_key(labels.scene, layout.map, layout.measures)), painted
        )

    def _activation(
        self, labels: WorldLabels, layout: TableLayout, activation: ColumnActivation
    ) -> Canvas:

        def painted() -> Canvas:
            canvas = Canvas(layout.activation.width, layout.activation.height, labels.glyphs)
            paint_activation(labels, canvas, canvas.rect, activation)
            return canvas

        return labels.scene.cached("activation", (layout.activation, activation), painted)

    def _hand(self, labels: WorldLabels, layout: TableLayout) -> Canvas:
        scene = labels.scene

        def painted() -> Canvas:
            canvas = Canvas(layout.hand.width, layout.hand.height, labels.glyphs)
            signs = None if layout.pairs else player_panels.signs_of_lines(labels)
            hand.paint_hand(labels, canvas, canvas.rect, signs)
            return canvas

        made_of: tuple[Hashable, ...] = (layout.hand,)
        if scene.partial_pick is not None:
            made_of += (scene.partial_pick.chosen, tuple(marked_cards(scene.partial_pick)))
            made_of += (card_being_built(scene.partial_pick)[0],)
        return scene.cached("hand", made_of, painted)

    def _paint_narrow(self, labels: WorldLabels, canvas: Canvas, layout: TableLayout) -> None:
        scene = labels.scene
        if layout.supply.height:
            side_panel.paint_supply_column(labels, canvas, layout.supply)
        player_panels.paint_lines(labels, canvas, layout.players)
        if layout.columns.height:
            self._paint_columns(labels, canvas, layout.columns)
        if _log_replaces_hand(scene) and activation_of(scene) is None:
            x, y, width, height = layout.hand
            side_panel.paint_log(scene, canvas, Rect(x, y, width, height + layout.log.height))
        elif layout.log.height:
            side_panel.paint_log(scene, canvas, layout.log)

    def _paint_wide(self, labels: WorldLabels, canvas: Canvas, layout: TableLayout) -> None:
        scene = labels.scene
        self._paint_columns(labels, canvas, layout.columns)
        if activation_of(scene) is None:
            side_panel.paint_gods(labels, canvas, layout.activation)
        side_panel.paint_supply_line(labels, canvas, 0, layout.supply.y, layout.supply.width)
        rect = layout.players
        title, fact = (
            labels.translate(words("Players")),
            labels.translate(player_panels.SIGNS_OF_COLUMNS),
        )
        fact = fact if width_of(title) + width_of(fact) + 6 < rect.width else ""
        paint_heading(canvas, rect, title, fact)
        canvas.ground(Rect(rect.x, rect.y, rect.width, 1), SURFACE)
        below = Rect(rect.x, rect.y + 1, rect.width, rect.height - 1)
        player_panels.paint_pairs(labels, canvas, below)
        if layout.score.height:
            side_panel.paint_score(labels, canvas, layout.score)
        y = layout.other_columns.y
        for seat in self._seats_beside(scene, layout):
            rows = _rows_with_title(labels.view, seat)
            part = Rect(layout.other_columns.x, y, layout.other_columns.width, rows)
            player_panels.paint_columns(labels, canvas, part, seat)
            y += rows
        rect = Rect(layout.log.x, y, layout.log.width, layout.log.bottom - y)
        side_panel.paint_log(scene, canvas, rect if layout.other_columns.height else layout.log)

    def _seats_on_left(self, scene: Scene[World], rect: Rect) -> list[int]:
        """Return the seats whose columns are in `rect`: `Scene.emphasized_seat`, then other seats
        if their columns fit."""
        view = scene.view
        first = scene.emphasized_seat
        others = view.opponents(first)
        return [first, *_fitting(view, others, rect.height - _rows_with_title(view, first))]

    def _seats_beside(self, scene: Scene[World], layout: TableLayout) -> list[int]:
        """Return the seats whose columns are not on the left but fit on the right."""
        view, seats_on_left = scene.view, self._seats_on_left(scene, layout.columns)
        seats = view.clockwise(scene.emphasized_seat)
        return _fitting(
            view, [seat for seat in seats if seat not in seats_on_left], layout.other_columns.height
        )

    def _paint_columns(self, labels: WorldLabels, canvas: Canvas, rect: Rect) -> None:
        """Paint the columns of the emphasized seat, and below them those of other seats if they
        fit."""
        canvas.fill(*rect, ground=SURFACE)
        view = labels.view
        shown = self._seats_on_left(labels.scene, rect)
        y = rect.y
        for seat in shown:
            needed = _rows_with_title(view, seat)
            height = needed if len(shown) > 1 else rect.height
            part = Rect(rect.x, y, rect.width, height)
            player_panels.paint_columns(labels, canvas, part, seat)
            y += height

    # ------------------------------------------------------------------ further pages

    def paint_zone(self, scene: Scene[World], zone: str, width: int, height: int) -> Canvas:
        labels = WorldLabels.of(scene)
        if zone == COLUMNS_ZONE:
            return self._columns_page(labels, width)
        if zone == GODS_ZONE:
            return self._gods_page(labels, width)
        if zone == MAP_ZONE:
            return self._map_page(labels, width, height)
        raise KeyError(zone)

    def _columns_page(self, labels: WorldLabels, width: int) -> Canvas:
        view = labels.view
        rows = [_rows_with_title(view, seat) for seat in range(view.seats)]
        canvas = Canvas(width, sum(rows) + view.seats - 1, labels.glyphs)
        y = 0
        for seat in view.clockwise(labels.scene.emphasized_seat):
            player_panels.paint_columns(labels, canvas, Rect(0, y, width, rows[seat]), seat)
            y += rows[seat] + 1
        return canvas

    def _gods_page(self, labels: WorldLabels, width: int) -> Canvas:
        """Return the page with the gods, the supply and the progress towards the end of the
        game."""
        view = labels.view
        facts = side_panel.ending_words(view)
        canvas = Canvas(width, TITLED_HEIGHT + 12 + len(facts), labels.glyphs)
        side_panel.paint_gods(labels, canvas, Rect(0, 0, width, TITLED_HEIGHT))
        y = TITLED_HEIGHT + 1
        paint_heading(canvas, Rect(0, y, width, 1), labels.translate(words("Supply")))
        side_panel.paint_supply_column(labels, canvas, Rect(0, y + 1, 30, 9))
        for number, (_, text) in enumerate(facts):
            canvas.put(34, y + 1 + number, labels.translate(text), "text")
        return canvas

    def _map_page(self, labels: WorldLabels, width: int, height: int) -> Canvas:
        """Return the page with the map, as large as fits into `width` columns and `height` rows (or
        40 rows, if `height` is less). If it does not fit at any size, it is clipped."""
        view = labels.view
        if view.board is None:
            return Canvas(width, height, labels.glyphs)
        measures = Measures.of(view.map.hexes, width, max(height, 40))
        canvas = Canvas(width, max(height, measures.height), labels.glyphs)
        paint_map(labels, canvas, Rect(0, 0, width, measures.height), measures)
        return canvas

    # ------------------------------------------------------------------ choosing

    def partial_pick(self, request: DecisionRequest[World]) -> PartialPick[World]:
        return DeusChoosing(request)

    def preview(
        self, scene: Scene[World], choice: Choice | None, pick_preview: Preview[World] | None
    ) -> Sequence[Text]:
        return preview(scene, choice, pick_preview)

    def why(
        self, scene: Scene[World], pick_preview: Preview[World], place: Place | None
    ) -> Text | None:
        """Return a text about the goods and pieces that the viewer gains by the pick or, for an
        offering, about the god's gift (even if the god is chosen later) and the cards drawn; None
        if the viewer gains nothing or is a spectator."""
        seat = scene.seat
        if seat is None:
            return None
        before, after = scene.view, pick_preview.view
        if any(note.rule == OFFERING_RULE for note in pick_preview.notes):
            return tooltips.offering_brings(before, after, seat)
        gains = tooltips.changed_amounts(before, after, seat, gains=True)
        gains += tooltips.pieces_gained(before, after, seat)
        return joined(gains, ", ") if gains else None

    def moves(self, before: World, scene: Scene[World]) -> Sequence[Move]:
        return moves(before, scene)

    def inspect(self, scene: Scene[World], place: Place) -> Text | None:
        return tooltips.inspect(scene.view, hand.whose_hand(scene), place, activation_of(scene))

    def legend(self, scene: Scene[World]) -> Sequence[tuple[str, Text]]:
        labels = WorldLabels.of(scene)
        glyphs = scene.theme.glyphs
        view = scene.view
        pieces = [
            (
                labels.piece(type_.index),
                words("{type}: its pieces, cards and column", type=type_.names),
            )
            for type_ in view.box.types
        ]
        terrains = [
            (labels.terrain(terrain.id), words("{terrain}", terrain=terrain.names))
            for terrain in view.box.terrains
            if terrain.kind != "village"
        ]
        column = f"{labels.piece(0)}3:1/2"
        owner, village = labels.letters[0], scene.translate(VILLAGE_LETTER)
        return [
            *pieces,
            *terrains,
            (f"{village}6", words("a barbarian village and its VP")),
            (
                f"{owner}{labels.piece(1)}{labels.piece(4)}",
                words("the owner, then the pieces in that region"),
            ),
            (f"{village}{glyphs('dot')}", words("a village that has been attacked")),
            (
                f"{glyphs('minus')}{view.box.edge_vp}",
                words("building there costs {vp}", vp=vp(view.box.edge_vp)),
            ),
            (WAVES, words("empty sea")),
            (glyphs("bullet"), words("where the army can go")),
            (
                f"{owner}{labels.terrain('field')}2",
                words("owner, terrain, number of pieces (on large maps)"),
            ),
            (column, words("a column of 3 cards, 1 piece ready, 2 in stock")),
            *(
                (labels.code(resource.id), words("{kind}", kind=resource.names))
                for resource in view.box.resources
            ),
            (glyphs("coin"), words("gold")),
            (glyphs("card"), words("cards in hand")),
        ]


OFFERING_RULE: Final = "DEU-11.2"
"""Rule id of the note about an offering."""

_TURN_WIDTH: Final = 14
"""Columns of the header reserved for the turn marker."""


def _rows_with_title(view: World, seat: int) -> int:
    return 1 + player_panels.rows_of_columns(view, seat)


def _fitting(view: World, seats: Iterable[int], room: int) -> list[int]:
    """Return the seats whose columns fit below one another into `room` rows. Earlier seats have
    priority."""
    fitting = []
    for seat in seats:
        rows = _rows_with_title(view, seat)
        if rows <= room:
            fitting.append(seat)
            room -= rows
    return fitting


def _log_replaces_hand(scene: Scene[World]) -> bool:
    """Return whether the log takes the place of the hand, because the scene is a replay in which
    nobody's hand is visible."""
    return scene.replaying and hand.whose_hand(scene) is None


PAINTER = DeusPainter()
