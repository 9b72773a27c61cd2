"""Layout of the table of Deus.

The map is on the left. Below it are the player's columns in order of activation, and a preview of
the column that a building would activate, or its progress; otherwise the gods. On screens of at
least 116 columns, players, hand, score and log are on the right; on smaller ones players and hand
are below the map, and the rest is on pages.
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
from screens.games.deus.board import paint_map, what_map_shows
from screens.games.deus.column_firing import Chain
from screens.games.deus.column_preview import chain_of, paint_chain
from screens.games.deus.input_modes import (
    DeusChoosing,
    card_being_built,
    marked_cards,
)
from screens.games.deus.previews import preview
from screens.games.deus.region import WAVES, Measures
from screens.games.deus.symbols import ROLES, VILLAGE_LETTER, WorldMarks
from screens.games.deus.table_layout import TITLED, WIDE, TableLayout
from screens.input_modes.input_mode import Choice
from screens.input_modes.partial_pick import PartialPick
from screens.paint.animation import Move
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of
from screens.paint.shapes import SURFACE, paint_heading
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
"""Short forms of log messages. They are None for the round and the deck, which the header shows,
and for the activation of a column, which the log shows through its yields."""


COLUMNS: Final = "columns"
GODS: Final = "gods"
MAP: Final = "map"


class DeusPainter(TablePainter[World]):
    """Painter of the table of Deus."""

    brief = BRIEF
    zones = (
        Zone(COLUMNS, words("All columns")),
        Zone(GODS, words("Gods and supply")),
        Zone(MAP, words("Map")),
    )
    own_known = frozenset({"DEU-11.4", "DEU-11.8"})
    roles: Mapping[str, str] = ROLES
    marks: frozenset[str] = frozenset()
    board_signs = (VILLAGE_LETTER,)
    chapter = side_panel.ROUND

    # ------------------------------------------------------------------ main page

    def headline(self, scene: Scene[World], width: int) -> Text:
        view = scene.view
        if view.over:
            return words("After round {round}", round=view.round)
        if not view.round:
            return words("Setting up")
        if width < WIDE:
            return words("Round {round}", round=view.round)
        return words(
            "Round {round}   first player {seat}   deck {deck}, discard {discard}",
            round=view.round,
            seat=Seat(view.first),
            deck=len(view.deck),
            discard=view.discarded,
        )

    def paint_headline(self, scene: Scene[World], canvas: Canvas, x: int, right: int) -> int:
        """Paint the progress towards the end and the god on top of the discard pile, and in a
        narrow header also the legend of the players' lines. Return the column at which the free
        space ends, which is always `right`."""
        view = scene.view
        x += 2
        facts = [
            (text, "warn" if key == "last" else "text")
            for key, text in side_panel.ending_words(view)
        ]
        if view.discard_top != NO_CARD and canvas.width >= WIDE:
            type_ = view.box.types[view.box.card_type[view.discard_top]]
            facts.append((words("on top: {god}", god=view.box.gods[type_.god].names), "dim"))
        if view.final_round != NOT_YET:
            facts.reverse()
        if canvas.width < WIDE and view.round and (view.seats > 2 or _is_bare(scene)):
            facts += [(text, "dim") for text in player_panels.signs_in_short(WorldMarks.of(scene))]
        for text, role in facts:
            said = scene.translate(text)
            if x + width_of(said) + 2 < right - _TURN:
                x = canvas.put(x, 0, said, role) + 2
        return right

    def summary_sheet(
        self, scene: Scene[World], before: World, notes: Sequence[Note]
    ) -> Sheet | None:
        """Return the changes in the players' goods as a table; None if nothing has changed."""
        was, now = player_panels.goods_sheet(before), player_panels.goods_sheet(scene.view)
        return changed_sheet([was], [now], scene.seat)

    def paint(self, scene: Scene[World], width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, scene.theme.glyphs)
        marks, plan = WorldMarks.of(scene), self._plan(scene, width, height)
        if plan.pairs:
            self._paint_wide(marks, canvas, plan)
        else:
            self._paint_narrow(marks, canvas, plan)
        for rect, part in self._parts_of_choice(marks, plan):
            canvas.blit(part, rect.x, rect.y)
        return canvas

    def repaint(self, scene: Scene[World], canvas: Canvas, room: Rect) -> None:
        for rect, part in self.following(scene, room):
            canvas.replace(part, rect.x, rect.y)

    def following(self, scene: Scene[World], room: Rect) -> Sequence[tuple[Rect, Canvas]]:
        """Return the map, the hand and the previewed column, with their rectangles."""
        marks, plan = WorldMarks.of(scene), self._plan(scene, room.width, room.height)
        parts = self._parts_of_choice(marks, plan)
        return [(rect.moved(room.x, room.y), part) for rect, part in parts]

    def _plan(self, scene: Scene[World], width: int, height: int) -> TableLayout:
        """Return the layout of the table, which is computed once per decision."""
        view, seat = scene.view, hand.whose_hand(scene)
        rows = player_panels.rows_of_columns(view, scene.emphasized_seat)
        of_all = sum(_rows_with_title(view, seat) for seat in range(view.seats))
        covered = -1 if scene.replaying else 0
        cards = covered if seat is None else len(view.hands[seat])
        if scene.choosing is None:
            return TableLayout.of(view, width, height, rows, of_all, cards)
        made_of = ("plan", width, height, rows, of_all, cards)
        return scene.choosing.memo.once(
            made_of, lambda: TableLayout.of(view, width, height, rows, of_all, cards)
        )

    def _parts_of_choice(
        self, marks: WorldMarks, plan: TableLayout
    ) -> Iterator[tuple[Rect, Canvas]]:
        """Yield the parts that follow the cursor or show the current choice, with their
        rectangles."""
        yield plan.map, self._map(marks, plan)
        chain = chain_of(marks.scene)
        if chain is not None:
            yield plan.chain, self._chain(marks, plan, chain)
        if plan.hand.height and (plan.pairs or (chain is None and not _is_bare(marks.scene))):
            yield plan.hand, self._hand(marks, plan)

    def _map(self, marks: WorldMarks, plan: TableLayout) -> Canvas:

        def painted() -> Canvas:
            canvas = Canvas(plan.map.width, plan.map.height, marks.glyphs)
            paint_map(marks, canvas, canvas.rect, plan.size)
            return canvas

        return marks.scene.still(
            "map", (plan.map, *what_map_shows(marks.scene, plan.map, plan.size)), painted
        )

    def _chain(self, marks: WorldMarks, plan: TableLayout, chain: Chain) -> Canvas:

        def painted() -> Canvas:
            canvas = Canvas(plan.chain.width, plan.chain.height, marks.glyphs)
            paint_chain(marks, canvas, canvas.rect, chain)
            return canvas

        return marks.scene.still("chain", (plan.chain, chain), painted)

    def _hand(self, marks: WorldMarks, plan: TableLayout) -> Canvas:
        scene = marks.scene

        def painted() -> Canvas:
            canvas = Canvas(plan.hand.width, plan.hand.height, marks.glyphs)
            signs = None if plan.pairs else player_panels.signs_of_lines(marks)
            hand.paint_hand(marks, canvas, canvas.rect, signs)
            return canvas

        made_of: tuple[Hashable, ...] = (plan.hand,)
        if scene.choosing is not None:
            made_of += (scene.choosing.chosen, tuple(marked_cards(scene.choosing)))
            made_of += (card_being_built(scene.choosing)[0],)
        return scene.still("hand", made_of, painted)

    def _paint_narrow(self, marks: WorldMarks, canvas: Canvas, plan: TableLayout) -> None:
        scene = marks.scene
        if plan.supply.height:
            side_panel.paint_supply_column(marks, canvas, plan.supply)
        player_panels.paint_lines(marks, canvas, plan.players)
        if plan.columns.height:
            self._paint_columns(marks, canvas, plan.columns)
        if _is_bare(scene) and chain_of(scene) is None:
            x, y, width, height = plan.hand
            side_panel.paint_log(scene, canvas, Rect(x, y, width, height + plan.log.height))
        elif plan.log.height:
            side_panel.paint_log(scene, canvas, plan.log)

    def _paint_wide(self, marks: WorldMarks, canvas: Canvas, plan: TableLayout) -> None:
        scene = marks.scene
        self._paint_columns(marks, canvas, plan.columns)
        if chain_of(scene) is None:
            side_panel.paint_gods(marks, canvas, plan.chain)
        side_panel.paint_supply_line(marks, canvas, 0, plan.supply.y, plan.supply.width)
        rect = plan.players
        title, fact = (
            marks.translate(words("Players")),
            marks.translate(player_panels.SIGNS_OF_COLUMNS),
        )
        fact = fact if width_of(title) + width_of(fact) + 6 < rect.width else ""
        paint_heading(canvas, rect, title, fact)
        canvas.ground(Rect(rect.x, rect.y, rect.width, 1), SURFACE)
        below = Rect(rect.x, rect.y + 1, rect.width, rect.height - 1)
        player_panels.paint_pairs(marks, canvas, below)
        if plan.score.height:
            side_panel.paint_score(marks, canvas, plan.score)
        y = plan.others.y
        for seat in self._seats_beside(scene, plan):
            rows = _rows_with_title(marks.view, seat)
            part = Rect(plan.others.x, y, plan.others.width, rows)
            player_panels.paint_columns(marks, canvas, part, seat)
            y += rows
        rect = Rect(plan.log.x, y, plan.log.width, plan.log.bottom - y)
        side_panel.paint_log(scene, canvas, rect if plan.others.height else plan.log)

    def _seats_left(self, scene: Scene[World], rect: Rect) -> list[int]:
        """Return the seats whose columns are in `rect`: the viewer's or else the active one, and
        others if they fit."""
        view = scene.view
        first = scene.emphasized_seat
        others = view.opponents(first)
        return [first, *_fitting(view, others, rect.height - _rows_with_title(view, first))]

    def _seats_beside(self, scene: Scene[World], plan: TableLayout) -> list[int]:
        """Return the other seats whose columns fit on the right."""
        view, there = scene.view, self._seats_left(scene, plan.columns)
        seats = view.clockwise(scene.emphasized_seat)
        return _fitting(view, [seat for seat in seats if seat not in there], plan.others.height)

    def _paint_columns(self, marks: WorldMarks, canvas: Canvas, rect: Rect) -> None:
        """Paint the viewer's columns, or else those of the active player, and those of others if
        they fit."""
        canvas.fill(*rect, ground=SURFACE)
        view = marks.view
        shown = self._seats_left(marks.scene, rect)
        y = rect.y
        for seat in shown:
            needed = _rows_with_title(view, seat)
            height = needed if len(shown) > 1 else rect.height
            part = Rect(rect.x, y, rect.width, height)
            player_panels.paint_columns(marks, canvas, part, seat)
            y += height

    # ------------------------------------------------------------------ further pages

    def paint_zone(self, scene: Scene[World], zone: str, width: int, height: int) -> Canvas:
        marks = WorldMarks.of(scene)
        if zone == COLUMNS:
            return self._columns_page(marks, width)
        if zone == GODS:
            return self._gods_page(marks, width)
        if zone == MAP:
            return self._map_page(marks, width, height)
        raise KeyError(zone)

    def _columns_page(self, marks: WorldMarks, width: int) -> Canvas:
        view = marks.view
        rows = [_rows_with_title(view, seat) for seat in range(view.seats)]
        canvas = Canvas(width, sum(rows) + view.seats - 1, marks.glyphs)
        y = 0
        for seat in view.clockwise(marks.scene.emphasized_seat):
            player_panels.paint_columns(marks, canvas, Rect(0, y, width, rows[seat]), seat)
            y += rows[seat] + 1
        return canvas

    def _gods_page(self, marks: WorldMarks, width: int) -> Canvas:
        """Return the page with the gods, the supply and the progress towards the end."""
        view = marks.view
        facts = side_panel.ending_words(view)
        canvas = Canvas(width, TITLED + 12 + len(facts), marks.glyphs)
        side_panel.paint_gods(marks, canvas, Rect(0, 0, width, TITLED))
        y = TITLED + 1
        paint_heading(canvas, Rect(0, y, width, 1), marks.translate(words("Supply")))
        side_panel.paint_supply_column(marks, canvas, Rect(0, y + 1, 30, 9))
        for number, (_, text) in enumerate(facts):
            canvas.put(34, y + 1 + number, marks.translate(text), "text")
        return canvas

    def _map_page(self, marks: WorldMarks, width: int, height: int) -> Canvas:
        """Return the page with the whole map, as large as possible."""
        view = marks.view
        if view.board is None:
            return Canvas(width, height, marks.glyphs)
        size = Measures.of(view.map.hexes, width, max(height, 40))
        canvas = Canvas(width, max(height, size.height), marks.glyphs)
        paint_map(marks, canvas, Rect(0, 0, width, size.height), size)
        return canvas

    # ------------------------------------------------------------------ choosing

    def choosing(self, request: DecisionRequest[World]) -> PartialPick[World]:
        return DeusChoosing(request)

    def preview(
        self, scene: Scene[World], choice: Choice | None, foresight: Preview[World] | None
    ) -> Sequence[Text]:
        return preview(scene, choice, foresight)

    def why(
        self, scene: Scene[World], foresight: Preview[World], place: Place | None
    ) -> Text | None:
        """Return the viewer's gains in goods and pieces. For an offering, return the god's reward
        (even if the god is chosen later) and the cards drawn. None for spectators."""
        seat = scene.seat
        if seat is None:
            return None
        before, after = scene.view, foresight.view
        if any(note.rule == OFFERED for note in foresight.notes):
            return tooltips.offering_brings(before, after, seat)
        gains = tooltips.changed_amounts(before, after, seat, gains=True)
        gains += tooltips.pieces_gained(before, after, seat)
        return joined(gains, ", ") if gains else None

    def moves(self, before: World, scene: Scene[World]) -> Sequence[Move]:
        return moves(before, scene)

    def inspect(self, scene: Scene[World], place: Place) -> Text | None:
        return tooltips.of_place(scene.view, hand.whose_hand(scene), place, chain_of(scene))

    def legend(self, scene: Scene[World]) -> Sequence[tuple[str, Text]]:
        marks = WorldMarks.of(scene)
        glyphs = scene.theme.glyphs
        view = scene.view
        pieces = [
            (marks.piece(one.index), words("{type}: its pieces, cards and column", type=one.names))
            for one in view.box.types
        ]
        terrains = [
            (marks.terrain(terrain.id), words("{terrain}", terrain=terrain.names))
            for terrain in view.box.terrains
            if terrain.kind != "village"
        ]
        column = f"{marks.piece(0)}3:1/2"
        owner, village = marks.letters[0], scene.translate(VILLAGE_LETTER)
        return [
            *pieces,
            *terrains,
            (f"{village}6", words("a barbarian village and its VP")),
            (
                f"{owner}{marks.piece(1)}{marks.piece(4)}",
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
                f"{owner}{marks.terrain('field')}2",
                words("owner, terrain, number of pieces (on large maps)"),
            ),
            (column, words("a column of 3 cards, 1 piece ready, 2 in stock")),
            *(
                (marks.code(resource.id), words("{kind}", kind=resource.names))
                for resource in view.box.resources
            ),
            (glyphs("coin"), words("gold")),
            (glyphs("card"), words("cards in hand")),
        ]


OFFERED: Final = "DEU-11.2"
"""Rule id of the note about an offering."""

_TURN: Final = 14
"""Columns of the header reserved for the turn marker."""


def _rows_with_title(view: World, seat: int) -> int:
    return 1 + player_panels.rows_of_columns(view, seat)


def _fitting(view: World, seats: Iterable[int], room: int) -> list[int]:
    """Return the seats whose columns fit below each other, the first ones first."""
    fitting = []
    for seat in seats:
        rows = _rows_with_title(view, seat)
        if rows <= room:
            fitting.append(seat)
            room -= rows
    return fitting


def _is_bare(scene: Scene[World]) -> bool:
    """Return whether the log takes the place of the hand, because nobody's hand is visible."""
    return scene.replaying and hand.whose_hand(scene) is None


PAINTER = DeusPainter()
