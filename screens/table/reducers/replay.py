"""Stepping through a recording: by events, turns and rounds, by itself, to a number."""

from __future__ import annotations

import unicodedata
from math import inf
from typing import Final

from attrs import evolve

from engine.core.event import PICK
from engine.i18n.text import words
from engine.match.match_view import hides
from engine.match.position import Position
from screens.paint.canvas import Spot
from screens.table.animation_timing import AnimationTiming
from screens.table.effects import (
    BranchOff,
    Effects,
    ExportHtml,
    GoToEvent,
    Leave,
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
from screens.table.read_only_session import SceneFactory
from screens.table.replay_panel import BAR, SPEEDS
from screens.table.replay_position import ReplayPosition, Sign
from screens.table.table_state import TABLE, Answer, Question, TableState
from screens.table_view.scene import Cells, cells_of

STEP_TIMER: Final = "step"

MOST_DIGITS: Final = 6


class ReplayControls:
    """Knows where the keys of the transport lead to; the driver goes there."""

    def __init__(
        self, recording: ReplayPosition, scenes: SceneFactory, moving: AnimationTiming
    ) -> None:
        self._recording, self._scenes, self._moving = recording, scenes, moving

    def update(self, doing: TableState, input: TableMessage) -> Update | None:
        """The commands of a replay, a click on the bar, the timer, and digits of a number."""
        stepping = doing.stepping
        match input:
            case KeyPressed(key, character) if stepping.typed is not None and not key.startswith(
                "ctrl+"
            ):
                return self._type(doing, stepping.typed, key, character)
            case Clicked(place) if place[0] == BAR:
                return self._go(doing, int(place[1]))
            case Commanded("play.back") if doing.zone == TABLE and not doing.looking:
                return Update(doing, (Leave(),))
            case Commanded(id) if id.startswith("replay."):
                return self._command(doing, id)
            case TimerFired(timer) if timer == STEP_TIMER:
                doing, effect = start_timer(doing, STEP_TIMER, 1 / SPEEDS[stepping.speed])
                at, part = self._recording.beside(1)
                return Update(doing, (GoToEvent(at, part, self._recording.with_gone), effect))
            case ReplayMoved(then):
                stood = self._stood(doing)
                return stood if then is None else evolve(stood, follow_up=(then,))
            case BranchHere():
                return Update(doing, (BranchOff(),))
        return None

    def _command(self, doing: TableState, id: str) -> Update:
        recording = self._recording
        match id:
            case "replay.back" | "replay.on":
                return self._go(doing, *recording.beside(1 if id == "replay.on" else -1))
            case "replay.turn_back" | "replay.turn_on":
                return self._search(doing, 1 if id == "replay.turn_on" else -1, _turn)
            case "replay.round_back" | "replay.round_on":
                return self._search(doing, 1 if id == "replay.round_on" else -1, _round)
            case "replay.beginning":
                return self._go(doing, 0)
            case "replay.end":
                return self._go(doing, recording.last)
            case "replay.play":
                return self._play(doing)
            case "replay.faster" | "replay.slower":
                return self._change_speed(doing, 1 if id == "replay.faster" else -1)
            case "replay.go":
                doing, effects = _stopped(doing)
                return repaint(_typing(doing, ""), RepaintScope.DECISION, *effects)
            case "replay.gone":
                gone = not recording.with_gone
                doing, effects = _stopped(doing)
                return Update(doing, (*effects, GoToEvent(recording.turned(), None, gone)))
            case "replay.page":
                return self._share(doing)
            case "replay.eyes":
                return self._look_from_the_next(doing)
        return self._branch_off(doing)

    # ------------------------------------------------------------------ going

    def _go(self, doing: TableState, at: int, part: int | None = None) -> Update:
        doing, effects = _stopped(doing)
        return Update(doing, (*effects, GoToEvent(at, part, self._recording.with_gone)))

    def _search(self, doing: TableState, by: int, sign: Sign) -> Update:
        return self._go(doing, self._recording.search(by, sign))

    def _stood(self, doing: TableState) -> Update:
        """Show another position; what differs from the one before it is marked."""
        recording = self._recording
        past = evolve(doing.past, before=self._cells_before(doing))
        changed = None if recording.part is not None else self._place_chosen(doing)
        stepping = evolve(doing.stepping, changed=changed)
        doing = evolve(doing, past=past, message="", stepping=stepping)
        doing, effects = _stopped(doing) if recording.is_at_end else (doing, ())
        seen, count = doing.seen, recording.sight.count
        room = 1 / SPEEDS[stepping.speed] if doing.stepping.plays else inf
        jumps = seen is not None and count != seen.count + 1
        doing, more = self._moving.on(doing, room=room, still=jumps)
        return repaint(doing, RepaintScope.ALL, *effects, *more)

    def _cells_before(self, doing: TableState) -> Cells:
        before = self._recording.before
        return {} if before is None else cells_of(before.game.sheets(before.view(doing.viewer)))

    def _place_chosen(self, doing: TableState) -> Spot | None:
        """The place on the table that was chosen in the event that led here."""
        event, before = self._recording.event, self._recording.before
        if event is None or before is None or event.kind != PICK:
            return None
        decision, view = before.decision(event.seat), before.view(doing.viewer)
        return self._recording.sight.place_of(event, decision, view, doing.viewer)

    # ------------------------------------------------------------------ by itself

    def _play(self, doing: TableState) -> Update:
        """Play by itself from here, from the beginning if this is the end; or stop."""
        stepping, recording = doing.stepping, self._recording
        if stepping.plays:
            doing, effects = _stopped(doing)
            return repaint(doing, RepaintScope.DECISION, *effects)
        first: Effects = ()
        if recording.at == recording.last:
            first = (GoToEvent(0, None, recording.with_gone),)
        doing = evolve(doing, stepping=evolve(stepping, plays=True))
        doing, effect = start_timer(doing, STEP_TIMER, 1 / SPEEDS[stepping.speed])
        return repaint(doing, RepaintScope.DECISION, *first, effect)

    def _change_speed(self, doing: TableState, by: int) -> Update:
        speed = max(0, min(len(SPEEDS) - 1, doing.stepping.speed + by))
        doing = evolve(doing, stepping=evolve(doing.stepping, speed=speed))
        if not doing.stepping.plays:
            return repaint(doing)
        doing, effect = start_timer(doing, STEP_TIMER, 1 / SPEEDS[speed])
        return repaint(doing, RepaintScope.DECISION, effect)

    # ------------------------------------------------------------------ to a number

    def _type(self, doing: TableState, typed: str, key: str, character: str | None) -> Update:
        digit = unicodedata.decimal(character, None) if character and len(character) == 1 else None
        if digit is not None:
            return repaint(_typing(doing, f"{typed}{digit}"[:MOST_DIGITS]))
        match key:
            case "backspace":
                return repaint(_typing(doing, typed[:-1]))
            case "enter" if typed:
                return self._go(_typing(doing, None), int(typed))
            case "enter" | "escape":
                return repaint(_typing(doing, None))
        return Update(doing)

    # ------------------------------------------------------------------ eyes and branches

    def _look_from_the_next(self, doing: TableState) -> Update:
        """See the finished game with another player's eyes."""
        match, game_state = self._recording.match, self._recording.position.state
        if not match.over:
            own = words("The game is still going on: you see what your seat may see.")
            all = words("The game is still going on: you see what everyone may see.")
            told = all if doing.viewer is None else own
            return show_message(doing, self._scenes.say(doing, told))
        if not game_state.has_secrets():
            told = words("Everyone sees the same here.")
            return show_message(doing, self._scenes.say(doing, told))
        viewer = 0 if doing.viewer is None else doing.viewer + 1
        seen = None if viewer == len(match.header.seats) else viewer
        return repaint(evolve(doing, viewer=seen), RepaintScope.ALL)

    def _share(self, doing: TableState) -> Update:
        """Make a page of the match, unless several people still hide things in it."""
        match = self._recording.match
        if hides(match.header, over=match.over):
            told = words(
                "You can make a page once the game is over: players are still hiding things."
            )
            return show_message(doing, self._scenes.say(doing, told))
        doing, effects = _stopped(doing)
        return Update(doing, (*effects, ExportHtml()))

    def _branch_off(self, doing: TableState) -> Update:
        """Play on from here in a new match; ask first, where that shows what people still hide. A
        new match goes on from what counts."""
        recording = self._recording
        doing, effects = _stopped(doing)
        if recording.with_gone:
            again = Commanded("replay.branch")
            return Update(doing, (*effects, GoToEvent(recording.turned(), None, False, again)))
        match = recording.match
        if match.over and recording.at == len(match.line):
            told = words("The game is over at this point: go back to a step you can play on from.")
            said = show_message(doing, self._scenes.say(doing, told))
            return evolve(said, effects=(*effects, *said.effects))
        if not hides(match.header, over=match.over):
            return evolve(
                repaint(doing, RepaintScope.DECISION, *effects), follow_up=(BranchHere(),)
            )
        question = Question(
            words("Start a new game from here?"),
            words(
                "Several people are still playing this game. Anyone who plays the new one "
                "will see what they hide from one another."
            ),
            [Answer("enter", words("play on"), BranchHere())],
        )
        return repaint(evolve(doing, question=question), RepaintScope.DECISION, *effects)


def _turn(position: Position) -> int:
    return position.state.turn


def _round(position: Position) -> int:
    return position.state.round


def _typing(doing: TableState, typed: str | None) -> TableState:
    return evolve(doing, stepping=evolve(doing.stepping, typed=typed))


def _stopped(doing: TableState) -> tuple[TableState, Effects]:
    stopped = evolve(doing.stepping, plays=False)
    return cancel_timer(evolve(doing, stepping=stopped), STEP_TIMER)
