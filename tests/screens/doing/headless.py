"""A table without an app: keys go in, effects are carried out, timers ring by its own clock."""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from engine.storage.session import Session
from screens import commands
from screens.doing.effects import Effect, How, Keep, Leave, Ring, Show, Silence
from screens.doing.errands import keep
from screens.doing.inputs import Input, KeyPressed, Opened, Rang, Sized
from screens.doing.picturing import Picture
from screens.doing.reading import Reading, Surroundings
from screens.doing.stack import begin, layers_for
from screens.paint.canvas import Spot
from screens.paint.look import look
from screens.preferences import Preferences

NAMES: Final = {"/": "slash", "?": "question_mark", "+": "plus", "-": "minus"}

HERE: Final = (*commands.PLAY, *commands.TABLE)


class Headless:
    """Somebody at a table, who thinks before each key. `paints` says that every change is painted
    at once, as on a screen."""

    def __init__(
        self,
        session: Session,
        wishes: Preferences,
        *,
        size: tuple[int, int] = (80, 24),
        paints: bool = False,
        coached: bool = False,
    ) -> None:
        self.session, self.paints = session, paints
        reading = Reading(session)
        around = Surroundings(HERE, lambda wishes: look(wishes.theme, wishes.glyphs))
        self.table = layers_for(reading, around)
        self.doing = begin(reading, wishes, coached=coached)
        self.now = 0.0
        self.timers: dict[str, tuple[float, int]] = {}
        self.left = False
        self.told: list[Effect] = []
        self.hear(Sized(*size))
        self.hear(Opened())

    def hear(self, input: Input) -> None:
        """Let something happen, and all that follows from it."""
        todo = deque([input])
        while todo:
            self.doing, effects = self.table.hear(self.doing, todo.popleft(), self.now)
            for effect in effects:
                answer = self._carry_out(effect)
                if answer is not None:
                    todo.append(answer)

    def _carry_out(self, effect: Effect) -> Input | None:
        match effect:
            case Show(how) if self.paints:
                self._paint(how)
            case Show():
                pass
            case Keep(act):
                return keep(self.session, act)
            case Ring(timer, number, seconds):
                self.timers[timer] = (self.now + seconds, number)
            case Silence(timer):
                self.timers.pop(timer, None)
            case Leave():
                self.left = True
            case _:
                self.told.append(effect)
        return None

    def _paint(self, how: How) -> None:
        picturing = self.table.picturing
        if how is not How.POINTED or picturing.step(self.doing) is None:
            picturing.picture(self.doing)

    @property
    def picture(self) -> Picture:
        """What is seen."""
        return self.table.picturing.picture(self.doing)

    def press(self, *keys: str) -> None:
        """Press keys, by what they type or by their names."""
        for key in keys:
            self.now += 10
            character = key if len(key) == 1 else " " if key == "space" else None
            self.hear(KeyPressed(NAMES.get(key, key), character))

    def ring(self) -> bool:
        """Wait till the next timer rings; False if none is due."""
        if not self.timers:
            return False
        timer, (at, number) = min(self.timers.items(), key=lambda item: item[1][0])
        del self.timers[timer]
        self.now = max(self.now, at)
        self.hear(Rang(timer, number))
        return True

    def spot(self, place: Spot) -> bool:
        """Whether a place is seen."""
        return place in self.picture.canvas.spots


def seen(table: Any) -> str:
    """What is seen, as text."""
    text: str = table.picture.canvas.text()
    return text
