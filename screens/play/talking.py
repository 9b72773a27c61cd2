"""What people say to one another at a table: the line one types, the last ones, all of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from attrs import frozen
from textual import events
from textual.binding import BindingType
from textual.timer import Timer

from engine.community.talk import MOST_LETTERS, Line, Talk
from engine.core.state import State
from engine.errors import GuildhallError
from engine.i18n.text import Text, verbatim, words
from screens import commands
from screens.choose.scene import Scene
from screens.pages.field import Field
from screens.pages.records import local
from screens.paint.canvas import Canvas, Rect, clip, wrap
from screens.paint.shapes import RAISED
from screens.play.guard import Clock
from screens.play.prompt import Answer, Prompt
from screens.play.proposing import ProposingScreen
from screens.preferences import Preferences
from screens.tabletop import panels
from screens.tabletop.panels import Key

if TYPE_CHECKING:
    from engine.storage.session import Session

TALK: Final = "talk"

HEARD_SECONDS: Final = 20.0
"""For how many seconds what was said stands below the table."""

MOST_HEARD: Final = 2
"""How many lines stand there at most."""

_NOBODY: Final = words("Here nobody sits at a terminal of their own.")


@frozen
class Saying(Prompt):
    """The line that one types, in the place of the decision."""

    field: Field

    def paint(self, scene: Scene[State], width: int, height: int) -> Canvas:
        """The line, and the keys that say it or leave it."""
        canvas = super().paint(scene, width, height)
        canvas.fill(0, 1, width, 1)
        self.field.paint(canvas, Rect(2, 1, width - 4, 1), active=True)
        return canvas


class TalkingScreen(ProposingScreen):
    """A table at which people can talk, where each sits at a terminal of their own."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings(commands.TALK)

    def __init__(
        self, session: Session, preferences: Preferences, *, clock: Clock = time.monotonic
    ) -> None:
        super().__init__(session, preferences, clock=clock)
        self._lines: list[Line] = []
        self._heard: list[Line] = []
        self._heard_timer: Timer | None = None

    @property
    def _talk(self) -> Talk:
        return Talk(self.session.store)

    # ------------------------------------------------------------------ hearing

    def opened(self) -> None:
        super().opened()
        self._hush()

    def _looks_what_is_asked(self) -> bool:
        return super()._looks_what_is_asked() | self._listen()

    def _listen(self) -> bool:
        """Read what was said since; whether there is anything."""
        if self.session.person is None:
            return False
        since = self._lines[-1].number if self._lines else 0
        try:
            new = self._talk.lines(self.session.id, self.session.person, since)
        except GuildhallError:
            return False
        if new:
            self._lines += new
            self._heard = [*self._heard, *new][-MOST_HEARD:]
            self._stop_hearing()
            self._heard_timer = self.set_timer(HEARD_SECONDS, self._forget_heard)
        return bool(new)

    def _forget_heard(self) -> None:
        self._hush()
        self.show_decision()

    def _hush(self) -> None:
        self._stop_hearing()
        self._heard = []

    def _stop_hearing(self) -> None:
        if self._heard_timer is not None:
            self._heard_timer.stop()
            self._heard_timer = None

    # ------------------------------------------------------------------ saying

    def action_say(self) -> None:
        """Type a line for all at the table."""
        if self.session.person is None:
            self.tell(_NOBODY)
        elif not self.session.seats:
            self.tell(words("Only who plays here can talk here."))
        elif self.is_drawn:
            answers = [Answer("enter", words("say it"), lambda: None)]
            self.prompt = Saying(
                words("Say to all at the table"),
                verbatim(""),
                answers,
                lambda: None,
                Field(most=MOST_LETTERS),
            )
            self.show_decision()

    def kept_prompt(self) -> Prompt | None:
        return self.prompt if isinstance(self.prompt, Saying) else None

    def on_key(self, event: events.Key) -> None:
        """While a line is typed every key belongs to it."""
        saying = self.prompt
        if not isinstance(saying, Saying) or event.key in ("ctrl+c", "ctrl+l", "ctrl+z"):
            return
        event.stop().prevent_default()
        if event.key == "enter":
            self.prompt = None
            self._say(saying.field.text)
        elif event.key == "escape":
            self.prompt = None
            self.show_decision()
        else:
            saying.field.press(event.key, event.character)
            self.show_decision()

    def on_paste(self, event: events.Paste) -> None:
        """Put pasted text into the line."""
        if isinstance(self.prompt, Saying):
            self.prompt.field.insert(event.text)
            self.show_decision()

    def steer(self, direction: str) -> bool:
        if isinstance(self.prompt, Saying):
            self.prompt.field.press(direction, None)
            self.show_decision()
            return True
        return super().steer(direction)

    def _say(self, text: str) -> None:
        person = self.session.person
        assert person is not None
        if text.strip():
            self._dare(lambda: self._talk.say(self.session.id, person, text))
        else:
            self.show_decision()

    def action_mute(self) -> None:
        """Hear somebody no more, or again."""
        person = self.session.person
        if person is None:
            self.tell(_NOBODY)
            return
        try:
            owners = self.session.store.owners(self.session.id)
            muted = self._talk.muted(person)
        except GuildhallError as error:
            self.tell(error.text)
            return
        names = {line.person: line.name for line in self._lines}
        for owner, name in zip(owners, self.sight.header.names, strict=False):
            if owner is not None:
                names[owner] = name
        names.pop(person.id, None)
        answers = [
            self._muting(str(number), who, name, muted=who in muted)
            for number, (who, name) in enumerate(list(names.items())[:9], 1)
        ]
        if not answers:
            self.tell(words("Nobody else is there to be heard."))
            return
        body = words("Whom you do not hear is not told so.")
        self.prompt = Prompt(words("Whom do you want to hear?"), body, answers, lambda: None)
        self.show_decision()

    def _muting(self, key: str, who: int, name: str, *, muted: bool) -> Answer:
        person = self.session.person
        assert person is not None

        def mute() -> None:
            self._talk.mute(person, who, not muted)
            hears = words("You hear {name} again.", name=name)
            self.tell(hears if muted else words("You do not hear {name} any more.", name=name))

        def turn() -> None:
            self._dare(mute)
            self._lines = []
            self._listen()
            self._hush()

        meaning = (
            words("hear {name} again", name=name) if muted else words("mute {name}", name=name)
        )
        return Answer(key, meaning, turn)

    # ------------------------------------------------------------------ painting

    def lay_over(self, scene: Scene[State], canvas: Canvas, room: Rect) -> bool:
        if self._heard:
            y = room.bottom - len(self._heard)
            canvas.bury(Rect(room.x, y, room.width, len(self._heard)))
            for row, line in enumerate(self._heard, y):
                canvas.fill(room.x, row, room.width, 1)
                canvas.ground(Rect(room.x, row, room.width, 1), RAISED)
                _paint_line(canvas, row, line, self._role_of(line))
            room = Rect(room.x, room.y, room.width, room.height - len(self._heard))
        return super().lay_over(scene, canvas, room)

    def _role_of(self, line: Line) -> str:
        """The colour of who has said it."""
        names = self.sight.header.names
        return f"seat.{names.index(line.name)} bold" if line.name in names else "dim"

    def zones(self) -> list[str]:
        return [*super().zones(), TALK] if self._lines else super().zones()

    def _title_of(self, zone: str) -> Text:
        return words("talk") if zone == TALK else super()._title_of(zone)

    def _paint_page(self, scene: Scene[State], width: int, height: int) -> Canvas:
        if self.zone != TALK:
            return super()._paint_page(scene, width, height)
        rows = [
            (line if part == 0 else None, text)
            for line in self._lines
            for part, text in enumerate(wrap(line.text, width - len(line.name) - 12))
        ]
        page = Canvas(width, max(height, len(rows)), scene.look.glyphs)
        indent = 0
        for row, (line, text) in enumerate(rows):
            if line is not None:
                x = page.put(2, row, f"{local(line.at):%H:%M} ", "dim")
                indent = page.put(x, row, f"{line.name}: ", self._role_of(line))
            page.put(indent, row, text, "text")
        self._scroll_most = page.height - height
        top = self._scroll_most - min(self._scroll, self._scroll_most)
        canvas = Canvas(width, height, scene.look.glyphs)
        canvas.blit(page, 0, 0, Rect(0, top, width, height))
        panels.paint_more(canvas, above=top > 0, below=top < self._scroll_most)
        return canvas

    def scroll_lines(self, by: int) -> None:
        """On the page of what was said the last lines come first: it scrolls upwards."""
        super().scroll_lines(-by if self.zone == TALK else by)

    @property
    def own_keys(self) -> dict[str, str]:
        own = self.preferences.keys
        talk = {one.name: own[one.id] for one in commands.TALK if one.id in own}
        return super().own_keys | talk

    def all_keys(self) -> Sequence[Key]:
        keys = super().all_keys()
        if self.session.person is None:
            return keys
        return [*keys, *((one.name, one.meaning) for one in commands.TALK)]


def _paint_line(canvas: Canvas, y: int, line: Line, role: str) -> None:
    """Who has said what, in one row as far as there is room."""
    x = canvas.put(2, y, f"{line.name}: ", role)
    canvas.put(x, y, clip(line.text, canvas.width - x - 1, canvas.glyphs), "text")
