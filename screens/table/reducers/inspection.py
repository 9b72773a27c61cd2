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

    def update(self, doing: TableState, input: TableMessage) -> Update | None:
        """To pick something is the end of it; the pointer stays there if it can be chosen."""
        match input:
            case Commanded("play.look"):
                return self._turn(doing)
            case Commanded("play.back") if doing.looking:
                return self._turn(doing)
            case Picked(place) if doing.looking:
                stopped, choosing = self._turn(doing), doing.choosing
                index = choosing.index_at(place) if choosing and isinstance(place, tuple) else None
                return stopped if index is None else evolve(stopped, follow_up=(Pointed(place),))
            case Pointed(place) if doing.looking:
                return self._see(doing, place) or Update(doing)
        return None

    def _turn(self, doing: TableState) -> Update:
        if not doing.is_drawn or doing.zone in (SHEET, LOG, HELP, GUIDE, CARD, WHOLE):
            return Update(doing)
        if doing.looking:
            return repaint(evolve(doing, looking=False, message=""))
        at = self._picturing.picture(doing).cursor
        doing = doing if at is None else self._picturing.stand(doing, at)
        standing = evolve(doing.standing, looked_at=at)
        doing = evolve(doing, looking=True, message="", standing=standing)
        at = self._picturing.picture(doing).cursor
        return (None if at is None else self._see(doing, at)) or repaint(doing)

    def _see(self, doing: TableState, place: Spot) -> Update | None:
        text = self._picturing.seen_at(doing, place)
        if text is None:
            return None
        standing = evolve(doing.standing, looked_at=place)
        said = self._scenes.say(doing, text)
        return repaint(evolve(doing, standing=standing, message=said))
