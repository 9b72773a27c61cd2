"""Command palette: a search for available commands by part of their name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Protocol, runtime_checkable

from attrs import frozen
from textual.binding import BindingType

from engine.i18n.text import Text, words
from screens.key_map import (
    ARROW_OF_COMMAND,
    BY_ID,
    FIXED_COMMANDS,
    PAGE_BACK,
    PALETTE_COMMAND,
    KeyCommand,
)
from screens.pages.app_context import PageContext
from screens.pages.bindings import bindings
from screens.pages.page import Page
from screens.pages.page_frame import panel_body
from screens.pages.prompt import KeyHint
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip
from screens.paint.text_field import TextField

COMMAND_PLACE: Final = "command"

KEY_COLUMN: Final = 4
"""First column of the keys."""

NAME_COLUMN: Final = 16
"""First column of the command names."""

HEAD_ROWS: Final = 2
"""Rows above the list."""


Offer = tuple[KeyCommand, Text]
"""An available command, and its meaning on its screen."""


@runtime_checkable
class HasCommands(Protocol):
    """Source of the commands in the palette: a table's screen, or `PageCommands` for a page."""

    def offers(self) -> Sequence[Offer]:
        """Return the commands available now."""

    async def do_command(self, id: str) -> None:
        """Run a command by its id, if it is still available."""


@frozen(eq=False)
class PageCommands:
    """Adapter from a page to `HasCommands`."""

    page: Page

    def offers(self) -> Sequence[Offer]:
        page = self.page
        ids = {
            active_binding.binding.id
            for active_binding in page.active_bindings.values()
            if active_binding.node is page
        }
        if page.app.screen_stack[0] is page:
            ids.discard(PAGE_BACK.id)
        return [
            (one, one.meaning) for id, one in BY_ID.items() if id in ids and page.is_available(id)
        ]

    async def do_command(self, id: str) -> None:
        if self.page.is_current and self.page.is_available(id):
            await self.page.run_action(BY_ID[id].action)


class CommandPaletteScreen(Page):
    """A text field and the commands it finds, over the screen they belong to.

    Commands that move the cursor are left out.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings((PALETTE_COMMAND,))

    def __init__(self, page_context: PageContext, below: HasCommands) -> None:
        super().__init__(page_context)
        self._below = below
        self._field = self.search_field = TextField()
        self._sought = ""
        offers = [offer for offer in below.offers() if offer[0].id not in ARROW_OF_COMMAND]
        self._offers = [*offers, *((command, command.meaning) for command in FIXED_COMMANDS)]

    def title_text(self) -> Text:
        return words("Commands")

    def stops(self) -> Sequence[Spot]:
        return [(COMMAND_PLACE, command.id) for command, _ in self._matching()]

    def _matching(self) -> Sequence[Offer]:
        """Return the commands whose names contain all typed words. Those whose names begin with the
        typed words come first."""
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
        """Paint the search field, the commands found and, while the field is empty, the
        `about_keys` of the page below."""
        found = self._matching()
        below = None if self._field.text else self._below
        about = below.page.about_keys if isinstance(below, PageCommands) else None
        rows = HEAD_ROWS + len(found) + (0 if about is None else 2)
        canvas = panel_body(width, max(height, rows), self.reader.theme.glyphs)
        box = Rect(KEY_COLUMN, 0, min(60, width - 2 * KEY_COLUMN), 1)
        hint = self.translate(words("type part of a command's name"))
        self._field.paint(canvas, box, active=True, hint=hint)
        if not found:
            canvas.put(
                KEY_COLUMN, HEAD_ROWS, self.translate(words("There is no such command.")), "dim"
            )
        for y, (command, meaning) in enumerate(found, HEAD_ROWS):
            canvas.spot((COMMAND_PLACE, command.id), Rect(2, y, width - 6, 1))
            canvas.put(KEY_COLUMN, y, self.translate(self.reader.key_name_of(command.id)), "key")
            meaning_text = clip(self.translate(meaning), width - NAME_COLUMN - 4, canvas.glyphs)
            canvas.put(NAME_COLUMN, y, meaning_text, "text")
        if about is not None:
            text = clip(self.translate(about), width - KEY_COLUMN - 4, canvas.glyphs)
            canvas.put(KEY_COLUMN, HEAD_ROWS + len(found) + 1, text, "dim")
        return canvas

    def hints(self) -> Sequence[KeyHint]:
        return [
            KeyHint("enter", words("choose")),
            KeyHint("down", words("next command")),
            KeyHint("escape", words("back")),
        ]

    def show(self) -> None:
        """Repaint the page. If the text has changed, select the first command found."""
        if self._field.text != self._sought:
            self._sought, self.pointed, self.scroll.top = self._field.text, None, 0
        super().show()

    def activate(self, place: Spot) -> None:
        """Close the palette, then run the command at `place`."""
        assert isinstance(place, tuple)
        self.dismiss()
        self.app.call_later(self._run_command, place[1])

    async def _run_command(self, id: str) -> None:
        for command in FIXED_COMMANDS:
            if command.id == id:
                await self.app.run_action(command.action)
                return
        await self._below.do_command(id)

    def action_commands(self) -> None:
        """Close the palette: the key that opens it also closes it."""
        self.action_back()
