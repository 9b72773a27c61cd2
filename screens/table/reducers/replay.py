"""Replay controls: steps by event, turn or round, playback, jumps to a step by its number, views,
export, and branches."""

from __future__ import annotations

import unicodedata
from math import inf
from typing import Final

from attrs import evolve

from engine.core.event import PICK_EVENT
from engine.i18n.text import Seat, words
from engine.match.match_view import hides
from engine.match.position import Position
from screens.paint.canvas import Spot
from screens.table.effects import (
    BranchOff,
    Effects,
    ExportHtml,
    GoToEvent,
    Leave,
    Repaint,
    RepaintScope,
    Update,
    cancel_timer,
    repaint,
    show_message,
    start_timer,
)
from screens.table.messages import (
    BranchHere,
    Clicked,
    Commanded,
    KeyPressed,
    ReplayMoved,
    TableMessage,
    TimerFired,
)
from screens.table.reducers.table_reducer import TableReducer
from screens.table.replay_panel import BAR_PLACE, SPEEDS, costly_move_shown
from screens.table.replay_position import PositionNumber, ReplayPosition
from screens.table.table_parts import TableParts
from screens.table.table_state import TABLE_PAGE, Answer, Question, TableState
from screens.table_view.sheet_changes import Cells, cells_of

STEP_TIMER: Final = "step"

MAX_DIGITS: Final = 6


