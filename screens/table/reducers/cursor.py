"""Arrows go from place to place on the picture, Enter picks."""

from __future__ import annotations

from attrs import evolve

from screens.paint.canvas import Spot
from screens.table.effects import Update, repaint
from screens.table.messages import Clicked, KeyPressed, Picked, Pointed, TableMessage
from screens.table.read_only_session import SceneFactory
from screens.table.table_renderer import TableRenderer
from screens.table.table_state import TableState


class CursorKeys:
    """Moves the cursor, and tells what stands where it comes to."""

    def __init__(self, scenes: SceneFactory, picturing: TableRenderer) -> None:
        self._scenes, self._picturing = scenes, picturing

    def update(self, doing: TableState, input: TableMessage) -> Update | None:
        """What no layer above has wanted of keys and places."""
        match input:
            case KeyPressed("up" | "down" | "left" | "right" as way) if doing.is_drawn:
                return self._step(doing, way)
            case KeyPressed("enter") if doing.is_drawn:
                cursor = self._picturing.picture(doing).cursor
                return None if cursor is None else Update(doing, follow_up=(Picked(cursor),))
            case Pointed(place) if not doing.confirming and doing.is_drawn:
                return self._see(doing, place)
            case Clicked(place):
                return Update(doing, follow_up=(Pointed(place),))
        return None

    def _step(self, doing: TableState, way: str) -> Update | None:
        place = self._picturing.ahead(doing, way)
        if place is None:
            return None
        if place == self._picturing.picture(doing).cursor:
            return Update(doing)
        return Update(self._picturing.stand(doing, place), follow_up=(Pointed(place),))

    def _see(self, doing: TableState, place: Spot) -> Update | None:
        text = self._picturing.seen_at(doing, place)
        if text is None:
            return None
        standing = evolve(doing.standing, looked_at=None)
        said = self._scenes.say(doing, text)
        return repaint(evolve(doing, standing=standing, message=said))
