"""Where the mouse is, there the cursor stands."""

from __future__ import annotations

from attrs import evolve

from screens.doing.effects import Outcome, show
from screens.doing.inputs import Hovered, Input, Picked, Pointed
from screens.doing.picturing import Picturing
from screens.doing.values import Doing, UnderMouse


class Mouse:
    """Lets the cursor follow the mouse; a choice that waits to be taken once more stays."""

    def __init__(self, picturing: Picturing) -> None:
        self._picturing = picturing

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
        """A place to which the mouse has come is pointed at; one that is picked is for others."""
        match input:
            case Hovered() if doing.confirming and not doing.looking:
                return show(doing)
            case Hovered(place):
                if place != doing.mouse.place:
                    doing = evolve(doing, mouse=UnderMouse(place, doing.now))
                return Outcome(self._picturing.stand(doing, place), then=(Pointed(place),))
            case Picked(place):
                return Outcome(self._picturing.stand(doing, place), goes_on=True)
        return None
