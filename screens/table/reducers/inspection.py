"""Going about the table to be told what things are."""

from __future__ import annotations

from attrs import evolve

from screens.paint.canvas import Spot
from screens.table.effects import Update, repaint
from screens.table.messages import Commanded, Picked, Pointed, TableMessage
from screens.table.read_only_session import SceneFactory
from screens.table.table_renderer import TableRenderer
from screens.table.table_state import HELP, LOG, SHEET, WHOLE, TableState
from screens.table_view.help_pages import CARD, GUIDE


class Inspection:
    """Lets arrows go from thing to thing, whether it can be chosen or not."""

    def __init__(self, scenes: SceneFactory, picturing: TableRenderer) -> None:
        self._scenes, self._picturing = scenes, picturing

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """To pick something is the end of it; the pointer stays there if it can be chosen."""
        match input:
            case Commanded("play.look"):
                return self._turn(state)
            case Commanded("play.back") if state.looking:
                return self._turn(state)
            case Picked(place) if state.looking:
                stopped, choosing = self._turn(state), state.choosing
                index = choosing.index_at(place) if choosing and isinstance(place, tuple) else None
                return stopped if index is None else evolve(stopped, follow_up=(Pointed(place),))
            case Pointed(place) if state.looking:
                return self._see(state, place) or Update(state)
        return None

    def _turn(self, state: TableState) -> Update:
        if not state.is_drawn or state.zone in (SHEET, LOG, HELP, GUIDE, CARD, WHOLE):
            return Update(state)
        if state.looking:
            return repaint(evolve(state, looking=False, message=""))
        at = self._picturing.picture(state).cursor
        state = state if at is None else self._picturing.stand(state, at)
        standing = evolve(state.standing, looked_at=at)
        state = evolve(state, looking=True, message="", standing=standing)
        at = self._picturing.picture(state).cursor
        return (None if at is None else self._see(state, at)) or repaint(state)

    def _see(self, state: TableState, place: Spot) -> Update | None:
        text = self._picturing.seen_at(state, place)
        if text is None:
            return None
        standing = evolve(state.standing, looked_at=place)
        said = self._scenes.say(state, text)
        return repaint(evolve(state, standing=standing, message=said))
