"""All commands that count where one was, by name: some letters are typed, Enter does it (command
palette)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Protocol, runtime_checkable

from textual import events
from textual.binding import BindingType

from engine.i18n.text import Text, words
from screens.bindings import bindings
from screens.key_map import FIXED, PALETTE, KeyCommand
from screens.pages.app_context import PageContext
from screens.pages.page import SEE_TO_TERMINAL, KeyHint, Page
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip
from screens.paint.text_field import TextField

COMMAND: Final = "command"

LEFT: Final = 4
NAME: Final = 16
"""Where keys and names of commands begin."""

HEAD: Final = 2
"""Rows above the list."""


Offer = tuple[KeyCommand, Text]
"""A command that counts now, and what it means there."""


@runtime_checkable
class HasCommands(Protocol):
    """A screen with commands."""

    def offers(self) -> Sequence[Offer]:
        """What counts there now."""

    async def do_command(self, id: str) -> None:
        """Do what the key of a command does, if it counts still."""


class CommandPaletteScreen(Page):
    """A line to type in and the commands that it finds, over the screen that they belong to."""

    BINDINGS: ClassVar[list[BindingType]] = bindings((PALETTE,))

    def __init__(self, guildhall: PageContext, below: HasCommands) -> None:
        super().__init__(guildhall)
        self._below = below
        self._field = TextField()
        self._offers = [*below.offers(), *((one, one.meaning) for one in FIXED)]

    def title_text(self) -> Text:
        return words("Commands")

    def stops(self) -> Sequence[Spot]:
        return [(COMMAND, command.id) for command, _ in self._found()]

    def _found(self) -> Sequence[Offer]:
        """The commands that have all words that are typed, first those that begin with them."""
        typed = self._field.text.casefold().split()
        named = [(offer, self._named(offer)) for offer in self._offers]
        found = [(one, name) for one, name in named if all(word in name for word in typed)]
        found.sort(key=lambda pair: not pair[1].startswith(" ".join(typed)))
        return [one for one, _ in found]

    def _named(self, offer: Offer) -> str:
        command, meaning = offer
        names = [meaning] if command.short is None else [command.short, meaning]
        return " ".join(self.say(name) for name in names).casefold()

    def paint_body(self, width: int, height: int) -> Canvas:
        """The line, and what it finds."""
        found = self._found()
        canvas = Canvas(width, max(height, len(found) + HEAD), self.look_now.glyphs)
        box = Rect(LEFT, 0, min(60, width - 2 * LEFT), 1)
        hint = self.say(words("part of what you want to do"))
        self._field.paint(canvas, box, active=True, hint=hint)
        if not found:
            canvas.put(LEFT, HEAD, self.say(words("There is no such command.")), "dim")
        for y, (command, meaning) in enumerate(found, HEAD):
            canvas.spot((COMMAND, command.id), Rect(2, y, width - 6, 1))
            canvas.put(LEFT, y, self.say(self.key_to(command.id)), "key")
            said = clip(self.say(meaning), width - NAME - 4, canvas.glyphs)
            canvas.put(NAME, y, said, "text")
        return canvas

    def hints(self) -> Sequence[KeyHint]:
        return [
            KeyHint("enter", words("choose")),
            KeyHint("down", words("next one")),
            KeyHint("escape", words("back")),
        ]

    def hear_key(self, event: events.Key) -> None:
        """Let letters be typed, whatever is pointed at."""
        if self.too_small or event.key in SEE_TO_TERMINAL:
            super().hear_key(event)
        elif self._field.press(event.key, event.character):
            event.stop()
            self._search()
        else:
            super().hear_key(event)

    def hear_paste(self, text: str) -> None:
        self._field.insert(text)
        self._search()

    def _search(self) -> None:
        self.pointed, self.top, self.message = None, 0, ""
        self.show()

    def activate(self, place: Spot) -> None:
        """Go back, and do it there."""
        assert isinstance(place, tuple)
        self.dismiss()
        self.app.call_later(self._do, place[1])

    async def _do(self, id: str) -> None:
        for command in FIXED:
            if command.id == id:
                await self.app.run_action(command.action)
                return
        await self._below.do_command(id)

    def action_commands(self) -> None:
        """The same key goes back."""
        self.back()
