"""Rendering of the state of a table, with a cache of the last picture and its parts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter, is_
from typing import Final, Protocol

from attrs import evolve, frozen

from engine.core.state import State
from engine.core.step import Place
from engine.i18n.text import Text
from screens.paint import buttons
from screens.paint.animation import Veil, frame, veil
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.theme import Theme
from screens.paint.too_small import is_too_small, paint_too_small
from screens.renderer.overlay import NO_LABELS, heading_row
from screens.renderer.spatial_navigation import SpatialNavigation
from screens.table.effects import RepaintScope
from screens.table.people_view import paint_proposal, paint_recent_chat
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.state_parts import ShownTable
from screens.table.table_state import FULL_TEXT_PAGE, LOG_PAGE, TABLE_PAGE, LastCursor, TableState
from screens.table.upper_panel import UpperPanel
from screens.table_view.pass_screen import paint_pass_screen
from screens.table_view.preview_text import mentioned_places
from screens.table_view.scene import Scene


class CanvasSurface(Protocol):
    """Interface of a surface whose canvas the renderer can update in place."""

    @property
    def canvas(self) -> Canvas:
        """The shown canvas."""

    def replace(self, part: Canvas, x: int, y: int) -> None:
        """Replace the cells from (`x`, `y`) on with those of `part`."""


_PAINTED_FIELDS: Final = attrgetter(
    *(
        "preferences",
        "privacy",
        "past",
        "size",
        "viewer",
        "partial_pick",
        "confirming",
        "inspecting",
        "last_cursor",
    ),
    *(
        "zone",
        "page",
        "question",
        "message",
        "hint_text",
        "refusal",
        "pass_screen_message",
        "pass_to",
        "private_result",
        "notices",
        "bot_stop_reason",
        "bests",
        "remote_players",
        "replay",
    ),
)
"""Function that returns the fields of the state that affect the picture."""


@frozen
class Picture:
    """A painted screen, with the state of its places.

    `legal` maps selectable places to the indexes of their stops (-1 during inspection), and
    `labels` maps them to keys. The places in `closed` look unavailable. The keys of the places in
    `faint` are dim, because the command under the cursor does not lead there. `marks` tells whether
    selectable places are marked: during inspection, only the cursor is shown. `mentioned` are the
    places that the preview or a card mentions, and `flash` are these and the places that have just
    changed.
    """

    canvas: Canvas
    legal: Mapping[Spot, int]
    closed: Sequence[Spot] = ()
    cursor: Spot | None = None
    flash: Sequence[Spot] = ()
    mentioned: tuple[Place, ...] = ()
    labels: Mapping[Spot, str] = NO_LABELS
    faint: Collection[Spot] = frozenset()
    marks: bool = True


class LowerPanel(Protocol):
    """Panel below the table."""

    def height(self, state: TableState) -> int:
        """Return the number of rows of the panel, without the line of keys."""

    def paint(self, state: TableState, scene: Scene[State]) -> Canvas:
        """Paint the panel without the line of keys. A prompt, card or rule can replace its
        content."""

    def paint_keys(self, state: TableState, scene: Scene[State]) -> Canvas:
        """Paint the line of keys."""

    def press_again_text(self, state: TableState) -> str:
        """Return the text that asks the player to confirm a pick or to repeat an early key; empty
        if neither is needed, or if the pick to confirm has no preview."""


class ChangedPlaces(Protocol):
    """Source of the places to mark as changed."""

    def changed_places(self, state: TableState) -> Sequence[Spot]:
        """Return the places to mark as changed until a key is pressed or another step is shown."""


class TableRenderer:
    """Renderer of table states. Reducers ask it for the cursor and for places, and its answers do
    not depend on what was painted earlier."""

    def __init__(
        self,
        session: ReadOnlySession,
        scenes: SceneFactory,
        upper: UpperPanel,
        lower: LowerPanel,
        changes: ChangedPlaces,
    ) -> None:
        self._session, self._scenes = session, scenes
        self._upper, self.lower_panel, self._changes = upper, lower, changes
        self._dirty = RepaintScope.ALL
        self._above: tuple[object, Canvas] | None = None
        self._flash: Sequence[Spot] = ()
        self._last: tuple[TableState, Picture] | None = None
        self._painted_key_line_state = (False, "")
        self._parts: Sequence[tuple[Rect, Canvas]] | None = None
        self._navigation: tuple[Picture, Mapping[Spot, Rect], SpatialNavigation] | None = None
        self._table: tuple[ShownTable | None, Canvas] | None = None
        self._before: tuple[ShownTable | None, Canvas] | None = None

    # ------------------------------------------------------------------ queries of reducers

    def invalidate(self, scope: RepaintScope) -> None:
        """Record that the part `scope` of the picture must be repainted when the picture is
        requested next. Animations do not change the picture."""
        if scope > RepaintScope.ANIMATION:
            self._dirty = max(self._dirty, scope)

    def picture(self, state: TableState) -> Picture:
        if self._last is not None:
            before, picture = self._last
            if self._dirty is RepaintScope.NOTHING and all(
                map(is_, _PAINTED_FIELDS(before), _PAINTED_FIELDS(state))
            ):
                return picture
            if self.update_in_place(state):
                return self._last[1]
        return self._paint(state)

    def veil(self, state: TableState) -> Veil:
        """Return the cells with which an animation covers the table; empty if none is running, or
        if something else covers the table."""
        animation = state.animation
        if animation is None or not state.is_bare:
            self._before = None
            return {}
        canvas, ms = self.picture(state).canvas, animation.elapsed_ms(state.now)
        old = self._table_before(state, animation.before)
        return veil(canvas, frame(old, canvas, animation.moves, ms, animation.duration_ms))

    def _table_before(self, state: TableState, shown_table: ShownTable) -> Canvas:
        """Return the canvas on which the table was painted for `shown_table`. If it is no longer
        cached, paint the earlier view again, without any choice of the player."""
        if self._before is None or self._before[0] is not shown_table:
            scene = self._scenes.of(state)
            scene.view, scene.pending = shown_table.view, shown_table.pending
            scene.partial_pick = None
            self._before = shown_table, self._upper.paint(state, scene)
        return self._before[1]

    def theme(self, state: TableState) -> Theme:
        """Return the current palette and glyphs."""
        return self._scenes.theme(state)

    def move_cursor(self, state: TableState, place: Spot) -> TableState:
        """Move the cursor to `place`, if it is selectable."""
        picture = self.picture(state)
        if place not in picture.legal:
            return state
        anchors = picture.canvas.spots.anchors(place)
        cells = Rect.around(anchors) if anchors else state.last_cursor.cells
        cursor = LastCursor(place, cells, state.last_cursor.inspected)
        return evolve(state, last_cursor=cursor)

    def describe_place(self, state: TableState, place: Spot) -> Text | None:
        """Return the description of a place on the table; None for a place without a description,
        for a button, or while the table is not drawn."""
        if not state.is_drawn or not isinstance(place, tuple) or buttons.is_button(place):
            return None
        return self._scenes.painter.inspect(self._scenes.of(state), place)

    # ------------------------------------------------------------------ painting

    def update_in_place(self, state: TableState, surface: CanvasSurface | None = None) -> bool:
        """Update the last picture, and the `surface` that shows it, after a change in the current
        choice. Return False if this is impossible without a full repaint, or if nothing has
        changed."""
        partial_pick = state.partial_pick
        if self._dirty not in (RepaintScope.POINTED, RepaintScope.DECISION) or self._last is None:
            return False
        if partial_pick is None or state.zone == FULL_TEXT_PAGE or state.is_covered:
            return False
        if surface is not None and surface.canvas is not self._last[1].canvas:
            return False
        if self._dirty is RepaintScope.DECISION:
            return surface is not None and self._replace_picture(state, surface, self._last[1])
        if not partial_pick.input_mode.follows_pointer:
            return self._update_panel(state, self._last[1], surface)
        if surface is None:
            return False
        return self._update_moving_parts(state, surface, self._last[1])

    def _update_moving_parts(
        self, state: TableState, surface: CanvasSurface, picture: Picture
    ) -> bool:
        """Repaint the parts of the table that follow the cursor, and the panel. If the layout has
        changed, repaint the picture in place. Return False if a full repaint is still needed."""
        painter, scene = self._scenes.painter, self._scenes.of(state)
        before, parts = self._parts, painter.following(scene, self._upper.room(state))
        if before is None or parts is None or _rects(before) != _rects(parts):
            is_updated = self._replace_picture(state, surface, picture)
        else:
            for (_, was), (rect, part) in zip(before, parts, strict=True):
                if part is not was:
                    surface.replace(part, rect.x, rect.y)
            closed = _closed_places(state, picture.canvas, picture.legal)
            is_updated = closed == picture.closed and self._update_panel(state, picture, surface)
        self._parts = parts if is_updated else None
        return is_updated

    def _update_panel(
        self, state: TableState, picture: Picture, surface: CanvasSurface | None
    ) -> bool:
        """Repaint only the bottom panel and, if they have changed, the key hints. Return False if
        other parts must be repainted, too."""
        scene = self._scenes.of(state)
        replace = picture.canvas.replace if surface is None else surface.replace
        height = state.size[1]
        replace(
            self.lower_panel.paint(state, scene), 0, height - self.lower_panel.height(state) - 1
        )
        if self._key_line_state(state) != self._painted_key_line_state:
            replace(self._paint_keys(state, scene), 0, height - 1)
        if self._mentioned(state, scene) != picture.mentioned:
            return False
        legal, pointed = _spots(state, picture.canvas)
        if pointed is None or legal.keys() != picture.legal.keys():
            return False
        if (_labels(state, legal), _faint(state)) != (picture.labels, picture.faint):
            return False
        self._last = state, evolve(picture, legal=legal, cursor=pointed)
        self._dirty = RepaintScope.NOTHING
        return True

    def _replace_picture(self, state: TableState, surface: CanvasSurface, old: Picture) -> bool:
        """Repaint the picture and replace it on `surface`, where cells that look the same are kept.
        If its size, its selectable or closed places, their keys, or the highlighted places have
        changed, replace nothing and return False."""
        picture, canvas = self._paint(state), old.canvas
        same = list(picture.legal) == list(old.legal) and picture.closed == old.closed
        if (
            not same
            or (picture.labels, picture.faint) != (old.labels, old.faint)
            or picture.canvas.rect != canvas.rect
            or picture.flash != old.flash
        ):
            return False
        surface.replace(picture.canvas, 0, 0)
        self._last = state, evolve(picture, canvas=canvas)
        return True

    def _paint(self, state: TableState) -> Picture:
        """Repaint the outdated parts, and return the picture. Drop all cached pictures before
        painting a pass screen or the message that the screen is too small."""
        width, height = state.size
        if state.pass_to is not None:
            self.forget()
            scene = self._scenes.of(state)
            painter, message = self._scenes.painter, state.pass_screen_message
            return self._picture_without_places(
                state,
                paint_pass_screen(
                    scene, painter, state.pass_to, state.size, message, state.private_result
                ),
            )
        if is_too_small(width, height):
            self.forget()
            translate, theme = self._scenes.translator(state).translate, self._scenes.theme(state)
            return self._picture_without_places(
                state, paint_too_small(width, height, translate, theme.glyphs)
            )
        scene = self._scenes.of(state)
        return self._compose(state, scene, self._paint_above(state, scene))

    def _paint_above(self, state: TableState, scene: Scene[State]) -> Canvas:
        """Return the screen without the panel. It is repainted if it is outdated, if the room for
        the table has changed, or if other parts are chosen or another input mode is active."""
        partial_pick = state.partial_pick
        mode = (
            None if partial_pick is None else (partial_pick.chosen, type(partial_pick.input_mode))
        )
        cache_key = self._upper.room(state), mode
        is_outdated = self._dirty is RepaintScope.ALL or state.zone == FULL_TEXT_PAGE
        if self._above is None or is_outdated or cache_key != self._above[0]:
            canvas = self._upper.paint(state, scene)
            if self._table is not None and self._table[0] is not state.shown_table:
                self._before = self._table
            self._table = (state.shown_table, canvas) if state.zone == TABLE_PAGE else None
            self._flash = self._changes.changed_places(state) if state.zone == TABLE_PAGE else ()
            self._above = cache_key, canvas
        return self._above[1]

    def forget(self) -> None:
        """Drop all cached pictures."""
        self._above, self._last, self._navigation, self._flash = None, None, None, ()
        self._table = self._before = None
        self._upper.forget()

    def _picture_without_places(self, state: TableState, canvas: Canvas) -> Picture:
        picture = Picture(canvas, {})
        self._last, self._dirty = (state, picture), RepaintScope.NOTHING
        return picture

    def _compose(self, state: TableState, scene: Scene[State], above: Canvas) -> Picture:
        height = state.size[1]
        canvas = above.copy()
        input_mode = None if state.partial_pick is None else state.partial_pick.input_mode
        if input_mode is not None and input_mode.shows_on_table and state.zone == TABLE_PAGE:
            self._scenes.painter.repaint(scene, canvas, self._upper.room(state))
            paint_brackets(canvas, input_mode.marked())
        panel = self.lower_panel.height(state)
        canvas.blit(self.lower_panel.paint(state, scene), 0, height - panel - 1)
        if state.question is None:
            canvas.blit(self._paint_keys(state, scene), 0, height - 1)
        legal: dict[Spot, int] = {}
        pointed: Spot | None = None
        self._paint_overlays(state, scene, canvas, panel)
        if state.inspecting and not state.is_covered:
            describable = [
                place for place in canvas.spots if self.describe_place(state, place) is not None
            ]
            legal, pointed = dict.fromkeys(describable, -1), state.last_cursor.inspected
        elif not state.is_covered:
            legal, pointed = _spots(state, canvas)
        closed = _closed_places(state, canvas, legal)
        labels = _labels(state, legal)
        spoken = self._mentioned(state, scene)
        picture = Picture(
            canvas,
            legal,
            closed,
            flash=(*self._flash, *spoken),
            labels=labels,
            faint=_faint(state),
            mentioned=spoken,
            marks=not state.inspecting,
        )
        cursor = self._cursor(state, picture, pointed)
        self._last, self._dirty = (state, evolve(picture, cursor=cursor)), RepaintScope.NOTHING
        self._parts = None
        return self._last[1]

    def _paint_overlays(
        self, state: TableState, scene: Scene[State], canvas: Canvas, panel: int
    ) -> None:
        """Paint new chat messages and the proposal over the table, above a panel of `panel`
        rows."""
        remote_players = state.remote_players
        room = Rect(0, 1, canvas.width, canvas.height - panel - 2)
        if remote_players.new_chat_lines:
            room = paint_recent_chat(scene, canvas, room, remote_players.new_chat_lines)
        if remote_players.proposal is not None:
            rows = paint_proposal(scene, self._session, remote_players.proposal, room.width)
            y = room.bottom - rows.height
            canvas.spots.remove_overlapping(Rect(room.x, y, room.width, rows.height))
            canvas.fill(room.x, y, room.width, rows.height)
            canvas.blit(rows, room.x, y)

    def _paint_keys(self, state: TableState, scene: Scene[State]) -> Canvas:
        self._painted_key_line_state = self._key_line_state(state)
        return self.lower_panel.paint_keys(state, scene)

    def _key_line_state(self, state: TableState) -> tuple[bool, str]:
        """Return whether a confirmation is pending, and the text of the confirmation or refusal in
        the line of keys. Both can change when the cursor moves."""
        refusal = state.message if state.refuses else ""
        return state.confirming, self.lower_panel.press_again_text(state) or refusal

    def _mentioned(self, state: TableState, scene: Scene[State]) -> tuple[Place, ...]:
        """Return the places that a card mentions, or else those that the preview of the choice
        under the cursor mentions; empty if neither is shown."""
        if state.card is not None and state.is_covered:
            return tuple(state.card.places)
        if scene.partial_pick is None or state.zone != TABLE_PAGE or state.inspecting:
            return ()
        if state.message and not state.refuses:
            return ()
        return mentioned_places(scene, self._scenes.painter)

    def _cursor(self, state: TableState, picture: Picture, pointed: Spot | None) -> Spot | None:
        """Return the place of the cursor: `pointed` or, if that cannot be selected, the place where
        the cursor was last used or, if that cannot be selected either, the selectable place nearest
        to it. None if no place can be selected."""
        for place in (pointed, state.last_cursor.place):
            if place in picture.legal and place in picture.canvas.spots:
                return place
        return self.compass(picture).nearest(state.last_cursor.cells)

    def compass(self, picture: Picture) -> SpatialNavigation:
        """Return the navigation between selectable places, which is cached per picture."""
        cached = self._navigation
        if cached is not None and cached[0] is picture:
            return cached[2]
        named_stations = ((place, picture.canvas.spots.station(place)) for place in picture.legal)
        stations = {place: station for place, station in named_stations if station}
        if cached is not None and (cached[0].marks, cached[1]) == (picture.marks, stations):
            compass = cached[2]
        else:
            compass = SpatialNavigation(stations, far=not picture.marks)
        self._navigation = picture, stations, compass
        return compass


def _rects(parts: Sequence[tuple[Rect, Canvas]]) -> list[Rect]:
    return [rect for rect, _ in parts]


def _spots(state: TableState, canvas: Canvas) -> tuple[dict[Spot, int], Spot | None]:
    """Return the selectable places on the canvas with the indexes of their stops, and the place
    under the cursor; None if the cursor is on none of them."""
    partial_pick = state.partial_pick
    if partial_pick is None or state.zone == LOG_PAGE or state.question is not None:
        return {}, None
    input_mode = partial_pick.input_mode
    if input_mode.needs_table and state.zone != TABLE_PAGE:
        return {}, None
    spots: dict[Spot, int] = {}
    pointed: Spot | None = None
    for index, places in enumerate(input_mode.stops()):
        place = next((place for place in places if canvas.rects(place)), None)
        if place is not None:
            spots[place] = index
            pointed = place if index == input_mode.pointed else pointed
    return spots, pointed


def _labels(state: TableState, legal: Mapping[Spot, int]) -> Mapping[Spot, str]:
    """Return the keys of the selectable places of the table."""
    if state.inspecting or state.partial_pick is None:
        return NO_LABELS
    labels = state.partial_pick.input_mode.labels()
    return {place: key for place, key in labels.items() if key and place in legal}


def _faint(state: TableState) -> Collection[Spot]:
    """Return the places whose keys are dim."""
    if state.inspecting or state.partial_pick is None:
        return frozenset()
    return state.partial_pick.input_mode.faint()


def _closed_places(state: TableState, canvas: Canvas, legal: Collection[Spot]) -> list[Spot]:
    """Return the places that look unavailable: those that the input mode closes, and those that
    differ from a selectable place of at least three parts only in the last part. Empty during
    inspection."""
    if state.inspecting:
        return []
    beside = {place[:-1] for place in legal if isinstance(place, tuple) and len(place) > 2}
    closed_by_mode: list[Spot] = (
        [] if state.partial_pick is None else [*state.partial_pick.input_mode.closed()]
    )
    return closed_by_mode + [
        place
        for place in canvas.spots
        if isinstance(place, tuple) and place[:-1] in beside and place not in legal
    ]


def paint_brackets(canvas: Canvas, places: Collection[Spot]) -> None:
    """Put brackets at the blank ends of the marked `places`, in the rows of their headings."""
    for place in places:
        for rect in canvas.rects(place):
            row = heading_row(canvas, rect)
            for x, bracket in ((rect.x, "["), (rect.right - 1, "]")):
                if canvas.chars[row][x] == " ":
                    canvas.put(x, row, bracket, "key")
