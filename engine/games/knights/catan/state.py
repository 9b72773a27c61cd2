"""The state of Catan: island and hands as in Cities & Knights, and development cards.

Development cards are the cards of the only deck. `progress` are the cards in the hands, in the
order in which they were bought; `open_cards` are the cards that have been played.
"""

from __future__ import annotations

from typing import Final

from engine.core.hidden import is_hidden
from engine.core.state import table
from engine.games.knights.state import NOBODY, Island

PILE: Final = 0
"""The number of the only deck."""

KNIGHT: Final = 0
"""The number of the knight among the development cards."""


@table
class CatanIsland(Island):
    """The state of a game.

    `fresh` is the number of development cards that the active player has bought this turn; they are
    the last ones in `progress`. `card_played` is whether a development card has been played this
    turn. `army` is the seat with Largest Army, or `NOBODY`.
    """

    fresh: int = 0
    card_played: bool = False
    army: int = NOBODY

    def points(self, seat: int) -> int:
        """Return the points of a seat. Victory point cards count only if they are visible
        (CK-25.15)."""
        worth = self.box.points
        count = (
            worth.settlement * self.settlements[seat].bit_count()
            + worth.city * self.cities[seat].bit_count()
            + self.hidden_points(seat)
        )
        if self.award == seat:
            count += worth.longest_road
        if self.army == seat:
            count += worth.largest_army
        return count

    def hidden_points(self, seat: int) -> int:
        """Return the points of the victory point cards in a seat's hand. They are 0 if the cards
        are hidden."""
        held = self.progress[seat]
        if is_hidden(held):
            return 0
        cards = self.box.cards
        return sum(cards[card].points for card in held)

    def rates(self, seat: int) -> list[int]:
        """Return the number of cards of each kind that the bank takes for a card of another kind
        (CK-10.2 to CK-10.5)."""
        return list(self.harbor_rates[seat])

    def army_size(self, seat: int) -> int:
        return self.open_cards[seat].count(KNIGHT)
