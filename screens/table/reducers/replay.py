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
from screens.table.animation_timing import Moving
from screens.table.effects import (
    BranchOff,
    Effects,
    How,
    Leave,
    Outcome,
    SharePage,
    StandAt,
    ring,
    show,
    silence,
    tell,
)
from screens.table.messages import BranchHere, Clicked, Commanded, Input, KeyPressed, Rang, Stood
from screens.table.read_only_session import Scenes
from screens.table.replay_panel import BAR, SPEEDS
from screens.table.replay_position import Recording, Sign
from screens.table.table_state import TABLE, Answer, Doing, Question
from screens.table_view.scene import Cells, cells_of

STEP_TIMER: Final = "step"

MOST_DIGITS: Final = 6


class StepLayer:
    """Knows where the keys of the transport lead to; the driver goes there."""

    def __init__(self, recording: Recording, scenes: Scenes, moving: Moving) -> None:
        self._recording, self._scenes, self._moving = recording, scenes, moving

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
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
                return Outcome(doing, (Leave(),))
            case Commanded(id) if id.startswith("replay."):
                return self._command(doing, id)
            case Rang(timer) if timer == STEP_TIMER:
                doing, effect = ring(doing, STEP_TIMER, 1 / SPEEDS[stepping.speed])
                at, part = self._recording.beside(1)
                return Outcome(doing, (StandAt(at, part, self._recording.with_gone), effect))
            case Stood(then):
                stood = self._stood(doing)
                return stood if then is None else evolve(stood, then=(then,))
            case BranchHere():
                return Outcome(doing, (BranchOff(),))
        return None

    def _command(self, doing: Doing, id: str) -> Outcome:
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
                return show(_typing(doing, ""), How.DECISION, *effects)
            case "replay.gone":
                gone = not recording.with_gone
                doing, effects = _stopped(doing)
                return Outcome(doing, (*effects, StandAt(recording.turned(), None, gone)))
            case "replay.page":
                return self._share(doing)
            case "replay.eyes":
                return self._look_from_the_next(doing)
        return self._branch_off(doing)

    # ------------------------------------------------------------------ going

    def _go(self, doing: Doing, at: int, part: int | None = None) -> Outcome:
        doing, effects = _stopped(doing)
        return Outcome(doing, (*effects, StandAt(at, part, self._recording.with_gone)))

    def _search(self, doing: Doing, by: int, sign: Sign) -> Outcome:
        return self._go(doing, self._recording.search(by, sign))

    def _stood(self, doing: Doing) -> Outcome:
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
        return show(doing, How.ALL, *effects, *more)

    def _cells_before(self, doing: Doing) -> Cells:
        before = self._recording.before
        return {} if before is None else cells_of(before.game.sheets(before.view(doing.viewer)))

    def _place_chosen(self, doing: Doing) -> Spot | None:
        """The place on the table that was chosen in the event that led here."""
        event, before = self._recording.event, self._recording.before
        if event is None or before is None or event.kind != PICK:
            return None
        decision, view = before.decision(event.seat), before.view(doing.viewer)
        return self._recording.sight.place_of(event, decision, view, doing.viewer)

    # ------------------------------------------------------------------ by itself

    def _play(self, doing: Doing) -> Outcome:
        """Play by itself from here, from the beginning if this is the end; or stop."""
        stepping, recording = doing.stepping, self._recording
        if stepping.plays:
            doing, effects = _stopped(doing)
            return show(doing, How.DECISION, *effects)
        first: Effects = ()
        if recording.at == recording.last:
            first = (StandAt(0, None, recording.with_gone),)
        doing = evolve(doing, stepping=evolve(stepping, plays=True))
        doing, effect = ring(doing, STEP_TIMER, 1 / SPEEDS[stepping.speed])
        return show(doing, How.DECISION, *first, effect)

    def _change_speed(self, doing: Doing, by: int) -> Outcome:
        speed = max(0, min(len(SPEEDS) - 1, doing.stepping.speed + by))
        doing = evolve(doing, stepping=evolve(doing.stepping, speed=speed))
        if not doing.stepping.plays:
            return show(doing)
        doing, effect = ring(doing, STEP_TIMER, 1 / SPEEDS[speed])
        return show(doing, How.DECISION, effect)

    # ------------------------------------------------------------------ to a number

    def _type(self, doing: Doing, typed: str, key: str, character: str | None) -> Outcome:
        digit = unicodedata.decimal(character, None) if character and len(character) == 1 else None
        if digit is not None:
            return show(_typing(doing, f"{typed}{digit}"[:MOST_DIGITS]))
        match key:
            case "backspace":
                return show(_typing(doing, typed[:-1]))
            case "enter" if typed:
                return self._go(_typing(doing, None), int(typed))
            case "enter" | "escape":
                return show(_typing(doing, None))
        return Outcome(doing)

    # ------------------------------------------------------------------ eyes and branches

    def _look_from_the_next(self, doing: Doing) -> Outcome:
        """See the finished game with another player's eyes."""
        match, state = self._recording.match, self._recording.position.state
        if not match.over:
            own = words("The game is still going on: you see what your seat may see.")
            all = words("The game is still going on: you see what everyone may see.")
            told = all if doing.viewer is None else own
            return tell(doing, self._scenes.say(doing, told))
        if not state.has_secrets():
            told = words("Everyone sees the same here.")
            return tell(doing, self._scenes.say(doing, told))
        viewer = 0 if doing.viewer is None else doing.viewer + 1
        seen = None if viewer == len(match.header.seats) else viewer
        return show(evolve(doing, viewer=seen), How.ALL)

    def _share(self, doing: Doing) -> Outcome:
        """Make a page of the match, unless several people still hide things in it."""
        match = self._recording.match
        if hides(match.header, over=match.over):
            told = words(
                "You can make a page once the game is over: players are still hiding things."
            )
            return tell(doing, self._scenes.say(doing, told))
        doing, effects = _stopped(doing)
        return Outcome(doing, (*effects, SharePage()))

    def _branch_off(self, doing: Doing) -> Outcome:
        """Play on from here in a new match; ask first, where that shows what people still hide. A
        new match goes on from what counts."""
        recording = self._recording
        doing, effects = _stopped(doing)
        if recording.with_gone:
            again = Commanded("replay.branch")
            return Outcome(doing, (*effects, StandAt(recording.turned(), None, False, again)))
        match = recording.match
        if match.over and recording.at == len(match.line):
            told = words("The game is over at this point: go back to a step you can play on from.")
            said = tell(doing, self._scenes.say(doing, told))
            return evolve(said, effects=(*effects, *said.effects))
        if not hides(match.header, over=match.over):
            return evolve(show(doing, How.DECISION, *effects), then=(BranchHere(),))
        question = Question(
            words("Start a new game from here?"),
            words(
                "Several people are still playing this game. Anyone who plays the new one "
                "will see what they hide from one another."
            ),
            [Answer("enter", words("play on"), BranchHere())],
        )
        return show(evolve(doing, question=question), How.DECISION, *effects)


def _turn(position: Position) -> int:
    return position.state.turn


def _round(position: Position) -> int:
    return position.state.round


def _typing(doing: Doing, typed: str | None) -> Doing:
    return evolve(doing, stepping=evolve(doing.stepping, typed=typed))


def _stopped(doing: Doing) -> tuple[Doing, Effects]:
    stopped = evolve(doing.stepping, plays=False)
    return silence(evolve(doing, stepping=stopped), STEP_TIMER)
