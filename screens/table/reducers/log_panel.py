"""The log beside the table, which the wheel turns back."""

from __future__ import annotations

from attrs import evolve

from screens.paint import buttons
from screens.paint.canvas import Spot
from screens.table.effects import RepaintScope, Update, repaint
from screens.table.messages import Clicked, TableMessage, Wheel
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.table_renderer import TableRenderer
from screens.table.table_state import TABLE, TableState
from screens.table_view import log_view


class LogPanel:
    """Turns the log back by lines, and to its end again once anything happens."""

    def __init__(
        self, reading: ReadOnlySession, scenes: SceneFactory, picturing: TableRenderer
    ) -> None:
        self._reading, self._scenes, self._picturing = reading, scenes, picturing

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """The wheel over it, whatever else the wheel may do; a click on the mark at its end."""
        match input:
            case Wheel(lines, place) if state.zone == TABLE and _is_log(place):
                return self._turn(state, -lines)
            case Clicked(place) if place == (buttons.SCROLL, 0):
                return _turned(state, (0, 0))
        return None

    def _turn(self, state: TableState, lines: int) -> Update:
        """Turn it back by so many lines (less than none: on again)."""
        shown = sum(map(_is_log, self._picturing.picture(state).canvas.spots))
        scene = self._scenes.of(state)
        most = len(log_view.log_lines(scene)) - shown
        back = max(0, min(most, scene.log_back + lines))
        return _turned(state, (self._reading.sight.length, back))


def _turned(state: TableState, back: tuple[int, int]) -> Update:
    return repaint(evolve(state, page=evolve(state.page, turned_back=back)), RepaintScope.ALL)


def _is_log(place: Spot) -> bool:
    return isinstance(place, tuple) and place[0] == buttons.LOG
