"""Short symbols of Cities & Knights: letters of players, codes of kinds of cards, pieces on
corners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from attrs import frozen

from engine.core.hidden import is_hidden
from engine.games.knights.component_types import (
    BASIC,
    CITY_PIECE,
    SETTLEMENT_PIECE,
    WALL,
    Card,
    CountsByKind,
)
from engine.games.knights.component_types import ROAD as ROADS
from engine.games.knights.state import NOBODY, SETTLEMENT, TIPPED, Island, strength
from engine.i18n.text import Text, words
from screens.paint.theme import Glyph
from screens.table_view.player_labels import PlayerLabels, first_letter
from screens.table_view.scene import Scene

INACTIVE: Final = Glyph("▽", ",")
ACTIVE: Final = Glyph("▼", ";")
READY: Final = Glyph("◆", "&")
AWARD: Final = Glyph("*", "#")
"""Mark beside the level of the player who has the metropolis, the road length of the player who has
Longest Road and, in Catan, the knights of the player who has Largest Army."""

ROAD: Final = Glyph("━", "_")
PATH: Final = Glyph("•", "@")
"""Mark on an edge of a knight's path."""

ROBBER: Final = words("robber")
MERCHANT: Final = words("merchant")

ROBBER_NAMES: Final = (ROBBER, words("robb."))
MERCHANT_NAMES: Final = (MERCHANT, words("merch."))
"""Names written on a hex: the short one, of up to seven letters, if pieces beside it leave no room
for the other."""

LANDS_OF_CARDS: Final = {
    "lumber": "forest",
    "brick": "hills",
    "wool": "pasture",
    "grain": "fields",
    "ore": "mountains",
    "paper": "forest",
    "cloth": "pasture",
    "coin": "mountains",
}
"""Terrain whose colour is used for each kind of card."""


