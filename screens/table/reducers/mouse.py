"""Mouse movements: the cursor follows the mouse."""

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

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """A place to which the mouse has come is pointed at; one that is picked is for others."""
        match input:
            case Hovered() if state.confirming and not state.looking:
                return repaint(state)
            case Hovered(place):
                if place != state.mouse.place:
                    state = evolve(state, mouse=UnderMouse(place, state.now))
                return Update(self._picturing.stand(state, place), follow_up=(Pointed(place),))
            case Picked(place):
                return Update(self._picturing.stand(state, place), propagate=True)
        return None
