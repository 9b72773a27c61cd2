"""Short symbols of Catan in addition to those of the island: development cards and the army."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from attrs import frozen

from engine.games.knights.catan.action_phase import DEVELOPMENT_COST
from engine.games.knights.catan.state import PILE, CatanIsland
from engine.games.knights.component_types import Card, CountsByKind
from engine.games.knights.state import NOBODY
from engine.i18n.text import Text, words
from screens.games.knights.symbols import AWARD, IslandLabels

CARD_HUE: Final = "violet"


@frozen
class CatanLabels(IslandLabels):
    """Short labels for players and cards, in the language of one reader."""

    no_card: ClassVar[Text] = words("no development cards")
    cards_in_short: ClassVar[Text] = words("dev")

    @property
    def catan_view(self) -> CatanIsland:
        """The state as the reader sees it (`view`), typed as a `CatanIsland`."""
        view = self.view
        assert isinstance(view, CatanIsland)
        return view

    def card_look(self, card: Card) -> tuple[str, str]:
        """Return the first letter of the card's name, and the hue of development cards."""
        return self.translate(card.names)[0], CARD_HUE

    def backs(self, seat: int) -> list[tuple[str, str]]:
        """Return the number of cards held, with its role, as the only entry, because all backs look
        alike."""
        held = self.view.cards_held(seat)
        return [(str(held), f"hue.{CARD_HUE} bold" if held else "dim")]

    def decks(self) -> Text:
        return words("cards {n}", n=self.view.deck_sizes[PILE])

    def awards(self) -> Iterator[Text]:
        yield from super().awards()
        if self.catan_view.army != NOBODY:
            yield words("Largest Army")

    def knights(self, seat: int) -> str:
        """Return the number of knights played, with a mark if the seat has Largest Army."""
        mark = self.glyphs(AWARD) if self.catan_view.army == seat else ""
        return f"{self.catan_view.army_size(seat)}{mark}"

    def knights_role(self, seat: int) -> str:
        if self.catan_view.army == seat:
            return "strong"
        return "text" if self.catan_view.army_size(seat) else "dim"

    @property
    def cost_ids(self) -> Sequence[str]:
        return ("road", "settlement", "city", DEVELOPMENT_COST)

    def purchases(self, seat: int) -> list[tuple[Text, CountsByKind]]:
        """Return pieces and development cards, each with the number left and its cost. Purchases
        that cost more kinds of cards come first."""
        pieces_left = [self.view.left(seat, n) for n in range(len(self.view.box.pieces))]
        road, settlement, city = self.buildings(pieces_left)
        return [settlement, (self.decks(), self.view.box.costs[DEVELOPMENT_COST]), road, city]
