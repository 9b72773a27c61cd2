"""What lies on the table of Catan: the island and hands as in Cities & Knights, development cards.

Development cards are the cards of the only deck: `progress` are those that are held, in the order
in which they were bought, `open_cards` those that were played.
"""

from __future__ import annotations

from typing import Final

from engine.core.state import is_hidden, table
from engine.games.knights.state import NOBODY, Island

PILE: Final = 0
"""The only deck."""

KNIGHT: Final = 0
"""The number of the knight among the cards."""


@table
class CatanIsland(Island):
    """The whole table; `fresh` is how many cards the active player has bought in this turn, which
    are the last ones held, `card_played` that one was played in it, `army` who has Largest Army."""

    fresh: int = 0
    card_played: bool = False
    army: int = NOBODY

    def points(self, seat: int) -> int:
        """The points of a seat; hidden victory points only where they are seen (CK-25.15)."""
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
        """The points of the victory point cards that a seat holds; none where they are hidden."""
        held = self.progress[seat]
        if is_hidden(held):
            return 0
        cards = self.box.cards
        return sum(cards[card].points for card in held)

    def rates(self, seat: int) -> list[int]:
        """How many cards of each kind the bank takes for one other (CK-10.2 to CK-10.5)."""
        return list(self.harbor_rates[seat])

    def army_size(self, seat: int) -> int:
        """How many knights a seat has face up."""
        return self.open_cards[seat].count(KNIGHT)
