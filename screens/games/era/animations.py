"""Animations at the table of Era: rolled dice and turned tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.era.state import Realm
from screens.games.era.symbols import FEATHER, HAMMER, SHIELD, SKULL, SWORD
from screens.paint.animation import Late, Move, Tumble, Turn
from screens.table_view.scene import Scene

FACE_ROLES: Final = ("text bold", "dim", "bad bold")
"""Prefixes of the roles of the cells that show the faces of a rolling die."""


def moves(before: Realm, scene: Scene[Realm]) -> Sequence[Move]:
    """Return the animations that lead from `before` to the current view."""
    turned = scene.view.tokens_turned > before.tokens_turned
    return [*_dice(before, scene), *([Turn(("tokens",))] if turned else [])]


def _dice(before: Realm, scene: Scene[Realm]) -> Iterator[Move]:
    """Yield a tumbling animation for each die that is new, or whose visible face has changed, in a
    new roll. The forecasts of the seats that have rolled keep their old content until the dice
    rest."""
    view, glyphs = scene.view, scene.theme.glyphs
    signs = "".join(map(glyphs, (HAMMER, SWORD, SHIELD, FEATHER, SKULL)))
    for seat in range(view.seats):
        if seat >= len(before.rolls) or view.rolls[seat] == before.rolls[seat]:
            continue
        faces_before, faces = before.visible_faces(seat), view.visible_faces(seat)
        for number, face in enumerate(faces):
            if number >= len(faces_before) or faces_before[number] != face:
                yield Tumble(("die", seat, number), FACE_ROLES, signs, whole=True)
        yield from (Late((meter, seat)) for meter in ("strength", "skulls", "meal"))