@frozen
class IslandLabels(PlayerLabels[Island]):
    """Short labels for players, kinds of cards and tracks, in the language of one reader."""

    def kind(self, kind: int) -> str:
        """Return the two-letter code of a kind of card."""
        return self.translate(self.view.box.kinds[kind].glyph)

    def kind_name(self, kind: int) -> str:
        """Return the name of a kind of card, in lower case."""
        return self.translate(self.view.box.kinds[kind].names).lower()

    def kind_role(self, kind: int, number: int) -> str:
        """Return the role of a kind of card: the colour of its terrain, "text" in a theme without
        tints, or "dim" if `number` is 0."""
        if not number:
            return "dim"
        return (
            f"land.{LANDS_OF_CARDS[self.view.box.kinds[kind].id]}"
            if self.scene.theme.tinted
            else "text"
        )

    @property
    def robber_and_merchant_letters(self) -> tuple[str, str]:
        """Letters of robber and merchant: the initials of their names."""
        return first_letter(self.scene, ROBBER), first_letter(self.scene, MERCHANT)

    def harbour(self, kind: int | None, rate: int) -> str:
        """Return the label of a harbour, such as `2Lu`, or `3:1` if `kind` is None because the
        harbour is for all kinds."""
        if kind is None:
            return f"{rate}:1"
        return self.translate(
            words("{rate}{kind}", rate=rate, kind=self.view.box.kinds[kind].glyph)
        )

    def track(self, track: int) -> str:
        """Return the letter of a track."""
        return self.translate(self.view.box.tracks[track].names)[0]

    def piece(self, node: int) -> tuple[str, str]:
        """Return the text of the piece on a corner, which is one or three cells wide, and its
        role."""
        view = self.view
        piece, seat = view.pieces[node], view.owners[node]
        letter = self.letters[seat]
        if piece == SETTLEMENT:
            return letter.lower(), f"piece.{seat}"
        if piece > TIPPED:
            return self._knight(node, letter, piece - TIPPED)
        if piece == TIPPED:
            return f"({letter.lower()})", f"piece.{seat}"
        left, right = "[]" if view.walls >> node & 1 else "()"
        if node in view.metropolises:
            left = self.track(view.metropolises.index(node))
        return f"{left}{letter}{right}", f"piece.{seat}"

    def _knight(self, node: int, letter: str, level: int) -> tuple[str, str]:
        """Return the text and role of a knight. Inactive knights are dark, and active ones bright.
        Knights that may act have a symbol of their own."""
        view, seat = self.view, self.view.owners[node]
        if not view.active_knights >> node & 1:
            return f"{self.glyphs(INACTIVE)}{letter}{level}", f"mid.{seat}"
        ready = bool(view.ready >> node & 1) and seat == view.active
        return f"{self.glyphs(READY if ready else ACTIVE)}{letter}{level}", f"piece.{seat}"

    def level(self, seat: int, track: int) -> str:
        """Return the level of a player on a track, with a mark if the player has the metropolis."""
        mark = self.glyphs(AWARD) if self.view.metropolis_owners[track] == seat else " "
        return f"{self.view.levels[seat][track]}{mark}"

    def gate_numbers(self, seat: int, track: int) -> str:
        """Return the red die numbers with which a seat draws at the gate of a track, such as `1-4`,
        or a dash if there are none."""
        highest = self.view.box.tracks[track].red_most[self.view.levels[seat][track]]
        return f"1-{highest}" if highest else self.glyphs("dash")

    def road(self, seat: int) -> str:
        """Return the length of a player's longest road, with a mark if the player has Longest
        Road."""
        mark = self.glyphs(AWARD) if self.view.award == seat else ""
        return f"{self.view.lengths[seat]}{mark}"

    def awards(self) -> Iterator[Text]:
        """Yield the names of the awards that `AWARD` currently marks."""
        if any(owner != NOBODY for owner in self.view.metropolis_owners):
            yield words("Metropolises")
        if self.view.award != NOBODY:
            yield words("Longest Road")

    # ------------------------------------------------------------------ cards and knights

    no_card: ClassVar[Text] = words("no progress cards")
    cards_in_short: ClassVar[Text] = words("cds")

    def card_look(self, card: Card) -> tuple[str, str]:
        """Return the letter of the deck of a progress card, and the name of the deck's hue."""
        return self.track(card.deck), self.view.box.tracks[card.deck].color

    def backs(self, seat: int) -> list[tuple[str, str]]:
        """Return, for each deck, a text with its letter once for each card held, and the role of
        the text."""
        tracks = self.view.box.tracks
        return [
            (self.track(deck) * number, f"hue.{tracks[deck].color} bold")
            for deck, number in enumerate(self.view.backs[seat])
        ]

    def cards(self, seat: int) -> str:
        """Return the backs of the cards held, as one text."""
        return "".join(text for text, _ in self.backs(seat))

    def decks(self) -> Text:
        """Return a text with the number of cards left in each deck."""
        sizes = " ".join(f"{self.track(deck)}{n}" for deck, n in enumerate(self.view.deck_sizes))
        return words("decks {sizes}", sizes=sizes)

    def knights(self, seat: int) -> str:
        """Return the strength of the active knights and that of all knights, such as `2/3`."""
        return f"{self.view.contribution(seat)}/{strength(self.view, seat)}"

    def knights_role(self, seat: int) -> str:
        """Return the role of the knights' strength, which is dim if the seat has no knights."""
        return "text" if self.view.knights[seat] else "dim"

    @property
    def cost_ids(self) -> Sequence[str]:
        """Ids of the game's costs, in the order in which they are shown."""
        return (
            *("road", "settlement", "city", "city_wall"),
            *("knight_recruit", "knight_promote", "knight_activate"),
        )

    def purchases(self, seat: int) -> list[tuple[Text, CountsByKind]]:
        """Return the name and the cost of each purchase, in the order in which they are shown.
        Except for promoting and activating knights, the name includes the number of pieces left."""
        box = self.view.box
        costs, pieces_left = box.costs, [self.view.left(seat, n) for n in range(len(box.pieces))]
        return [
            *self.buildings(pieces_left),
            (words("walls {n}", n=pieces_left[WALL]), costs["city_wall"]),
            (
                words("knights {n}", n="/".join(map(str, pieces_left[BASIC:]))),
                costs["knight_recruit"],
            ),
            (words("promote"), costs["knight_promote"]),
            (words("activate"), costs["knight_activate"]),
        ]

    def buildings(self, pieces_left: Sequence[int]) -> list[tuple[Text, CountsByKind]]:
        """Return the name, including the number left, and the cost of roads, settlements and
        cities. `pieces_left` contains the numbers left by kind of piece."""
        costs = self.view.box.costs
        return [
            (words("roads {n}", n=pieces_left[ROADS]), costs["road"]),
            (words("settlements {n}", n=pieces_left[SETTLEMENT_PIECE]), costs["settlement"]),
            (words("cities {n}", n=pieces_left[CITY_PIECE]), costs["city"]),
        ]


def own_seat(scene: Scene[Island]) -> int | None:
    """Return the seat whose hand is shown (`Scene.hand_seat`); None if there is no such seat or its
    hand is hidden."""
    view: Island = scene.view
    seat = scene.hand_seat
    return None if seat is None or is_hidden(view.hands[seat]) else seat
