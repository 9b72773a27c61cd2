"""Panel below a replay: the position, the buttons and the position bar, the events of the step, and
the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.event import CHANCE_EVENT, REDO_EVENT, UNDO_EVENT
from engine.core.players import ending_text
from engine.core.state import State
from engine.i18n.text import Text, plural, words
from engine.search.review import ReviewedMove, percent, summary
from engine.search.win_chances import knows_little
from screens.key_map import BY_ID, key_name_of
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import centred, widest, width_of, wrap, wrap_within
from screens.paint.shapes import RAISED
from screens.table.decision_panel import paint_question
from screens.table.key_line import inspection_keys, line_of, on_another_page
from screens.table.page_painting import PagePainter
from screens.table.read_only_session import SceneFactory
from screens.table.replay_position import ReplayPosition
from screens.table.table_state import LOG_PAGE, TABLE_PAGE, TableState
from screens.table_view import log_view, panels
from screens.table_view.panels import Key
from screens.table_view.review_text import costly_move_text
from screens.table_view.scene import Scene
from screens.table_view.win_chance_graph import (
    paint_chances,
    paint_costly_moves,
    paint_current_chances,
)

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Steps per second during playback."""

BAR_PLACE: Final = "bar"

_BUTTONS_BEFORE: Final = (("|<", "home"), ("<<", "comma"), ("<", "left"))
"""Buttons before the play button, with their keys."""

_BUTTONS_AFTER: Final = ((">", "right"), (">>", "full_stop"), (">|", "end"))
"""Buttons after the play button, with their keys."""

ROOMY_HEIGHT: Final = 7
"""Minimum height in rows of a panel that has room for a high curve."""

LOW_CURVE: Final = 2
"""Maximum number of rows of the curve in a low panel."""

HIGH_CURVE: Final = 4
"""Maximum number of rows of the curve in a high panel."""

REVIEW_COMMAND: Final = "replay.review"
COSTLY_MOVES_COMMAND: Final = "replay.dear"
"""Id of the command that goes to the next costly move."""

ALL_COSTLY_MOVES_COMMAND: Final = "replay.dear_all"
"""Id of the command that shows or hides the costly moves of the other players."""

KEY_LINE_COMMANDS: Final = (
    *(
        "replay.play",
        REVIEW_COMMAND,
        COSTLY_MOVES_COMMAND,
        ALL_COSTLY_MOVES_COMMAND,
        "replay.branch",
        "play.help",
        "play.next",
    ),
    *("play.sheet", "play.log", "replay.go", "play.look", "play.leave"),
)
"""Ids of the commands in the line of keys, in order of importance, except that the command to leave
the replay comes last."""


def costly_move_shown(recording: ReplayPosition, state: TableState) -> ReviewedMove | None:
    """Return the costly move of the current step; None if no costly move is shown for this step, in
    a part of a step, or while undone events are shown."""
    if recording.with_undone or recording.part is not None:
        return None
    return state.replay.costly_move_at(recording.at)


class ReplayKeys:
    """The available keys of a replay."""

    def __init__(self, scenes: SceneFactory, recording: ReplayPosition) -> None:
        self._scenes, self._recording = scenes, recording

    def of(self, state: TableState) -> Sequence[Key]:
        """Return the keys in the line of keys."""
        home = self._scenes.context.home
        if state.inspecting:
            return inspection_keys(home)
        keys = [
            ("arrows", words("step")),
            (",.", words("turn")),
            ("<>", words("round")),
            *line_of([BY_ID[id] for id in KEY_LINE_COMMANDS if self._is_offered(id, state)], home),
        ]
        return keys if state.zone == TABLE_PAGE else on_another_page(keys)

    def _is_offered(self, id: str, state: TableState) -> bool:
        """Return whether the line of keys offers the command `id`. It offers the review only for a
        finished game, the commands about costly moves only with the curve of a review, and the
        command for the other players' costly moves only if some of these are hidden."""
        if id == REVIEW_COMMAND:
            return self._recording.match.over
        if id == ALL_COSTLY_MOVES_COMMAND:
            return state.replay.shows_curve and bool(state.replay.hidden_costly_moves)
        return id != COSTLY_MOVES_COMMAND or state.replay.shows_curve

    def all(self, state: TableState) -> Sequence[Key]:
        """Return all available keys, for the help."""
        return self._scenes.context.keys()