class ReplayControls(TableReducer):
    """Reducer that computes the positions to which the controls lead. The driver moves the
    replay."""

    def __init__(self, parts: TableParts, recording: ReplayPosition) -> None:
        super().__init__(parts)
        self._recording, self._animation_timing = recording, parts.animation_timing

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle the commands of a replay, clicks on the position bar, the timer of playback, the
        typed number of a step, a change of position, and the start of a branch."""
        replay = state.replay
        match input:
            case KeyPressed(key, character) if replay.typed is not None and not key.startswith(
                "ctrl+"
            ):
                return self._press_digit(state, replay.typed, key, character)
            case Clicked(place) if place[0] == BAR_PLACE:
                return self._go_to(state, int(place[1]))
            case Commanded("play.back") if state.zone == TABLE_PAGE and not state.inspecting:
                return Update(state, (Leave(),))
            case Commanded(id) if id.startswith("replay."):
                return self._command(state, id)
            case TimerFired(timer) if timer == STEP_TIMER:
                state, effect = start_timer(state, STEP_TIMER, 1 / SPEEDS[replay.speed])
                at, part = self._recording.adjacent(1)
                return Update(state, (GoToEvent(at, part, self._recording.with_undone), effect))
            case ReplayMoved(then):
                update = self._show_position(state)
                return update if then is None else evolve(update, follow_up=(then,))
            case BranchHere():
                move = costly_move_shown(self._recording, state)
                if move is None:
                    return Update(state, (BranchOff(self._recording.at),))
                is_person = move.seat in self._recording.match.header.people
                better = move.best.pick if is_person else None
                return Update(state, (BranchOff(move.count - 1, better),))
        return None

    def _command(self, state: TableState, id: str) -> Update | None:
        recording = self._recording
        match id:
            case "replay.back" | "replay.on":
                return self._go_to(state, *recording.adjacent(1 if id == "replay.on" else -1))
            case "replay.turn_back" | "replay.turn_on":
                return self._search(state, 1 if id == "replay.turn_on" else -1, _turn)
            case "replay.round_back" | "replay.round_on":
                return self._search(state, 1 if id == "replay.round_on" else -1, _round)
            case "replay.beginning":
                return self._go_to(state, 0)
            case "replay.end":
                return self._go_to(state, recording.last)
            case "replay.play":
                return self._toggle_playback(state)
            case "replay.faster" | "replay.slower":
                return self._change_speed(state, 1 if id == "replay.faster" else -1)
            case "replay.go":
                state, effects = _stop_playback(state)
                return repaint(_with_typed(state, ""), RepaintScope.DECISION, *effects)
            case "replay.gone":
                undone = not recording.with_undone
                state, effects = _stop_playback(state)
                return Update(
                    state, (*effects, GoToEvent(recording.position_after_switch(), None, undone))
                )
            case "replay.page":
                return self._export(state)
            case "replay.eyes":
                return self._show_next_view(state)
            case "replay.branch":
                return self._branch_off(state)
        return None

    # ------------------------------------------------------------------ stepping

    def _go_to(self, state: TableState, at: int, part: int | None = None) -> Update:
        state, effects = _stop_playback(state)
        return Update(state, (*effects, GoToEvent(at, part, self._recording.with_undone)))

    def _search(self, state: TableState, by: int, number_of: PositionNumber) -> Update:
        return self._go_to(state, self._recording.search(by, number_of))

    def _show_position(self, state: TableState) -> Update:
        """Show the new position, and mark the changes since the position before it. Stop playback
        at the end."""
        recording = self._recording
        past = evolve(state.past, earlier_cells=self._cells_before(state))
        changed = None if recording.part is not None else self._place_chosen(state)
        replay = evolve(state.replay, changed=changed)
        state = evolve(state, past=past, message="", replay=replay)
        state, effects = _stop_playback(state) if recording.is_at_end else (state, ())
        shown_before, count = state.shown_table, recording.match_view.count
        room = 1 / SPEEDS[replay.speed] if state.replay.is_playing else inf
        jumps = shown_before is not None and count != shown_before.count + 1
        state, more = self._animation_timing.start(state, room=room, skip=jumps)
        return repaint(state, RepaintScope.ALL, *effects, *more)

    def _cells_before(self, state: TableState) -> Cells:
        before = self._recording.before
        return {} if before is None else cells_of(before.game.sheets(before.view(state.viewer)))

    def _place_chosen(self, state: TableState) -> Spot | None:
        """Return the place of the pick in the event that led to the current position; None at the
        beginning, if the event was not a pick, or if the pick has no place that the viewer may
        know."""
        event, before = self._recording.event, self._recording.before
        if event is None or before is None or event.kind != PICK_EVENT:
            return None
        decision, view = before.decision(event.seat), before.view(state.viewer)
        return self._recording.match_view.place_of(event, decision, view, state.viewer)

    # ------------------------------------------------------------------ playback

    def _toggle_playback(self, state: TableState) -> Update:
        """Start playback at the current event, or at the beginning if the current event is the last
        one. Stop playback if it is running."""
        replay, recording = state.replay, self._recording
        if replay.is_playing:
            state, effects = _stop_playback(state)
            return repaint(state, RepaintScope.DECISION, *effects)
        first: Effects = ()
        if recording.at == recording.last:
            first = (GoToEvent(0, None, recording.with_undone),)
        state = evolve(state, replay=evolve(replay, is_playing=True))
        state, effect = start_timer(state, STEP_TIMER, 1 / SPEEDS[replay.speed])
        return repaint(state, RepaintScope.DECISION, *first, effect)

    def _change_speed(self, state: TableState, by: int) -> Update:
        speed = max(0, min(len(SPEEDS) - 1, state.replay.speed + by))
        state = evolve(state, replay=evolve(state.replay, speed=speed))
        if not state.replay.is_playing:
            return repaint(state)
        state, effect = start_timer(state, STEP_TIMER, 1 / SPEEDS[speed])
        return repaint(state, RepaintScope.DECISION, effect)

    # ------------------------------------------------------------------ jumping to a step

    def _press_digit(
        self, state: TableState, typed: str, key: str, character: str | None
    ) -> Update:
        digit = unicodedata.decimal(character, None) if character and len(character) == 1 else None  # type: ignore[text-width]
        if digit is not None:
            return repaint(_with_typed(state, f"{typed}{digit}"[:MAX_DIGITS]))
        match key:
            case "backspace":
                return repaint(_with_typed(state, typed[:-1]))
            case "enter" if typed:
                return self._go_to(_with_typed(state, None), int(typed))
            case "enter" | "escape":
                return repaint(_with_typed(state, None))
        return Update(state)

    # ------------------------------------------------------------------ point of view, branches

    def _show_next_view(self, state: TableState) -> Update:
        """Show a finished game from the next player's point of view. After the last player, show
        everything again. If nothing is hidden, or if the game is still running, only say so."""
        match, game_state = self._recording.match, self._recording.position.state
        if not match.over:
            own_text = words("The game is still running, so you see only what your seat can see.")
            public_text = words("The game is still running, so you see only what everyone can see.")
            text = public_text if state.viewer is None else own_text
            return self.notify(state, text)
        if not game_state.has_secrets():
            return self.notify(state, words("Everyone sees the same here."))
        viewer = 0 if state.viewer is None else state.viewer + 1
        if viewer == len(match.header.seats):
            text, next_viewer = words("Everything is revealed."), None
        else:
            text, next_viewer = words("The game as {seat} saw it.", seat=Seat(viewer)), viewer
        update = show_message(evolve(state, viewer=next_viewer), self.scenes.translate(state, text))
        return evolve(update, effects=(*update.effects, Repaint(RepaintScope.ALL)))

    def _export(self, state: TableState) -> Update:
        """Stop playback and export the match as a web page, unless several people who have secrets
        from one another are still playing it."""
        match = self._recording.match
        if hides(match.header, over=match.over):
            text = words(
                "You can make a web page once the game is over. Until then, it would reveal hidden "
                "information."
            )
            return self.notify(state, text)
        state, effects = _stop_playback(state)
        return Update(state, (*effects, ExportHtml()))

    def _branch_off(self, state: TableState) -> Update:
        """Start a new match from this position, after a prompt if that would reveal secrets. Refuse
        this at the end of the game, unless a costly move is shown. If undone events are shown, hide
        them first."""
        recording = self._recording
        state, effects = _stop_playback(state)
        if recording.with_undone:
            again = Commanded("replay.branch")
            return Update(
                state, (*effects, GoToEvent(recording.position_after_switch(), None, False, again))
            )
        match = recording.match
        at_end = match.over and recording.at == len(match.line)
        if at_end and costly_move_shown(recording, state) is None:
            text = words(
                "The game is over at this point. Go back to a step from which you can play on."
            )
            update = self.notify(state, text)
            return evolve(update, effects=(*effects, *update.effects))
        if not hides(match.header, over=match.over):
            return evolve(
                repaint(state, RepaintScope.DECISION, *effects), follow_up=(BranchHere(),)
            )
        question = Question(
            words("Start a new game from here?"),
            words(
                "Several people are still playing this game. Anyone who plays the new game will "
                "see what these players hide from one another."
            ),
            [Answer("enter", words("play from here"), BranchHere())],
        )
        return repaint(evolve(state, question=question), RepaintScope.DECISION, *effects)


def _turn(position: Position) -> int:
    return position.state.turn


def _round(position: Position) -> int:
    return position.state.round


def _with_typed(state: TableState, typed: str | None) -> TableState:
    return evolve(state, replay=evolve(state.replay, typed=typed))


def _stop_playback(state: TableState) -> tuple[TableState, Effects]:
    stopped = evolve(state.replay, is_playing=False)
    return cancel_timer(evolve(state, replay=stopped), STEP_TIMER)
