"""Short signs of Cities & Knights: letters of players, codes of kinds, what stands on a corner."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from engine.core.state import is_hidden
from engine.games.knights.state import SETTLEMENT, TIPPED, Island
from engine.i18n.text import words
from screens.choose.scene import Scene
from screens.paint.look import Glyph
from screens.tabletop.seats import SeatMarks, first_letter

INACTIVE: Final = Glyph("▽", ",")
ACTIVE: Final = Glyph("▼", ";")
READY: Final = Glyph("◆", "&")
BONUS: Final = Glyph("*", "%")
"""Beside a level: it carries the metropolis; beside a length: it has Longest Road."""

ROAD: Final = Glyph("━", "_")
WAY: Final = Glyph("•", "@")
"""On a side that a knight would pass."""

ROBBER: Final = words("robber")
MERCHANT: Final = words("merchant")

LANDS: Final = {
    "lumber": "forest",
    "brick": "hills",
    "wool": "pasture",
    "grain": "fields",
    "ore": "mountains",
    "paper": "forest",
    "cloth": "pasture",
    "coin": "mountains",
}
"""The land whose ground a kind of card has."""


@frozen
class IslandMarks(SeatMarks[Island]):
    """How players, kinds and tracks are told in a cell or two, for one reader."""

    @property
    def view(self) -> Island:
        """The table as the reader sees it."""
        view: Island = self.scene.view
        return view

    def kind(self, kind: int) -> str:
        """Two letters of a kind of card."""
        return self.scene.tongue.argument(self.view.box.kinds[kind].glyph)

    def kind_name(self, kind: int) -> str:
        """The name of a kind of card, as it stands in a row of them."""
        return self.scene.tongue.argument(self.view.box.kinds[kind].names).lower()

    def kind_role(self, kind: int, number: int) -> str:
        """The ground on which a kind stands; none of it is dim."""
        if not number:
            return "dim"
        return f"land.{LANDS[self.view.box.kinds[kind].id]}" if self.scene.look.tinted else "text"

    @property
    def guests(self) -> tuple[str, str]:
        """The letters of robber and merchant: the first of their names."""
        return first_letter(self.scene, ROBBER), first_letter(self.scene, MERCHANT)

    def harbour(self, kind: int | None, rate: int) -> str:
        """What is written at a harbour: `2Lu`, `3:1`."""
        if kind is None:
            return f"{rate}:1"
        return self.scene.say(
            words("{rate}{kind}", rate=rate, kind=self.view.box.kinds[kind].glyph)
        )

    def track(self, track: int) -> str:
        """The letter of a track."""
        return self.scene.tongue.argument(self.view.box.tracks[track].names)[0]

    def piece(self, node: int) -> tuple[str, str]:
        """What stands on a corner, in one sign or three, and its block."""
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
        """Inactive ones are dark; active ones are bright, those that may act have another sign."""
        view, seat = self.view, self.view.owners[node]
        if not view.active_knights >> node & 1:
            return f"{self.glyphs(INACTIVE)}{letter}{level}", f"mid.{seat}"
        ready = bool(view.ready >> node & 1) and seat == view.active
        return f"{self.glyphs(READY if ready else ACTIVE)}{letter}{level}", f"piece.{seat}"

    def level(self, seat: int, track: int) -> str:
        """The level of a track, with a mark where it carries the metropolis."""
        mark = self.glyphs(BONUS) if self.view.metropolis_owners[track] == seat else " "
        return f"{self.view.levels[seat][track]}{mark}"

    def reds(self, seat: int, track: int) -> str:
        """At which numbers of the red die a seat draws at the gate of a track: `1-4`."""
        most = self.view.box.tracks[track].red_most[self.view.levels[seat][track]]
        return f"1-{most}" if most else self.glyphs("dash")

    def road(self, seat: int) -> str:
        """The length of the longest road, marked where it is Longest Road."""
        mark = self.glyphs(BONUS) if self.view.award == seat else ""
        return f"{self.view.lengths[seat]}{mark}"

    def cards(self, seat: int) -> str:
        """The letters of the decks of the progress cards held."""
        backs = enumerate(self.view.backs[seat])
        return "".join(self.track(deck) * number for deck, number in backs)


def own_seat(scene: Scene[Island]) -> int | None:
    """The seat whose hand may be shown: that of who looks, if it is not covered."""
    view: Island = scene.view
    if scene.seat is not None and not is_hidden(view.hands[scene.seat]):
        return scene.seat
    return None
