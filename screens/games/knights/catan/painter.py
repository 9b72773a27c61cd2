"""The table of Catan: the parts that it shares with the table of Cities & Knights, and the
development cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.common_wording import joined, series
from engine.core.step import Place
from engine.games.knights.catan.state import PILE, CatanIsland
from engine.games.knights.wording import card_name
from engine.i18n.text import Seat, Text, words
from screens.games.knights.catan.symbols import CatanLabels
from screens.games.knights.catan.tooltips import inspect
from screens.games.knights.pages import (
    DICE_ZONE,
    MAX_ROWS,
    paint_bank,
    paint_cards_and_costs,
    paint_dice,
    paint_terrain_yields,
    trimmed,
)
from screens.games.knights.painter import IslandPainter
from screens.games.knights.side_panel import paint_players, paint_small_players
from screens.games.knights.symbols import AWARD, ROAD, ROBBER, IslandLabels, own_seat
from screens.paint.canvas import Canvas, Rect
from screens.paint.hexes import PIP, RED_PIP
from screens.paint.shapes import SURFACE
from screens.table_view.scene import Scene


class CatanPainter(IslandPainter[CatanIsland]):
    """Painter of the table of Catan."""

    labels_type = CatanLabels
    brief: Mapping[str, Text | None] = {
        **IslandPainter.brief,
        "{seat} buys a development card for {price}.": words("buys a card"),
    }
    board_signs = (ROBBER,)
    no_best = frozenset({"progress", "roads_left", "settlements_left", "cities_left"})

    def paint_side(self, labels: IslandLabels, canvas: Canvas, rect: Rect, *, costs: bool) -> None:
        canvas.ground(rect, SURFACE)
        paint_players(labels, canvas, rect, rect.y, costs=costs)

    def paint_small_side(
        self, labels: IslandLabels, canvas: Canvas, rect: Rect, *, hand: bool
    ) -> None:
        """Paint the number of development cards left in the first row, then the parts that
        `paint_small_players` paints, with the player's hand if `hand` is true."""
        canvas.ground(rect, SURFACE)
        end = canvas.put(
            rect.x + 1,
            rect.y,
            labels.translate(words("dev. cards left: {n}", n=labels.view.deck_sizes[PILE])),
            "dim",
        )
        canvas.spot(("decks",), Rect(rect.x, rect.y, end - rect.x + 1, 1))
        paint_small_players(labels, canvas, rect, hand=hand)

    def event_text(self, view: CatanIsland) -> Text | None:
        """Return None, because Catan has no event die."""
        return None

    def paint_zone(self, scene: Scene[CatanIsland], zone: str, width: int, height: int) -> Canvas:
        return paint_page(scene, zone, width)

    def inspect(self, scene: Scene[CatanIsland], place: Place) -> Text | None:
        return inspect(scene, place)

    def legend(self, scene: Scene[CatanIsland]) -> Sequence[tuple[str, Text]]:
        sign, labels = scene.theme.glyphs, CatanLabels.of(scene)
        letter = labels.letters[0]
        return [
            (sign("dot"), words("a free corner")),
            (sign("meeple.out"), words("a free corner with a harbour")),
            (
                f"{letter.lower()} ({letter})",
                words("settlement, city; the letter is the owner's"),
            ),
            (sign(PIP) * 3, words("pips: how many of 36 rolls give this number")),
            (sign(RED_PIP) * 5, words("pips on a 6 or 8")),
            (
                f"{labels.harbour(0, 2)} 3:1",
                words("harbour: 2 lumber, or any 3 of a kind, for 1"),
            ),
            (labels.robber_and_merchant_letters[0], words("robber: the hex produces nothing")),
            (f"{sign(ROAD)}5", words("length of the longest road")),
            (sign(AWARD), words("holder of Longest Road or Largest Army")),
            (sign("card"), words("development cards in hand")),
            *self.code_legend(scene),
        ]


PAINTER = CatanPainter()


def paint_page(scene: Scene[CatanIsland], zone: str, width: int) -> Canvas:
    """Paint the page of dice and production if `zone` is `DICE_ZONE`, otherwise the page of cards
    and bank."""
    view = scene.view
    if zone == DICE_ZONE:
        return paint_dice(scene, width, words("rolls: {rolls}", rolls=sum(view.totals)))
    canvas = Canvas(width, MAX_ROWS, scene.theme.glyphs)
    labels = CatanLabels.of(scene)
    y = paint_bank(labels, canvas, 0)
    title = words("Development cards left: {n}", n=view.deck_sizes[PILE])
    y = paint_cards_and_costs(labels, canvas, y, title, _held_and_played(view, own_seat(scene)))
    return trimmed(canvas, paint_terrain_yields(labels, canvas, y))


def _held_and_played(view: CatanIsland, reader: int | None) -> list[Text]:
    """Describe the number of development cards that each player except `reader` holds (every player
    if `reader` is None), and the cards that each player has played. Leave out players who hold none
    or have played none."""
    held = joined(
        (
            words("{seat} ({cards})", seat=Seat(seat), cards=view.cards_held(seat))
            for seat in range(view.seats)
            if seat != reader and view.cards_held(seat)
        ),
        "; ",
    )
    played = [
        words(
            "{seat} played: {cards}.",
            seat=Seat(seat),
            cards=series(card_name(view.box, card) for card in view.open_cards[seat]),
        )
        for seat in range(view.seats)
        if view.open_cards[seat]
    ]
    return played if held is None else [words("Held: {cards}.", cards=held), *played]
