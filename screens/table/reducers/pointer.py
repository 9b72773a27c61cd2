"""Pointing with the arrow keys and the mouse, Enter, and inspection, which also reaches places that
cannot be chosen."""

from __future__ import annotations

from attrs import evolve

from screens.input_modes.choice_list import ChoiceList
from screens.paint.canvas import Spot
from screens.renderer.spatial_navigation import Direction
from screens.table.effects import Update, repaint
from screens.table.messages import (
    Clicked,
    Commanded,
    Hovered,
    KeyPressed,
    Picked,
    Pointed,
    TableMessage,
)
from screens.table.read_only_session import SceneFactory
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_renderer import Picture, TableRenderer
from screens.table.table_state import (
    FULL_TEXT_PAGE,
    HELP_PAGE,
    LOG_PAGE,
    SHEET_PAGE,
    TableState,
    UnderMouse,
    hint_shown,
)
from screens.table_view.help_pages import CARD_PAGE, GUIDE_PAGE


class CursorKeys(TableReducer):
    """Reducer that moves the cursor, and describes the place that it reaches."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle arrow keys, Enter, pointing and clicks that no earlier reducer has used."""
        match input:
            case KeyPressed("up" | "down" | "left" | "right" as direction):
                return self._move(state, direction)
            case KeyPressed("enter"):
                cursor = self.renderer.picture(state).cursor
                return None if cursor is None else Update(state, follow_up=(Picked(cursor),))
            case Pointed(place) if not state.confirming:
                return _describe(state, place, self.scenes, self.renderer)
            case Clicked(place):
                return Update(state, follow_up=(Pointed(place),))
        return None

    def _move(self, state: TableState, direction: str) -> Update | None:
        picture = self.renderer.picture(state)
        if picture.cursor is None:
            return None
        place = self.renderer.compass(picture).ways[Direction(direction)][picture.cursor]
        if place == picture.cursor:
            place = self._in_list(state, picture, 1 if direction in ("right", "down") else -1)
        if place is None:
            return Update(state)
        return Update(self.renderer.move_cursor(state, place), follow_up=(Pointed(place),))

    def _in_list(self, state: TableState, picture: Picture, by: int) -> Spot | None:
        """Return the place of the next (`by` 1) or previous (-1) choice in the list, for an arrow
        key without a place in its direction. None at the ends of the list, if there is no list, if
        the choice has no place on the screen, and during inspection."""
        partial_pick = state.partial_pick
        if (
            partial_pick is None
            or state.inspecting
            or not isinstance(partial_pick.input_mode, ChoiceList)
        ):
            return None
        at = partial_pick.input_mode.pointed + by
        return next((place for place, stop in picture.legal.items() if stop == at), None)


class Mouse(TableReducer):
    """Reducer that moves the cursor with the mouse. While a pick is waiting for confirmation, the
    cursor does not follow the mouse pointer."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Point at the place under the mouse pointer. At `Picked`, move the cursor to its place,
        and leave the message to later reducers."""
        match input:
            case Hovered() if state.confirming and not state.inspecting:
                return repaint(state)
            case Hovered(place):
                if place != state.mouse.place:
                    state = evolve(state, mouse=UnderMouse(place, state.now))
                return Update(self.renderer.move_cursor(state, place), follow_up=(Pointed(place),))
            case Picked(place):
                return Update(self.renderer.move_cursor(state, place), propagate=True)
        return None


class Inspection(TableReducer):
    """Reducer of inspection, in which arrow keys also reach places that cannot be chosen."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle the commands and the cursor of inspection. Picking a place ends the inspection
        and, if the place can be chosen, leaves the cursor there."""
        match input:
            case Commanded("play.look"):
                return self._toggle(state)
            case Commanded("play.back") if state.inspecting:
                return self._toggle(state)
            case Picked(place) if state.inspecting:
                stopped, partial_pick = self._toggle(state), state.partial_pick
                index = (
                    partial_pick.input_mode.index_at(place)
                    if partial_pick and isinstance(place, tuple)
                    else None
                )
                return stopped if index is None else evolve(stopped, follow_up=(Pointed(place),))
            case Pointed(place) if state.inspecting:
                return self._describe(state, place) or Update(state)
        return None

    def _toggle(self, state: TableState) -> Update:
        if not state.is_drawn or state.zone in (
            SHEET_PAGE,
            LOG_PAGE,
            HELP_PAGE,
            GUIDE_PAGE,
            CARD_PAGE,
            FULL_TEXT_PAGE,
        ):
            return Update(state)
        if state.inspecting:
            return repaint(evolve(state, inspecting=False, message=hint_shown(state)))
        at = self.renderer.picture(state).cursor
        state = state if at is None else self.renderer.move_cursor(state, at)
        cursor = evolve(state.last_cursor, inspected=at)
        state = evolve(state, inspecting=True, message="", last_cursor=cursor)
        at = self.renderer.picture(state).cursor
        return (None if at is None else self._describe(state, at)) or repaint(state)

    def _describe(self, state: TableState, place: Spot) -> Update | None:
        return _describe(state, place, self.scenes, self.renderer, inspected=place)


def _describe(
    state: TableState,
    place: Spot,
    scenes: SceneFactory,
    renderer: TableRenderer,
    inspected: Spot | None = None,
) -> Update | None:
    """Show the description of `place`, and record `inspected` as the inspected place (None outside
    inspection). Return None if there is no description."""
    text = renderer.describe_place(state, place)
    if text is None:
        return None
    cursor = evolve(state.last_cursor, inspected=inspected)
    return repaint(evolve(state, last_cursor=cursor, message=scenes.translate(state, text)))
