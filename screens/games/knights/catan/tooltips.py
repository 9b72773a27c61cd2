"""Tooltips for the table of Catan."""

from __future__ import annotations

from typing import Final

from engine.core.common_wording import joined
from engine.core.step import Place
from engine.games.knights.catan.state import PILE, CatanIsland
from engine.games.knights.wording import cards, points
from engine.i18n.text import Seat, Text, plural, words
from screens.games.knights import tooltips
from screens.table_view.scene import Scene


def inspect(scene: Scene[CatanIsland], place: Place) -> Text | None:
    """Return the tooltip of a place on the table; None if the place has none."""
    view = scene.view
    match place:
        case ("player", int(seat)):
            return _player(view, seat)
        case ("head", str(column)) if column in COLUMN_TEXTS:
            return COLUMN_TEXTS[column]
        case ("decks",):
            return words("Development cards left: {n}.", n=view.deck_sizes[PILE])
    return tooltips.inspect(scene, place)


COLUMN_TEXTS: Final[dict[str, Text]] = {
    "points": words("Points, not counting other players' hidden victory point cards."),
    "hand": words("Cards in hand / discard limit on a seven."),
    "cards": words("Development cards in hand."),
    "knights": words(
        "Knights played. The player with the most, at least 3, has Largest Army: 2 points."
    ),
}
"""Explanations of the columns of the players' table, by the key of the column, where they differ
from those in Cities & Knights."""


def _player(view: CatanIsland, seat: int) -> Text:
    text = words(
        "{seat}: {points}, {cards}, limit {limit}; development cards: {held}; "
        "knights {knights}; road {road}.",
        seat=Seat(seat),
        points=points(view.points(seat)),
        cards=cards(view.hand_sizes[seat]),
        limit=view.discard_limit(seat),
        held=view.cards_held(seat),
        knights=view.army_size(seat),
        road=view.lengths[seat],
    )
    hidden = view.hidden_points(seat)
    if not hidden:
        return text
    hidden_text = plural(
        "{n} of these points is hidden from the others.",
        "{n} of these points are hidden from the others.",
        hidden,
    )
    return joined([text, hidden_text], " ") or text
