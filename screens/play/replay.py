"""The screen on which a saved game is stepped through: the same table with a transport bar."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.timer import Timer

from engine.core.ending import ending_told
from engine.core.event import AGAIN, BACK, CHANCE, PICK, Event
from engine.core.state import State
from engine.core.step import Place as BoardPlace
from engine.i18n.text import Text, words
from engine.play.match import Match
from engine.play.position import Position
from engine.play.sight import Sight, hides
from screens import commands
from screens.bindings import bindings
from screens.choose.scene import Scene, cells_of
from screens.commands import BY_ID, Command
from screens.paint import buttons
from screens.paint.canvas import Canvas, Place, Rect, wrap
from screens.paint.shapes import RAISED
from screens.play.paging import LOG, TABLE
from screens.play.prompt import Answer, Prompt
from screens.play.table_screen import TableScreen
from screens.preferences import Preferences
from screens.tabletop import logs, panels
from screens.tabletop.panels import Key

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Steps in a second while it plays by itself."""

BAR: Final = "bar"

_BACK: Final = (("|<", "home"), ("<<", "comma"), ("<", "left"))
_ON: Final = ((">", "right"), (">>", "full_stop"), (">|", "end"))
"""The buttons before and after the one for playing, and the keys that they stand for."""

LINE: Final = (
    *("replay.play", "replay.branch", "play.help", "play.next", "play.sheet", "play.log"),
    *("replay.go", "play.look", "play.leave"),
)
"""The commands of the line of keys, the most needed first, the way out last."""