class ReplayPanel:
    """Painter of the rows below a replay."""

    def __init__(
        self, recording: ReplayPosition, scenes: SceneFactory, pages: PagePainter, keys: ReplayKeys
    ) -> None:
        self._recording, self._scenes = recording, scenes
        self._pages, self._keys = pages, keys

    def height(self, state: TableState) -> int:
        """Return the number of rows of the panel, without the line of keys."""
        return self._scenes.painter.decision_rows(*state.size)

    def changed_places(self, state: TableState) -> Sequence[Spot]:
        """Return the place of the pick that led to the current position; empty if there is none."""
        changed = state.replay.changed
        return () if changed is None else (changed,)

    def press_again_text(self, state: TableState) -> str:
        """Return an empty string, because nothing is chosen in a replay."""
        return ""

    def paint_keys(self, state: TableState, scene: Scene[State]) -> Canvas:
        return panels.paint_keys(scene, self._keys.of(state), state.size[0])

    def paint(self, state: TableState, scene: Scene[State]) -> Canvas:
        """Paint the position, the buttons, the position bar, the review and the events. An open
        prompt, or the rule of the selected log line, replaces all of this."""
        width, height = state.size[0], self.height(state)
        if state.question is not None:
            return paint_question(state.question, scene, width, height)
        if state.zone == LOG_PAGE:
            return self._pages.paint_rule(state, scene, width, height)
        canvas = Canvas(width, height, scene.theme.glyphs)
        canvas.ground(canvas.rect, RAISED)
        if not scene.theme.tinted:
            canvas.rule(0, 0, width)
        canvas.put(1, 0, f" {self._position_text(scene)} ", "title")
        bar = self._paint_bar(state, scene, canvas, 1)
        verdict = self._verdict(state, scene)
        role, text = verdict or self._text(state, scene)
        needed = 1 if verdict is None else len(wrap(text, width - 4))
        top = 2 + self._paint_review(state, scene, canvas, bar, height - 2 - needed)
        for row, part in enumerate(wrap_within(text, width - 4, height - top, canvas.glyphs)):
            canvas.put(2, top + row, part, role)
        if state.replay.typed is not None:
            question = scene.translate(words("Go to step: {typed}", typed=state.replay.typed + "_"))
            canvas.fill(0, height - 1, width, 1)
            canvas.put(2, height - 1, question, "key")
        elif state.message:
            panels.paint_message(canvas, state.message, top)
        event = self._recording.event
        if event is not None and event.kind != CHANCE_EVENT:
            panels.paint_seat_bar(canvas, scene, event.seat)
        return canvas

    def _position_text(self, scene: Scene[State]) -> str:
        return scene.translate(self._position_words())

    def _text(self, state: TableState, scene: Scene[State]) -> tuple[str, str]:
        """Return the role and text of the events of the step. At an early end of the match, the
        text begins with the reason."""
        role, text = self.step_text(scene, state.viewer)
        if scene.ended is None:
            return role, text
        early = ending_text(scene.ended.ending, len(scene.ended.result))
        return "title", f"{scene.translate(early)} {text}"

    def _verdict(self, state: TableState, scene: Scene[State]) -> tuple[str, str] | None:
        """Return the role and text of the review at the current step: for a costly move, its loss
        and the better pick; at the end of the game, the summary of a complete review. None for
        other steps, and while undone events are shown."""
        review, recording = state.replay.review, self._recording
        if review is None or recording.with_undone:
            return None
        move = costly_move_shown(recording, state)
        if move is not None:
            painter, match = self._scenes.painter, recording.match
            text = costly_move_text(match, move, painter, scene.translator, scene.theme)
            return "warn", scene.translate(text)
        if recording.is_at_end and review.whole:
            verdict = scene.translate(summary(recording.match, review))
            return "title", f"{verdict} {self._costly_moves_text(state, scene)}"
        return None

    @staticmethod
    def _costly_moves_text(state: TableState, scene: Scene[State]) -> str:
        """Return a text with the number of costly moves shown and, if costly moves of other players
        are hidden, the number of these and the key that shows them."""
        replay = state.replay
        shown, hidden = len(replay.costly_moves), replay.hidden_costly_moves
        if replay.shows_all or not replay.own_seats:
            result = plural("{n} costly move was found.", "{n} costly moves were found.", shown)
            return scene.translate(result if shown else words("No costly moves were found."))
        own_text = plural("You made {n} costly move.", "You made {n} costly moves.", shown)
        own_text = own_text if shown else words("You made no costly moves.")
        key = key_name_of(ALL_COSTLY_MOVES_COMMAND, state.preferences.keys)
        others_text = plural(
            "{key} also shows {n} costly move of the other players.",
            "{key} also shows {n} costly moves of the other players.",
            hidden,
            key=key,
        )
        texts = (own_text, others_text) if hidden else (own_text,)
        return " ".join(map(scene.translate, texts))

    def _paint_review(
        self, state: TableState, scene: Scene[State], canvas: Canvas, bar: Rect, room: int
    ) -> int:
        """Mark the costly moves on `bar`, and paint each player's chance of winning as a curve
        below it, in at most `room` rows. Return the number of rows. While a costly move is shown,
        the chances at the current step are not shown as figures, so that its loss is the only
        figure."""
        review, recording = state.replay.review, self._recording
        if review is None or not state.replay.shows_curve or recording.with_undone:
            return 0
        rows = min(room, LOW_CURVE if canvas.height < ROOMY_HEIGHT else HIGH_CURVE)
        paint_costly_moves(canvas, bar, state.replay.costly_moves, recording.last)
        if rows < 1:
            return 0
        text = scene.translate(words("from each player's view; the sum may not be 100%"))
        if not review.whole:
            done = percent(review.progress)
            text = scene.translate(words("review: {percent}% done", percent=done))
        elif knows_little(scene.game, scene.view.seats, recording.at / max(1, recording.last)):
            text = scene.translate(words("grey: too uncertain to say who will win"))
        if width_of(self._position_text(scene)) + width_of(text) + 6 < canvas.width:
            canvas.put_right(canvas.width - 2, 0, f" {text} ", "dim")
        box = Rect(bar.x, bar.y + 1, bar.width, rows)
        paint_chances(canvas, box, scene, review, recording.last)
        for cell in range(box.width):
            at = round(cell * recording.last / max(1, box.width - 1))
            canvas.spot((BAR_PLACE, at), Rect(box.x + cell, box.y, 1, rows))
        current_x = box.x + round(recording.at * (box.width - 1) / max(1, recording.last))
        canvas.tint(current_x, box.y, 1, rows, "strong")
        chances_box = Rect(2, box.y, bar.x - 3, rows)
        if costly_move_shown(recording, state) is None:
            paint_current_chances(canvas, chances_box, scene, review, recording.at, recording.last)
        return rows

    def _position_words(self) -> Text:
        recording, state = self._recording, self._recording.position.state
        numbers = {"at": recording.at, "last": recording.last}
        numbers |= {"turn": state.turn, "round": state.round}
        if recording.with_undone:
            return words(
                "Replay with undone moves: step {at} of {last}, turn {turn}, round {round}",
                **numbers,
            )
        if recording.part is None:
            return words("Replay: step {at} of {last}, turn {turn}, round {round}", **numbers)
        return words(
            "Replay: step {at} of {last}, part {n} of {all}: turn {turn}, round {round}",
            n=recording.part + 1,
            all=len(recording.parts) + 1,
            **numbers,
        )

    def _paint_bar(self, state: TableState, scene: Scene[State], canvas: Canvas, y: int) -> Rect:
        """Paint the buttons, the position bar and the speed. Return the rectangle of the bar."""
        recording, replay = self._recording, state.replay
        play, stop = scene.translate(words("play")), scene.translate(words("pause"))
        button = centred(stop if replay.is_playing else play, widest((play, stop)))
        x = 2
        for label, key in (*_BUTTONS_BEFORE, (button, "space"), *_BUTTONS_AFTER):
            x = canvas.put(x, y, label, "key", spot=(buttons.KEY, key)) + 1
        speed = f"{SPEEDS[replay.speed]:g}/s"
        right = canvas.width - 10
        canvas.put(right, y, "-", "key", spot=(buttons.KEY, "minus"))
        canvas.put(right + 2, y, f"{speed:^5}", "strong" if replay.is_playing else "dim")
        canvas.put(right + 8, y, "+", "key", spot=(buttons.KEY, "plus"))
        width = right - 1 - x
        for cell in range(width):
            at = round(cell * recording.last / max(1, width - 1))
            canvas.spot((BAR_PLACE, at), Rect(x + cell, y, 1, 1))
        role = "warn" if recording.with_undone else "good"
        canvas.put(x, y, canvas.glyphs.bar(recording.at, recording.last, width), role)
        return Rect(x, y, width, 1)

    def step_text(self, scene: Scene[State], viewer: int | None) -> tuple[str, str]:
        """Return the role and text of the current step: its notes as far as `viewer` may see them,
        or the message about an undo or redo; at the beginning, the notes of the opening."""
        recording, event = self._recording, self._recording.event
        if event is None:
            return "text", " ".join(
                scene.translate(note.text) for note in recording.position.opening
            )
        if event.kind in (UNDO_EVENT, REDO_EVENT):
            return "warn", scene.translate(log_view.undo_or_redo_text(event))
        story = recording.match_view.history(viewer).events_with_notes()
        notes = next((n for e, n in reversed(story) if e and e.number == event.number), ())
        parts = recording.parts
        passed = parts[recording.part - 1].state.turn if recording.part else 0
        if recording.part is None and parts and parts[-1].line[-1].number == event.number:
            passed = parts[-1].state.turn
        return "text", " ".join(scene.translate(note.text) for note in notes if note.turn >= passed)
