"""Where the mouse is, there the cursor stands."""

from __future__ import annotations

from attrs import evolve

from screens.table.effects import Update, repaint
from screens.table.messages import Hovered, Picked, Pointed, TableMessage
from screens.table.table_renderer import TableRenderer
from screens.table.table_state import TableState, UnderMouse


class Mouse:
    """Lets the cursor follow the mouse; a choice that waits to be taken once more stays."""

    def __init__(self, picturing: TableRenderer) -> None:
        self._picturing = picturing

    def update(self, doing: TableState, input: TableMessage) -> Update | None:
        """A place to which the mouse has come is pointed at; one that is picked is for others."""
        match input:
            case Hovered() if doing.confirming and not doing.looking:
                return repaint(doing)
            case Hovered(place):
                if place != doing.mouse.place:
                    doing = evolve(doing, mouse=UnderMouse(place, doing.now))
                return Update(self._picturing.stand(doing, place), follow_up=(Pointed(place),))
            case Picked(place):
                return Update(self._picturing.stand(doing, place), propagate=True)
        return None