class ReplayScreen(TableScreen):
    """A match that is looked at from its beginning to its end.

    `match` is the whole of it, `position` how it stood after the `at` events that have happened by
    then. Normally those that count; with `with_gone` also what was taken back, in the order in
    which the table lived it.
    """

    here: ClassVar[Sequence[Command]] = (*commands.REPLAY, *commands.TABLE)
    BINDINGS: ClassVar[list[BindingType]] = bindings(commands.REPLAY)

    replaying: ClassVar[bool] = True

    class BranchedOff(Message):
        """A new match is to go on from a position of this one."""

        def __init__(self, match: Match, count: int) -> None:
            super().__init__()
            self.match = match
            self.count = count

    def __init__(
        self,
        match: Match,
        preferences: Preferences,
        at: int | None = None,
        session_id: str | None = None,
        message: str = "",
    ) -> None:
        super().__init__(match.header.game, preferences)
        self.position: Position = match.at(0)
        self.match = match
        self.session_id = session_id
        self.with_gone = False
        self.at = 0
        self.parts: Sequence[Position] = ()
        self.part: int | None = None
        self.message = message
        self._speed = 1
        self._timer: Timer | None = None
        self._typed: str | None = None
        self._changed: Place | None = None
        self._go_to(len(match.line) if at is None else at)

    # ------------------------------------------------------------------ positions

    @property
    def sight(self) -> Sight:
        return Sight(self.position, self.match)

    @property
    def last(self) -> int:
        """The last position."""
        return len(self.match.log if self.with_gone else self.match.line)

    @property
    def event(self) -> Event | None:
        """The event that led to this position."""
        events_ = self.match.log if self.with_gone else self.match.line
        return events_[self.at - 1] if self.at else None

    def _go_to(self, at: int) -> None:
        self.at = max(0, min(self.last, at))
        self.position = self._position_at(self.at)
        self.part = None

    def _parts_of(self, at: int) -> Sequence[Position]:
        """The table at each turn that passed by itself in the step that leads to a position."""
        return self.match.within(at) if 0 < at <= self.last and not self.with_gone else ()

    def _step(self, by: int) -> None:
        """One event on or back, with a stop at each turn in it in which nobody was asked."""
        part = self.part
        if part is None and by > 0:
            self._show_part(self.at + 1, self._parts_of(self.at + 1), 0)
        elif part is None:
            parts = self._parts_of(self.at)
            self._show_part(self.at, parts, len(parts) - 1)
        else:
            self._show_part(self.at, self.parts, part + by)

    def _show_part(self, at: int, parts: Sequence[Position], part: int) -> None:
        if part < 0 or not parts:
            self.jump(at - 1 if part < 0 or at > self.last else at)
            return
        if part >= len(parts):
            self.jump(at)
            return
        before = parts[part - 1] if part else self._position_at(at - 1)
        self._before = cells_of(before.game.sheets(before.view(self.viewer)))
        self.at, self.parts, self.part = at, parts, part
        self.position = parts[part]
        self._changed, self.message = None, ""
        self.show_all()

    def _position_at(self, at: int) -> Position:
        return self.match.at_number(at) if self.with_gone else self.match.at(at)

    def jump(self, at: int) -> None:
        """Show another position; what differs from the one before it is marked."""
        at = max(0, min(self.last, at))
        before = self._position_at(max(0, at - 1))
        self._before = cells_of(before.game.sheets(before.view(self.viewer))) if at else {}
        self._go_to(at)
        self._changed = self._place_chosen(self.event, before)
        self.message = ""
        self.show_all()

    def _place_chosen(self, event: Event | None, before: Position) -> Place | None:
        """The place on the table that was chosen in an event."""
        if event is None or event.kind != PICK:
            return None
        return self.place_of(event, before.decision(event.seat), before.view(self.viewer))

    def _search(self, by: int, sign: Callable[[Position], int]) -> int:
        """The beginning of what comes next by a sign, or of what came before. It only grows from
        event to event, but where events are shown that were taken back."""
        here = sign(self.position)
        positions = range(self.last + 1)

        def sign_at(at: int) -> int:
            return sign(self._position_at(at))

        if self.with_gone:
            return _walked(self.at, by, self.last, sign_at)
        if by > 0:
            return min(self.last, bisect_right(positions, here, lo=self.at, key=sign_at))
        first = bisect_left(positions, here, hi=self.at, key=sign_at)
        if first == 0:
            return 0
        return bisect_left(positions, sign_at(first - 1), hi=first, key=sign_at)

    # ------------------------------------------------------------------ transport

    def action_step(self, by: int) -> None:
        """One event on or back, or one turn of those that passed by themselves."""
        self._stop()
        self._step(by)

    def action_turn(self, by: int) -> None:
        """To the beginning of the next turn, or of the one before."""
        self._stop()
        self.jump(self._search(by, lambda position: position.state.turn))

    def action_round(self, by: int) -> None:
        """To the beginning of the next round, or of the one before."""
        self._stop()
        self.jump(self._search(by, lambda position: position.state.round))

    def action_jump(self, at: int) -> None:
        """To a position."""
        self._stop()
        self.jump(at)

    def action_end(self) -> None:
        """To the end."""
        self.action_jump(self.last)

    def action_play(self) -> None:
        """Play by itself from here, or stop."""
        if self._timer is not None:
            self._stop()
            self.show_decision()
            return
        if self.at == self.last:
            self.jump(0)
        self._timer = self.set_interval(1 / SPEEDS[self._speed], self._tick)
        self.show_decision()

    def action_speed(self, by: int) -> None:
        """Play faster or slower."""
        self._speed = max(0, min(len(SPEEDS) - 1, self._speed + by))
        if self._timer is not None:
            self._stop()
            self.action_play()
        else:
            self.show_decision()

    def _tick(self) -> None:
        if self.at < self.last or self.part is not None:
            self._step(1)
        if self.at >= self.last and self.part is None:
            self._stop()
            self.show_decision()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_toggle_gone(self) -> None:
        """With or without what was taken back."""
        self._stop()
        event = self.event
        self.with_gone = not self.with_gone
        line = self.match.line
        if event is None:
            at = 0
        elif self.with_gone:
            at = event.number
        else:
            at = sum(1 for one in line if one.number <= event.number)
        self.jump(at)

    def action_next_viewer(self) -> None:
        """See the finished game with another player's eyes."""
        if not self.match.over:
            self.tell(words("The game is still being played: here is what all may see."))
            return
        if not self.position.state.has_secrets():
            self.tell(words("Everybody sees the same here."))
            return
        seats = len(self.match.header.seats)
        self.viewer = 0 if self.viewer is None else self.viewer + 1
        if self.viewer == seats:
            self.viewer = None
        self.show_all()

    def action_branch_off(self) -> None:
        """Play on from here in a new match; ask first, where that shows what people still hide."""
        self._stop()
        if self.with_gone:
            self.action_toggle_gone()
        if self.match.over and self.at == len(self.match.line):
            self.tell(words("The game is over here: go back to a step to play on from."))
            return
        if not hides(self.match.header, over=self.match.over):
            self._branch_off()
            return
        self.prompt = Prompt(
            words("Play on from here in a new match?"),
            words(
                "Several people still play this match. Whoever plays the new one sees what they "
                "hide from one another."
            ),
            [Answer("enter", words("play on"), self._branch_off)],
            lambda: None,
        )
        self.show_decision()

    def _branch_off(self) -> None:
        self.post_message(self.BranchedOff(self.match, self.at))

    # ------------------------------------------------------------------ going to a step by number

    def action_ask_position(self) -> None:
        """Type the number of a step."""
        self._stop()
        self._typed = ""
        self.show_decision()

    def key_pressed(self, event: events.Key) -> None:
        if self._typed is None:
            super().key_pressed(event)
            return
        event.stop()
        event.prevent_default()
        if event.character and event.character.isdigit():
            self._typed = (self._typed + event.character)[:6]
        elif event.key == "backspace":
            self._typed = self._typed[:-1]
        elif event.key == "enter":
            typed, self._typed = self._typed, None
            if typed:
                self.jump(int(typed))
        elif event.key == "escape":
            self._typed = None
        self.show_decision()

    def place_clicked(self, place: BoardPlace) -> None:
        if place[0] == BAR:
            self.action_jump(int(place[1]))
        else:
            super().place_clicked(place)

    def action_back(self) -> None:
        if self.zone == TABLE and not self.looking:
            self.action_leave()
        else:
            super().action_back()

    def action_leave(self) -> None:
        self._stop()
        super().action_leave()

    # ------------------------------------------------------------------ painting

    def show_all(self) -> None:
        super().show_all()
        if self.is_drawn:
            flashed = self._changed is not None and self.zone == TABLE
            self.surface.flash([self._changed] if flashed else [])

    def paint_panel(self, scene: Scene[State], width: int, height: int) -> Canvas:
        if self.zone == LOG:
            return super().paint_panel(scene, width, height)
        canvas = Canvas(width, height, scene.look.glyphs)
        canvas.ground(canvas.rect, RAISED)
        if not scene.look.tinted:
            canvas.rule(0, 0, width)
        canvas.put(1, 0, f" {self.say(self._where())} ", "title")
        self._paint_bar(canvas, 1)
        role, text = self._what(scene)
        if scene.ended is not None:
            early = ending_told(scene.ended.ending, len(scene.ended.result))
            role, text = "title", f"{self.say(early)} {text}"
        for row, part in enumerate(wrap(text, width - 4)[: height - 2]):
            canvas.put(2, 2 + row, part, role)
        if self._typed is not None:
            question = self.say(words("Go to step: {typed}", typed=self._typed + "_"))
            canvas.fill(0, height - 1, width, 1)
            canvas.put(2, height - 1, question, "key")
        elif self.message:
            panels.paint_message(canvas, self.message, 2)
        event = self.event
        if event is not None and event.kind != CHANCE:
            panels.paint_bar(canvas, scene, event.seat)
        return canvas

    def _where(self) -> Text:
        state = self.position.state
        if self.with_gone:
            return words(
                "Replay with what was taken back: step {at} of {last}, turn {turn}, round {round}",
                at=self.at,
                last=self.last,
                turn=state.turn,
                round=state.round,
            )
        if self.part is not None:
            return words(
                "Replay: step {at} of {last}, part {n} of {all}: turn {turn}, round {round}",
                at=self.at,
                last=self.last,
                n=self.part + 1,
                all=len(self.parts) + 1,
                turn=state.turn,
                round=state.round,
            )
        return words(
            "Replay: step {at} of {last}, turn {turn}, round {round}",
            at=self.at,
            last=self.last,
            turn=state.turn,
            round=state.round,
        )

    def _paint_bar(self, canvas: Canvas, y: int) -> None:
        """Buttons for the steps, the bar on which a click jumps, and the speed."""
        playing = self._timer is not None
        play, stop = self.say(words("play")), self.say(words("stop"))
        button = f"{stop if playing else play:^{max(len(play), len(stop))}}"
        x = 2
        for label, key in (*_BACK, (button, "space"), *_ON):
            x = canvas.put(x, y, label, "key", spot=(buttons.KEY, key)) + 1
        speed = f"{SPEEDS[self._speed]:g}/s"
        right = canvas.width - 10
        canvas.put(right, y, "-", "key", spot=(buttons.KEY, "minus"))
        canvas.put(right + 2, y, f"{speed:^5}", "strong" if playing else "dim")
        canvas.put(right + 8, y, "+", "key", spot=(buttons.KEY, "plus"))
        width = right - 1 - x
        for cell in range(width):
            at = round(cell * self.last / max(1, width - 1))
            canvas.spot((BAR, at), Rect(x + cell, y, 1, 1))
        role = "warn" if self.with_gone else "good"
        canvas.put(x, y, canvas.glyphs.bar(self.at, self.last, width), role)

    def _what(self, scene: Scene[State]) -> tuple[str, str]:
        """What happened in the step that led here, in words."""
        event = self.event
        if event is None:
            return "text", " ".join(scene.say(note.text) for note in self.position.opening)
        if event.kind in (BACK, AGAIN):
            return "warn", scene.say(logs.taken_back(event))
        story = self.position.story(self.viewer)
        notes = next((n for e, n in reversed(story) if e and e.number == event.number), ())
        passed = self.parts[self.part - 1].state.turn if self.part else 0
        if self.part is None and self.parts and self.parts[-1].line[-1].number == event.number:
            passed = self.parts[-1].state.turn
        notes = [note for note in notes if note.turn >= passed]
        return "text", " ".join(scene.say(note.text) for note in notes)

    # ------------------------------------------------------------------ keys

    def keys(self) -> Sequence[Key]:
        return [
            ("arrows", words("step")),
            (",.", words("turn")),
            ("<>", words("round")),
            *self.line_of([BY_ID[id] for id in LINE]),
        ]


def _walked(at: int, by: int, last: int, sign_at: Callable[[int], int]) -> int:
    """The nearest position in a direction at which the sign differs and has just changed."""
    here = sign_at(at)
    while 0 <= at + by <= last:
        at += by
        there = sign_at(at)
        if there != here:
            while by < 0 and at > 0 and sign_at(at - 1) == there:
                at -= 1
            return at
    return at
