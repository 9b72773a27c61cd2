"""Command palette: a search for available commands by part of their name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Protocol, runtime_checkable

from textual import events
from textual.binding import BindingType

from engine.i18n.text import Text, words
from screens.key_map import FIXED, PALETTE, STEERS, KeyCommand
from screens.pages.app_context import PageContext
from screens.pages.bindings import bindings
from screens.pages.page import SEE_TO_TERMINAL, Page
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip
from screens.paint.text_field import TextField

COMMAND: Final = "command"

LEFT: Final = 4
"""First column of the keys."""

NAME: Final = 16
"""First column of the command names."""

HEAD: Final = 2
"""Rows above the list."""


Offer = tuple[KeyCommand, Text]
"""An available command and its meaning on its screen."""


@runtime_checkable
class HasCommands(Protocol):
    """A screen with commands."""

    def offers(self) -> Sequence[Offer]:
        """The commands available now."""

    async def do_command(self, id: str) -> None:
        """Run a command by its id, if it is still available."""


class CommandPaletteScreen(Page):
    """A text field and the commands it finds, over the screen they belong to.

    Commands that move the cursor are left out.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings((PALETTE,))

    def __init__(self, guildhall: PageContext, below: HasCommands) -> None:
        super().__init__(guildhall)
        self._below = below
        self._field = TextField()
        offers = [offer for offer in below.offers() if offer[0].id not in STEERS]
        self._offers = [*offers, *((one, one.meaning) for one in FIXED)]

    def title_text(self) -> Text:
        return words("Commands")

    def stops(self) -> Sequence[Spot]:
        return [(COMMAND, command.id) for command, _ in self._matching()]

    def _matching(self) -> Sequence[Offer]:
        """Commands that contain all typed words; those that begin with them come first."""
        typed = self._field.text.casefold().split()
        named = [(offer, self._named(offer)) for offer in self._offers]
        matching = [(one, name) for one, name in named if all(word in name for word in typed)]
        matching.sort(key=lambda pair: not pair[1].startswith(" ".join(typed)))
        return [one for one, _ in matching]

    def _named(self, offer: Offer) -> str:
        command, meaning = offer
        names = [meaning] if command.short is None else [command.short, meaning]
        return " ".join(self.translate(name) for name in names).casefold()

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint the field and the commands found."""
        found = self._matching()
        below = None if self._field.text else self._below
        about = below.about_keys() if isinstance(below, Page) else None
        rows = HEAD + len(found) + (0 if about is None else 2)
        canvas = self.new_body(width, max(height, rows))
        box = Rect(LEFT, 0, min(60, width - 2 * LEFT), 1)
        hint = self.translate(words("type part of a command's name"))
        self._field.paint(canvas, box, active=True, hint=hint)
        if not found:
            canvas.put(LEFT, HEAD, self.translate(words("There is no such command.")), "dim")
        for y, (command, meaning) in enumerate(found, HEAD):
            canvas.spot((COMMAND, command.id), Rect(2, y, width - 6, 1))
            canvas.put(LEFT, y, self.translate(self.key_to(command.id)), "key")
            said = clip(self.translate(meaning), width - NAME - 4, canvas.glyphs)
            canvas.put(NAME, y, said, "text")
        if about is not None:
            text = clip(self.translate(about), width - LEFT - 4, canvas.glyphs)
            canvas.put(LEFT, HEAD + len(found) + 1, text, "dim")
        return canvas

    def hints(self) -> Sequence[KeyHint]:
        return [
            KeyHint("enter", words("choose")),
            KeyHint("down", words("next one")),
            KeyHint("escape", words("back")),
        ]

    def process_key(self, event: events.Key) -> None:
        """Send characters to the field, wherever the cursor is."""
        if self.too_small or event.key in SEE_TO_TERMINAL:
            super().process_key(event)
        elif self._field.press(event.key, event.character):
            event.stop()
            self._search()
        else:
            super().process_key(event)

    def handle_paste(self, text: str) -> None:
        self._field.insert(text)
        self._search()

    def _search(self) -> None:
        self.pointed, self.scroll.top, self.message = None, 0, ""
        self.show()

    def activate(self, place: Spot) -> None:
        """Close the palette and run the command on the screen below."""
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
        """Close the palette with the key that opened it."""
        self.back()
