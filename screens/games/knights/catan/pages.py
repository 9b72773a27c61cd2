"""Additional pages of Catan: bank and cards; dice statistics and production."""

from __future__ import annotations

from engine.core.common_wording import joined, series
from engine.games.knights.catan.state import PILE, CatanIsland
from engine.games.knights.wording import card_name
from engine.i18n.text import Seat, Text, words
from screens.games.knights.catan.symbols import CatanMarks
from screens.games.knights.pages import (
    DICE,
    MOST_ROWS,
    paint_bank,
    paint_dice,
    paint_held,
    paint_what_lands_bring,
    trimmed,
)
from screens.games.knights.symbols import own_seat
from screens.paint.canvas import Canvas
from screens.table_view.scene import Scene


def paint(scene: Scene[CatanIsland], zone: str, width: int) -> Canvas:
    """Paint a page."""
    view = scene.view
    if zone == DICE:
        return paint_dice(scene, width, words("rolls: {rolls}", rolls=sum(view.totals)))
    canvas = Canvas(width, MOST_ROWS, scene.theme.glyphs)
    marks = CatanMarks.of(scene)
    y = paint_bank(scene, canvas, 0, marks)
    title = words("Development cards left: {n}", n=view.deck_sizes[PILE])
    y = paint_held(scene, canvas, y, marks, title, _held_and_played(view, own_seat(scene)))
    return trimmed(canvas, paint_what_lands_bring(scene, canvas, y, marks))


def _held_and_played(view: CatanIsland, own: int | None) -> list[Text]:
    """Numbers of cards held by others, and the cards that each player has played."""
    held = joined(
        (
            words("{seat} ({cards})", seat=Seat(seat), cards=view.cards_held(seat))
            for seat in range(view.seats)
            if seat != own and view.cards_held(seat)
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
