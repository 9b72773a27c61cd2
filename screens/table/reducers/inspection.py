"""Going about the table to be told what things are."""

from __future__ import annotations

from attrs import evolve

from screens.paint.canvas import Spot
from screens.table.effects import Outcome, show
from screens.table.messages import Commanded, Input, Picked, Pointed
from screens.table.read_only_session import Scenes
from screens.table.table_renderer import Picturing
from screens.table.table_state import HELP, LOG, SHEET, WHOLE, Doing
from screens.table_view.help_pages import CARD, GUIDE


class Looking:
    """Lets arrows go from thing to thing, whether it can be chosen or not."""

    def __init__(self, scenes: Scenes, picturing: Picturing) -> None:
        self._scenes, self._picturing = scenes, picturing

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
        """To pick something is the end of it; the pointer stays there if it can be chosen."""
        match input:
            case Commanded("play.look"):
                return self._turn(doing)
            case Commanded("play.back") if doing.looking:
                return self._turn(doing)
            case Picked(place) if doing.looking:
                stopped, choosing = self._turn(doing), doing.choosing
                index = choosing.index_at(place) if choosing and isinstance(place, tuple) else None
                return stopped if index is None else evolve(stopped, then=(Pointed(place),))
            case Pointed(place) if doing.looking:
                return self._see(doing, place) or Outcome(doing)
        return None

    def _turn(self, doing: Doing) -> Outcome:
        if not doing.is_drawn or doing.zone in (SHEET, LOG, HELP, GUIDE, CARD, WHOLE):
            return Outcome(doing)
        if doing.looking:
            return show(evolve(doing, looking=False, message=""))
        at = self._picturing.picture(doing).cursor
        doing = doing if at is None else self._picturing.stand(doing, at)
        standing = evolve(doing.standing, looked_at=at)
        doing = evolve(doing, looking=True, message="", standing=standing)
        at = self._picturing.picture(doing).cursor
        return (None if at is None else self._see(doing, at)) or show(doing)

    def _see(self, doing: Doing, place: Spot) -> Outcome | None:
        text = self._picturing.seen_at(doing, place)
        if text is None:
            return None
        standing = evolve(doing.standing, looked_at=place)
        said = self._scenes.say(doing, text)
        return show(evolve(doing, standing=standing, message=said))
