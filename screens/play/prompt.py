"""A question of the screen's own, in the place of the decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from attrs import frozen

from engine.core.state import State
from engine.i18n.text import Text, words
from screens.choose.scene import Scene
from screens.paint.canvas import Canvas, clip, wrap
from screens.tabletop import panels


class Answer(NamedTuple):
    """A key (as Textual calls it) that answers a prompt, what it says and what it does."""

    key: str
    meaning: Text
    act: Callable[[], None]


@frozen
class Prompt:
    """What the screen itself asks: nothing else is done before it is answered or left.

    `left` is what Escape does beside leaving it; None: it cannot be left by Escape.
    """

    title: Text
    body: Text
    answers: Sequence[Answer]
    left: Callable[[], None] | None

    def answer_to(self, key: str) -> Callable[[], None] | None:
        """What a key does."""
        if key == "escape":
            return self.left
        return next((answer.act for answer in self.answers if answer.key == key), None)

    def keys(self) -> list[panels.Key]:
        """The keys that answer, for the line at the bottom."""
        keys = [(_SHOWN.get(answer.key, answer.key), answer.meaning) for answer in self.answers]
        return keys if self.left is None else [*keys, ("Escape", words("leave it"))]

    def paint(self, scene: Scene[State], width: int, height: int) -> Canvas:
        """The question, why it is asked, and the answers."""
        canvas = Canvas(width, height, scene.look.glyphs)
        canvas.rule(0, 0, width)
        canvas.put(2, 0, f" {clip(scene.say(self.title), width - 6, canvas.glyphs)} ", "warn bold")
        for row, part in enumerate(wrap(scene.say(self.body), width - 4)[: height - 2]):
            canvas.put(2, 1 + row, part, "text")
        lines = self._key_lines(scene, width - 1)
        for row, keys in enumerate(lines, height - len(lines)):
            canvas.blit(panels.paint_keys(scene, keys, width), 1, row)
        return canvas

    def _key_lines(self, scene: Scene[State], width: int) -> list[list[panels.Key]]:
        """The keys that answer, on as many lines as they need."""
        lines: list[list[panels.Key]] = [[]]
        room = width
        for key, meaning in self.keys():
            long = len(panels.key_name(scene, key)) + len(scene.say(meaning)) + 3
            if long > room and lines[-1]:
                lines.append([])
                room = width
            lines[-1].append((key, meaning))
            room -= long
        return lines


_SHOWN = {"enter": "Enter", "space": "Space"}
