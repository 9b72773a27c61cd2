"""Arrows go from place to place on the picture, Enter picks."""

from __future__ import annotations

from attrs import evolve

from screens.paint.canvas import Spot
from screens.table.effects import Outcome, show
from screens.table.messages import Clicked, Input, KeyPressed, Picked, Pointed
from screens.table.read_only_session import Scenes
from screens.table.table_renderer import Picturing
from screens.table.table_state import Doing


class Steering:
    """Moves the cursor, and tells what stands where it comes to."""

    def __init__(self, scenes: Scenes, picturing: Picturing) -> None:
        self._scenes, self._picturing = scenes, picturing

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
        """What no layer above has wanted of keys and places."""
        match input:
            case KeyPressed("up" | "down" | "left" | "right" as way) if doing.is_drawn:
                return self._step(doing, way)
            case KeyPressed("enter") if doing.is_drawn:
                cursor = self._picturing.picture(doing).cursor
                return None if cursor is None else Outcome(doing, then=(Picked(cursor),))
            case Pointed(place) if not doing.confirming and doing.is_drawn:
                return self._see(doing, place)
            case Clicked(place):
                return Outcome(doing, then=(Pointed(place),))
        return None

    def _step(self, doing: Doing, way: str) -> Outcome | None:
        place = self._picturing.ahead(doing, way)
        if place is None:
            return None
        if place == self._picturing.picture(doing).cursor:
            return Outcome(doing)
        return Outcome(self._picturing.stand(doing, place), then=(Pointed(place),))

    def _see(self, doing: Doing, place: Spot) -> Outcome | None:
        text = self._picturing.seen_at(doing, place)
        if text is None:
            return None
        standing = evolve(doing.standing, looked_at=None)
        said = self._scenes.say(doing, text)
        return show(evolve(doing, standing=standing, message=said))
